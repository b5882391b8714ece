// @ts-check
import { css, html, nothing } from "lit";
import { command } from "../core/intents.js";
import { toggled } from "../core/lists.js";
import { inOrder, nameOf, roundWord } from "../core/view.js";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";
import { shared } from "./styles.js";

/** Steps back that are shown at once. */
const FEW = 3;
/** The phase in which the order stands, as the wire names it. */
const ACTING = "actions";

/** The game master's clock: begin, order, next round, pause; take back, and do again. */
export class FracasGmFight extends FracasElement {
  static properties = { surprised: { state: true } };
  static styles = [
    shared,
    css`
      .undo { display: flex; justify-content: space-between; gap: 8px; align-items: center; border-top: 1px solid var(--line); padding: 4px 0; }
    `,
  ];

  constructor() {
    super();
    /** @type {string[]} */
    this.surprised = [];
  }

  /** @param {string} name @param {Record<string, unknown>} [more] */
  run(name, more) {
    return this.do(command(name, more));
  }

  render() {
    const { view } = this;
    if (!view) return nothing;
    const { undo = [], redo = [], encounter: fight } = view;
    const ordered = fight?.phase === ACTING;
    const [next, end] = [t("fight.next", { round: roundWord(view) || t("round") }), t("fight.end")];
    const on = () => this.run("next_round");
    const here = inOrder(view);
    const line = (/** @type {{ label: string }} */ { label }, /** @type {number} */ index) => html`<div class="undo" data-testid="undo-line"><span class="small">${label}</span>
      <button class="small" data-testid="gm-undo" data-steps=${index + 1} @click=${() => this.do({ do: "undo", steps: index + 1 })}>
        ${index === 0 ? t("undo") : t("fight.undo.n", { n: index + 1 })}</button></div>`;
    const pause = view.paused ? nothing : html`<button class="quiet" data-testid="gm-pause" @click=${() => this.run("pause")}>${t("fight.pause")}</button>`;
    return html`<div class="stack">
      ${fight
        ? html`<div class="row">
            <button class=${ordered ? "" : "primary"} data-testid="gm-initiative" ?disabled=${ordered && !fight.late?.length} @click=${() => this.run("initiative")}>${fight.late?.length ? t("fight.late", { names: fight.late.map((id) => nameOf(view, id)).join(", ") }) : t("fight.order")}</button>
            ${ordered && !fight.up?.length ? html`<button class="primary" data-testid="gm-next-round" @click=${on}>${next}</button>` : this.twice("gm-next-round", next, t("fight.early"), next, on, ordered ? "primary" : "")}
            ${this.twice("gm-end", end, `${end}?`, end, () => this.run("end_encounter"))}
            ${pause}
          </div>`
        : html`<fieldset class="stack tight">${here.length ? html`<legend class="small dim">${t("fight.surprised")}</legend>` : nothing}
            <div class="row">${here.map(([id, one]) => html`<label class="check"><input type="checkbox" .checked=${this.surprised.includes(id)}
              @change=${() => (this.surprised = toggled(this.surprised, id))}> ${one.name}</label>`)}</div>
            <div class="row"><button class="primary" data-testid="gm-start" @click=${async () => {
              if (await this.run("start", { surprised: this.surprised })) this.surprised = [];
            }}>${t("fight.start")}</button>${pause}</div></fieldset>`}
      <div><h3>${t("fight.back")}</h3>
        ${undo.length === 0 ? html`<p class="empty small">${t("fight.back.none")}</p>` : nothing}
        ${undo.slice(0, FEW).map(line)}
        ${undo.length > FEW ? html`<details class="small"><summary class="dim">${t("fight.back.more")}</summary>${undo.slice(FEW).map((one, index) => line(one, index + FEW))}</details>` : nothing}
      </div>
      ${redo.length ? html`<div><h3>${t("fight.redo.title")}</h3>
        ${redo.slice(0, 3).map(({ label }, index) => html`<div class="undo" data-testid="redo-line"><span class="small ${index ? "dim" : ""}">${label}</span>
          ${index ? nothing : html`<button class="small" data-testid="gm-redo" @click=${() => this.run("redo")}>${t("fight.redo")}</button>`}</div>`)}</div>` : nothing}
    </div>`;
  }
}

customElements.define("fracas-gm-fight", FracasGmFight);
