// What a person in Foundry is told when there is no connection, and what to do.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as path } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { ARTIFACTS } from "./artifacts.js";
import { join, paste, world } from "./foundry.js";
import { stage } from "./foundry-stage.js";
import { demo } from "./server.js";

const house = stage();
let place, server;
afterEach(async () => {
  await place?.close();
  await server?.stop();
  place = server = undefined;
});

const trouble = (page) => page.locator('#fracas-connection [data-testid="trouble"]');
const told = async (page, key) => {
  await page.locator(`#fracas-connection [data-testid="trouble"][data-key="${key}"]`).waitFor({ timeout: 15_000 });
  return trouble(page).innerText();
};

describe.each([13, 14])("generation %i", (generation) => {
  test("first: no server, then no code, and something that is no join link", async () => {
    place = await world(house.browser, house.web.origin, generation);
    const page = await place.open("mara");
    await page.getByTestId("fracas-dock").click();
    expect(await told(page, "no-address")).toContain("Ask the game master");
    await page.getByTestId("code").fill("hello");
    await page.getByTestId("code-take").click();
    await page.getByText("This is neither a join link nor a join code.").waitFor();
    const gm = await place.open("gm");
    await gm.getByTestId("fracas-dock").click();
    expect(await told(gm, "no-address")).toContain("Paste the game master's join link");
    await gm.getByTestId("server").fill("192.168.1.20:8480");
    await gm.getByTestId("server-set").click();
    expect(await told(gm, "no-code")).toContain("that the server printed");
    expect(await told(page, "no-code")).toContain("It is yours alone");
    expect(await page.getByTestId("server").inputValue()).toBe("ws://192.168.1.20:8480/fracas");
  });

  test("the server is away; when it comes, this page is connected by itself", async () => {
    const data = mkdtempSync(path(tmpdir(), "fracas-foundry-"));
    const first = await demo({ data, origin: house.web.origin });
    await first.stop();
    place = await world(house.browser, house.web.origin, generation);
    const page = await place.open("gm");
    await paste(page, first.links["Game master"]);
    expect(await told(page, "away")).toContain(`No Fracas server answers at 127.0.0.1:${first.port}`);
    await page.screenshot({ path: `${ARTIFACTS}foundry-away.png` });
    server = await demo({ data, port: first.port, origin: house.web.origin });
    await page.locator('fracas-dock [data-state="open"]').waitFor({ timeout: 20_000 });
    expect(await trouble(page).count()).toBe(0);
    rmSync(data, { recursive: true, force: true });
  });

  test("the server refuses this page's origin: what to start it with", async () => {
    server = await demo();
    place = await world(house.browser, house.web.origin, generation);
    const page = await place.open("gm");
    await paste(page, server.links["Game master"]);
    expect(await told(page, "origin")).toContain(`FRACAS_ORIGINS=${house.web.origin}`);
  });

  test("a secure page and an insecure address", async () => {
    const origin = "https://vtt.example";
    place = await world(house.browser, origin, generation, house.web.origin);
    const page = await place.open("gm");
    await paste(page, "abc123.0123456789abcdef", "ws://192.0.2.7:8480");
    const words = await told(page, "insecure");
    expect(words).toContain("ws://192.0.2.7:8480/fracas");
    expect(words).toContain("wss://192.0.2.7:8480/fracas");
    await page.screenshot({ path: `${ARTIFACTS}foundry-insecure.png` });
  });

  test("another version: both numbers, and who is to be updated", async () => {
    server = await demo({ origin: house.web.origin });
    place = await world(house.browser, house.web.origin, generation);
    const page = await place.open("gm");
    await page.evaluate(() => {
      const Real = window.WebSocket;
      // A module of a later version offers only its own.
      window.WebSocket = class extends Real {
        constructor(url, protocols) {
          super(url, protocols.map((name) => name.replace("v1", "v2")));
        }
      };
    });
    await paste(page, server.links["Game master"]);
    const words = await told(page, "version");
    expect(words).toContain("speaks version 1 of the protocol, this module version 2");
    expect(words).toContain("Update the one with the lower number");
  });

  test("a seat that is revoked, and a code that never was one", async () => {
    server = await demo({ origin: house.web.origin });
    place = await world(house.browser, house.web.origin, generation);
    const gm = await place.open("gm", { code: server.links["Game master"] });
    const mara = await place.open("mara");
    await join(mara, server.links.Mara);
    await mara.getByTestId("fracas-dock").click();
    await gm.evaluate(() => {
      const { table, view } = window.fracasTest.host();
      return table.do({ do: "seat_revoke", seat: Object.keys(view.seats).find((id) => view.seats[id].name === "Mara") });
    });
    await mara.locator('fracas-dock [data-state="stopped"]').waitFor();
    await mara.getByTestId("fracas-dock").click();
    expect(await told(mara, "seat")).toContain("Ask the game master for a new join link");
    await mara.getByTestId("code").fill("abc123.0123456789abcdef");
    await mara.getByTestId("code-take").click();
    expect(await told(mara, "seat")).toContain("opens no seat any more");
  });

  test("a public page, a server in the local network, and the browser was told no", async () => {
    const origin = "https://vtt.example";
    place = await world(house.browser, origin, generation, house.web.origin);
    const page = await place.open("gm");
    await page.evaluate(() => {
      navigator.permissions.query = async ({ name }) => ({ state: name === "local-network-access" ? "denied" : "prompt" });
    });
    await paste(page, "abc123.0123456789abcdef", "wss://127.0.0.1:9");
    const words = await told(page, "permission");
    expect(words).toContain("127.0.0.1:9 is in your local network");
    expect(words).toContain("Local network access");
  });

  test("one browser, two people: each has their own seat", async () => {
    server = await demo({ origin: house.web.origin });
    place = await world(house.browser, house.web.origin, generation);
    const gm = await place.open("gm", { code: server.links["Game master"] });
    const tom = await place.open("tom", { code: server.links.Tom });
    const name = (page) => page.evaluate(() => window.fracasTest.host().view.you.name);
    expect([await name(gm), await name(tom)]).toEqual(["Game master", "Tom"]);
    await tom.reload();
    await tom.locator('fracas-dock [data-state="open"]').waitFor();
    expect(await name(tom)).toBe("Tom");
    const { settings } = await place.data();
    expect(Object.keys(settings).sort()).toEqual(["fracas.posted", "fracas.server"]);
    expect(JSON.stringify(settings)).not.toContain(server.links.Tom.split("=")[1]);
  });
});
