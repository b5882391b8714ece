// @ts-check
/** @import { Host } from "../host.js" */

import { inkOf } from "../../../core/figure.js";
import { ID } from "../adapter.js";

export const name = "renderCombatTracker";

/** Wounds beside the names, and no rolling of an order that is the table's. @param {Host} host @param {unknown} _app @param {HTMLElement} html */
export function run(host, _app, html) {
  const { view, foundry } = host;
  if (!view?.encounter) return;
  const combat = foundry.port.game.combats.find((one) => one.getFlag(ID, "table") === view.table.id);
  if (!combat) return;
  for (const line of html.querySelectorAll("[data-combatant-id]")) {
    const combatant = combat.combatants.get(/** @type {HTMLElement} */ (line).dataset.combatantId ?? "");
    const shown = combatant && view.combatants[String(combatant.getFlag(ID, "id"))];
    if (!shown) continue;
    for (const button of line.querySelectorAll('[data-action="rollInitiative"]')) button.remove();
    const place = line.querySelector(".token-name") ?? line;
    const pip = html.ownerDocument.createElement("span");
    pip.className = "fracas-pip";
    pip.dataset.severity = inkOf(shown.wound.severity);
    pip.textContent = shown.wound.label;
    place.querySelector(".fracas-pip")?.remove();
    place.append(pip);
  }
  for (const button of html.querySelectorAll('[data-action="rollAll"], [data-action="rollNPC"]')) button.remove();
}
