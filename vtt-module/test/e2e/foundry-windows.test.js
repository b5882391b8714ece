// Windows of the module where Foundry lets them go: popped out into a browser window of their own, and docked.

import { describe, expect, test } from "vitest";
import { ARTIFACTS } from "./artifacts.js";
import { hall, stage, TOKENS } from "./foundry-stage.js";

const house = stage();

describe.each([13, 14])("generation %i", (generation) => {
  const here = hall(house, generation, async () => {
    await here.enter();
    await here.sit({ gm: "Game master" });
    await here.link();
  });
  const { at, until, control, panel, shown } = here;

  test("a German Foundry: every word of the window, the sign and the tools is German", async () => {
    at.mara = await here.place.open("mara", { lang: "de", code: here.server.links.Mara });
    await panel("mara");
    await shown("mara", "panel-act").filter({ hasText: "Aktionen" }).waitFor();
    await at.mara.locator('fracas-dock [data-testid="status"]', { hasText: "Verbunden" }).waitFor();
    expect(await at.mara.locator('[data-tool="fracas"]').getAttribute("title")).toBe("Fracas: Aktionen");
    const words = await at.mara.evaluate(() => {
      const all = (root) => [...root.querySelectorAll("*")].flatMap((one) => [...[...one.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data.trim()), ...(one.shadowRoot ? all(one.shadowRoot) : [])]);
      return all(document.body).filter(Boolean);
    });
    expect(words).toEqual(expect.arrayContaining(["Aktionen", "Protokoll", "An der Seite", "Verbunden"]));
    expect(words.filter((one) => /FRACAS\.|^(Actions|Log|Connected|At the side)$/u.test(one))).toEqual([]);
    await at.mara.close();
  });

  test("docked at the side, as high as the page, until it is wanted elsewhere", async () => {
    await panel("gm");
    const box = () => at.gm.locator("#fracas-panel").boundingBox();
    const before = await box();
    await shown("gm", "panel-dock").click();
    await at.gm.locator('#fracas-panel [data-testid="panel-dock"][aria-pressed="true"]').waitFor();
    const side = await at.gm.evaluate(() => ({ right: document.querySelector("#sidebar").getBoundingClientRect().left, high: innerHeight }));
    const docked = await box();
    expect([docked.y, Math.round(docked.x + docked.width), Math.round(docked.height)]).toEqual([0, side.right, side.high]);
    await at.gm.locator("#fracas-panel .window-header button").click();
    await panel("gm");
    expect(await box()).toEqual(docked); // remembered
    await at.gm.screenshot({ path: `${ARTIFACTS}foundry-${generation}-docked.png` });
    await shown("gm", "panel-dock").click();
    await at.gm.locator('#fracas-panel [data-testid="panel-dock"][aria-pressed="false"]').waitFor();
    expect((await box()).height).toBeLessThan(docked.height);
    expect(before.height).toBeLessThan(docked.height);
  });

  test("popped out, what was there and what is made later look alike, and a click still acts", async () => {
    await control("gm", TOKENS.alecia);
    await panel("gm");
    await shown("gm", "panel-act").waitFor();
    const opened = at.gm.waitForEvent("popup");
    await at.gm.evaluate(() => {
      window.other = window.open("/blank.html", "other", "popup,width=500,height=700");
    });
    const other = await opened;
    await other.waitForLoadState();
    await at.gm.evaluate(() => window.other.document.body.append(document.querySelector("#fracas-panel")));
    const look = (tag) => at.gm.evaluate((tag) => {
      const seek = (root) => root.querySelector(tag) ?? [...root.querySelectorAll("*")].map((one) => one.shadowRoot && seek(one.shadowRoot)).find(Boolean);
      const found = seek(window.other.document);
      return found?.shadowRoot && { display: window.other.getComputedStyle(found).display, shown: found.shadowRoot.textContent.trim().length > 0 };
    }, tag);
    expect(await look("fracas-panel")).toMatchObject({ display: "flex" });
    await other.getByTestId("panel-log").click();
    await other.locator("fracas-log").waitFor();
    await other.getByTestId("entry-text").first().waitFor();
    await other.getByTestId("panel-gm").click();
    await other.getByTestId("gm-start").click();
    await until("gm", () => window.fracasTest.host().view.encounter);
    // Drawn anew in there by its own means, and a line of the chat that is shown there.
    await at.gm.evaluate(async () => {
      const part = window.other.document.querySelector("#fracas-panel [data-application-part]");
      part.innerHTML = "<fracas-panel></fracas-panel>";
      await window.fracasTest.host().windows.open.Panel._onRender({}, {});
      const line = Object.assign(window.other.document.createElement("div"), { className: "fracas-line" });
      const html = window.other.document.body.appendChild(Object.assign(window.other.document.createElement("div"), { id: "line" }));
      html.append(line);
      const { host } = window.fracasTest;
      const { id } = host().entries.at(-1);
      host().chat.rendered({ getFlag: () => id }, html);
    });
    await other.getByTestId("panel-act").waitFor();
    await other.locator("#line").getByTestId("entry-text").waitFor();
    await other.screenshot({ path: `${ARTIFACTS}foundry-${generation}-popped.png` });
    await here.sound();
  });
});
