// @ts-check
import { css, html, nothing } from "lit";
import { FracasElement } from "../../ui/base.js";
import { shared } from "../../ui/styles.js";
import { tokenOf } from "../../core/join.js";
import { forget, known } from "./seats.js";

/** What somebody sees who has no seat yet, or whose seat is gone. Sends `door-enter` with a token. */
export class FracasDoor extends FracasElement {
  static properties = { reason: { attribute: false }, trouble: { state: true } };
  static styles = [
    shared,
    css`
      :host { max-width: 34rem; margin: 0 auto; padding: 8vh 20px; }
      h1 { font: 600 34px/1.1 var(--fracas-display, Georgia, serif); margin: 0 0 6px; }
      .card { background: var(--panel); border: 1px solid var(--line); border-radius: 12px; padding: 18px; margin-top: 16px; }
      .bad { border-color: var(--bad); }
      li { display: flex; gap: 6px; }
      li + li { margin-top: 6px; }
      li .go { flex: 1; justify-content: space-between; }
      .trouble { color: var(--bad); }
    `,
  ];

  constructor() {
    super();
    /** Why the last seat could not be taken. */
    this.reason = "";
    this.trouble = "";
  }

  render() {
    const seats = known();
    return html`<h1>Fracas</h1><p class="dim">A referee for fights at the virtual table.</p>
      ${this.reason ? html`<div class="card bad" role="alert" data-testid="door-reason">${this.reason}</div>` : nothing}
      <div class="card stack" data-testid="door">
        <p>You need a <b>join link</b> to sit down here. The game master makes one for each player, and sends it to you. Open it, or paste it below.</p>
        <p class="small dim">You run this server yourself? It prints a link for the game master when it starts.</p>
        <form class="row" @submit=${this.enter}>
          <label class="field grow">Join link<input name="link" required autocomplete="off" placeholder="https://…/#join=…" data-testid="paste-link"></label>
          <button class="primary" data-testid="paste-go">Sit down</button>
        </form>
        ${this.trouble ? html`<p class="trouble small" role="alert">${this.trouble}</p>` : nothing}
      </div>
      ${seats.length ? html`<div class="card stack tight"><h2>You have been here before</h2><ul>${seats.map((one) => html`<li>
        <button class="go" data-testid="known-seat" @click=${() => this.tell("door-enter", { token: one.token })}><span><b>${one.title}</b> <span class="dim">as ${one.name}</span></span><span aria-hidden="true">→</span></button>
        <button class="quiet" aria-label=${`Forget ${one.title}`} @click=${() => { forget(one.token); this.requestUpdate(); }}>×</button></li>`)}</ul></div>` : nothing}`;
  }

  /** @param {SubmitEvent} event */
  enter(event) {
    event.preventDefault();
    const token = tokenOf(String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("link")));
    if (token) this.tell("door-enter", { token });
    else this.trouble = "This is not a join link. A join link ends in “#”, the table's id and a long secret.";
  }
}

customElements.define("fracas-door", FracasDoor);
