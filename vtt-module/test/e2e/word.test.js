// The game master's word at a table of the demonstration: gate, amend, undo and redo, secret actions, pause, deadlines, dice by hand.

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { shoot } from "./artifacts.js";
import { party, PHONE } from "./party.js";

const { people, page, shown, view, until } = party({ gm: {}, mara: PHONE });
const life = (id) => view("gm").then(({ combatants }) => combatants[id].wound.track[0].value);
const part = (name) => shown("gm", `gm-part-${name}`);

async function open(name) {
  await shown("gm", "show-gm").click();
  if (!(await part(name).evaluate((one) => one.open))) await part(name).locator("summary").first().click();
}

async function option(id, value) {
  await open("options");
  const row = page("gm").locator(`[data-testid="option-row"][data-id="${id}"]`);
  const number = row.locator('input[type="number"]');
  if (await number.count()) {
    await number.fill(String(value));
    await number.press("Enter");
  } else await row.getByRole("combobox").selectOption({ label: value });
}

/** Alecia punches the thug, as the game master. */
async function punch() {
  await shown("gm", "show-act").click();
  await shown("gm", "actor").selectOption("alecia");
  const chip = page("gm").locator('[data-testid="target"][data-id="thug"]');
  if (!(await chip.count())) await shown("gm", "target-pick").selectOption("thug");
  await chip.waitFor();
  const choice = page("gm").locator('[data-testid="choice"][data-id="punch"]');
  if (!(await choice.locator("fracas-action").count())) await choice.getByRole("button").first().click();
}

/** Answer what is open with its default, until `stop` holds in the game master's page. */
async function settle(stop, argument) {
  for (let round = 0; round < 40; round++) {
    const open = Object.entries((await view("gm")).asks)[0]; // looked at before it is judged: what comes between is for the next round
    if (await page("gm").evaluate(stop, argument)) return;
    if (open) {
      const [id, ask] = open;
      await page("gm").locator(`[data-testid="ask"][data-id="${id}"] [data-pick="${ask.default || ask.options[0].id}"]`).click();
      await until("gm", (gone) => !(gone in window.fracasTest.view().asks), id);
    } else await page("gm").waitForTimeout(50);
  }
  throw new Error(`the table still waits: ${JSON.stringify(await view("gm").then(({ asks, pending }) => ({ asks, pending })))}`);
}
// Functions, not texts: the page's Content-Security-Policy lets nobody make code from text, tests neither.
const asked = (key) => Object.values(window.fracasTest.view().asks).some((ask) => ask.key === key);
const quiet = () => !window.fracasTest.view().pending;
const busy = () => window.fracasTest.view().pending !== undefined;

test("the gate holds a result until it is let stand", async () => {
  await option("confirm", "the game master");
  await until("gm", () => window.fracasTest.view().options.confirm === "gm");
  await shoot(page("gm"), "options");
  await punch();
  await shoot(page("gm"), "action");
  await shown("gm", "act").click();
  await settle(asked, "confirm");
  const card = page("gm").locator('[data-testid="ask"][data-key="confirm"]');
  expect(await card.innerText()).toMatch(/Does it stand\?[\s\S]*Let it stand\s*default\s*Refuse it/u);
  await shoot(page("gm"), "gate");
  const before = await life("thug");
  await card.locator('[data-pick="refuse"]').click();
  await until("gm", quiet);
  expect(await life("thug")).toBe(before);
  await option("confirm", "nobody (default)");
});

test("a die of the last action is changed, undone and done again", async () => {
  await punch();
  await shown("gm", "act").click();
  await until("gm", busy);
  await settle(quiet);
  await open("amend");
  const reply = page("gm").locator('[data-testid="reply"]:has(input[name="face"])').first();
  const { who, key, faces } = (await view("gm")).replies.find((one) => one.faces);
  const face = faces[0] === 10 ? 1 : faces[0] + 1;
  await reply.locator('input[name="face"]').first().fill(String(face));
  await shoot(page("gm"), "amend");
  await reply.getByTestId("amend-go").click();
  await until("gm", ([who, key, face]) => window.fracasTest.view().replies.find((one) => one.who === who && one.key === key)?.faces[0] === face, [who, key, face]);
  expect(await reply.innerText()).toContain("changed");
  await settle(quiet); // the other face may lead to another question
  const after = await life("thug");
  const { label } = (await view("gm")).undo[0];
  await shown("gm", "gm-undo").first().click();
  await until("gm", (label) => window.fracasTest.view().redo?.[0]?.label === label, label);
  expect(await shown("gm", "redo-line").first().innerText()).toContain(label);
  await shoot(page("gm"), "redo");
  await shown("gm", "gm-redo").click();
  await until("gm", () => !window.fracasTest.view().redo?.length);
  await settle(quiet);
  expect(await life("thug")).toBe(after);
});

