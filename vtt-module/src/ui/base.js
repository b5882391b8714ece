// @ts-check
// The ground all elements stand on: the view they draw, the table they ask, and events for what only the host can do.

import { LitElement } from "lit";
import { onSpeak } from "../lang/lang.js";
import { shared } from "./styles.js";

/** @import { Table, View } from "../types/view.js" */

/** @type {Table} */
const NOBODY = { do: async () => null, query: () => Promise.reject(new Error("not connected")) };

export class FracasElement extends LitElement {
  /** @type {import("lit").PropertyDeclarations} */
  static properties = { view: { attribute: false }, table: { attribute: false } };
  /** @type {import("lit").CSSResultGroup} */
  static styles = shared;

  constructor() {
    super();
    /** @type {View | null} */
    this.view = null;
    /** @type {Table} */
    this.table = NOBODY;
    /** @type {(() => void) | undefined} */
    this.deafen = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    this.deafen = onSpeak(() => this.requestUpdate());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.deafen?.();
  }

  /** Moved into another window: constructed style sheets belong to one document, so the styles are written out there. */
  adoptedCallback() {
    const { elementStyles } = /** @type {typeof LitElement} */ (this.constructor);
    if (this.ownerDocument === document || !this.shadowRoot || this.shadowRoot.querySelector("style[data-moved]")) return;
    const style = this.ownerDocument.createElement("style");
    style.dataset.moved = "";
    style.textContent = elementStyles.map((one) => /** @type {import("lit").CSSResult} */ (one).cssText).join("\n");
    this.shadowRoot.append(style);
  }

  /**
   * Tell the host something that happened here: `fracas-select`, `fracas-target`, `fracas-untarget`, `fracas-toast`.
   * @param {string} name @param {Record<string, unknown>} [detail]
   */
  tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}
