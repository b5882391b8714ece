// @ts-check
import { css, html, nothing } from "lit";
import { command } from "../../core/intents.js";
import { FracasElement } from "../../ui/base.js";
import { shared } from "../../ui/styles.js";
import { refOf } from "./adapter.js";
import { fields } from "./mappers/generic.js";
import { mapped, own } from "./mappers/index.js";

/** @import { Host } from "./host.js" */
/** @import { Row } from "./mappers/generic.js" */
/** @import { Mapped } from "./mappers/index.js" */
/** @import { Schema, View } from "../../types/view.js" */
/** @import { TokenDocument } from "../../types/port.js" */

/** Bring a token's actor in with its own sheet: how its fields are read, what could not be taken over, and only then the combatant. */
export class FracasImport extends FracasElement {
  static properties = { host: { attribute: false }, token: { attribute: false }, schema: { attribute: false }, rows: { state: true }, found: { state: true } };
  static styles = [shared, css`
    .rows { display: grid; grid-template-columns: 1fr 1fr; gap: 4px; }
    .rows input { min-width: 0; font-family: ui-monospace, monospace; font-size: 12px; }
    ul { max-height: 220px; overflow-y: auto; }
  `];

  constructor() {
    super();
    /** @type {Host | null} */
    this.host = null;
    /** @type {TokenDocument | null} */
    this.token = null;
    /** Of the game's sheets. @type {Schema | null} */
    this.schema = null;
    /** The rows as they stand in the form, not yet remembered. @type {Row[] | null} */
    this.rows = null;
    /** What a mapper made, to be looked at first. @type {Mapped | null} */
    this.found = null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("token")) this.found = null;
  }

  render() {
    const { host, token } = this;
    if (!host?.view || !token?.actor) return nothing;
    const words = (/** @type {string} */ key, /** @type {any} */ data = undefined) => host.foundry.words(`Import.${key}`, data);
    const ready = own(host.view.table.system, host.foundry.system) !== undefined;
    return html`<div class="stack tight" data-testid="import">
      ${ready || !host.foundry.maySet() ? nothing : this.setup(host, words)}
      <div><button data-testid="import-read" @click=${() => this.read()}>${words("Read", { name: token.actor.name })}</button></div>
      ${this.found ? this.report(this.found, words) : nothing}</div>`;
  }

  /** @param {Mapped} found @param {(key: string, data?: any) => string} words */
  report({ unmapped }, words) {
    return html`<div class="stack tight" data-testid="import-report" role="status">
      ${unmapped.length === 0 ? html`<p>${words("Whole")}</p>` : html`<p>${words("Left")}</p>
        <ul>${unmapped.map(({ what, value, why }) => html`<li class="small" data-testid="unmapped"><b>${what}</b>${value ? ` (${value})` : ""}: ${words(`Why.${why}`)}</li>`)}</ul>`}
      <div><button class="primary" data-testid="import-go" @click=${() => this.bring()}>${words("Go")}</button></div></div>`;
  }

  /** Rows of field and place, remembered for all actors of this system. @param {Host} host @param {(key: string, data?: any) => string} words */
  setup(host, words) {
    const rows = [...(this.rows ?? host.mapperRows()), { to: "", from: "" }];
    const data = this.token?.actor?.toObject(false);
    return html`<details ?open=${host.mapperRows().length === 0} data-testid="import-setup"><summary>${words("Setup", { system: host.foundry.system })}</summary>
      <form class="stack tight" @submit=${this.save}><p class="small dim">${words("SetupHelp")}</p>
        <div class="rows">${rows.map((row) => html`
          <input name="to" list="to" aria-label=${words("To")} placeholder=${words("To")} .value=${row.to} @change=${() => (this.rows = this.typed())}>
          <input name="from" list="from" aria-label=${words("From")} placeholder=${words("From")} .value=${row.from} @change=${() => (this.rows = this.typed())}>`)}</div>
        <datalist id="to">${places(this.schema).map((one) => html`<option value=${one}></option>`)}</datalist>
        <datalist id="from">${fields(data).map((one) => html`<option value=${one}></option>`)}</datalist>
        <div><button class="small" data-testid="import-save">${words("Save")}</button></div></form></details>`;
  }

  /** @returns {Row[]} */
  typed() {
    const form = this.renderRoot.querySelector("form");
    if (!form) return this.host?.mapperRows() ?? [];
    const data = new FormData(form);
    const from = data.getAll("from").map(String);
    return data.getAll("to").map((to, index) => ({ to: String(to).trim(), from: from[index].trim() })).filter((row) => row.to || row.from);
  }

  /** @param {SubmitEvent} event */
  async save(event) {
    event.preventDefault();
    await this.host?.keepMapperRows(this.typed());
    this.rows = null;
  }

  read() {
    const { host, token } = this;
    if (host?.view && token?.actor) this.found = mapped(host.view.table.system, host.foundry.system, token.actor.toObject(false), this.typed());
  }

  async bring() {
    const { host, token, found } = this;
    if (!host || !token || !found) return;
    const ref = refOf(token);
    const given = { ref, ...host.foundry.squareOf(token), hidden: token.hidden || undefined };
    const { sheet, state } = found;
    if (state) host.arriving.add(ref);
    const answer = await host.table.do(command("add_combatant", { ...given, sheet, name: sheet.name }));
    const { id } = answer?.result ?? {};
    if (id && state) await this.hurt(host, ref, id, state);
    else host.arriving.delete(ref);
    if (id) this.tell("fracas-select", { id });
  }

  /** Somebody comes in with the wounds that they have. Were that refused, their own sheet is not to lose them either. @param {Host} host @param {string} ref @param {string} id @param {Record<string, number>} state */
  async hurt(host, ref, id, state) {
    const wound = (/** @type {View | null} */ view) => view?.combatants[id]?.wound;
    await host.news((view) => wound(view) !== undefined);
    const unhurt = wound(host.view);
    if (!(await host.table.do(command("adjust", { targets: [id], set: state })))) return;
    await host.news((view) => wound(view) !== unhurt);
    host.arriving.delete(ref);
    void host.writer.sync();
  }
}

/** Fields of a game's sheets that hold one value. @param {Schema | null} root @returns {string[]} */
function places(root) {
  if (!root) return [];
  const found = new Set();
  const walk = (/** @type {Schema | boolean | undefined} */ one, /** @type {string[]} */ path, depth = 0) => {
    if (!one || typeof one === "boolean" || depth > 6) return;
    const { $ref, anyOf = [], oneOf = [], properties } = one;
    if ($ref) walk(root.$defs?.[$ref.split("/").pop() ?? ""], path, depth + 1);
    for (const each of [...anyOf, ...oneOf]) walk(each, path, depth + 1);
    for (const [key, each] of Object.entries(properties ?? {})) walk(each, [...path, key], depth + 1);
    if (!$ref && !properties && !anyOf.length && !oneOf.length && path.length && one.type !== "array" && one.type !== "null") found.add(path.join("."));
  };
  walk(root, []);
  return [...found].sort();
}

customElements.define("fracas-import", FracasImport);
