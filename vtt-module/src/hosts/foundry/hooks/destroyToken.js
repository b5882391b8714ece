// @ts-check
/** @import { Token } from "../../../types/port.js" */
/** @import { Host } from "../host.js" */

export const name = "destroyToken";

/** @param {Host} host @param {Token} token */
export function run(host, token) {
  host.overlay.forget(token);
}
