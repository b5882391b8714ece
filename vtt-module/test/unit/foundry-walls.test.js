import { expect, test } from "vitest";
import { wallsOf } from "../../src/hosts/foundry/walls.js";

/** A map of 20 x 12 squares of 50 pixels, 100 pixels into the canvas. */
const MAP = { x: 100, y: 100, grid: 50, width: 20, height: 12 };
const wall = (c, more = {}) => ({ c, move: 20, door: 0, ds: 0, ...more });
const spans = (walls, map = MAP) => wallsOf(walls, map, "good").map(({ ax, ay, bx, by }) => [ax, ay, bx, by]);

test("pixels of the canvas into hundredths of a square of the map", () => {
  // (200 - 100) / 50 = 2 squares, (225 - 100) / 50 = 2.5, (333 - 100) / 50 = 4.66
  expect(wallsOf([wall([200, 225, 333, 225])], MAP, "good")).toEqual([{ ax: 200, ay: 250, bx: 466, by: 250, cover: "good" }]);
});

test("what lets people through is no wall: no movement blocked, or an open door; closed, locked and secret doors are", () => {
  const at = (y, more) => wall([100, y, 200, y], more);
  const shown = spans([at(100, { move: 0 }), at(150, { door: 1, ds: 1 }), at(200, { door: 1, ds: 0 }), at(250, { door: 1, ds: 2 }), at(300, { door: 2, ds: 0 }), at(350, { door: 2, ds: 1 }), at(400, { ds: 1 })]);
  expect(shown.map(([, y]) => y)).toEqual([200, 300, 400, 600]);
});

test("a line and the same line backwards are one, a point is none, and the order is always the same", () => {
  const walls = [wall([300, 100, 200, 100]), wall([200, 100, 300, 100]), wall([150, 150, 150, 150]), wall([100, 400, 100, 200])];
  expect(spans(walls)).toEqual([[0, 200, 0, 600], [200, 0, 400, 0]]);
  expect(spans([...walls].reverse())).toEqual(spans(walls));
});

test("only what lies on the map: cut at its edge, or left out", () => {
  // From 4 squares left of the map to 4 squares within; the map ends at 20 x 12 squares, 1100 x 700 pixels.
  expect(spans([wall([-100, 200, 300, 200])])).toEqual([[0, 200, 400, 200]]);
  expect(spans([wall([0, 0, 1200, 1200])])).toEqual([[0, 0, 1200, 1200]]);
  expect(spans([wall([0, 50, 1200, 50]), wall([1150, 0, 1150, 900]), wall([50, 150, 150, 50])])).toEqual([]);
  expect(spans([wall([100, 800, 100, 650])])).toEqual([[0, 1100, 0, 1200]]);
});

test("of too many the longest", () => {
  const many = Array.from({ length: 600 }, (_, n) => wall([100, 100 + n, 101 + n, 100 + n]));
  const kept = spans(many);
  expect(kept).toHaveLength(500);
  expect(Math.min(...kept.map(([ax, , bx]) => bx - ax))).toBe(202); // the 101st: 101 pixels, 202 hundredths
});
