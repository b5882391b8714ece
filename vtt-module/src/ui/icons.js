// @ts-check
// The few signs that are drawn, not typed: fonts differ in which of them they have.

import { svg } from "lit";

/** Strokes in a box of 16. */
const STROKES = /** @type {const} */ ({
  aim: "M8 1v4M8 11v4M1 8h4M11 8h4M8 3.2a4.8 4.8 0 1 0 .01 0",
  map: "M2 4l4-1.5 4 1.5 4-1.5v10l-4 1.5-4-1.5-4 1.5zM6 2.5v10M10 4v10",
  act: "M3 13L12.5 3.5M10 2.5h3.5V6M3 9.5l3.5 3.5M13 13L9.8 9.8M6.5 6.5L3 3",
  log: "M3 4h10M3 8h10M3 12h6",
  fight: "M3 3.5h2v2H3zM3 10.5h2v2H3zM8 4.5h5M8 11.5h5",
  gm: "M8 1.8l1.9 4 4.3.5-3.2 3 .9 4.3L8 11.4l-3.9 2.2.9-4.3-3.2-3 4.3-.5z",
  measure: "M2 10.5L10.5 2 14 5.5 5.5 14zM5 7.5l1.5 1.5M7.2 5.3l1.5 1.5M9.4 3.1l1 1",
  wall: "M2 3.5h12v9H2zM2 8h12M6.5 3.5V8M10 8v4.5",
  fit: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4",
});

/** @param {keyof typeof STROKES} name @param {number} [size] */
export const icon = (name, size = 16) => svg`<svg viewBox="0 0 16 16" width=${size} height=${size} fill="none" stroke="currentColor" stroke-width="1.6"
  stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d=${STROKES[name]}></path></svg>`;
