// What every Foundry test file stands on: the pages' web server and a browser, and for each generation a server with its tables and a
// world with its people.

import { afterAll, beforeAll, expect } from "vitest";
import { launch, START } from "./browser.js";
import { pages, SCENE, seed, world } from "./foundry.js";
import { people } from "./foundry-people.js";
import { demo } from "./server.js";

/** Tokens of the small world by the combatant of the demonstration that they can stand for, and what a front end calls those. */
export const TOKENS = { alecia: "tAlecia000000001", ben: "tBen000000000001", vampire: "tVampire00000001", fledgling: "tFledgling000001" };
export const REFS = { alecia: "Actor.alecia0000000001", ben: "Actor.ben0000000000001", vampire: SCENE + TOKENS.vampire, fledgling: SCENE + TOKENS.fledgling };

/** @returns {{ web: Awaited<ReturnType<typeof pages>>, browser: import("playwright-core").Browser }} filled before the file's tests */
export function stage() {
  const house = /** @type {any} */ ({});
  beforeAll(async () => {
    [house.web, house.browser] = await Promise.all([pages(), launch()]);
  }, START);
  afterAll(async () => {
    await house.browser?.close();
    house.web?.stop();
  });
  return house;
}

/**
 * A server and a world for the tests of one block, and what people do there (`people`).
 * @param {ReturnType<typeof stage>} house @param {number} generation
 * @param {(here: any) => Promise<void>} begin who comes, to which table: see `enter` and `sit`
 */
export function hall(house, generation, begin) {
  /** @type {Record<string, import("playwright-core").Page>} */
  const at = {};
  const here = /** @type {any} */ ({ at, ...people(at, () => here.place, generation) });
  /** Begin anew in a world of these documents and this system. */
  here.enter = async (documents = seed(), system = undefined) => {
    await here.place?.close();
    for (const who of Object.keys(at)) delete at[who];
    here.place = await world(house.browser, house.web.origin, generation, undefined, documents, system);
  };
  /** Let people sit down, by the names on their join links. */
  here.sit = async (names, table = Object.keys(here.server.tables)[0]) => {
    for (const [who, name] of Object.entries(names)) at[who] = await here.place.open(who, { code: here.server.tables[table][name] });
  };
  /** The demonstration's combatants have their tokens. */
  here.link = async () => {
    for (const [id, ref] of Object.entries(REFS)) await here.give("gm", { do: "set_ref", id, ref });
    await here.until("gm", () => window.fracasTest.host().view.combatants.fledgling.ref);
  };
  /** The module's own code failed on nobody's screen, and wrote nothing that the world refused. */
  here.sound = async () => {
    expect(here.place.errors).toEqual([]);
    for (const [who, page] of Object.entries(at)) {
      if (!page.isClosed()) expect([who, await page.evaluate(() => [window.fake.refused, window.fake.Hooks.errors, window.fakeMissing ?? []])]).toEqual([who, [[], [], []]]);
    }
  };
  beforeAll(async () => {
    here.server = await demo({ origin: house.web.origin });
    await begin(here);
  }, 2 * START);
  afterAll(async () => {
    await here.place?.close();
    await here.server?.stop();
  });
  return here;
}
