// @ts-check
// Circumstances that somebody claims for an action, beyond what the game asks: modifiers of their own, and a distance.

import { html, nothing } from "lit";
import { t } from "../lang/lang.js";

/** @typedef {{ modifiers: { label: string, value: number | null }[], distance: number | null }} Claims */

/** @returns {Claims} */
export const noClaims = () => ({ modifiers: [{ label: "", value: null }], distance: null });

/** As an action carries them. @param {Claims} claims */
export function claimed({ modifiers, distance }) {
  const said = modifiers.flatMap(({ label, value }) => (value ? [{ label: label.trim() || t("claim.unnamed"), value }] : []));
  return { ...(said.length ? { modifiers: said } : {}), ...(distance === null ? {} : { distance }) };
}

const number = (/** @type {any} */ event) => (event.target.value === "" ? null : Number(event.target.value));

/** @param {Claims} claims @param {{ gm: boolean, unit: string, change: (claims: Claims) => void, more: unknown, open: boolean }} how `more`: fields for what the game itself can be told, if there is any; `open`: one of them must be said */
export function claimsForm(claims, { gm, unit, change, more, open }) {
  const { modifiers, distance } = claims;
  const put = (/** @type {number} */ at, /** @type {object} */ more) => change({ ...claims, modifiers: modifiers.map((one, index) => (index === at ? { ...one, ...more } : one)) });
  return html`<details class="small" data-testid="claims" ?open=${open}><summary class="dim">${gm ? t("claim.gm") : t("claim.player")}</summary><div class="stack tight">
    ${more ? html`<div class="grid">${more}</div>` : nothing}
    ${modifiers.map(({ label, value }, at) => html`<div class="row">
      <label class="field">${t("claim.value")}<input type="number" data-testid="ruling" .value=${value === null ? "" : String(value)} @change=${(/** @type {any} */ event) => put(at, { value: number(event) })}></label>
      <label class="field grow">${t("claim.because")}<input data-testid="ruling-why" .value=${label} placeholder=${t("claim.example")} maxlength="80" @change=${(/** @type {any} */ event) => put(at, { label: event.target.value })}></label>
      ${at ? html`<button class="quiet" aria-label=${t("remove")} @click=${() => change({ ...claims, modifiers: modifiers.filter((_, index) => index !== at) })}>×</button>` : nothing}</div>`)}
    <div class="row"><button class="small" data-testid="ruling-more" @click=${() => change({ ...claims, modifiers: [...modifiers, { label: "", value: null }] })}>${t("claim.more")}</button>
      <label class="field">${t("claim.distance", { unit })}<input type="number" min="0" data-testid="ruled-distance" .value=${distance === null ? "" : String(distance)} placeholder=${t("claim.map")}
        @change=${(/** @type {any} */ event) => change({ ...claims, distance: number(event) })}></label></div>
  </div></details>`;
}
