// @ts-check
import { css, html, nothing } from "lit";
import { command } from "../core/intents.js";
import { freeSquare } from "../core/view.js";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";
import { shared } from "./styles.js";
import "./sheet-form.js";

/** @import { Schemas, View } from "../types/view.js" */
/** @import { FracasSheetForm } from "./sheet-form.js" */

/** Bring somebody in: from a template, or from a sheet filled in here. */
export class FracasGmAdd extends FracasElement {
  static properties = { schemas: { attribute: false }, given: { attribute: false }, mode: { state: true }, search: { state: true }, template: { state: true } };
  static styles = [
    shared,
    css`
      .list { max-height: 220px; overflow-y: auto; border: 1px solid var(--line); border-radius: var(--radius); }
      .list label { display: flex; gap: 8px; padding: 6px 10px; align-items: flex-start; cursor: pointer; }
      .list label:hover { background: var(--sunk); }
      .list label + label { border-top: 1px solid var(--line); }
      .two { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
    `,
  ];

  constructor() {
    super();
    /** @type {Schemas | null} */
    this.schemas = null;
    /** What is settled already, when the combatant stands for something of the host's: its square, name, reference. @type {{ name?: string, x?: number, y?: number, hidden?: boolean, ref?: string } | null} */
    this.given = null;
    /** @type {"template" | "sheet"} */
    this.mode = "template";
    this.search = "";
    this.template = "";
  }

  render() {
    const { schemas, view } = this;
    if (!schemas || !view) return nothing;
    return html`<form class="stack" data-testid="gm-add" @submit=${this.add}>
      <div class="row" role="group" aria-label=${t("add.where")}>
        <button type="button" aria-pressed=${this.mode === "template"} data-testid="add-template" @click=${() => (this.mode = "template")}>${t("add.template")}</button>
        <button type="button" aria-pressed=${this.mode === "sheet"} data-testid="add-sheet" @click=${() => (this.mode = "sheet")}>${t("add.sheet")}</button>
      </div>
      ${this.mode === "template" ? this.templates(schemas) : html`<fracas-sheet-form .schema=${schemas.sheet}></fracas-sheet-form>`}
      <div class="two">
        ${this.mode === "template" ? html`<label class="field">${t("name")}<input name="name" .value=${this.given?.name ?? ""} placeholder=${t("add.as")}></label>
        <label class="field">${t("add.side")}<input name="side" placeholder=${t("add.as")}></label>` : nothing}
        ${this.given ? nothing : html`<label class="field">${t("add.column")}<input name="x" type="number" min="1" max=${view.map?.width ?? 1000} placeholder=${t("add.free")}></label>
        <label class="field">${t("add.row")}<input name="y" type="number" min="1" max=${view.map?.height ?? 1000} placeholder=${t("add.free")}></label>`}
      </div>
      ${this.given ? nothing : html`<label class="check"><input type="checkbox" name="hidden"> ${t("add.hidden")}</label>`}
      <div><button class="primary" data-testid="gm-add-go" ?disabled=${this.mode === "template" && !this.template}>${t("add.go")}</button></div>
    </form>`;
  }

  /** @param {Schemas} schemas */
  templates(schemas) {
    const sought = this.search.toLowerCase();
    const found = schemas.templates.filter((one) => `${one.name} ${one.group ?? ""} ${one.summary ?? ""}`.toLowerCase().includes(sought));
    return html`<input type="search" aria-label=${t("add.search")} placeholder=${t("add.search")} .value=${this.search} @input=${(/** @type {any} */ event) => (this.search = event.target.value)}>
      <div class="list" role="radiogroup" aria-label=${t("add.templates")}>${found.map((one) => html`<label data-testid="template" data-id=${one.id}>
        <input type="radio" name="template" .checked=${one.id === this.template} @change=${() => (this.template = one.id)}>
        <span><b>${one.name}</b> ${one.group ? html`<span class="dim small">${one.group}</span>` : nothing}${one.summary ? html`<br><span class="dim small">${one.summary}</span>` : nothing}</span></label>`)}
        ${found.length === 0 ? html`<p class="empty">${t("add.unfound")}</p>` : nothing}</div>`;
  }

  get sheets() {
    return /** @type {FracasSheetForm | null} */ (this.renderRoot.querySelector("fracas-sheet-form"));
  }

  forms() {
    return this.sheets ? [this.sheets.renderRoot, this.renderRoot] : super.forms();
  }

  /** @param {SubmitEvent} event */
  async add(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const data = new FormData(form);
    const text = (/** @type {string} */ key) => String(data.get(key) ?? "").trim();
    const { given } = this;
    const place = given ?? freeSquare(/** @type {View} */ (this.view), text("x") && text("y") ? { x: Number(text("x")) - 1, y: Number(text("y")) - 1 } : undefined);
    const { sheets } = this;
    if (sheets && !sheets.valid()) return;
    const sheet = sheets?.filled;
    const what = this.mode === "template" ? { template: this.template, name: text("name"), side: text("side") } : { sheet, name: sheet?.name ?? given?.name };
    const answer = await this.do(command("add_combatant", { ...place, ...what, hidden: given?.hidden || data.has("hidden") || undefined }));
    if (!answer) return;
    form.reset();
    if (sheets) sheets.value = {};
    if (answer.result?.id) this.tell("fracas-select", { id: answer.result.id });
  }
}

customElements.define("fracas-gm-add", FracasGmAdd);
