// Everybody within so far of somebody, at a table: the list in the form, the circle on the map, for a game master and on a player's phone.

import { expect, test } from "vitest";
import { shoot } from "./artifacts.js";
import { party, PHONE } from "./party.js";

const { people, page, shown } = party({ gm: {}, mara: PHONE });
const circle = (who) => page(who).evaluate(() => window.fracasTest.area());

/** The form of an action that strikes an area, with its circle open. */
async function open(who) {
  await shown(who, "search").fill("suppress");
  await page(who).locator('[data-testid="choice"][data-id="suppressive_fire"] .pick').click();
  const claims = shown(who, "claims");
  if (!(await claims.evaluate((one) => one.open))) await claims.locator("summary").first().click();
  await shown(who, "area").locator("summary").click();
}

test("the circle stands on the map while it is chosen, and goes with the form", async () => {
  await shown("gm", "actor").selectOption("thug");
  await open("gm");
  await shown("gm", "area-around").selectOption("vampire");
  await shown("gm", "area-reach").fill("2");
  const { x, y } = await page("gm").evaluate(() => window.fracasTest.view().combatants.vampire.token);
  await expect.poll(async () => Math.abs((await circle("gm"))?.x - x - 0.5) < 0.1 && Math.abs((await circle("gm")).y - y - 0.5) < 0.1).toBe(true);
  expect(Math.round((await circle("gm")).radius)).toBe(3); // whoever is less than three away is within two
  await shoot(page("gm"), "area");
  const before = await shown("gm", "area-found").innerText();
  await shown("gm", "area-take").click();
  const taken = await page("gm").locator('[data-testid="param"][data-id="in_area"] input:checked').count();
  expect(taken).toBe(before.split(",").length);
  await page("gm").locator('[data-testid="choice"][data-id="suppressive_fire"] .pick').click();
  await expect.poll(() => circle("gm")).toBe(null);
});

test("whom a player does not see is in none of their circles", async () => {
  await page("gm").getByTestId("roster").getByRole("button", { name: "Fledgling", exact: true }).click();
  await shown("gm", "show-gm").click();
  await shown("gm", "gm-part-combatant").locator("summary").first().click();
  await shown("gm", "gm-hidden").click();
  await page("mara").waitForFunction(() => !window.fracasTest.view().combatants.fledgling);
  await shown("mara", "tab-act").click();
  await open("mara");
  await shown("mara", "area-reach").fill("99");
  expect(await shown("mara", "area-found").innerText()).toBe("Within: Alecia (who acts), Vampire, Ben, Thug.");
  await expect.poll(() => circle("mara")).not.toBe(null);
  await shown("mara", "area-take").scrollIntoViewIfNeeded();
  await shoot(page("mara"), "area");
  expect([people.gm.errors, people.mara.errors]).toEqual([[], []]);
});
