// Actors of other systems become combatants with their own sheets; wounds go back into the sheets that keep them alike.

import { describe, expect, test } from "vitest";
import { mortal, neonate, pilot, slayer } from "../harness/actors.js";
import { SCENE, seed } from "./foundry.js";
import { hall, stage } from "./foundry-stage.js";

/** Worlds whose actors have their own mapper, with the wounds that they bring: a table, what the made sheet holds, points left and full. */
const WORLDS = [
  { system: "unisystemcinematicbymmfo", table: "Behind the old cinema", actor: slayer, left: 31, full: 47, field: ({ hp }) => hp.value, track: "Life Points", sheet: { skills: { kung_fu: 4, getting_medieval: 3, mr_fix_it: 1 }, drawbacks: { reckless: 2 } } },
  { system: "od6s", table: "The vault of the Meridian Bank", actor: pilot, left: 21, full: 34, field: ({ wounds }) => wounds.body_points.current, track: "Body Points", sheet: { skills: { marksmanship: 5, uppercut: 6 }, weapon_ready: "blaster", armor: 2 } },
];

const house = stage();

/** The small world, with a vampire's sheet for Alecia and a mortal's for the thugs. */
function chronicle() {
  const documents = seed();
  const dress = (id, { name, type, system, items }) => Object.assign(documents.actors[id], { name, type, system, items });
  dress("alecia0000000001", neonate());
  dress("thug000000000001", mortal());
  return documents;
}

