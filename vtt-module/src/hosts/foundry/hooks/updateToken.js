// @ts-check
/** @import { TokenDocument } from "../../../types/port.js" */
/** @import { Host } from "../host.js" */

export const name = "updateToken";

/** @param {Host} host @param {TokenDocument} token @param {object} changes @param {object} options */
export function run(host, token, changes, options) {
  void host.moves.ended(token, changes, options);
}
