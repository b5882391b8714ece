import { expect, test } from "vitest";
import { rowsOf } from "../../src/hosts/web/map-names.js";

const plate = (x, y, w = 50) => ({ x, y, w, h: 10 });

test("names that would cover each other go down, line by line; others stay, whatever the order they are given in", () => {
  expect(rowsOf([plate(0, 0), plate(60, 0), plate(30, 0)])).toEqual([0, 0, 1]);
  expect(rowsOf([plate(40, 0), plate(20, 0), plate(0, 0)])).toEqual([2, 1, 0]);
  expect(rowsOf([plate(0, 0), plate(0, 30)])).toEqual([0, 0]);
  expect(rowsOf([plate(0, 0), plate(50, 0)])).toEqual([0, 0]); // side by side is not covered
  expect(rowsOf([])).toEqual([]);
});

test("a name that was pushed down is in the way of the next, and one without room stays where it is", () => {
  expect(rowsOf([plate(0, 0), plate(10, 0), plate(20, 10)])).toEqual([0, 1, 1]);
  expect(rowsOf(Array.from({ length: 5 }, () => plate(0, 0)))).toEqual([0, 1, 2, 0, 0]);
});
