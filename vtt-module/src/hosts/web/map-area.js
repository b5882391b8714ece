// @ts-check
// The circle around somebody while an action's form asks for everybody within it.

import { within } from "../../core/view.js";
import { TILE } from "./map-token.js";

/** @import { TableMap } from "./map.js" */

const AMBER = 0xe0a526;
const EDGE = 0x0b0e12;

/** `reach` in the game's unit. @typedef {{ around: string, reach: number }} Circle */

export class Area {
  /** @param {TableMap} map */
  constructor(map) {
    this.map = map;
    /** @type {Circle | null} */
    this.circle = null;
    this.shape = map.world.addChild(new map.PIXI.Graphics());
  }

  /** @param {Circle | null} circle */
  set(circle) {
    const { map } = this;
    this.circle = circle;
    if (circle && map.view?.combatants[circle.around]?.token) map.reveal(map.squareOf(circle.around));
    this.draw();
  }

  /** Its edge is where counting ends: distances are rounded down, so one unit farther than the number, and less by a hair. */
  draw() {
    const { circle, map, shape } = this;
    shape.clear();
    const token = map.view?.combatants[circle?.around ?? ""]?.token;
    if (!circle || !token || !map.view) return;
    const { unit_per_square: unit } = map.view.map;
    const { x, y } = map.squareOf(circle.around);
    const half = (token.size ?? 1) / 2;
    shape.beginFill(AMBER, 0.13);
    for (const [width, color] of [[5, EDGE], [3, AMBER]]) {
      shape.lineStyle({ width, color }).drawCircle((x + half) * TILE, (y + half) * TILE, ((circle.reach + 1) / unit) * TILE);
      shape.endFill();
      for (const id of within(map.view, circle.around, circle.reach)) {
        const at = map.squareOf(id);
        const size = (map.view.combatants[id].token?.size ?? 1) * TILE;
        shape.drawRect(at.x * TILE + 3, at.y * TILE + 3, size - 6, size - 6);
      }
    }
    map.paint();
  }

  /** For tests: how large it is drawn, in squares, and around what. */
  drawn() {
    const { x, y, width, height } = this.shape.getLocalBounds();
    return this.circle && width ? { x: (x + width / 2) / TILE, y: (y + height / 2) / TILE, radius: width / 2 / TILE } : null;
  }
}
