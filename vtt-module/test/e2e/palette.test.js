// The palette alone in a real browser, while the list of what may be done changes underneath.

import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { freshPage, launch, START } from "./browser.js";

let browser, code, one, page;

beforeAll(async () => {
  const { outputFiles } = await build({ stdin: { contents: `import "./src/ui/palette.js";`, resolveDir: new URL("../..", import.meta.url).pathname }, bundle: true, write: false, format: "iife" });
  code = outputFiles[0].text;
  browser = await launch();
}, START);
afterAll(() => browser?.close());

const VIEW = {
  table: { id: "t", title: "T", system: "s", system_title: "S" },
  you: { seat: "g", name: "G", role: "gm", owns: [] },
  map: { width: 8, height: 8, unit: "yards", unit_per_square: 2 },
  combatants: Object.fromEntries([["a", "Ann", 0], ["b", "Bob", 1], ["c", "Cid", 2], ["d", "Dot", 5]].map(([id, name, x]) => [id, { name, side: "s", kind: "k", conditions: [], token: { x, y: 0, size: 1 }, wound: { id: "w", label: "Unhurt", severity: 0, track: [] } }])),
  asks: {},
};
const SHOTS = { id: "shots", label: "Shots", kind: "number", min: 0, max: 99 };
const WORDS = { id: "words", label: "Words", kind: "text" };
const offer = (id, more = {}) => ({ id, label: id[0].toUpperCase() + id.slice(1), legal: true, roll: "", damage: "", targets: { min: 0, max: 0 }, weapons: [], locations: [], params: [SHOTS, WORDS], spend: [], cost: "", ...more });
const barred = (id, code = "requirement", why = "Too late.") => offer(id, { legal: false, code, why });
/** Groups, by id, of actions. */
const groups = (made) => ({ actor: "a", groups: Object.entries(made).map(([id, actions]) => ({ id, label: id.toUpperCase(), actions })) });
const FIRST = groups({ one: [offer("bite"), offer("claw")], two: [offer("kick"), offer("leap")], three: [offer("rest")] });

beforeEach(async () => {
  one = await freshPage(browser);
  page = one.page;
  await page.setContent("<!doctype html><body></body>");
  await page.addScriptTag({ content: code });
  await page.evaluate(([view, legal]) => {
    Object.assign(window, { given: [], asked: [], legal, view });
    const palette = document.createElement("fracas-palette");
    Object.assign(palette, { view, actor: "a", targets: [], table: {
      do: async (command) => (window.given.push(command), { resolution: null }),
      query: async (what, params) => {
        window.asked.push([what, params]);
        return what === "legal" ? structuredClone(window.legal) : { known: true, text: "50 %" };
      },
    } });
    for (const [name, change] of [["fracas-target", (id) => [...palette.targets, id]], ["fracas-untarget", (id) => palette.targets.filter((one) => one !== id)]]) palette.addEventListener(name, ({ detail }) => (palette.targets = change(detail.id)));
    palette.addEventListener("fracas-area", ({ detail }) => (window.area = detail));
    document.body.replaceChildren(palette);
  }, [VIEW, FIRST]);
  await choice("kick").waitFor();
});
afterEach(async () => {
  expect(one.errors).toEqual([]);
  await one.close();
});

const choice = (id) => page.locator(`[data-testid="choice"][data-id="${id}"]`);
const open = (id) => choice(id).getByRole("button").first().click();
const param = (id) => page.locator(`input[data-testid="param"][data-id="${id}"]`);
const given = () => page.evaluate(() => window.given);
/** An update arrives, and with it another list. */
const shift = async (legal) => {
  await page.evaluate(([legal, view]) => {
    window.legal = legal;
    document.querySelector("fracas-palette").view = structuredClone(view);
  }, [legal, VIEW]);
  await page.waitForFunction((legal) => JSON.stringify(document.querySelector("fracas-palette").legal) === legal, JSON.stringify(legal));
  await page.evaluate(() => document.querySelector("fracas-palette").updateComplete);
};
/** What has the keyboard, through all shadow roots. */
const focused = () => page.evaluate(() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at?.dataset.id ?? at?.closest("[data-id]")?.dataset.id ?? at?.dataset.testid ?? at?.localName;
});

