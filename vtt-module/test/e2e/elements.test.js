// Elements alone in a real browser: what they show for given data, and what they ask for.

import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { freshPage, launch, START } from "./browser.js";
import { HOSTILE } from "./foundry.js";

let browser, code, one;

beforeAll(async () => {
  const entry = ["sheet-form", "log", "prompts", "roster", "turns", "status", "banner", "dice", "action", "gm"].map((name) => `import "./src/ui/${name}.js";`).join("\n");
  const { outputFiles } = await build({ stdin: { contents: entry, resolveDir: new URL("../..", import.meta.url).pathname }, bundle: true, write: false, format: "iife" });
  code = outputFiles[0].text;
  browser = await launch();
}, START);
afterAll(() => browser?.close());

beforeEach(async () => {
  one = await freshPage(browser);
  await one.page.setContent("<!doctype html><body></body>");
  await one.page.addScriptTag({ content: code });
});
afterEach(async () => {
  expect(one.errors).toEqual([]);
  await one.close();
});

/** Put an element on the page with these properties; commands it gives are kept in `window.given`. */
function show(name, properties) {
  return one.page.evaluate(([name, properties]) => {
    window.given = [];
    const element = document.createElement(name);
    Object.assign(element, properties, { table: { do: async (command) => (window.given.push(command), { resolution: null }), query: async () => ({}) } });
    document.body.replaceChildren(element);
    return element.updateComplete.then(() => true);
  }, [name, properties]);
}
const given = () => one.page.evaluate(() => window.given);

const VIEW = {
  table: { id: "t", title: "T", system: "s", system_title: "S" },
  you: { seat: "p", name: "P", role: "player", owns: ["a"] },
  map: { width: 4, height: 4, unit: "yards", unit_per_square: 1 },
  combatants: {
    a: { name: "Ann", side: "heroes", kind: "k", mine: true, conditions: [{ id: "prone", label: "Prone", detail: "" }], numbers: [{ key: "p", label: "Points", value: 3 }],
      wound: { id: "w", label: "Hurt", severity: 0.3, track: [{ kind: "bar", label: "Life", value: 12, max: 36, min: -10, marks: [{ at: 10, label: "Severe" }] }] } },
    b: { name: HOSTILE, side: "monsters", kind: "k", conditions: [], defeated: true,
      wound: { id: "w", label: "Severe", severity: 0.8, track: [{ kind: "ladder", label: "Wounds", steps: [{ id: "x", label: "Unhurt" }, { id: "y", label: "Severe" }], at: 1 }] } },
  },
  asks: {},
};

test("a sheet form gives the sheet that was filled in, and nothing else", async () => {
  const schema = {
    anyOf: [{ $ref: "#/$defs/Hero" }, { $ref: "#/$defs/Foe" }],
    discriminator: { propertyName: "kind" },
    $defs: {
      Hero: { type: "object", required: ["kind", "name"], properties: {
        kind: { enum: ["hero"] }, name: { type: "string" }, life: { type: "integer", minimum: 1 }, fearless: { type: "boolean", default: false },
        skills: { type: "object", additionalProperties: { type: "integer" } }, weapons: { type: "array", items: { $ref: "#/$defs/Weapon" } } } },
      Foe: { type: "object", properties: { kind: { enum: ["foe"] }, name: { type: "string" }, score: { type: "integer" } } },
      Weapon: { type: "object", properties: { id: { type: "string" }, base: { anyOf: [{ type: "integer" }, { type: "string" }] }, hands: { enum: [1, 2] } } },
    },
  };
  await show("fracas-sheet-form", { schema });
  const { page } = one;
  const filled = () => page.evaluate(() => document.querySelector("fracas-sheet-form").filled);
  expect(await filled()).toEqual({ kind: "hero" });
  await page.getByLabel("Name").fill("Ann");
  await page.getByLabel("Life").fill("30");
  await page.getByLabel("Fearless").check();
  await page.locator("summary", { hasText: "Skills" }).click();
  await page.getByLabel("New entry").fill("Kung Fu");
  await page.getByLabel("New entry").press("Enter");
  await page.getByLabel("Kung fu", { exact: true }).fill("5");
  await page.locator("summary", { hasText: "Weapons" }).click();
  await page.locator('[data-add="weapons"]').click();
  await page.getByLabel("Id").fill("stake");
  await page.getByLabel("Base").fill("2 x strength");
  await page.keyboard.press("Tab");
  await page.getByLabel("Hands").selectOption("2");
  await page.getByLabel("Hands").blur();
  expect(await filled()).toEqual({ kind: "hero", name: "Ann", life: 30, fearless: true, skills: { kung_fu: 5 }, weapons: [{ id: "stake", base: "2 x strength", hands: 2 }] });
  await page.getByLabel("Remove", { exact: true }).click();
  expect(await filled()).toEqual({ kind: "hero", name: "Ann", life: 30, fearless: true, skills: { kung_fu: 5 } });
});

