// @ts-check
// A combatant's wounds and conditions as pictures made of rectangles, circles, lines and short texts. Any host can paint them.
// Whatever a colour says is also said by a length, a glyph or a number.

import { body, inkOf, isBody } from "./figure.js";

/** @import { Bar, Boxes, Condition, Drawn, Figure, Ink, Ladder, Picture, Shape, Track, Wound } from "../types/view.js" */

/** @typedef {{ x: number, y: number, w: number, h: number }} Box */

/** Width of a bold letter, against its height. */
const LETTER = 0.68;
/** Height of the smallest letters that can be read on a ladder, against its own. */
const SMALLEST = 0.55;

/** The usual signs of damage as strokes through the middle of a box. @type {Record<string, [number, number][]>} */
const STROKES = { "/": [[1, -1]], X: [[1, -1], [1, 1]], "*": [[1, -0.55], [1, 0.55], [0, 1.1]] };

/** Badges shown at most; the rest is counted. */
const BADGES = 4;

/**
 * Pictures for one token, to be painted over a box of `w` by `h` pixels.
 * @param {Drawn} combatant @param {number} w @param {number} h
 * @returns {Picture[]}
 */
export function drawToken(combatant, w, h) {
  const { wound, conditions = [], defeated } = combatant;
  const pictures = [];
  if (defeated) pictures.push(cross(w, h));
  const band = h * 0.19;
  let y = h;
  for (const track of wound?.track ?? []) {
    if (track.kind === "figure" && isBody(track)) {
      // A body that nothing has happened to would only hide the token.
      const shapes = track.parts.some(({ severity }) => severity > 0) ? plate(track, { x: w * 0.63, y: h * 0.19, w: w * 0.36, h: h * 0.6 }) : [];
      pictures.push({ kind: "figure", label: track.label, shapes });
      continue;
    }
    y -= band + 1;
    pictures.push(drawTrack(track, { x: w * 0.04, y, w: w * 0.92, h: band }, ink(wound)));
  }
  if (conditions.length > 0) pictures.push(badges(conditions, w, h));
  return pictures;
}

/**
 * One wound track in its box.
 * @param {Track} track @param {Box} box @param {Ink} [fill] @returns {Picture}
 */
export function drawTrack(track, box, fill = "well") {
  switch (track.kind) {
    case "bar":
      return { kind: "bar", label: track.label, shapes: bar(track, box, fill) };
    case "ladder":
      return { kind: "ladder", label: track.label, shapes: ladder(track, box, fill) };
    case "boxes":
      return { kind: "boxes", label: track.label, shapes: boxes(track, box) };
    case "figure":
      return { kind: "figure", label: track.label, shapes: figure(track, box) };
    default:
      return { kind: "unknown", label: /** @type {any} */ (track).label ?? "", shapes: [] };
  }
}

/** A figure on a ground that sets it off from the token. @param {Figure} track @param {Box} box @returns {Shape[]} */
function plate(track, { x, y, w, h }) {
  const room = h * 0.05;
  return [{ shape: "rect", part: "plate", x, y, w, h, fill: "edge", alpha: 0.72, radius: w * 0.15 }, ...body(track, { x: x + room, y: y + room, w: w - 2 * room, h: h - 2 * room })];
}

/** How bad a wound looks. @param {Wound | undefined} wound @returns {Ink} */
export function ink(wound) {
  return inkOf(wound?.severity ?? 0);
}

/** Two or three letters that stand for a condition on a small badge. @param {string} label */
export function abbreviate(label) {
  const words = label.split(/[\s_-]+/u).filter(Boolean);
  const letters = words.length > 1 ? words.slice(0, 3).map((word) => word[0]).join("") : label.slice(0, 3);
  return letters.toUpperCase();
}

/** @param {Bar} track @param {Box} box @param {Ink} fill @returns {Shape[]} */
function bar(track, { x, y, w, h }, fill) {
  const { value, max, min = 0, marks = [] } = track;
  // Below nothing the bar fills again from the left, toward the lowest the track knows.
  const share = value >= 0 ? clamp(value / max) : clamp(value / (min || -max));
  /** @type {Shape[]} */
  const shapes = [{ shape: "rect", part: "back", x, y, w, h, fill: "back", line: "edge", radius: h / 4 }];
  if (share > 0) shapes.push({ shape: "rect", part: "fill", x, y, w: w * share, h, fill: value < 0 ? "grave" : fill, radius: h / 4 });
  for (const mark of marks) {
    if (mark.at <= 0 || mark.at >= max) continue;
    const at = x + (w * mark.at) / max;
    shapes.push({ shape: "line", part: "mark", points: [at, y, at, y + h], line: "edge", width: 1 });
  }
  shapes.push(label(`${value}/${max}`, x + w / 2, y + h / 2, h * 0.86));
  return shapes;
}

