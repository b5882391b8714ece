// A move to a square of the map: typed, or clicked on the map; and where it is not possible, why.

import { afterAll, beforeAll, expect, test } from "vitest";
import { shoot } from "./artifacts.js";
import { freshPage, launch, seat, START } from "./browser.js";
import { demo } from "./server.js";

let server, browser, gm;

beforeAll(async () => {
  [server, browser] = await Promise.all([demo(), launch()]);
  gm = await freshPage(browser);
  await seat(gm.page, server.tables["Last call at the Blue Hour"]["Game master"]);
}, 2 * START);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const token = () => gm.page.evaluate(() => window.fracasTest.view().combatants.samuel.token);
const at = (x, y) => gm.page.waitForFunction(([x, y]) => {
  const { token } = window.fracasTest.view().combatants.samuel;
  return token.x === x && token.y === y;
}, [x, y]);
const side = (id) => gm.page.locator('[data-testid="param"][data-id="to"]').locator(`input[data-id="${id}"]`);

test("column and row are typed as people count them", async () => {
  const { x, y } = await token();
  await gm.page.getByTestId("actor").selectOption("samuel");
  await gm.page.locator('[data-testid="choice"][data-id="move"] .pick').click();
  await side("x").fill(String(x + 3));
  await side("x").press("Tab");
  await side("y").fill(String(y + 2));
  await side("y").press("Tab");
  await shoot(gm.page, "move-to-square");
  await gm.page.getByTestId("act").click();
  await at(x + 2, y + 1);
});

test("a click on a free square of the map fills them in", async () => {
  const taken = await gm.page.evaluate(() => Object.values(window.fracasTest.view().combatants).map(({ token }) => `${token.x}/${token.y}`));
  const here = await token();
  const free = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, -1]].map(([dx, dy]) => ({ x: here.x + dx, y: here.y + dy })).find(({ x, y }) => x >= 0 && y >= 0 && !taken.includes(`${x}/${y}`));
  const spot = await gm.page.evaluate(({ x, y }) => {
    const { map } = document.querySelector("fracas-table-map");
    const box = map.host.getBoundingClientRect();
    return { x: box.x + map.world.x + (x + 0.5) * 64 * map.world.scale.x, y: box.y + map.world.y + (y + 0.5) * 64 * map.world.scale.y };
  }, free);
  await gm.page.mouse.click(spot.x, spot.y);
  await expect.poll(() => side("x").inputValue()).toBe(String(free.x + 1));
  expect(await side("y").inputValue()).toBe(String(free.y + 1));
  await gm.page.getByTestId("act").click();
  await at(free.x, free.y);
});

test("too far is refused in words, and the token stays", async () => {
  const before = await token();
  const { width } = (await gm.page.evaluate(() => window.fracasTest.view())).map;
  await side("x").fill(String(width + 9));
  await side("x").press("Tab");
  await gm.page.getByTestId("act").click();
  await gm.page.getByText(`The map has ${width} x`).first().waitFor();
  expect(await token()).toEqual(before);
  expect(gm.errors).toEqual([]);
});
