// @ts-check
import { css, html, nothing } from "lit";
import { LANGUAGES, language, t } from "../../lang/lang.js";
import { FracasElement } from "../../ui/base.js";
import { shared } from "../../ui/styles.js";
import { look, setLanguage, setLook } from "./look.js";
import { known } from "./seats.js";

/** The browser's offer to install the page as an app, once it has made one. @type {any} */
let offer = null;
window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer = event;
});

/** What belongs to the person, not to the table: other tables, language, colours, leaving. Sends `door-enter` and `menu-leave`. */
export class FracasMenu extends FracasElement {
  static properties = { seated: { type: Boolean }, open: { state: true } };
  static styles = [
    shared,
    css`
      :host { position: relative; }
      .open { min-width: 40px; padding: 4px 10px; font-size: 17px; }
      .sheet { position: absolute; right: 0; top: calc(100% + 6px); z-index: 30; width: min(92vw, 290px); background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 12px; box-shadow: 0 10px 34px rgb(0 0 0 / 0.3); }
      @media (pointer: coarse) { .keys { display: none; } }
      .go { width: 100%; justify-content: space-between; }
      li + li { margin-top: 4px; }
    `,
  ];

  constructor() {
    super();
    /** Does this tab sit at a table? */
    this.seated = false;
    this.open = false;
    this.outside = (/** @type {Event} */ event) => {
      if (!event.composedPath().includes(this)) this.open = false;
    };
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("pointerdown", this.outside);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener("pointerdown", this.outside);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Escape" || !this.open) return;
    this.open = false;
    /** @type {HTMLElement} */ (this.renderRoot.querySelector(".open")).focus();
  }

  render() {
    return html`<div @keydown=${this.key}><button class="quiet open" aria-label=${t("page.menu")} aria-expanded=${this.open} data-testid="menu" @click=${() => (this.open = !this.open)}>☰</button>
      ${this.open ? this.sheet() : nothing}</div>`;
  }

  sheet() {
    const here = this.view && `${this.view.table.id}/${this.view.you.seat}`;
    const others = known().filter((one) => `${one.table}/${one.seat}` !== here);
    const choose = (/** @type {(value: string) => void} */ how) => (/** @type {any} */ event) => how(event.target.value);
    return html`<div class="sheet stack" data-testid="menu-sheet">
      ${this.seated && others.length ? html`<div class="stack tight"><h2>${t("page.tables")}</h2><ul>${others.slice(0, 6).map((one) => html`<li>
        <button class="go" data-testid="other-table" @click=${() => this.tell("door-enter", { token: one.token })}><span><b>${one.title}</b> <span class="dim">${t("page.as", { name: one.name })}</span></span><span aria-hidden="true">→</span></button></li>`)}</ul></div>` : nothing}
      <label class="field">${t("page.language")}<select data-testid="language" @change=${choose(setLanguage)}>
        ${Object.entries(LANGUAGES).map(([code, name]) => html`<option value=${code} lang=${code} .selected=${code === language()}>${name}</option>`)}</select></label>
      <label class="field">${t("page.look")}<select data-testid="look" @change=${choose(setLook)}>
        ${[["", t("page.look.auto")], ["light", t("page.look.light")], ["dark", t("page.look.dark")]].map(([id, name]) => html`<option value=${id} .selected=${id === look()}>${name}</option>`)}</select></label>
      ${offer ? html`<button data-testid="install" @click=${() => { offer.prompt(); offer = null; this.open = false; }}>${t("page.app")}</button>` : nothing}
      ${this.seated ? html`<p class="keys small dim">${t("page.keys")}</p><button data-testid="leave" @click=${() => this.tell("menu-leave")}>${t("page.leave")}</button>` : nothing}
    </div>`;
  }
}

customElements.define("fracas-menu", FracasMenu);
