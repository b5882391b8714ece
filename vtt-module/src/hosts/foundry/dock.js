// @ts-check
import { css, html, nothing } from "lit";
import { openAsks } from "../../core/view.js";
import { FracasElement } from "../../ui/base.js";
import { shared } from "../../ui/styles.js";
import "../../ui/status.js";

/** @import { Host } from "./host.js" */

/** Always on screen: how the connection is, and whether something waits for this person. A click opens what is needed next. */
class FracasDock extends FracasElement {
  static properties = { host: { attribute: false } };
  static styles = [shared, css`
    button { border-radius: 99px; padding: 2px 4px 2px 12px; min-height: 32px; background: var(--panel); box-shadow: 0 2px 8px rgb(0 0 0 / 0.4); }
    .ask { color: var(--accent); font-weight: 700; }
  `];

  constructor() {
    super();
    /** @type {Host | null} */
    this.host = null;
  }

  render() {
    const { host } = this;
    if (!host) return nothing;
    const asks = openAsks(host.view).length;
    const trouble = host.trouble();
    const state = host.session?.state ?? { name: /** @type {const} */ ("stopped") };
    return html`<button data-testid="fracas-dock" title=${trouble?.what ?? ""} @click=${() => host.windows.toggle(trouble ? "Connection" : "Panel")}>
      <b>${host.foundry.words("Title")}</b>
      ${asks ? html`<span class="ask" data-testid="dock-asks">${host.foundry.words("Dock.Asks", { count: asks })}</span>` : nothing}
      <fracas-status .state=${{ name: state.name, retryIn: state.retryIn }}></fracas-status></button>`;
  }
}

customElements.define("fracas-dock", FracasDock);
