// @ts-check
// The only file that knows Foundry's globals, and where generations 13 and 14 differ. Everything else is given `Foundry`.

/** @import { Actor, Application, Combat, ContextMenuEntry, Port, Scene, Token, TokenDocument, User } from "../../types/port.js" */

export const ID = "fracas";

/** @returns {Port} Foundry's globals, as the port states them */
export const globals = () => /** @type {Port} */ (/** @type {unknown} */ (globalThis));

/** What this module asks of Foundry, in this module's words. */
export class Foundry {
  /** @param {Port} port */
  constructor(port) {
    this.port = port;
  }

  // -- who is who ----------------------------------------------------------------------------------------------------------

  whoAmI() {
    const { id, name, isGM } = this.port.game.user;
    return { id: id ?? "", name, gm: isGM };
  }

  /** May this client write for everybody? There is one such client at a time; it may become another one between two writes. */
  isWriter() {
    return this.port.game.users.activeGM?.isSelf === true;
  }

  /** Assistant game masters write documents, too, but no settings of the world. */
  maySet() {
    return this.port.game.user.can("SETTINGS_MODIFY");
  }

  gmIds() {
    return this.port.game.users.filter((user) => user.isGM).flatMap(({ id }) => id ?? []);
  }

  /** The people of this world, players first. */
  users() {
    return this.port.game.users.filter(() => true).sort((a, b) => Number(a.isGM) - Number(b.isGM) || a.name.localeCompare(b.name));
  }

  /** Whom this user's private settings belong to: a browser may hold several users of several worlds. */
  get person() {
    return `${this.port.game.world.id}.${this.whoAmI().id}`;
  }

  // -- settings and words --------------------------------------------------------------------------------------------------

  /** @param {string} key @returns {any} */
  setting(key) {
    return this.port.game.settings.get(ID, key);
  }

  /** @param {string} key @param {unknown} value */
  set(key, value) {
    return this.port.game.settings.set(ID, key, value);
  }

  /** Code of the language that Foundry is set to, such as `de` or `pt-BR`. */
  get language() {
    return this.port.game.i18n.lang;
  }

  /** @param {string} key without the module's prefix @param {Record<string, string | number>} [data] */
  words(key, data) {
    const { i18n } = this.port.game;
    return data ? i18n.format(`FRACAS.${key}`, data) : i18n.localize(`FRACAS.${key}`);
  }

  /** @param {string} text @param {"info" | "warn" | "error"} [level] */
  notify(text, level = "warn") {
    this.port.ui.notifications[level](text);
  }

  /** A question in the host's own window. @param {string} title @param {string} text @returns {Promise<boolean>} false, too, when it was closed */
  async confirm(title, text) {
    const content = document.createElement("p"); // the browser escapes the names in it
    content.textContent = text;
    return (await this.port.foundry.applications.api.DialogV2.confirm({ window: { title }, content: content.outerHTML, rejectClose: false })) === true;
  }

  // -- scenes and tokens ---------------------------------------------------------------------------------------------------

  /** The scene in which the fight is: the one that is active for everybody, whatever each person looks at. @returns {Scene | null} */
  get scene() {
    return this.port.game.scenes.active;
  }

  /** Tokens that are drawn here now. @returns {Token[]} */
  drawn() {
    const { canvas } = this.port;
    return canvas.ready ? (canvas.tokens?.placeables ?? []) : [];
  }

  /** @returns {Token | null} the last controlled token */
  controlled() {
    const all = this.port.canvas.tokens?.controlled ?? [];
    return all[all.length - 1] ?? null;
  }

  /** @returns {Token[]} the user's targets, as Foundry keeps them */
  targets() {
    return [...this.port.game.user.targets];
  }

