// @ts-check
import { css, html, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { command } from "../core/intents.js";
import { nameOf } from "../core/view.js";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";
import { paramField, pruneParams } from "./params.js";
import { reading } from "./schema.js";
import { shared } from "./styles.js";

/** @import { Param, Value, Schemas } from "../types/view.js" */

/** Stand-alone checks of the selected combatant, and hazards that befall it (or the chosen targets); in secret if the game master likes. */
export class FracasGmTests extends FracasElement {
  static properties = {
    selected: { attribute: false },
    targets: { attribute: false },
    schemas: { attribute: false },
    what: { state: true },
    params: { state: true },
    free: { state: true },
    secret: { state: true },
  };
  static styles = [shared, css`.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, 1fr)); gap: 8px; } .grid fieldset { grid-column: 1 / -1; }`];

  constructor() {
    super();
    /** @type {string | null} */
    this.selected = null;
    /** @type {string[]} */
    this.targets = [];
    /** @type {Schemas | null} */
    this.schemas = null;
    this.what = "";
    /** @type {Record<string, Value>} */
    this.params = {};
    this.free = "";
    this.secret = false;
  }

  render() {
    const { schemas, selected, view } = this;
    if (!schemas || !view) return nothing;
    if (!selected) return html`<p class="empty">${t("tests.first")}</p>`;
    const [kind, id] = this.what.split(":");
    /** @type {{ id: string, label: string, params?: Param[] }[]} */
    const list = kind === "check" ? schemas.checks : kind === "hazard" ? schemas.hazards : [];
    const chosen = list.find((one) => one.id === id);
    const struck = this.targets.length ? this.targets : [selected];
    const run = () => {
      const more = reading(this.free);
      const params = { ...pruneParams(this.params), ...(typeof more === "object" ? more : {}) };
      const secret = this.secret || undefined;
      return this.do(kind === "check" ? command("check", { actor: selected, check: id, params, secret }) : command("hazard", { targets: struck, hazard: id, params, secret }));
    };
    return html`<div class="stack tight">
      <label class="field">${t("gm.tests")}<select data-testid="gm-test" @change=${(/** @type {any} */ event) => { this.what = event.target.value; this.params = {}; }}>
        <option value="">${t("choose")}</option>
        <optgroup label=${t("tests.checks")}>${schemas.checks.map((one) => html`<option value=${`check:${one.id}`}>${one.label}</option>`)}</optgroup>
        <optgroup label=${t("tests.hazards")}>${schemas.hazards.map((one) => html`<option value=${`hazard:${one.id}`}>${one.label}</option>`)}</optgroup>
      </select></label>
      ${chosen ? html`
        ${chosen.params ? keyed(this.what, html`<div class="grid">${chosen.params.map((param) => paramField(param, this.params, (params) => (this.params = params), view))}</div>`)
          : html`<label class="field">${t("tests.free")}<input .value=${this.free} placeholder='{"yards": 10}' @change=${(/** @type {any} */ event) => (this.free = event.target.value)}></label>`}
        <label class="check"><input type="checkbox" data-testid="gm-test-secret" .checked=${this.secret} @change=${(/** @type {any} */ event) => (this.secret = event.target.checked)}> ${t("action.secret")}</label>
        <div><button class="primary" data-testid="gm-test-run" @click=${run}>${chosen.label}: ${kind === "check" ? nameOf(view, selected) : struck.map((one) => nameOf(view, one)).join(", ")}</button></div>` : nothing}
    </div>`;
  }
}

customElements.define("fracas-gm-tests", FracasGmTests);