test("the other kind of sheet has its own fields", async () => {
  const schema = { anyOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }], $defs: {
    A: { type: "object", properties: { kind: { const: "a" }, one: { type: "integer" } } }, B: { type: "object", properties: { kind: { const: "b" }, two: { type: "integer" } } } } };
  await show("fracas-sheet-form", { schema });
  await one.page.getByTestId("sheet-kind").selectOption("b");
  await one.page.getByLabel("Two").fill("2");
  await one.page.getByLabel("Two").blur();
  expect(await one.page.evaluate(() => document.querySelector("fracas-sheet-form").filled)).toEqual({ kind: "b", two: 2 });
  expect(await one.page.getByLabel("One").count()).toBe(0);
});

test("a refusal stands at the field that it names, even in a folded part of a sheet, until something is typed; else the host tells it", async () => {
  const sheet = { type: "object", required: ["name"], properties: { name: { type: "string" }, skills: { type: "object", additionalProperties: { type: "integer" } } } };
  const { page } = one;
  await show("fracas-gm-add", { view: { ...VIEW, you: { ...VIEW.you, role: "gm" } }, schemas: { sheet, templates: [] } });
  await page.evaluate(() => {
    window.told = [];
    const answers = [["Kung fu is 9 at most.", "$.sheet.skills.kung_fu"], ["No room is left.", "$.elsewhere"]];
    document.querySelector("fracas-gm-add").table = { query: async () => ({}), do: async (command, { told }) => {
      const [message, path] = answers.shift();
      window.told.push([command.sheet, told({ message, path })]);
      return null;
    } };
  });
  await page.getByTestId("add-sheet").click();
  await page.getByTestId("gm-add-go").click();
  expect(await page.evaluate(() => window.told)).toEqual([]); // without a name nothing is sent
  await page.getByLabel("Name *").fill("Ann");
  await page.locator("summary").click();
  await page.getByLabel("New entry").fill("Kung Fu");
  await page.getByLabel("New entry").press("Enter");
  await page.getByLabel("Kung fu", { exact: true }).fill("12");
  await page.locator("summary").click();
  await page.getByTestId("gm-add-go").click();
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").innerText()).toBe("Kung fu is 9 at most.");
  expect(await page.getByRole("alert").isVisible()).toBe(true);
  await page.getByLabel("Kung fu", { exact: false }).first().fill("9");
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.getByTestId("gm-add-go").click();
  await expect.poll(() => page.evaluate(() => window.told)).toEqual([
    [{ name: "Ann", skills: { kung_fu: 12 } }, true],
    [{ name: "Ann", skills: { kung_fu: 9 } }, false],
  ]);
});

