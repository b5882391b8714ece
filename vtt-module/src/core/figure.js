// @ts-check
// A small body outline whose parts show how badly each is hurt: by how far it is filled, and by a stroke or a cross.

/** @import { Figure, Ink, Shape } from "../types/view.js" */

/** @typedef {{ x: number, y: number, w: number, h: number }} Box */

/** Width of the outline against its height. */
const SLIM = 0.5;

/** Where parts of a body are, in heights of the outline, seen from the front: its left is at our right. @type {Record<string, [number, number, number, number]>} */
const PLACES = {
  head: [0.175, 0, 0.15, 0.16],
  neck: [0.22, 0.165, 0.06, 0.03],
  chest: [0.145, 0.19, 0.21, 0.2],
  abdomen: [0.155, 0.4, 0.19, 0.16],
  torso: [0.145, 0.19, 0.21, 0.37],
  left_arm: [0.37, 0.19, 0.085, 0.33],
  right_arm: [0.045, 0.19, 0.085, 0.33],
  left_hand: [0.37, 0.53, 0.085, 0.09],
  right_hand: [0.045, 0.53, 0.085, 0.09],
  left_leg: [0.255, 0.57, 0.095, 0.36],
  right_leg: [0.15, 0.57, 0.095, 0.36],
  left_foot: [0.255, 0.94, 0.12, 0.06],
  right_foot: [0.125, 0.94, 0.12, 0.06],
};
/** @type {Record<string, string>} */
const ALIKE = { body: "torso", trunk: "torso", stomach: "abdomen", belly: "abdomen", breast: "chest" };

/** @param {string} id */
const placeOf = (id) => PLACES[ALIKE[id] ?? id.replace(/^(\w+)_(left|right)$/u, "$2_$1")];

/** Whether the outline has a place for some part of this figure. @param {Figure} track */
export const isBody = ({ parts }) => parts.some(({ id }) => placeOf(id));

/** Parts that the outline has no place for. @param {Figure} track */
export const beside = ({ parts }) => parts.filter(({ id }) => !placeOf(id));

/** How bad a severity from 0 to 1 looks. @param {number} severity @returns {Ink} */
export const inkOf = (severity) => (severity < 0.34 ? "well" : severity < 0.67 ? "hurt" : "grave");

/** The outline in a box, as high as it goes and in its middle. @param {Figure} track @param {Box} box @returns {Shape[]} */
export function body(track, { x, y, w, h }) {
  const tall = Math.min(h, w / SLIM);
  const left = x + (w - tall * SLIM) / 2;
  return track.parts.flatMap(({ id, severity }) => {
    const place = placeOf(id);
    if (!place) return [];
    const [px, py, pw, ph] = place.map((length) => length * tall);
    return part({ x: left + px, y: y + py, w: pw, h: ph }, severity, tall);
  });
}

/** @param {Box} box @param {number} severity @param {number} tall @returns {Shape[]} */
function part({ x, y, w, h }, severity, tall) {
  const share = Math.min(1, Math.max(0, severity));
  /** @type {Shape[]} */
  const shapes = [{ shape: "rect", part: "part", x, y, w, h, fill: "back", line: "paper", radius: Math.min(w, h) / 3 }];
  if (share === 0) return shapes;
  shapes.push({ shape: "rect", part: "harm", x, y: y + h * (1 - share), w, h: h * share, fill: inkOf(share), radius: Math.min(w, h * share) / 3 });
  const width = Math.max(1, tall * 0.018);
  const middle = { x: x + w / 2, y: y + h / 2, r: Math.min(w, h) * 0.34 };
  const stroke = (/** @type {number} */ way) => /** @type {Shape} */ ({ shape: "line", part: "mark", points: [middle.x - middle.r, middle.y + way * middle.r, middle.x + middle.r, middle.y - way * middle.r], line: "paper", width });
  if (share >= 0.34) shapes.push(stroke(1));
  if (share >= 0.67) shapes.push(stroke(-1));
  return shapes;
}
