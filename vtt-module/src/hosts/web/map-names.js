// @ts-check
// Where names stand below tokens, so that neighbours do not cover each other's.

/** A name at its own place. @typedef {{ x: number, y: number, w: number, h: number }} Plate */

/** So many lines a name may go down. */
const ROWS = 3;

/**
 * How many lines each name goes down so that none covers another; none where there is no room for it.
 * Names keep their line while nobody moves: they are gone through from top to bottom and left to right.
 * @param {Plate[]} plates @returns {number[]} in the order of the plates
 */
export function rowsOf(plates) {
  const rows = plates.map(() => 0);
  /** @type {Plate[]} */
  const placed = [];
  const order = plates.map((_, at) => at).sort((a, b) => plates[a].y - plates[b].y || plates[a].x - plates[b].x || a - b);
  for (const at of order) {
    const { x, y, w, h } = plates[at];
    const free = (/** @type {number} */ row) => placed.every((one) => x >= one.x + one.w || one.x >= x + w || y + row * h >= one.y + one.h || one.y >= y + row * h + h);
    rows[at] = Math.max(0, Array.from({ length: ROWS }, (_, row) => row).findIndex(free));
    placed.push({ x, y: y + rows[at] * h, w, h });
  }
  return rows;
}
