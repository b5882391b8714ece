// @ts-check
// Actors of the Foundry system `worldofdarkness` into sheets of the vampire game. Both of its shapes are read: fields for abilities and
// advantages (actor types Vampire and Mortal), and items for them (type PC).

import { COUNT, freeId, LEVEL, named, report, slug, tail, whole } from "./parts.js";

/** @import { ActorData, Mapped } from "./index.js" */
/** @import { Note } from "./parts.js" */

const ATTRIBUTES = ["strength", "dexterity", "stamina", "charisma", "manipulation", "appearance", "perception", "intelligence", "wits"];
const ABILITIES = new Set([
  "alertness", "athletics", "awareness", "brawl", "empathy", "expression", "intimidation", "leadership", "streetwise", "subterfuge", "animal_ken", "archery", "crafts", "drive",
  "etiquette", "firearms", "larceny", "melee", "performance", "stealth", "survival", "academics", "computer", "finance", "investigation", "law", "medicine", "occult", "politics",
  "science", "technology",
]);
/** Abilities that are called otherwise there. @type {Record<string, string>} */
const CALLED = { animalken: "animal_ken", craft: "crafts" };
const DAMAGE = ["aggravated", "lethal", "bashing"];
const MARKS = /** @type {Record<string, string>} */ ({ aggravated: "*", lethal: "X", bashing: "/" });
const LEVELS = ["bruised", "hurt", "injured", "wounded", "mauled", "crippled"];
const BOXES = LEVELS.length + 1;
/** Boxes that the game takes besides. */
const EXTRA = 14;

/** Their prepared data has totals; data that nobody prepared has not. @param {any} trait */
const dots = (trait) => whole(trait?.total || trait?.value, 0, LEVEL);

/** @param {ActorData} actor @returns {Mapped} */
export function worldofdarkness(actor) {
  const { name, system = {}, items = [] } = actor;
  const { note, unmapped } = report();
  const kind = kindOf(actor);
  if (kind === "supernatural") note("type", system.settings?.splat || actor.type, "creature");
  const shown = (/** @type {any} */ data) => data?.settings?.isvisible !== false;
  const advantage = (/** @type {string} */ id) => items.find((one) => one.type === "Advantage" && (one.system?.id || tail(one.system?.label)) === id && shown(one.system))?.system ?? system.advantages?.[id];

  const sheet = /** @type {Record<string, any>} */ ({ name: named(name), kind });
  sheet.attributes = Object.fromEntries(ATTRIBUTES.map((id) => [id, dots(system.attributes?.[id])]));
  for (const id of ["composure", "resolve"]) if (system.attributes?.[id]?.isvisible) note(id, system.attributes[id].value, "trait");
  Object.assign(sheet, abilities(actor, note));

  if (kind === "vampire") {
    const { value = system.generation, mod = system.generationmod ?? 0 } = system.bio?.splatfields?.generation ?? {};
    const generation = Number(value) - Number(mod);
    if (generation >= 4 && generation <= 15) sheet.generation = generation;
    else note("generation", value, "range");
    const clan = tail(system.clan || system.bio?.splatfields?.clan?.value);
    if (clan) sheet.clan = clan;
  }
  const blood = advantage("bloodpool");
  if (blood && (kind === "vampire" || blood.temporary > 0)) sheet.blood_pool = whole(blood.temporary, 0, COUNT);
  const will = advantage("willpower");
  if (will) {
    sheet.willpower = whole(will.temporary, 0, LEVEL);
    if (will.permanent !== will.temporary) note("willpower", `${will.temporary}/${will.permanent}`, "points");
  }
  const path = advantage("path");
  if (path && (path.permanent || path.value)) {
    sheet.humanity = whole(path.permanent || path.value, 0, 10);
    if (path.custom || (path.label && tail(path.label) !== "humanity")) note("path", path.custom || tail(path.label), "path");
  }

  Object.assign(sheet, health(system, note), powers(items, note), gear(items, note));
  return { sheet, unmapped };
}

