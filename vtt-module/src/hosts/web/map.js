// @ts-check
// The table page's map, on PixiJS 7: background, grid, tokens, a camera. It draws only when something changed.

import { mayAct, nameOf } from "../../core/view.js";
import { t } from "../../lang/lang.js";
import { isDark, onLook } from "./look.js";
import { Area } from "./map-area.js";
import { TILE, TokenView } from "./map-token.js";
import { listen } from "./map-input.js";
import { Measure } from "./map-measure.js";
import { rowsOf } from "./map-names.js";
import { Backdrop } from "./map-picture.js";
import { Walls } from "./map-walls.js";

/** @import { View, Wall } from "../../types/view.js" */

/**
 * What the map tells its page. `pick`: a token was clicked, `aim` when it is meant as a target.
 * `move` resolves when the table has answered; until then the token stands where it was put.
 * @typedef {object} MapEvents
 * @property {(id: string, how: { aim: boolean, add: boolean }) => void} pick
 * @property {(id: string, x: number, y: number) => Promise<unknown>} move
 * @property {(square: { x: number, y: number }) => void} square  an empty one was clicked
 * @property {(text: string) => void} say   for screen readers
 * @property {(on: boolean) => void} measuring  the keyboard turns measuring on or off
 * @property {(text: string) => void} measured  a distance in words; empty: none
 * @property {(wall: Wall) => void} wall  a hand has drawn one
 * @property {(on: boolean) => void} walling  the keyboard puts the walls' tool away
 * @property {() => void} unwall  the keyboard takes away the wall that was clicked
 * @property {(at: number) => void} marked  the wall that was clicked; -1: none
 * @property {(trouble: boolean) => void} picture  whether the background cannot be loaded
 *
 * @typedef {{ selected: string | null, targets: string[] }} Choice
 */

const CLOSEST = 3;
const FARTHEST = 0.2;
const GLIDE = 160;
/** Pixels at the right that the map's buttons cover. */
const TOOLS = 52;

export class TableMap {
  /** @param {typeof import("./pixi.js")} PIXI @param {HTMLElement} host @param {MapEvents} events */
  constructor(PIXI, host, events) {
    this.PIXI = PIXI;
    this.host = host;
    this.events = events;
    this.app = new PIXI.Application({ antialias: true, autoDensity: true, resolution: Math.min(2, devicePixelRatio), backgroundAlpha: 0, autoStart: false });
    const canvas = /** @type {HTMLCanvasElement} */ (this.app.view);
    canvas.setAttribute("aria-hidden", "true");
    host.append(canvas);
    this.world = this.app.stage.addChild(new PIXI.Container());
    this.ground = this.world.addChild(new PIXI.Graphics());
    this.grid = this.world.addChild(new PIXI.Graphics());
    this.walls = new Walls(this);
    this.ghost = this.world.addChild(new PIXI.Graphics());
    this.area = new Area(this);
    this.measure = new Measure(this);
    this.layer = this.world.addChild(new PIXI.Container());
    this.layer.sortableChildren = true;
    this.backdrop = new Backdrop(this, events.picture);
    /** @type {Map<string, TokenView>} */
    this.tokens = new Map();
    /** @type {Map<string, { x: number, y: number }>} where tokens were put, not yet confirmed */
    this.wishes = new Map();
    /** @type {View | null} */
    this.view = null;
    /** @type {Choice} */
    this.choice = { selected: null, targets: [] };
    /** @type {string | null} token under the keyboard's cursor */
    this.cursor = null;
    /** @type {{ id: string, x: number, y: number } | null} token in hand, in world pixels */
    this.held = null;
    this.look = "";
    this.due = false;
    this.gone = false;
    this.fitted = false;
    this.then = 0;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.blind = onLook(() => this.refresh());
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(host);
    this.deaf = listen(this);
    this.resize();
  }

  /** @param {View} view @param {Choice} choice */
  draw(view, choice) {
    this.view = view;
    this.choice = choice;
    this.refresh();
  }

