// @ts-check
// A fake Foundry world in a real browser: one page is its server, each person has a page with the module as it is built.

import { build } from "esbuild";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);
const TYPES = /** @type {Record<string, string>} */ ({ js: "text/javascript", json: "application/json", css: "text/css", html: "text/html", hbs: "text/html", map: "application/json" });
/** What uuids of tokens in the scene of the fight begin with. */
export const SCENE = "Scene.cinema0000000001.Token.";
export const HOSTILE = `<img src=x onerror="window.hacked = true">`;

/** Documents of a small world. Alecia and Ben are linked to their actors, the others are not. */
export function seed() {
  const actor = (/** @type {string} */ _id, /** @type {string} */ name, ownership = {}) => ({ _id, name, ownership, statuses: [], flags: {} });
  const token = (/** @type {string} */ _id, /** @type {string} */ name, /** @type {string} */ actorId, /** @type {number} */ x, /** @type {number} */ y, actorLink = false) =>
    ({ _id, name, actorId, actorLink, x: (x + 1) * 100, y: (y + 1) * 100, width: 1, height: 1, hidden: false, statuses: [], flags: {} });
  const byId = (/** @type {any[]} */ ...all) => Object.fromEntries(all.map((one) => [one._id, one]));
  const scene = (/** @type {string} */ _id, /** @type {string} */ name, /** @type {boolean} */ active, /** @type {object} */ tokens, walls = {}) =>
    ({ _id, name, active, columns: 20, rows: 12, padding: 1, grid: { size: 100, distance: 1, units: "yd" }, flags: {}, tokens, walls });
  return {
    users: byId({ _id: "aGamemaster00001", name: "Gwen", role: 4 }, { _id: "bGamemaster00002", name: "Gary", role: 4 }, { _id: "mara000000000001", name: "Mara", role: 1 }, { _id: "tom0000000000001", name: "Tom", role: 1 }),
    actors: byId(actor("alecia0000000001", "Alecia", { mara000000000001: 3 }), actor("ben0000000000001", "Ben", { tom0000000000001: 3 }), actor("vampire000000001", "Vampire"), actor("thug000000000001", HOSTILE)),
    scenes: byId(
      scene("cinema0000000001", "Cinema", true, byId(
        token("tAlecia000000001", "Alecia", "alecia0000000001", 4, 4, true), token("tBen000000000001", "Ben", "ben0000000000001", 4, 7, true),
        token("tVampire00000001", "Vampire", "vampire000000001", 6, 4), token("tFledgling000001", "Fledgling", "vampire000000001", 7, 7),
        token("tThug00000000001", HOSTILE, "thug000000000001", 13, 6), token("tThug00000000002", HOSTILE, "thug000000000001", 14, 6), token("tThug00000000003", HOSTILE, "thug000000000001", 15, 6)),
        byId({ _id: "wBar0000000000001", c: [800, 300, 800, 700], move: 20, door: 0, ds: 0, flags: {} })),
      scene("crypt00000000001", "Crypt", false, byId(token("tAleciaCrypt0001", "Alecia", "alecia0000000001", 2, 2, true)))),
    combats: {}, messages: {}, settings: {},
  };
}

export const USERS = /** @type {Record<string, string>} */ ({ gm: "aGamemaster00001", gm2: "bGamemaster00002", mara: "mara000000000001", tom: "tom0000000000001" });