test("a weapon that is away is not taken up unasked; one that is ready is", async () => {
  const weapons = [{ id: "bow", name: "Bow" }, { id: "knife", name: "Knife" }];
  const action = { id: "hit", label: "Hit", legal: true, roll: "", damage: "", targets: { min: 0, max: 0 }, weapons, locations: [], params: [], spend: [], cost: "" };
  const armed = (...ready) => ({ ...VIEW, combatants: { ...VIEW.combatants, a: { ...VIEW.combatants.a, weapons: weapons.map((one) => ({ ...one, ready: ready.includes(one.id) })) } } });
  const taken = async (view) => (await show("fracas-action", { view, actor: "a", targets: [], action }), one.page.getByTestId("weapon").inputValue());
  expect([await taken(armed("knife")), await taken(armed()), await taken(VIEW)]).toEqual(["knife", "", "bow"]);
  const loaded = armed("bow");
  loaded.combatants.a.weapons[0].name = "Bow (3/6)"; // the combatant's own list knows what is loaded
  await taken(loaded);
  expect(await one.page.getByTestId("weapon").locator("option").allInnerTexts()).toEqual(["choose …", "Bow (3/6)", "Knife"]);
});

test("a roll opens into its die and terms, which add up to its total", async () => {
  const terms = [["die", "Die", 5], ["attribute", "Dexterity", 3], ["skill", "Kung Fu", 5], ["wounds", "Wounds", -1]].map(([key, label, value]) => ({ key, label, value }));
  await show("fracas-log", { entries: [
    { key: "attack", text: "Ann punches.", data: {}, rolls: [{ label: "Attack", who: "a", who_name: "Ann", dice: [{ sides: 10, face: 5 }], terms, total: 12 }] },
    { key: "secret", text: "Something waits.", data: {}, rolls: [], gm: true },
  ] });
  const { page } = one;
  expect(await page.getByTestId("roll").isVisible()).toBe(false);
  await page.getByTestId("entry-open").press("Enter");
  expect((await page.getByTestId("roll").innerText()).replace(/\s+/gu, " ")).toBe("Attack Ann 5 Die + 3 Dexterity + 5 Kung Fu − 1 Wounds = 12");
  expect(await page.getByTestId("entry-text").nth(1).innerText()).toContain("GM only");
});

test("the log shows its newest line, until somebody goes up in it", async () => {
  const line = (at) => ({ id: String(at), key: "x", text: `Line ${at}, which is long enough to be broken into several on a narrow page such as this one.`, data: {}, rolls: [] });
  await show("fracas-log", { entries: Array.from({ length: 60 }, (_, at) => line(at)) });
  const { page } = one;
  await page.evaluate(() => document.querySelector("fracas-log").style.setProperty("height", "200px"));
  const more = (count) => page.evaluate((entries) => { document.querySelector("fracas-log").entries = entries; }, Array.from({ length: count }, (_, at) => line(at)));
  const seen = (at) => page.getByTestId("entry").nth(at).evaluate((one) => {
    const [line, box] = [one.getBoundingClientRect(), one.closest(".scroll").getBoundingClientRect()];
    return line.bottom <= box.bottom + 1 && line.top >= box.top - 1;
  });
  for (const count of [61, 62, 70]) {
    await more(count);
    await expect.poll(() => seen(count - 1)).toBe(true);
  }
  await page.locator(".scroll").hover();
  await page.mouse.wheel(0, -400);
  await expect.poll(() => seen(69)).toBe(false);
  await more(71);
  await page.waitForTimeout(200);
  expect(await seen(70)).toBe(false);
});

test("names and lines from the server stay text", async () => {
  await show("fracas-roster", { view: VIEW });
  expect(await one.page.getByTestId("combatant").nth(1).innerText()).toContain(HOSTILE);
  await show("fracas-log", { entries: [{ key: "x", text: HOSTILE, data: {}, rolls: [] }] });
  expect(await one.page.getByTestId("entry-text").innerText()).toBe(HOSTILE);
  expect(await one.page.evaluate(() => window.hacked)).toBeUndefined();
});

