// @ts-check
import { css, html, nothing } from "lit";
import { t } from "../../lang/lang.js";
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
    return html`<h1>Fracas</h1><p class="dim">${t("door.what")}</p>
      ${this.reason ? html`<div class="card bad" role="alert" data-testid="door-reason">${this.reason}</div>` : nothing}
      <div class="card stack" data-testid="door">
        <p>${t("door.need")}</p>
        <p class="small dim">${t("door.host")}</p>
        <form class="row" @submit=${this.enter}>
          <label class="field grow">${t("door.link")}<input name="link" required autocomplete="off" placeholder="https://…/#join=…" data-testid="paste-link"></label>
          <button class="primary" data-testid="paste-go">${t("door.sit")}</button>
        </form>
        ${this.trouble ? html`<p class="trouble small" role="alert">${this.trouble}</p>` : nothing}
      </div>
      ${seats.length ? html`<div class="card stack tight"><h2>${t("door.before")}</h2><ul>${seats.map((one) => html`<li>
        <button class="go" data-testid="known-seat" @click=${() => this.tell("door-enter", { token: one.token })}><span><b>${one.title}</b> <span class="dim">${t("page.as", { name: one.name })}</span></span><span aria-hidden="true">→</span></button>
        <button class="quiet" aria-label=${t("door.forget", { title: one.title })} @click=${() => { forget(one.token); this.requestUpdate(); }}>×</button></li>`)}</ul></div>` : nothing}`;
  }

  /** @param {SubmitEvent} event */
  enter(event) {
    event.preventDefault();
    const token = tokenOf(String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("link")));
    if (token) this.tell("door-enter", { token });
    else this.trouble = t("door.wrong");
  }
}

customElements.define("fracas-door", FracasDoor);