test("a face that no die has is refused in words, and nothing changes", async () => {
  await open("amend");
  const reply = page("gm").locator('[data-testid="reply"]:has(input[name="face"])').first();
  await reply.locator('input[name="face"]').first().fill("11");
  await reply.getByTestId("amend-go").click();
  const fault = reply.getByRole("alert");
  await fault.waitFor();
  expect(await fault.innerText()).toBe("It takes 1 faces from 1 to 10.");
  expect(await shown("gm", "toast").count()).toBe(0);
  await reply.locator('input[name="face"]').first().fill("10");
  expect(await fault.count()).toBe(0);
});

test("a secret action is in nobody's log but the game master's", async () => {
  const lines = await page("mara").evaluate(() => window.fracasTest.entries().length);
  await punch();
  await shown("gm", "more").locator("summary").click();
  await shown("gm", "secret").check();
  await shown("gm", "act").click();
  await until("gm", busy);
  expect((await view("mara")).pending).toBeUndefined();
  await settle(quiet);
  expect(await page("gm").evaluate(() => window.fracasTest.entries().at(-1).gm)).toBe(true);
  expect(await page("mara").evaluate(() => window.fracasTest.entries().length)).toBe(lines);
});

test("a ruled modifier and distance go with the action", async () => {
  await punch();
  await shown("gm", "secret").uncheck();
  await shown("gm", "claims").locator("summary").click();
  await shown("gm", "ruling").first().fill("3");
  await shown("gm", "ruling-why").first().fill("High ground");
  await shown("gm", "ruling-why").first().press("Tab");
  await shown("gm", "ruling-more").click();
  await shown("gm", "ruling").nth(1).fill("-1");
  await shown("gm", "ruling").nth(1).press("Tab");
  await shoot(page("gm"), "circumstances");
  await shown("gm", "act").click();
  await until("gm", busy);
  await settle(quiet);
  const labels = await page("gm").evaluate(() => window.fracasTest.entries().flatMap(({ rolls }) => rolls ?? []).flatMap(({ terms }) => terms.map(({ label, value }) => `${label} ${value}`)));
  expect(labels).toEqual(expect.arrayContaining(["High ground 3", "Circumstances -1"]));
});

test("everybody sees that the table is paused, and only the game master acts meanwhile", async () => {
  await open("fight");
  await shown("gm", "gm-pause").click();
  for (const who of ["gm", "mara"]) await shown(who, "banner-paused").waitFor();
  expect(await shown("mara", "banner-paused").innerText()).toContain("Only the game master acts meanwhile");
  expect(await shown("mara", "resume").count()).toBe(0);
  await shoot(page("mara"), "paused");
  await shoot(page("gm"), "paused");
  await shown("gm", "resume").click();
  for (const who of ["gm", "mara"]) await shown(who, "banner-paused").waitFor({ state: "detached" });
});

test("a deadline counts down in words, stands still in a pause, and then the default is taken", async () => {
  await option("ask_seconds", 30);
  await until("gm", () => window.fracasTest.view().options.ask_seconds === 30);
  await shown("gm", "show-act").click();
  await shown("gm", "actor").selectOption("vampire");
  await shown("gm", "target-pick").selectOption("alecia");
  const choice = page("gm").locator('[data-testid="choice"][data-id="punch"]');
  if (!(await choice.locator("fracas-action").count())) await choice.getByRole("button").first().click();
  await shown("gm", "act").click();
  await settle(() => Object.values(window.fracasTest.view().asks).some(({ who }) => who === "alecia"));
  const clock = shown("mara", "clock");
  await clock.waitFor();
  expect(await clock.innerText()).toMatch(/^(30|2\d) seconds left$/u);
  await shoot(page("mara"), "deadline");
  await open("fight");
  await shown("gm", "gm-pause").click();
  await until("mara", () => window.fracasTest.view().paused);
  const left = await clock.getAttribute("data-left");
  await page("mara").waitForTimeout(1300);
  expect([await clock.innerText(), await clock.getAttribute("data-left")]).toEqual(["❚❚ clock stopped", left]);
  await shown("gm", "resume").click();
  await until("mara", () => !window.fracasTest.view().paused);
  await settle(quiet);
  await option("ask_seconds", 0);
});

