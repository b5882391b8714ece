// @ts-check
import { css, html, nothing } from "lit";
import { command } from "../core/intents.js";
import { isGm } from "../core/view.js";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";
import { shared } from "./styles.js";

/** @import { LinkState } from "../core/link.js" */

/** What everybody must know at once: the connection is gone, the table is paused. Sends `fracas-retry`. */
export class FracasBanner extends FracasElement {
  static properties = { state: { attribute: false } };
  static styles = [
    shared,
    css`
      p { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; justify-content: center; padding: 7px 14px; border-bottom: 1px solid var(--line); }
      @media (max-width: 860px) { p { flex-wrap: nowrap; justify-content: space-between; padding: 7px 10px; font-size: 13px; } button { flex: none; } }
      .lost { background: color-mix(in srgb, var(--bad) 14%, var(--panel)); }
      .paused { background: color-mix(in srgb, var(--warn) 16%, var(--panel)); }
    `,
  ];

  constructor() {
    super();
    /** @type {LinkState} */
    this.state = { name: "open" };
  }

  render() {
    const { view, state } = this;
    const lost = state.name === "waiting" || (state.name === "connecting" && state.failed);
    return html`<div role="alert">${lost ? html`<p class="lost" data-testid="banner-lost"><b aria-hidden="true">⚠</b><span>${t("banner.lost")}</span>
        <button class="small" data-testid="retry" @click=${() => this.tell("fracas-retry")}>${t("banner.retry")}</button></p>` : nothing}</div>
      <div role="status">${view?.paused ? html`<p class="paused" data-testid="banner-paused"><b>❚❚ ${t("banner.paused")}</b>
        ${isGm(view) ? html`<button class="small" data-testid="resume" @click=${() => this.do(command("pause", { paused: false }))}>${t("banner.go")}</button>` : html`<span>${t("banner.wait")}</span>`}</p>` : nothing}</div>`;
  }
}

customElements.define("fracas-banner", FracasBanner);