/** A secret kick with three shots and a ruling of the game master's, not sent yet. */
async function put() {
  await open("kick");
  await page.getByTestId("more").locator("summary").click();
  await page.getByTestId("secret").check();
  await param("shots").fill("3");
  await page.getByTestId("claims").locator("summary").click();
  await page.getByTestId("ruling").fill("-2");
  await param("words").fill("half a w"); // not left yet: the keyboard is still here
}
const KICK = { do: "act", actor: "a", maneuver: "kick", params: { shots: 3, words: "half a w" }, modifiers: [{ label: "Circumstances", value: -2 }], secret: true };

const SHIFTS = {
  "a group before it goes": groups({ two: FIRST.groups[1].actions, three: FIRST.groups[2].actions }),
  "a group before it goes, and one comes after it": groups({ two: FIRST.groups[1].actions, four: [offer("hide")] }),
  "groups come and change places": groups({ zero: [offer("wait")], three: [offer("rest")], two: FIRST.groups[1].actions, one: FIRST.groups[0].actions }),
  "what stands before it in its group goes, and others come": groups({ one: [offer("claw")], two: [offer("feint"), offer("grab"), offer("kick")] }),
  "all others are barred": groups({ one: [barred("bite"), barred("claw")], two: [offer("kick"), barred("leap")], three: [barred("rest")] }),
  "everything waits for somebody else": groups({ one: [barred("bite", "busy"), barred("claw", "busy")], two: [barred("kick", "busy"), barred("leap", "busy")] }),
};

test.each(Object.entries(SHIFTS))("what is put together stays, and so does the keyboard: %s", async (_, legal) => {
  await put();
  await shift(legal);
  expect(await focused()).toBe("words");
  expect(await page.getByTestId("secret").isChecked()).toBe(true);
  await page.keyboard.press("Tab"); // leaving the field makes what was typed count
  await shift(FIRST);
  await page.getByTestId("act").click();
  expect(await given()).toEqual([KICK]);
});

test("another action begins empty, whichever stood in its place before", async () => {
  await put();
  await page.keyboard.press("Tab");
  await open("leap");
  await page.getByTestId("act").click();
  await open("kick");
  expect(await page.getByTestId("secret").isChecked()).toBe(false);
  expect(await given()).toEqual([{ do: "act", actor: "a", maneuver: "leap" }]);
});

test("an action that is not offered any more closes with a word, and sends nothing", async () => {
  await put();
  await shift(groups({ one: FIRST.groups[0].actions, two: [offer("leap")] }));
  expect(await page.getByTestId("action").count()).toBe(0);
  expect(await page.getByTestId("closed").innerText()).toBe("Kick is not offered any more. Nothing was sent.");
  expect(await focused()).toBe("search");
  await shift(FIRST);
  await open("kick");
  expect(await page.getByTestId("closed").innerText()).toBe("");
  expect(await param("shots").inputValue()).toBe("3");
  await open("kick"); // whoever closes it begins anew
  await open("kick");
  expect(await param("shots").inputValue()).toBe("");
  expect(await given()).toEqual([]);
});

test("an action that its actor cannot do any more closes with the reason; opened again it is as it was left", async () => {
  await put();
  await page.keyboard.press("Tab");
  await shift(groups({ one: FIRST.groups[0].actions, two: [barred("kick", "no-actions-left", "Ann has acted."), offer("leap")] }));
  expect(await page.getByTestId("action").count()).toBe(0);
  expect(await page.getByTestId("closed").innerText()).toBe("Kick is closed. Not now: Ann has acted.");
  await shift(FIRST);
  await open("kick");
  expect(await page.getByTestId("secret").isVisible()).toBe(true); // what is marked is in sight
  await page.getByTestId("act").click();
  expect(await given()).toEqual([KICK]);
});

