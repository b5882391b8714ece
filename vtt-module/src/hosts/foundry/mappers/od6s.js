// @ts-check
// Actors of the Foundry system `od6s` (OpenD6) into sheets of the d6 game. Die codes are pips there, three a die; here a code is whole dice.
// A world may give the attributes other names, and so come closer to the game's six.

import { bands, freeId, named, report, slug, tail, whole } from "./parts.js";

/** @import { ActorData, Mapped } from "./index.js" */
/** @import { Note } from "./parts.js" */

const ATTRIBUTES = ["reflexes", "coordination", "physique", "knowledge", "perception", "presence"];
/** Which of theirs comes nearest where none is called so. */
const NEAR = /** @type {Record<string, string>} */ ({ reflexes: "agi", coordination: "agi", physique: "str", knowledge: "kno", perception: "per", presence: "per" });
const PIPS = 3;
const CODE = 200;
const SMALL = 1000;
/** Feet in one of their meters. */
const FEET = 3.281;
const SKILLS = new Set([
  "acrobatics", "brawling", "climbing", "dodge", "driving", "martial_arts", "melee_weapons", "piloting", "riding", "sneak", "catch", "marksmanship", "missile_weapons", "thrown_weapons", "leap",
  "lifting", "running", "swimming", "willpower", "clothesline", "elbow", "flip", "arm_pin", "bear_hug", "headbutt", "double_kick", "flying_kick", "backhand", "haymaker", "uppercut", "slam",
  "spin_attack", "leg_sweep", "weapon_parry",
]);
/** Skills that are called otherwise there, or are one where the game has two. @type {Record<string, string[]>} */
const CALLED = {
  climb_jump: ["climbing", "leap"], fighting: ["brawling"], firearms: ["marksmanship"], jumping: ["leap"], lift: ["lifting"], melee_combat: ["melee_weapons"], stealth: ["sneak"], swim: ["swimming"],
  throwing: ["thrown_weapons"], vehicle_operation: ["driving"],
};
/** Kinds of weapons, as the end of their key or as the word itself, and the skill that they take. */
const TAKES = /** @type {Record<string, string>} */ ({ ranged: "marksmanship", melee: "melee_weapons", missile: "missile_weapons", thrown: "thrown_weapons", explosive: "thrown_weapons" });
/** What a hand weapon's name tells of its edge. @type {[RegExp, string[]][]} */
const EDGES = [[/sword|knife|dagger|blade|saber/iu, ["edge", "point"]], [/axe|hatchet|machete/iu, ["edge"]], [/spear|lance|rapier|fork/iu, ["point"]]];

/** @param {unknown} pips */
const dice = (pips) => whole(Math.trunc(Number(pips) / PIPS), 0, CODE);

/** @param {ActorData} actor @returns {Mapped} */
export function od6s({ name, type, system = {}, items = [] }) {
  const { note, unmapped } = report();
  const sheet = /** @type {Record<string, any>} */ ({ name: named(name) });
  if (!["character", "npc", "creature"].includes(type ?? "")) {
    note("type", type, "type");
    return { sheet, unmapped };
  }
  Object.assign(sheet, attributes(system, note), skills(items, system, note), gear(items, note));
  const { max = 0, current = 0 } = system.wounds?.body_points ?? {};
  const full = whole(max, 0, 10_000);
  if (full > 0) sheet.body_points = full;
  else note("wounds", system.wounds?.value, "wounds");
  const feet = Math.round(Number(system.move?.value) * FEET);
  if (feet > 0) sheet.speed = whole(feet, 0, SMALL);
  if (Number(system.scale?.score)) sheet.size = whole(system.scale.score, -100, 100);
  if (system.characterpoints?.value > 0) sheet.character_points = whole(system.characterpoints.value, 0, SMALL);
  if (system.fatepoints?.value > 0) note("fatepoints", system.fatepoints.value, "fate");
  return { sheet, unmapped, ...(full > 0 && current < full ? { state: { body_points: Math.trunc(current) } } : {}) };
}

/** Prepared data has scores; data that nobody prepared has not. @param {any} one */
const scoreOf = (one) => Number(one?.score) || Number(one?.base) || 0;

/** @param {any} system @param {Note} note */
function attributes(system, note) {
  const theirs = /** @type {Record<string, any>} */ (system.attributes ?? {});
  const keys = Object.keys(theirs);
  const used = new Set();
  const found = ATTRIBUTES.map((id) => {
    const own = keys.find((key) => slug(String(theirs[key].label ?? "")) === id);
    const key = own ?? NEAR[id];
    if (!own && id === "presence") note(id, theirs[key]?.label || key, "near");
    used.add(key);
    return [id, dice(scoreOf(theirs[key]))];
  });
  for (const key of keys) {
    const score = scoreOf(theirs[key]);
    const label = /^OD6S\./u.test(theirs[key].label ?? "OD6S.") ? key : theirs[key].label;
    if (!used.has(key) && score > 0) note(label, code(score), "trait");
    else if (used.has(key) && score % PIPS > 0) note(label, `+${score % PIPS}`, "pips");
  }
  return { attributes: Object.fromEntries(found) };
}

