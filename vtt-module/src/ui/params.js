// @ts-check
// One field for one parameter of an action, a check or a hazard.

import { html } from "lit";
import { reading, words } from "./schema.js";

/** @import { Param, Value } from "../types/view.js" */

/**
 * A parameter as a field: some are only named, and take what is typed.
 * @param {Param | string} param @returns {Omit<Param, "kind"> & { kind: string }}
 */
const known = (param) => (typeof param === "string" ? { id: param, label: words(param), kind: "text" } : param);

/**
 * @param {Param | string} param @param {Record<string, Value>} values
 * @param {(values: Record<string, Value>) => void} change called with all values
 */
export function paramField(param, values, change) {
  const { id, label, kind, min, max, options = [], default: standard } = known(param);
  const value = values[id];
  const set = (/** @type {Value | undefined} */ next) => change({ ...values, [id]: /** @type {Value} */ (next) });
  if (kind === "flag") {
    return html`<label class="check"><input type="checkbox" data-testid="param" data-id=${id} .checked=${value === true}
      @change=${(/** @type {any} */ event) => set(event.target.checked)}> ${label}</label>`;
  }
  if (kind === "choice") {
    return html`<label class="field">${label}<select data-testid="param" data-id=${id} @change=${(/** @type {any} */ event) => set(event.target.value || undefined)}>
      ${standard === undefined ? html`<option value="" .selected=${value === undefined}>—</option>` : ""}
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
 * Without the fields that nobody filled in. A flag or choice that stands as it would anyway is left out too: a circumstance that
 * is not claimed needs nobody's ruling.
 * @param {Record<string, Value | undefined>} values @param {(Param | string)[]} [params] @returns {Record<string, Value>}
 */
export function pruneParams(values, params = []) {
  const same = (/** @type {string} */ id, /** @type {unknown} */ value) => params.some((one) => typeof one === "object" && one.id === id && one.kind !== "number" && one.default === value);
  return /** @type {Record<string, Value>} */ (Object.fromEntries(Object.entries(values).filter(([id, value]) => value !== undefined && value !== "" && !same(id, value))));
}
