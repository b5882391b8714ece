// @ts-check
/** @import { Host } from "../host.js" */

export const name = "updateScene";

/** Another scene may be the active one now, or its grid another. @param {Host} host */
export function run(host) {
  host.moves.soon();
  host.walls.soon();
  host.writer.sync();
}
