// @ts-check
/** @import { Host } from "../host.js" */

export const name = "updateWall";

/** Moved, or a door of it opened or closed. @param {Host} host */
export function run(host) {
  host.walls.soon();
}
