import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fields, generic } from "../../src/hosts/foundry/mappers/generic.js";
import { mapped, own } from "../../src/hosts/foundry/mappers/index.js";
import { bodyOf, od6s } from "../../src/hosts/foundry/mappers/od6s.js";
import { lifeOf, unisystemcinematicbymmfo } from "../../src/hosts/foundry/mappers/unisystemcinematicbymmfo.js";
import { healthOf, worldofdarkness } from "../../src/hosts/foundry/mappers/worldofdarkness.js";
import { crawler, mortal, neonate, pilot, slayer, sleuth, vampirePc, van } from "../harness/actors.js";

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

test("a hero of Cinematic Unisystem: traits by name, levels where they stand, weapons as far as they are told", () => {
  const { sheet, unmapped, state } = unisystemcinematicbymmfo(slayer());
  expect(sheet).toEqual({
    name: "Wanda Quill",
    kind: "cast",
    sex: "female",
    attributes: { strength: 4, dexterity: 4, constitution: 3, intelligence: 2, perception: 3, willpower: 3 },
    life_points: 47, // 10 + 4 x (4 + 3) and the 9 of Hard to Kill
    drama_points: 6,
    skills: { kung_fu: 4, getting_medieval: 3, mr_fix_it: 1 },
    wild_cards: { fast_draw: 2 },
    qualities: { hard_to_kill: 3, fast_reaction_time: 1, resistance_pain: 2, nerves_of_steel: 1 }, // 9 / 3; 1 for want of a number
    drawbacks: { reckless: 2 },
    armor: [{ name: "Leather jacket", av: 2 }],
    weapons: [
      { id: "long_sword", name: "Long sword", class: "medium", base: "4 * strength", type: "slash_stab", reach: "medium" },
      { id: "oak_staff", name: "Oak staff", class: "long", base: "2 * (strength + 1)", type: "bash", hands: 2, reach: "long", where: "reachable" },
      { id: "pocket_revolver", name: "Pocket revolver", class: "pistol", base: "12", type: "bullet", range: [5, 20, 50], shots: 6, where: "reachable" },
      { id: "whatsit", name: "Whatsit", class: "medium", base: "12", type: "bash", reach: "medium", where: "reachable" }, // 3 x Dexterity 4
      { id: "blessed_water", name: "Blessed water", class: "medium", base: "strength", type: "bash", reach: "medium", where: "reachable" },
    ],
    ammo: { pocket_revolver: 4 },
  });
  expect(state).toEqual({ life_points: 31 });
  expect(unmapped.map(({ what, value, why }) => `${what}|${value}|${why}`)).toEqual([
    "Rocketry|2|trait", "Fast Reaction Time|1|level", "Rich aunt|1|feature", "Second sight|1|power", "Spin kick|7, 9|maneuver", "Whatsit|medium|class", "Whatsit|dexterity|fixed",
    "Blessed water|corrosive|kind", "Blessed water|medium|class", "Blessed water|d6*2|formula", "Chain shirt||carried", "Odd vest|d8+2|formula",
  ]);
});

test("a creature and a vehicle of Cinematic Unisystem; a cell is nobody", () => {
  const { sheet, unmapped, state } = unisystemcinematicbymmfo(crawler());
  expect(sheet).toEqual({
    name: "The Crawler", kind: "cast", life_points: 54, body: { vampire: true },
    attributes: { strength: 6, dexterity: 3, constitution: 5, intelligence: 0, perception: 2, willpower: 1 },
    weapons: [{ id: "claws", name: "Claws", class: "unarmed", base: "3 * strength", type: "slash_stab", natural: true, reach: "close" }],
  });
  expect([state, unmapped.map(({ what, why }) => [what, why])]).toEqual([undefined, [["intelligence", "range"], ["Many eyes", "aspect"]]]);
  const driven = unisystemcinematicbymmfo(van());
  expect(driven.sheet).toEqual({ name: "The van", kind: "vehicle", weight_lb: 4200, speed_max: 85, av: 4, damage_capacity: 55, toughness: 3, handling: 2 });
  expect(driven.unmapped.map(({ what }) => what)).toEqual(["acceleration", "range"]);
  expect(unisystemcinematicbymmfo({ name: "", type: "cell" })).toMatchObject({ sheet: { name: "?", kind: "cast" }, unmapped: [{ what: "type", value: "cell", why: "type" }] });
});

