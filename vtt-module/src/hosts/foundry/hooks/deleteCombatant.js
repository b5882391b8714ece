// @ts-check
/** @import { Combatant } from "../../../types/port.js" */
/** @import { Host } from "../host.js" */

export const name = "deleteCombatant";

/** @param {Host} host @param {Combatant} combatant @param {{ fracas?: boolean }} options */
export function run(host, combatant, options) {
  host.tracker.left(combatant, options);
}
