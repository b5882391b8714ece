// @ts-check
// Actors of the Foundry system `unisystemcinematicbymmfo` (Cinematic Unisystem) into sheets of the unisystem game. Attributes and points are
// fields there; skills, qualities, drawbacks, weapons and armor are items, known by their names.

import { bands, COUNT, freeId, LEVEL, named, report, slug, whole } from "./parts.js";

/** @import { ActorData, Mapped } from "./index.js" */
/** @import { Note } from "./parts.js" */

const ATTRIBUTES = ["strength", "dexterity", "constitution", "intelligence", "perception", "willpower"];
const SKILLS = new Set([
  "acrobatics", "art", "computers", "crime", "doctor", "driving", "getting_medieval", "gun_fu", "influence", "knowledge", "kung_fu", "languages", "mr_fix_it", "notice", "occultism",
  "riding", "science", "sports",
]);
/** Qualities that rules of the game read; `true`: how much of it counts. @type {Record<string, boolean>} */
const QUALITIES = {
  ambidexterity: false, extra_arms: false, fast_reaction_time: true, hard_to_kill: true, iron_will: true, natural_toughness: true, nerves_of_steel: false, omnidexterity: false,
  resistance_pain: true, situational_awareness: false, vampiric_regeneration: true,
};
/** Life Points that a level of Hard to Kill is worth. */
const HARDY = 3;
/** Their kinds of damage, in their order; a weapon has the number of one, or its key. `odd`: the game has no such kind. @type {{ key: string, type: string, odd?: boolean, two?: boolean, gun?: string }[]} */
const KINDS = [
  { key: "none", type: "bash" }, { key: "twoHanded", type: "bash", two: true }, { key: "slashing", type: "slash_stab" }, { key: "stabbing", type: "slash_stab" },
  { key: "bullets", type: "bullet", gun: "pistol" }, { key: "hollowPoint", type: "bullet", gun: "pistol", odd: true }, { key: "armorPiercing", type: "bullet", gun: "pistol", odd: true },
  { key: "shotgun", type: "bullet", gun: "shotgun" }, { key: "explosive", type: "fire", odd: true }, { key: "poison", type: "bash", odd: true }, { key: "corrosive", type: "bash", odd: true },
];
/** What a weapon's name tells of its class, the first that fits. @type {[RegExp, string][]} */
const CLASSES = [
  [/claw|fang|bite|teeth|tentacle|talon|horn|tail\b/iu, "unarmed"], [/shotgun/iu, "shotgun"], [/submachine|\bsmg\b|machine pistol/iu, "smg"], [/machine ?gun/iu, "machine_gun"],
  [/assault/iu, "assault_rifle"], [/rifle|musket|carbine/iu, "rifle"], [/launcher|bazooka/iu, "launcher"], [/magnum|heavy pistol|big pistol/iu, "big_pistol"], [/pistol|revolver|handgun/iu, "pistol"],
  [/crossbow/iu, "crossbow"], [/\b(long|short)?bow\b/iu, "bow"], [/throwing|shuriken/iu, "thrown"], [/halberd|pole ?arm|glaive/iu, "polearm"], [/\blance\b/iu, "lance"], [/shield/iu, "shield"],
  [/spear|staff|great|two-hand|sledge|chain ?saw/iu, "long"], [/knife|dagger|stake|\bstick/iu, "short"], [/sword|axe|bat\b|club|mace|crowbar|saber|machete/iu, "medium"],
];
const REACH = /** @type {Record<string, string>} */ ({ unarmed: "close", short: "close", thrown: "close", long: "long", polearm: "long", lance: "long" });
const SHOOTS = new Set(["shotgun", "smg", "machine_gun", "assault_rifle", "rifle", "launcher", "big_pistol", "pistol", "crossbow", "bow"]);

