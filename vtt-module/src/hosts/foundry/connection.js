// @ts-check
import { css, html, nothing } from "lit";
import { FracasElement } from "../../ui/base.js";
import { shared } from "../../ui/styles.js";
import "../../ui/status.js";
import { keepCode, seatOf, takeCode } from "./settings.js";

/** @import { Host } from "./host.js" */

/** Where a person pastes their join code, and is told what is wrong with the connection and what to do. */
class FracasConnection extends FracasElement {
  static properties = { host: { attribute: false }, trouble: { state: true } };
  static styles = [shared, css`
    :host { padding: 12px; }
    .card { border: 1px solid var(--line); border-radius: var(--radius); padding: 10px 12px; }
    .bad { border-color: var(--bad); }
    .todo { margin-top: 6px; white-space: pre-line; }
  `];

  constructor() {
    super();
    /** @type {Host | null} */
    this.host = null;
    /** What is wrong with what was pasted. */
    this.trouble = "";
  }

  render() {
    const { host } = this;
    if (!host) return nothing;
    const { foundry, session, view } = host;
    const words = (/** @type {string} */ key, /** @type {any} */ data = undefined) => foundry.words(key, data);
    const found = host.trouble();
    const { url, token } = seatOf(foundry);
    return html`<div class="stack">
      <fracas-status .state=${{ name: session?.state.name ?? "stopped", retryIn: session?.state.retryIn }}></fracas-status>
      ${view ? html`<p data-testid="seated">${words("Connection.Seated", { name: view.you.name, table: view.table.title })}</p>` : nothing}
      ${found ? html`<div class="card bad" role="alert" data-testid="trouble" data-key=${found.key}><b>${found.what}</b><p class="todo">${found.todo}</p></div>` : nothing}
      <form class="stack tight" @submit=${this.take}>
        <label class="field">${words("Connection.Code")}<input name="code" type="password" autocomplete="off" required data-testid="code" placeholder=${token ? words("Connection.Kept") : words("Connection.Paste")}></label>
        ${this.trouble ? html`<p class="small" role="alert">${this.trouble}</p>` : nothing}
        <div class="row"><button class="primary" data-testid="code-take">${words("Connection.Take")}</button>
          ${token ? html`<button type="button" class="quiet danger" data-testid="code-forget" @click=${() => keepCode(foundry, null)}>${words("Connection.Forget")}</button>` : nothing}
          ${session && session.state.name !== "open" ? html`<button type="button" class="quiet" data-testid="again" @click=${() => this.again()}>${words("Connection.Again")}</button>` : nothing}</div>
      </form>
      <form class="stack tight" @submit=${this.move}>
        <label class="field">${words("Settings.Server")}<input name="server" data-testid="server" .value=${url ?? ""} ?readonly=${!foundry.whoAmI().gm} placeholder="ws://127.0.0.1:8480/fracas"></label>
        ${foundry.whoAmI().gm ? html`<div><button data-testid="server-set">${words("Connection.Save")}</button></div>` : html`<p class="small dim">${words("Connection.ServerByGm")}</p>`}
      </form></div>`;
  }

  /** @param {SubmitEvent} event */
  async take(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const { foundry } = /** @type {Host} */ (this.host);
    const taken = await takeCode(foundry, String(new FormData(form).get("code")));
    this.trouble = taken ? "" : foundry.words("Connection.NoCode");
    if (taken) form.reset();
  }

  /** @param {SubmitEvent} event */
  async move(event) {
    event.preventDefault();
    await this.host?.foundry.set("server", String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("server")).trim());
  }

  again() {
    const { host } = this;
    if (host?.session?.state.name === "stopped") host.connect();
    else host?.session?.start();
  }
}

customElements.define("fracas-connection", FracasConnection);
