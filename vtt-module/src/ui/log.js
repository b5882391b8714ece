// @ts-check
import { css, html, nothing } from "lit";
import { FracasElement } from "./base.js";
import { shared } from "./styles.js";

/** @import { Entry, Roll } from "../types/view.js" */

const PAGE = 150;

/** What happened, newest at the bottom; each roll opens into its die and every term that made its total. */
export class FracasLog extends FracasElement {
  static properties = { ...FracasElement.properties, entries: { attribute: false }, shown: { state: true } };
  static styles = [
    shared,
    css`
      :host { display: flex; flex-direction: column; min-height: 0; }
      h2 { margin-bottom: 6px; }
      .scroll { overflow-y: auto; min-height: 0; flex: 1; overscroll-behavior: contain; }
      li { padding: 6px 2px; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
      li:first-child { border-top: 0; }
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
      .die { display: inline-block; min-width: 20px; text-align: center; border: 1.5px solid currentColor; border-radius: 4px; font-weight: 700; line-height: 19px; padding: 0 3px; }
      .gm { border-left: 3px solid var(--note); padding-left: 8px; }
    `,
  ];

  constructor() {
    super();
    /** @type {Entry[]} */
    this.entries = [];
    this.shown = PAGE;
    this.follow = true;
  }

  firstUpdated() {
    const box = /** @type {Element} */ (this.renderRoot.querySelector(".scroll"));
    this.sizes = new ResizeObserver(() => this.updated());
    this.sizes.observe(box);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sizes?.disconnect();
  }

  updated() {
    const box = this.renderRoot.querySelector(".scroll");
    if (box && this.follow) box.scrollTop = box.scrollHeight;
  }

  /** An opened breakdown comes into sight. @param {Event} event */
  opened(event) {
    const details = /** @type {HTMLDetailsElement} */ (event.currentTarget);
    if (details.open) details.scrollIntoView({ block: "nearest" });
  }

  /** @param {Event} event */
  scrolled(event) {
    const box = /** @type {HTMLElement} */ (event.currentTarget);
    this.follow = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
  }

  render() {
    const first = Math.max(0, this.entries.length - this.shown);
    return html`<h2>Log</h2>
      <div class="scroll" tabindex="0" role="log" aria-live="polite" aria-label="Log of the fight" @scroll=${this.scrolled}>
        ${first > 0 ? html`<button class="quiet" @click=${() => (this.shown += PAGE)}>Show earlier lines (${first})</button>` : nothing}
        ${this.entries.length === 0 ? html`<p class="empty">Nothing has happened yet.</p>` : nothing}
        <ul data-testid="log">${this.entries.slice(first).map((entry) => this.line(entry))}</ul>
      </div>`;
  }

  /** @param {Entry} entry */
  line(entry) {
    const rolls = entry.rolls ?? [];
    const text = html`<span data-testid="entry-text">${entry.text}${entry.gm ? html` <span class="tag note">GM only</span>` : nothing}</span>`;
    return html`<li class=${entry.gm ? "gm" : ""} data-testid="entry" data-key=${entry.key} data-gm=${entry.gm === true}>
      ${rolls.length === 0
        ? html`<div class="plain">${text}</div>`
        : html`<details @toggle=${this.opened}><summary data-testid="entry-open">${text}</summary>${rolls.map(breakdown)}</details>`}
    </li>`;
  }
}

/** @param {Roll} roll */
function breakdown(roll) {
  const dice = roll.dice ?? [];
  const terms = roll.terms ?? [];
  const faces = html`${dice.map((die) => html`<span class="die" title=${`a die of ${die.sides}`}>${die.face}</span>`)}`;
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

customElements.define("fracas-log", FracasLog);
