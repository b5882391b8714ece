// @ts-check
import { css, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { inOrder, isGm } from "../core/view.js";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";
import { icon } from "./icons.js";
import { shared } from "./styles.js";
import { tracks, trackStyles } from "./tracks.js";

/** @import { Combatant } from "../types/view.js" */

/** Numbers shown at once: those that change in a fight come first. */
const FEW = 2;

/** Everybody this seat can see: how they are, in words, numbers and a bar. */
export class FracasRoster extends FracasElement {
  static properties = { selected: { attribute: false }, targets: { attribute: false } };
  static styles = [
    shared,
    trackStyles,
    css`
      h2 { margin-bottom: 6px; }
      li { border: 1px solid var(--line); border-radius: var(--radius); padding: 8px 10px; background: var(--panel); }
      li + li { margin-top: 6px; }
      li.selected { border-color: var(--accent); box-shadow: inset 3px 0 0 var(--accent); }
      li.out .who { text-decoration: line-through; }
      .who { all: unset; cursor: pointer; font-weight: 650; flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
      .who:focus-visible { outline: 3px solid var(--fracas-focus, #2f6fdb); outline-offset: 2px; border-radius: 4px; }
      .who[aria-pressed="true"] { box-shadow: none; }
      .who:hover { text-decoration: underline; }
      .aim { min-height: 28px; padding: 1px 8px; font-size: 12.5px; }
      @media (pointer: coarse) { .aim { min-height: 40px; min-width: 44px; } .who { padding: 9px 0; } }
      .label { font-size: 12.5px; }
      .tags { display: flex; flex-wrap: wrap; gap: 4px; margin-top: 5px; }
      .tags:empty { display: none; }
      dl { display: flex; flex-wrap: wrap; gap: 2px 12px; margin: 5px 0 0; font-size: 12.5px; }
      dl div { display: flex; gap: 5px; }
      dt { color: var(--dim); }
      dd { margin: 0; font-weight: 650; font-variant-numeric: tabular-nums; }
    `,
  ];

  constructor() {
    super();
    /** @type {string | null} */
    this.selected = null;
    /** @type {string[]} */
    this.targets = [];
  }

  render() {
    const people = inOrder(this.view);
    return html`<h2>${t("roster")}</h2>
      ${people.length === 0 ? html`<p class="empty">${t("roster.none")}</p>` : nothing}
      <ul data-testid="roster">${repeat(people, ([id]) => id, ([id, combatant]) => this.card(id, combatant))}</ul>`;
  }

  /** @param {string} id @param {Combatant} combatant */
  card(id, combatant) {
    const { name, side, wound, conditions = [], numbers = [], hidden, defeated } = combatant;
    const aimed = this.targets.includes(id);
    const mine = combatant.mine && !isGm(this.view);
    return html`<li class="${id === this.selected ? "selected" : ""} ${defeated ? "out" : ""}" data-testid="combatant" data-id=${id}>
      <div class="between">
        <button class="who" aria-pressed=${id === this.selected} @click=${() => this.tell("fracas-select", { id })}>${name}</button>
        ${side ? html`<span class="dim small">${side}</span>` : nothing}
        ${id === this.selected ? nothing : html`<button class="aim" aria-pressed=${aimed} aria-label=${t("roster.target", { name })} data-testid="aim"
          @click=${(/** @type {MouseEvent} */ event) => this.tell(aimed ? "fracas-untarget" : "fracas-target", { id, add: event.shiftKey })}>${icon("aim")}${aimed ? t("roster.aimed") : nothing}</button>`}
      </div>
      ${wound ? html`<div class="label" data-testid="wound">${wound.label}</div>${tracks(wound)}` : nothing}
      ${numberList(numbers.slice(0, FEW))}
      ${numbers.length > FEW ? html`<details class="small"><summary class="dim">${t("roster.more")}</summary>${numberList(numbers.slice(FEW))}</details>` : nothing}
      <div class="tags">
        ${mine ? html`<span class="tag good">${t("roster.yours")}</span>` : nothing}
        ${defeated ? html`<span class="tag bad">✕ ${t("roster.out")}</span>` : nothing}
        ${hidden ? html`<span class="tag note">${t("roster.hidden")}</span>` : nothing}
        ${conditions.map((one) => html`<span class="tag warn" data-testid="condition" data-id=${one.id} title=${one.detail ?? ""}>${one.label}${one.detail ? `: ${one.detail}` : ""}</span>`)}
      </div>
    </li>`;
  }
}

/** @param {NonNullable<Combatant["numbers"]>} numbers */
function numberList(numbers) {
  if (numbers.length === 0) return nothing;
  return html`<dl>${numbers.map((one) => html`<div data-testid="number" data-key=${one.key}><dt>${one.label}</dt><dd>${one.value}</dd></div>`)}</dl>`;
}

customElements.define("fracas-roster", FracasRoster);