test("a hero of OpenD6: pips into whole dice, what is over is named; points, meters and weapons", () => {
  const { sheet, unmapped, state } = od6s(pilot());
  expect(sheet).toEqual({
    name: "Juno Vey",
    attributes: { reflexes: 3, coordination: 3, physique: 2, knowledge: 2, perception: 3, presence: 3 }, // 10, 10, 8, 6, 11, 11 pips
    skills: { marksmanship: 5, climbing: 4, leap: 4, brawling: 4, uppercut: 6 }, // 15; 4 + 8; 3 + 10; 18 by itself
    body_points: 34,
    speed: 33, // 10 meters
    character_points: 5,
    armor: 2, // 7 pips
    weapon_ready: "blaster",
    weapons: {
      blaster: { name: "Blaster", skill: "marksmanship", bdv: "4D+1", pl: false, range: [33, 164, 394], ammo: 50 },
      hunting_knife: { name: "Hunting knife", skill: "melee_weapons", bdv: "1D+1", pl: true, tags: ["edge", "point"] },
      pipe: { name: "Pipe", skill: "melee_weapons", bdv: 2, pl: true, tags: ["blunt"] },
      grenade: { name: "Grenade", skill: "thrown_weapons", bdv: "5D", pl: false },
    },
  });
  expect(state).toEqual({ body_points: 21 });
  expect(unmapped.map(({ what, value, why }) => `${what}|${value}|${why}`)).toEqual([
    "presence|Perception|near", "agi|+1|pips", "str|+2|pips", "mec|3D|trait", "Perception|+2|pips", "tec|2D|trait", "Brawling|+1|pips", "Astrography|3D+1|trait", "Quick hands|R2|feature",
    "Blaster|3D|stun", "Blaster|2|rate", "Pipe||edge", "Pipe|1|accuracy", "Grenade|1/STR/STR+5|bands", "Grenade||blast", "Flak vest|1D|energy", "Helmet||carried", "armor|+1|pips", "fatepoints|1|fate",
  ]);
});

test("a world of OpenD6 with the game's own attributes; wounds without points, and what is nobody", () => {
  const { sheet, unmapped, state } = od6s(sleuth());
  expect(sheet).toEqual({ name: "Otis Crane", attributes: { reflexes: 3, coordination: 4, physique: 2, knowledge: 3, perception: 3, presence: 5 }, size: 2 });
  expect([state, unmapped]).toEqual([undefined, [{ what: "wounds", value: "2", why: "wounds" }]]);
  expect(od6s({ name: "Crate", type: "container" })).toEqual({ sheet: { name: "Crate" }, unmapped: [{ what: "type", value: "container", why: "type" }] });
});

test("points back into those sheets: only where they are seen, counted there, and others", () => {
  const [life, body] = [[{ kind: "bar", label: "Life Points", value: -3 }], [{ kind: "bar", label: "Body Points", value: -3 }]];
  expect(lifeOf(slayer().system, life)).toEqual({ hp: { value: -3 } });
  expect([lifeOf({ hp: { value: -3 } }, life), lifeOf(slayer().system, [{ kind: "ladder" }]), lifeOf(slayer().system, [{ kind: "bar", label: "Damage Capacity", value: 3 }]), lifeOf(van().system, life)]).toEqual([null, null, null, null]);
  expect(bodyOf(pilot().system, body)).toEqual({ wounds: { body_points: { current: 0 } } }); // theirs end at 0
  expect([bodyOf({ wounds: { body_points: { max: 34, current: 0 } } }, body), bodyOf(sleuth().system, body), bodyOf(pilot().system, [{ kind: "ladder" }])]).toEqual([null, null, null]);
});

test("whatever stays behind has words in both languages, and nothing else has", () => {
  const source = ["worldofdarkness", "unisystemcinematicbymmfo", "od6s", "generic"].map((name) => readFileSync(new URL(`../../src/hosts/foundry/mappers/${name}.js`, import.meta.url), "utf8")).join("");
  const said = new Set([...source.matchAll(/note\([^;]*, "(\w+)"\)/gu), ...source.matchAll(/why: "(\w+)"/gu)].map(([, why]) => why));
  for (const language of ["en", "de"]) {
    const { Why } = JSON.parse(readFileSync(new URL(`../../lang/${language}.json`, import.meta.url), "utf8")).FRACAS.Import;
    expect([language, Object.keys(Why).sort()]).toEqual([language, [...said].sort()]);
  }
});

test("which mapper is used", () => {
  expect([["vampire", "worldofdarkness"], ["unisystem", "unisystemcinematicbymmfo"], ["d6", "od6s"], ["unisystem", "worldofdarkness"], ["vampire", "toString"]].map(([game, system]) => own(game, system) !== undefined)).toEqual([true, true, true, false, false]);
  expect(mapped("d6", "any", { name: "X" }, [{ to: "a", from: "=2" }]).sheet).toEqual({ name: "X", a: 2 });
});
