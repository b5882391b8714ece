// @ts-check
/** @import { Host } from "../host.js" */

export const name = "updateCombat";

/** Turns are the table's: a tracker that was moved by hand is set right again. @param {Host} host */
export function run(host) {
  host.writer.sync();
}
