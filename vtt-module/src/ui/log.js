// @ts-check
import { css, html, nothing } from "lit";
import { FracasElement } from "./base.js";
import { shared } from "./styles.js";
import "./entry.js";

/** @import { Entry } from "../types/view.js" */

const PAGE = 150;

/** What happened, newest at the bottom; each roll opens into its die and every term that made its total. */
export class FracasLog extends FracasElement {
  static properties = { ...FracasElement.properties, entries: { attribute: false }, shown: { state: true } };
  static styles = [
    shared,
    css`
      :host { display: flex; flex-direction: column; min-height: 0; }
      h2 { margin-bottom: 6px; }
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
  }

  firstUpdated() {
    const box = /** @type {Element} */ (this.renderRoot.querySelector(".scroll"));
    this.sizes = new ResizeObserver(() => this.updated());
    this.sizes.observe(box);
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
    /** @type {HTMLElement} */ (event.currentTarget).scrollIntoView({ block: "nearest" });
  }

  /** @param {Event} event */
  scrolled(event) {
    const box = /** @type {HTMLElement} */ (event.currentTarget);
    this.follow = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
  }

  render() {
    const first = Math.max(0, this.entries.length - this.shown);
    return html`<h2>Log</h2>
      <div class="scroll" tabindex="0" role="log" aria-live="polite" aria-label="Log of the fight" @scroll=${this.scrolled}>
        ${first > 0 ? html`<button class="quiet" @click=${() => (this.shown += PAGE)}>Show earlier lines (${first})</button>` : nothing}
        ${this.entries.length === 0 ? html`<p class="empty">Nothing has happened yet.</p>` : nothing}
        <ul data-testid="log">${this.entries.slice(first).map((entry) => this.line(entry))}</ul>
      </div>`;
  }

  /** @param {Entry} entry */
  line(entry) {
    return html`<li class=${entry.gm ? "gm" : ""} data-testid="entry" data-key=${entry.key} data-gm=${entry.gm === true}><fracas-entry .entry=${entry} @fracas-opened=${this.opened}></fracas-entry></li>`;
  }
}

customElements.define("fracas-log", FracasLog);
