// @ts-check
/** @import { Host } from "../host.js" */

export const name = "controlToken";

/** Whom this person holds is who acts. @param {Host} host */
export function run(host) {
  host.windows.refresh();
}
