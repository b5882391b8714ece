// @ts-check
// Wound tracks as HTML, each with its words and numbers. Lengths are set as properties: a strict
// Content-Security-Policy forbids style attributes.

import { css, html, nothing, svg } from "lit";
import { drawTrack, ink } from "../core/draw.js";
import { isBody } from "../core/figure.js";
import { t } from "../lang/lang.js";

/** @import { Boxes, Shape, Track, Wound } from "../types/view.js" */

export const trackStyles = css`
  .track { display: grid; gap: 2px; }
  .track .cap { display: flex; justify-content: space-between; gap: 0 10px; font-size: 12px; color: var(--dim); font-variant-numeric: tabular-nums; }
  .bar { position: relative; height: 9px; border-radius: 5px; background: var(--sunk); border: 1px solid var(--line); overflow: hidden; }
  .bar i { position: absolute; inset: 0 auto 0 0; }
  .bar u { position: absolute; top: 0; bottom: 0; width: 1px; background: var(--ink); opacity: 0.55; }
  .well.well { background: var(--good); }
  .hurt.hurt { background: repeating-linear-gradient(135deg, var(--warn) 0 5px, color-mix(in srgb, var(--warn) 72%, transparent) 5px 8px); }
  .grave.grave { background: repeating-linear-gradient(45deg, var(--bad) 0 3px, color-mix(in srgb, var(--bad) 60%, transparent) 3px 6px); }
  .steps { display: flex; gap: 2px; }
  .steps i { flex: 1; height: 7px; background: var(--sunk); border: 1px solid var(--line); border-radius: 2px; }
  .steps i.on { border-color: transparent; }
  .boxes { display: flex; gap: 2px; flex-wrap: wrap; }
  .boxes svg { display: block; }
  .figure { display: flex; gap: 12px; align-items: center; }
  .figure svg { flex: none; }
  .parts { font-size: 12px; display: flex; flex-wrap: wrap; gap: 2px 10px; color: var(--dim); }
  .parts .harmed { color: var(--ink); }
  svg [data-ink="back"] { fill: var(--sunk); stroke: var(--dim); }
  svg [data-ink="well"] { fill: var(--good); }
  svg [data-ink="hurt"] { fill: var(--warn); stroke: var(--ink); }
  svg [data-ink="grave"] { fill: var(--bad); stroke: var(--ink); }
  svg line { stroke: var(--panel); stroke-linecap: round; }
  svg text { fill: var(--panel); font-weight: 700; text-anchor: middle; dominant-baseline: central; }
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
          ${marks.filter(({ at }) => at > 0 && at < max).map(({ at, label }) => html`<u title=${t("track.mark", { label, at })} .style=${`left:${(at / max) * 100}%`}></u>`)}
        </div>`;
    }
    case "ladder":
      return html`<div class="cap"><span>${track.label}</span><span data-testid="track-value">${track.steps[track.at]?.label}</span></div>
        <div class="steps" aria-hidden="true">${track.steps.map((step, index) => html`<i class=${index <= track.at ? `on ${colour}` : ""} title=${step.label}></i>`)}</div>`;
    case "boxes":
      return html`<div class="cap"><span>${track.label}</span><span data-testid="marks">${marks(track.boxes)}</span></div>
        <div class="boxes" role="img" aria-label=${track.boxes.map((box) => boxName(box)).join(", ")}>
          ${track.boxes.map((box) => html`<span title=${boxName(box)}>${drawing({ ...track, boxes: [box] }, 22, 20)}</span>`)}
        </div>`;
    case "figure": {
      const hurt = track.parts.filter(({ severity }) => severity > 0);
      const shown = isBody(track);
      if (hurt.length === 0 && shown) return html`<div class="cap"><span>${track.label}</span><span>${t("track.unhurt")}</span></div>`;
      return html`<div class="cap"><span>${track.label}</span></div><div class="figure">
        ${shown ? drawing(track, 44, 84) : nothing}
        <div class="parts">${(shown ? hurt : track.parts).map((part) => html`<span class=${part.severity > 0 ? "harmed" : ""} data-testid="part" data-id=${part.id}>${part.label}${part.severity > 0 ? html` <b>${Math.round(part.severity * 100)} %</b>` : nothing}</span>`)}</div></div>`;
    }
    default:
      return "";
  }
}

/** How many boxes are marked as what, in words, for those who do not know the signs. @param {Boxes["boxes"]} boxes */
function marks(boxes) {
  const kinds = [...new Set(boxes.map(({ mark }) => mark))].filter(Boolean);
  return kinds.map((kind) => `${boxes.filter(({ mark }) => mark === kind).length} ${kind}`).join(", ");
}

/** @param {Boxes["boxes"][number]} box */
const boxName = (box) => `${box.label}: ${box.mark ? `${box.mark} ${box.glyph}` : t("track.free")}`;

/** The same picture as on the tokens. @param {Track} track @param {number} w @param {number} h */
function drawing(track, w, h) {
  return html`<svg width=${w} height=${h} viewBox=${`-1 -1 ${w + 2} ${h + 2}`} aria-hidden="true">${drawTrack(track, { x: 0, y: 0, w, h }).shapes.map(element)}</svg>`;
}

/** @param {Shape} shape */
function element(shape) {
  switch (shape.shape) {
    case "rect":
      return svg`<rect x=${shape.x} y=${shape.y} width=${shape.w} height=${shape.h} rx=${shape.radius ?? 0} data-ink=${shape.fill ?? ""} data-part=${shape.part}></rect>`;
    case "line":
      return svg`<line x1=${shape.points[0]} y1=${shape.points[1]} x2=${shape.points[2]} y2=${shape.points[3]} stroke-width=${shape.width} data-part=${shape.part}></line>`;
    case "text":
      return svg`<text x=${shape.x} y=${shape.y} font-size=${shape.size}>${shape.text}</text>`;
    default:
      return nothing;
  }
}
