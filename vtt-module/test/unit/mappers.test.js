import { expect, test } from "vitest";
import { fields, generic } from "../../src/hosts/foundry/mappers/generic.js";
import { knows, mapped } from "../../src/hosts/foundry/mappers/index.js";
import { healthOf, worldofdarkness } from "../../src/hosts/foundry/mappers/worldofdarkness.js";
import { mortal, neonate, vampirePc } from "../harness/actors.js";

test("a vampire's sheet with fields: every trait by its name, and what has no place in the game", () => {
  const { sheet, unmapped } = worldofdarkness(neonate());
  expect(sheet).toEqual({
    name: "Odile",
    kind: "vampire",
    attributes: { strength: 3, dexterity: 4, stamina: 2, charisma: 2, manipulation: 1, appearance: 3, perception: 2, intelligence: 2, wits: 3 },
    abilities: { brawl: 3, animal_ken: 1, firearms: 2 },
    specialties: ["brawl"],
    disciplines: { celerity: 2, potence: 1 },
    generation: 10,
    clan: "brujah",
    blood_pool: 9,
    willpower: 4,
    humanity: 6,
    track: "*X//...",
    weapons: [
      { id: "old_saber", name: "Old saber", kind: "melee", ability: "melee", damage: 2, type: "lethal", conceal: "T" },
      { id: "pocket_gun", name: "Pocket gun", kind: "firearm", ability: "firearms", damage: 4, type: "lethal", conceal: "P", range: 12, rate: 3, capacity: 6, automatic: true },
    ],
    ready: ["old_saber"],
    ammo: { pocket_gun: 5 },
    armor: { name: "Leather", rating: 2, penalty: 1 },
    natural_weapons: ["fangs"],
  });
  expect(unmapped).toEqual([
    { what: "dodge", value: "2", why: "trait" },
    { what: "willpower", value: "4/6", why: "points" },
    { what: "Quick step", value: "1", why: "power" },
    { what: "Old friend", value: "3", why: "feature" },
    { what: "Old saber", value: "2", why: "minstrength" },
    { what: "Stones", value: "athletics", why: "thrown" },
  ]);
});

test("a vampire's sheet with items for abilities and advantages", () => {
  const { sheet, unmapped } = worldofdarkness(vampirePc());
  expect(sheet).toMatchObject({ kind: "vampire", generation: 8, clan: "toreador", blood_pool: 15, willpower: 7, humanity: 5, abilities: { crafts: 2, melee: 4 }, track: "......." });
  expect(unmapped).toEqual([{ what: "Sleight of hand", value: "1", why: "trait" }, { what: "path", value: "night", why: "path" }]);
});

test("a mortal; health with other boxes, marks beyond the track, a creature that the game does not know", () => {
  expect(worldofdarkness(mortal()).sheet).toMatchObject({ kind: "mortal", willpower: 3, humanity: 7, attributes: { strength: 2 }, track: "/......" });
  expect(worldofdarkness(mortal()).unmapped).toEqual([]);
  const odd = { ...mortal(), type: "Werewolf" };
  odd.system = { ...odd.system, traits: { health: { totalhealthlevels: { value: 9, max: 9 } } }, health: { damage: { bashing: 6, lethal: 3, aggravated: 0 } } };
  const { sheet, unmapped } = worldofdarkness(odd);
  expect([sheet.kind, sheet.track]).toEqual(["supernatural", "XXX////"]);
  expect(unmapped.map(({ why }) => why)).toEqual(["creature", "boxes", "overflow"]);
});

test("more boxes than seven: the levels that have them", () => {
  const big = mortal();
  big.system.health = { ...big.system.health, damage: { bashing: 8, lethal: 1, aggravated: 0 }, bruised: { value: 1, total: 3, penalty: 0 }, hurt: { value: 1, total: 1 }, crippled: { value: 2, total: 2 } };
  big.system.traits = { health: { totalhealthlevels: { value: 10, max: 10 } } };
  expect(worldofdarkness(big)).toMatchObject({ sheet: { track: "X////////.", extra_levels: ["bruised", "bruised", "crippled"] }, unmapped: [] });
  big.system.health.incapacitated = { total: 2 };
  big.system.traits.health.totalhealthlevels.max = 11;
  expect(worldofdarkness(big).unmapped).toEqual([{ what: "health", value: "11", why: "boxes" }]);
  big.system.health.hurt.total = 60;
  expect(worldofdarkness(big).sheet.extra_levels).toHaveLength(14);
});

test("an empty actor is a sheet, too", () => {
  expect(worldofdarkness({ name: "Nobody", type: "Mortal" }).sheet).toMatchObject({ name: "Nobody", track: ".......", weapons: [] });
});

test("boxes back into health: counted, and nothing to write when it says so already", () => {
  const tracks = [{ kind: "boxes", boxes: [{ mark: "lethal" }, { mark: "bashing" }, { mark: "bashing" }, { mark: "" }] }];
  const { system } = neonate();
  expect(healthOf(system, tracks)).toEqual({ health: { damage: { aggravated: 0, lethal: 1, bashing: 2 } } });
  expect(healthOf({ health: { damage: { aggravated: 0, lethal: 1, bashing: 2, woundlevel: "x" } } }, tracks)).toBeNull();
  expect(healthOf(system, [{ kind: "ladder" }])).toBeNull();
  expect(healthOf({}, tracks)).toBeNull();
});

test("the game master's own rows: paths, fixed values, and what they do not find", () => {
  const actor = { name: "Rook", system: { str: { value: "4" }, hp: 12, note: "" } };
  const rows = [
    { to: "attributes.strength", from: "system.str.value" }, { to: "kind", from: "=cast" }, { to: "life", from: "system.hp" }, { to: "qi", from: "system.qi" },
    { to: "a", from: "system.str" }, { to: "life.more", from: "=1" }, { to: "__proto__.bad", from: "=1" }, { to: "", from: "" },
  ];
  expect(generic(actor, rows)).toEqual({
    sheet: { name: "Rook", attributes: { strength: 4 }, kind: "cast", life: 12 },
    unmapped: [
      { what: "qi", value: "system.qi", why: "missing" }, { what: "a", value: "system.str", why: "group" }, { what: "life.more", value: "=1", why: "field" },
      { what: "__proto__.bad", value: "=1", why: "field" },
    ],
  });
  expect(/** @type {any} */ ({}).bad).toBeUndefined();
  expect(fields(actor)).toEqual(["name", "system.str.value", "system.hp", "system.note"]);
});

test("which mapper is used", () => {
  expect([knows("vampire", "worldofdarkness"), knows("unisystem", "worldofdarkness"), knows("vampire", "toString")]).toEqual([true, false, false]);
  expect(mapped("d6", "any", { name: "X" }, [{ to: "a", from: "=2" }]).sheet).toEqual({ name: "X", a: 2 });
});