/** @param {ActorData} actor */
function kindOf({ type, system }) {
  const called = String(system?.settings?.splat || type).toLowerCase();
  return called === "vampire" || called === "mortal" ? called : "supernatural";
}

/** @typedef {Record<string, any> & { id: string }} Weapon */

/** @param {ActorData} actor @param {Note} note */
function abilities({ system = {}, items = [] }, note) {
  const fields = Object.entries(system.abilities ?? {}).map(([key, one]) => ({ key, name: /** @type {any} */ (one).altlabel || key, one: /** @type {any} */ (one) }));
  const own = items.filter(({ type }) => type === "Ability").map(({ name, system: one = {} }) => ({ key: one.id || tail(one.label) || name, name, one }));
  /** @type {Record<string, number>} */
  const known = {};
  const specialties = [];
  for (const { key, name, one } of [...fields, ...own]) {
    const value = dots(one);
    if (value === 0) continue;
    const id = CALLED[key] ?? slug(key);
    if (!ABILITIES.has(id)) {
      note(name, value, "trait");
      continue;
    }
    known[id] = Math.max(known[id] ?? 0, value);
    if (one.speciality) specialties.push(id);
  }
  return { abilities: known, ...(specialties.length ? { specialties: [...new Set(specialties)] } : {}) };
}

/** The boxes that are marked, worst first, and those that are there besides the seven. @param {any} system @param {Note} note */
function health(system, note) {
  const extra = LEVELS.flatMap((level) => Array(Math.max(0, whole(system.health?.[level]?.total ?? 1, 0, LEVEL) - 1)).fill(level)).slice(0, EXTRA);
  const room = BOXES + extra.length;
  const marks = DAMAGE.map((kind) => MARKS[kind].repeat(whole(system.health?.damage?.[kind], 0, LEVEL))).join("");
  const boxes = system.traits?.health?.totalhealthlevels?.max ?? room;
  if (boxes !== room) note("health", boxes, "boxes");
  if (marks.length > room) note("health", marks, "overflow");
  return { track: marks.slice(0, room).padEnd(room, "."), ...(extra.length ? { extra_levels: extra } : {}) };
}

/** @param {NonNullable<ActorData["items"]>} items @param {Note} note */
function powers(items, note) {
  /** @type {Record<string, number>} */
  const disciplines = {};
  for (const { name, type, system = {} } of items) {
    if (type === "Power" && tail(system.type) === "discipline") disciplines[slug(name)] = whole(system.value, 0, LEVEL);
    else if (type === "Power") note(name, system.level && system.level !== "0" ? system.level : tail(system.type), "power");
    else if (type === "Feature" || type === "Trait" || type === "Bonus") note(name, system.level && system.level !== "0" ? system.level : tail(system.type), "feature");
  }
  return { disciplines: Object.fromEntries(Object.entries(disciplines).filter(([id, value]) => id && value > 0)) };
}

/** @param {NonNullable<ActorData["items"]>} items @param {Note} note */
function gear(items, note) {
  /** @type {Weapon[]} */
  const weapons = [];
  const ready = [];
  const natural = new Set();
  /** @type {Record<string, number>} */
  const ammo = {};
  /** @type {any} */
  let armor;
  for (const { name, type, system = {} } of items) {
    if (type === "Armor") {
      if (!system.isequipped) note(name, "", "carried");
      else if (armor) note(name, "", "second");
      else armor = { name: named(name), rating: whole(system.soak?.lethal || system.soak?.bashing, 0, LEVEL), penalty: whole(Math.abs(system.dexpenalty), 0, LEVEL) };
      continue;
    }
    if (type !== "Melee Weapon" && type !== "Ranged Weapon") continue;
    if (system.isnatural) {
      const teeth = /fang|bite/iu.test(name);
      if (teeth || /claw/iu.test(name)) natural.add(teeth ? "fangs" : tail(system.damage?.type) === "aggravated" ? "feral_claws" : "claws");
      else note(name, "", "natural");
      continue;
    }
    const made = type === "Melee Weapon" ? melee(name, system, note) : ranged(name, system, note);
    if (!made) continue;
    made.id = freeId(name, weapons.map(({ id }) => id));
    weapons.push(made);
    if (system.isequipped) ready.push(made.id);
    if (made.capacity) ammo[made.id] = Math.min(made.capacity, whole(system.clip?.value, 0, COUNT));
  }
  return { weapons, ...(ready.length ? { ready } : {}), ...(Object.keys(ammo).length ? { ammo } : {}), ...(armor ? { armor } : {}), ...(natural.size ? { natural_weapons: [...natural].sort() } : {}) };
}

