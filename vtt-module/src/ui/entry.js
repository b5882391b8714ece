// @ts-check
import { css, html, nothing } from "lit";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";
import { shared } from "./styles.js";

/** @import { Entry, Roll } from "../types/view.js" */

/** One line of the log; its rolls open into their dice and every term that made the total. Sends `fracas-opened` when they do. */
export class FracasEntry extends FracasElement {
  static properties = { entry: { attribute: false } };
  static styles = [
    shared,
    css`
      :host { overflow-wrap: anywhere; }
      summary { display: flex; gap: 6px; align-items: baseline; list-style: none; }
      summary::-webkit-details-marker { display: none; }
      summary::before { content: "▸"; color: var(--dim); flex: none; transition: transform 0.12s; }
      details[open] > summary::before { transform: rotate(90deg); }
      .plain { padding-left: 15px; }
      .roll { margin: 6px 0 2px 15px; padding: 6px 10px; background: var(--sunk); border-radius: 6px; }
      .head { display: flex; justify-content: space-between; gap: 8px; font-weight: 600; font-size: 12.5px; margin-bottom: 3px; }
      .sum { display: flex; flex-wrap: wrap; gap: 3px 5px; align-items: baseline; font-variant-numeric: tabular-nums; }
      .term { white-space: nowrap; }
      .term b { font-weight: 650; }
      .total { font-weight: 700; font-size: 15px; }
      code { font: 12px/1.4 ui-monospace, Consolas, monospace; overflow-wrap: anywhere; background: var(--sunk); padding: 1px 4px; border-radius: 4px; user-select: all; }
      .die { display: inline-block; min-width: 20px; text-align: center; border: 1.5px solid currentColor; border-radius: 4px; font-weight: 700; line-height: 19px; padding: 0 3px; }
    `,
  ];

  constructor() {
    super();
    /** @type {Entry | null} */
    this.entry = null;
  }

  render() {
    const { entry } = this;
    if (!entry) return nothing;
    const rolls = entry.rolls ?? [];
    const text = html`<span data-testid="entry-text">${told(entry)}${entry.gm ? html` <span class="tag note">${t("log.gm")}</span>` : nothing}</span>`;
    if (rolls.length === 0) return html`<div class="plain">${text}</div>`;
    return html`<details @toggle=${this.toggled}><summary data-testid="entry-open">${text}</summary>${rolls.map(breakdown)}</details>`;
  }

  /** @param {Event} event */
  toggled(event) {
    if (/** @type {HTMLDetailsElement} */ (event.currentTarget).open) this.tell("fracas-opened");
  }
}

/** The line; what binds the dice is set apart, so that it can be read and copied. @param {Entry} entry */
function told({ key, text, data }) {
  const { epoch = "", commitment, seed } = /** @type {Record<string, any>} */ (data ?? {});
  if (key === "dice_sealed" && commitment) return html`${t("log.dice_sealed", { epoch })} <code>${commitment}</code>`;
  if (key === "dice_revealed" && seed) return html`${t("log.dice_revealed", { epoch })} <code>${seed}</code>`;
  if (key === "entropy" && data?.text) return html`${t("log.entropy")} <q>${data.text}</q>`;
  return text;
}

/** @param {Roll} roll */
function breakdown(roll) {
  const dice = roll.dice ?? [];
  const terms = roll.terms ?? [];
  const faces = html`${dice.map((die) => html`<span class="die" title=${t("log.die", { n: die.sides })}>${die.face}</span>`)}`;
  const loose = dice.length > 0 && !terms.some((term) => term.key === "die");
  return html`<div class="roll" data-testid="roll">
    <div class="head"><span>${roll.label}</span><span class="dim">${roll.who_name ?? roll.who ?? ""}</span></div>
    <div class="sum">
      ${loose ? faces : nothing}
      ${terms.map((term, index) => {
        const minus = typeof term.value === "number" && term.value < 0;
        const sign = minus ? "−" : index === 0 && !loose ? "" : "+";
        const value = typeof term.value === "number" ? Math.abs(term.value) : term.value;
        return html`<span class="term" data-testid="term" data-key=${term.key}>${sign}
          ${term.key === "die" && dice.length === 1 ? faces : html`<b>${value}</b>`} <span class="dim">${term.label}</span></span>`;
      })}
      ${roll.total === undefined ? nothing : html`<span class="term">= <span class="total" data-testid="total">${roll.total}</span></span>`}
    </div>
  </div>`;
}

customElements.define("fracas-entry", FracasEntry);