  /** The square that a token stands on, counted from the upper left of its scene. @param {TokenDocument} token @param {{ x?: number, y?: number }} [moved] */
  squareOf(token, moved = {}) {
    const scene = token.parent;
    if (!scene) return null;
    // While a token is still gliding to its place, only what has just been changed says where that is.
    const { x = token.x, y = token.y } = moved;
    const { width, height } = this.sizeOf(scene);
    const { sceneX, sceneY } = scene.dimensions;
    const clamp = (/** @type {number} */ at, /** @type {number} */ count) => Math.max(0, Math.min(count - 1, at));
    return { x: clamp(Math.round((x - sceneX) / scene.grid.size), width), y: clamp(Math.round((y - sceneY) / scene.grid.size), height) };
  }

  /** Where a token on that square is drawn. @param {Scene} scene @param {{ x: number, y: number }} square */
  pointOf(scene, { x, y }) {
    const { sceneX, sceneY } = scene.dimensions;
    return { x: sceneX + x * scene.grid.size, y: sceneY + y * scene.grid.size };
  }

  /** Hear of clicks on the scene: which of its squares. @param {(square: { x: number, y: number }) => void} fn */
  onSquare(fn) {
    document.querySelector("#board")?.addEventListener("click", () => {
      const { scene } = this;
      if (!scene) return;
      const { x, y, grid, width, height } = this.mapOf(scene);
      const { mousePosition: at } = this.port.canvas;
      const square = { x: Math.floor((at.x - x) / grid), y: Math.floor((at.y - y) / grid) };
      if (square.x >= 0 && square.y >= 0 && square.x < width && square.y < height) fn(square);
    });
  }

  /** Squares of a scene. @param {Scene} scene */
  sizeOf(scene) {
    const { sceneWidth, sceneHeight } = scene.dimensions;
    const squares = (/** @type {number} */ length) => Math.max(1, Math.min(200, Math.round(length / scene.grid.size)));
    return { width: squares(sceneWidth), height: squares(sceneHeight) };
  }

  /** Where a scene's squares lie: pixels of the upper left one and of each, and how many. @param {Scene} scene */
  mapOf(scene) {
    const { sceneX: x, sceneY: y } = scene.dimensions;
    return { x, y, grid: scene.grid.size, ...this.sizeOf(scene) };
  }

  /** Words that rise from a token for a moment, in the host's own style. @param {Token} token @param {string} text */
  floatText(token, text) {
    if (token.visible && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.port.canvas.interface?.createScrollingText(token.center, text);
  }

  // -- what every generation keeps in its own way ----------------------------------------------------------------------------

  /** Ids of the status effects that this world knows: a list in generation 13, a table in 14. @returns {Set<string>} */
  statuses() {
    const { statusEffects } = this.port.CONFIG;
    return new Set(Array.isArray(statusEffects) ? statusEffects.map(({ id }) => id) : Object.keys(statusEffects));
  }

  /**
   * An entry of a context menu: generation 14 calls its parts otherwise than 13.
   * @param {string} key of its words @param {string} icon @param {(line: HTMLElement) => boolean} shown @param {(line: HTMLElement) => void} chosen
   * @returns {ContextMenuEntry}
   */
  menuEntry(key, icon, shown, chosen) {
    const label = this.words(key);
    if (this.port.game.release.generation >= 14) return { label, icon, visible: shown, onClick: (_event, line) => chosen(line) };
    return { name: label, icon: `<i class="${icon}"></i>`, condition: shown, callback: chosen };
  }

  get defeatedStatus() {
    return this.port.CONFIG.specialStatusEffects.DEFEATED;
  }

  /** The world's game system, as `worldofdarkness`. */
  get system() {
    return this.port.game.system.id;
  }

  /** Version of this module, as Foundry read it from the manifest. */
  get version() {
    return this.port.game.modules.get(ID)?.version ?? "?";
  }
}

/**
 * By what the table knows a token: the token itself, or its actor where all its tokens are one person.
 * @param {TokenDocument} token @returns {string}
 */
export const refOf = (token) => (token.actorLink && token.actor ? token.actor.uuid : token.uuid);
