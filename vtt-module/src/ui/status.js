// @ts-check
import { css, html } from "lit";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";
import { shared } from "./styles.js";

/** @import { LinkState } from "../core/link.js" */

/** How the connection is, in words, always visible. */
export class FracasStatus extends FracasElement {
  static properties = { state: { attribute: false } };
  static styles = [
    shared,
    css`
      :host { display: inline-block; min-width: 0; }
      p { display: flex; align-items: center; gap: 7px; padding: 3px 10px; border-radius: 99px; border: 1px solid var(--line); font-size: 12.5px; }
      span { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; } /* the banner says it at length */
      svg { width: 12px; height: 12px; flex: none; fill: none; stroke: currentColor; stroke-width: 2; }
      .open { color: var(--good); }
      .connecting, .waiting { color: var(--warn); border-color: currentColor; }
      .stopped { color: var(--bad); border-color: currentColor; }
    `,
  ];

  constructor() {
    super();
    /** @type {LinkState} */
    this.state = { name: "connecting" };
  }

  words() {
    const { name, retryIn = 0, reason } = this.state;
    if (name === "open") return t("link.open");
    if (name === "connecting") return t("link.connecting");
    const said = name === "waiting" ? t("link.waiting", { n: Math.max(1, Math.round(retryIn / 1000)) }) : t("link.stopped");
    return reason ? `${said}: ${reason}` : said;
  }

  render() {
    const { name } = this.state;
    const shape = { open: "M2 6.5 5 9.5 10.5 3", connecting: "M6 1v5l3 2", waiting: "M6 1v5l3 2", stopped: "M2 2l8 8M10 2l-8 8" }[name];
    return html`<p class=${name} role="status" data-testid="status" data-state=${name}>
      <svg viewBox="0 0 12 12" aria-hidden="true"><path d=${shape}></path></svg><span>${this.words()}</span></p>`;
  }
}

customElements.define("fracas-status", FracasStatus);
