// @ts-nocheck
// Actors in the shapes that the Foundry systems `worldofdarkness`, `unisystemcinematicbymmfo` and `od6s` store them in; people, numbers and
// things are our own.

const trait = (value, more = {}) => ({ value, bonus: 0, total: value, max: 5, speciality: "", isvisible: true, ...more });
const attributes = (strength, dexterity, stamina, charisma, manipulation, appearance, perception, intelligence, wits) =>
  Object.fromEntries(Object.entries({ strength, dexterity, stamina, charisma, manipulation, appearance, perception, intelligence, wits }).map(([id, value]) => [id, trait(value)]));
const health = (bashing, lethal, aggravated) => ({ damage: { bashing, lethal, aggravated, woundlevel: "", woundpenalty: 0 } });
const levels = { health: { totalhealthlevels: { value: 7, max: 7 } } };

/** Fields for abilities and advantages. */
export const neonate = () => ({
  name: "Odile",
  type: "Vampire",
  system: {
    attributes: { ...attributes(2, 4, 2, 2, 1, 3, 2, 2, 3), strength: trait(2, { bonus: 1, total: 3 }), composure: trait(1, { isvisible: false }) },
    abilities: { brawl: trait(3, { speciality: "Throws" }), dodge: trait(2), animalken: trait(1), firearms: trait(2), melee: trait(0) },
    advantages: { willpower: { permanent: 6, temporary: 4 }, bloodpool: { temporary: 9, max: 13, perturn: 1 }, path: { permanent: 6, value: 0, label: "wod.advantages.path.humanity", custom: "" } },
    generation: 11,
    generationmod: 1,
    clan: "wod.bio.vampire.brujah",
    health: health(2, 1, 1),
    traits: levels,
  },
  items: [
    { name: "Celerity", type: "Power", system: { type: "wod.types.discipline", value: 2 } },
    { name: "Potence", type: "Power", system: { type: "wod.types.discipline", value: 1 } },
    { name: "Quick step", type: "Power", system: { type: "wod.types.disciplinepower", level: "1" } },
    { name: "Old friend", type: "Feature", system: { type: "wod.types.merit", level: "3" } },
    { name: "Old saber", type: "Melee Weapon", system: { isnatural: false, isequipped: true, attack: { attribute: "dexterity", ability: "melee", accuracy: 0 }, damage: { attribute: "strength", bonus: 2, type: "lethal" }, difficulty: 6, minstrength: 2, conceal: "T" } },
    { name: "Fangs", type: "Melee Weapon", system: { isnatural: true, attack: { ability: "brawl" }, damage: { attribute: "strength", bonus: 1, type: "aggravated" } } },
    { name: "Pocket gun", type: "Ranged Weapon", system: { isequipped: false, attack: { attribute: "dexterity", ability: "firearms", accuracy: 0 }, damage: { attribute: "", bonus: 4, type: "lethal" }, difficulty: 6, range: 12, rate: 3, mode: { hasreload: true, hasfullauto: true }, clip: { value: 5, max: 6 }, conceal: "P" } },
    { name: "Stones", type: "Ranged Weapon", system: { attack: { ability: "athletics" }, damage: { attribute: "strength", bonus: 0, type: "bashing" } } },
    { name: "Leather", type: "Armor", system: { isequipped: true, soak: { bashing: 2, lethal: 2, aggravated: 0 }, dexpenalty: -1 } },
  ],
});

/** Items for abilities and advantages. */
export const vampirePc = () => ({
  name: "Bastien",
  type: "PC",
  system: {
    settings: { splat: "Vampire" },
    attributes: attributes(2, 3, 2, 3, 3, 4, 3, 2, 2),
    bio: { splatfields: { generation: { value: 8, mod: 0, label: "wod.bio.vampire.generation" }, clan: { value: "Toreador" } } },
    health: health(0, 0, 0),
    traits: levels,
  },
  items: [
    { name: "Craft", type: "Ability", system: { id: "craft", label: "wod.abilities.craft", ...trait(2) } },
    { name: "Melee", type: "Ability", system: { id: "", label: "wod.abilities.melee", ...trait(4) } },
    { name: "Sleight of hand", type: "Ability", system: { id: "", label: "", ...trait(1) } },
    { name: "Willpower", type: "Advantage", system: { id: "willpower", permanent: 7, temporary: 7, settings: { isvisible: true } } },
    { name: "Blood", type: "Advantage", system: { id: "bloodpool", temporary: 15, settings: { isvisible: true } } },
    { name: "Path", type: "Advantage", system: { id: "path", permanent: 5, label: "wod.advantages.path.night", settings: { isvisible: true } } },
  ],
});

