// @ts-check
// What may be added and set at a table hangs on its game and its installed packs: asked for again when they change.

/** @import { LobbyView, Schemas as Known, View } from "../types/view.js" */

/** The answer to the query `schemas`, kept up to date. */
export class Schemas {
  /**
   * @param {() => Promise<Known>} ask
   * @param {() => void} changed when there is another answer
   * @param {(error: Error) => void} [failed] it is asked again at the next look
   */
  constructor(ask, changed, failed = () => undefined) {
    this.ask = ask;
    this.changed = changed;
    this.failed = failed;
    /** The last answer, also while a newer one is on its way. @type {Known | null} */
    this.now = null;
    this.key = "";
  }

  /** Look whether what was asked still holds. @param {View | LobbyView | null} view */
  follow(view) {
    if (!view || "lobby" in view) return;
    const key = JSON.stringify([view.table.id, view.packs]);
    if (key === this.key) return;
    this.key = key;
    this.ask().then(
      (known) => {
        if (this.key !== key) return; // an answer that a newer question overtook
        this.now = known;
        this.changed();
      },
      (error) => {
        if (this.key === key) this.key = "";
        this.failed(error);
      },
    );
  }
}
