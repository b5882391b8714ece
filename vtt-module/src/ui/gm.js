// @ts-check
import { css, html, nothing } from "lit";
import { Schemas } from "../core/schemas.js";
import { isGm, nameOf } from "../core/view.js";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";
import { shared } from "./styles.js";
import "./gm-fight.js";
import "./gm-amend.js";
import "./gm-combatant.js";
import "./gm-tests.js";
import "./gm-add.js";
import "./gm-seats.js";
import "./gm-options.js";
import "./gm-table.js";

/** The game master's panel. For anybody else it is empty. */
export class FracasGm extends FracasElement {
  static properties = { selected: { attribute: false }, targets: { attribute: false }, joinUrl: { attribute: false } };
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
    this.schemas = new Schemas(() => this.table.query("schemas"), () => this.requestUpdate(), (error) => this.tell("fracas-toast", { message: error.message }));
  }

  willUpdate() {
    if (isGm(this.view)) this.schemas.follow(this.view);
  }

  render() {
    const { view, table, selected, targets } = this;
    const schemas = this.schemas.now;
    if (!view || !isGm(view)) return nothing;
    const name = selected && view.combatants[selected] ? nameOf(view, selected) : "";
    const part = (/** @type {string} */ id, /** @type {string} */ title, /** @type {unknown} */ content, open = false) => html`<details class="part" data-testid=${`gm-part-${id}`} ?open=${open}>
      <summary>${title}</summary>${content}</details>`;
    return html`<div data-testid="gm"><h2>${t("gm")}</h2>
      ${part("fight", t("gm.fight"), html`<fracas-gm-fight .view=${view} .table=${table}></fracas-gm-fight>`, true)}
      ${part("amend", view.pending ? t("gm.amend.open") : t("gm.amend"), html`<fracas-gm-amend .view=${view} .table=${table}></fracas-gm-amend>`)}
      ${part("combatant", name ? t("gm.adjust", { name }) : t("gm.adjust.none"), html`<fracas-gm-combatant .view=${view} .table=${table} .selected=${selected} .schemas=${schemas}></fracas-gm-combatant>`)}
      ${part("tests", t("gm.tests"), html`<fracas-gm-tests .view=${view} .table=${table} .selected=${selected} .targets=${targets} .schemas=${schemas}></fracas-gm-tests>`)}
      ${part("add", t("gm.add"), html`<fracas-gm-add .view=${view} .table=${table} .schemas=${schemas}></fracas-gm-add>`)}
      ${part("seats", t("gm.seats"), html`<fracas-gm-seats .view=${view} .table=${table} .joinUrl=${this.joinUrl}></fracas-gm-seats>`)}
      ${part("options", t("gm.options"), html`<fracas-gm-options .view=${view} .table=${table} .schemas=${schemas}></fracas-gm-options>`)}
      ${part("table", t("gm.table"), html`<fracas-gm-table .view=${view} .table=${table} .schemas=${schemas}></fracas-gm-table>`)}
    </div>`;
  }
}

customElements.define("fracas-gm", FracasGm);
