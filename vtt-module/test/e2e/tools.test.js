// What the page offers beside the fight itself: the palette by keyboard, many targets, measuring, a picture under the map, links
// for spectators, the log as a file, language and colours, the page as an app, several tables, and a connection that is cut.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync, crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shoot } from "./artifacts.js";
import { freshPage, START } from "./browser.js";
import { party, PHONE } from "./party.js";
import { serve } from "./server.js";

const here = party({ gm: {}, mara: { ...PHONE, colorScheme: "dark", locale: "de-DE" } });
const { people, page, shown, view } = here;
const point = (who, id) => page(who).evaluate((id) => window.fracasTest.tokenPoint(id), id);

describe("the palette", () => {
  test("is searched and gone through by keyboard alone", async () => {
    const { keyboard } = page("gm");
    await shown("gm", "actor").selectOption("alecia");
    await shown("gm", "target-pick").selectOption("vampire");
    await page("gm").locator('[data-testid="choice"][data-id="kick"]').waitFor();
    await shown("gm", "map").focus();
    await keyboard.press("/");
    expect(await shown("gm", "search").evaluate((one) => one.getRootNode().activeElement === one)).toBe(true);
    await keyboard.type("kick");
    await keyboard.press("ArrowDown");
    const focused = () => page("gm").evaluate(() => document.querySelector("fracas-palette").shadowRoot.activeElement?.closest("[data-testid=choice]")?.dataset.id);
    expect(await focused()).toBe("kick");
    await keyboard.press("ArrowDown");
    expect(await focused()).not.toBe("kick");
    await keyboard.press("ArrowUp");
    await keyboard.press("Enter");
    await page("gm").locator('[data-testid="choice"][data-id="kick"] fracas-action').waitFor();
    await shown("gm", "search").fill("");
  });

  test("keeps what cannot be done apart, each with its reason", async () => {
    const barred = shown("gm", "barred");
    const summary = barred.locator("summary");
    expect(await summary.innerText()).toMatch(/^✕ \d+ cannot be done now$/u);
    const first = barred.getByTestId("choice").first();
    expect(await first.isVisible()).toBe(false);
    await summary.click();
    expect(await first.innerText()).toMatch(/Not now: .{10,}/u);
    await shoot(page("gm"), "palette");
    await summary.click();
  });

  test("shift-click takes one more target; those beyond what an action takes are marked", async () => {
    const { mouse, keyboard } = page("gm");
    for (const id of ["fledgling", "thug"]) {
      const at = await point("gm", id);
      await keyboard.down("Shift");
      await mouse.click(at.x, at.y);
      await keyboard.up("Shift");
    }
    await page("gm").locator('[data-testid="target"][data-id="thug"]').waitFor();
    const chips = shown("gm", "target");
    expect(await chips.evaluateAll((all) => all.map(({ dataset }) => [dataset.id, dataset.over]))).toEqual([["vampire", "false"], ["fledgling", "true"], ["thug", "true"]]);
    expect(await chips.first().innerText()).toMatch(/Vampire\s+2 yards/u);
    await shoot(page("gm"), "targets");
    await shown("gm", "target-clear").click();
    expect(await chips.count()).toBe(0);
  });
});

describe("measuring", () => {
  test("by mouse it says how far it is from square to square", async () => {
    const [from, to] = [await point("gm", "alecia"), await point("gm", "thug")];
    await shown("gm", "measure").click();
    await page("gm").mouse.move(from.x, from.y);
    await page("gm").mouse.down();
    await page("gm").mouse.move(to.x, to.y, { steps: 5 });
    await page("gm").mouse.up();
    expect(await shown("gm", "measured").innerText()).toBe("9 yards"); // 9 across, 2 down
    await shoot(page("gm"), "measured");
    expect((await view("gm")).combatants.alecia.token).toEqual({ x: 4, y: 4, size: 1 });
    await shown("gm", "measure").click();
    expect(await shown("gm", "measured").count()).toBe(0);
  });

  test("by keyboard too, from whoever is selected", async () => {
    const { keyboard } = page("gm");
    await page("gm").getByTestId("roster").getByRole("button", { name: "Alecia", exact: true }).click();
    await shown("gm", "map").focus();
    await keyboard.press("m");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown"]) await keyboard.press(key);
    expect(await shown("gm", "measured").innerText()).toBe("5 yards");
    await keyboard.press("Escape");
    expect(await shown("gm", "measured").count()).toBe(0);
    expect((await view("gm")).combatants.alecia.token).toEqual({ x: 4, y: 4, size: 1 });
  });
});

