import { expect, test } from "vitest";
import { apart, distance, freeSquare, planning, roundWord, within } from "../../src/core/view.js";

test("within so far stand whoever is no farther in whole units, nearest first; who has no place is nowhere", () => {
  const token = (x, y, size = 1) => ({ name: "", token: { x, y, size } });
  const view = { map: { width: 9, height: 9, unit: "m", unit_per_square: 2 }, combatants: { far: token(8, 8), a: token(0, 0), corner: token(1, 1), big: token(3, 0, 2), off: { name: "" } } };
  expect(within(view, "a", 0)).toEqual(["a"]);
  expect(within(view, "a", 2)).toEqual(["a", "corner"]); // 2.83 m are 2
  expect(within(view, "a", 6)).toEqual(["a", "corner"]); // the big one's middle is 7.07 m away
  expect(within(view, "a", 7)).toEqual(["a", "corner", "big"]);
  expect([within(view, "off", 99), within(view, "nobody", 99)]).toEqual([[], []]);
});

test("distances are straight, between middles, in whole units rounded down", () => {
  const from = (x, y, size) => ({ x, y, ...(size ? { size } : {}) });
  expect(distance(from(0, 0), from(3, 4), 1)).toBe(5);
  expect(distance(from(0, 0), from(1, 1), 1)).toBe(1);
  expect(distance(from(0, 0), from(2, 2), 5)).toBe(14);
  expect(distance(from(0, 0), from(0, 0), 5)).toBe(0);
  expect(distance(from(0, 0, 2), from(4, 0), 2)).toBe(7); // middles 3.5 squares and half a one apart
});

test("between combatants it needs both on the map", () => {
  const view = { map: { width: 9, height: 9, unit: "m", unit_per_square: 2 }, combatants: { a: { token: { x: 0, y: 0, size: 1 } }, b: { token: { x: 3, y: 4, size: 1 } }, c: {} } };
  expect(["b", "c", "a", "nobody"].map((id) => apart(view, "a", id))).toEqual([10, null, null, null]);
});

const standing = (...places) => ({ map: { width: 5, height: 3, unit: "m", unit_per_square: 1 }, combatants: Object.fromEntries(places.map(([x, y], at) => [at, { token: { x, y, size: 1 } }])) });

test("whoever comes takes the nearest free square, that asked for if it is free", () => {
  expect(freeSquare(standing(), { x: 4, y: 0 })).toEqual({ x: 4, y: 0 });
  expect(freeSquare(standing([4, 0]), { x: 4, y: 0 })).toEqual({ x: 3, y: 0 });
  expect(freeSquare(standing([4, 0], [3, 0]), { x: 4, y: 0 })).toEqual({ x: 4, y: 1 });
  expect(freeSquare({ combatants: {} }, { x: 4, y: 0 })).toEqual({});
});

test("plans are made where the game says so, else in the phase of intentions", () => {
  const met = (encounter) => planning({ encounter });
  expect([met({ phase: "gear", planning: true }), met({ phase: "gear" }), met({ phase: "intentions" }), met(undefined)]).toEqual([true, false, true, false]);
});

test("a round is called as the game calls it", () => {
  expect([roundWord({ encounter: { round_label: "Turn 3" } }), roundWord({}), roundWord(null)]).toEqual(["Turn", "", ""]);
});
