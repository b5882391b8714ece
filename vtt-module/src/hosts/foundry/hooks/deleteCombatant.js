// @ts-check
/** @import { Host } from "../host.js" */

export const name = "deleteCombatant";

/** @param {Host} host */
export function run(host) {
  host.writer.sync();
}