describe("the map's background", () => {
  let pictures, address;
  beforeAll(async () => {
    // A server of pictures that says nothing of other origins, as most do.
    pictures = createServer((request, response) => {
      if (request.url !== "/cellar.png") return response.writeHead(404).end();
      response.writeHead(200, { "Content-Type": "image/png" }).end(png(1000, 600));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => pictures.once("listening", resolve));
    address = `http://127.0.0.1:${pictures.address().port}/cellar.png`;
    // The page takes pictures from https addresses; here is no certificate for one.
    await page("gm").route("https://pictures.test/**", async (route) => {
      const answer = await fetch(address.replace("/cellar.png", new URL(route.request().url()).pathname));
      await route.fulfill({ status: answer.status, contentType: "image/png", body: Buffer.from(await answer.arrayBuffer()) });
    });
  });
  afterAll(() => pictures.close());

  async function form() {
    await shown("gm", "show-gm").click();
    const part = shown("gm", "gm-part-table");
    if (!(await part.evaluate((one) => one.open))) await part.locator("summary").first().click();
    return shown("gm", "gm-map");
  }

  test("the grid is fitted to the picture, and set for everybody", async () => {
    const map = await form();
    await map.getByLabel("Background picture").fill("https://pictures.test/cellar.png");
    await map.getByLabel("Picture pixels a square").fill("50");
    await shown("gm", "gm-map-fit").click();
    await page("gm").waitForFunction(() => true);
    await expect.poll(() => shown("gm", "gm-map-told").innerText()).toBe("The picture is 1000 × 600 pixels: 20 × 12 squares.");
    await map.getByLabel("yards a square").fill("2");
    await shown("gm", "gm-map-go").click();
    await page("mara").waitForFunction(() => window.fracasTest.view().map.background);
    expect((await view("mara")).map).toMatchObject({ width: 20, height: 12, unit_per_square: 2, background: "https://pictures.test/cellar.png" });
    const image = page("gm").locator("fracas-table-map img");
    await image.waitFor();
    expect(await image.evaluate((one) => one.naturalWidth)).toBe(1000);
    // Under the tokens: where Alecia's disc is, something else than the picture's grey is seen.
    const at = await point("gm", "alecia");
    const spot = await page("gm").screenshot({ clip: { x: at.x - 16, y: at.y - 8, width: 4, height: 4 } });
    const bare = await page("gm").screenshot({ clip: { x: at.x - 16, y: at.y - 120, width: 4, height: 4 } });
    expect(spot.equals(bare)).toBe(false);
    await shoot(page("gm"), "background");
  });

  test("the picture stays under the grid when the map is zoomed", async () => {
    const box = () => page("gm").locator("fracas-table-map img").boundingBox();
    const before = await box();
    await shown("gm", "map").focus();
    await page("gm").keyboard.press("+");
    await expect.poll(async () => Math.round(((await box()).width / before.width) * 100)).toBe(120);
    await page("gm").keyboard.press("0");
  });

  test("a picture that cannot be loaded is told to everybody who should see it", async () => {
    expect(await shown("mara", "map-picture").innerText()).toBe("Das Hintergrundbild der Karte lässt sich nicht laden.");
    const map = await form();
    await map.getByLabel("Background picture").fill("https://pictures.test/nothing.png");
    await shown("gm", "gm-map-fit").click();
    await expect.poll(() => shown("gm", "gm-map-told").innerText()).toBe("The picture cannot be loaded from that address.");
    await map.getByLabel("Background picture").fill("");
    await shown("gm", "gm-map-go").click();
    await shown("mara", "map-picture").waitFor({ state: "detached" });
  });
});

describe("seats and log", () => {
  test("a spectator's link opens a seat that sees and can do nothing", async () => {
    await shown("gm", "show-gm").click();
    await shown("gm", "gm-part-seats").locator("summary").first().click();
    await shown("gm", "seat-watch").click();
    const link = await shown("gm", "join-link").inputValue();
    const watcher = await freshPage(here.browser);
    await watcher.page.goto(link);
    await watcher.page.waitForFunction(() => Object.keys(window.fracasTest.drawnTracks()).length === 5, null, { timeout: START });
    expect(await watcher.page.evaluate(() => window.fracasTest.view().you.role)).toBe("observer");
    expect(await watcher.page.locator("fracas-palette").innerText()).toBeDefined();
    expect(await watcher.page.getByText("You are watching.").count()).toBe(1);
    expect(watcher.errors).toEqual([]);
    await watcher.close();
  });

  test("the log is taken away as text and as JSON, with what one may see", async () => {
    const take = async (who, kind) => {
      const summary = page(who).locator("fracas-log details.save > summary");
      if (!(await shown(who, `log-${kind}`).isVisible())) await summary.click();
      const [file] = await Promise.all([page(who).waitForEvent("download"), shown(who, `log-${kind}`).click()]);
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
    };
    const text = await take("gm", "text");
    expect(text.name).toBe("Behind-the-old-cinema.txt");
    expect(text.text).toMatch(/^Behind the old cinema\n\n[\s\S]*\nAlecia joins\.\nBen joins\.\n/u);
    expect(text.text).toContain("(GM) Seat of Mara: player.");
    await shown("mara", "tab-log").click();
    const json = await take("mara", "json");
    const { title, entries } = JSON.parse(json.text);
    expect(title).toBe("Behind the old cinema");
    expect(entries.map(({ text }) => text)).toContain("Alecia joins.");
    expect(json.text).not.toContain("Seat of");
  });
});

describe("language and colours", () => {
  test("the page speaks the browser's language, and another one when told", async () => {
    expect(await page("mara").evaluate(() => document.documentElement.lang)).toBe("de");
    expect(await shown("mara", "status").innerText()).toBe("Verbunden");
    await shown("mara", "tab-act").click();
    await shoot(page("mara"), "german");
    await shown("gm", "menu").click();
    await shown("gm", "language").selectOption("de");
    await page("gm").getByText("Beteiligte", { exact: false }).first().waitFor();
    expect(await shown("gm", "show-act").innerText()).toBe("Handlungen");
    await shown("gm", "menu").click();
    await shoot(page("gm"), "german");
    await page("gm").reload();
    await page("gm").waitForFunction(() => Object.keys(window.fracasTest?.drawnTracks() ?? {}).length > 0, null, { timeout: START });
    expect(await shown("gm", "status").innerText()).toBe("Verbunden");
    await shown("gm", "menu").click();
    await shown("gm", "language").selectOption("en");
    expect(await shown("gm", "status").innerText()).toBe("Connected");
  });

  test("dark is a choice, and stays one", async () => {
    const ground = () => page("gm").evaluate(() => getComputedStyle(document.querySelector(".bar")).backgroundColor);
    expect(await ground()).toBe("rgb(255, 253, 249)");
    await shown("gm", "look").selectOption("dark");
    expect(await ground()).toBe("rgb(29, 34, 41)");
    await shoot(page("gm"), "dark");
    await shown("gm", "look").selectOption("");
    expect(await ground()).toBe("rgb(255, 253, 249)");
    await page("gm").keyboard.press("Escape");
    expect(await shown("gm", "menu-sheet").count()).toBe(0);
  });
});

test("the page can be installed: it says what it is, and keeps its own files and nothing else", async () => {
  const origin = new URL(here.server.links.Mara).origin;
  const manifest = await (await fetch(`${origin}/manifest.webmanifest`)).json();
  expect(manifest).toMatchObject({ name: "Fracas", display: "standalone", start_url: "./" });
  for (const { src } of manifest.icons) expect([src, (await fetch(`${origin}/${src}`)).status]).toEqual([src, 200]);
  const kept = await page("gm").evaluate(async () => {
    await navigator.serviceWorker.ready;
    const names = await caches.keys();
    const requests = await (await caches.open(names[0])).keys();
    return { names: names.length, paths: requests.map(({ url }) => new URL(url).pathname).sort() };
  });
  expect(kept).toEqual({ names: 1, paths: ["/", "/app.css", "/app.js", "/chunk.js", "/de.js", "/gm.js", "/icon-192.png", "/icon-512.png", "/icon.svg", "/manifest.webmanifest", "/pixi.js"] });
});

test("a network that is gone is told at once, and what was done meanwhile happens when it is back", async () => {
  const { context } = { context: page("gm").context() };
  await context.setOffline(true);
  await shown("gm", "banner-lost").waitFor({ timeout: 2000 });
  expect(await shown("gm", "status").innerText()).toMatch(/^Connection lost, trying again in \d+ s$|^Connecting…$/u);
  await shoot(page("gm"), "lost");
  await page("gm").getByTestId("roster").getByRole("button", { name: "Alecia", exact: true }).click();
  await shown("gm", "map").focus();
  await page("gm").keyboard.press("ArrowDown");
  await context.setOffline(false);
  await shown("gm", "banner-lost").waitFor({ state: "detached", timeout: 5000 });
  await page("mara").waitForFunction(() => window.fracasTest.view().combatants.alecia.token.y === 5);
});

test("without the server the page still opens, and says so", async () => {
  await page("mara").evaluate(() => navigator.serviceWorker.ready);
  await page("mara").reload(); // from here on the worker stands between
  await page("mara").waitForFunction(() => window.fracasTest?.state() === "open");
  await here.server.stop();
  await page("mara").reload();
  await page("mara").waitForFunction(() => ["waiting", "connecting"].includes(window.fracasTest?.state()), null, { timeout: 10_000 });
  await shoot(page("mara"), "without-server");
});

describe("several tables", () => {
  const data = mkdtempSync(join(tmpdir(), "fracas-lobby-"));
  let house, host;
  beforeAll(async () => {
    house = await serve(data);
    host = await freshPage(here.browser);
  }, START);
  afterAll(async () => {
    await host?.close();
    await house?.stop();
    rmSync(data, { recursive: true, force: true });
  });

  test("are made in the lobby, and one goes from one to the other by the menu", async () => {
    await host.page.goto(house.links.Host);
    for (const title of ["Friday night", "Sunday morning"]) {
      await host.page.getByTestId("create-table").getByLabel("Title of a new table").fill(title);
      await host.page.getByTestId("create-go").click();
      await host.page.getByTestId("title").waitFor();
      expect(await host.page.getByTestId("title").innerText()).toBe(title);
      await host.page.getByTestId("menu").click();
      await host.page.getByTestId("other-table").filter({ hasText: "Lobby" }).click();
      await host.page.getByTestId("lobby").waitFor();
    }
    expect(await host.page.getByTestId("table").locator("b").allInnerTexts()).toEqual(["Friday night", "Sunday morning"]);
    await shoot(host.page, "lobby");
    await host.page.getByTestId("table").filter({ hasText: "Sunday" }).getByTestId("open-table").click();
    await host.page.waitForFunction(() => window.fracasTest.view()?.table.title === "Sunday morning");
    expect(Object.keys((await host.page.evaluate(() => window.fracasTest.view())).seats)).toHaveLength(1); // no second seat for the same person
    await host.page.getByTestId("menu").click();
    await shoot(host.page, "menu");
    await host.page.getByTestId("other-table").filter({ hasText: "Friday" }).first().click();
    await host.page.waitForFunction(() => window.fracasTest.view()?.table.title === "Friday night");
    expect(host.errors).toEqual([]);
  });

  test("are put away, and come back", async () => {
    await host.page.getByTestId("menu").click();
    await host.page.getByTestId("other-table").filter({ hasText: "Lobby" }).click();
    const row = host.page.getByTestId("table").filter({ hasText: "Friday" });
    for (const [how, told] of [["archive-table", "archived"], ["delete-table", "deleted, gone for good on"]]) {
      await row.getByTestId("put-away").click();
      await row.getByTestId(how).click();
      await row.getByTestId("restore-table").waitFor();
      expect(await row.innerText()).toContain(told);
      expect(await host.page.getByTestId("table").locator("b").allInnerTexts()).toEqual(["Sunday morning", "Friday night"]);
      if (how === "delete-table") await shoot(host.page, "put-away");
      await row.getByTestId("restore-table").click();
      await row.getByTestId("open-table").waitFor();
    }
    expect(host.errors).toEqual([]);
  });
});

test("no page's own code failed", () => {
  for (const who of Object.keys(people)) expect([who, people[who].errors]).toEqual([who, []]);
});

/** A picture of a floor with slabs of 50 pixels. @param {number} width @param {number} height */
function png(width, height) {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const joint = x % 50 < 2 || y % 50 < 2;
      const tone = joint ? 60 : 110 + ((Math.floor(x / 50) * 7 + Math.floor(y / 50) * 13) % 5) * 8;
      rows.fill(tone, y * (width * 3 + 1) + 1 + x * 3, y * (width * 3 + 1) + 4 + x * 3);
    }
  }
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}
