// @ts-check
/** @import { Combat } from "../../../types/port.js" */
/** @import { Host } from "../host.js" */

export const name = "deleteCombat";

/** @param {Host} host @param {Combat} combat @param {{ fracas?: boolean }} options */
export function run(host, combat, options) {
  host.tracker.ended(combat, options);
}
