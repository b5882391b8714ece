// @ts-check
// What the table says, written into Foundry's documents: by one client, one write after the other, only where something differs.
// Whoever becomes the writer compares anew, so that a change of writer neither loses nor doubles anything.
// Documents reach every client: only what everybody may see is written.

import { ID } from "./adapter.js";
import { mirrorCombat } from "./combat.js";
import { writeSheets } from "./sheets.js";

/** @import { Host } from "./host.js" */
/** @import { Actor, TokenDocument } from "../../types/port.js" */
/** @import { Combatant } from "../../types/view.js" */

export class Writer {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    this.running = false;
    this.again = false;
  }

  /** Bring the documents up to date; while that goes on, at most one more run is put down. */
  async sync() {
    this.again = true;
    if (this.running) return;
    this.running = true;
    try {
      while (this.again) {
        this.again = false;
        if (!this.host.mayWrite()) break;
        await mirrorCombat(this.host);
        await this.#tokens();
        await writeSheets(this.host);
        await this.host.chat.post();
      }
    } catch (error) {
      console.error("Fracas |", error); // the next news tries again
    } finally {
      this.running = false;
    }
  }

  async #tokens() {
    const { host } = this;
    const icons = host.foundry.statuses();
    for (const combatant of Object.values(host.view?.combatants ?? {})) {
      const token = combatant.ref ? host.standsFor(combatant) : null;
      if (!token || !host.mayWrite()) continue;
      const before = /** @type {any} */ (token.getFlag(ID, "wounds")) ?? null;
      const seen = publicly(combatant);
      const now = { ...seen, statuses: await this.#statuses(token.actor, seen, icons, before?.statuses ?? []) };
      const { commit: _, ...known } = before ?? {};
      if (!host.mayWrite() || JSON.stringify(known) === JSON.stringify(now)) continue;
      await token.update({ flags: { [ID]: { wounds: { ...now, commit: host.session?.mirror.cursor ?? "" } } } }, { fracas: true });
    }
  }

  /**
   * Foundry's own icons, for conditions that this world has one for.
   * @param {Actor | null} actor @param {ReturnType<typeof publicly>} seen @param {Set<string>} known this world's icons @param {string[]} ours set by us before
   */
  async #statuses(actor, { conditions, defeated }, known, ours) {
    if (!actor) return [];
    const { foundry } = this.host;
    const wanted = new Set(conditions.map(({ id }) => id).filter((id) => known.has(id)));
    if (defeated) wanted.add(foundry.defeatedStatus);
    for (const id of wanted) if (!actor.statuses.has(id) && this.host.mayWrite()) await actor.toggleStatusEffect(id, { active: true, overlay: id === foundry.defeatedStatus });
    for (const id of ours) if (!wanted.has(id) && actor.statuses.has(id) && this.host.mayWrite()) await actor.toggleStatusEffect(id, { active: false });
    return [...wanted].sort();
  }
}

/** A combatant as everybody sees it: nothing, where only game masters do. Every key is always there, because flags are merged. @param {Combatant} combatant */
export function publicly(combatant) {
  const { wound = null, conditions = [], defeated = false } = /** @type {Partial<Combatant>} */ (combatant.seen ?? {});
  return { wound, conditions, defeated };
}
