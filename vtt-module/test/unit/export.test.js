import { expect, test } from "vitest";
import { asJson, asText, joined } from "../../src/core/export.js";

const roll = { label: "Attack", who: "a", who_name: "Ann", dice: [{ sides: 10, face: 5 }, { sides: 10, face: 2 }], terms: [{ key: "die", label: "Dice", value: 7 }, { key: "skill", label: "Kung Fu", value: 3 }], total: 10 };
const entry = (id, more = {}) => ({ id, key: "k", text: `Line ${id}.`, data: {}, rolls: [], ...more });

test("lines from two sources come once, oldest first", () => {
  expect(joined([entry("1"), entry("2")], [entry("2"), entry("3")]).map(({ id }) => id)).toEqual(["1", "2", "3"]);
});

test("as text a line has its rolls below it, and says what only game masters read", () => {
  expect(asText([entry("1", { rolls: [roll] }), entry("2", { gm: true })], "Friday")).toBe(
    "Friday\n\nLine 1.\n    Attack, Ann: [d10: 5, d10: 2] 7 Dice + 3 Kung Fu = 10\n(GM) Line 2.\n",
  );
});

test("as JSON it is what the wire carried", () => {
  expect(JSON.parse(asJson([entry("1", { rolls: [roll] })], { title: "T", system: "s" }))).toEqual({ title: "T", system: "s", entries: [entry("1", { rolls: [roll] })] });
});
