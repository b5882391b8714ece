// @ts-check
// How long the module takes on a scene of a hundred tokens, in a real browser with a real server: `npm run bench`.
// The middle of several runs, in milliseconds; a busy machine is slower.

import { launch } from "../test/e2e/browser.js";
import { pages, SCENE, seed, world } from "../test/e2e/foundry.js";
import { demo } from "../test/e2e/server.js";

const TOKENS = 100;
const RUNS = 25;
const LIMITS = /** @type {Record<string, number>} */ ({ "applying an update": 8, "opening the palette": 50 });

const data = seed();
const tokens = /** @type {Record<string, any>} */ (data.scenes.cinema0000000001.tokens);
for (let n = Object.keys(tokens).length; n < TOKENS; n++) {
  const _id = `tMany${String(n).padStart(11, "0")}`;
  tokens[_id] = { _id, name: `Thug ${n}`, actorId: "thug000000000001", actorLink: false, x: 100 + (n % 20) * 100, y: 100 + Math.floor(n / 20) * 100, width: 1, height: 1, hidden: false, statuses: [], flags: {} };
}

const web = await pages();
const [server, browser] = await Promise.all([demo({ origin: web.origin }), launch()]);
try {
  const place = await world(browser, web.origin, 14, undefined, data);
  const page = await place.open("gm", { code: server.links["Game master"] });
  const times = await page.evaluate(async ({ ids, scene, runs }) => {
    const host = /** @type {any} */ (window).fracasTest.host();
    for (const id of ids) await host.table.do({ do: "add_combatant", template: "thug", ref: scene + id });
    const rest = () => new Promise((resolve) => setTimeout(resolve, 150));
    const middle = (/** @type {number[]} */ all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];
    await rest();
    const { onUpdate } = host.session.link.options;
    /** @type {number[]} */
    const updates = [];
    host.session.link.options.onUpdate = (/** @type {any} */ update) => {
      const from = performance.now();
      onUpdate(update);
      updates.push(performance.now() - from);
    };
    for (let run = 0; run < runs; run++) {
      await host.table.do({ do: "adjust", targets: ["vampire"], damage: 1 });
      await rest();
    }
    /** @type {number[]} */
    const opened = [];
    for (let run = 0; run < runs; run++) {
      const from = performance.now();
      await host.windows.show("Panel");
      const panel = /** @type {any} */ (document.querySelector("fracas-panel"));
      await panel.updateComplete;
      await panel.shadowRoot.querySelector("fracas-palette")?.updateComplete;
      opened.push(performance.now() - from);
      await host.windows.toggle("Panel");
      await rest();
    }
    return { "applying an update": middle(updates), "opening the palette": middle(opened) };
  }, { ids: Object.keys(tokens), scene: SCENE, runs: RUNS });
  console.log(`Foundry module, ${TOKENS} tokens, ${TOKENS} combatants and the demonstration's own`);
  for (const [what, time] of Object.entries(times)) console.log(`${what.padEnd(22)} ${time.toFixed(1).padStart(6)} ms of ${LIMITS[what]} allowed`);
} finally {
  await browser.close();
  await server.stop();
  web.stop();
}
