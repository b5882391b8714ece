// @ts-check
/** @import { Combatant } from "../../../types/port.js" */
/** @import { Host } from "../host.js" */

export const name = "updateCombatant";

/** @param {Host} host @param {Combatant} combatant @param {object} changes @param {{ fracas?: boolean }} options @param {string} user */
export function run(host, combatant, changes, options, user) {
  host.tracker.changed(combatant, changes, options, user);
}