  refresh() {
    const { view } = this;
    if (!view) return;
    const dark = isDark();
    this.#ground(view, dark);
    const sides = [...new Set(Object.values(view.combatants).map(({ side }) => side ?? ""))];
    const { selected, targets } = this.choice;
    for (const [id, combatant] of Object.entries(view.combatants)) {
      if (!combatant.token) continue;
      let token = this.tokens.get(id);
      const fresh = !token;
      if (!token) {
        token = new TokenView(this.PIXI);
        this.layer.addChild(token.root);
        this.tokens.set(id, token);
      }
      const at = this.squareOf(id);
      token.goal = { x: at.x * TILE, y: at.y * TILE };
      if (fresh || this.calm.matches) token.root.position.copyFrom(token.goal);
      token.root.zIndex = combatant.defeated ? 0 : id === selected ? 2 : 1;
      token.draw(combatant, {
        selected: id === selected,
        target: targets.includes(id),
        cursor: id === this.cursor,
        up: view.encounter?.up?.includes(id) ?? false,
        mine: combatant.mine === true && view.you.role !== "gm",
        side: sides.indexOf(combatant.side ?? ""),
        dark,
      });
    }
    for (const [id, token] of this.tokens) {
      if (view.combatants[id]?.token) continue;
      token.root.destroy({ children: true });
      this.tokens.delete(id);
    }
    this.area.draw();
    this.walls.draw();
    if (!this.fitted && this.app.screen.width > 10) this.fit();
    this.paint();
  }

  /** Where a token stands, or was put. @param {string} id */
  squareOf(id) {
    return this.wishes.get(id) ?? /** @type {{ x: number, y: number }} */ (this.view?.combatants[id]?.token ?? { x: 0, y: 0 });
  }

