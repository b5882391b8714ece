// @ts-nocheck
// Actors in the shape that the Foundry system `worldofdarkness` stores them in; people, numbers and things are our own.

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
