// @ts-check
// The table's wounds, written back into the sheets of actors whose system keeps them the same way. Run by the writer alone.

import { healthOf } from "./mappers/worldofdarkness.js";

/** @import { Host } from "./host.js" */

/** Game of the table and system of the world that keep health alike. @type {[string, string][]} */
const ALIKE = [["vampire", "worldofdarkness"]];

/** Compares first: only a sheet that says something else is written, so that nothing is written twice. @param {Host} host */
export async function writeSheets(host) {
  const { view, foundry } = host;
  if (!view || !ALIKE.some(([game, system]) => view.table.system === game && foundry.system === system)) return;
  for (const combatant of Object.values(view.combatants)) {
    const actor = combatant.ref ? host.standsFor(combatant)?.actor : null;
    const changes = actor ? healthOf(actor.system, combatant.wound.track) : null;
    if (actor && changes && host.mayWrite()) await actor.update({ system: changes }, { fracas: true });
  }
}
