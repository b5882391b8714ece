// @ts-check
import { css, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { turnMarks } from "../core/view.js";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";
import { shared } from "./styles.js";

/** @type {Record<string, () => string>} */
const WORDS = { up: () => t("turns.up"), done: () => t("turns.done"), declared: () => t("turns.declared") };

/** Turn order: the round, the phase, who is up, who is done. */
export class FracasTurns extends FracasElement {
  static properties = { selected: { attribute: false } };
  static styles = [
    shared,
    css`
      header { display: flex; align-items: baseline; gap: 8px; flex-wrap: wrap; margin-bottom: 8px; }
      .round { font-size: 17px; font-weight: 650; }
      li + li { margin-top: 3px; }
      button { width: 100%; justify-content: flex-start; padding: 4px 10px; min-height: 34px; border-color: transparent; background: transparent; }
      .place { width: 1.6em; text-align: end; color: var(--dim); font-variant-numeric: tabular-nums; }
      .up { border-color: var(--accent); background: color-mix(in srgb, var(--accent) 9%, var(--panel)); font-weight: 650; }
      .done { color: var(--dim); }
      .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    `,
  ];

  constructor() {
    super();
    /** @type {string | null} */
    this.selected = null;
  }

  render() {
    const { view } = this;
    const encounter = view?.encounter;
    if (!view || !encounter) return html`<h2>${t("turns")}</h2><p class="empty" data-testid="no-fight">${t("turns.none")}</p>`;
    const order = (encounter.order ?? []).filter((id) => view.combatants[id]);
    return html`
      <header>
        <span class="round" data-testid="round">${encounter.round_label ?? t("turns.round", { n: encounter.round })}</span>
        <span class="dim" data-testid="phase" data-phase=${encounter.phase}>${encounter.phase_label ?? encounter.phase}</span>
      </header>
      ${order.length === 0 ? html`<p class="empty">${t("turns.unset")}</p>` : nothing}
      <ol aria-label=${t("turns")} data-testid="order">
        ${repeat(order, (id) => id, (id, place) => this.line(id, place))}
      </ol>
      <p class="unseen" aria-live="polite">${t("turns.is", { names: (encounter.up ?? []).map((id) => view.combatants[id]?.name).filter(Boolean).join(", ") })}</p>
    `;
  }

  /** @param {string} id @param {number} place */
  line(id, place) {
    const view = /** @type {import("../types/view.js").View} */ (this.view);
    const marks = turnMarks(view, id);
    return html`<li data-testid="turn" data-id=${id} data-up=${marks.includes("up")}>
      <button class=${marks.join(" ")} aria-pressed=${this.selected === id} aria-current=${marks.includes("up") ? "step" : "false"}
        @click=${() => this.tell("fracas-select", { id })}>
        <span class="place">${place + 1}</span>
        <span class="name grow">${view.combatants[id].name}</span>
        ${marks.map((mark) => html`<span class="tag ${mark === "up" ? "accent" : ""}">${WORDS[mark]()}</span>`)}
      </button>
    </li>`;
  }
}

customElements.define("fracas-turns", FracasTurns);
