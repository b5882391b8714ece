// @ts-check
// The table's wounds, written back into the sheets of actors whose system keeps them the same way. Run by the writer alone.

import { own } from "./mappers/index.js";

/** @import { Host } from "./host.js" */

/** Compares first: only a sheet that says something else is written, so that nothing is written twice. @param {Host} host */
export async function writeSheets(host) {
  const { view, foundry } = host;
  const alike = view ? own(view.table.system, foundry.system) : undefined;
  if (!view || !alike) return;
  for (const combatant of Object.values(view.combatants)) {
    const { ref } = combatant;
    // Who is just being brought in is still whole at the table, whatever their sheet says.
    const actor = ref && !host.arriving.has(ref) ? host.standsFor(combatant)?.actor : null;
    const changes = actor ? alike.back(actor.system, combatant.wound.track) : null;
    if (actor && changes && host.mayWrite()) await actor.update({ system: changes }, { fracas: true });
  }
}