/** @param {ActorData} actor @returns {Mapped} */
export function unisystemcinematicbymmfo({ name, type, system = {}, items = [] }) {
  const { note, unmapped } = report();
  const sheet = /** @type {Record<string, any>} */ ({ name: named(name) });
  if (type === "vehicle") Object.assign(sheet, vehicle(system, note));
  else {
    sheet.kind = "cast";
    if (type === "cell") note("type", type, "type");
    sheet.attributes = Object.fromEntries(ATTRIBUTES.map((id) => [id, whole(system[id]?.value, 0, LEVEL)]));
    for (const id of ATTRIBUTES) if (system[id]?.value < 0) note(id, system[id].value, "range");
    const full = whole(system.hp?.max, 0, 1000);
    if (full > 0) sheet.life_points = full;
    if (system.drama?.value > 0) sheet.drama_points = whole(system.drama.value, 0, LEVEL);
    const sex = String(system.sex ?? "").toLowerCase();
    if (sex === "female" || sex === "male") sheet.sex = sex;
    Object.assign(sheet, traits(items, note));
  }
  Object.assign(sheet, gear(items, system, note));
  const left = Math.trunc(Number(system.hp?.value));
  return { sheet, unmapped, ...(sheet.life_points && left < sheet.life_points ? { state: { life_points: left } } : {}) };
}

/** @param {any} system @param {Note} note */
function vehicle(system, note) {
  for (const id of ["acceleration", "range", "accuracy"]) if (Number(system[id])) note(id, system[id], "feature");
  return {
    kind: "vehicle",
    weight_lb: whole(system.weight, 0, COUNT),
    speed_max: whole(system.speed, 0, COUNT),
    av: whole(system.armor_value, 0, COUNT),
    damage_capacity: whole(system.damage_capacity, 0, 1000),
    toughness: whole(system.toughness, 0, LEVEL),
    handling: whole(system.handling, 0, LEVEL),
  };
}

/** Skills, qualities and drawbacks by their names. @param {NonNullable<ActorData["items"]>} items @param {Note} note */
function traits(items, note) {
  const found = /** @type {Record<string, Record<string, any>>} */ ({ skills: {}, wild_cards: {}, qualities: {}, drawbacks: {}, body: {} });
  for (const { name, type, system = {} } of items) {
    // A level may stand behind the name: `Hard to Kill 4`, `Hard to Kill (4)`.
    const [, plain = name, said] = /^(.*?)[\s(]*(\d+)?\)?$/u.exec(name.trim()) ?? [];
    const id = slug(said === undefined ? name : plain);
    if (type === "skill") {
      const level = whole(system.level, 0, LEVEL);
      const wild = /^wild_card_(.+)/u.exec(slug(name))?.[1];
      if (level === 0) continue;
      if (SKILLS.has(id)) found.skills[id] = level;
      else if (wild) found.wild_cards[wild] = level;
      else note(name, level, "trait");
    } else if (type === "quality" && id === "vampire") found.body.vampire = true;
    else if (type === "quality" && Object.hasOwn(QUALITIES, id)) {
      const worth = id === "hard_to_kill" ? Math.trunc(Number(system.resource_bonus?.hp) / HARDY) || 0 : 0;
      if (said === undefined && worth === 0 && QUALITIES[id]) note(name, "1", "level");
      found.qualities[id] = whole(said ?? (worth || 1), 1, LEVEL);
    } else if (type === "drawback" && id) found.drawbacks[id] = whole(said ?? (Math.abs(system.cost) || 1), 0, LEVEL);
    else if (type === "quality" || type === "drawback") note(name, system.cost || "", "feature");
    else if (type === "power") note(name, system.level || "", "power");
    else if (type === "aspect") note(name, system.power || "", "aspect");
    else if (type === "maneuver") note(name, [system.bonus, system.baseDamages].filter(Boolean).join(", "), "maneuver");
  }
  return Object.fromEntries(Object.entries(found).filter(([, all]) => Object.keys(all).length > 0));
}

