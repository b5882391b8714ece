// All kinds of wounds side by side, in the list and on the tokens, as they really stand in a browser.

import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shoot } from "./artifacts.js";
import { freshPage, launch, START } from "./browser.js";

const GLYPHS = { bashing: "/", lethal: "X", aggravated: "*" };
const LEVELS = ["Bruised", "Hurt", "Injured", "Wounded", "Mauled", "Crippled", "Incapacitated"];
const PARTS = { head: ["Head", 0.2], chest: ["Chest", 0], abdomen: ["Abdomen", 0], left_arm: ["Left arm", 1], right_arm: ["Right arm", 0], left_leg: ["Left leg", 0.5], right_leg: ["Right leg", 0] };
const bar = (value) => ({ kind: "bar", label: "Body Points", value, max: 40, min: -10, marks: [{ at: 10, label: "Stunned" }] });
const boxes = (...marks) => ({ kind: "boxes", label: "Health", boxes: LEVELS.map((label, index) => ({ label, mark: marks[index] ?? "", glyph: GLYPHS[marks[index]] ?? "" })) });
const figure = { kind: "figure", label: "Body", parts: Object.entries(PARTS).map(([id, [label, severity]]) => ({ id, label, severity })) };
const one = (name, side, x, severity, label, ...track) => ({ name, side, kind: "k", token: { x, y: 1, size: 1 }, conditions: [], wound: { id: "w", label, severity, track } });

const VIEW = {
  table: { id: "t", title: "T", system: "s", system_title: "S" },
  you: { seat: "g", name: "G", role: "gm", owns: [] },
  map: { width: 11, height: 4, unit: "feet", unit_per_square: 5 },
  combatants: {
    bar: one("Ann", "a", 1, 0.2, "Lightly hurt", bar(31)),
    ladder: one("Bo", "b", 3, 0.7, "Severe", { kind: "ladder", label: "Wounds", steps: ["Unhurt", "Hurt", "Severe", "Dying"].map((label) => ({ id: label, label })), at: 2 }),
    boxes: one("Cy", "c", 5, 0.5, "Injured", boxes("aggravated", "lethal", "lethal", "bashing")),
    many: one("Eve", "e", 9, 0.5, "Hurt", { ...boxes("lethal", "lethal", "bashing"), boxes: ["Bruised", "Bruised", ...LEVELS].map((label, index) => ({ label, mark: ["lethal", "lethal", "bashing"][index] ?? "", glyph: ["X", "X", "/"][index] ?? "" })) }),
    figure: one("Dee", "d", 7, 0.6, "Hurt", bar(18), figure),
  },
  asks: {},
};

let browser, shown;

beforeAll(async () => {
  const contents = `import "./src/ui/roster.js"; import "./src/hosts/web/table-map.js";`;
  const { outputFiles } = await build({ stdin: { contents, resolveDir: new URL("../..", import.meta.url).pathname }, bundle: true, write: false, format: "iife" });
  browser = await launch();
  shown = await freshPage(browser);
  await shown.page.setContent(`<!doctype html><body style="margin:0;display:grid;grid-template-columns:300px 1fr;height:100vh"><fracas-roster style="padding:14px"></fracas-roster><fracas-table-map></fracas-table-map></body>`);
  await shown.page.addScriptTag({ content: outputFiles[0].text });
  await shown.page.evaluate((view) => {
    for (const name of ["fracas-roster", "fracas-table-map"]) document.querySelector(name).view = view;
  }, VIEW);
  await shown.page.waitForFunction(() => Object.keys(document.querySelector("fracas-table-map").map?.drawn() ?? {}).length === 5, null, { timeout: START });
}, 2 * START);
afterAll(() => browser?.close());

const drawn = () => shown.page.evaluate(() => document.querySelector("fracas-table-map").map.drawn());
const card = (id) => shown.page.locator(`[data-testid="combatant"][data-id="${id}"]`);

test("each kind stands on its token", async () => {
  const { bar: one, ladder, boxes: seven, many, figure: body } = await drawn();
  expect(one.pictures).toMatchObject([{ kind: "bar", visible: true, texts: ["31/40"], share: 0.775 }]);
  expect(ladder.pictures).toMatchObject([{ kind: "ladder", visible: true, texts: ["Severe"], parts: { step: 3 } }]);
  expect(seven.pictures).toMatchObject([{ kind: "boxes", visible: true, texts: [], parts: { marked: 4, box: 3, "sign *": 3, "sign X": 4, "sign /": 1 } }]);
  expect(many.pictures).toMatchObject([{ kind: "boxes", visible: true, parts: { marked: 3, box: 6, "sign X": 4, "sign /": 1 } }]);
  expect(body.pictures).toMatchObject([{ kind: "bar", texts: ["18/40"] }, { kind: "figure", visible: true, parts: { part: 7, harm: 3, mark: 3 } }]);
  await shoot(shown.page, "tracks");
});

test("and in the list, in words too", async () => {
  expect(await card("bar").getByTestId("track-value").innerText()).toBe("31 / 40");
  expect(await card("ladder").getByTestId("track-value").innerText()).toBe("Severe");
  expect(await card("boxes").getByRole("img").getAttribute("aria-label")).toBe(
    "Bruised: aggravated *, Hurt: lethal X, Injured: lethal X, Wounded: bashing /, Mauled: free, Crippled: free, Incapacitated: free",
  );
  expect(await card("boxes").locator("line").count()).toBe(3 + 2 + 2 + 1);
  expect(await card("many").getByRole("img").getAttribute("aria-label")).toBe(
    "Bruised: lethal X, Bruised: lethal X, Bruised: bashing /, Hurt: free, Injured: free, Wounded: free, Mauled: free, Crippled: free, Incapacitated: free",
  );
  expect(await card("many").locator(".boxes svg").count()).toBe(9);
  expect(await card("figure").getByTestId("part").allInnerTexts()).toEqual(["Head 20 %", "Left arm 100 %", "Left leg 50 %"]);
  expect(await card("figure").locator('rect[data-part="harm"]').count()).toBe(3);
});

test("a body that nothing has happened to hides nothing of its token", async () => {
  await shown.page.evaluate(() => {
    const map = document.querySelector("fracas-table-map");
    const view = structuredClone(map.view);
    for (const part of view.combatants.figure.wound.track[1].parts) part.severity = 0;
    for (const name of ["fracas-roster", "fracas-table-map"]) document.querySelector(name).view = view;
  });
  await shown.page.waitForFunction(() => document.querySelector("fracas-table-map").map.drawn().figure.pictures[1].visible === false);
  expect(await card("figure").innerText()).toContain("Nothing is hurt.");
  expect(shown.errors).toEqual([]);
});
