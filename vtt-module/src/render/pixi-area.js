// @ts-check
// The circle within which an action's form counts: what a PixiJS 7 shape is given. PIXI itself is not needed.

export const AMBER = 0xe0a526;
export const EDGE = 0x0b0e12;
/** Light on dark, so that it is seen on every ground. */
export const LINES = [[5, EDGE], [3, AMBER]];

/**
 * How far from the middle the circle's edge is: distances are rounded down, so one unit farther than the number, and less by a hair.
 * @param {number} reach in the game's unit @param {number} unit that a square spans @param {number} square its side, in whatever measure
 */
export const radiusOf = (reach, unit, square) => ((reach + 1) / unit) * square;

/** @param {any} shape a `PIXI.Graphics` @param {number} x @param {number} y @param {number} radius */
export function circle(shape, x, y, radius) {
  shape.beginFill(AMBER, 0.13);
  for (const [width, color] of LINES) {
    shape.lineStyle({ width, color }).drawCircle(x, y, radius);
    shape.endFill();
  }
}