test("the roster says wounds, numbers and conditions in words", async () => {
  await show("fracas-roster", { view: VIEW });
  const [ann, foe] = [one.page.getByTestId("combatant").nth(0), one.page.getByTestId("combatant").nth(1)];
  expect(await ann.getByRole("meter", { name: "Life" }).getAttribute("aria-valuenow")).toBe("12");
  expect(await ann.getByTestId("track-value").innerText()).toBe("12 / 36");
  expect(await ann.getByTestId("condition").allInnerTexts()).toEqual(["Prone"]);
  expect(await ann.getByTestId("number").innerText()).toMatch(/Points\s*3/u);
  expect(await foe.getByTestId("track-value").innerText()).toBe("Severe");
  expect(await foe.innerText()).toContain("out of the fight");
});

test("what boxes are marked with is said in words, not only by sign and colour", async () => {
  const boxes = [["Bruised", "aggravated", "*"], ["Hurt -1", "lethal", "X"], ["Injured -1", "lethal", "X"], ["Wounded -2", "", ""]].map(([label, mark, glyph]) => ({ label, mark, glyph }));
  const wound = { id: "injured", label: "Injured", severity: 0.4, track: [{ kind: "boxes", label: "Health", boxes }] };
  await show("fracas-roster", { view: { ...VIEW, combatants: { a: { ...VIEW.combatants.a, wound } } } });
  expect(await one.page.getByTestId("marks").innerText()).toBe("1 aggravated, 2 lethal");
  expect(await one.page.getByTestId("wound").innerText()).toBe("Injured");
  expect(await one.page.locator(".boxes").getAttribute("aria-label")).toBe("Bruised: aggravated *, Hurt -1: lethal X, Injured -1: lethal X, Wounded -2: free");
});

test("asks are answered with an option, a number, an order or some ids", async () => {
  const ask = (more) => ({ key: "k", who: "a", who_name: "Ann", prompt: "What?", options: [], ...more });
  await show("fracas-prompts", { view: { ...VIEW, asks: {
    q1: ask({ options: [{ id: "none", label: "Nothing", note: "" }, { id: "dodge", label: "Dodge", note: "+11" }], default: "none" }),
    q2: ask({ number: { min: 0, max: 3 }, default: 1 }),
    q3: ask({ ids: { of: ["a", "b"], mode: "order" } }),
    q4: ask({ ids: { of: ["a", "b"], mode: "some" } }),
    q5: ask({ options: [{ id: "x", label: "X", note: "" }], deputy: true }),
  } } });
  const card = (id) => one.page.locator(`[data-testid="ask"][data-id="${id}"]`);
  expect(await card("q1").getByTestId("option").allInnerTexts()).toEqual([expect.stringMatching(/Nothing\s*default/u), expect.stringMatching(/Dodge\s*\+11/u)]);
  await card("q1").getByTestId("option").nth(1).press("Enter");
  await card("q2").getByTestId("number-pick").fill("3");
  await card("q2").getByTestId("answer").click();
  await card("q3").getByRole("button", { name: "Ann later" }).click();
  await card("q3").getByTestId("answer").click();
  await card("q4").getByLabel("Ann").check();
  await card("q4").getByTestId("answer").click();
  expect(await card("q5").innerText()).toContain("answering for Ann");
  expect(await given()).toEqual([
    { do: "answer", ask: "q1", pick: "dodge" },
    { do: "answer", ask: "q2", pick: 3 },
    { do: "answer", ask: "q3", pick: ["b", "a"] },
    { do: "answer", ask: "q4", pick: ["a"] },
  ]);
});

