// @ts-check
import { css, html, nothing } from "lit";
import { isGm, nameOf } from "../core/view.js";
import { FracasElement } from "./base.js";
import { shared } from "./styles.js";
import "./gm-fight.js";
import "./gm-combatant.js";
import "./gm-tests.js";
import "./gm-add.js";
import "./gm-seats.js";
import "./gm-table.js";

/** @import { Schemas } from "../types/view.js" */

/** The game master's panel. For anybody else it is empty. */
export class FracasGm extends FracasElement {
  static properties = { ...FracasElement.properties, selected: { attribute: false }, targets: { attribute: false }, joinUrl: { attribute: false }, schemas: { state: true } };
  static styles = [
    shared,
    css`
      h2 { margin-bottom: 6px; }
      .part { border-top: 1px solid var(--line); }
      .part > summary { padding: 9px 0; font-weight: 650; }
      .part > :not(summary) { padding: 0 0 12px; }
    `,
  ];

  constructor() {
    super();
    /** @type {string | null} */
    this.selected = null;
    /** @type {string[]} */
    this.targets = [];
    /** @type {(token: string) => string} */
    this.joinUrl = (token) => token;
    /** @type {Schemas | null} */
    this.schemas = null;
    this.known = "";
  }

  /** What may be added and set hangs on the installed packs: asked for again when they change. */
  willUpdate() {
    if (!isGm(this.view)) return;
    const key = JSON.stringify([this.view?.table.id, this.view?.packs]);
    if (key === this.known) return;
    this.known = key;
    this.table.query("schemas").then(
      (schemas) => (this.schemas = schemas),
      (error) => this.tell("fracas-toast", { message: error.message }),
    );
  }

  render() {
    const { view, table, schemas, selected, targets } = this;
    if (!view || !isGm(view)) return nothing;
    const who = selected && view.combatants[selected] ? nameOf(view, selected) : "";
    return html`<div data-testid="gm"><h2>Game master</h2>
      <details class="part" open><summary>Fight</summary><fracas-gm-fight .view=${view} .table=${table}></fracas-gm-fight></details>
      <details class="part" data-testid="gm-part-combatant"><summary>Adjust ${who || "a combatant"}</summary><fracas-gm-combatant .view=${view} .table=${table} .selected=${selected} .schemas=${schemas}></fracas-gm-combatant></details>
      <details class="part" data-testid="gm-part-tests"><summary>Check or hazard</summary><fracas-gm-tests .view=${view} .table=${table} .selected=${selected} .targets=${targets} .schemas=${schemas}></fracas-gm-tests></details>
      <details class="part" data-testid="gm-part-add"><summary>Add a combatant</summary><fracas-gm-add .view=${view} .table=${table} .schemas=${schemas}></fracas-gm-add></details>
      <details class="part" data-testid="gm-part-seats"><summary>Seats and join links</summary><fracas-gm-seats .view=${view} .table=${table} .joinUrl=${this.joinUrl}></fracas-gm-seats></details>
      <details class="part" data-testid="gm-part-table"><summary>Table</summary><fracas-gm-table .view=${view} .table=${table} .schemas=${schemas}></fracas-gm-table></details>
    </div>`;
  }
}

customElements.define("fracas-gm", FracasGm);