/** Skills and specialisations with the attribute in them, by their names. @param {NonNullable<ActorData["items"]>} items @param {any} of the actor's fields @param {Note} note */
function skills(items, of, note) {
  const known = /** @type {Record<string, number>} */ ({});
  for (const { name, type, system = {} } of items) {
    if (type === "advantage" || type === "disadvantage" || type === "specialability" || type === "cybernetic") note(name, system.value ?? "", "feature");
    if (type === "manifestation") note(name, "", "power");
    if (type !== "skill" && type !== "specialization") continue;
    const score = scoreOf(system);
    const total = Number(system.total) || (system.isAdvancedSkill ? score : score + scoreOf(of.attributes?.[String(system.attribute).toLowerCase()]));
    const ids = skillsOf(name);
    for (const id of ids) known[id] = Math.max(known[id] ?? 0, dice(total));
    if (ids.length === 0) note(name, code(total), "trait");
    else if (total % PIPS > 0) note(name, `+${total % PIPS}`, "pips");
  }
  return Object.keys(known).length ? { skills: known } : {};
}

/** @param {string} name @returns {string[]} */
function skillsOf(name) {
  const id = slug(name);
  return SKILLS.has(id) ? [id] : Object.hasOwn(CALLED, id) ? CALLED[id] : [];
}

/** A number of pips as people write it: `4D+1`. @param {number} pips */
const code = (pips) => (pips < PIPS ? String(pips) : `${Math.trunc(pips / PIPS)}D${pips % PIPS ? `+${pips % PIPS}` : ""}`);

/** @param {NonNullable<ActorData["items"]>} items @param {Note} note */
function gear(items, note) {
  const weapons = /** @type {Record<string, any>} */ ({});
  let [armor, ready] = [0, ""];
  for (const { name, type, system = {} } of items) {
    const worn = system.equipped?.value === true;
    if (type === "armor") {
      if (!worn) note(name, "", "carried");
      else armor += Number(system.pr) || 0;
      if (worn && system.er !== system.pr) note(name, code(Number(system.er) || 0), "energy");
    }
    if (type !== "weapon") continue;
    const id = freeId(name, Object.keys(weapons));
    weapons[id] = weapon(name, system, note);
    if (worn) ready ||= id;
  }
  if (armor % PIPS > 0) note("armor", `+${armor % PIPS}`, "pips");
  return { ...(armor ? { armor: whole(armor / PIPS, 0, SMALL) } : {}), ...(Object.keys(weapons).length ? { weapons } : {}), ...(ready ? { weapon_ready: ready } : {}) };
}

/** @param {string} name @param {any} system @param {Note} note */
function weapon(name, { subtype, stats = {}, damage = {}, range, ammo, rof, stun = {}, mods = {}, damaged, blast_radius: blast = {} }, note) {
  const kind = tail(subtype);
  const [skill = TAKES[kind] ?? "marksmanship"] = skillsOf(String(stats.skill ?? ""));
  const pips = whole(damage.score, 0, 99 * PIPS);
  const made = /** @type {Record<string, any>} */ ({ name: named(name), skill, bdv: pips < PIPS ? pips : code(pips), pl: damage.muscle === true });
  if (skill === "melee_weapons") {
    const [, tags] = EDGES.find(([word]) => word.test(name)) ?? [];
    made.tags = tags ?? ["blunt"];
    if (!tags) note(name, "", "edge");
  } else {
    const meters = bands(range);
    if (meters) made.range = meters.map((one) => whole(Math.round(one * FEET), 1, SMALL));
    else if (Object.values(range ?? {}).some((one) => one && one !== "0")) note(name, Object.values(range).join("/"), "bands");
    if (ammo > 0) made.ammo = whole(ammo, 0, SMALL);
  }
  if (kind === "explosive" || Object.values(blast).some((/** @type {any} */ one) => one?.range > 0)) note(name, "", "blast");
  if (stun.stun_only || stun.score > 0) note(name, stun.score ? code(Number(stun.score)) : "", "stun");
  if (rof > 1) note(name, rof, "rate");
  if (mods.attack) note(name, mods.attack, "accuracy");
  if (mods.difficulty) note(name, mods.difficulty, "difficulty");
  if (damaged > 0) note(name, damaged, "worn");
  return made;
}

// -- back again --------------------------------------------------------------------------------------------------------------------

/**
 * Body Points of such an actor after what the table says, where its world counts them; null when it says so already. Theirs end at 0.
 * @param {any} system the actor's @param {{ kind: string, value?: number }[]} tracks of the wound
 */
export function bodyOf(system, tracks) {
  const left = tracks.find(({ kind }) => kind === "bar")?.value;
  const points = system?.wounds?.body_points;
  if (left === undefined || !(points?.max > 0) || points.current === Math.max(0, left)) return null;
  return { wounds: { body_points: { current: Math.max(0, left) } } };
}
