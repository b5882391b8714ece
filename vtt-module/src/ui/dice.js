// @ts-check
import { css, html, nothing } from "lit";
import { command } from "../core/intents.js";
import { isGm } from "../core/view.js";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";
import { shared } from "./styles.js";

/** What the coming dice are bound to, how anybody may add to them, and how to check them afterwards. */
export class FracasDice extends FracasElement {
  static styles = [
    shared,
    css`
      code { display: block; padding: 6px 9px; border-radius: 6px; background: var(--sunk); font: 12px/1.5 ui-monospace, Consolas, monospace; overflow-wrap: anywhere; user-select: all; }
      summary { font-size: 12px; font-weight: 650; letter-spacing: 0.08em; text-transform: uppercase; color: var(--dim); }
      details[open] > summary { margin-bottom: 8px; }
    `,
  ];

  render() {
    const { view } = this;
    if (!view) return nothing;
    const { dice } = view;
    return html`<details data-testid="dice"><summary>${t("dice")}</summary><div class="stack tight">
      ${dice ? html`<h3>${t("dice.commitment", { epoch: dice.epoch })}</h3><code data-testid="commitment">${dice.commitment}</code>
        <p class="small dim">${t("dice.why")}</p>` : html`<p class="small dim">${t("dice.none")}</p>`}
      ${dice ? html`<form class="row" @submit=${this.add}>
        <label class="field grow">${t("dice.add")}<input name="text" required maxlength="200" placeholder=${t("dice.add.hint")} autocomplete="off"></label>
        <button data-testid="entropy">${t("add")}</button></form><p class="small dim">${t("dice.add.help")}</p>` : nothing}
      ${isGm(view) ? html`<div><button data-testid="reveal" @click=${() => this.do(command("reveal_dice"))}>${t("dice.reveal")}</button></div>` : nothing}
      <p class="small dim">${t("dice.verify")}</p><code>fracas verify LOG</code>
    </div></details>`;
  }

  /** @param {SubmitEvent} event */
  async add(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const text = String(new FormData(form).get("text")).trim();
    if (text && (await this.do(command("add_entropy", { text })))) form.reset();
  }
}

customElements.define("fracas-dice", FracasDice);