/** @param {Ladder} track @param {Box} box @param {Ink} fill @returns {Shape[]} */
function ladder(track, { x, y, w, h }, fill) {
  const count = Math.max(1, track.steps.length);
  const gap = 1;
  const width = (w - gap * (count - 1)) / count;
  /** @type {Shape[]} */
  const shapes = [{ shape: "rect", part: "back", x, y, w, h, fill: "back", line: "edge", radius: h / 4 }];
  for (let index = 0; index <= Math.min(track.at, count - 1); index++) {
    shapes.push({ shape: "rect", part: "step", x: x + index * (width + gap), y: y + h * 0.72, w: width, h: h * 0.28, fill });
  }
  const [name] = (track.steps[track.at]?.label ?? "").split(" or ");
  const text = shorten(name, w / (h * SMALLEST * LETTER));
  shapes.push(label(text, x + w / 2, y + h * 0.36, Math.min(h * 0.66, fit(text, w))));
  return shapes;
}

/** @param {Boxes} track @param {Box} box @returns {Shape[]} */
function boxes(track, { x, y, w, h }) {
  const size = Math.min(w / Math.max(1, track.boxes.length), h * 1.1);
  const left = x + (w - size * track.boxes.length) / 2;
  return track.boxes.flatMap(({ mark, glyph }, index) => {
    const at = left + index * size;
    const sign = glyph || mark.slice(0, 1).toUpperCase();
    const strokes = STROKES[sign] ?? [];
    /** @type {Shape[]} */
    const shapes = [{ shape: "rect", part: mark ? "marked" : "box", x: at + 0.5, y, w: size - 1, h, fill: mark ? (strokes.length === 1 ? "hurt" : "grave") : "back", line: "paper" }];
    if (!mark) return shapes;
    // Signs are drawn, not written: fonts set them high, low or too thin to be told apart on a token.
    const [cx, cy, r] = [at + size / 2, y + h / 2, Math.min(size, h) * 0.36];
    for (const [dx, dy] of strokes) shapes.push({ shape: "line", part: `sign ${sign}`, points: [cx - dx * r, cy - dy * r, cx + dx * r, cy + dy * r], line: "paper", width: Math.max(1.4, h * 0.13) });
    if (strokes.length === 0) shapes.push(label(sign, cx, cy, h * 0.85));
    return shapes;
  });
}

/** @param {Figure} track @param {Box} box @returns {Shape[]} */
function figure(track, box) {
  if (isBody(track)) return body(track, box);
  const { x, y, w, h } = box;
  const size = w / Math.max(1, track.parts.length);
  return track.parts.flatMap((one, index) => {
    const at = x + index * size;
    const share = clamp(one.severity);
    /** @type {Shape[]} */
    const shapes = [{ shape: "rect", part: "part", x: at + 0.5, y, w: size - 1, h, fill: "back", line: "edge", radius: 2 }];
    if (share > 0) shapes.push({ shape: "rect", part: "harm", x: at + 0.5, y: y + h * (1 - share), w: size - 1, h: h * share, fill: inkOf(share) });
    shapes.push(label(abbreviate(one.label).slice(0, 2), at + size / 2, y + h / 2, Math.min(h * 0.7, fit("MMM", size))));
    return shapes;
  });
}

/** @param {Condition[]} conditions @param {number} w @param {number} h @returns {Picture} */
function badges(conditions, w, h) {
  const shown = conditions.length > BADGES ? conditions.slice(0, BADGES - 1) : conditions;
  const texts = shown.map((condition) => abbreviate(condition.label));
  if (shown.length < conditions.length) texts.push(`+${conditions.length - shown.length}`);
  const width = w / BADGES;
  const height = h * 0.18;
  const shapes = texts.flatMap((text, index) => {
    const x = index * width;
    /** @type {Shape[]} */
    const badge = [
      { shape: "rect", part: "badge", x: x + 0.5, y: 0, w: width - 1, h: height, fill: "note", line: "edge", radius: 3 },
      { shape: "text", part: "condition", x: x + width / 2, y: height / 2, text, size: Math.min(height * 0.72, fit(text, width)), fill: "paper", anchor: [0.5, 0.5] },
    ];
    return badge;
  });
  return { kind: "conditions", label: conditions.map((condition) => condition.label).join(", "), shapes };
}

/** @param {number} w @param {number} h @returns {Picture} */
function cross(w, h) {
  const [a, b] = [0.2, 0.8];
  return {
    kind: "defeated",
    label: "Out of the fight",
    shapes: [
      { shape: "line", part: "cross", points: [w * a, h * a, w * b, h * b], line: "grave", width: w * 0.08 },
      { shape: "line", part: "cross", points: [w * b, h * a, w * a, h * b], line: "grave", width: w * 0.08 },
    ],
  };
}

/** @param {string} text @param {number} x @param {number} y @param {number} size @returns {Shape} */
function label(text, x, y, size) {
  return { shape: "text", part: "label", x, y, text, size, fill: "ink", anchor: [0.5, 0.5] };
}

/** The words that fit into so many letters, then an ellipsis. @param {string} text @param {number} letters */
function shorten(text, letters) {
  if (text.length <= letters) return text;
  const words = text.split(" ");
  let kept = words.shift() ?? "";
  while (words.length && kept.length + words[0].length + 2 <= letters) kept += ` ${words.shift()}`;
  return `${kept.slice(0, Math.max(3, letters - 1))}…`;
}

/** Letter height at which a text fits a width; @param {string} text @param {number} w */
const fit = (text, w) => w / Math.max(1, text.length * LETTER);

/** @param {number} share */
const clamp = (share) => (Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0);