test("dice that were committed to are shown, added to and opened, with the way to verify them", async () => {
  const commitment = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
  await show("fracas-dice", { view: { ...VIEW, dice: { commitment, epoch: 3 } } });
  const { page } = one;
  await page.locator("summary").click();
  expect(await page.getByTestId("commitment").innerText()).toBe(commitment);
  expect(await page.getByTestId("dice").innerText()).toContain("fracas verify LOG");
  expect(await page.getByTestId("reveal").count()).toBe(0);
  await page.getByLabel("Add your own chance").fill("  my dog's birthday ");
  await page.getByTestId("entropy").click();
  expect(await given()).toEqual([{ do: "add_entropy", text: "my dog's birthday" }]);
  await show("fracas-dice", { view: { ...VIEW, you: { ...VIEW.you, role: "gm" }, dice: { commitment, epoch: 3 } } });
  await page.locator("summary").click();
  await page.getByTestId("reveal").click();
  expect(await given()).toEqual([{ do: "reveal_dice" }]);
});

test("commitments, seeds and additions are readable lines of the log", async () => {
  const line = (key, data) => ({ id: key, key, text: "plain", data, rolls: [] });
  await show("fracas-log", { entries: [line("dice_sealed", { epoch: 2, commitment: "c0ffee" }), line("dice_revealed", { epoch: 1, seed: "5eed" }), line("entropy", { text: HOSTILE }), line("attack", {})] });
  expect(await one.page.getByTestId("entry-text").allInnerTexts()).toEqual(["New dice. Commitment 2: c0ffee", "Seed of the dice 1, now open: 5eed", `Somebody added to the dice: ${HOSTILE}`, "plain"]);
  expect(await one.page.locator("code").allInnerTexts()).toEqual(["c0ffee", "5eed"]);
});

test("several dice by hand are one field each, in their order", async () => {
  await show("fracas-prompts", { view: { ...VIEW, asks: { q: { key: "roll.x", who: "a", who_name: "Ann", prompt: "What do the dice show?", options: [], dice: [10, 10, 6] } } } });
  const faces = one.page.getByTestId("face");
  expect(await faces.evaluateAll((all) => all.map((field) => [field.getAttribute("aria-label"), field.max]))).toEqual([["Die 1: d10", "10"], ["Die 2: d10", "10"], ["Die 3: d6", "6"]]);
  await faces.nth(0).fill("10");
  await faces.nth(1).fill("3");
  await one.page.getByTestId("answer").click();
  expect(await given()).toEqual([]); // one is missing
  await faces.nth(2).fill("6");
  await faces.nth(2).press("Enter");
  expect(await given()).toEqual([{ do: "answer", ask: "q", pick: [10, 3, 6] }]);
});

test("an action's parameters have a field each, by kind; circumstances stand apart, and what is left as it was is not sent", async () => {
  const choices = [{ id: "x", label: "Ex" }, { id: "y", label: "Why" }];
  const params = [
    { id: "shots", label: "Shots", kind: "number", min: 1, max: 9, default: 1 }, { id: "limb", label: "Limb", kind: "choice", options: choices, default: "x" },
    { id: "riders", label: "Aim for", kind: "list", options: choices, default: [] }, { id: "friend", label: "Friend", kind: "who", default: "" },
    { id: "helpers", label: "Helpers", kind: "whos", default: [], claim: true }, { id: "behind", label: "From behind", kind: "flag", default: false, claim: true },
    { id: "gang", label: "Ganging up", kind: "number", min: 0, max: 9, default: 0, claim: true }, { id: "odd", label: "Odd", kind: "text", default: "" },
    { id: "to", label: "To the square", kind: "square" },
  ];
  const action = { id: "hit", label: "Hit", legal: true, roll: "", damage: "", targets: { min: 0, max: 0 }, weapons: [], locations: [], params, spend: [], cost: "" };
  await show("fracas-action", { view: VIEW, actor: "a", targets: [], action });
  const { page } = one;
  await page.getByTestId("act").click();
  const claims = page.getByTestId("claims");
  expect(await claims.locator('[data-testid="param"]').evaluateAll((all) => all.map((field) => field.dataset.id))).toEqual(["helpers", "behind", "gang"]);
  expect(await claims.locator("summary").innerText()).toBe("Circumstances (the game master decides)");
  await page.getByLabel("Column").fill("3");
  await page.getByLabel("Row").fill("1"); // counted from 1, sent from 0
  await page.getByTestId("more").locator("summary").click();
  await page.getByLabel("Limb").selectOption("y");
  await page.getByRole("checkbox", { name: "Why" }).check();
  await page.getByLabel("Friend").selectOption("a");
  await page.getByLabel("Odd").fill("2D+1");
  await claims.locator("summary").click();
  await claims.getByLabel("Ann").check();
  await claims.getByLabel("From behind").check();
  await claims.getByTestId("ruled-distance").fill("7");
  await page.getByTestId("act").click();
  expect(await page.getByTestId("secret").count()).toBe(0);
  expect(await given()).toEqual([
    { do: "act", actor: "a", maneuver: "hit", params: { shots: 1 } },
    { do: "act", actor: "a", maneuver: "hit", distance: 7, params: { shots: 1, limb: "y", riders: ["y"], friend: "a", odd: "2D+1", helpers: ["a"], behind: true, to: { x: 2, y: 0 } } },
  ]);
});

