// For those who use no mouse, hear the page, hold a phone, or want nothing to move.

import { expect, test } from "vitest";
import { shoot } from "./artifacts.js";
import { party, PHONE } from "./party.js";

const { people, page, shown } = party({ gm: { reducedMotion: "reduce" }, mara: {}, tom: PHONE });

/** What a screen reader would find: roles without a name. */
async function nameless(who) {
  const session = await page(who).context().newCDPSession(page(who));
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const roles = ["button", "textbox", "searchbox", "combobox", "checkbox", "radio", "spinbutton", "meter", "img", "application", "timer"];
  return nodes.filter(({ ignored, role, name }) => !ignored && roles.includes(role?.value) && !name?.value).map(({ role, properties }) => `${role.value} ${JSON.stringify(properties?.slice(0, 3))}`);
}

test("everything on the page has a name, in every part of the game master's panel", async () => {
  await page("gm").getByTestId("roster").getByRole("button", { name: "Alecia", exact: true }).click();
  await shown("gm", "target-pick").selectOption("vampire");
  const choice = page("gm").locator('[data-testid="choice"][data-id="punch"]');
  await choice.getByRole("button").first().click();
  await shown("gm", "claims").locator("summary").click();
  expect(await nameless("gm")).toEqual([]);
  await shown("gm", "show-gm").click();
  await page("gm").evaluate(() => {
    const open = (root) => {
      for (const one of root.querySelectorAll("*")) {
        if (one.localName === "details") one.open = true;
        if (one.shadowRoot) open(one.shadowRoot);
      }
    };
    open(document);
  });
  await shown("gm", "gm-part-options").getByTestId("option-row").first().waitFor();
  expect(await nameless("gm")).toEqual([]);
  await shown("gm", "gm-part-options").scrollIntoViewIfNeeded();
  await shoot(page("gm"), "gm-all-open");
});

test("an action is taken by keyboard alone, from the top of the page", async () => {
  const { keyboard } = page("mara");
  await page("mara").evaluate(() => document.activeElement?.blur());
  await keyboard.press("Tab");
  expect(await page("mara").evaluate(() => document.activeElement.textContent)).toBe("Skip to the actions");
  // The map first, for the target: the vampire is the third token.
  await shown("mara", "map").focus();
  for (const key of ["Tab", "Tab", "Tab", "t"]) await keyboard.press(key);
  await page("mara").locator('[data-testid="target"][data-id="vampire"]').waitFor();
  await keyboard.press("/");
  const search = shown("mara", "search");
  await page("mara").waitForFunction(() => document.querySelector("fracas-palette").shadowRoot.activeElement?.matches("[data-testid=search]"));
  await keyboard.type("punch");
  expect(await search.inputValue()).toBe("punch");
  await page("mara").locator('[data-testid="choice"][data-id="punch"]').waitFor();
  await keyboard.press("Enter");
  const act = shown("mara", "act");
  await act.waitFor();
  await page("mara").waitForFunction(() => document.querySelector("fracas-palette").shadowRoot.querySelector("fracas-action").shadowRoot.querySelector("[data-testid=act]").ariaDisabled !== "true");
  // Whatever arrived meanwhile, the keyboard is still at the action that it opened.
  expect(await page("mara").evaluate(() => document.querySelector("fracas-palette").shadowRoot.activeElement?.closest("[data-id]")?.dataset.id)).toBe("punch");
  for (let step = 0; step < 30 && !(await act.evaluate((one) => one.getRootNode().activeElement === one)); step++) await keyboard.press("Tab");
  await keyboard.press("Enter");
  await page("gm").waitForFunction(() => window.fracasTest.view().pending?.actor === "alecia");
  await shown("gm", "void").click();
});

test("shift and T take one more target", async () => {
  const { keyboard } = page("mara");
  await shown("mara", "map").focus();
  for (const key of ["Tab", "Tab", "Tab", "Tab", "Shift+T"]) await keyboard.press(key);
  await page("mara").locator('[data-testid="target"][data-id="fledgling"]').waitFor();
  expect(await shown("mara", "target").count()).toBe(2);
});

test("where nothing shall move, tokens do not glide", async () => {
  await page("gm").getByTestId("roster").getByRole("button", { name: "Alecia", exact: true }).click();
  await shown("gm", "map").focus();
  const passed = page("gm").evaluate(
    () =>
      new Promise((done) => {
        /** @type {number[]} */
        const rows = [];
        const look = () => {
          const { y } = window.fracasTest.drawnTracks().alecia.at;
          if (rows.at(-1) !== y) rows.push(y);
          if (y === 5 || rows.length > 5) done(rows);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await page("gm").keyboard.press("ArrowDown");
  expect((await passed).filter((row) => row !== 4 && row !== 5)).toEqual([]); // from square to square, with nothing between
});

test("on a phone nothing is wider than the screen, and everything is large enough for a finger", async () => {
  for (const tab of ["map", "act", "log", "fight"]) {
    await shown("tom", `tab-${tab}`).click();
    await shoot(page("tom"), `phone-${tab}`);
    const { width, small } = await page("tom").evaluate(() => {
      const found = [];
      const look = (root) => {
        for (const one of root.querySelectorAll("*")) {
          if (one.shadowRoot) look(one.shadowRoot);
          const box = one.getBoundingClientRect();
          if (one.matches("button, select, input:not([type=checkbox])") && box.width && box.height < 36 && !one.closest(".toast")) found.push(`${one.className} ${one.textContent.trim().slice(0, 20)} ${Math.round(box.height)}`);
        }
      };
      look(document);
      return { width: document.documentElement.scrollWidth, small: found };
    });
    expect([tab, width, small]).toEqual([tab, 390, []]);
  }
});

test("a chosen action fits a phone, with its reasons and its button", async () => {
  await shown("tom", "tab-act").click();
  await shown("tom", "target-pick").selectOption("fledgling");
  const choice = page("tom").locator('[data-testid="choice"][data-id="punch"]');
  await choice.getByRole("button").first().click();
  await page("tom").locator('[data-testid="odds"]:not([data-state="asking"])').waitFor();
  await shown("tom", "act").scrollIntoViewIfNeeded();
  await shoot(page("tom"), "phone-action");
  await shown("tom", "menu").click();
  await shoot(page("tom"), "phone-menu");
  await shown("tom", "menu").click();
});

test("no page's own code failed", () => {
  for (const who of Object.keys(people)) expect([who, people[who].errors]).toEqual([who, []]);
});