export const mortal = () => ({
  name: "Jonah",
  type: "Mortal",
  system: { attributes: attributes(2, 2, 3, 2, 2, 2, 2, 2, 2), abilities: { alertness: trait(1) }, advantages: { willpower: { permanent: 3, temporary: 3 }, bloodpool: { temporary: 0 }, path: { permanent: 7, label: "wod.advantages.path.humanity" } }, health: health(1, 0, 0), traits: levels },
  items: [],
});

// -- unisystemcinematicbymmfo: attributes and points are fields, everything else is an item ------------------------------------------------

const unisystem = (strength, dexterity, constitution, intelligence, perception, willpower) =>
  Object.fromEntries(Object.entries({ strength, dexterity, constitution, intelligence, perception, willpower }).map(([id, value]) => [id, { value, max: 0 }]));
const worth = (hp = 0) => ({ hp, endurance_points: 0, speed: 0, essence: 0, initiative: 0 });
const hit = (damage, more) => ({ range: "", damage, damage_cha_multiplier: "none", damage_string: "", ammo_type: "", damage_type: "0", capacity: { value: 0, max: 0 }, resource_bonus: worth(), ...more });

export const slayer = () => ({
  name: "Wanda Quill",
  type: "character",
  system: { ...unisystem(4, 4, 3, 2, 3, 3), hp: { value: 31, max: 47 }, endurance_points: { value: 35, max: 35 }, essence: { value: 19, max: 19 }, initiative: { value: 4 }, drama: { value: 6, max: 10 }, sex: "Female", age: 17, weight: 0 },
  items: [
    { name: "Kung Fu", type: "skill", system: { level: 4 } },
    { name: "Getting Medieval", type: "skill", system: { level: 3 } },
    { name: "Mr. Fix-It", type: "skill", system: { level: 1 } },
    { name: "Wild Card (Fast Draw)", type: "skill", system: { level: 2 } },
    { name: "Rocketry", type: "skill", system: { level: 2 } },
    { name: "Sports", type: "skill", system: { level: 0 } },
    { name: "Hard to Kill", type: "quality", system: { cost: 3, resource_bonus: worth(9) } },
    { name: "Fast Reaction Time", type: "quality", system: { cost: 2, resource_bonus: worth() } },
    { name: "Resistance (Pain) 2", type: "quality", system: { cost: 2, resource_bonus: worth() } },
    { name: "Nerves of Steel", type: "quality", system: { cost: 3, resource_bonus: worth() } },
    { name: "Rich aunt", type: "quality", system: { cost: 1, resource_bonus: worth() } },
    { name: "Reckless", type: "drawback", system: { cost: 2 } },
    { name: "Second sight", type: "power", system: { level: 1 } },
    { name: "Spin kick", type: "maneuver", system: { bonus: 7, baseDamages: "9" } },
    { name: "Long sword", type: "weapon", system: hit("4", { damage_cha_multiplier: "strength", damage_type: "2" }) },
    { name: "Oak staff", type: "weapon", system: hit("2", { damage_cha_multiplier: "strength", damage_type: "1" }) },
    { name: "Pocket revolver", type: "weapon", system: hit(12, { damage_type: "4", range: "5/20/50", ammo_type: ".38", capacity: { value: 4, max: 6 } }) },
    { name: "Whatsit", type: "weapon", system: hit("3", { damage_cha_multiplier: "dexterity" }) },
    { name: "Blessed water", type: "weapon", system: hit("d6*2", { damage_type: "10", range: "a throw" }) },
    { name: "Leather jacket", type: "item", system: { equipped: true, armor_value: "2", qty: 1 } },
    { name: "Chain shirt", type: "item", system: { equipped: false, armor_value: 4, qty: 1 } },
    { name: "Odd vest", type: "item", system: { equipped: true, armor_value: "d8+2", qty: 1 } },
    { name: "Rope", type: "item", system: { equipped: true, armor_value: 0, qty: 1 } },
  ],
});

export const crawler = () => ({
  name: "The Crawler",
  type: "creature",
  system: { ...unisystem(6, 3, 5, -1, 2, 1), hp: { value: 54, max: 54 }, drama: { value: 0, max: 0 }, power: 3 },
  items: [{ name: "Vampire", type: "quality", system: { cost: 15 } }, { name: "Many eyes", type: "aspect", system: { power: 3 } }, { name: "Claws", type: "weapon", system: hit("3", { damage_cha_multiplier: "strength", damage_type: "2" }) }],
});

