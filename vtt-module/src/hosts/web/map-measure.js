// @ts-check
// Measuring on the map: a line from square to square, and how far that is in the game's unit.

import { distance } from "../../core/view.js";
import { t } from "../../lang/lang.js";
import { TILE } from "./map-token.js";

/** @import { Spot } from "../../core/view.js" */
/** @import { TableMap } from "./map.js" */

const AMBER = 0xe0a526;
const EDGE = 0x0b0e12;

export class Measure {
  /** @param {TableMap} map */
  constructor(map) {
    this.map = map;
    this.on = false;
    /** @type {Spot | null} */
    this.from = null;
    /** @type {Spot | null} */
    this.to = null;
    this.line = map.world.addChild(new map.PIXI.Graphics());
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.from = this.to = null;
    this.draw();
  }

  /** Begin where the keyboard is: at the token under its cursor, the selected one, or in the middle of what is seen. */
  begin() {
    const { map } = this;
    const id = map.cursor ?? map.choice.selected ?? "";
    const middle = map.toWorld(map.app.screen.width / 2, map.app.screen.height / 2);
    this.start(map.view?.combatants[id]?.token ? map.squareOf(id) : { x: Math.floor(middle.x / TILE), y: Math.floor(middle.y / TILE) });
  }

  /** @param {Spot} square */
  start(square) {
    this.from = this.to = this.#spot(square);
    this.draw();
  }

  /** @param {Spot} square */
  reach(square) {
    const { width = 24, height = 16 } = this.map.view?.map ?? {};
    const within = (/** @type {number} */ at, /** @type {number} */ most) => Math.max(0, Math.min(most - 1, at));
    this.to = this.#spot({ x: within(square.x, width), y: within(square.y, height) });
    this.draw();
  }

  /** One square on, by key. @param {number} dx @param {number} dy */
  step(dx, dy) {
    if (!this.from) this.begin();
    const { x, y, size = 1 } = /** @type {Spot} */ (this.to);
    this.reach({ x: dx > 0 ? x + size : x + dx, y: dy > 0 ? y + size : y + dy });
    const { x: column, y: row } = /** @type {Spot} */ (this.to);
    this.map.reveal({ x: column, y: row });
    this.map.events.say(t("map.measured.say", { ...this.#told(), x: column + 1, y: row + 1 }));
  }

  /** A square, or the whole token that stands on it: as the rules would measure. @param {Spot} square @returns {Spot} */
  #spot({ x, y }) {
    for (const [id, { token }] of Object.entries(this.map.view?.combatants ?? {})) {
      if (!token) continue;
      const at = this.map.squareOf(id);
      const { size = 1 } = token;
      if (x >= at.x && y >= at.y && x < at.x + size && y < at.y + size) return { ...at, size };
    }
    return { x, y };
  }

  #told() {
    const { unit = "", unit_per_square = 1 } = this.map.view?.map ?? {};
    return { n: this.from && this.to ? distance(this.from, this.to, unit_per_square) : 0, unit };
  }

  draw() {
    const line = this.line.clear();
    const { from, to, map } = this;
    if (from && to) {
      const middle = (/** @type {Spot} */ { x, y, size = 1 }) => /** @type {[number, number]} */ ([(x + size / 2) * TILE, (y + size / 2) * TILE]);
      for (const [width, color] of [[7, EDGE], [4, AMBER]]) {
        line.lineStyle({ width, color }).moveTo(...middle(from)).lineTo(...middle(to));
        for (const { x, y, size = 1 } of [from, to]) line.drawRect(x * TILE + 3, y * TILE + 3, size * TILE - 6, size * TILE - 6);
      }
    }
    map.events.measured(from && to ? t("map.measured", this.#told()) : "");
    map.paint();
  }
}
