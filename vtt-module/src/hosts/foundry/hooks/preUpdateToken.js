// @ts-check
/** @import { TokenDocument } from "../../../types/port.js" */
/** @import { Host } from "../host.js" */

export const name = "preUpdateToken";

/** Only where the change begins. @param {Host} host @param {TokenDocument} token @param {object} changes @param {object} options */
export function run(host, token, changes, options) {
  host.moves.begins(token, changes, options);
}
