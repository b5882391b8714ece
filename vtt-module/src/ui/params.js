// @ts-check
// One field for one parameter of an action, a check or a hazard.

import { html, nothing } from "lit";
import { toggled } from "../core/lists.js";
import { inOrder } from "../core/view.js";
import { t } from "../lang/lang.js";
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
 * @param {View | null} [view] whose combatants and squares can be chosen
 * @param {boolean} [clicked] a click on the map fills a square in, too
 * @param {(id: string, set: (ids: string[]) => void) => unknown} [area] what else can fill a list of combatants in
 */
export function paramField(param, values, change, view = null, clicked = false, area = () => nothing) {
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
  if (kind === "square") return squareField(id, label, /** @type {Square | undefined} */ (value), set, clicked);
  if (kind === "list" || PEOPLE[kind]) {
    const some = /** @type {string[]} */ (Array.isArray(value) ? value : []);
    return html`<fieldset data-testid="param" data-id=${id}><legend class="small dim">${label}</legend><div class="row">${options.map((one) => html`<label class="check"><input type="checkbox" data-id=${one.id}
      .checked=${some.includes(one.id)} @change=${() => set(toggled(some, one.id))}> ${one.label}</label>`)}</div>${people ? area(id, set) : nothing}</fieldset>`;
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

/** @typedef {{ x?: number, y?: number }} Square counted from 0, as on the wire */

/**
 * Columns and rows are counted from 1 wherever people read them.
 * @param {string} id @param {string} label @param {Square | undefined} value @param {(next: Value | undefined) => void} set
 * @param {boolean} clicked
 */
function squareField(id, label, value, set, clicked) {
  const side = (/** @type {"x" | "y"} */ axis, /** @type {string} */ word) => html`<label class="field">${word}<input type="number" data-id=${axis} min="1"
    .value=${value?.[axis] === undefined ? "" : String(value[axis] + 1)} @change=${(/** @type {any} */ event) => set({ ...value, [axis]: Number(event.target.value) - 1 })}></label>`;
  return html`<fieldset data-testid="param" data-id=${id}><legend class="small dim">${label}</legend><div class="row">${side("x", t("param.column"))}${side("y", t("param.row"))}</div>
    ${clicked ? html`<p class="small dim">${t("param.click")}</p>` : nothing}</fieldset>`;
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