describe.each([13, 14])("generation %i", (generation) => {
  const here = hall(house, generation, () => sit("Last call at the Blue Hour", chronicle(), "worldofdarkness"));
  const { at, view, until, control, give, shown, panel, settle, picture, quiet, writes } = here;
  const text = (list) => list.evaluateAll((all) => all.map((one) => one.textContent.replace(/\s+/gu, " ").trim()));
  const health = async (id) => (await here.place.data()).actors[id].system.health.damage;
  const byRef = (ref) => at.gm.evaluate((ref) => Object.entries(window.fracasTest.host().view.combatants).find(([, one]) => one.ref === ref)?.[0], ref);

  /** Begin anew, at the table of one game, in a world of one system. */
  async function sit(table, documents, system) {
    await here.enter(documents, system);
    await here.sit({ gm: "Game master" }, table);
  }

  test("a vampire's sheet is read, what stays behind is shown first, and then the combatant is made", async () => {
    const before = Object.keys((await view("gm")).combatants).length;
    await control("gm", "tAlecia000000001");
    await panel("gm");
    expect(await shown("gm", "import-setup").count()).toBe(0);
    await shown("gm", "import-read").click();
    const left = await text(at.gm.getByTestId("unmapped"));
    expect(left).toContain("dodge (2): the game has no trait of this name");
    expect(left).toHaveLength(6);
    await picture("gm", "import");
    expect(Object.keys((await view("gm")).combatants)).toHaveLength(before);
    await shown("gm", "import-go").click();
    await until("gm", () => Object.values(window.fracasTest.host().view.combatants).some(({ ref }) => ref === "Actor.alecia0000000001"));
    const { combatants } = await view("gm");
    const odile = combatants[await byRef("Actor.alecia0000000001")];
    expect([odile.name, odile.sheet.generation, odile.sheet.attributes.strength, odile.sheet.disciplines]).toEqual(["Odile", 10, 3, { celerity: 2, potence: 1 }]);
    expect(odile.token).toMatchObject({ x: 4, y: 4 });
    expect(odile.wound.track[0].boxes.map(({ mark }) => mark)).toEqual(["aggravated", "lethal", "bashing", "bashing", "", "", ""]);
    expect(odile.weapons).toMatchObject([{ id: "old_saber", ready: true }, { id: "pocket_gun", ready: false }]);
  });

  test("wounds go back into the sheet: once, by the writer, and an undo takes them back", async () => {
    const odile = await byRef("Actor.alecia0000000001");
    await quiet();
    expect((await writes("Actor")).length).toBe(0); // it said so already
    await give("gm", { do: "adjust", targets: [odile], damage: { type: "lethal", levels: 1 } });
    await settle().then(quiet);
    expect(await health("alecia0000000001")).toEqual({ bashing: 2, lethal: 2, aggravated: 1, woundlevel: "", woundpenalty: 0 });
    expect((await writes("Actor")).map(({ user, data }) => [user, data[0].system])).toEqual([["aGamemaster00001", { health: { damage: { aggravated: 1, lethal: 2, bashing: 2 } } }]]);
    await give("gm", { do: "undo", steps: 1 });
    await quiet();
    expect([(await health("alecia0000000001")).lethal, (await writes("Actor")).length]).toEqual([1, 2]);
    await at.gm.evaluate(() => window.fracasTest.host().writer.sync());
    await quiet();
    expect((await writes("Actor")).length).toBe(2);
  });

  test("an unlinked token's wounds are its own", async () => {
    for (const id of ["tThug00000000001", "tThug00000000002"]) {
      await control("gm", id);
      await panel("gm");
      await shown("gm", "import-read").click();
      await shown("gm", "import-go").click();
      await until("gm", (ref) => Object.values(window.fracasTest.host().view.combatants).some((one) => one.ref === ref), SCENE + id);
    }
    await give("gm", { do: "adjust", targets: [await byRef(`${SCENE}tThug00000000001`)], damage: { type: "bashing", levels: 2 } });
    await settle().then(quiet);
    const { scenes } = await here.place.data();
    expect(scenes.cinema0000000001.tokens.tThug00000000001.delta.system.health.damage).toEqual({ aggravated: 0, lethal: 0, bashing: 3 });
    expect(scenes.cinema0000000001.tokens.tThug00000000002.delta).toBeUndefined();
    expect((await health("thug000000000001")).bashing).toBe(1);
  });

  test.each(WORLDS)("$system: the table takes the sheet and the wounds in it, and gives back what it adds", async ({ system, table, actor, left, full, field, track, sheet }) => {
    const documents = seed();
    const { name, type, items, system: fields } = actor();
    Object.assign(documents.actors.alecia0000000001, { name, type, items, system: fields });
    await sit(table, documents, system);
    await control("gm", "tAlecia000000001");
    await panel("gm");
    await shown("gm", "import-read").click();
    const reasons = await text(at.gm.getByTestId("unmapped"));
    expect(reasons.filter((one) => one.includes("FRACAS."))).toEqual([]);
    expect(reasons.length).toBeGreaterThan(5);
    await picture("gm", `import-${system}`);
    await shown("gm", "import-go").click();
    await until("gm", ([left, track]) => Object.values(window.fracasTest.host().view.combatants).some(({ ref, wound }) => ref === "Actor.alecia0000000001" && wound.track[0].label === track && wound.track[0].value === left), [left, track]);
    const id = await byRef("Actor.alecia0000000001");
    const made = (await view("gm")).combatants[id];
    expect(made.name).toBe(name);
    expect(made.sheet).toMatchObject(sheet);
    expect(made.wound.track[0].max).toBe(full);
    await quiet();
    const now = async () => field((await here.place.data()).actors.alecia0000000001.system);
    expect([await now(), (await writes("Actor")).length]).toEqual([left, 0]); // their own sheet says so already, and lost nothing on the way
    await give("gm", { do: "adjust", targets: [id], damage: 5 });
    await settle().then(quiet);
    expect([await now(), (await writes("Actor")).length]).toEqual([left - 5, 1]);
    await give("gm", { do: "undo", steps: 1 });
    await quiet();
    expect([await now(), (await writes("Actor")).length]).toEqual([left, 2]);
    await here.sound();
  });

  test("another system: rows by the game master, remembered for the next actor; what the table refuses is said", async () => {
    const documents = seed();
    Object.assign(documents.actors.vampire000000001, { type: "npc", items: [], system: { body: { str: 4, dex: "3" }, hp: { max: 40 }, notes: "" } });
    await sit(Object.keys(here.server.tables)[0], documents, "homebrew");
    await control("gm", "tVampire00000001");
    await panel("gm");
    const rows = [["kind", "=cast"], ["attributes.strength", "system.body.str"], ["attributes.dexterity", "system.body.dex"], ["attributes.willpower", "system.body.will"]];
    for (const [index, [to, from]] of rows.entries()) {
      await at.gm.locator('#fracas-panel fracas-import input[name="to"]').nth(index).fill(to);
      await at.gm.locator('#fracas-panel fracas-import input[name="from"]').nth(index).fill(from);
      await at.gm.locator('#fracas-panel fracas-import input[name="from"]').nth(index).blur();
    }
    await shown("gm", "import-save").click();
    await shown("gm", "import-read").click();
    expect(await text(at.gm.getByTestId("unmapped"))).toEqual(["attributes.willpower (system.body.will): the actor has no such field, or it is empty"]);
    await picture("gm", "import-rows");
    await shown("gm", "import-go").click();
    await until("gm", (ref) => Object.values(window.fracasTest.host().view.combatants).some((one) => one.ref === ref), `${SCENE}tVampire00000001`);
    const made = (await view("gm")).combatants[await byRef(`${SCENE}tVampire00000001`)];
    expect([made.name, made.sheet.attributes.strength, made.sheet.attributes.dexterity]).toEqual(["Vampire", 4, 3]);
    expect((await here.place.data()).settings["fracas.mappers"]["homebrew unisystem"]).toHaveLength(4);
    await control("gm", "tFledgling000001");
    await shown("gm", "import-read").click();
    expect(await shown("gm", "unmapped").count()).toBe(1);
    expect((await writes("Actor")).length).toBe(0);
  });

  test("a pack that is installed while the window is open: its templates are offered at once", async () => {
    await control("gm", "tThug00000000003");
    const template = at.gm.locator('#fracas-panel [data-testid="template"][data-id="ghoul"]');
    await at.gm.locator('#fracas-panel [data-testid="template"][data-id="brawler"]').waitFor();
    expect(await template.count()).toBe(0);
    await give("gm", { do: "install_pack", text: 'name = "cellar"\n[template.ghoul]\nname = "Ghoul"\ngroup = "Monsters"\nsummary = "Hungry."\nsheet = { side = "monsters" }\n' });
    await template.waitFor();
    await give("gm", { do: "remove_pack", name: "cellar" });
    await template.waitFor({ state: "detached" });
  });

  test("no page's own code failed", () => here.sound());
});
