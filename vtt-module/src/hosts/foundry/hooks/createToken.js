// @ts-check
/** @import { Host } from "../host.js" */

export const name = "createToken";

/** It may stand for somebody already: an actor's second token, or one that was brought back. @param {Host} host */
export function run(host) {
  host.moves.soon();
  host.writer.sync();
}
