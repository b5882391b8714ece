// @ts-check
// One token on the map: a disc with initials and a name, rings for what it is to this seat, and its wounds.

import { drawToken } from "../../core/draw.js";
import { initials } from "../../core/view.js";
import { t } from "../../lang/lang.js";
import { paint, readBack } from "../../render/pixi-wounds.js";

/** @import { Combatant } from "../../types/view.js" */

/** Pixels of one square at zoom 1. */
export const TILE = 64;

const SIDES = [0x2d5f8b, 0x8b2d3a, 0x5f7a2d, 0x7a4f8b, 0x8b6b2d, 0x2d8b80];
const WHITE = 0xffffff;
const EDGE = 0x0b0e12;
const PALE = 0xe9e6df;

/** @typedef {{ selected: boolean, target: boolean, cursor: boolean, up: boolean, mine: boolean, side: number, dark: boolean }} Marks */

/** Pixels of the world that a line of a name is high. */
const LINE = TILE * 0.25;

export class TokenView {
  /** @param {typeof import("./pixi.js")} PIXI */
  constructor(PIXI) {
    this.PIXI = PIXI;
    this.root = new PIXI.Container();
    this.rings = this.root.addChild(new PIXI.Graphics());
    this.disc = this.root.addChild(new PIXI.Graphics());
    this.letters = this.root.addChild(this.#text(TILE * 0.32, "700"));
    this.wounds = this.root.addChild(new PIXI.Container());
    this.plate = this.root.addChild(new PIXI.Graphics());
    this.label = this.root.addChild(this.#text(TILE * 0.19, "600"));
    this.look = "";
    this.size = TILE;
    this.goal = { x: 0, y: 0 };
  }

  /** @param {number} size @param {any} weight */
  #text(size, weight) {
    const text = new this.PIXI.Text("", { fontFamily: "system-ui, sans-serif", fontWeight: weight, fontSize: size, fill: WHITE, stroke: EDGE, strokeThickness: 3 });
    text.resolution = 3;
    text.anchor.set(0.5);
    return text;
  }

  /** @param {Combatant} combatant @param {Marks} marks */
  draw(combatant, marks) {
    const { name, hidden, defeated, wound, conditions } = combatant;
    const size = TILE * (combatant.token?.size ?? 1);
    const look = JSON.stringify([name, hidden, defeated, size, marks]);
    if (look !== this.look) {
      this.look = look;
      this.#disc(size, marks);
      this.#rings(size, marks);
      this.letters.text = initials(name);
      this.letters.position.set(size / 2, size * 0.45);
      this.letters.scale.set(size / TILE);
      this.label.text = hidden ? t("map.hidden", { name }) : name;
      this.label.style.fill = marks.dark ? PALE : EDGE;
      this.label.style.strokeThickness = 0;
      this.size = size;
      const wide = this.label.width / this.label.scale.x + 10;
      this.plate.clear().beginFill(marks.dark ? 0x1d2229 : 0xfffdf9, 0.88).drawRoundedRect((size - wide) / 2, size + TILE * 0.03, wide, LINE, 5).endFill();
      this.root.alpha = hidden ? 0.6 : 1;
      this.letters.alpha = this.disc.alpha = defeated ? 0.55 : 1;
    }
    paint(this.PIXI, this.wounds, drawToken({ wound, conditions, defeated }, size, size));
  }

  /** The side's colour is also told by the ring: whole, dashed, dotted … @param {number} size @param {Marks} marks */
  #disc(size, { side, mine }) {
    const r = size * 0.42;
    const colour = SIDES[side % SIDES.length];
    this.disc.clear();
    this.disc.lineStyle({ width: 1.5, color: EDGE }).beginFill(colour).drawCircle(size / 2, size * 0.47, r).endFill();
    const pieces = [1, 12, 24, 4][side % 4];
    const step = (Math.PI * 2) / pieces;
    this.disc.lineStyle({ width: mine ? 4 : 2.5, color: WHITE, alpha: mine ? 0.95 : 0.6 });
    for (let piece = 0; piece < pieces; piece++) {
      const from = piece * step;
      const to = from + (pieces === 1 ? step : step * 0.6);
      const at = r - 3;
      this.disc.moveTo(size / 2 + Math.cos(from) * at, size * 0.47 + Math.sin(from) * at);
      this.disc.arc(size / 2, size * 0.47, at, from, to);
    }
  }

  /** @param {number} size @param {Marks} marks */
  #rings(size, { selected, target, cursor, up }) {
    const rings = this.rings.clear();
    const [lo, hi, leg] = [-3, size + 3, size * 0.24];
    if (selected) {
      // Light within dark: seen on any ground, a picture's too.
      for (const [width, color] of [[6, EDGE], [2.5, WHITE]]) {
        rings.lineStyle({ width, color, join: /** @type {any} */ ("round"), cap: /** @type {any} */ ("round") });
        for (const [x, y, sx, sy] of [[lo, lo, 1, 1], [hi, lo, -1, 1], [lo, hi, 1, -1], [hi, hi, -1, -1]]) {
          rings.moveTo(x + sx * leg, y).lineTo(x, y).lineTo(x, y + sy * leg);
        }
      }
    }
    if (cursor) rings.lineStyle({ width: 2, color: 0x2f6fdb }).drawRect(lo - 3, lo - 3, hi - lo + 6, hi - lo + 6);
    if (up) {
      rings.lineStyle({ width: 4, color: 0xe0a526 }).drawCircle(size / 2, size * 0.47, size * 0.47);
      rings.lineStyle({ width: 1, color: EDGE }).beginFill(0xe0a526).drawPolygon([size * 0.5 - 8, -16, size * 0.5 + 8, -16, size * 0.5, -4]).endFill();
    }
    if (target) {
      const [cx, cy, r] = [size / 2, size * 0.47, size * 0.5];
      rings.lineStyle({ width: 3, color: 0xd0342c }).drawCircle(cx, cy, r);
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) rings.moveTo(cx + dx * (r - 7), cy + dy * (r - 7)).lineTo(cx + dx * (r + 7), cy + dy * (r + 7));
    }
  }

  /** Names stay readable when the map is far away: they grow, downwards. @param {number} zoom */
  readable(zoom) {
    const scale = Math.max(1, Math.min(1.9, 0.72 / zoom));
    this.label.scale.set(scale);
    this.plate.scale.set(scale);
    this.below(0);
  }

  /** The name stands so many lines below its place. @param {number} row */
  below(row) {
    const { y: scale } = this.label.scale;
    const [x, top] = [this.size / 2, this.size + TILE * 0.03];
    const down = row * LINE * scale;
    this.label.position.set(x, top + (LINE / 2) * scale + down);
    this.plate.pivot.set(x, top);
    this.plate.position.set(x, top + down);
  }

  /** Where the name stands on the map, in its first line. @returns {import("./map-names.js").Plate} */
  named() {
    const { y: h } = this.label.scale;
    const w = this.label.width + 10 * h;
    return { x: this.root.x + this.size / 2 - w / 2, y: this.root.y + this.size + TILE * 0.03, w, h: LINE * h };
  }

  /** What stands on the stage, read from it. */
  drawn() {
    const { x, y } = this.root.position;
    return { name: this.label.text, letters: this.letters.text, at: { x: x / TILE, y: y / TILE }, pictures: readBack(this.wounds) };
  }
}
