// @ts-check
// Everybody within so far of somebody on the map: fills a list of combatants at once. The host may draw the circle meanwhile.

import { html, nothing } from "lit";
import { inOrder, nameOf, within } from "../core/view.js";
import { t } from "../lang/lang.js";

/** @import { View } from "../types/view.js" */

/** `of`: which list it fills; `reach` in the game's unit. @typedef {{ of: string, around: string, reach: number }} Area */

/**
 * How an area begins: around the first target, else around whoever acts, and two squares wide.
 * @param {string} of @param {View} view @param {string[]} targets @param {string | null} actor @returns {Area | null} nothing where nobody stands on a map
 */
export function areaOf(of, view, targets, actor) {
  const around = [...targets, actor ?? "", ...Object.keys(view.combatants)].find((id) => view.combatants[id]?.token);
  return around && view.map ? { of, around, reach: 2 * view.map.unit_per_square } : null;
}

/**
 * @param {string} of which list it fills @param {Area | null} area the one that is open
 * @param {{ view: View, actor: string | null, targets: string[], max?: number, told?: string, change: (area: Area | null) => void, take: (ids: string[]) => void }} how
 *   `max`: the list takes so many; `told`: what came of filling it; `change`: opened, closed, or set otherwise
 */
export function areaField(of, area, { view, actor, targets, max = Infinity, told = "", change, take }) {
  const first = areaOf(of, view, targets, actor);
  if (!first) return nothing;
  const open = area?.of === of && area;
  return html`<details class="area" data-testid="area" data-id=${of} ?open=${Boolean(open)} @toggle=${(/** @type {any} */ event) => {
    if (event.target.open !== Boolean(open)) change(event.target.open ? first : null);
  }}><summary class="dim">${t("area.title")}</summary>${open ? form(open, { view, actor, max, told, change, take }) : nothing}</details>`;
}

/** @param {Area} area @param {{ view: View, actor: string | null, max: number, told: string, change: (area: Area) => void, take: (ids: string[]) => void }} how */
function form(area, { view, actor, max, told, change, take }) {
  const found = within(view, area.around, area.reach);
  const names = found.map((id) => (id === actor ? t("area.acts", { name: nameOf(view, id) }) : nameOf(view, id))).join(", ");
  return html`<div class="stack tight"><div class="row">
      <label class="field">${t("area.reach", { unit: view.map.unit })}<input type="number" min="0" data-testid="area-reach" .value=${String(area.reach)}
        @input=${(/** @type {any} */ event) => change({ ...area, reach: Math.max(0, Number(event.target.value)) })}></label>
      <label class="field grow">${t("area.around")}<select data-testid="area-around" @change=${(/** @type {any} */ event) => change({ ...area, around: event.target.value })}>
        ${inOrder(view).filter(([, { token }]) => token).map(([id, { name }]) => html`<option value=${id} .selected=${id === area.around}>${name}</option>`)}</select></label>
      <button data-testid="area-take" aria-disabled=${found.length ? nothing : "true"} @click=${() => take(found)}>${t("area.take", { n: found.length })}</button></div>
    <p class="small" role="status" data-testid="area-found">${found.length ? t("area.found", { names }) : t("area.none")}${found.length > max ? ` ${t("area.over", { n: max })}` : ""}${told ? ` ${told}` : ""}</p></div>`;
}