test("while the question is open whom it is for, the action stays, with its reason and its button off", async () => {
  await put();
  await page.keyboard.press("Tab");
  await shift(groups({ two: [barred("kick", "out-of-range", "Bob is too far away.")] }));
  expect(await page.getByTestId("why").innerText()).toContain("Bob is too far away.");
  const act = page.getByTestId("act");
  expect(await act.getAttribute("aria-disabled")).toBe("true");
  await act.focus();
  await page.keyboard.press("Enter");
  expect(await given()).toEqual([]);
});

test("while another action is in progress nothing is sent; what is put together waits for its end", async () => {
  await put();
  await page.keyboard.press("Tab");
  const pending = (pending) => page.evaluate(([view, pending]) => Object.assign(document.querySelector("fracas-palette"), { view: { ...view, pending } }).updateComplete, [VIEW, pending]);
  await pending({ id: "r", label: "Bob: leap", waiting: ["Bob"] });
  await expect.poll(() => page.getByTestId("act").getAttribute("aria-disabled")).toBe("true");
  await page.getByTestId("act").press("Enter");
  expect(await given()).toEqual([]);
  await pending(undefined);
  await page.getByTestId("act").click();
  expect(await given()).toEqual([KICK]);
});

test("two combatants' drafts of one action are two, and each comes back with its own", async () => {
  await put();
  await page.keyboard.press("Tab");
  const turn = (actor) => page.evaluate((actor) => Object.assign(document.querySelector("fracas-palette"), { actor }).updateComplete, actor);
  await turn("b");
  await open("kick");
  expect(await page.getByTestId("secret").isChecked()).toBe(false);
  await page.getByTestId("more").locator("summary").click();
  await param("shots").fill("7");
  await page.getByTestId("act").click();
  await turn("a");
  await open("kick");
  await page.getByTestId("act").click();
  expect(await given()).toEqual([{ do: "act", actor: "b", maneuver: "kick", params: { shots: 7 } }, KICK]);
});

test("a plan is its combatant's: it is there again when they are selected again, and goes when planning is over", async () => {
  const change = (more) => page.evaluate((more) => Object.assign(document.querySelector("fracas-palette"), more).updateComplete, more);
  const planning = { ...VIEW, encounter: { planning: true, round: 1, round_label: "Turn 1", phase: "intentions", order: [], up: [], done: [], declared: [] } };
  await change({ view: planning });
  await open("kick");
  await page.getByTestId("act").click();
  expect(await page.getByTestId("plan").innerText()).toContain("1. Kick");
  await change({ actor: "b" });
  expect(await page.getByTestId("plan").innerText()).not.toContain("Kick");
  await change({ actor: "a" });
  await expect.poll(() => page.getByTestId("plan").innerText()).toContain("1. Kick");
  await change({ view: VIEW });
  await change({ view: planning });
  expect(await page.getByTestId("plan").innerText()).not.toContain("Kick");
});

test("fields belong to their parameter, when an action takes others than before", async () => {
  await open("kick");
  await page.getByTestId("more").locator("summary").click();
  await param("shots").fill("3");
  await param("words").focus();
  await page.keyboard.type("boo");
  const other = { id: "force", label: "Force", kind: "text" };
  await shift(groups({ two: [offer("kick", { params: [other, WORDS, SHOTS] })] }));
  expect(await focused()).toBe("words");
  expect([await param("force").inputValue(), await param("words").inputValue(), await param("shots").inputValue()]).toEqual(["", "boo", "3"]);
});

