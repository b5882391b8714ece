// @ts-check
// What a person may ask for, as commands of the wire. Empty fields are left out, so that two equal wishes are equal commands.

/** @import { Action, Command, Value, Spend } from "../types/view.js" */

/** A fresh id. Not `randomUUID`: that is missing on pages served over plain http. @returns {string} */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Record<string, any>} fields @returns {any} */
function filled(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

/** @param {any} value */
function isEmpty(value) {
  if (value === undefined || value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/**
 * A chosen action with everything chosen for it.
 * @typedef {object} Choice
 * @property {string} actor
 * @property {string} maneuver
 * @property {string[]} [targets]
 * @property {string} [weapon]
 * @property {string} [location]
 * @property {Record<string, Value>} [params]
 * @property {Spend[]} [spend]                             the toggles that are on
 * @property {{ label: string, value: number }[]} [modifiers]  a player's wait for the GM's ruling
 * @property {number} [distance]                           the same
 * @property {boolean} [secret]                            GM only: told to nobody else
 */

/** @param {Choice} choice @returns {Record<string, any>} the fields that `act` and an item of `declare` share */
function fields(choice) {
  /** @type {Record<string, number>} */
  const spend = {};
  /** @type {Record<string, Value>} */
  const params = { ...choice.params };
  for (const item of choice.spend ?? []) {
    for (const [resource, amount] of Object.entries(item.spend ?? {})) spend[resource] = (spend[resource] ?? 0) + amount;
    Object.assign(params, item.params);
  }
  const { maneuver, targets, weapon, location, modifiers, distance } = choice;
  return filled({ maneuver, targets, weapon, location, distance, modifiers, spend, params });
}

/** @param {Choice} choice @returns {Command} */
export const act = (choice) => ({ do: "act", actor: choice.actor, ...fields(choice), ...(choice.secret ? { secret: true } : {}) });

/** @param {string} actor @param {Choice[]} plan @returns {Command} */
export const declare = (actor, plan) => ({
  do: "declare",
  actor,
  intent: plan.map((choice) => {
    const { spend, location, distance, ...rest } = fields(choice);
    return rest;
  }),
});

/** @param {string} actor @returns {Command} */
export const endTurn = (actor) => ({ do: "end_turn", actor });

/** @param {string} ask @param {Value} pick @returns {Command} */
export const answer = (ask, pick) => ({ do: "answer", ask, pick });

/** @param {string} id @param {number} x @param {number} y whole squares @returns {Command} */
export const moveToken = (id, x, y) => ({ do: "move_token", id, x, y });

/**
 * The GM's word on one combatant.
 * @param {string} id
 * @param {{ damage?: number | object, heal?: number | object, set?: object, add_condition?: any, remove_condition?: any }} change
 * @returns {Command}
 */
export const adjust = (id, change) => ({ do: "adjust", targets: [id], ...filled(change) });

/**
 * Any other command; empty fields are left out.
 * @param {string} name @param {Record<string, any>} [more] @returns {Command}
 */
export const command = (name, more = {}) => ({ do: name, ...filled(more) });

/**
 * The values an action's parameters start with.
 * @param {Action} action @returns {Record<string, Value>}
 */
export function defaultParams(action) {
  /** @type {Record<string, Value>} */
  const values = {};
  for (const param of action.params ?? []) {
    if (param.default !== undefined) values[param.id] = param.default;
  }
  return values;
}