/** The web server of the harness and of the built module. @returns {Promise<{ origin: string, stop: () => void }>} */
export async function pages() {
  const bundle = (/** @type {string} */ entry) => build({ entryPoints: [fileURLToPath(new URL(`test/harness/${entry}`, root))], bundle: true, write: false, format: "esm", logLevel: "warning" }).then(({ outputFiles }) => outputFiles[0].text);
  const made = /** @type {Record<string, string>} */ ({ "/harness.js": await bundle("fake-foundry.js"), "/world.js": await bundle("world.js"), "/blank.html": "<!doctype html>", "/world.html": `<!doctype html><script type="module" src="/world.js"></script>` });
  const server = createServer(async (request, response) => {
    const path = (request.url ?? "/").split("?")[0];
    const file = path === "/" ? "test/harness/index.html" : path.replace("/modules/fracas/", "dist/module/").replace(/^\//u, "");
    try {
      const body = made[path] ?? (await readFile(new URL(file, root)));
      response.setHeader("Content-Type", TYPES[(path === "/" ? "html" : path.split(".").pop()) ?? ""] ?? "text/plain");
      response.end(body);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  return { origin: `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`, stop: () => server.close() };
}

/**
 * One world: a context of its own, so that its pages share storage and channel as tabs of one browser do.
 * @param {import("playwright-core").Browser} browser @param {string} origin @param {number} generation
 * @param {string} [served] where the pages really come from, when their origin is only a name
 * @param {object} [documents] the world as it begins
 * @param {string} [system] its game system
 */
export async function world(browser, origin, generation, served, documents = seed(), system = "homebrew") {
  const context = await browser.newContext({ viewport: { width: 1440, height: 860 } });
  if (served) {
    await context.route(`${origin}/**`, async (route) => {
      const answer = await fetch(route.request().url().replace(origin, served));
      await route.fulfill({ status: answer.status, headers: { "content-type": answer.headers.get("content-type") ?? "" }, body: Buffer.from(await answer.arrayBuffer()) });
    });
  }
  const server = await context.newPage();
  await server.goto(`${origin}/world.html`);
  await server.evaluate((data) => /** @type {any} */ (window).fakeWorld.seed(data), documents);
  /** @type {string[]} */
  const errors = [];

  /** @param {string} who @param {{ code?: string, server?: string, lang?: string }} [settings] */
  async function open(who, { code, server: address, lang = "en" } = {}) {
    // A window of its own: browsers hardly draw tabs in the background.
    const opened = context.waitForEvent("page");
    await server.evaluate((url) => void window.open(url, "_blank", "popup,noopener,width=1440,height=860"), `${origin}/blank.html`);
    const page = await opened;
    page.setDefaultTimeout(25_000);
    page.on("pageerror", (error) => errors.push(`${who}: ${error.message}`));
    page.on("console", (message) => message.type() === "error" && !/Failed to load resource|WebSocket connection/u.test(message.text()) && errors.push(`${who}: ${message.text()}`));
    await page.goto(`${origin}/?user=${USERS[who]}&gen=${generation}&system=${system}&lang=${lang}`);
    await page.waitForFunction(() => /** @type {any} */ (window).fake?.game?.ready, null, { timeout: 30_000 });
    if (code) await join(page, code, address);
    return page;
  }

  return {
    open,
    errors,
    /** What the world holds, and what was written. */
    data: () => server.evaluate(() => /** @type {any} */ (window).fakeWorld.data()),
    log: () => server.evaluate(() => /** @type {any} */ (window).fakeWorld.log()),
    hold: () => server.evaluate(() => /** @type {any} */ (window).fakeWorld.hold()),
    release: () => server.evaluate(() => /** @type {any} */ (window).fakeWorld.release()),
    close: () => context.close(),
  };
}

/** Paste a join code as a person does. @param {import("playwright-core").Page} page @param {string} code @param {string} [address] typed as the server's address */
export async function paste(page, code, address) {
  if (!(await page.locator("#fracas-connection").count())) await page.getByTestId("fracas-dock").click();
  await page.locator("#fracas-connection").waitFor();
  if (address !== undefined) {
    await page.getByTestId("server").fill(address);
    await page.getByTestId("server-set").click();
  }
  await page.getByTestId("code").fill(code);
  await page.getByTestId("code-take").click();
}

/** Paste, and sit down. @param {import("playwright-core").Page} page @param {string} code @param {string} [address] */
export async function join(page, code, address) {
  await paste(page, code, address);
  await page.locator('#fracas-connection [data-testid="status"][data-state="open"]').first().waitFor();
  await page.locator("#fracas-connection .window-header button").click();
}
