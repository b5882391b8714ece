// @ts-check
// Walls of the map, as pure lists: where a hand meant them to be, which one it meant, and how kinds are told apart.

/** @import { View, Wall } from "../types/view.js" */

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

/**
 * The kinds of cover that walls give one against shots of another: those of the walls that the line between their middles crosses nearer
 * to them, as the rules measure it; a wall in the middle counts.
 * @param {View} view @param {string | null} shooter @param {string} target @returns {string[]}
 */
export function coverFor({ combatants, map }, shooter, target) {
  const [here, there] = [combatants[shooter ?? ""]?.token, combatants[target]?.token];
  if (!here || !there || !map?.walls) return [];
  const middle = (/** @type {{ x: number, y: number, size?: number }} */ { x, y, size = 1 }) => [FINE * x + HALF * size, FINE * y + HALF * size];
  const [a, b] = [middle(here), middle(there)];
  const found = map.walls.filter(({ ax, ay, bx, by }) => {
    const [c, d] = [[ax, ay], [bx, by]];
    const [left, right, start, end] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
    if (left || right) return left * right <= 0 && start * end <= 0 && Math.abs(end) <= Math.abs(start);
    const long = along(a, b, b);
    const [near, far] = [along(a, b, c), along(a, b, d)].sort((one, other) => one - other); // the wall lies on the line itself
    return far >= 0 && near <= long && long - Math.min(far, long) <= Math.max(near, 0);
  });
  return a.join() === b.join() ? [] : [...new Set(found.map(({ cover }) => cover))];
}

/** On which side of the line from a to b a point lies; 0 on it. @param {number[]} a @param {number[]} b @param {number[]} point */
const side = (a, b, point) => (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]);
/** How far along the way from a to b a point on it lies, times its length. @param {number[]} a @param {number[]} b @param {number[]} point */
const along = (a, b, point) => (point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1]);
