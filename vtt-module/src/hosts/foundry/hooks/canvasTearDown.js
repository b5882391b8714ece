// @ts-check
/** @import { Host } from "../host.js" */

export const name = "canvasTearDown";

/** The scene leaves the screen; what was drawn on its tokens goes with them. @param {Host} host */
export function run(host) {
  host.overlay.leave();
}
