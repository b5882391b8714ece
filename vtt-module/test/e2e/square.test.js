// A move to a square of the map: typed, or clicked on the map; and where it is not possible, why.

import { expect, test } from "vitest";
import { shoot } from "./artifacts.js";
import { party } from "./party.js";

const { people, page, shown, view, until, spot } = party({ gm: {} }, { table: "Last call at the Blue Hour" });

const token = async () => (await view("gm")).combatants.samuel.token;
const at = (x, y) => until("gm", ([x, y]) => {
  const { token } = window.fracasTest.view().combatants.samuel;
  return token.x === x && token.y === y;
}, [x, y]);
const side = (id) => page("gm").locator('[data-testid="param"][data-id="to"]').locator(`input[data-id="${id}"]`);

test("column and row are typed as people count them", async () => {
  const { x, y } = await token();
  await shown("gm", "actor").selectOption("samuel");
  await page("gm").locator('[data-testid="choice"][data-id="move"] .pick').click();
  await side("x").fill(String(x + 3));
  await side("x").press("Tab");
  await side("y").fill(String(y + 2));
  await side("y").press("Tab");
  await shoot(page("gm"), "move-to-square");
  await shown("gm", "act").click();
  await at(x + 2, y + 1);
});

test("a click on a free square of the map fills them in", async () => {
  const taken = Object.values((await view("gm")).combatants).map(({ token }) => `${token.x}/${token.y}`);
  const here = await token();
  const free = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, -1]].map(([dx, dy]) => ({ x: here.x + dx, y: here.y + dy })).find(({ x, y }) => x >= 0 && y >= 0 && !taken.includes(`${x}/${y}`));
  await page("gm").mouse.click(...(await spot("gm", free.x + 0.5, free.y + 0.5)));
  await expect.poll(() => side("x").inputValue()).toBe(String(free.x + 1));
  expect(await side("y").inputValue()).toBe(String(free.y + 1));
  await shown("gm", "act").click();
  await at(free.x, free.y);
});

test("too far is refused in words, and the token stays", async () => {
  const before = await token();
  const { width } = (await view("gm")).map;
  await side("x").fill(String(width + 9));
  await side("x").press("Tab");
  await shown("gm", "act").click();
  await page("gm").getByText(`The map has ${width} x`).first().waitFor();
  expect(await token()).toEqual(before);
  expect(people.gm.errors).toEqual([]);
});
