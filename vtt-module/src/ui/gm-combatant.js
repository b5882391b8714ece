// @ts-check
import { css, html, nothing } from "lit";
import { adjust, command } from "../core/intents.js";
import { freeSquare, nameOf } from "../core/view.js";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";
import { paramField, pruneParams } from "./params.js";
import { reading } from "./schema.js";
import { shared } from "./styles.js";

/** @import { Schemas, Value, View } from "../types/view.js" */

/** The game master's word on the selected combatant: wounds, conditions, fields, whether players see it. */
export class FracasGmCombatant extends FracasElement {
  static properties = { selected: { attribute: false }, schemas: { attribute: false }, condition: { state: true }, params: { state: true } };
  static styles = [
    shared,
    css`
      form { display: flex; gap: 8px; align-items: flex-end; flex-wrap: wrap; }
      .kind { width: 8em; }
    `,
  ];

  constructor() {
    super();
    /** @type {string | null} */
    this.selected = null;
    /** @type {Schemas | null} */
    this.schemas = null;
    this.condition = "";
    /** @type {Record<string, Value>} */
    this.params = {};
  }

  /** @param {import("lit").PropertyValues} changed */
  willUpdate(changed) {
    if (changed.has("selected")) this.sure = "";
  }

  /** @param {(form: FormData) => object | null} make */
  submit(make) {
    return async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.currentTarget);
      const change = make(new FormData(form));
      if (change && this.selected && (await this.do(adjust(this.selected, change)))) form.reset();
    };
  }

  render() {
    const id = this.selected;
    const one = id ? this.view?.combatants[id] : undefined;
    if (!id || !one) return html`<p class="empty">${t("one.select")}</p>`;
    const name = nameOf(this.view, id);
    const kinds = this.schemas?.damage_types ?? [];
    /** @param {"damage" | "heal"} verb */
    const amount = (verb) => this.submit((form) => {
      const levels = Number(form.get("amount"));
      const type = String(form.get("type") ?? "").trim();
      return { [verb]: type ? { type, levels } : levels };
    });
    return html`<div class="stack">
      <form @submit=${amount("damage")} data-testid="gm-damage"><label class="field">${t("one.damage")}<input name="amount" type="number" min="0" required></label>
        ${kinds.length ? html`<label class="field">${t("one.kind")}<select name="type">${kinds.map((kind) => html`<option value=${kind.id}>${kind.label}</option>`)}</select></label>`
          : html`<label class="field">${t("one.kind")}<input class="kind" name="type" placeholder=${t("optional")}></label>`}<button>${t("one.hurt", { name })}</button></form>
      <form @submit=${amount("heal")} data-testid="gm-heal"><label class="field">${t("one.healing")}<input name="amount" type="number" min="0" required></label><button>${t("one.heal", { name })}</button></form>
      ${this.conditions(id)}
      <form @submit=${this.submit((form) => ({ set: nested(String(form.get("key")), reading(String(form.get("value")))) }))} data-testid="gm-set">
        <label class="field">${t("one.field")}<input name="key" required list="fields" autocomplete="off"></label>
        <datalist id="fields">${(this.schemas?.fields ?? []).map((field) => html`<option value=${field}></option>`)}</datalist>
        <label class="field grow">${t("one.value")}<input name="value" required></label><button>${t("set")}</button></form>
      <div class="row">
        ${one.token ? nothing : html`<button data-testid="gm-place" @click=${() => this.do({ do: "move_token", id, ...freeSquare(/** @type {View} */ (this.view)) })}>${t("one.place")}</button>`}
        <button data-testid="gm-hidden" @click=${() => this.do({ do: "set_hidden", id, hidden: !one.hidden })}>${one.hidden ? t("one.show") : t("one.hide")}</button>
        ${this.twice("gm-remove", t("one.remove"), t("one.sure", { name }), t("remove"), () => this.do(command("remove_combatant", { id })), "danger")}
      </div>
    </div>`;
  }

  /** @param {string} id */
  conditions(id) {
    const one = this.view?.combatants[id];
    const known = this.schemas?.conditions ?? [];
    const chosen = known.find((condition) => condition.id === this.condition);
    const add = async () => {
      const params = pruneParams(this.params);
      const condition = Object.keys(params).length ? { id: this.condition, ...params } : this.condition;
      if (await this.do(adjust(id, { add_condition: condition }))) this.condition = "";
    };
    return html`<div class="stack tight">
      ${one?.conditions?.length ? html`<div class="row">${one.conditions.map((condition) => html`<button class="small" data-testid="gm-condition-off" data-id=${condition.id}
        aria-label=${t("one.condition.off", { name: condition.label })} @click=${() => this.do(adjust(id, { remove_condition: condition.id }))}>${condition.label} ×</button>`)}</div>` : nothing}
      <div class="row">
        <label class="field grow">${t("one.condition")}<select data-testid="gm-condition" @change=${(/** @type {any} */ event) => { this.condition = event.target.value; this.params = {}; }}>
          <option value="" .selected=${this.condition === ""}>${t("choose")}</option>
          ${known.map((condition) => html`<option value=${condition.id} .selected=${condition.id === this.condition}>${condition.label}</option>`)}</select></label>
        ${(chosen?.params ?? []).map((param) => paramField(param, this.params, (params) => (this.params = params), this.view))}
        <button data-testid="gm-condition-on" ?disabled=${!chosen} @click=${add}>${t("add")}</button>
      </div>
    </div>`;
  }
}

/** `skills.notice` and 3 as `{skills: {notice: 3}}`. @param {string} path @param {unknown} value @returns {Record<string, any>} */
function nested(path, value) {
  const [key, ...rest] = path.trim().split(".");
  return { [key]: rest.length ? nested(rest.join("."), value) : value };
}

customElements.define("fracas-gm-combatant", FracasGmCombatant);
