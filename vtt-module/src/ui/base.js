// @ts-check
// The ground all elements stand on: the view they draw, the table they ask, and events for what only the host can do.

import { LitElement, html } from "lit";
import { onSpeak, t } from "../lang/lang.js";
import { shared } from "./styles.js";

/** @import { Command, Table, View } from "../types/view.js" */

/** So long, in milliseconds, a button that sent something stays off at least: the second half of a double click is no second wish. */
const REST = 300;

/** @type {Table} */
const NOBODY = { do: async () => null, query: () => Promise.reject(new Error("not connected")) };

export class FracasElement extends LitElement {
  /** @type {import("lit").PropertyDeclarations} */
  static properties = { view: { attribute: false }, table: { attribute: false }, sure: { state: true } };
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
    /** What is about to be done, once it is confirmed. */
    this.sure = "";
    /** The button of the present click, until something is sent for it. @type {{ button: HTMLElement, again: boolean } | null} */
    this.pressed = null;
  }

  createRenderRoot() {
    const root = this.ownerDocument === document ? super.createRenderRoot() : this.attachShadow({ mode: "open" });
    if (this.ownerDocument !== document) this.#write();
    root.addEventListener("click", (event) => this.press(/** @type {MouseEvent} */ (event)), true);
    return root;
  }

  /** @param {MouseEvent} event */
  press(event) {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("button"));
    this.pressed = button && { button, again: event.detail > 1 };
    if (button?.ariaDisabled !== "true") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /**
   * Send a command. The button that was pressed for it is off until there is an answer, and a double click counts once.
   * A button that has `data-off` by then stays off.
   * A refusal that names a field of a form is told there.
   * @param {Command} command
   */
  async do(command) {
    const { pressed } = this;
    this.pressed = null;
    if (pressed?.again) return null;
    pressed?.button.setAttribute("aria-disabled", "true");
    const rested = performance.now() + REST;
    try {
      return await this.table.do(command, { told: (refusal) => this.blame(refusal) });
    } finally {
      setTimeout(() => pressed && !("off" in pressed.button.dataset) && pressed.button.removeAttribute("aria-disabled"), rested - performance.now());
    }
  }

  /** Where fields are that a command is made from. @returns {ParentNode[]} */
  forms() {
    return [this.renderRoot];
  }

  /** Tell a refusal at the field that its path names. @param {{ message: string, path: string | null }} refusal whether there is one @returns {boolean} */
  blame({ message, path }) {
    for (const keys = path?.match(/\w+/gu) ?? []; keys.length; keys.pop()) {
      for (const key of [keys.join("."), keys.slice(1).join(".")]) {
        const wanted = key && ["name", "data-field", "data-id", "data-testid"].map((name) => `:is(input, select, textarea)[${name}="${key}"]`).join();
        const field = wanted && this.forms().map((form) => /** @type {HTMLElement | null} */ (form.querySelector(wanted))).find(Boolean);
        if (field) return accuse(field, message);
      }
    }
    return false;
  }

  /**
   * A button that asks before it does something.
   * @param {string} id @param {string} label @param {string} question @param {string} yes @param {() => Promise<any>} run @param {string} [look] its class
   */
  twice(id, label, question, yes, run, look = "quiet") {
    return this.sure === id
      ? html`<span>${question}</span><button class="danger" data-testid=${`${id}-sure`} @click=${async () => {
          if (await run()) this.sure = "";
        }}>${yes}</button><button @click=${() => (this.sure = "")}>${t("cancel")}</button>`
      : html`<button class=${look} data-testid=${id} @click=${() => (this.sure = id)}>${label}</button>`;
  }

  connectedCallback() {
    super.connectedCallback();
    this.deafen = onSpeak(() => this.requestUpdate());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.deafen?.();
  }

  /** Moved into another window. */
  adoptedCallback() {
    if (this.ownerDocument !== document) this.#write();
  }

  /** Constructed style sheets belong to one document: in another window the styles are written out. */
  #write() {
    const { elementStyles } = /** @type {typeof LitElement} */ (this.constructor);
    if (!this.shadowRoot || this.shadowRoot.querySelector("style[data-moved]")) return;
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

/** @param {HTMLElement} field @param {string} message */
function accuse(field, message) {
  for (let fold = field.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  const note = document.createElement("span");
  note.className = "fault";
  note.role = "alert";
  note.textContent = message;
  field.after(note);
  field.focus();
  field.getRootNode().addEventListener("input", () => note.remove(), { once: true });
  return true;
}
