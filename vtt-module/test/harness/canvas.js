// @ts-nocheck
// The canvas of one client: real PixiJS, tokens that are drawn anew as Foundry draws them, control and targets.

import * as PIXI from "pixi.js";
import { strict } from "./strict.js";

const COLOURS = [0x2d5f8b, 0x8b2d3a, 0x5f7a2d, 0x7a4f8b];

/** https://foundryvtt.com/api/classes/foundry.canvas.placeables.Token.html : a PIXI.Container */
export class Token extends PIXI.Container {
  constructor(document, client) {
    super();
    this.raw = document;
    this.client = client;
    this.controlled = false;
    document._object = this;
    this.eventMode = "static";
    this.cursor = "pointer";
    this.on("pointerdown", (event) => (event.button === 2 ? client.hud(this) : this.control({ releaseOthers: !event.shiftKey })));
  }
  get id() {
    return this.raw.id;
  }
  get document() {
    return strict(this.raw, "Token");
  }
  get actor() {
    return this.raw.actor;
  }
  get w() {
    return this.raw.width * this.client.grid;
  }
  get h() {
    return this.raw.height * this.client.grid;
  }
  get center() {
    return { x: this.raw.x + this.w / 2, y: this.raw.y + this.h / 2 };
  }
  /** Everything that hangs on the token is destroyed and made anew. https://github.com/foundryvtt/foundryvtt/issues/8079 */
  draw() {
    for (const child of this.removeChildren()) child.destroy({ children: true });
    this.rings = this.addChild(new PIXI.Graphics());
    const disc = this.addChild(new PIXI.Graphics());
    const colour = COLOURS[[...this.raw.name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 4];
    disc.lineStyle(3, 0x0b0e12).beginFill(colour).drawCircle(this.w / 2, this.h / 2, this.w * 0.42).endFill();
    const name = this.addChild(new PIXI.Text(this.raw.name, { fontSize: 15, fill: 0xffffff, stroke: 0, strokeThickness: 3, fontFamily: "sans-serif" }));
    name.anchor.set(0.5, 0);
    name.position.set(this.w / 2, this.h + 2);
    this.refresh();
    this.client.Hooks.callAll("drawToken", strict(this, "Token"));
    return this;
  }
  /** https://foundryvtt.com/api/functions/hookEvents.refreshToken.html */
  refresh() {
    this.position.set(this.raw.x, this.raw.y);
    this.visible = !this.raw.hidden || this.client.user.isGM;
    this.alpha = this.raw.hidden ? 0.5 : 1;
    this.rings.clear();
    if (this.controlled) this.rings.lineStyle(4, 0xff9829).drawRect(-3, -3, this.w + 6, this.h + 6);
    if (this.client.user.targets.has(strict(this, "Token"))) {
      this.rings.lineStyle(4, 0xd0342c);
      for (const [x, y, sx, sy] of [[0, 0, 1, 1], [1, 0, -1, 1], [0, 1, 1, -1], [1, 1, -1, -1]]) this.rings.moveTo(x * this.w, y * this.h).lineTo(x * this.w - sx * 14, y * this.h - sy * 14);
    }
    this.client.Hooks.callAll("refreshToken", strict(this, "Token"), { refreshPosition: true });
  }
  /** Only an owner may. https://foundryvtt.com/api/classes/foundry.canvas.placeables.PlaceableObject.html#control */
  control({ releaseOthers = true } = {}) {
    if (!this.raw.isOwner) return false;
    if (releaseOthers) for (const other of this.client.tokens()) if (other !== this) other.release();
    if (this.controlled) return true;
    this.controlled = true;
    this.refresh();
    this.client.Hooks.callAll("controlToken", strict(this, "Token"), true);
    return true;
  }
  release() {
    if (!this.controlled) return false;
    this.controlled = false;
    this.refresh();
    this.client.Hooks.callAll("controlToken", strict(this, "Token"), false);
    return true;
  }
  /** https://foundryvtt.com/api/classes/foundry.canvas.placeables.Token.html#settarget */
  setTarget(targeted = true, { releaseOthers = true } = {}) {
    const { targets } = this.client.user;
    const self = strict(this, "Token");
    if (releaseOthers) for (const other of [...targets]) if (other !== self) other.setTarget(false, { releaseOthers: false });
    if (targets.has(self) === targeted) return;
    targeted ? targets.add(self) : targets.delete(self);
    this.refresh();
    this.client.Hooks.callAll("targetToken", this.client.user, self, targeted);
  }
  destroy(options) {
    this.client.Hooks.callAll("destroyToken", strict(this, "Token"));
    this.client.user.targets.delete(strict(this, "Token"));
    this.raw._object = null;
    super.destroy(options ?? { children: true });
  }
}

/** https://foundryvtt.com/api/classes/foundry.canvas.Canvas.html */
export class Canvas {
  ready = false;
  scene = null;
  /** Absent while no scene is drawn. */
  tokens = undefined;
  /** What rose from the scene. @type {string[]} */
  floated = [];
  constructor(client) {
    this._client = client;
    /** https://foundryvtt.com/api/classes/foundry.canvas.groups.InterfaceCanvasGroup.html#createscrollingtext */
    this.interface = strict({ createScrollingText: (at, text) => void this.floated.push(`${Math.round(at.x)},${Math.round(at.y)} ${text}`) }, "InterfaceCanvasGroup");
    this._app = new PIXI.Application({ resizeTo: document.querySelector("#board"), backgroundColor: 0x20262b, antialias: true, autoStart: false });
    this._app.ticker.stop(); // drawn by the processor, several pages at once: whoever looks calls `look`
    const board = document.querySelector("#board");
    board.append(this._app.view);
    board.addEventListener("pointermove", (event) => {
      const { left, top } = this._app.view.getBoundingClientRect();
      const zoom = this._app.stage.scale.x;
      this._at = { x: (event.clientX - left) / zoom, y: (event.clientY - top) / zoom };
    });
  }
  /** https://foundryvtt.com/api/classes/foundry.canvas.Canvas.html#mouseposition */
  get mousePosition() {
    return this._at ?? { x: 0, y: 0 };
  }
  /** https://foundryvtt.com/api/classes/foundry.canvas.Canvas.html#draw */
  draw(scene) {
    const { Hooks } = this._client;
    if (this.ready) {
      Hooks.callAll("canvasTearDown", strict(this, "Canvas"));
      for (const token of this._client.tokens()) token.destroy();
      this._app.stage.removeChildren();
    }
    this.ready = false;
    this.scene = scene && strict(scene, "Scene");
    this.tokens = undefined;
    if (!scene) return;
    this._client.grid = scene._data.grid.size;
    const { width, height, sceneX, sceneY, sceneWidth, sceneHeight, size } = scene.dimensions;
    const ground = this._app.stage.addChild(new PIXI.Graphics());
    ground.beginFill(0x39424a).drawRect(sceneX, sceneY, sceneWidth, sceneHeight).endFill().lineStyle(1, 0x566069);
    for (let x = sceneX; x <= sceneX + sceneWidth; x += size) ground.moveTo(x, sceneY).lineTo(x, sceneY + sceneHeight);
    for (let y = sceneY; y <= sceneY + sceneHeight; y += size) ground.moveTo(sceneX, y).lineTo(sceneX + sceneWidth, y);
    const zoom = Math.min(this._app.screen.width / width, this._app.screen.height / height);
    this._app.stage.scale.set(zoom);
    this._layer = this._app.stage.addChild(new PIXI.Container());
    const placed = this._layer;
    const tokens = { get placeables() { return placed.children.map((one) => strict(one, "Token")); }, get controlled() { return placed.children.filter((one) => one.controlled).map((one) => strict(one, "Token")); } };
    this.tokens = strict(tokens, "TokenLayer");
    for (const document of scene._tokens) this.add(document);
    this.ready = true;
    Hooks.callAll("canvasReady", strict(this, "Canvas"));
  }
  /** Paint what stands there now, before somebody takes a picture. */
  look() {
    this._app.render();
  }
  add(document) {
    this._layer.addChild(new Token(document, this._client)).draw();
  }
}

export { PIXI };
