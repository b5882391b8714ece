import { expect, test } from "vitest";
import { MOST_WALLS, corner, patternOf, strokes, wallAt, withWall, withoutWall } from "../../src/core/walls.js";

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
