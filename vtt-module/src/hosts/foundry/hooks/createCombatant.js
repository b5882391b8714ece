// @ts-check
/** @import { Combatant } from "../../../types/port.js" */
/** @import { Host } from "../host.js" */

export const name = "createCombatant";

/** @param {Host} host @param {Combatant} combatant @param {{ fracas?: boolean }} options @param {string} user */
export function run(host, combatant, options, user) {
  host.tracker.joined(combatant, options, user);
}
