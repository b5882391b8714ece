// @ts-check
import { css, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { answer, command } from "../core/intents.js";
import { toggled } from "../core/lists.js";
import { isGm, nameOf, openAsks } from "../core/view.js";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";
import { shared } from "./styles.js";
import "./clock.js";

/** @import { Ask, Value } from "../types/view.js" */

/** Questions that wait for an answer from this seat, and what everybody is waiting for. */
export class FracasPrompts extends FracasElement {
  static properties = { drafts: { state: true }, sent: { state: true } };
  static styles = [
    shared,
    css`
      article { border: 2px solid var(--accent); border-radius: 10px; padding: 12px; background: color-mix(in srgb, var(--accent) 5%, var(--panel)); }
      article.deputy { border: 2px dashed var(--note); background: var(--panel); }
      article + article, .waiting + article { margin-top: 8px; }
      .who { font-size: 12.5px; color: var(--dim); display: flex; gap: 8px; align-items: center; flex-wrap: wrap; }
      .prompt { font-size: 16px; font-weight: 650; margin: 2px 0 10px; }
      .options { display: grid; gap: 6px; }
      .options button { justify-content: flex-start; flex-wrap: wrap; gap: 0 8px; min-height: 42px; width: 100%; }
      .options .note { flex-basis: 100%; font-size: 12.5px; color: var(--dim); }
      .order li { display: flex; align-items: center; gap: 6px; padding: 3px 0; }
      .gate { border-style: double; border-width: 4px; }
      .gate .prompt { font-size: 14px; font-weight: 400; }
      .waiting { padding: 8px 12px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--sunk); margin-bottom: 8px; }
    `,
  ];

  constructor() {
    super();
    /** @type {Record<string, any>} answers being put together, by ask */
    this.drafts = {};
    /** @type {Set<string>} asks whose answer is on its way */
    this.sent = new Set();
  }

  /** @param {string} id @param {Value} pick */
  async give(id, pick) {
    this.sent = new Set([...this.sent, id]);
    await this.do(answer(id, pick));
    this.sent = new Set([...this.sent].filter((one) => one !== id));
  }

  render() {
    const { view } = this;
    const asks = openAsks(view);
    const pending = view?.pending;
    if (!view || (asks.length === 0 && !pending)) return html`<div aria-live="assertive"></div>`;
    return html`
      ${pending ? html`<div class="waiting between" data-testid="pending"><span><b>${pending.label}</b>
        ${pending.waiting?.length ? html`<span class="dim"> · ${t("ask.waiting", { names: pending.waiting.join(", ") })}</span>` : nothing}</span>
        ${isGm(view) ? html`<button class="quiet danger" data-testid="void" title=${t("ask.void.help")} @click=${() => this.do(command("void"))}>${t("ask.void")}</button>` : nothing}</div>` : nothing}
      <div aria-live="assertive">${repeat(asks, ([id]) => id, ([id, ask]) => this.card(id, ask))}</div>`;
  }

  /** @param {string} id @param {Ask} ask */
  card(id, ask) {
    const busy = this.sent.has(id);
    const gate = ask.key === "confirm";
    const then = ask.options?.find((one) => one.id === ask.default)?.label;
    return html`<article class="${ask.deputy ? "deputy" : ""} ${gate ? "gate" : ""}" data-testid="ask" data-id=${id} data-key=${ask.key} data-deputy=${ask.deputy === true}>
      <p class="who"><span>${ask.who_name}</span>${ask.deputy ? html`<span class="tag note">${t("ask.deputy", { name: ask.who_name })}</span>` : nothing}
        ${ask.due ? html`<fracas-clock .view=${this.view} .due=${ask.due} .then=${then ?? ""}></fracas-clock>` : nothing}</p>
      ${gate ? html`<h3>${t("ask.gate")}</h3>` : nothing}
      <p class="prompt">${ask.prompt}</p>
      ${ask.options?.length ? html`<div class="options" role="group" aria-label=${ask.prompt}>
        ${ask.options.map((option) => html`<button ?disabled=${busy} data-testid="option" class=${gate && option.id === "approve" ? "primary" : ""} data-pick=${option.id} @click=${() => this.give(id, option.id)}>
          <b>${gate ? verdict(option.id) ?? option.label : option.label}</b>${ask.default === option.id ? html`<span class="tag">${t("default")}</span>` : nothing}
          ${option.note ? html`<span class="note">${option.note}</span>` : nothing}</button>`)}
      </div>` : nothing}
      ${ask.number ? this.number(id, ask, busy) : nothing}
      ${ask.ids ? this.list(id, ask, busy) : nothing}
      ${ask.dice ? this.dice(id, ask.dice, busy) : nothing}
    </article>`;
  }

  /** @param {string} id @param {Ask} ask @param {boolean} busy */
  number(id, ask, busy) {
    const { min, max } = ask.number ?? {};
    const value = this.drafts[id] ?? ask.default ?? min ?? 0;
    const range = min !== undefined && max !== undefined ? t("ask.range", { min, max }) : min !== undefined ? t("ask.min", { min }) : max !== undefined ? t("ask.max", { max }) : t("ask.any");
    return html`<form class="row" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); this.give(id, Number(value)); }}>
      <label class="field">${range}<input type="number" required data-testid="number-pick" min=${min ?? ""} max=${max ?? ""} .value=${String(value)}
        @input=${(/** @type {any} */ event) => this.draft(id, event.target.value)}></label>
      <button class="primary" ?disabled=${busy} data-testid="answer">${t("ask.answer")}</button>
      ${typeof ask.default === "number" ? html`<span class="dim small">${t("ask.default", { value: ask.default })}</span>` : nothing}
    </form>`;
  }

  /** @param {string} id @param {Ask} ask @param {boolean} busy */
  list(id, ask, busy) {
    const { of, mode } = /** @type {NonNullable<Ask["ids"]>} */ (ask.ids);
    const start = Array.isArray(ask.default) ? ask.default : mode === "order" ? of : [];
    /** @type {string[]} */
    const draft = this.drafts[id] ?? start;
    const rows = mode === "order" ? draft : of;
    return html`<div class="stack tight"><ol class="order" aria-label=${ask.prompt}>
      ${repeat(rows, (one) => one, (one, at) => html`<li data-testid="id-pick" data-id=${one}>${mode === "order"
        ? html`<span class="dim">${at + 1}.</span><span class="grow">${nameOf(this.view, one)}</span>
          <button aria-label=${t("ask.earlier", { name: nameOf(this.view, one) })} ?disabled=${at === 0} @click=${() => this.draft(id, swapped(draft, at))}>↑</button>
          <button aria-label=${t("ask.later", { name: nameOf(this.view, one) })} ?disabled=${at === draft.length - 1} @click=${() => this.draft(id, swapped(draft, at + 1))}>↓</button>`
        : html`<label class="check"><input type="checkbox" .checked=${draft.includes(one)}
          @change=${() => this.draft(id, toggled(draft, one))}> ${nameOf(this.view, one)}</label>`}</li>`)}
    </ol><button class="primary" ?disabled=${busy} data-testid="answer" @click=${() => this.give(id, draft)}>${t("ask.answer")}</button></div>`;
  }

  /** Dice rolled by hand: one field a die. @param {string} id @param {number[]} dice their sizes @param {boolean} busy */
  dice(id, dice, busy) {
    const faces = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.give(id, new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).getAll("face").map(Number));
    };
    return html`<form class="row" @submit=${faces}>
      ${dice.map((sides, at) => html`<label class="field">d${sides}<input type="number" name="face" required min="1" max=${sides} inputmode="numeric"
        aria-label=${t("ask.die", { at: at + 1, sides })} data-testid="face"></label>`)}
      <button class="primary" ?disabled=${busy} data-testid="answer">${t("ask.dice")}</button></form>`;
  }

  /** @param {string} id @param {any} value */
  draft(id, value) {
    this.drafts = { ...this.drafts, [id]: value };
  }
}

/** The two answers of the gate; another one keeps the words that came with it. @param {string} pick */
const verdict = (pick) => (pick === "approve" ? t("ask.approve") : pick === "refuse" ? t("ask.refuse") : undefined);

/** The list with the items at `at` and before it changed over. @param {string[]} list @param {number} at */
function swapped(list, at) {
  const copy = [...list];
  [copy[at - 1], copy[at]] = [copy[at], copy[at - 1]];
  return copy;
}

customElements.define("fracas-prompts", FracasPrompts);