export const van = () => ({
  name: "The van",
  type: "vehicle",
  system: { biography: "", weight: 4200, speed: 85, acceleration: 40, range: 300, toughness: 3, handling: 2, accuracy: 0, cost: 1, availability: "", damage_capacity: 55, armor_value: 4 },
  items: [],
});

// -- od6s: die codes in pips, three a die; skills hold what they add to their attribute ----------------------------------------------------

const codes = (scores, labels = {}) => Object.fromEntries(Object.entries(scores).map(([id, score]) => [id, { label: labels[id] ?? `OD6S.${id}`, base: score, mod: 0, score, max: 15, min: 3 }]));
const shot = (subtype, skill, score, more = {}) => ({
  subtype: `OD6S.${subtype}`, stats: { attribute: "agi", skill, specialization: "" }, range: { short: 0, medium: 0, long: 0 }, damage: { type: "p", score, muscle: false, str: true },
  blast_radius: { 1: { range: 0, damage: 0 } }, damaged: 0, ammo: 0, rof: 0, stun: { stun_only: false, score: 0, type: "e" }, mods: { difficulty: 0, attack: 0, damage: 0 }, equipped: { value: false }, ...more,
});

export const pilot = () => ({
  name: "Juno Vey",
  type: "character",
  system: {
    attributes: codes({ agi: 10, str: 8, mec: 9, kno: 6, per: 11, tec: 6, met: 0 }, { kno: "Knowledge", per: "Perception" }),
    wounds: { value: 0, body_points: { max: 34, current: 21 } }, move: { value: 10, mod: 0 }, scale: { score: 0 }, characterpoints: { value: 5 }, fatepoints: { value: 1 },
  },
  items: [
    { name: "Firearms", type: "skill", system: { attribute: "agi", base: 5, mod: 0, score: 5, isAdvancedSkill: false, total: 15 } },
    { name: "Climb/Jump", type: "skill", system: { attribute: "STR", base: 4, mod: 0, score: 4, isAdvancedSkill: false } },
    { name: "Brawling", type: "skill", system: { attribute: "agi", base: 3, mod: 0, score: 3, isAdvancedSkill: false } },
    { name: "Uppercut", type: "specialization", system: { attribute: "agi", skill: "Brawling", base: 18, mod: 0, score: 18, isAdvancedSkill: true } },
    { name: "Astrography", type: "skill", system: { attribute: "kno", base: 4, mod: 0, score: 4, isAdvancedSkill: false } },
    { name: "Quick hands", type: "advantage", system: { value: "R2" } },
    { name: "Blaster", type: "weapon", system: shot("RANGED", "Firearms", 13, { range: { short: 10, medium: 50, long: 120 }, ammo: 50, rof: 2, equipped: { value: true }, stun: { stun_only: false, score: 9, type: "e" } }) },
    { name: "Hunting knife", type: "weapon", system: shot("MELEE", "Melee Combat", 4, { damage: { type: "p", score: 4, muscle: true, str: true } }) },
    { name: "Pipe", type: "weapon", system: shot("MELEE", "", 2, { damage: { type: "p", score: 2, muscle: true, str: true }, mods: { difficulty: 0, attack: 1, damage: 0 } }) },
    { name: "Grenade", type: "weapon", system: shot("EXPLOSIVE", "Throwing", 15, { range: { short: "1", medium: "STR", long: "STR+5" }, blast_radius: { 1: { range: 2, damage: 15 } } }) },
    { name: "Flak vest", type: "armor", system: { pr: 7, er: 3, equipped: { value: true } } },
    { name: "Helmet", type: "armor", system: { pr: 3, er: 3, equipped: { value: false } } },
  ],
});

/** In a world that names its attributes as the game does, and counts wounds instead of points. */
export const sleuth = () => ({
  name: "Otis Crane",
  type: "npc",
  system: {
    attributes: codes({ agi: 9, str: 6, mec: 12, kno: 9, per: 9, tec: 15 }, { agi: "Reflexes", str: "Physique", mec: "Coordination", kno: "Knowledge", per: "Perception", tec: "Presence" }),
    wounds: { value: 2, body_points: { max: 0, current: 0 } }, move: { value: 0 }, scale: { score: 2 },
  },
  items: [],
});
