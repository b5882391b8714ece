// @ts-check
import { css, html, nothing } from "lit";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";
import { describe, pruned, reading, words } from "./schema.js";
import { shared } from "./styles.js";

/** @import { Schema } from "../types/view.js" */
/** @import { Field } from "./schema.js" */

/** @typedef {(string | number)[]} Path */

/** A form for any sheet, made from the sheet's schema. Its `value` holds only what was filled in. */
export class FracasSheetForm extends FracasElement {
  static properties = { schema: { attribute: false }, value: { attribute: false } };
  static styles = [
    shared,
    css`
      .grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(132px, 1fr)); gap: 8px; align-items: end; }
      details { grid-column: 1 / -1; border: 1px solid var(--line); border-radius: var(--radius); padding: 6px 10px; }
      details[open] > summary { margin-bottom: 8px; }
      summary { font-weight: 600; font-size: 13px; }
      .item { display: flex; gap: 6px; align-items: flex-end; padding: 5px 0; }
      .item > .grow { min-width: 0; }
      .help { font-size: 12px; color: var(--dim); grid-column: 1 / -1; }
    `,
  ];

  constructor() {
    super();
    /** @type {Schema | null} */
    this.schema = null;
    /** @type {any} */
    this.value = {};
  }

  /** What was filled in, without empty parts; the kind of sheet is always said. */
  get filled() {
    const root = this.schema && describe(this.schema);
    const kind = root?.kind === "union" ? { [root.tag]: root.branches[0].id } : {};
    return { ...kind, ...pruned(this.value) };
  }