test("a circumstance that must be said is in sight, and marked", async () => {
  const params = [{ id: "cover", label: "Cover", kind: "choice", options: [{ id: "wall", label: "Wall" }], claim: true, needed: true }, { id: "power", label: "Power", kind: "choice", options: [], needed: true }];
  const action = { id: "hide", label: "Hide", legal: true, roll: "", damage: "", targets: { min: 0, max: 0 }, weapons: [], locations: [], params, spend: [], cost: "" };
  await show("fracas-action", { view: VIEW, actor: "a", targets: [], action });
  expect(await one.page.getByTestId("claims").getByLabel("Cover *").isVisible()).toBe(true);
  expect(await one.page.getByLabel("Power *").isVisible()).toBe(true);
  expect(await one.page.getByTestId("more").count()).toBe(0);
});

test("a double click adds an action to the plan once", async () => {
  const action = { id: "hit", label: "Hit", legal: true, roll: "", damage: "", targets: { min: 0, max: 0 }, weapons: [], locations: [], params: [], spend: [], cost: "" };
  await show("fracas-action", { view: VIEW, actor: "a", targets: [], action, planning: true });
  await one.page.evaluate(() => document.querySelector("fracas-action").addEventListener("plan", ({ detail }) => window.given.push(detail.choice.maneuver)));
  await one.page.getByTestId("act").dblclick();
  expect(await given()).toEqual(["hit"]);
});

test("replies are amended by faces, by what they count as, or by another answer; the nth of its kind is named", async () => {
  const replies = [{ who: "a", key: "attack", faces: [4] }, { who: "a", key: "attack", faces: [7, 2], origin: "kept" }, { who: "b", key: "defense", pick: "dodge" }, { who: "gm", key: "order", pick: ["a", "b"] }];
  await show("fracas-gm-amend", { view: { ...VIEW, you: { ...VIEW.you, role: "gm" }, replies } });
  const reply = (at) => one.page.getByTestId("reply").nth(at);
  expect(await reply(1).innerText()).toContain("kept");
  await reply(0).getByLabel("Counts as").fill("9");
  await reply(0).getByTestId("amend-go").click();
  await reply(1).getByLabel("Face 2").fill("5");
  await reply(1).getByTestId("amend-go").click();
  await reply(2).getByLabel("Answer").fill("none");
  await reply(2).getByTestId("amend-go").click();
  await reply(3).getByLabel("Answer").fill('["b","a"]');
  await reply(3).getByTestId("amend-go").click();
  expect(await given()).toEqual([
    { do: "amend", who: "a", key: "attack", nth: 0, value: 9 },
    { do: "amend", who: "a", key: "attack", nth: 1, faces: [7, 5] },
    { do: "amend", who: "b", key: "defense", nth: 0, pick: "none" },
    { do: "amend", who: "gm", key: "order", nth: 0, pick: ["b", "a"] },
  ]);
});

