// @ts-check
/** @import { Host } from "../host.js" */

export const name = "canvasReady";

/** Another scene is on screen, or the same one anew. @param {Host} host */
export function run(host) {
  host.overlay.refresh();
  host.windows.refresh();
  host.walls.soon();
  host.writer.sync();
}
