import { expect, test } from "vitest";
import { MOST_WALLS, corner, coverFor, patternOf, strokes, wallAt, withWall, withoutWall } from "../../src/core/walls.js";

const wall = (ax, ay, bx, by, cover = "good") => ({ ax, ay, bx, by, cover });
const MAP = { width: 8, height: 6 };

test("a hand means the nearest corner of half squares, within the map", () => {
  expect(corner({ x: 1.2, y: 2.8 }, MAP)).toEqual({ x: 100, y: 300 });
  expect(corner({ x: 1.3, y: 2.74 }, MAP)).toEqual({ x: 150, y: 250 });
  expect(corner({ x: -3, y: 99 }, MAP)).toEqual({ x: 0, y: 600 });
});

test("a wall is added once, whichever way it is drawn; drawn again as another kind it becomes that; a point is none", () => {
  const one = [wall(0, 0, 100, 0)];
  expect(withWall(one, wall(0, 0, 100, 0))).toBe(one);
  expect(withWall(one, wall(100, 0, 0, 0))).toBe(one);
  expect(withWall(one, wall(50, 50, 50, 50))).toBe(one);
  expect(withWall(one, wall(100, 0, 0, 0, "light"))).toEqual([wall(100, 0, 0, 0, "light")]);
  expect(withWall(one, wall(0, 0, 0, 100))).toEqual([wall(0, 0, 100, 0), wall(0, 0, 0, 100)]);
  const full = Array.from({ length: MOST_WALLS }, (_, at) => wall(0, at, 100, at));
  expect(withWall(full, wall(0, 900, 100, 900))).toBe(full);
  expect(withoutWall([wall(0, 0, 1, 0), wall(0, 0, 2, 0), wall(0, 0, 3, 0)], 1)).toEqual([wall(0, 0, 1, 0), wall(0, 0, 3, 0)]);
});

test("a click means the nearest wall within reach, along its whole length and not beyond its ends", () => {
  const walls = [wall(0, 0, 400, 0), wall(0, 100, 400, 300), wall(50, 300, 50, 300)];
  expect(wallAt(walls, { x: 390, y: 9 }, 10)).toBe(0);
  expect(wallAt(walls, { x: 411, y: 0 }, 10)).toBe(-1);
  expect(wallAt(walls, { x: 300, y: 245 }, 10)).toBe(1);
  expect(wallAt(walls, { x: 50, y: 305 }, 10)).toBe(2);
  expect(wallAt([], { x: 0, y: 0 }, 10)).toBe(-1);
});

test("kinds have strokes of their own: the strongest is one line, others have gaps, begin and end with a stroke, and keep to the wall", () => {
  const covers = [{ id: "light" }, { id: "good" }, { id: "superior" }];
  const patterns = covers.map(({ id }) => patternOf(id, covers));
  expect(new Set(patterns.map(String)).size).toBe(3);
  expect(strokes(wall(0, 0, 300, 400), patterns[2])).toEqual([[0, 0, 300, 400]]);
  for (const pattern of patterns.slice(0, 2)) {
    const found = strokes(wall(0, 0, 300, 400), pattern);
    expect(found.length).toBeGreaterThan(3);
    expect(found[0].slice(0, 2)).toEqual([0, 0]);
    for (const at of [2, 3]) expect(found.at(-1)[at]).toBeCloseTo([0, 0, 300, 400][at]);
    for (const [ax, ay, bx, by] of found) for (const [x, y] of [[ax, ay], [bx, by]]) expect(x * 4).toBeCloseTo(y * 3);
    const drawn = found.reduce((sum, [ax, ay, bx, by]) => sum + Math.hypot(bx - ax, by - ay), 0);
    expect([drawn > 100, drawn < 400]).toEqual([true, true]);
  }
  expect(strokes(wall(5, 5, 5, 5), patterns[0])).toEqual([[5, 5, 5, 5]]);
  expect(strokes(wall(0, 0, 20, 0), patterns[1]).length).toBeGreaterThan(0);
  expect(patternOf("unknown", covers)).toEqual([]);
});

test("the cover that walls give one against another is that of the walls nearer to them", () => {
  const view = (...walls) => ({ combatants: { a: { token: { x: 0, y: 0, size: 1 } }, b: { token: { x: 4, y: 0, size: 1 } }, off: {} }, map: { width: 9, height: 9, unit: "m", unit_per_square: 1, walls } });
  const wall = (ax, ay, bx, by, cover = "low") => ({ ax, ay, bx, by, cover });
  // The middles are at (50, 50) and (450, 50): the same walls as in the rules' own test.
  const near = [[wall(300, 0, 300, 100), true], [wall(100, 0, 100, 100), false], [wall(250, 0, 250, 100), true], [wall(249, 0, 249, 100), false], [wall(300, 50, 300, 400), true],
    [wall(50, 0, 50, 100), false], [wall(450, 50, 900, 50), true], [wall(60, 50, 200, 50), false], [wall(60, 50, 440, 50), true]];
  for (const [one, told] of near) expect([one, coverFor(view(one), "a", "b")]).toEqual([one, told ? ["low"] : []]);
  for (const missed of [wall(300, 60, 300, 400), wall(500, 0, 500, 100), wall(0, 51, 900, 51), wall(460, 50, 900, 50)]) expect(coverFor(view(missed), "a", "b")).toEqual([]);
  expect(coverFor(view(wall(300, 0, 300, 100, "good"), wall(310, 0, 310, 100, "light"), wall(320, 0, 320, 100, "good")), "a", "b")).toEqual(["good", "light"]);
  expect(coverFor(view(wall(100, 0, 100, 100)), "b", "a")).toEqual(["low"]);
  expect([coverFor(view(wall(300, 0, 300, 100)), "a", "off"), coverFor(view(wall(300, 0, 300, 100)), null, "b"), coverFor({ ...view(), map: undefined }, "a", "b")]).toEqual([[], [], []]);
});
