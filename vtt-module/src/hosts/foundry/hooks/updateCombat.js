// @ts-check
/** @import { Combat } from "../../../types/port.js" */
/** @import { Host } from "../host.js" */

export const name = "updateCombat";

/** A hand may move the clock as the rules allow; else it is set right again. @param {Host} host @param {Combat} combat @param {object} changes @param {{ fracas?: boolean }} options @param {string} user */
export function run(host, combat, changes, options, user) {
  host.tracker.moved(combat, changes, options, user);
}
