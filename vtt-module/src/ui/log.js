// @ts-check
import { css, html, nothing } from "lit";
import { asJson, asText, joined } from "../core/export.js";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";
import { shared } from "./styles.js";
import "./entry.js";

/** @import { Entry, View } from "../types/view.js" */

const PAGE = 150;
/** As many lines as the server gives at once. */
const HISTORY = 500;

/** What happened, newest at the bottom; each roll opens into its die and every term that made its total. */
export class FracasLog extends FracasElement {
  static properties = { entries: { attribute: false }, shown: { state: true } };
  static styles = [
    shared,
    css`
      :host { display: flex; flex-direction: column; min-height: 0; }
      .between { margin-bottom: 6px; align-items: baseline; }
      .save { position: relative; }
      .save div { position: absolute; right: 0; z-index: 2; display: grid; background: var(--panel); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: 0 4px 14px rgb(0 0 0 / 0.2); white-space: nowrap; }
      .scroll { overflow-y: auto; min-height: 0; flex: 1; overscroll-behavior: contain; }
      li { padding: 6px 2px; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
      li:first-child { border-top: 0; }
      .gm { border-left: 3px solid var(--note); padding-left: 8px; }
    `,
  ];

  constructor() {
    super();
    /** @type {Entry[]} */
    this.entries = [];
    this.shown = PAGE;
    this.follow = true;
    this.top = 0;
  }

  firstUpdated() {
    // Lines draw themselves after this list has: its end is where it is only then.
    this.sizes = new ResizeObserver(() => this.updated());
    for (const one of this.renderRoot.querySelectorAll(".scroll, ul")) this.sizes.observe(one);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sizes?.disconnect();
  }

  updated() {
    const box = this.renderRoot.querySelector(".scroll");
    if (box && this.follow) box.scrollTop = box.scrollHeight;
  }

  /** An opened breakdown comes into sight. @param {CustomEvent} event */
  opened(event) {
    this.follow = false;
    /** @type {HTMLElement} */ (event.currentTarget).scrollIntoView({ block: "nearest" });
  }

  /** @param {Event} event */
  scrolled(event) {
    const { scrollHeight, scrollTop, clientHeight } = /** @type {HTMLElement} */ (event.currentTarget);
    if (scrollHeight - scrollTop - clientHeight < 40) this.follow = true;
    else if (scrollTop < this.top) this.follow = false; // only a person goes up
    this.top = scrollTop;
  }

  render() {
    const first = Math.max(0, this.entries.length - this.shown);
    return html`<div class="between"><h2>${t("log")}</h2>${this.view && this.entries.length ? html`<details class="save small"><summary class="dim">${t("log.save")}</summary>
        <div><button class="quiet small" data-testid="log-text" @click=${() => this.save("txt")}>${t("log.text")}</button>
        <button class="quiet small" data-testid="log-json" @click=${() => this.save("json")}>${t("log.json")}</button></div></details>` : nothing}</div>
      <div class="scroll" tabindex="0" role="log" aria-live="polite" aria-label=${t("log.of")} @scroll=${this.scrolled}>
        ${first > 0 ? html`<button class="quiet" @click=${() => (this.shown += PAGE)}>${t("log.earlier", { n: first })}</button>` : nothing}
        ${this.entries.length === 0 ? html`<p class="empty">${t("log.none")}</p>` : nothing}
        <ul data-testid="log">${this.entries.slice(first).map((entry) => this.line(entry))}</ul>
      </div>`;
  }

  /** Give the lines that this seat may see to the person as a file. @param {"txt" | "json"} kind */
  async save(kind) {
    this.renderRoot.querySelector("details")?.removeAttribute("open");
    const { entries: older } = await this.table.query("history", { limit: HISTORY }).catch(() => ({ entries: [] }));
    const lines = joined(older, this.entries);
    const { title, system } = /** @type {View} */ (this.view).table;
    const text = kind === "json" ? asJson(lines, { title, system }) : asText(lines, title);
    const href = URL.createObjectURL(new Blob([text], { type: kind === "json" ? "application/json" : "text/plain" }));
    Object.assign(document.createElement("a"), { href, download: `${title.replace(/[^\p{L}\p{N}]+/gu, "-")}.${kind}` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  }

  /** @param {Entry} entry */
  line(entry) {
    return html`<li class=${entry.gm ? "gm" : ""} data-testid="entry" data-key=${entry.key} data-gm=${entry.gm === true}><fracas-entry .entry=${entry} @fracas-opened=${this.opened}></fracas-entry></li>`;
  }
}

customElements.define("fracas-log", FracasLog);
