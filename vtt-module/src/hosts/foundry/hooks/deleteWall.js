// @ts-check
/** @import { Host } from "../host.js" */

export const name = "deleteWall";

/** Walls of the scene are the table's. @param {Host} host */
export function run(host) {
  host.walls.soon();
}
