// Buttons that send something: pressed twice they send it once, what cannot be undone by a second thought asks first, and what
// cannot be done is off.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shoot } from "./artifacts.js";
import { freshPage, launch, START } from "./browser.js";
import { demo, serve } from "./server.js";

const data = mkdtempSync(join(tmpdir(), "fracas-press-"));
let server, tables, browser, gm;

beforeAll(async () => {
  [server, tables, browser] = await Promise.all([serve(data), demo(), launch()]);
  gm = await freshPage(browser);
}, 2 * START);

afterAll(async () => {
  await browser?.close();
  await Promise.all([server?.stop(), tables?.stop()]);
  rmSync(data, { recursive: true, force: true });
});

const shown = (id) => gm.page.getByTestId(id);
const view = () => gm.page.evaluate(() => window.fracasTest.view());
const until = (check, argument) => gm.page.waitForFunction(check, argument);
const settled = () => gm.page.waitForTimeout(600); // a second command would have come by now
const squares = async () => Object.values((await view()).combatants).map(({ token }) => `${token.x},${token.y}`);

async function part(name) {
  const one = shown(`gm-part-${name}`);
  if (!(await one.evaluate((fold) => fold.open))) await one.locator("summary").first().click();
}

test("a double click makes one table", async () => {
  await gm.page.goto(server.links.Host);
  await shown("create-table").getByLabel("Title of a new table").fill("Only one");
  await shown("create-go").dblclick();
  await shown("title").waitFor();
  await settled();
  await shown("menu").click();
  await shown("other-table").filter({ hasText: "Lobby" }).click();
  await shown("lobby").waitFor();
  expect(await shown("table").count()).toBe(1);
  await shown("open-table").dblclick();
  await shown("title").waitFor();
});

test("without anybody there, nobody can be surprised", async () => {
  await shown("show-gm").click();
  await shown("gm-start").waitFor();
  expect(await gm.page.getByText("Surprised at the start").count()).toBe(0);
});

test("a double click brings in one combatant; two that are to stand on one square stand beside each other", async () => {
  await part("add");
  await shown("template").first().click();
  for (const field of ["Column", "Row"]) await shown("gm-add").getByLabel(field, { exact: true }).fill("3");
  await shown("gm-add-go").dblclick();
  await settled();
  expect(await squares()).toEqual(["2,2"]); // people count from one
  for (const field of ["Column", "Row"]) await shown("gm-add").getByLabel(field, { exact: true }).fill("3");
  await shown("gm-add-go").click();
  await until(() => Object.keys(window.fracasTest.view().combatants).length === 2);
  expect(await squares()).toEqual(["2,2", expect.stringMatching(/^([13],2|2,[13])$/u)]);
  expect(await gm.page.getByText("Surprised at the start").count()).toBe(1);
});

test("a double click makes one seat, and so do two clicks of a program", async () => {
  await part("seats");
  const seats = async () => Object.keys((await view()).seats).length;
  const before = await seats();
  await shown("seat-add").getByLabel("Name", { exact: true }).fill("Ira");
  await shown("seat-add-go").dblclick();
  await settled();
  expect(await seats()).toBe(before + 1);
  const off = await shown("seat-watch").evaluate((button) => {
    button.click();
    button.click();
    return button.ariaDisabled;
  });
  await settled();
  expect([off, await seats(), await shown("seat-watch").getAttribute("aria-disabled")]).toEqual(["true", before + 2, null]);
});

test("a fight starts once; the order comes first, and ending or hurrying asks", async () => {
  await shown("gm-start").dblclick();
  await until(() => window.fracasTest.view().encounter);
  await settled();
  expect((await view()).encounter).toMatchObject({ round: 1, phase: "intentions" });
  expect(await shown("toast").count()).toBe(0);
  const looks = () => Promise.all(["gm-initiative", "gm-next-round"].map((id) => shown(id).evaluate((one) => [one.className, one.disabled])));
  expect(await looks()).toEqual([["primary", false], ["", false]]);
  expect(await shown("gm-next-round").innerText()).toBe("Next Turn");
  await shoot(gm.page, "fight-panel");
  await shown("gm-next-round").click();
  expect(await gm.page.getByText("Not everybody is done.").count()).toBe(1);
  await shown("gm-part-fight").getByRole("button", { name: "Cancel" }).click();
  await shown("gm-initiative").click();
  for (let round = 0; round < 50 && (await view()).encounter.phase !== "actions"; round++) {
    const [id, ask] = Object.entries((await view()).asks)[0] ?? [];
    if (id) {
      await gm.page.locator(`[data-testid="ask"][data-id="${id}"] [data-pick="${ask.default || ask.options[0].id}"]`).click();
      await until((gone) => !(gone in window.fracasTest.view().asks), id);
    } else await gm.page.waitForTimeout(50);
  }
  expect(await looks()).toEqual([["", true], ["primary", false]]);
  await shown("gm-end").dblclick();
  await shown("gm-end-sure").waitFor();
  await settled();
  expect((await view()).encounter.round).toBe(1);
  await shoot(gm.page, "fight-end");
  await shown("gm-end-sure").click();
  await until(() => !window.fracasTest.view().encounter);
});

test("a double click takes back one step, and removes one combatant without a word of trouble", async () => {
  const before = (await view()).undo.length;
  await shown("gm-undo").first().dblclick();
  await settled();
  expect((await view()).undo.length).toBe(before - 1);
  await part("combatant");
  await shown("roster").getByTestId("combatant").first().getByRole("button").first().click();
  await shown("gm-remove").click();
  await shown("gm-remove-sure").dblclick();
  await until(() => Object.keys(window.fracasTest.view().combatants).length === 1);
  await settled();
  expect([await shown("toast").count(), gm.errors]).toEqual([0, []]);
});

test("in a vampire's fight plans are made before the order", async () => {
  await gm.page.goto(tables.tables["Last call at the Blue Hour"]["Game master"]);
  await until(() => window.fracasTest.view()?.table.system === "vampire");
  await shown("show-gm").click();
  await shown("gm-start").click();
  await until(() => window.fracasTest.view().encounter);
  await shown("show-act").click();
  await shown("actor").selectOption("samuel");
  await shown("plan").waitFor();
  await shoot(gm.page, "vampire-plan");
});

test("what decides is seen without scrolling: the odds and the button that acts", async () => {
  for (const [title, actor, foe] of [["The alley behind the Palace", "smiley", "gang_punk"], ["Behind the old cinema", "alecia", "thug"]]) {
    await gm.page.goto(tables.tables[title]["Game master"]);
    await until((title) => window.fracasTest.view()?.table.title === title, title);
    await shown("actor").selectOption(actor);
    const other = (await view()).combatants[foe] ? foe : Object.keys((await view()).combatants).at(-1);
    await shown("target-pick").selectOption(other);
    await gm.page.locator('[data-testid="choice"][data-legal="true"]').first().getByRole("button").first().click();
    await gm.page.locator('[data-testid="odds"][data-state="known"]').waitFor();
    const inside = await shown("act").evaluate((one) => {
      const panel = document.querySelector("fracas-palette").getBoundingClientRect();
      const { top, bottom } = one.getBoundingClientRect();
      return top >= panel.top && bottom <= panel.bottom;
    });
    await shoot(gm.page, `at-once-${actor}`);
    expect([actor, inside]).toEqual([actor, true]);
  }
});
