// @ts-check
// The circle around somebody while an action's form asks for everybody within it.

import { within } from "../../core/view.js";
import { circle, LINES, radiusOf } from "../../render/pixi-area.js";
import { TILE } from "./map-token.js";

/** @import { TableMap } from "./map.js" */

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

  /** The circle, and a frame around everybody within. */
  draw() {
    const { circle: asked, map, shape } = this;
    shape.clear();
    const token = map.view?.combatants[asked?.around ?? ""]?.token;
    if (!asked || !token || !map.view) return;
    const { x, y } = map.squareOf(asked.around);
    const half = (token.size ?? 1) / 2;
    circle(shape, (x + half) * TILE, (y + half) * TILE, radiusOf(asked.reach, map.view.map.unit_per_square, TILE));
    for (const [width, color] of LINES) {
      shape.lineStyle({ width, color });
      for (const id of within(map.view, asked.around, asked.reach)) {
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
