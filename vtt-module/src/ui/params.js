// @ts-check
// One field for one parameter of an action, a check or a hazard.

import { html } from "lit";
import { toggled } from "../core/lists.js";
import { inOrder } from "../core/view.js";
import { reading, words } from "./schema.js";

/** @import { Param, Value, View } from "../types/view.js" */

/**
 * A parameter as a field: some are only named, and take what is typed.
 * @param {Param | string} param @returns {Param}
 */
const known = (param) => (typeof param === "string" ? { id: param, label: words(param), kind: "text" } : param);

/** Kinds whose choices are combatants, and whether several may be chosen. @type {Record<string, boolean>} */
const PEOPLE = { who: false, whos: true };

/**
 * @param {Param | string} param @param {Record<string, Value>} values
 * @param {(values: Record<string, Value>) => void} change called with all values
 * @param {View | null} [view] whose combatants can be chosen
 */
export function paramField(param, values, change, view = null) {
  const { id, label: title, kind, min, max, default: standard, needed, ...rest } = known(param);
  const label = needed ? `${title} *` : title;
  const people = kind in PEOPLE;
  const options = people ? inOrder(view).map(([one, { name }]) => ({ id: one, label: name })) : rest.options ?? [];
  const value = values[id];
  const set = (/** @type {Value | undefined} */ next) => change({ ...values, [id]: /** @type {Value} */ (next) });
  if (kind === "flag") {
    return html`<label class="check"><input type="checkbox" data-testid="param" data-id=${id} .checked=${value === true}
      @change=${(/** @type {any} */ event) => set(event.target.checked)}> ${label}</label>`;
  }
  if (kind === "list" || PEOPLE[kind]) {
    const some = /** @type {string[]} */ (Array.isArray(value) ? value : []);
    return html`<fieldset data-testid="param" data-id=${id}><legend class="small dim">${label}</legend><div class="row">${options.map((one) => html`<label class="check"><input type="checkbox" data-id=${one.id}
      .checked=${some.includes(one.id)} @change=${() => set(toggled(some, one.id))}> ${one.label}</label>`)}</div></fieldset>`;
  }
  if (kind === "choice" || people) {
    return html`<label class="field">${label}<select data-testid="param" data-id=${id} @change=${(/** @type {any} */ event) => set(event.target.value || undefined)}>
      ${standard === undefined || standard === "" ? html`<option value="" .selected=${!value}>—</option>` : ""}
      ${options.map((one) => html`<option value=${one.id} .selected=${value === one.id}>${one.label}</option>`)}
    </select></label>`;
  }
  if (kind !== "number") {
    return html`<label class="field">${label}<input data-testid="param" data-id=${id} .value=${value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value)}
      @change=${(/** @type {any} */ event) => set(reading(event.target.value))}></label>`;
  }
  return html`<label class="field">${label}<input type="number" data-testid="param" data-id=${id} min=${min ?? ""} max=${max ?? ""} .value=${value === undefined ? "" : String(value)}
    @change=${(/** @type {any} */ event) => set(event.target.value === "" ? undefined : Number(event.target.value))}></label>`;
}

/**
 * Without the fields that nobody filled in. What stands as it would anyway is left out too, but for plain numbers: a circumstance
 * that is not claimed needs nobody's ruling.
 * @param {Record<string, Value | undefined>} values @param {(Param | string)[]} [params] @returns {Record<string, Value>}
 */
export function pruneParams(values, params = []) {
  const same = (/** @type {string} */ id, /** @type {unknown} */ value) => params.some((one) => typeof one === "object" && one.id === id && (one.claim || one.kind !== "number") && JSON.stringify(one.default) === JSON.stringify(value));
  return /** @type {Record<string, Value>} */ (Object.fromEntries(Object.entries(values).filter(([id, value]) => value !== undefined && value !== "" && !same(id, value))));
}