test("what is typed for a reply of one action is never another's", async () => {
  const replies = (faces, more = []) => ({ ...VIEW, you: { ...VIEW.you, role: "gm" }, replies: [{ who: "a", key: "attack", faces: [faces] }, ...more] });
  const { page } = one;
  const next = (view) => page.evaluate((view) => Object.assign(document.querySelector("fracas-gm-amend"), { view }).updateComplete, view);
  const typed = () => page.getByLabel("Counts as").first().inputValue();
  await show("fracas-gm-amend", { view: replies(4) });
  await page.getByLabel("Counts as").fill("9");
  await next(replies(4, [{ who: "b", key: "defense", faces: [2] }])); // the same action goes on
  expect(await typed()).toBe("9");
  await next({ ...replies(6), replies: [{ who: "a", key: "attack", faces: [6], origin: "amended" }, { who: "b", key: "defense", faces: [8] }] });
  expect(await typed()).toBe("9");
  await next(replies(3));
  expect(await typed()).toBe("");
});

test("whom a new seat plays stays ticked when the order changes", async () => {
  const view = { ...VIEW, you: { ...VIEW.you, role: "gm" }, seats: {} };
  await show("fracas-gm-seats", { view });
  await one.page.evaluate(() => (document.querySelector("fracas-gm-seats").table = { do: async (command) => (window.given.push(command), { result: { seat: "ira", token: "x" } }) }));
  await one.page.getByLabel("Name").fill("Ira");
  await one.page.getByRole("checkbox", { name: "Ann" }).check();
  await one.page.evaluate((view) => Object.assign(document.querySelector("fracas-gm-seats"), { view }).updateComplete, { ...view, encounter: { order: ["b", "a"] } });
  expect(await one.page.getByRole("checkbox", { name: "Ann" }).isChecked()).toBe(true);
  await one.page.getByTestId("seat-add-go").click();
  expect(await given()).toEqual([{ do: "seat_add", name: "Ira", role: "player", owns: ["a"] }]);
});

test("a deadline that has passed says so, and one in a pause shows no number", async () => {
  const ask = { key: "k", who: "a", who_name: "Ann", prompt: "What?", options: [{ id: "none", label: "Nothing", note: "" }], default: "none", due: 1000 };
  await show("fracas-prompts", { view: { ...VIEW, asks: { q: ask } } });
  expect((await one.page.locator("fracas-clock").getByTestId("clock").innerText()).trim()).toBe("Time is up");
  expect(await one.page.getByText("then: Nothing").count()).toBe(1);
});

test("every option is explained, those of every table and those of the game", async () => {
  const options = [{ id: "house_rule", label: "House rule", values: ["a", "b"], default: "a", help: "What it means." }];
  await show("fracas-gm-options", { view: { ...VIEW, you: { ...VIEW.you, role: "gm" }, options: { confirm: "all" } }, schemas: { options } });
  const rows = one.page.getByTestId("option-row");
  expect(await rows.evaluateAll((all) => all.map(({ dataset }) => dataset.id))).toEqual(["confirm", "ask_seconds", "dice", "odds", "numbers", "open_rolls", "trust_players", "house_rule"]);
  for (const text of await rows.locator("p").allInnerTexts()) expect(text.length).toBeGreaterThan(12);
  expect(await rows.locator("p").count()).toBe(8);
  expect(await rows.first().getByRole("combobox").evaluate((one) => one.selectedOptions[0].text)).toBe("everybody concerned");
  await rows.nth(5).getByRole("checkbox").check();
  await rows.nth(7).getByRole("combobox").selectOption("B");
  expect(await given()).toEqual([{ do: "set_options", set: { open_rolls: true } }, { do: "set_options", set: { house_rule: "b" } }]);
});

test("a player's page has no game master's panel", async () => {
  await show("fracas-gm", { view: VIEW });
  expect(await one.page.getByTestId("gm").count()).toBe(0);
});
