// @ts-check
// Wounds and conditions on the tokens that are drawn here. Each client draws for itself, from what its own seat may see.

import { drawToken } from "../../core/draw.js";
import { circle, radiusOf } from "../../render/pixi-area.js";
import { paint } from "../../render/pixi-wounds.js";
import { ID } from "./adapter.js";

/** @import { Host } from "./host.js" */
/** @import { Token } from "../../types/port.js" */
/** @import { Drawn, View, Wound } from "../../types/view.js" */

/** @typedef {{ box: any, shown: Drawn | null, w: number, h: number }} Drawing */

export class Overlay {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    /** @type {WeakMap<Token, Drawing>} */
    this.drawings = new WeakMap();
    /** Whom an action's form asks about, and how far around them. @type {{ around: string, reach: number } | null} */
    this.area = null;
    /** The circle, a child of their token. @type {any} */
    this.ring = null;
  }

  /** The circle around somebody, while a form asks for everybody within; null takes it away. @param {{ around: string, reach: number } | null} area */
  encircle(area) {
    this.area = area;
    if (this.ring && !this.ring.destroyed) this.ring.destroy();
    this.ring = null;
    const { foundry, view } = this.host;
    const token = area && view ? this.host.tokenOf(area.around) : null;
    if (!area || !view || !token || !foundry.scene) return;
    this.ring = token.addChild(new foundry.port.PIXI.Graphics());
    this.ring.eventMode = "none";
    circle(this.ring, token.w / 2, token.h / 2, radiusOf(area.reach, view.map.unit_per_square, foundry.mapOf(foundry.scene).grid));
  }

  /** Every token that is drawn here. */
  refresh() {
    for (const token of this.host.foundry.drawn()) this.draw(token);
  }

  /** Foundry destroys a token's children when it draws the token anew, so the box is made again then. @param {Token} token */
  drawnAnew(token) {
    this.drawings.delete(token);
    this.draw(token);
    if (this.ring?.destroyed) this.encircle(this.area);
  }

  /** Cheap when nothing has changed: Foundry may refresh a token in every frame. @param {Token} token */
  draw(token) {
    const shown = this.#shown(token);
    const { w, h } = token;
    let drawing = this.drawings.get(token);
    if (drawing?.box.destroyed) drawing = undefined;
    if (drawing ? drawing.shown === shown && drawing.w === w && drawing.h === h : !shown) return;
    const { PIXI } = this.host.foundry.port;
    if (!drawing) {
      const box = new PIXI.Container();
      box.name = ID;
      box.eventMode = "none";
      token.addChild(box); // it moves, hides and changes level with the token
      drawing = { box, shown, w, h };
    }
    this.drawings.set(token, { ...drawing, shown, w, h });
    paint(PIXI, drawing.box, shown ? drawToken(shown, w, h) : []);
  }

  /** What this seat sees; without a connection, what was public when the last game master wrote it down. @param {Token} token @returns {Drawn | null} */
  #shown(token) {
    const { view } = this.host;
    const id = this.host.combatantOf(token.document);
    if (view) return id === null ? null : view.combatants[id];
    return /** @type {Drawn | undefined} */ (token.document.getFlag(ID, "wounds")) ?? null;
  }

  /** What has just happened to somebody rises from their token: the number, for who may know it, or the words. @param {View} before @param {View} view */
  tell(before, view) {
    for (const token of this.host.foundry.drawn()) {
      const id = this.host.combatantOf(token.document);
      const [was, is] = id === null ? [] : [before.combatants[id]?.wound, view.combatants[id].wound];
      if (!was || !is || was === is) continue;
      const change = lifeOf(is) - lifeOf(was);
      const text = change ? `${change < 0 ? "\u2212" : "+"}${Math.abs(change)}` : was.label === is.label ? "" : is.label;
      if (text) this.host.foundry.floatText(token, text);
    }
  }

  /** The scene leaves the screen. */
  leave() {
    this.drawings = new WeakMap();
  }

  /** @param {Token} token */
  forget(token) {
    this.drawings.delete(token);
  }

  /** For tests and screen readers: the container on a token. @param {Token} token */
  boxOf(token) {
    const box = this.drawings.get(token)?.box;
    return box && !box.destroyed ? box : null;
  }
}

/** The sum of the bars; 0 where this seat sees none. @param {Wound} wound */
const lifeOf = (wound) => wound.track.reduce((sum, one) => sum + (one.kind === "bar" ? one.value : 0), 0);
