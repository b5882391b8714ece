import { expect, test } from "vitest";
import { unitsPer } from "../../src/hosts/foundry/moves.js";

test("a scene's unit in the game's own, however it is written; unknown ones are taken as they are", () => {
  expect(unitsPer("ft", "metres")).toBeCloseTo(0.3048);
  expect(unitsPer("m", "yards")).toBeCloseTo(1.0936, 4);
  expect(unitsPer(" Feet ", "yards")).toBeCloseTo(1 / 3);
  expect(unitsPer("m", "feet")).toBeCloseTo(3.2808, 4);
  expect([unitsPer("m", "metres"), unitsPer("ft", "feet"), unitsPer("", "metres"), unitsPer("leagues", "yards")]).toEqual([1, 1, 1, 1]);
});
