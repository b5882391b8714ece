// Foundry's combat tracker and the table's fight, both ways, in both generations.

import { describe, expect, test } from "vitest";
import { SCENE } from "./foundry.js";
import { hall, stage, TOKENS } from "./foundry-stage.js";

const house = stage();

describe.each([13, 14])("generation %i", (generation) => {
  const here = hall(house, generation, async () => {
    await here.enter();
    await here.sit({ gm: "Game master", mara: "Mara" });
    await here.link();
  });
  const { at, view, until, give, tracker, settle, quiet, writes } = here;
  /** The one combat of the world. */
  const combat = async () => Object.values((await here.place.data()).combats)[0];
  const press = (what) => at.gm.evaluate((what) => [...window.game.combats][0][what](), what);
  const told = (text) => until("gm", (text) => window.fake.notified.some(([, note]) => note.includes(text)), text);
  const rounds = () => at.gm.evaluate(() => window.fracasTest.host().entries.map(({ key }) => key));

  test("a combat that the game master makes and begins in Foundry begins the table's fight, and becomes its tracker", async () => {
    await at.gm.evaluate(async (tokens) => {
      const made = await window.CONFIG.Combat.documentClass.create({ scene: "cinema0000000001", active: true });
      await made.createEmbeddedDocuments("Combatant", tokens.map((tokenId) => ({ tokenId, sceneId: "cinema0000000001" })));
    }, [TOKENS.alecia, TOKENS.ben, TOKENS.vampire]);
    await quiet();
    expect((await view("gm")).encounter).toBeUndefined();
    await press("startCombat");
    await until("mara", () => window.fracasTest.host().view.encounter?.round === 1);
    await quiet();
    expect(Object.keys((await here.place.data()).combats)).toHaveLength(1);
    const made = await combat();
    expect([made.flags.fracas.table, made.scene, made.round]).toEqual([(await view("gm")).table.id, null, 1]);
    // The three whom the hand put in, each once, and the two others who are at the table.
    expect(Object.values(made.combatants).map(({ flags }) => flags.fracas.id).sort()).toEqual(["alecia", "ben", "fledgling", "thug", "vampire"]);
  });

  test("the next turn in Foundry: first the order, then one place after the other, and each once", async () => {
    await press("nextTurn");
    await settle(() => window.fracasTest.host().view.encounter.phase === "actions");
    await quiet();
    const { encounter } = await view("gm");
    expect([(await combat()).turn, encounter.up.length > 0]).toEqual([0, true]);
    const before = (await rounds()).length;
    const written = (await writes("Combat")).length;
    const [first] = encounter.up;
    await press("nextTurn");
    await until("mara", (id) => window.fracasTest.host().view.encounter.done.includes(id), first);
    await quiet();
    expect((await combat()).turn).toBe(1);
    expect((await rounds()).length).toBeLessThanOrEqual(before + 1);
    expect((await writes("Combat")).length).toBe(written + 1); // the hand's own: there was nothing to set right
  });

  test("what the rules do not allow is set back with a plain word", async () => {
    const { turn, round, _id } = await combat();
    await at.gm.evaluate((id) => window.game.combats.get(id).update({ turn: 3 }), _id);
    await told("Nobody is passed over");
    await quiet();
    await at.gm.evaluate((id) => window.game.combats.get(id).update({ turn: 0 }), _id);
    await told("steps back with Undo");
    await quiet();
    expect([(await combat()).turn, (await combat()).round]).toEqual([turn, round]);
    const names = await tracker("gm");
    // A tie, typed in by hand: the order stays, and on every screen.
    await at.gm.evaluate((id) => {
      const one = window.game.combats.get(id);
      return one.updateEmbeddedDocuments("Combatant", [...one.combatants].map((each) => ({ _id: each.id, initiative: 7 })));
    }, _id);
    await told("The order is the table's");
    await quiet();
    for (const who of ["gm", "mara"]) expect([who, await tracker(who)]).toEqual([who, names]);
    const numbers = Object.values((await combat()).combatants).map(({ initiative }) => initiative);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test("hidden by hand is hidden at the table; who is defeated is the table's", async () => {
    const line = (id) => at.gm.evaluate((id) => [...[...window.game.combats][0].combatants].find((one) => one.getFlag("fracas", "id") === id).id, id);
    const one = await line("fledgling");
    const change = (changes) => at.gm.evaluate(([_id, changes]) => [...window.game.combats][0].updateEmbeddedDocuments("Combatant", [{ _id, ...changes }]), [one, changes]);
    await change({ hidden: true });
    await until("gm", () => window.fracasTest.host().view.combatants.fledgling.hidden);
    await until("mara", () => !window.fracasTest.host().view.combatants.fledgling);
    await quiet();
    await change({ hidden: false });
    await until("mara", () => window.fracasTest.host().view.combatants.fledgling);
    await quiet();
    await change({ defeated: true });
    await told("Who is out of the fight");
    await quiet();
    expect((await combat()).combatants[one].defeated).toBe(false);
  });

  test("the next round in Foundry is the table's, once", async () => {
    await press("nextRound");
    await until("mara", () => window.fracasTest.host().view.encounter.round === 2);
    await settle().then(quiet);
    expect([(await combat()).round, (await view("gm")).encounter.round]).toEqual([2, 2]);
  });

  test("put in by hand: somebody new is asked for, somebody known is there once", async () => {
    await at.gm.evaluate(() => [...window.game.combats][0].createEmbeddedDocuments("Combatant", [{ tokenId: "tVampire00000001", sceneId: "cinema0000000001" }, { tokenId: "tThug00000000001", sceneId: "cinema0000000001" }]));
    await told("is not in Fracas yet");
    await at.gm.locator('#fracas-panel [data-testid="link"]').waitFor();
    await quiet();
    const lines = Object.values((await combat()).combatants);
    expect(lines.filter(({ tokenId }) => tokenId === "tVampire00000001")).toHaveLength(1);
    await at.gm.locator('#fracas-panel [data-testid="template"][data-id="thug"]').click();
    await at.gm.locator('#fracas-panel [data-testid="gm-add-go"]').click();
    await until("gm", () => Object.values(window.fracasTest.host().view.combatants).some(({ ref }) => ref?.endsWith("tThug00000000001")));
    await quiet();
    const [thug, ...more] = Object.values((await combat()).combatants).filter(({ tokenId }) => tokenId === "tThug00000000001");
    expect([more.length, (await view("gm")).combatants[thug.flags.fracas.id].ref]).toEqual([0, `${SCENE}tThug00000000001`]);
  });

  test("a deleted token: asked whether its combatant leaves; no keeps it, yes takes it away", async () => {
    const token = (id) => at.gm.evaluate((id) => window.game.scenes.get("cinema0000000001").tokens.get(id).delete(), id);
    await give("gm", { do: "initiative" });
    await settle(() => window.fracasTest.host().view.encounter.up.length);
    await token("tFledgling000001");
    await at.gm.locator("dialog p", { hasText: "Fledgling" }).waitFor();
    await at.gm.locator('dialog [data-action="no"]').click();
    await quiet();
    expect((await view("gm")).combatants.fledgling.name).toBe("Fledgling");
    expect(await tracker("mara")).toContain("Fledgling");
    await token("tThug00000000001");
    await at.gm.locator("dialog p", { hasText: "<img" }).waitFor();
    await at.gm.locator('dialog [data-action="yes"]').click();
    await until("gm", () => !Object.values(window.fracasTest.host().view.combatants).some(({ ref }) => ref?.endsWith("tThug00000000001")));
    await quiet();
    expect(Object.values((await combat()).combatants).some(({ tokenId }) => tokenId === "tThug00000000001")).toBe(false);
    // After deletions there is still one order: the table's, on every screen, and the turn stands with whoever was up.
    const { encounter, combatants } = await view("gm");
    expect(encounter.order).toHaveLength(5);
    for (const who of ["gm", "mara"]) expect([who, await tracker(who)]).toEqual([who, encounter.order.map((id) => combatants[id].name)]);
    expect((await combat()).turn).toBe(encounter.order.findIndex((id) => encounter.up.includes(id)));
  });

  test("taken out of the tracker: the same question, and an answer of no brings the line back", async () => {
    const out = () => at.gm.evaluate(() => {
      const [one] = [...window.game.combats];
      return one.deleteEmbeddedDocuments("Combatant", [[...one.combatants].find((each) => each.getFlag("fracas", "id") === "vampire").id]);
    });
    await out();
    await at.gm.locator('dialog [data-action="close"]').click();
    await until("mara", () => [...document.querySelectorAll("#combat li .name")].some(({ textContent }) => textContent === "Vampire"));
    await quiet();
    await out();
    await at.gm.locator('dialog [data-action="yes"]').click();
    await until("mara", () => !window.fracasTest.host().view.combatants.vampire);
    await give("gm", { do: "undo", steps: 1 });
    await until("mara", () => window.fracasTest.host().view.combatants.vampire);
    await quiet();
    expect(await tracker("mara")).toContain("Vampire");
  });

  test("the menu of a line in the tracker: act for who stands there, for those who may", async () => {
    const line = (who, name) => at[who].locator("#combat li", { hasText: name }).first();
    await at.mara.evaluate(() => window.fake.tokens().forEach((one) => one.release()));
    await line("mara", "Ben").click({ button: "right" });
    expect(await at.mara.locator("#context-menu button").count()).toBe(0);
    await at.gm.evaluate(() => window.fake.tokens().forEach((one) => one.release()));
    await line("gm", "Ben").click({ button: "right" });
    await at.gm.locator("#context-menu button", { hasText: "Fracas: act" }).click();
    await until("gm", (id) => window.canvas.tokens.controlled.some((one) => one.id === id), TOKENS.ben);
    await until("gm", () => document.querySelector("fracas-panel").actor === "ben");
    await at.gm.evaluate(() => document.querySelector("#context-menu").remove());
  });

  test("another scene on a screen, and another one active: the same order everywhere", async () => {
    const names = await tracker("gm");
    await at.mara.evaluate(() => window.fake.canvas.draw(window.fake.raw("Scene").get("crypt00000000001")));
    await at.gm.evaluate(() => window.fracasTest.host().table.do({ do: "adjust", targets: ["vampire"], damage: 1 }));
    await settle().then(quiet);
    await at.mara.evaluate(() => window.fake.screen.tracker());
    expect(await tracker("mara")).toEqual(names);
    await at.gm.evaluate(() => window.game.scenes.get("cinema0000000001").update({ active: false }));
    await at.gm.evaluate(() => window.game.scenes.get("crypt00000000001").update({ active: true }));
    await quiet();
    const now = await tracker("gm");
    expect([now.length, await tracker("mara")]).toEqual([names.length, now]);
  });

  test("ended in Foundry it is ended at the table, and neither begins again", async () => {
    await press("delete");
    await until("mara", () => !window.fracasTest.host().view.encounter);
    await quiet();
    expect((await here.place.data()).combats).toEqual({});
    await here.sound();
  });
});
