// @ts-check
// Walls of the map, as pure lists: where a hand meant them to be, which one it meant, and how kinds are told apart.

/** @import { Wall } from "../types/view.js" */

/** Hundredths of a square, in which walls are measured. */
export const FINE = 100;
/** So many walls a map may have. */
export const MOST_WALLS = 500;
const HALF = FINE / 2;

/**
 * The corner of half squares nearest to a point, within the map.
 * @param {{ x: number, y: number }} point in squares @param {{ width: number, height: number }} map in squares
 * @returns {{ x: number, y: number }} in hundredths of a square
 */
export function corner({ x, y }, { width, height }) {
  const near = (/** @type {number} */ at, /** @type {number} */ most) => Math.max(0, Math.min(most * FINE, Math.round((at * FINE) / HALF) * HALF));
  return { x: near(x, width), y: near(y, height) };
}

/** The list with one more; as it was when that is no wall, is there already, or there is no room. @param {Wall[]} walls @param {Wall} wall */
export function withWall(walls, wall) {
  const same = (/** @type {Wall} */ { ax, ay, bx, by }) => [ax, ay, bx, by].join() === ends || [bx, by, ax, ay].join() === ends;
  const ends = [wall.ax, wall.ay, wall.bx, wall.by].join();
  if ((wall.ax === wall.bx && wall.ay === wall.by) || walls.length >= MOST_WALLS || walls.some((one) => one.cover === wall.cover && same(one))) return walls;
  return [...walls.filter((one) => !same(one)), wall];
}

/** @param {Wall[]} walls @param {number} at */
export const withoutWall = (walls, at) => walls.filter((_, index) => index !== at);

/**
 * Which wall a point means: the nearest, no farther than `reach`; -1 for none.
 * @param {Wall[]} walls @param {{ x: number, y: number }} point @param {number} reach all in hundredths of a square
 */
export function wallAt(walls, { x, y }, reach) {
  let found = -1;
  let least = reach;
  walls.forEach(({ ax, ay, bx, by }, at) => {
    const [dx, dy] = [bx - ax, by - ay];
    const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    const far = Math.hypot(x - ax - along * dx, y - ay - along * dy);
    if (far <= least) [found, least] = [at, far];
  });
  return found;
}

/** Strokes and gaps, strongest kind first, in hundredths of a square: kinds are told apart without colour. */
const PATTERNS = [[], [45, 25], [12, 22], [45, 20, 12, 20]];

/** The strokes and gaps of a kind. @param {string} cover @param {{ id: string }[]} covers weakest first, as the game lists them */
export function patternOf(cover, covers) {
  const at = covers.findIndex(({ id }) => id === cover);
  return PATTERNS[at < 0 ? 0 : Math.min(PATTERNS.length - 1, covers.length - 1 - at)];
}

/**
 * A wall in its strokes; both its ends are always drawn.
 * @param {{ ax: number, ay: number, bx: number, by: number }} wall @param {number[]} pattern
 * @returns {[number, number, number, number][]} from, to, in the wall's own measure
 */
export function strokes({ ax, ay, bx, by }, pattern) {
  const long = Math.hypot(bx - ax, by - ay);
  if (!pattern.length || long === 0) return [[ax, ay, bx, by]];
  const whole = pattern.reduce((sum, one) => sum + one, 0);
  const rounds = Math.max(1, Math.round((long - pattern[0]) / whole));
  const scale = long / (rounds * whole + pattern[0]); // so that it ends with a stroke, as it begins
  const point = (/** @type {number} */ at) => [ax + ((bx - ax) * at) / long, ay + ((by - ay) * at) / long];
  /** @type {[number, number, number, number][]} */
  const found = [];
  let at = 0;
  for (let step = 0; at < long - 1e-6; step++) {
    const next = Math.min(long, at + pattern[step % pattern.length] * scale);
    if (step % 2 === 0) found.push(/** @type {[number, number, number, number]} */ ([...point(at), ...point(next)]));
    at = next;
  }
  return found;
}