test("dice by hand are typed in one by one, and a face too many is caught before it is sent", async () => {
  await option("dice", "rolled by hand");
  await until("gm", () => window.fracasTest.view().options.dice === "hand");
  await punch();
  await shown("gm", "act").click();
  await settle(() => Object.values(window.fracasTest.view().asks).some(({ dice }) => dice));
  const field = shown("mara", "face").first();
  await field.waitFor();
  expect(await field.getAttribute("aria-label")).toBe("Die 1: d10");
  await field.fill("11");
  await shown("mara", "answer").click();
  expect(await field.evaluate((one) => one.validity.rangeOverflow)).toBe(true);
  await field.fill("9");
  await shoot(page("mara"), "dice-by-hand");
  await shown("mara", "answer").click();
  await until("gm", () => window.fracasTest.view().replies?.some(({ faces, origin }) => faces?.[0] === 9 && origin === "hand"));
  for (let round = 0; round < 60 && (await view("gm")).pending; round++) {
    const [id, ask] = Object.entries((await view("gm")).asks)[0] ?? [];
    if (!ask) {
      await page("gm").waitForTimeout(50);
      continue;
    }
    const card = page("gm").locator(`[data-testid="ask"][data-id="${id}"]`);
    if (ask.dice) {
      for (const one of await card.getByTestId("face").all()) await one.fill("1");
      await card.getByTestId("answer").click();
    } else await card.locator(`[data-pick="${ask.default || ask.options[0].id}"]`).click();
    await until("gm", (gone) => !(gone in window.fracasTest.view().asks), id);
  }
  expect((await view("gm")).pending).toBeUndefined();
});

test("what a player claims waits for the game master's ruling", async () => {
  await option("dice", "rolled by the server (default)");
  await until("gm", () => window.fracasTest.view().options.dice === "server");
  const { page: phone } = people.mara;
  await shown("mara", "target-pick").selectOption("ben");
  const choice = phone.locator('[data-testid="choice"][data-id="punch"]');
  await choice.getByRole("button").first().click();
  await shown("mara", "claims").locator("summary").click();
  await shown("mara", "ruling").first().fill("2");
  await shown("mara", "ruling-why").first().fill("The sun behind me");
  await shoot(phone, "claim");
  await shown("mara", "act").click();
  const ruling = page("gm").locator('[data-testid="ask"][data-key="ruling"]');
  await ruling.waitFor();
  expect(await ruling.innerText()).toContain("The sun behind me");
  await ruling.getByTestId("option").first().click();
  await ruling.waitFor({ state: "detached" });
  await settle(quiet);
});

test("dice are committed to for all to see; what a seat adds and what the game master opens is told to everybody", async () => {
  const { commitment, epoch } = (await view("mara")).dice;
  await shown("mara", "tab-fight").click();
  await shown("mara", "dice").locator("summary").click();
  expect(await shown("mara", "commitment").innerText()).toBe(commitment);
  await shown("mara", "dice").getByLabel("Add your own chance").fill("my dog's birthday");
  await shown("mara", "entropy").click();
  await page("gm").getByText("my dog's birthday").waitFor();
  await shown("gm", "dice").locator("summary").click();
  await shown("gm", "reveal").click();
  await until("mara", (epoch) => window.fracasTest.view().dice.epoch === epoch + 1, epoch);
  const [seed] = await page("mara").evaluate(() => window.fracasTest.entries().filter(({ key }) => key === "dice_revealed").map(({ data }) => data.seed));
  expect(createHash("sha256").update(Buffer.from(seed, "hex")).digest("hex")).toBe(commitment);
  await page("gm").locator("fracas-entry code").last().waitFor();
  await shown("gm", "dice").scrollIntoViewIfNeeded();
  await shoot(page("gm"), "dice");
  await shoot(page("mara"), "dice");
});

test("no page's own code failed", () => {
  for (const who of Object.keys(people)) expect([who, people[who].errors]).toEqual([who, []]);
});
