// @ts-check
// Walls on the map: what everybody sees of them, and the game master's hand that draws them.

import { FINE, corner, patternOf, strokes, wallAt } from "../../core/walls.js";
import { isDark } from "./look.js";
import { TILE } from "./map-token.js";

/** @import { Step, Wall } from "../../types/view.js" */
/** @import { TableMap } from "./map.js" */

const EDGE = 0x0b0e12;
const PALE = 0xf4efe4;
const AMBER = 0xe0a526;
/** Pixels of the screen that a click may miss a wall by. */
const NEAR = 12;
/** World pixels in a hundredth of a square. */
const UNIT = TILE / FINE;

/** @typedef {{ x: number, y: number }} Point */

export class Walls {
  /** @param {TableMap} map */
  constructor(map) {
    this.map = map;
    /** Does the hand draw walls now? */
    this.on = false;
    /** The kinds that the game knows, weakest first. @type {Step[]} */
    this.covers = [];
    /** What is drawn next. */
    this.cover = "";
    /** The wall that was clicked; -1: none. */
    this.marked = -1;
    /** @type {Point | null} */
    this.from = null;
    /** @type {Point | null} */
    this.to = null;
    /** What was sent last and is not answered yet: the next wall is one more of these. @type {Wall[] | null} */
    this.meant = null;
    this.shape = map.world.addChild(new map.PIXI.Graphics());
    this.look = "";
  }

  /** As they are meant to be, where the table has not said so yet. @returns {Wall[]} */
  get list() {
    return this.meant ?? this.map.view?.map?.walls ?? [];
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.from = this.to = null;
    this.mark(-1);
  }

  /** @param {number} at */
  mark(at) {
    this.marked = at;
    this.draw();
    this.map.events.marked(at);
  }

  /** @param {Point} point of the world */
  start(point) {
    this.from = this.to = this.#corner(point);
    this.draw();
  }

  /** @param {Point} point of the world */
  reach(point) {
    this.to = this.#corner(point);
    this.draw();
  }

  /** The hand lets go: a line is a wall, a mere click marks the wall that it meant. @param {Point} point of the world */
  end(point) {
    const { from, to, map } = this;
    this.from = this.to = null;
    const line = from && to && (from.x !== to.x || from.y !== to.y);
    if (line) map.events.wall({ ax: from.x, ay: from.y, bx: to.x, by: to.y, cover: this.cover });
    this.mark(line ? -1 : wallAt(this.list, { x: point.x / UNIT, y: point.y / UNIT }, NEAR / map.world.scale.x / UNIT));
  }

  /** What was begun is given up, as when a second finger comes. */
  drop() {
    this.from = this.to = null;
    this.draw();
  }

  /** @param {Point} point of the world */
  #corner({ x, y }) {
    return corner({ x: x / TILE, y: y / TILE }, this.map.view?.map ?? { width: 24, height: 16 });
  }

  draw() {
    const { from, to, shape, map } = this;
    const drawn = from && to ? [...this.list, { ax: from.x, ay: from.y, bx: to.x, by: to.y, cover: this.cover }] : this.list;
    const [core, halo] = isDark() ? [PALE, EDGE] : [EDGE, PALE];
    const look = JSON.stringify([drawn, this.covers, this.marked, this.on, core]);
    if (look === this.look) return;
    this.look = look;
    shape.clear();
    drawn.forEach((wall, at) => {
      const held = at === this.marked || at >= this.list.length;
      const pieces = strokes(wall, patternOf(wall.cover, this.covers));
      for (const [width, color] of [[held ? 13 : 11, halo], [held ? 8 : 6, held ? AMBER : core]]) {
        shape.lineStyle({ width, color });
        for (const [ax, ay, bx, by] of pieces) shape.moveTo(ax * UNIT, ay * UNIT).lineTo(bx * UNIT, by * UNIT);
      }
      if (!this.on) return;
      shape.lineStyle({ width: 2, color: core });
      for (const [x, y] of [[wall.ax, wall.ay], [wall.bx, wall.by]]) shape.beginFill(held ? AMBER : halo).drawCircle(x * UNIT, y * UNIT, 6).endFill();
    });
    map.paint();
  }
}
