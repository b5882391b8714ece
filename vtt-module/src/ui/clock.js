// @ts-check
import { css, html, nothing } from "lit";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";
import { shared } from "./styles.js";

/** Seconds before the end at which people are told once more. */
const SOON = 10;

/** How long a question still waits, in words; stands still while the table is paused. */
export class FracasClock extends FracasElement {
  static properties = { due: { type: Number }, then: { attribute: false }, left: { state: true } };
  static styles = [
    shared,
    css`
      :host { display: inline-block; }
      .tag { font-variant-numeric: tabular-nums; }
    `,
  ];

  constructor() {
    super();
    /** When the default is taken, in milliseconds since 1970. */
    this.due = 0;
    /** What is taken then. */
    this.then = "";
    /** @type {number | null} seconds; null before anybody counted */
    this.left = null;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.ticking = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    this.ticking = setInterval(() => this.tick(), 250);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.ticking);
  }

  willUpdate() {
    this.tick();
  }

  tick() {
    if (!this.view?.paused || this.left === null) this.left = Math.max(0, Math.ceil((this.due - Date.now()) / 1000));
  }

  render() {
    const left = this.left ?? 0;
    const paused = this.view?.paused;
    const soon = left <= SOON && !paused;
    return html`<span class="tag ${soon ? "bad" : ""}" role="timer" data-testid="clock" data-left=${left}>
      ${paused ? `❚❚ ${t("clock.stopped")}` : left ? t("clock.left", { n: left }) : t("clock.up")}</span>
      ${this.then ? html`<span class="dim small">${t("clock.then", { what: this.then })}</span>` : nothing}
      <span class="unseen" aria-live="assertive">${soon && left ? t("clock.left", { n: SOON }) : nothing}</span>`;
  }
}

customElements.define("fracas-clock", FracasClock);