  /** @param {View} view @param {boolean} dark */
  #ground(view, dark) {
    const { width, height, background = "" } = view.map ?? { width: 24, height: 16 };
    this.backdrop.set(background);
    const pictured = this.backdrop.shown;
    const look = `${width}x${height} ${dark} ${pictured}`;
    if (look !== this.look) {
      this.fitted &&= this.look.split(" ")[0] === look.split(" ")[0];
      this.look = look;
      this.ground.clear().beginFill(dark ? 0x1a1f26 : 0xfbf9f4, pictured ? 0 : 1).drawRect(0, 0, width * TILE, height * TILE).endFill();
      const grid = this.grid.clear().lineStyle({ width: 1, color: dark ? 0xffffff : 0x1d2129, alpha: pictured ? 0.3 : 0.13 });
      for (let x = 0; x <= width; x++) grid.moveTo(x * TILE, 0).lineTo(x * TILE, height * TILE);
      for (let y = 0; y <= height; y++) grid.moveTo(0, y * TILE).lineTo(width * TILE, y * TILE);
      grid.lineStyle({ width: 2, color: dark ? 0xffffff : 0x1d2129, alpha: 0.3 }).drawRect(0, 0, width * TILE, height * TILE);
    }
  }

  /** Draw soon, once, however often it was asked for. */
  paint() {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame((now) => {
      this.due = false;
      if (this.gone) return; // its page was left meanwhile
      const moving = this.#glide(Math.min(50, now - this.then));
      this.then = now;
      this.backdrop.follow();
      this.#names();
      this.app.render();
      if (moving) this.paint();
    });
  }

  /** Names that can be read, and do not cover each other. */
  #names() {
    const tokens = [...this.tokens.values()];
    for (const token of tokens) token.readable(this.world.scale.x);
    rowsOf(tokens.map((token) => token.named())).forEach((row, at) => tokens[at].below(row));
  }

  /** Bring tokens nearer to where they belong. @param {number} passed milliseconds */
  #glide(passed) {
    let moving = false;
    for (const [id, { root, goal }] of this.tokens) {
      if (this.held?.id === id) {
        root.position.set(this.held.x, this.held.y);
        continue;
      }
      const [dx, dy] = [goal.x - root.x, goal.y - root.y];
      if (dx === 0 && dy === 0) continue;
      if (Math.abs(dx) + Math.abs(dy) < 1) root.position.copyFrom(goal);
      else {
        const share = Math.min(1, (passed * 3) / GLIDE);
        root.position.set(root.x + dx * share, root.y + dy * share);
        moving = true;
      }
    }
    return moving;
  }

  /** Put a token on a square; the table decides whether it stays. @param {string} id @param {number} x @param {number} y */
  async put(id, x, y) {
    const { width = 24, height = 16 } = this.view?.map ?? {};
    const size = this.view?.combatants[id]?.token?.size ?? 1;
    const wish = { x: Math.max(0, Math.min(width - size, x)), y: Math.max(0, Math.min(height - size, y)) };
    const from = this.squareOf(id);
    if (wish.x === from.x && wish.y === from.y) return;
    this.wishes.set(id, wish);
    this.reveal(wish, size);
    this.refresh();
    this.events.say(t("map.moved", { name: nameOf(this.view, id), x: wish.x + 1, y: wish.y + 1 }));
    await this.events.move(id, wish.x, wish.y);
    if (this.wishes.get(id) === wish) this.wishes.delete(id);
    this.refresh();
  }

  /** May this seat move the token? @param {string} id */
  movable(id) {
    return mayAct(this.view, id);
  }

  /** The token at a point of the screen, topmost first. @param {number} x @param {number} y @returns {string | null} */
  tokenAt(x, y) {
    const { x: wx, y: wy } = this.toWorld(x, y);
    const found = Object.entries(this.view?.combatants ?? {}).filter(([id, { token }]) => {
      if (!token) return false;
      const at = this.squareOf(id);
      const size = (token.size ?? 1) * TILE;
      return wx >= at.x * TILE && wx < at.x * TILE + size && wy >= at.y * TILE && wy < at.y * TILE + size;
    });
    found.sort(([a], [b]) => (this.tokens.get(b)?.root.zIndex ?? 0) - (this.tokens.get(a)?.root.zIndex ?? 0));
    return found[0]?.[0] ?? null;
  }

  /** @param {number} x @param {number} y in pixels of the map's box */
  toWorld(x, y) {
    return { x: (x - this.world.x) / this.world.scale.x, y: (y - this.world.y) / this.world.scale.y };
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.world.position.set(this.world.x + dx, this.world.y + dy);
    this.paint();
  }

  /** Bring a square into sight. @param {{ x: number, y: number }} square @param {number} [size] */
  reveal({ x, y }, size = 1) {
    const { width, height } = this.app.screen;
    const tile = TILE * this.world.scale.x;
    const [left, top] = [this.world.x + x * tile, this.world.y + y * tile];
    const beyond = (/** @type {number} */ from, /** @type {number} */ room) => Math.max(0, tile / 2 - from) + Math.min(0, room - (from + (size + 0.5) * tile));
    this.pan(beyond(left, width), beyond(top, height));
  }

  /** @param {number} factor @param {number} [x] @param {number} [y] the point that stays where it is */
  zoom(factor, x = this.app.screen.width / 2, y = this.app.screen.height / 2) {
    const scale = Math.max(FARTHEST, Math.min(CLOSEST, this.world.scale.x * factor));
    const fixed = this.toWorld(x, y);
    this.world.scale.set(scale);
    this.world.position.set(x - fixed.x * scale, y - fixed.y * scale);
    this.paint();
  }

  /** Show the fight: all tokens with some room around them, or the whole map when nobody stands on it. */
  fit() {
    const { width = 24, height = 16 } = this.view?.map ?? {};
    const spots = Object.values(this.view?.combatants ?? {}).flatMap(({ token }) => (token ? [token] : []));
    const margin = 2;
    const left = spots.length ? Math.max(0, Math.min(...spots.map(({ x }) => x)) - margin) : 0;
    const top = spots.length ? Math.max(0, Math.min(...spots.map(({ y }) => y)) - margin) : 0;
    const right = spots.length ? Math.min(width, Math.max(...spots.map(({ x, size = 1 }) => x + size)) + margin) : width;
    const bottom = spots.length ? Math.min(height, Math.max(...spots.map(({ y, size = 1 }) => y + size)) + margin) : height;
    const h = this.app.screen.height;
    const w = this.app.screen.width - TOOLS; // nobody shall stand under them
    const scale = Math.max(FARTHEST, Math.min(1.4, w / ((right - left) * TILE), h / ((bottom - top) * TILE)));
    this.world.scale.set(scale);
    this.world.position.set(w / 2 - ((left + right) / 2) * TILE * scale, h / 2 - ((top + bottom) / 2) * TILE * scale);
    this.fitted = true;
    this.paint();
  }

  resize() {
    const { clientWidth: w, clientHeight: h } = this.host;
    if (w < 10 || h < 10) return;
    const { width, height } = this.app.screen;
    this.app.renderer.resize(w, h);
    if (this.fitted) this.world.position.set(this.world.x + (w - width) / 2, this.world.y + (h - height) / 2);
    this.refresh();
    this.paint();
  }

  /** What is really drawn, by combatant. */
  drawn() {
    return Object.fromEntries([...this.tokens].map(([id, token]) => [id, token.drawn()]));
  }

  /** Where a token's middle is on the page, in CSS pixels. @param {string} id */
  pointOf(id) {
    const token = this.view?.combatants[id]?.token;
    if (!token) return null;
    const at = this.squareOf(id);
    const half = (token.size ?? 1) / 2;
    const box = this.host.getBoundingClientRect();
    return { x: box.x + this.world.x + (at.x + half) * TILE * this.world.scale.x, y: box.y + this.world.y + (at.y + half) * TILE * this.world.scale.y };
  }

  destroy() {
    this.gone = true;
    this.deaf();
    this.blind();
    this.sizes.disconnect();
    this.app.destroy(true, { children: true });
  }
}
