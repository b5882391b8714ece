// @ts-check
/** @import { Host } from "../host.js" */

export const name = "userConnected";

/** With people, the one who writes comes and goes: whoever it is now looks for what is not written yet. @param {Host} host */
export function run(host) {
  host.windows.refresh();
  host.walls.soon();
  host.writer.sync();
}
