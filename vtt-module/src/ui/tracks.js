// @ts-check
// Wound tracks as HTML, each with its words and numbers. Lengths are set as properties: a strict
// Content-Security-Policy forbids style attributes.

import { css, html } from "lit";
import { ink } from "../core/draw.js";

/** @import { Track, Wound } from "../types/view.js" */

export const trackStyles = css`
  .track { display: grid; gap: 2px; }
  .track .cap { display: flex; justify-content: space-between; font-size: 12px; color: var(--dim); font-variant-numeric: tabular-nums; }
  .bar { position: relative; height: 9px; border-radius: 5px; background: var(--sunk); border: 1px solid var(--line); overflow: hidden; }
  .bar i { position: absolute; inset: 0 auto 0 0; }
  .bar u { position: absolute; top: 0; bottom: 0; width: 1px; background: var(--ink); opacity: 0.55; }
  .well.well { background: var(--good); }
  .hurt.hurt { background: repeating-linear-gradient(135deg, var(--warn) 0 5px, color-mix(in srgb, var(--warn) 72%, transparent) 5px 8px); }
  .grave.grave { background: repeating-linear-gradient(45deg, var(--bad) 0 3px, color-mix(in srgb, var(--bad) 60%, transparent) 3px 6px); }
  .steps { display: flex; gap: 2px; }
  .steps i { flex: 1; height: 7px; background: var(--sunk); border: 1px solid var(--line); border-radius: 2px; }
  .steps i.on { border-color: transparent; }
  .boxes { display: flex; gap: 3px; flex-wrap: wrap; }
  .boxes i { width: 20px; height: 20px; border: 1.5px solid var(--ink); border-radius: 3px; display: grid; place-items: center; font: 700 13px/1 ui-monospace, monospace; }
  .parts { display: flex; gap: 4px; flex-wrap: wrap; font-size: 12px; }
  .parts span { border: 1px solid var(--line); border-radius: 4px; padding: 0 5px; }
  .parts .harmed { border-color: var(--bad); font-weight: 650; }
`;

/** @param {Wound} wound */
export function tracks(wound) {
  return wound.track.map((track) => html`<div class="track" data-testid="track" data-kind=${track.kind}>${one(track, ink(wound))}</div>`);
}

/** @param {Track} track @param {string} colour */
function one(track, colour) {
  switch (track.kind) {
    case "bar": {
      const { value, max, min = 0, marks = [] } = track;
      const share = Math.min(1, Math.abs(value) / Math.abs(value < 0 ? min || max : max));
      return html`<div class="cap"><span>${track.label}</span><span data-testid="track-value">${value} / ${max}</span></div>
        <div class="bar" role="meter" aria-label=${track.label} aria-valuenow=${value} aria-valuemin=${min} aria-valuemax=${max}>
          <i class=${value < 0 ? "grave" : colour} .style=${`width:${share * 100}%`}></i>
          ${marks.filter(({ at }) => at > 0 && at < max).map(({ at, label }) => html`<u title=${`${label} at ${at}`} .style=${`left:${(at / max) * 100}%`}></u>`)}
        </div>`;
    }
    case "ladder":
      return html`<div class="cap"><span>${track.label}</span><span data-testid="track-value">${track.steps[track.at]?.label}</span></div>
        <div class="steps" aria-hidden="true">${track.steps.map((step, index) => html`<i class=${index <= track.at ? `on ${colour}` : ""} title=${step.label}></i>`)}</div>`;
    case "boxes":
      return html`<div class="cap"><span>${track.label}</span></div>
        <div class="boxes" role="img" aria-label=${track.boxes.map((box) => `${box.label}: ${box.mark || "free"}`).join(", ")}>
          ${track.boxes.map((box) => html`<i title=${`${box.label}: ${box.mark || "free"}`}>${box.mark ? box.glyph ?? box.mark[0] : ""}</i>`)}
        </div>`;
    case "figure":
      return html`<div class="cap"><span>${track.label}</span></div>
        <div class="parts">${track.parts.map((part) => html`<span class=${part.severity > 0 ? "harmed" : ""}>${part.label}${part.severity > 0 ? ` ${Math.round(part.severity * 100)} %` : ""}</span>`)}</div>`;
    default:
      return "";
  }
}
