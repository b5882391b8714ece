// Three people at one table: a game master and two players, each in a browser of their own, one of them on a phone.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { freshPage, START } from "./browser.js";
import { party, PHONE } from "./party.js";
import { demo } from "./server.js";

const data = mkdtempSync(join(tmpdir(), "fracas-page-"));
afterAll(() => rmSync(data, { recursive: true, force: true })); // once the server has ended: the last put up is the first put away
const here = party({ gm: {}, mara: { colorScheme: "dark" }, tom: PHONE }, { data });
const { people, page, shown, view, until } = here;
const drawn = (who) => page(who).evaluate(() => window.fracasTest.drawnTracks());

async function tab(who, id) {
  if (who === "tom") await shown(who, `tab-${id}`).click();
  if (who === "gm") await shown(who, id === "gm" ? "show-gm" : "show-act").click();
}

/** Answer what is asked, the game master for those who have no player, until `done` holds in his page and nothing is open. */
async function settle(done, argument) {
  for (let round = 0; round < 100; round++) {
    const waiting = (await view("gm")).pending;
    if (!waiting && (await page("gm").evaluate(done, argument))) return;
    for (const who of ["mara", "tom", "gm"]) {
      const open = Object.entries((await view(who)).asks).find(([, ask]) => who === "gm" || !ask.deputy);
      if (!open || (who === "gm" && ["alecia", "ben"].includes(open[1].who))) continue;
      const [id, ask] = open;
      await page(who).locator(`[data-testid="ask"][data-id="${id}"]`).locator(`[data-pick="${ask.default ?? ask.options[0].id}"]`).click();
      await until(who, (gone) => !(gone in window.fracasTest.view().asks), id);
      break;
    }
    await page("gm").waitForTimeout(50);
  }
  throw new Error(`the table still waits: ${JSON.stringify((await view("gm")).pending)}`);
}

async function aim(who, target) {
  const chip = page(who).locator(`[data-testid="target"][data-id="${target}"]`);
  if ((await chip.count()) === 0) await shown(who, "target-pick").selectOption(target);
  await chip.waitFor();
}

async function punch(who, target) {
  await tab(who, "act");
  await aim(who, target);
  const choice = page(who).locator('[data-testid="choice"][data-id="punch"]');
  if ((await choice.locator("fracas-action").count()) === 0) await choice.getByRole("button").first().click();
  await page(who).locator('[data-testid="odds"]:not([data-state="asking"])').waitFor();
}

describe("what each page shows", () => {
  test("the token leaves the address, and the page says who sits here", async () => {
    expect(new URL(page("mara").url()).hash).toBe("");
    expect(await shown("mara", "you").innerText()).toContain("Mara");
    expect(await shown("mara", "status").innerText()).toBe("Connected");
  });

  test("players see no game master's panel and no numbers of others", async () => {
    for (const who of ["mara", "tom"]) {
      expect(await shown(who, "gm").count()).toBe(0);
      const { combatants, seats, undo } = await view(who);
      expect([seats, undo]).toEqual([undefined, undefined]);
      expect(combatants.vampire.wound.track.map(({ kind }) => kind)).toEqual(["ladder"]);
      expect(combatants.vampire.sheet).toBeUndefined();
    }
    expect(await shown("gm", "show-gm").count()).toBe(1);
  });

  test("wound tracks stand on the tokens: a bar for those who may know the numbers, a ladder for others", async () => {
    const kinds = async (who) => Object.fromEntries(Object.entries(await drawn(who)).map(([id, { pictures }]) => [id, pictures.map(({ kind }) => kind).join()]));
    expect(await kinds("gm")).toEqual({ alecia: "bar", ben: "bar", vampire: "bar", fledgling: "bar", thug: "bar" });
    expect(await kinds("mara")).toEqual({ alecia: "bar", ben: "ladder", vampire: "ladder", fledgling: "ladder", thug: "ladder" });
    const [bar] = (await drawn("mara")).alecia.pictures;
    expect(bar).toMatchObject({ visible: true, share: 1, texts: ["36/36"] });
  });

  test("a token is moved by its owner, and everybody sees it there", async () => {
    const { page } = people.mara;
    const from = await page.evaluate(() => window.fracasTest.tokenPoint("alecia"));
    const to = await page.evaluate(() => window.fracasTest.tokenPoint("vampire"));
    const square = (to.x - from.x) / 2; // they stand two squares apart
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + square, from.y + 4, { steps: 4 });
    await page.mouse.up();
    for (const who of ["mara", "tom", "gm"]) {
      await until(who, () => window.fracasTest.drawnTracks().alecia.at.x === 5);
      expect((await view(who)).combatants.alecia.token).toEqual({ x: 5, y: 4, size: 1 });
    }
  });

  test("a token of somebody else stays where it is", async () => {
    const { page } = people.tom;
    await tab("tom", "map");
    await page.getByTestId("fit").click();
    const from = await page.evaluate(() => window.fracasTest.tokenPoint("alecia"));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y + 60, { steps: 4 });
    await page.mouse.up();
    expect((await view("gm")).combatants.alecia.token).toEqual({ x: 5, y: 4, size: 1 });
  });
});