test("the chances are worked out although the action moved to another place meanwhile", async () => {
  await shift(groups({ two: [offer("kick", { targets: { min: 1, max: 1 } })] }));
  await open("kick");
  await page.getByTestId("target-pick").selectOption("b");
  await page.getByTestId("odds").waitFor();
  await page.evaluate((legal) => (document.querySelector("fracas-palette").legal = legal), groups({ one: [offer("bite")], three: [offer("rest")], two: [offer("kick", { targets: { min: 1, max: 1 } })] }));
  await page.locator('[data-testid="odds"][data-state="known"]').waitFor();
});

const PEOPLE = { id: "near", label: "In the way", kind: "whos", needed: true };
const area = (id) => page.locator(`[data-testid="area"][data-id="${id}"]`);
const found = (id) => area(id).getByTestId("area-found").innerText();
const shape = () => page.evaluate(() => window.area);

test("a list of people takes everybody within so far of somebody, by keyboard; one may be taken out again", async () => {
  await shift(groups({ two: [offer("kick", { params: [PEOPLE] })] }));
  await open("kick");
  await area("near").locator("summary").press("Enter");
  expect(await found("near")).toBe("Within: Ann (who acts), Bob, Cid."); // two squares of two yards around whoever acts
  expect(await shape()).toEqual({ around: "a", reach: 4 });
  await page.getByTestId("area-around").selectOption("c");
  await page.getByTestId("area-reach").fill("3");
  expect(await found("near")).toBe("Within: Cid, Bob.");
  await page.getByTestId("area-reach").fill("6");
  expect(await found("near")).toBe("Within: Cid, Bob, Ann (who acts), Dot.");
  expect(await shape()).toEqual({ around: "c", reach: 6 });
  await page.getByTestId("area-take").press("Enter");
  await page.getByRole("checkbox", { name: "Ann" }).uncheck();
  await page.getByTestId("act").click();
  expect(await given()).toEqual([{ do: "act", actor: "a", maneuver: "kick", params: { near: ["c", "b", "d"] } }]);
  await open("kick");
  expect(await shape()).toEqual({}); // no form, no circle
});

test("several targets are everybody within, the nearest first; whoever acts only when the rules let them", async () => {
  const many = (more) => groups({ two: [offer("kick", { targets: { min: 1, max: 3 }, ...more })] });
  const chips = () => page.getByTestId("target").evaluateAll((all) => all.map(({ dataset }) => `${dataset.id}${dataset.over === "true" ? " over" : ""}`));
  await shift(many({}));
  await open("kick");
  await page.getByTestId("target-pick").selectOption("d");
  await area("targets").locator("summary").click();
  await page.getByTestId("area-around").selectOption("b");
  await page.getByTestId("area-reach").fill("8");
  expect(await found("targets")).toBe("Within: Bob, Ann (who acts), Cid, Dot. The action takes 3: the nearest count.");
  await page.evaluate((legal) => (window.legal = legal), many({ legal: false, code: "illegal-target", why: "Nobody kicks herself." }));
  await page.getByTestId("area-take").click();
  await expect.poll(chips).toEqual(["b", "c", "d"]);
  expect(await found("targets")).toContain("Without Ann, who acts: Nobody kicks herself.");
  const [, asked] = (await page.evaluate(() => window.asked)).filter(([what, { targets = [] }]) => what === "legal" && targets.includes("a"))[0];
  expect(asked).toEqual({ actor: "a", targets: ["b", "a", "c"] });
  await shift(many({}));
  await page.getByTestId("area-take").click();
  await expect.poll(chips).toEqual(["b", "a", "c", "d over"]);
});

test("where nobody stands on a map, there is nothing to measure", async () => {
  const bare = structuredClone(VIEW);
  for (const one of Object.values(bare.combatants)) delete one.token;
  await shift(groups({ two: [offer("kick", { params: [PEOPLE] })] }));
  await page.evaluate((view) => (document.querySelector("fracas-palette").view = view), bare);
  await open("kick");
  expect(await area("near").count()).toBe(0);
});
