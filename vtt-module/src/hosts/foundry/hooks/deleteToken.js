// @ts-check
/** @import { Host } from "../host.js" */

export const name = "deleteToken";

/** @param {Host} host */
export function run(host) {
  host.windows.refresh();
  host.writer.sync();
}