describe("three Turns", () => {
  test.each([1, 2, 3])("Turn %i", async (turn) => {
    await tab("gm", "gm");
    await shown("gm", turn === 1 ? "gm-start" : "gm-next-round").click();
    await settle((label) => window.fracasTest.view().encounter?.round_label === label, `Turn ${turn}`);
    for (const who of ["gm", "mara", "tom"]) await until(who, (label) => window.fracasTest.view().encounter?.round_label === label, `Turn ${turn}`);
    expect(await shown("mara", "round").innerText()).toBe(`Turn ${turn}`);

    await punchPlan("mara");
    await tab("tom", "act");
    await shown("tom", "declare").click();
    await until("gm", () => ["alecia", "ben"].every((id) => window.fracasTest.view().encounter.declared.includes(id)));
    await tab("gm", "gm");
    await shown("gm", "gm-initiative").click();
    await settle(() => window.fracasTest.view().encounter.phase === "actions");

    for (let acted = 0; acted < 5; acted++) {
      const [up] = (await view("gm")).encounter.up;
      if (!up) break;
      const who = { alecia: "mara", ben: "tom" }[up] ?? "gm";
      await until(who, (id) => window.fracasTest.view().encounter.up.includes(id), up);
      await tab(who, "act");
      if (await shown(who, "actor").inputValue() !== up) await shown(who, "actor").selectOption(up);
      if (up === "alecia" || up === "vampire") {
        // The vampire spreads his blows, so that nobody can be out before the third Turn.
        await punch(who, up === "alecia" ? "vampire" : turn === 2 ? "ben" : "alecia");
        expect(await shown(who, "odds-text").innerText()).toMatch(/^\d+ % to hit · average [\d.]+ · \d+ % to drop$/u);
        const before = await page("gm").evaluate(() => window.fracasTest.entries().filter(({ rolls }) => rolls?.length).length);
        await shown(who, "act").click();
        await settle((count) => window.fracasTest.entries().filter(({ rolls }) => rolls?.length).length > count, before);
      }
      const end = shown(who, "end-turn");
      if (await end.count()) await end.click();
      await until("gm", (id) => !window.fracasTest.view().encounter.up.includes(id), up);
    }
    expect((await view("gm")).encounter.up).toEqual([]);
  });

  /** Mara plans a punch; it is only a plan, so no odds are shown. */
  async function punchPlan(who) {
    await aim(who, "vampire");
    const choice = page(who).locator('[data-testid="choice"][data-id="punch"]');
    if ((await choice.locator("fracas-action").count()) === 0) await choice.getByRole("button").first().click();
    await shown(who, "act").click();
    expect(await shown(who, "plan").innerText()).toContain("1. Punch → Vampire");
    await shown(who, "declare").click();
  }

  test("the log opens a roll into a die and terms that add up", async () => {
    await tab("gm", "gm");
    await shown("gm", "entry-open").last().click();
    const rolls = await page("gm").evaluate(() => window.fracasTest.entries().filter(({ rolls }) => rolls?.length).at(-1).rolls);
    const sum = (terms) => terms.reduce((total, { value }) => total + value, 0);
    for (const roll of rolls.filter(({ terms }) => terms.length)) expect(sum(roll.terms)).toBe(roll.total);
    expect(await page("gm").locator('details[open] [data-testid="roll"]').first().innerText()).toContain(`= ${rolls[0].total}`);
  });

  test("what the game master adjusts is drawn on everybody's map, in what each may know", async () => {
    await tab("gm", "gm");
    await page("gm").locator('[data-testid="roster"]').getByRole("button", { name: "Thug", exact: true }).click();
    await page("gm").getByTestId("gm-part-combatant").locator("summary").first().click();
    const before = (await view("gm")).combatants.thug.wound.track[0];
    await shown("gm", "gm-damage").getByLabel("Damage").fill(String(before.value - 4));
    await shown("gm", "gm-damage").getByRole("button").click();
    await until("gm", (text) => window.fracasTest.drawnTracks().thug.pictures.some(({ texts }) => texts[0] === text), `4/${before.max}`);
    await until("mara", () => window.fracasTest.drawnTracks().thug.pictures[0].parts.step > 1);
    expect((await drawn("mara")).thug.pictures[0].texts.join()).not.toMatch(/\d/u);
  });

  test("undo takes it back", async () => {
    const { label } = (await view("gm")).undo[0];
    expect(await shown("gm", "undo-line").first().innerText()).toContain(label);
    await shown("gm", "gm-undo").first().click();
    await until("mara", () => window.fracasTest.drawnTracks().thug.pictures[0].parts.step === 1);
  });
});

