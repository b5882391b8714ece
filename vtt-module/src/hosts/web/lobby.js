// @ts-check
import { css, html, nothing } from "lit";
import { command } from "../../core/intents.js";
import { language, t } from "../../lang/lang.js";
import { FracasElement } from "../../ui/base.js";
import { shared } from "../../ui/styles.js";
import { known } from "./seats.js";

/** @import { LobbyView } from "../../types/view.js" */

/** From so many tables on, there is a search. */
const MANY = 6;

/** For whoever runs the server: make tables, open them, put them away. Sends `door-enter` with the token of a game master's seat. */
export class FracasLobby extends FracasElement {
  static properties = { lobby: { attribute: false }, search: { state: true } };
  static styles = [
    shared,
    css`
      :host { max-width: 46rem; margin: 0 auto; padding: 6vh 20px; }
      h1 { font: 600 30px/1.1 var(--fracas-display, Georgia, serif); margin: 0 0 16px; }
      .card { background: var(--panel); border: 1px solid var(--line); border-radius: 12px; padding: 18px; margin-top: 14px; }
      li { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; padding: 8px 0; border-top: 1px solid var(--line); }
      li:first-child { border-top: 0; }
      input[type="search"] { width: 100%; margin-bottom: 8px; }
    `,
  ];

  constructor() {
    super();
    /** @type {LobbyView | null} */
    this.lobby = null;
    this.search = "";
  }

  render() {
    if (!this.lobby) return nothing;
    const sought = this.search.toLowerCase();
    const all = Object.entries(this.lobby.tables).sort(([, a], [, b]) => Number(a.status !== undefined) - Number(b.status !== undefined) || a.title.localeCompare(b.title, language()));
    const tables = all.filter(([, one]) => `${one.title} ${one.system_title}`.toLowerCase().includes(sought));
    return html`<h1>${t("lobby.title")}</h1>
      <div class="card" data-testid="lobby">
        ${all.length > MANY ? html`<input type="search" aria-label=${t("lobby.search")} placeholder=${t("lobby.search")} .value=${this.search} @input=${(/** @type {any} */ event) => (this.search = event.target.value)}>` : nothing}
        ${all.length === 0 ? html`<p class="empty">${t("lobby.none")}</p>` : nothing}
        <ul>${tables.map(([id, one]) => html`<li data-testid="table" data-id=${id}><span class="grow"><b>${one.title}</b><br><span class="dim small">${one.system_title}</span></span>${this.buttons(id, one)}</li>`)}</ul>
      </div>
      <form class="card row" data-testid="create-table" @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
        this.enter(command("create_table", { title: data.get("title"), system: data.get("system") }));
      }}>
        <label class="field grow">${t("lobby.new")}<input name="title" required maxlength="80" placeholder=${t("lobby.example")}></label>
        <label class="field">${t("lobby.game")}<select name="system">${this.lobby.systems.map((one) => html`<option value=${one.id}>${one.title}</option>`)}</select></label>
        <button class="primary" data-testid="create-go">${t("lobby.make")}</button>
      </form>`;
  }

  /** @param {string} id @param {LobbyView["tables"][string]} table */
  buttons(id, { status, until }) {
    const put = (/** @type {string} */ what) => () => {
      this.sure = "";
      return this.do(command(what, { table: id }));
    };
    if (status) {
      const day = until ? new Date(until).toLocaleDateString(language()) : "";
      return html`<span class="tag">${status === "deleted" ? t("lobby.deleted", { day }) : t("lobby.archived")}</span><button class="small" data-testid="restore-table" @click=${put("restore_table")}>${t("lobby.restore")}</button>`;
    }
    if (this.sure === id) {
      return html`<span class="small">${t("lobby.sure")}</span><button class="small danger" data-testid="delete-table" @click=${put("delete_table")}>${t("lobby.delete")}</button>
        <button class="small" data-testid="archive-table" @click=${put("archive_table")}>${t("lobby.archive")}</button><button class="small quiet" @click=${() => (this.sure = "")}>${t("cancel")}</button>`;
    }
    return html`<button data-testid="open-table" @click=${() => this.open(id)}>${t("lobby.open")}</button>
      <button class="quiet small" data-testid="put-away" @click=${() => (this.sure = id)}>${t("lobby.away")}</button>`;
  }

  /** Take the seat that this browser already has as game master; the server would make one more each time. @param {string} id */
  open(id) {
    const seat = known().find(({ table, role }) => table === id && role === "gm");
    return seat ? this.tell("door-enter", { token: seat.token }) : this.enter(command("open_table", { table: id }));
  }

  /** @param {import("../../types/view.js").Command} what */
  async enter(what) {
    const answer = await this.do(what);
    if (answer) this.tell("door-enter", { token: answer.result.token });
  }
}

customElements.define("fracas-lobby", FracasLobby);
