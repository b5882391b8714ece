// The module in a fake Foundry, both generations: a game master's page and players' pages of one world, and a real server.

import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { ARTIFACTS } from "./artifacts.js";
import { HOSTILE, SCENE } from "./foundry.js";
import { hall, stage, TOKENS } from "./foundry-stage.js";

const THUGS = ["tThug00000000001", "tThug00000000002", "tThug00000000003"];

const house = stage();
afterAll(() => console.log(`Pictures of both generations: ${ARTIFACTS}`));

describe.each([13, 14])("generation %i", (generation) => {
  const here = hall(house, generation, async () => {
    await here.enter();
    await here.sit({ gm: "Game master", mara: "Mara", tom: "Tom" });
  });
  const { at, view, until, control, aim, move, give, shown, drawn, tracker, lines, panel, choose, settle, picture, writes, quiet } = here;

  // -- tokens become combatants -----------------------------------------------------------------------------------------------

  test("a token becomes somebody who is at the table already, and stands where the scene has it", async () => {
    for (const [id, token] of Object.entries(TOKENS)) {
      await control("gm", token);
      await panel("gm");
      await shown("gm", "link-pick").selectOption(id);
      await shown("gm", "link-go").click();
      await until("gm", (one) => window.fracasTest.host().view.combatants[one].ref, id);
    }
    const { combatants } = await view("gm");
    expect(combatants.alecia.ref).toBe("Actor.alecia0000000001");
    expect(combatants.vampire.ref).toBe(`${SCENE}tVampire00000001`);
    for (const who of ["gm", "mara"]) await until(who, () => window.fracasTest.host().view.combatants.ben.token.y === 7);
  });

  test("three unlinked tokens of one actor become three combatants, and are hurt one by one", async () => {
    for (const token of THUGS) {
      await control("gm", token);
      await panel("gm");
      await at.gm.locator('#fracas-panel [data-testid="template"][data-id="thug"]').click();
      await shown("gm", "gm-add-go").click();
      await until("gm", (ref) => Object.values(window.fracasTest.host().view.combatants).some((one) => one.ref === ref), SCENE + token);
    }
    const { combatants } = await view("gm");
    const [first, second, third] = THUGS.map((token) => Object.keys(combatants).find((id) => combatants[id].ref === SCENE + token));
    expect(new Set([first, second, third]).size).toBe(3);
    expect(combatants[second].token).toMatchObject({ x: 14, y: 6 });
    expect(combatants[second].name).toBe(HOSTILE);
    await give("gm", { do: "adjust", targets: [second], damage: 20 });
    await until("gm", (id) => window.fracasTest.drawn(window.canvas.tokens.placeables.find((one) => one.id === id))[0]?.texts[0].startsWith("6/"), THUGS[1]);
    const tracks = await drawn("gm");
    expect(THUGS.map((id) => tracks[id][0].texts[0])).toEqual(["26/26", "6/26", "26/26"]);
    await quiet();
    const { scenes } = await here.place.data();
    const cached = THUGS.map((id) => scenes.cinema0000000001.tokens[id].flags.fracas.wounds.wound.label);
    expect(cached[1]).not.toBe(cached[0]);
    expect(cached[2]).toBe(cached[0]);
  });

  test("what is written where everybody can read holds no number that players may not know", async () => {
    const { scenes } = await here.place.data();
    const kinds = Object.values(scenes.cinema0000000001.tokens).map(({ flags }) => flags.fracas.wounds.wound.track.map(({ kind }) => kind).join());
    expect(new Set(kinds)).toEqual(new Set(["ladder"]));
  });

  test("each page draws what its own seat may know: a bar, or the ladder", async () => {
    const kinds = async (who) => Object.fromEntries(Object.entries(await drawn(who)).map(([id, pictures]) => [id, pictures.map(({ kind }) => kind).filter((kind) => kind !== "conditions").join()]));
    expect((await kinds("gm"))[TOKENS.vampire]).toBe("bar");
    expect(await kinds("mara")).toMatchObject({ [TOKENS.alecia]: "bar", [TOKENS.ben]: "ladder", [TOKENS.vampire]: "ladder" });
    expect((await drawn("mara"))[TOKENS.alecia][0].visible).toBe(true);
  });

  // -- positions ---------------------------------------------------------------------------------------------------------------

  test("positions flow from the scene: the owner's own page tells the table, the distance is the table's", async () => {
    await move("mara", TOKENS.alecia, { x: 600 });
    for (const who of ["gm", "tom"]) await until(who, () => window.fracasTest.host().view.combatants.alecia.token.x === 5);
    await aim("mara", TOKENS.vampire);
    await panel("mara");
    await control("mara", TOKENS.alecia);
    await shown("mara", "target").first().waitFor();
  });

  test("the table's own move, made on its page, moves the token in Foundry once", async () => {
    await quiet();
    const before = (await writes("Token")).length;
    await give("gm", { do: "move_token", id: "fledgling", x: 8, y: 8 });
    await until("mara", () => window.canvas.tokens.placeables.find((one) => one.id === "tFledgling000001").document.x === 900);
    await quiet();
    const after = (await writes("Token")).slice(before);
    expect(after.map(({ data }) => [data[0].x, data[0].y])).toEqual([[900, 900]]);
    expect((await view("gm")).combatants.fledgling.token).toMatchObject({ x: 8, y: 8 });
  });

  // -- a whole Turn --------------------------------------------------------------------------------------------------------------

  test("a full Turn, each on their own page", async () => {
    await panel("gm");
    await shown("gm", "panel-gm").click();
    await shown("gm", "gm-start").click();
    await settle(() => window.fracasTest.host().view.encounter);
    for (const who of ["gm", "mara", "tom"]) await until(who, () => window.fracasTest.host().view.encounter?.phase === "intentions");

    await panel("mara");
    await control("mara", TOKENS.alecia);
    await choose("mara", "punch");
    await shown("mara", "act").click();
    await shown("mara", "declare").click();
    await panel("tom");
    await control("tom", TOKENS.ben);
    await shown("tom", "declare").click();
    await until("gm", () => ["alecia", "ben"].every((id) => window.fracasTest.host().view.encounter.declared.includes(id)));
    await shown("gm", "gm-initiative").click();
    await settle(() => window.fracasTest.host().view.encounter.phase === "actions");

    for (let turns = 0; turns < 10; turns++) {
      const { encounter } = await view("gm");
      const [up] = encounter.up;
      if (!up) break;
      const who = { alecia: "mara", ben: "tom" }[up] ?? "gm";
      await until(who, (id) => window.fracasTest.host().view.encounter.up.includes(id), up);
      if (who !== "gm" || up === "vampire") {
        const token = TOKENS[up];
        await control(who, token);
        await aim(who, up === "alecia" ? TOKENS.vampire : up === "ben" ? TOKENS.fledgling : TOKENS.alecia);
        await panel(who);
        await at[who].locator(`#fracas-panel [data-testid="target"][data-id="${up === "alecia" ? "vampire" : up === "ben" ? "fledgling" : "alecia"}"]`).waitFor();
        if (up === "alecia") {
          await choose(who, "punch");
          await at[who].locator('#fracas-panel [data-testid="odds"]:not([data-state="asking"])').waitFor();
          await picture("mara", "player");
          const before = await at.gm.evaluate(() => window.fracasTest.host().entries.filter(({ rolls }) => rolls?.length).length);
          await shown(who, "act").click();
          await settle((count) => window.fracasTest.host().entries.filter(({ rolls }) => rolls?.length).length > count, before);
        }
        const end = shown(who, "end-turn");
        if (await end.count()) await end.click();
      } else {
        await give("gm", { do: "end_turn", actor: up });
      }
      await settle((id) => !window.fracasTest.host().view.encounter.up.includes(id), up);
    }
    expect((await view("gm")).encounter.up).toEqual([]);
  });

  test("one order on all screens: Foundry's tracker shows the table's", async () => {
    await quiet();
    const { encounter, combatants } = await view("gm");
    const names = encounter.order.map((id) => combatants[id].name);
    for (const who of ["gm", "mara", "tom"]) expect([who, await tracker(who)]).toEqual([who, names]);
    const combats = Object.values((await here.place.data()).combats);
    expect(combats).toHaveLength(1);
    expect([combats[0].round, Object.keys(combats[0].combatants).length]).toEqual([encounter.round, encounter.order.length]);
    expect(await at.gm.locator('[data-action^="roll"]').count()).toBe(0);
    expect(await at.mara.locator("#combat .fracas-pip").count()).toBe(names.length);
  });

  test("the chat has each line once; everybody reads their own seat's version, with the rolls they may see", async () => {
    await quiet();
    const messages = Object.values((await here.place.data()).messages);
    const entries = messages.map(({ flags }) => flags.fracas.entry);
    expect(new Set(entries).size).toBe(entries.length);
    expect(await lines("mara")).not.toHaveLength(0);
    const hit = at.mara.locator("#chat fracas-entry", { has: at.mara.getByTestId("entry-open") }).filter({ hasText: "Alecia" }).first();
    await hit.getByTestId("entry-open").click();
    expect(await hit.getByTestId("total").first().innerText()).toMatch(/^\d+$/u);
    const open = at.gm.locator('#chat [data-testid="entry-open"]');
    await open.last().click();
    await picture("gm", "gm");
    for (const { content } of messages) expect(content).not.toContain("<img");
    const thrown = await at.mara.evaluate(() => window.fake.thrown);
    expect(thrown.every(({ synchronize, terms: [{ faces, number, results }] }) => synchronize === false && faces === 10 && results.length === number)).toBe(true);
    const own = await at.mara.evaluate(() => window.fracasTest.host().entries.flatMap(({ rolls }) => rolls ?? []).filter(({ dice }) => dice?.length).length);
    expect([own > 0, thrown.length]).toEqual([true, own]);
  });

  test("the double has every member of the port that the module touches", async () => {
    const list = readFileSync(new URL("../../foundry-surface.txt", import.meta.url), "utf8").trim().split("\n").filter((line) => !line.startsWith("hook "));
    expect(list.length).toBeGreaterThan(80);
    expect(await at.gm.evaluate((list) => window.fakeLacking(list), list)).toEqual([]);
    expect(await at.gm.evaluate(() => window.fakeLacking(["Token.nothing", "Nobody.name"]))).toEqual(["Token.nothing", "Nobody.name"]);
  });

  test("the tracker is the table's: a turn that was moved by hand is set right again; the HUD and the tools open the window", async () => {
    const [{ _id, turn }] = Object.values((await here.place.data()).combats);
    await at.gm.evaluate((id) => window.game.combats.get(id).update({ turn: 3 }), _id);
    await quiet();
    expect((await here.place.data()).combats[_id].turn).toBe(turn);
    await at.gm.locator("#fracas-panel .window-header button").click();
    // Of two that are held, the HUD's own token acts, though the other one was taken last.
    await at.gm.evaluate(() => {
      const [first, second] = window.fake.tokens();
      first.control();
      second.control({ releaseOthers: false });
      window.fake.hud(first);
    });
    await at.gm.locator('#token-hud [data-fracas="panel"]').click();
    await at.gm.locator("#fracas-panel").waitFor();
    expect(await at.gm.evaluate(() => window.canvas.tokens.controlled.map(({ id }) => id))).toEqual([TOKENS.alecia]);
    await at.gm.evaluate(() => document.querySelector("#token-hud").remove());
    await at.gm.locator('[data-tool="fracas"]').click();
    await until("gm", () => !document.querySelector("#fracas-panel"));
    await at.gm.keyboard.press("Shift+F");
    await at.gm.locator("#fracas-panel").waitFor();
  });

  // -- who may write, and how often ------------------------------------------------------------------------------------------------

  test("a player's client never tries to write what it may not", async () => {
    for (const who of ["mara", "tom", "gm"]) expect([who, await at[who].evaluate(() => [window.fake.refused, window.fakeMissing ?? [], window.fake.Hooks.errors])]).toEqual([who, [[], [], []]]);
    for (const { user } of (await here.place.log()).filter(({ kind }) => !["Token"].includes(kind))) expect(user).toBe("aGamemaster00001");
  });

  test("a token that the table does not let move goes back, and its owner is told why", async () => {
    const { encounter } = await view("gm");
    expect(encounter.up).not.toContain("ben");
    await move("tom", TOKENS.ben, { x: 1900 });
    await until("tom", () => window.fake.notified.some(([, text]) => /turn/iu.test(text)));
    await until("gm", () => window.canvas.tokens.placeables.find((one) => one.id === "tBen000000000001").document.x === 500);
    await quiet();
    expect((await view("gm")).combatants.ben.token.x).toBe(4);
  });

  test("what is secret is the game master's alone: players' clients hold no word of it", async () => {
    await give("gm", { do: "set_hidden", id: "fledgling", hidden: true });
    const seen = () => at.mara.evaluate((id) => window.canvas.tokens.placeables.find((one) => one.id === id).visible, TOKENS.fledgling);
    await until("mara", (id) => !window.canvas.tokens.placeables.find((one) => one.id === id).visible, TOKENS.fledgling);
    expect(await give("gm", { do: "check", actor: "fledgling", check: "attribute", params: { attribute: "strength" } })).not.toBeNull();
    await settle().then(quiet);
    const [roll, secret] = await at.gm.evaluate(() => {
      const { entries } = window.fracasTest.host();
      return [entries.filter(({ key }) => key === "test").at(-1), entries.filter(({ key, gm }) => key === "hidden" && gm).at(-1)];
    });
    expect([roll.gm, roll.told, roll.text.startsWith("Fledgling"), secret.text.startsWith("Fledgling")]).toEqual([true, undefined, true, true]);
    for (const { text } of [roll, secret]) expect((await lines("gm")).some((line) => line.includes(text))).toBe(true);
    const { messages } = await here.place.data();
    for (const { id } of [roll, secret]) expect(messages[id].whisper.sort()).toEqual(["aGamemaster00001", "bGamemaster00002"]);
    for (const { text } of [roll, secret]) expect(JSON.stringify(await here.place.data())).not.toContain(text);
    for (const { id } of [roll, secret]) expect(await at.mara.locator(`[data-message-id="${id}"]`).count()).toBe(0);
    await at.gm.locator(`[data-message-id="${secret.id}"]`).scrollIntoViewIfNeeded();
    await picture("gm", "secret");
    await give("gm", { do: "set_hidden", id: "fledgling", hidden: false });
    await quiet();
    expect(await seen()).toBe(true);
    // And from the scene: hidden by Foundry's own button, the combatant is hidden at the table.
    await move("gm", TOKENS.fledgling, { hidden: true });
    await until("mara", () => !window.fracasTest.host().view.combatants.fledgling);
    await move("gm", TOKENS.fledgling, { hidden: false });
    await until("mara", () => window.fracasTest.host().view.combatants.fledgling);
    await quiet();
    expect(await seen()).toBe(true);
  });

  test("a token drawn anew and a scene changed: the tracks are there again", async () => {
    await at.mara.evaluate(() => window.fake.tokens().find((one) => one.id === "tAlecia000000001").draw());
    expect((await drawn("mara"))[TOKENS.alecia].some(({ kind }) => kind === "bar")).toBe(true);
    await at.gm.evaluate(() => window.game.scenes.get("crypt00000000001").update({ active: true }));
    await at.gm.evaluate(() => window.game.scenes.get("cinema0000000001").update({ active: false }));
    await until("mara", () => window.canvas.scene.id === "crypt00000000001" && window.canvas.ready);
    expect((await drawn("mara")).tAleciaCrypt0001.some(({ kind }) => kind === "bar")).toBe(true);
    await at.gm.evaluate(() => window.game.scenes.get("crypt00000000001").update({ active: false }));
    await at.gm.evaluate(() => window.game.scenes.get("cinema0000000001").update({ active: true }));
    await until("mara", () => window.canvas.scene.id === "cinema0000000001" && window.canvas.ready);
    await until("gm", () => window.canvas.scene.id === "cinema0000000001" && window.canvas.ready);
    expect((await drawn("mara"))[TOKENS.alecia].some(({ kind }) => kind === "bar")).toBe(true);
    await quiet();
    expect(Object.keys((await here.place.data()).combats)).toHaveLength(1);
  });

  test("one person in two tabs: both are up to date, and each thing happens once", async () => {
    at.mara2 = await here.place.open("mara");
    at.gmTab = await here.place.open("gm");
    for (const who of ["mara2", "gmTab"]) await at[who].locator('fracas-dock [data-state="open"]').waitFor();
    await quiet();
    const before = await here.place.log();
    await give("gm", { do: "adjust", targets: ["vampire"], damage: 3 });
    await until("mara2", () => window.fracasTest.host().entries.length > 0);
    await quiet();
    const after = (await here.place.log()).slice(before.length);
    expect(after.filter(({ kind }) => kind === "ChatMessage")).toHaveLength(1);
    expect(after.every(({ user }) => user === "aGamemaster00001")).toBe(true);
    expect(new Set(after.map(({ client }) => client)).size).toBe(1);
    for (const who of ["gm", "gmTab", "mara2"]) expect(await at[who].evaluate(() => window.fake.refused)).toEqual([]);
    await at.mara2.close();
  });

  test("the tab that writes is closed: the other one goes on", async () => {
    const writer = (await at.gm.evaluate(() => window.fracasTest.host().tabs.leads)) ? "gm" : "gmTab";
    const other = writer === "gm" ? "gmTab" : "gm";
    await at[writer].close();
    at.gm = at[other];
    await until("gm", () => window.fracasTest.host().tabs.leads);
    await quiet();
    const before = (await writes("ChatMessage")).length;
    await give("gm", { do: "adjust", targets: ["vampire"], heal: 3 });
    await quiet();
    expect(await writes("ChatMessage")).toHaveLength(before + 1);
  });

  test("two game masters and one hit: one write each", async () => {
    const { result } = await give("gm", { do: "seat_add", name: "Gary", role: "gm" });
    at.gm2 = await here.place.open("gm2", { code: result.token });
    await quiet();
    const before = (await here.place.log()).length;
    await give("gm2", { do: "adjust", targets: ["vampire"], damage: 4, add_condition: { id: "prone" } });
    await until("gm", () => window.fracasTest.drawn(window.canvas.tokens.placeables.find((one) => one.id === "tVampire00000001")).some(({ texts }) => texts.includes("PRO")));
    await quiet();
    const after = (await here.place.log()).slice(before);
    expect(after.filter(({ kind }) => kind === "Token").map(({ data }) => Object.keys(data[0]).sort())).toEqual([["_id", "statuses"], ["_id", "flags"]]); // Foundry's icon, then the cache
    expect(after.filter(({ kind }) => kind === "fracas.posted")).toHaveLength(1);
    const posted = after.filter(({ kind }) => kind === "ChatMessage").map(({ data }) => data[0]._id);
    expect([posted.length > 0, new Set(posted).size]).toEqual([true, posted.length]);
    expect(new Set(after.map(({ user }) => user))).toEqual(new Set(["aGamemaster00001"]));
    for (const who of ["gm", "gm2"]) expect(await at[who].evaluate(() => window.fake.refused)).toEqual([]);
  });

  test("out of the fight, and back by undo: marks come and go; each reads the number or the words that rise", async () => {
    const ref = SCENE + THUGS[0];
    const thug = await at.gm.evaluate((ref) => Object.entries(window.fracasTest.host().view.combatants).find(([, one]) => one.ref === ref)[0], ref);
    await give("gm", { do: "adjust", targets: [thug], damage: 26, add_condition: { id: "unconscious" } });
    await settle();
    await until("mara", (id) => window.fracasTest.host().view.combatants[id].defeated, thug);
    await quiet();
    const token = async () => (await here.place.data()).scenes.cinema0000000001.tokens[THUGS[0]].statuses;
    expect(await token()).toEqual(expect.arrayContaining(["dead", "unconscious"]));
    expect(await at.mara.locator("#combat li.defeated").count()).toBe(1);
    expect((await at.gm.evaluate(() => window.fake.canvas.floated)).some((line) => line.endsWith("\u221226"))).toBe(true);
    expect((await at.mara.evaluate(() => window.fake.canvas.floated)).some((line) => /\d$/u.test(line.split(" ").slice(1).join(" ")) && line.startsWith("1450"))).toBe(false);
    await picture("gm", "defeated");
    await give("gm", { do: "undo", steps: 1 });
    await until("mara", (id) => !window.fracasTest.host().view.combatants[id].defeated, thug);
    await quiet();
    expect(await token()).toEqual([]);
    expect(await at.mara.locator("#combat li.defeated").count()).toBe(0);
  });

  test("the writer leaves between two writes: the next one finishes, and nothing is there twice", async () => {
    await here.place.hold();
    await give("gm", { do: "adjust", targets: ["vampire"], heal: 4, remove_condition: { id: "prone" } });
    await at.gm.waitForTimeout(300);
    await at.gm.close({ runBeforeUnload: false });
    await here.place.release();
    await quiet();
    const last = await at.gm2.evaluate(() => window.fracasTest.host().entries.at(-1));
    const { messages, settings, scenes } = await here.place.data();
    expect(Object.keys(messages).filter((id) => id === last.id)).toHaveLength(1);
    expect(settings["fracas.posted"].entry).toBe(last.id);
    const { seen } = (await at.gm2.evaluate(() => window.fracasTest.host().view)).combatants.vampire;
    const { flags, statuses } = scenes.cinema0000000001.tokens.tVampire00000001;
    expect([flags.fracas.wounds.wound, flags.fracas.wounds.conditions, statuses.includes("prone")]).toEqual([seen.wound, seen.conditions, false]);
  });

  test("no game master online: the fight goes on, nobody else writes, and the writes catch up", async () => {
    await quiet();
    await at.gm2.close();
    const before = (await here.place.log()).length;
    const known = Object.keys((await here.place.data()).messages).length;
    const told = await at.mara.evaluate(() => window.fracasTest.host().entries.length);
    // The next round is the game master's; on the table's own page he can be at it without Foundry.
    const away = await house.browser.newPage();
    await away.goto(here.server.links["Game master"]);
    await away.waitForFunction(() => window.fracasTest?.view());
    await away.evaluate(() => document.querySelector("fracas-app").table.do({ do: "adjust", targets: ["vampire"], damage: 4 }));
    await until("mara", (count) => window.fracasTest.host().entries.length > count, told);
    await quiet();
    expect((await here.place.log()).length).toBe(before);
    await away.close();
    at.gm = await here.place.open("gm");
    await at.gm.locator('fracas-dock [data-state="open"]').waitFor();
    await quiet();
    expect(Object.keys((await here.place.data()).messages)).toHaveLength(known + 1);
    for (const who of ["mara", "tom"]) expect(await at[who].evaluate(() => window.fake.refused)).toEqual([]);
  });

  test("names with markup stay text everywhere", async () => {
    for (const who of ["gm", "mara", "tom"]) {
      expect(await at[who].evaluate(() => window.hacked)).toBeUndefined();
      expect((await tracker(who)).filter((name) => name === HOSTILE)).toHaveLength(3);
    }
  });

  test("the fight ends: Foundry's tracker is empty again", async () => {
    await give("gm", { do: "end_encounter" });
    await until("mara", () => document.querySelectorAll("#combat li").length === 0);
    await quiet();
    expect((await here.place.data()).combats).toEqual({});
  });

  test("no page's own code failed", async () => {
    expect(here.place.errors).toEqual([]);
    for (const who of ["gm", "mara", "tom"]) expect(await at[who].evaluate(() => [window.fake.Hooks.errors, window.fakeMissing ?? []])).toEqual([[], []]);
  });
});
