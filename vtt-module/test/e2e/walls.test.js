// Walls on the page's map: drawn by a game master's hand or typed as numbers, seen by everybody, and no tool where the game knows no cover.

import { expect, test } from "vitest";
import { shoot } from "./artifacts.js";
import { seat } from "./browser.js";
import { party, PHONE } from "./party.js";

const here = party({ gm: {}, mara: { ...PHONE, colorScheme: "dark" } }, { table: "Last call at the Blue Hour" });
const { people, page, shown } = here;
const spot = (x, y) => here.spot("gm", x, y);
const walls = (who) => page(who).evaluate(() => window.fracasTest.view().map.walls ?? []);
async function draw([ax, ay], [bx, by]) {
  const { mouse } = page("gm");
  await mouse.move(...(await spot(ax, ay)));
  await mouse.down();
  await mouse.move(...(await spot((ax + bx) / 2, (ay + by) / 2)));
  await mouse.move(...(await spot(bx, by)));
  await mouse.up();
}

test("a wall is drawn from corner to corner, of the chosen kind, and everybody sees it told apart without colour", async () => {
  await shown("gm", "wall-tool").click();
  const kinds = await shown("gm", "wall-cover").locator("option").evaluateAll((all) => all.map(({ value }) => value));
  expect(kinds.length).toBeGreaterThan(1);
  for (const [at, cover] of kinds.entries()) {
    await shown("gm", "wall-cover").selectOption(cover);
    await draw([4.1 + at, 6.9], [4.4 + at, 10.1]);
    await expect.poll(() => walls("mara")).toHaveLength(at + 1);
  }
  expect(await walls("mara")).toEqual(kinds.map((cover, at) => ({ ax: 400 + 100 * at, ay: 700, bx: 450 + 100 * at, by: 1000, cover })));
  await page("mara").getByTestId("tab-map").click();
  const legend = shown("mara", "wall-legend").locator("li");
  await expect.poll(() => legend.evaluateAll((all) => all.map(({ dataset }) => dataset.id))).toEqual(kinds);
  const dashes = await legend.locator("path").evaluateAll((all) => all.map((one) => one.getAttribute("d").split("M").length));
  expect(new Set(dashes).size).toBe(kinds.length);
  await shoot(page("gm"), "walls");
  await shoot(page("mara"), "walls");
  expect(await shown("mara", "wall-tool").count()).toBe(0);
});

test("two that are drawn in one breath are both there, however slow the line", async () => {
  const before = await walls("gm");
  await page("gm").evaluate(() => {
    const map = document.querySelector("fracas-table-map");
    const real = map.table.do.bind(map.table);
    map.table.do = async (...all) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return real(...all);
    };
    map.slow = () => (map.table.do = real);
  });
  await draw([15, 3], [15, 5]);
  await draw([17, 3], [17, 5]);
  await page("gm").evaluate(() => document.querySelector("fracas-table-map").slow());
  const wanted = [...before.map(({ ax, bx }) => [ax, bx]), [1500, 1500], [1700, 1700]];
  for (const who of ["mara", "gm"]) await expect.poll(() => walls(who).then((all) => all.map(({ ax, bx }) => [ax, bx]))).toEqual(wanted);
  for (const _ of [1, 2]) {
    await page("gm").evaluate(() => document.querySelector("fracas-table-map").table.do({ do: "undo", steps: 1 }));
  }
  for (const who of ["mara", "gm"]) await expect.poll(() => walls(who)).toEqual(before);
});

test("one that was clicked is removed, by button or by key", async () => {
  const before = await walls("gm");
  await page("gm").mouse.click(...(await spot(4.25, 8.5)));
  expect(await shown("gm", "walls").innerText()).toContain("Marked: from 4/7 to 4.5/10.");
  await shown("gm", "wall-remove").click();
  for (const who of ["mara", "gm"]) await expect.poll(() => walls(who)).toEqual(before.slice(1));
  await page("gm").mouse.click(...(await spot(5.25, 8.5)));
  await page("gm").keyboard.press("Delete");
  await expect.poll(() => walls("mara")).toEqual(before.slice(2));
  await page("gm").keyboard.press("Escape");
  expect(await shown("gm", "walls").count()).toBe(0);
});

test("walls are typed as numbers, by keyboard alone", async () => {
  await shown("gm", "show-gm").click();
  await shown("gm", "gm-part-table").locator("summary").first().press("Enter");
  const form = shown("gm", "wall-add");
  for (const [end, value] of Object.entries({ ax: "1", ay: "2.5", bx: "3", by: "2.5" })) await form.locator(`input[name="${end}"]`).fill(value);
  await form.locator("select").press("ArrowUp");
  await form.locator("input").last().press("Enter");
  for (const who of ["mara", "gm"]) await expect.poll(() => walls(who).then((all) => all.at(-1))).toMatchObject({ ax: 100, ay: 250, bx: 300, by: 250 });
  const row = shown("gm", "wall-row").last();
  await row.locator('input[data-id="by"]').fill("5");
  await row.locator('input[data-id="by"]').press("Tab");
  for (const who of ["mara", "gm"]) await expect.poll(() => walls(who).then((all) => all.at(-1).by)).toBe(500);
  await form.scrollIntoViewIfNeeded();
  await shoot(page("gm"), "walls-list");
  await shown("gm", "walls-clear").click();
  await shown("gm", "walls-clear-sure").click();
  await expect.poll(() => walls("mara")).toEqual([]);
  expect(await shown("mara", "wall-legend").count()).toBe(0);
});

test("a game that knows no cover has no tool for it", async () => {
  await page("gm").goto("about:blank");
  await seat(page("gm"), here.server.links["Game master"]);
  await shown("gm", "show-gm").click();
  await shown("gm", "gm-part-table").locator("summary").first().click();
  await shown("gm", "gm-map").waitFor();
  expect([await shown("gm", "wall-tool").count(), await shown("gm", "wall-add").count()]).toEqual([0, 0]);
  expect([people.gm.errors, people.mara.errors]).toEqual([[], []]);
});
