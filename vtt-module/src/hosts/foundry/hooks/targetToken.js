// @ts-check
/** @import { Token, User } from "../../../types/port.js" */
/** @import { Host } from "../host.js" */

export const name = "targetToken";

/** Foundry's targets are the action's. @param {Host} host @param {User} user @param {Token} _token */
export function run(host, user, _token) {
  if (user.isSelf) host.windows.refresh();
}
