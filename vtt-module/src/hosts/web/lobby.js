// @ts-check
import { css, html, nothing } from "lit";
import { command } from "../../core/intents.js";
import { FracasElement } from "../../ui/base.js";
import { shared } from "../../ui/styles.js";

/** @import { LobbyView } from "../../types/view.js" */

/** For whoever runs the server: make tables and open them. Sends `door-enter` with the token of a game master's seat. */
export class FracasLobby extends FracasElement {
  static properties = { ...FracasElement.properties, lobby: { attribute: false } };
  static styles = [
    shared,
    css`
      :host { max-width: 44rem; margin: 0 auto; padding: 6vh 20px; }
      h1 { font: 600 30px/1.1 var(--fracas-display, Georgia, serif); margin: 0 0 16px; }
      .card { background: var(--panel); border: 1px solid var(--line); border-radius: 12px; padding: 18px; margin-top: 14px; }
      li { display: flex; align-items: center; gap: 10px; padding: 8px 0; border-top: 1px solid var(--line); }
      li:first-child { border-top: 0; }
    `,
  ];

  constructor() {
    super();
    /** @type {LobbyView | null} */
    this.lobby = null;
  }

  render() {
    if (!this.lobby) return nothing;
    const tables = Object.entries(this.lobby.tables);
    return html`<h1>Your tables</h1>
      <div class="card" data-testid="lobby">
        ${tables.length === 0 ? html`<p class="empty">No table yet. Make the first one below.</p>` : nothing}
        <ul>${tables.map(([id, one]) => html`<li data-testid="table" data-id=${id}><span class="grow"><b>${one.title}</b><br><span class="dim small">${one.system_title}</span></span>
          <button data-testid="open-table" @click=${() => this.enter(command("open_table", { table: id }))}>Open as game master</button></li>`)}</ul>
      </div>
      <form class="card row" data-testid="create-table" @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
        this.enter(command("create_table", { title: data.get("title"), system: data.get("system") }));
      }}>
        <label class="field grow">Title of a new table<input name="title" required maxlength="80" placeholder="e.g. Friday night"></label>
        <label class="field">Game<select name="system">${this.lobby.systems.map((one) => html`<option value=${one.id}>${one.title}</option>`)}</select></label>
        <button class="primary" data-testid="create-go">Make the table</button>
      </form>`;
  }

  /** @param {import("../../types/view.js").Command} what */
  async enter(what) {
    const answer = await this.table.do(what);
    if (answer) this.tell("door-enter", { token: answer.result.token });
  }
}

customElements.define("fracas-lobby", FracasLobby);
