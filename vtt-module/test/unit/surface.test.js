import { expect, test } from "vitest";
import { reviewed, surface } from "../../scripts/surface.js";

test("the module touches no other slice of Foundry than foundry-surface.txt says", () => {
  expect(surface()).toBe(reviewed());
}, 60_000);
