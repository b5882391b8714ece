// @ts-check
// People who sit at a table of the demonstration, each in a browser of their own: for the tests of a file.

import { afterAll, beforeAll } from "vitest";
import { freshPage, launch, seat, START } from "./browser.js";
import { demo } from "./server.js";

/** How people are called here, and whose link they came with. @type {Record<string, string>} */
const NAMES = { gm: "Game master", mara: "Mara", tom: "Tom" };

/** A page on a phone. */
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/**
 * Before the first test all sit at a table, after the last all is put away.
 * @param {Record<string, import("playwright-core").BrowserContextOptions>} who of `gm`, `mara` and `tom`, each with the browser that they have
 * @param {{ table?: string, data?: string }} [where] the table's title, or it is the first; the server's folder, or it is thrown away
 */
export function party(who, { table, data } = {}) {
  /** @type {Record<string, Awaited<ReturnType<typeof freshPage>>>} */
  const people = {};
  const page = (/** @type {string} */ name) => people[name].page;
  const here = {
    people,
    page,
    server: /** @type {import("./server.js").Running} */ (/** @type {unknown} */ (undefined)),
    browser: /** @type {import("playwright-core").Browser} */ (/** @type {unknown} */ (undefined)),
    /** What stands on somebody's page under a test id. @param {string} name @param {string} id */
    shown: (name, id) => page(name).getByTestId(id),
    /** What somebody's page knows of the table. @param {string} name @returns {Promise<any>} */
    view: (name) => page(name).evaluate(() => window.fracasTest.view()),
    /** Where a point of the map, in squares from its corner, is on the screen. @param {string} name @param {number} x @param {number} y @returns {Promise<[number, number]>} */
    spot: (name, x, y) => page(name).evaluate(([x, y]) => {
      const { map } = /** @type {any} */ (document.querySelector("fracas-table-map"));
      const box = map.host.getBoundingClientRect();
      return [box.x + map.world.x + x * 64 * map.world.scale.x, box.y + map.world.y + y * 64 * map.world.scale.y];
    }, [x, y]),
    /** Until `check`, which runs in the page, holds there. @param {string} name @param {(argument: any) => unknown} check @param {unknown} [argument] */
    until: (name, check, argument) => page(name).waitForFunction(check, argument),
  };
  beforeAll(async () => {
    [here.server, here.browser] = await Promise.all([demo({ data }), launch()]);
    for (const [name, options] of Object.entries(who)) people[name] = await freshPage(here.browser, options);
    const links = table ? here.server.tables[table] : here.server.links;
    await Promise.all(Object.keys(who).map((name) => seat(page(name), links[NAMES[name]])));
  }, 2 * START);
  afterAll(async () => {
    await here.browser?.close();
    await here.server?.stop();
  });
  return here;
}
