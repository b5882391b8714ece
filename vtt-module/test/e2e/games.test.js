// The same page at a table of each game: its wounds on the tokens, its palette, and a hurt that everybody sees.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shoot } from "./artifacts.js";
import { freshPage, START } from "./browser.js";
import { party, PHONE } from "./party.js";

/** By table of the demonstration: its game, whom the game master hurts and how, and the wounds that stand on that token. */
const GAMES = [
  { title: "Behind the old cinema", system: "unisystem", victim: "Alecia", id: "alecia", by: 8, kinds: ["bar"] },
  { title: "Last call at the Blue Hour", system: "vampire", victim: "Samuel", id: "samuel", by: 2, kinds: ["boxes"] },
  { title: "The alley behind the Palace", system: "groove", victim: "Smiley", id: "smiley", by: 12, kinds: ["bar", "figure"] },
  { title: "The vault of the Meridian Bank", system: "d6", victim: "Atlas", id: "atlas", by: 9, kinds: ["bar"] },
];
const here = party({});

describe.each(GAMES)("$system", ({ title, system, id, by, kinds }) => {
  let gm, mara;
  beforeAll(async () => {
    gm = await freshPage(here.browser);
    mara = await freshPage(here.browser, PHONE);
    await Promise.all([[gm, "Game master"], [mara, "Mara"]].map(async ([one, name]) => {
      await one.page.goto(here.server.tables[title][name]);
      await one.page.waitForFunction(() => Object.keys(window.fracasTest?.drawnTracks() ?? {}).length === 5, null, { timeout: START });
    }));
  }, 2 * START);
  afterAll(() => Promise.all([gm?.close(), mara?.close()]));

  test("its wounds stand on the tokens and in the list", async () => {
    const view = await gm.page.evaluate(() => window.fracasTest.view());
    expect(view.table.system).toBe(system);
    const drawn = await gm.page.evaluate(() => window.fracasTest.drawnTracks());
    expect(drawn[id].pictures.map(({ kind }) => kind)).toEqual(kinds);
    const card = gm.page.locator(`[data-testid="combatant"][data-id="${id}"]`);
    expect(await card.getByTestId("track").evaluateAll((all) => all.map(({ dataset }) => dataset.kind))).toEqual(kinds);
    expect((await card.getByTestId("wound").innerText()).length).toBeGreaterThan(2);
  });

  test("its palette offers something, with odds against a foe", async () => {
    await gm.page.getByTestId("actor").selectOption(id);
    const foe = Object.entries((await gm.page.evaluate(() => window.fracasTest.view())).combatants).find(([, one]) => one.side !== "heroes" && one.side !== "kindred")[0];
    await gm.page.getByTestId("target-pick").selectOption(foe);
    const first = gm.page.locator('[data-testid="choice"][data-legal="true"]').first();
    await first.getByRole("button").first().click();
    await gm.page.locator('[data-testid="odds"]:not([data-state="asking"])').waitFor();
    await shoot(gm.page, `game-${system}`);
    await shoot(mara.page, `game-${system}`);
  });

  test("a hurt is drawn on everybody's map", async () => {
    await gm.page.getByTestId("show-gm").click();
    await gm.page.getByTestId("gm-part-combatant").locator("summary").first().click();
    const before = JSON.stringify((await mara.page.evaluate(() => window.fracasTest.drawnTracks()))[id].pictures);
    await gm.page.getByTestId("gm-damage").getByLabel("Damage").fill(String(by));
    await gm.page.getByTestId("gm-damage").getByRole("button").click();
    await mara.page.waitForFunction(([id, before]) => JSON.stringify(window.fracasTest.drawnTracks()[id].pictures) !== before, [id, before]);
    await shoot(gm.page, `hurt-${system}`);
    expect([gm.errors, mara.errors]).toEqual([[], []]);
  });
});