/** What both kinds have, with what the table has no place for. @param {string} name @param {any} system @param {Note} note */
function weapon(name, system, note) {
  const { attack = {}, damage = {}, difficulty, minstrength, piercing, conceal } = system;
  if (attack.accuracy) note(name, attack.accuracy, "accuracy");
  if (difficulty && difficulty !== 6) note(name, difficulty, "difficulty");
  if (minstrength) note(name, minstrength, "minstrength");
  if (piercing) note(name, piercing, "piercing");
  const type = tail(damage.type);
  if (!DAMAGE.includes(type)) note(name, damage.type, "damage");
  const hidden = String(conceal ?? "").toUpperCase();
  return /** @type {Weapon} */ ({
    id: "",
    name: named(name),
    damage: whole(damage.bonus, -LEVEL, LEVEL),
    type: DAMAGE.includes(type) ? type : "lethal",
    conceal: ["P", "J", "T"].includes(hidden) ? hidden : "N",
  });
}

/** @param {string} name @param {any} system @param {Note} note @returns {Weapon} */
function melee(name, system, note) {
  const ability = tail(system.attack?.ability);
  if (!["", "melee", "brawl"].includes(ability)) note(name, ability, "ability");
  if (!["", "strength"].includes(tail(system.damage?.attribute))) note(name, system.damage.attribute, "attribute");
  return { ...weapon(name, system, note), kind: "melee", ability: ability === "brawl" ? "brawl" : "melee" };
}

/** @param {string} name @param {any} system @param {Note} note @returns {Weapon | undefined} */
function ranged(name, system, note) {
  const ability = tail(system.attack?.ability);
  if (ability !== "firearms" && ability !== "archery") return void note(name, ability, "thrown");
  if (system.damage?.attribute) note(name, system.damage.attribute, "attribute");
  const kind = ability === "firearms" ? "firearm" : /crossbow/iu.test(name) ? "crossbow" : "bow";
  return {
    ...weapon(name, system, note),
    kind,
    ability,
    range: whole(system.range, 0, COUNT),
    rate: whole(system.rate, 1, COUNT),
    capacity: kind === "bow" ? 1 : whole(system.clip?.max, 0, COUNT),
    ...(system.mode?.hasfullauto || system.mode?.hasburst ? { automatic: true } : {}),
  };
}

// -- back again --------------------------------------------------------------------------------------------------------------------

/**
 * The health of such an actor after what the table's boxes say; null when it says so already, or there are no boxes to see.
 * @param {any} system the actor's @param {{ kind: string, boxes?: { mark: string }[] }[]} tracks of the wound
 */
export function healthOf(system, tracks) {
  const boxes = tracks.find(({ kind }) => kind === "boxes")?.boxes;
  const before = system?.health?.damage;
  if (!boxes || !before) return null;
  const damage = Object.fromEntries(DAMAGE.map((kind) => [kind, boxes.filter(({ mark }) => mark === kind).length]));
  return DAMAGE.every((kind) => before[kind] === damage[kind]) ? null : { health: { damage } };
}
