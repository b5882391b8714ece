// @ts-check
import { css, html, nothing } from "lit";
import { command } from "../core/intents.js";
import { inOrder } from "../core/view.js";
import { FracasElement } from "./base.js";
import { shared } from "./styles.js";

/** The game master's clock: begin, order, next round, and take back. */
export class FracasGmFight extends FracasElement {
  static properties = { ...FracasElement.properties, surprised: { state: true } };
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
    return this.table.do(command(name, more));
  }

  render() {
    const { view } = this;
    if (!view) return nothing;
    const undo = view.undo ?? [];
    return html`<div class="stack">
      ${view.encounter
        ? html`<div class="row">
            <button data-testid="gm-initiative" @click=${() => this.run("initiative")}>Determine order</button>
            <button class="primary" data-testid="gm-next-round" @click=${() => this.run("next_round")}>Next round</button>
            <button class="quiet" data-testid="gm-end" @click=${() => this.run("end_encounter")}>End the fight</button>
          </div>`
        : html`<fieldset class="stack tight"><legend class="small dim">Surprised at the start</legend>
            <div class="row">${inOrder(view).map(([id, one]) => html`<label class="check"><input type="checkbox" .checked=${this.surprised.includes(id)}
              @change=${() => (this.surprised = this.surprised.includes(id) ? this.surprised.filter((other) => other !== id) : [...this.surprised, id])}> ${one.name}</label>`)}</div>
            <div><button class="primary" data-testid="gm-start" @click=${async () => {
              if (await this.run("start", { surprised: this.surprised })) this.surprised = [];
            }}>Start the fight</button></div></fieldset>`}
      <div><h3>Take back</h3>
        ${undo.length === 0 ? html`<p class="empty small">Nothing to take back.</p>` : nothing}
        ${undo.slice(0, 6).map(({ label }, index) => html`<div class="undo" data-testid="undo-line"><span class="small">${label}</span>
          <button class="small" data-testid="gm-undo" data-steps=${index + 1} @click=${() => this.table.do({ do: "undo", steps: index + 1 })}>
            ${index === 0 ? "Undo" : `Undo ${index + 1}`}</button></div>`)}
      </div>
    </div>`;
  }
}

customElements.define("fracas-gm-fight", FracasGmFight);
