// @ts-check
/** @import { TokenDocument } from "../../../types/port.js" */
/** @import { Host } from "../host.js" */

export const name = "deleteToken";

/** Whose token is gone may leave with it: the game master is asked. @param {Host} host @param {TokenDocument} token */
export function run(host, token) {
  const id = host.combatantOf(token);
  const one = id === null ? undefined : host.view?.combatants[id];
  if (id !== null && one && token.parent?.id === host.foundry.scene?.id && !host.standsFor(one)) host.tracker.ask(id);
  host.windows.refresh();
  void host.writer.sync();
}
