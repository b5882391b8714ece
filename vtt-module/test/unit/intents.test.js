import { expect, test } from "vitest";
import { act, adjust, answer, command, declare, defaultParams, newId } from "../../src/core/intents.js";

const FEAT = { id: "feat", label: "Feat", spend: { points: 1 }, params: { drama: "feat" } };

test("an action names what was chosen and nothing else", () => {
  expect(act({ actor: "a", maneuver: "punch", targets: ["b"], weapon: "", location: "", params: {}, spend: [] })).toEqual({ do: "act", actor: "a", maneuver: "punch", targets: ["b"] });
});

test("spending adds up, and brings its parameters", () => {
  const more = { id: "again", label: "Again", spend: { points: 2 }, params: {} };
  expect(act({ actor: "a", maneuver: "punch", params: { aim: 2 }, spend: [FEAT, more] })).toEqual({
    do: "act", actor: "a", maneuver: "punch", spend: { points: 3 }, params: { aim: 2, drama: "feat" },
  });
});

test("zero and false are choices, not absence", () => {
  expect(act({ actor: "a", maneuver: "m", distance: 0, params: { fast: false } })).toEqual({ do: "act", actor: "a", maneuver: "m", distance: 0, params: { fast: false } });
});

test("a plan may be empty, and its items carry only what a declaration may say", () => {
  expect(declare("a", [])).toEqual({ do: "declare", actor: "a", intent: [] });
  expect(declare("a", [{ actor: "a", maneuver: "punch", targets: ["b"], location: "head", spend: [FEAT] }])).toEqual({
    do: "declare", actor: "a", intent: [{ maneuver: "punch", targets: ["b"], params: { drama: "feat" } }],
  });
});

test("answers, adjustments and other commands", () => {
  expect(answer("k", 0)).toEqual({ do: "answer", ask: "k", pick: 0 });
  expect(adjust("a", { damage: 5 })).toEqual({ do: "adjust", targets: ["a"], damage: 5 });
  expect(command("start", { surprised: [] })).toEqual({ do: "start" });
});

test("parameters start with their defaults", () => {
  const params = [{ id: "n", label: "N", kind: "number", default: 2 }, { id: "f", label: "F", kind: "flag", default: false }, { id: "x", label: "X", kind: "choice" }];
  expect(defaultParams({ params })).toEqual({ n: 2, f: false });
});

test("ids are short, plain and do not repeat", () => {
  const ids = new Set(Array.from({ length: 1000 }, newId));
  expect(ids.size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/u);
});