test("a reloaded page sits down again with its log", async () => {
  const { page } = people.mara;
  await page.reload();
  await page.waitForFunction(() => Object.keys(window.fracasTest?.drawnTracks() ?? {}).length > 0, null, { timeout: START });
  expect(await shown("mara", "you").innerText()).toContain("Mara");
  expect(await shown("mara", "entry").count()).toBeGreaterThan(3);
});

test("a seat that is revoked is told so, and its link is dead", async () => {
  const { page } = people.gm;
  await tab("gm", "gm");
  await page.getByTestId("gm-part-seats").locator("summary").first().click();
  const seat = page.getByTestId("seat").filter({ hasText: "Tom" });
  await seat.getByTestId("seat-revoke").click();
  await people.tom.page.getByTestId("door-reason").waitFor();
  expect(await people.tom.page.getByTestId("door-reason").innerText()).toContain("not valid any more");
});

test("a new seat gets a join link that works once it is opened", async () => {
  const { page } = people.gm;
  await page.getByTestId("seat-add").getByLabel("Name").fill("Ira");
  await page.getByTestId("seat-add").getByLabel("Role").selectOption("observer");
  await page.getByTestId("seat-add-go").click();
  const link = await page.getByTestId("join-link").inputValue();
  const ira = await freshPage(here.browser);
  await ira.page.goto(link);
  await ira.page.getByTestId("you").waitFor();
  expect(await ira.page.getByTestId("you").innerText()).toContain("Ira");
  expect(await ira.page.getByTestId("actor").count()).toBe(0);
  expect(ira.errors).toEqual([]);
});

test("a lost connection is told in words; when the server is back the page goes on, and what was asked meanwhile happens", async () => {
  const { y } = (await view("gm")).combatants.thug.token;
  const lines = await shown("gm", "entry").count();
  await here.server.stop();
  await until("gm", () => window.fracasTest.state() !== "open");
  expect(await shown("gm", "status").innerText()).toMatch(/^(Connection lost, trying again in \d+ s|Connecting…)/u);
  await shown("gm", "map").focus();
  await page("gm").keyboard.press("ArrowDown"); // the thug is still selected
  here.server = await demo({ data, port: here.server.port });
  await until("mara", (row) => window.fracasTest.drawnTracks().thug.at.y === row, y + 1);
  expect(await shown("gm", "status").innerText()).toBe("Connected");
  expect((await view("gm")).combatants.thug.token.y).toBe(y + 1);
  expect(await shown("gm", "entry").count()).toBe(lines);
});

test("no page's own code failed", () => {
  for (const who of Object.keys(people)) expect([who, people[who].errors]).toEqual([who, []]);
});
