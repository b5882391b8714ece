import { readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import de from "../../src/lang/de.js";
import en from "../../src/lang/en.js";
import { language, onSpeak, speak, t } from "../../src/lang/lang.js";

afterEach(() => speak("en", en));

const forms = (text) => (typeof text === "string" ? [text] : [text.one, text.other]);
const places = (text) => [...new Set(forms(text).flatMap((form) => form.match(/\{\w+\}/gu) ?? []))].sort();

test("German says everything that English says, with the same places", () => {
  expect(Object.keys(de)).toEqual(Object.keys(en));
  for (const key of Object.keys(en)) expect([key, places(de[key])]).toEqual([key, places(en[key])]);
});

test("only what is the same word in both is the same text", () => {
  const same = Object.keys(en).filter((key) => JSON.stringify(en[key]) === JSON.stringify(de[key]));
  expect(same).toEqual(["name", "map.measured"]);
});

test("places are filled, and the number chooses the form", () => {
  expect(t("one.hurt", { name: "Ann" })).toBe("Hurt Ann");
  expect([1, 2, 0].map((n) => t("clock.left", { n }))).toEqual(["1 second left", "2 seconds left", "0 seconds left"]);
  speak("de", de);
  expect([1, 2].map((n) => t("clock.left", { n }))).toEqual(["noch 1 Sekunde", "noch 2 Sekunden"]);
  expect(t("one.hurt", { name: "{name}" })).toBe("{name} verletzen");
});

test("whoever listens hears of another language, until they stop", () => {
  const heard = [];
  const stop = onSpeak(() => heard.push(language()));
  speak("de", de);
  stop();
  speak("en", en);
  expect(heard).toEqual(["de"]);
});

test("every key that a source names exists", () => {
  const src = new URL("../../src/", import.meta.url);
  const files = readdirSync(src, { recursive: true }).filter((name) => /^(ui|hosts\/web)\/.*\.js$/u.test(name));
  for (const file of files) {
    const keys = [...readFileSync(new URL(file, src), "utf8").matchAll(/(?<![\w.])t\("([^"]+)"/gu)].map(([, key]) => key);
    expect([file, keys.filter((key) => !(key in en))]).toEqual([file, []]);
  }
});
