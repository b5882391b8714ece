// @ts-check
/** @import { ContextMenuEntry } from "../../../types/port.js" */
/** @import { Host } from "../host.js" */

import { mayAct } from "../../../core/view.js";
import { ID } from "../adapter.js";

export const name = "getCombatantContextOptions";

/** In the tracker: act for whoever stands in the line, also without a token here. @param {Host} host @param {unknown} _app @param {ContextMenuEntry[]} entries */
export function run(host, _app, entries) {
  const { foundry } = host;
  /** @param {HTMLElement} line @returns {string | null} */
  const whose = (line) => {
    const combat = foundry.port.game.combats.find((one) => host.tracker.isOurs(one));
    const id = combat?.combatants.get(line.dataset.combatantId ?? "")?.getFlag(ID, "id");
    return mayAct(host.view, String(id)) ? String(id) : null;
  };
  entries.push(foundry.menuEntry("Hud.Act", "fa-solid fa-hand-fist", (line) => whose(line) !== null, (line) => void host.windows.act(/** @type {string} */ (whose(line)))));
}
