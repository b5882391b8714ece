// @ts-check
import { css, html } from "lit";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";

export const linkStyle = css`
  .link { display: flex; gap: 6px; margin-top: 6px; }
  .link input { flex: 1; min-width: 0; font-family: ui-monospace, monospace; font-size: 12px; }
`;

/** A list of people with fresh join links, each to be copied; a link is told only once. */
export class FracasLinks extends FracasElement {
  /** @type {import("lit").PropertyDeclarations} */
  static properties = { links: { state: true }, copied: { state: true } };

  constructor() {
    super();
    /** Fresh links, or their tokens, by whom they are for. @type {Record<string, string>} */
    this.links = {};
    this.copied = "";
  }

  /** @param {string} id whose link it is @param {string} link @param {string} label @param {string} testid */
  linkRow(id, link, label, testid) {
    return html`<div class="link"><input readonly aria-label=${label} data-testid=${testid} .value=${link} @focus=${(/** @type {any} */ event) => event.target.select()}>
      <button class="small" @click=${() => this.copy(id, link)}>${this.copied === id ? t("copied") : t("copy")}</button></div>`;
  }

  /** @param {string} id @param {string} text */
  async copy(id, text) {
    // Pages served over plain http have no clipboard: the field can still be selected and copied by hand.
    try {
      await navigator.clipboard.writeText(text);
      this.copied = id;
    } catch {
      this.tell("fracas-toast", { message: t("copy.failed") });
    }
  }
}