/** @param {NonNullable<ActorData["items"]>} items @param {any} of the actor's fields @param {Note} note */
function gear(items, of, note) {
  const [weapons, armor] = /** @type {Record<string, any>[][]} */ ([[], []]);
  const ammo = /** @type {Record<string, number>} */ ({});
  for (const { name, type, system = {} } of items) {
    if (type === "item" && system.armor_value && system.armor_value !== "0") {
      if (!system.equipped) note(name, "", "carried");
      else if (!/^\d+$/u.test(String(system.armor_value).trim())) note(name, system.armor_value, "formula");
      else armor.push({ name: named(name), av: whole(system.armor_value, 0, COUNT) });
    }
    if (type !== "weapon") continue;
    const id = freeId(name, weapons.map((one) => one.id));
    const made = weapon(name, system, of, note);
    const held = made.natural || weapons.every((one) => one.natural);
    weapons.push({ id, name: named(name), ...made, ...(held ? {} : { where: "reachable" }) });
    if (made.shots) ammo[id] = Math.min(made.shots, whole(system.capacity?.value, 0, COUNT));
  }
  return { ...(armor.length ? { armor } : {}), ...(weapons.length ? { weapons } : {}), ...(Object.keys(ammo).length ? { ammo } : {}) };
}

/** @param {string} name @param {any} system @param {any} of @param {Note} note @returns {Record<string, any>} */
function weapon(name, system, of, note) {
  const kind = KINDS.find(({ key }, at) => [key, String(at)].includes(String(system.damage_type || "none"))) ?? KINDS[0];
  if (kind.odd) note(name, kind.key, "kind");
  let sort = CLASSES.find(([word]) => word.test(name))?.[1];
  // A gun is a gun by its bullets, whatever it is called.
  if (kind.gun && !(sort && SHOOTS.has(sort))) sort = kind.gun;
  if (!sort) {
    sort = kind.two ? "long" : "medium";
    note(name, sort, "class");
  }
  const made = /** @type {Record<string, any>} */ ({ class: sort, base: damage(name, system, kind.two === true, of, note), type: kind.type });
  if (kind.type === "bash" && kind.key === "none" && (sort === "bow" || sort === "crossbow")) made.type = "slash_stab";
  if (sort === "unarmed") made.natural = true;
  if (kind.two) made.hands = 2;
  if (!SHOOTS.has(sort)) return { ...made, reach: REACH[sort] ?? "medium" };
  const range = bands(system.range);
  if (range) made.range = range;
  else if (String(system.range ?? "").trim()) note(name, system.range, "bands");
  const shots = whole(system.capacity?.max, 0, COUNT);
  return shots ? { ...made, shots } : made;
}

/** Points, or so many times Strength; of another attribute what it is today. @param {string} name @param {any} system @param {boolean} two @param {any} of @param {Note} note */
function damage(name, { damage: said, damage_cha_multiplier: by = "none" }, two, of, note) {
  const text = String(said ?? "").trim();
  if (!/^\d+$/u.test(text)) {
    note(name, text, "formula");
    return "strength";
  }
  const times = whole(text, 0, 1000);
  if (by === "none" || by === "") return String(times);
  if (by === "strength") return two ? `${times} * (strength + 1)` : `${times} * strength`;
  note(name, by, "fixed");
  return String(times * (whole(of[by]?.value, 0, LEVEL) + Number(two)));
}

// -- back again --------------------------------------------------------------------------------------------------------------------

/**
 * Life Points of such an actor after what the table says; null when it says so already, or they are not to be seen.
 * @param {any} system the actor's @param {{ kind: string, label?: string, value?: number }[]} tracks of the wound
 */
export function lifeOf(system, tracks) {
  const left = tracks.find(({ kind, label }) => kind === "bar" && label === "Life Points")?.value;
  return left === undefined || system?.hp?.value === undefined || system.hp.value === left ? null : { hp: { value: left } };
}