  /** Is every field as its schema wants it? The first that is not says so itself. */
  valid() {
    const wrong = /** @type {HTMLInputElement | null} */ (this.renderRoot.querySelector("input:invalid"));
    for (let fold = wrong?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
    return !wrong || wrong.reportValidity();
  }

  render() {
    if (!this.schema) return nothing;
    return html`<div class="grid" data-testid="sheet-form">${this.inside(describe(this.schema), [])}</div>`;
  }

  /** @param {Path} path @returns {any} */
  at(path) {
    return path.reduce((/** @type {any} */ value, key) => value?.[key], this.value);
  }

  /** @param {Path} path @param {unknown} value */
  put(path, value) {
    this.value = changed(this.value, path, value);
  }

  /** The fields of a table or union without a frame of its own. @param {Field} field @param {Path} path @returns {unknown} */
  inside(field, path) {
    if (field.kind === "table") {
      return field.fields.map(({ key, required, field: child }) => this.field(child(), [...path, key], required));
    }
    if (field.kind !== "union") return this.field(field, path, false);
    const current = this.at(path)?.[field.tag];
    const branch = field.branches.find(({ id }) => id === current) ?? field.branches[0];
    return html`<label class="field">${words(field.tag)}
        <select data-testid="sheet-kind" @change=${(/** @type {any} */ event) => this.put([...path, field.tag], event.target.value)}>
          ${field.branches.map(({ id, label }) => html`<option value=${id} .selected=${id === branch.id}>${label}</option>`)}
        </select></label>
      ${/** @type {any} */ (branch.field()).fields?.filter((/** @type {any} */ one) => one.key !== field.tag)
        .map((/** @type {any} */ one) => this.field(one.field(), [...path, one.key], one.required))}`;
  }

  /** @param {Field} field @param {Path} path @param {boolean} required @returns {unknown} */
  field(field, path, required) {
    const value = this.at(path);
    const id = path.join(".");
    // A part that nobody began may be left out whole.
    const must = required && this.at(path.slice(0, -1)) !== undefined;
    const name = html`${field.label || words(String(path[path.length - 1] ?? ""))}${required ? " *" : ""}`;
    const standard = field.default === undefined || typeof field.default === "object" ? "" : String(field.default);
    switch (field.kind) {
      case "constant":
        return nothing;
      case "integer":
      case "number":
        return html`<label class="field" title=${field.help ?? ""}>${name}<input type="number" data-field=${id} ?required=${must} step=${field.kind === "integer" ? 1 : "any"}
          min=${field.min ?? ""} max=${field.max ?? ""} placeholder=${standard} .value=${value === undefined ? "" : String(value)}
          @change=${(/** @type {any} */ event) => this.put(path, event.target.value === "" ? undefined : Number(event.target.value))}></label>`;
      case "flag":
        return html`<label class="check" title=${field.help ?? ""}><input type="checkbox" data-field=${id} .checked=${value ?? field.default === true}
          @change=${(/** @type {any} */ event) => this.put(path, event.target.checked)}> ${name}</label>`;
      case "choice":
        return html`<label class="field" title=${field.help ?? ""}>${name}<select data-field=${id} @change=${(/** @type {any} */ event) => this.put(path, event.target.value === "" ? undefined : field.values[event.target.value])}>
          <option value="" .selected=${value === undefined}>${standard ? t("sheet.default", { value: words(standard) }) : "—"}</option>
          ${field.values.map((one, index) => html`<option value=${index} .selected=${one === value}>${words(String(one))}</option>`)}</select></label>`;
      case "text":
        return html`<label class="field" title=${field.help ?? ""}>${name}<input data-field=${id} ?required=${must} pattern=${field.pattern ?? nothing} maxlength=${field.long ?? nothing}
          placeholder=${standard} .value=${value ?? ""} @change=${(/** @type {any} */ event) => this.put(path, event.target.value || undefined)}></label>`;
      case "either":
      case "free":
        return html`<label class="field" title=${field.help ?? ""}>${name}<input data-field=${id} placeholder=${standard || (field.kind === "free" ? "JSON" : t("sheet.formula"))}
          .value=${value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value)}
          @change=${(/** @type {any} */ event) => this.put(path, reading(event.target.value))}></label>`;
      default:
        return html`<details ?open=${value !== undefined}><summary>${name}</summary>
          ${field.help ? html`<p class="help">${field.help}</p>` : nothing}
          ${field.kind === "list" ? this.list(field, path) : field.kind === "map" ? this.map(field, path) : html`<div class="grid">${this.inside(field, path)}</div>`}</details>`;
    }
  }

  /** @param {Extract<Field, { kind: "list" }>} field @param {Path} path */
  list(field, path) {
    /** @type {unknown[]} */
    const items = this.at(path) ?? [];
    const item = field.item();
    const fresh = item.kind === "table" || item.kind === "union" || item.kind === "map" ? {} : item.kind === "choice" ? item.values[0] : "";
    return html`${items.map((_, index) => html`<div class="item"><div class="grow grid">${this.inside(item, [...path, index])}</div>
        <button type="button" class="quiet" aria-label=${t("remove")} @click=${() => this.put(path, items.filter((_, at) => at !== index))}>×</button></div>`)}
      <button type="button" class="small" data-add=${path.join(".")} ?disabled=${items.length >= (field.max ?? Infinity)} @click=${() => this.put(path, [...items, fresh])}>${t("add")}</button>`;
  }

  /** @param {Extract<Field, { kind: "map" }>} field @param {Path} path */
  map(field, path) {
    /** @type {Record<string, unknown>} */
    const rows = this.at(path) ?? {};
    const item = field.item();
    const add = (/** @type {any} */ event) => {
      const input = event.target.closest(".item").querySelector("input");
      const key = input.value.trim().toLowerCase().replace(/\s+/gu, "_");
      if (key && !(key in rows)) this.put([...path, key], item.kind === "table" ? {} : item.default ?? (item.kind === "flag" ? true : item.kind === "integer" ? item.min ?? 1 : ""));
      input.value = "";
    };
    return html`${Object.keys(rows).map((key) => html`<div class="item"><div class="grow">${this.field({ ...item, label: words(key) }, [...path, key], false)}</div>
        <button type="button" class="quiet" aria-label=${t("remove.what", { what: key })} @click=${() => this.put([...path, key], undefined)}>×</button></div>`)}
      <div class="item"><label class="field grow">${t("sheet.entry")}<input placeholder=${t("sheet.id")} @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && (event.preventDefault(), add(event))}></label>
        <button type="button" class="small" @click=${add}>${t("add")}</button></div>`;
  }
}

/**
 * A copy of `whole` with the value at `path` put in place; undefined takes a key away.
 * @param {any} whole @param {Path} path @param {unknown} value @returns {any}
 */
function changed(whole, path, value) {
  if (path.length === 0) return value;
  const [key, ...rest] = path;
  const copy = Array.isArray(whole) ? [...whole] : typeof key === "number" ? [] : { ...whole };
  const next = changed(copy[key], rest, value);
  if (next === undefined && !Array.isArray(copy)) delete copy[key];
  else copy[key] = next;
  return copy;
}

customElements.define("fracas-sheet-form", FracasSheetForm);
