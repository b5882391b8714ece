// Somebody runs a server for the first time: takes it over, makes a table, brings people in.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shoot } from "./artifacts.js";
import { freshPage, launch, START } from "./browser.js";
import { serve } from "./server.js";

const data = mkdtempSync(join(tmpdir(), "fracas-host-"));
let server, browser, gm;

beforeAll(async () => {
  [server, browser] = await Promise.all([serve(data), launch()]);
  gm = await freshPage(browser);
}, 2 * START);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(data, { recursive: true, force: true });
});

const view = () => gm.page.evaluate(() => window.fracasTest.view());
const part = (name) => gm.page.getByTestId(`gm-part-${name}`);

async function addBy(button, fill) {
  await gm.page.getByTestId(button).click();
  await fill();
  await gm.page.getByTestId("gm-add-go").click();
}

test("without a link there is an explanation, and a wrong link is refused in words", async () => {
  const { page, close } = await freshPage(browser);
  await page.goto(new URL("/", server.links.Host).href);
  expect(await page.getByTestId("door").innerText()).toContain("join link");
  await page.getByTestId("paste-link").fill("hello");
  await page.getByTestId("paste-go").click();
  expect(await page.getByRole("alert").innerText()).toContain("This is not a join link");
  await page.getByTestId("paste-link").fill(`${server.links.Host.split("#")[0]}#join=nobody.abcdefghijklmnop`);
  await page.getByTestId("paste-go").click();
  await page.getByTestId("door-reason").waitFor();
  expect(await page.getByTestId("door-reason").innerText()).toContain("not valid any more");
  await close();
});

test("the host's link works once, and its page still opens the lobby after a reload", async () => {
  await gm.page.goto(server.links.Host);
  await gm.page.getByTestId("lobby").waitFor();
  await gm.page.reload();
  await gm.page.getByTestId("lobby").waitFor();
  const second = await freshPage(browser);
  await second.page.goto(server.links.Host);
  await second.page.getByTestId("door-reason").waitFor();
  expect(await second.page.getByTestId("door-reason").innerText()).toBe("This host link has been used already. For a fresh one, start the server with: fracas serve --new-host-link");
  await second.close();
});

test("a table is made and opened as its game master", async () => {
  await gm.page.getByTestId("create-table").getByLabel("Title of a new table").fill("Friday night");
  await gm.page.getByTestId("create-go").click();
  await gm.page.getByTestId("title").waitFor();
  expect(await gm.page.getByTestId("title").innerText()).toBe("Friday night");
  expect((await view()).you.role).toBe("gm");
});

test("a combatant comes from a template, one from a sheet, onto free squares in the middle", async () => {
  await gm.page.getByTestId("show-gm").click();
  await part("add").locator("summary").first().click();
  await addBy("add-template", async () => {
    await gm.page.getByTestId("template").first().click();
    await gm.page.getByTestId("gm-add").getByLabel("Name").fill("Nora");
  });
  await gm.page.waitForFunction(() => Object.values(window.fracasTest.drawnTracks()).some(({ name }) => name === "Nora"));
  await addBy("add-sheet", async () => {
    const form = gm.page.getByTestId("sheet-form");
    await form.getByLabel("Name *").fill("Ilse");
    await form.locator('[data-field="life_points"]').fill("31");
    await form.locator("summary", { hasText: "Skills" }).click();
    await form.locator('[data-field="skills.kung_fu"]').fill("4");
  });
  await gm.page.waitForFunction(() => Object.values(window.fracasTest.drawnTracks()).some(({ name }) => name === "Ilse"));
  const [nora, ilse] = Object.values((await view()).combatants);
  expect([nora.name, ilse.name]).toEqual(["Nora", "Ilse"]);
  expect(ilse.sheet).toMatchObject({ name: "Ilse", life_points: 31, skills: { kung_fu: 4 } });
  expect(ilse.wound.track[0]).toMatchObject({ kind: "bar", value: 31, max: 31 });
  expect(nora.token).not.toEqual(ilse.token);
});

test("a sheet wants a name, and a value out of its bounds is told at its field; nobody joins", async () => {
  await addBy("add-sheet", async () => {
    const form = gm.page.getByTestId("sheet-form");
    expect(await form.getByLabel("Name *").inputValue()).toBe(""); // the last sheet is gone
    await form.locator('[data-field="life_points"]').fill("12");
  });
  const form = gm.page.getByTestId("sheet-form");
  expect(await form.getByLabel("Name *").evaluate((one) => [one.validity.valueMissing, one.getRootNode().activeElement === one])).toEqual([true, true]);
  await form.getByLabel("Name *").fill("Wrong");
  await form.locator('[data-field="life_points"]').fill("100000");
  await gm.page.getByTestId("gm-add-go").click();
  expect(await form.locator('[data-field="life_points"]').evaluate((one) => [one.validity.rangeOverflow, one.getRootNode().activeElement === one])).toEqual([true, true]);
  expect(await gm.page.getByTestId("toast").count()).toBe(0);
  await shoot(gm.page, "sheet-fault");
  expect(Object.keys((await view()).combatants)).toHaveLength(2);
});

test("house rules are set with their explanation, and everybody's view of them follows", async () => {
  await part("options").locator("summary").first().click();
  const row = gm.page.getByTestId("option-row").first();
  const id = await row.getAttribute("data-id");
  expect((await row.innerText()).length).toBeGreaterThan(30);
  const before = (await view()).options?.[id];
  await row.getByRole("combobox").selectOption({ index: 1 });
  await gm.page.waitForFunction(([id, before]) => window.fracasTest.view().options[id] !== before, [id, before]);
});

test("whoever is hidden is marked for the game master and not there for a player", async () => {
  await part("seats").locator("summary").first().click();
  await gm.page.getByTestId("seat-add").getByLabel("Name", { exact: true }).fill("Pia");
  await gm.page.getByTestId("seat-add").getByLabel("Nora").check();
  await gm.page.getByTestId("seat-add-go").click();
  const pia = await freshPage(browser);
  await pia.page.goto(await gm.page.getByTestId("join-link").inputValue());
  await pia.page.waitForFunction(() => Object.keys(window.fracasTest.drawnTracks()).length === 2, null, { timeout: START });
  expect(Object.values(await pia.page.evaluate(() => window.fracasTest.view().combatants)).map(({ mine }) => mine)).toEqual([true, undefined]);
  await gm.page.getByTestId("roster").getByRole("button", { name: "Ilse", exact: true }).click();
  await part("combatant").locator("summary").first().click();
  await gm.page.getByTestId("gm-hidden").click();
  await pia.page.waitForFunction(() => Object.keys(window.fracasTest.drawnTracks()).length === 1);
  expect(await pia.page.getByTestId("roster").innerText()).not.toContain("Ilse");
  expect(await gm.page.getByTestId("roster").innerText()).toContain("hidden from players");
  expect([gm.errors, pia.errors]).toEqual([[], []]);
  await pia.close();
});
