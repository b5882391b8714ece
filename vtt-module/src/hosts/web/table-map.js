// @ts-check
import { css, html, nothing } from "lit";
import { moveToken } from "../../core/intents.js";
import { Schemas } from "../../core/schemas.js";
import { isGm } from "../../core/view.js";
import { FINE, patternOf, strokes, withWall, withoutWall } from "../../core/walls.js";
import { t } from "../../lang/lang.js";
import { FracasElement } from "../../ui/base.js";
import { icon } from "../../ui/icons.js";
import { shared } from "../../ui/styles.js";
import { TableMap } from "./map.js";

/** @import { Step, Wall } from "../../types/view.js" */

/** How the legend shows a kind of wall. */
const SAMPLE = { ax: 4, ay: 8, bx: 146, by: 8 };

/** The map in its frame, with zoom and target buttons. Everything it shows can also be reached through the lists beside it. */
export class FracasTableMap extends FracasElement {
  static properties = { selected: { attribute: false }, targets: { attribute: false }, area: { attribute: false }, trouble: { state: true }, measuring: { state: true }, measured: { state: true }, unseen: { state: true }, aiming: { state: true }, said: { state: true }, covers: { state: true }, walling: { state: true }, marked: { state: true }, cover: { state: true } };
  static styles = [
    shared,
    css`
      :host { position: relative; min-height: 0; overflow: hidden; background: var(--fracas-table, #e6e1d6); }
      .box { position: absolute; inset: 0; touch-action: none; cursor: grab; outline-offset: -4px; }
      .box:focus-visible { outline: 3px solid var(--fracas-focus, #2f6fdb); outline-offset: -4px; }
      .box.aiming { cursor: crosshair; }
      .box canvas { display: block; position: relative; } /* above the background picture */
      .tools { position: absolute; right: 10px; top: 10px; max-height: calc(100% - 20px); display: flex; flex-flow: column wrap-reverse; gap: 6px; }
      .tools button { width: 38px; min-height: 38px; padding: 0; font-size: 18px; box-shadow: 0 1px 4px rgb(0 0 0 / 0.18); }
      @media (pointer: coarse) { .tools .zoom { display: none; } } /* fingers pinch */
      .hint { position: absolute; left: 50%; top: 12px; transform: translateX(-50%); background: var(--panel); border: 1px solid var(--accent); border-radius: 99px; padding: 4px 14px; font-weight: 600; pointer-events: none; }
      .walls { position: absolute; left: 10px; top: 10px; max-width: calc(100% - 76px); background: var(--panel); border: 1px solid var(--accent); border-radius: var(--radius); padding: 8px 10px; }
      .legend { position: absolute; left: 10px; bottom: 10px; display: flex; flex-wrap: wrap; gap: 2px 12px; background: var(--panel); border: 1px solid var(--line); border-radius: var(--radius); padding: 3px 9px; font-size: 12.5px; pointer-events: none; }
      .legend li { display: flex; align-items: center; gap: 6px; }
      .note { position: absolute; left: 10px; bottom: 10px; background: var(--panel); border: 1px solid var(--bad); border-radius: var(--radius); padding: 4px 10px; }
      .empty { position: absolute; inset: 0; display: grid; place-items: center; text-align: center; padding: 20px; pointer-events: none; }
    `,
  ];

  constructor() {
    super();
    /** @type {string | null} */
    this.selected = null;
    /** @type {string[]} */
    this.targets = [];
    /** A circle that an action's form asks about. @type {import("./map-area.js").Circle | null} */
    this.area = null;
    /** Lists of walls that are on their way to the table. */
    this.sending = 0;
    this.trouble = "";
    this.aiming = false;
    this.measuring = false;
    this.measured = "";
    /** Can the background not be loaded? */
    this.unseen = false;
    this.said = "";
    /** What walls may be worth in this game, weakest first. @type {Step[]} */
    this.covers = [];
    this.schemas = new Schemas(() => this.table.query("schemas"), () => (this.covers = this.schemas.now?.covers ?? []));
    /** Does the hand draw walls? */
    this.walling = false;
    /** The wall that was clicked; -1: none. */
    this.marked = -1;
    /** What the next wall is worth. */
    this.cover = "";
    /** @type {TableMap | null} */
    this.map = null;
  }

  async firstUpdated() {
    const host = /** @type {HTMLElement} */ (this.renderRoot.querySelector(".box"));
    try {
      const PIXI = await import("./pixi.js"); // large: the page is there before it
      if (!this.isConnected) return;
      this.map = new TableMap(PIXI, host, {
        pick: (id, how) => {
          this.tell("fracas-pick", { id, aim: how.aim || this.aiming, add: how.add });
          this.aiming = false;
        },
        square: (square) => this.tell("fracas-square", square),
        move: (id, x, y) => this.table.do(moveToken(id, x, y)),
        say: (text) => (this.said = text),
        wall: (wall) => this.build(withWall(this.walls, wall)),
        walling: (on) => this.wallBy(on),
        unwall: () => this.unwall(),
        marked: (at) => (this.marked = at),
        measuring: (on) => this.measureBy(on),
        measured: (text) => (this.measured = text),
        picture: (trouble) => (this.unseen = trouble),
      });
      this.show();
    } catch (error) {
      this.trouble = t("map.trouble", { why: /** @type {Error} */ (error).message });
    }
  }

  /**
   * Which kinds of cover the game knows is asked once for a table, and only where there are walls or somebody who may draw some.
   * @param {import("lit").PropertyValues} changed
   */
  willUpdate(changed) {
    if (changed.has("view") && this.sending === 0 && this.map) this.map.walls.meant = null; // the table has spoken
    const { view } = this;
    if (view?.map && (isGm(view) || view.map.walls)) this.schemas.follow(view);
  }

  /** @returns {Wall[]} */
  get walls() {
    return this.map?.walls.meant ?? this.view?.map?.walls ?? [];
  }

  /** @param {Wall[]} walls */
  async build(walls) {
    const hand = this.map?.walls;
    if (!hand || walls === this.walls) return;
    hand.meant = walls;
    this.sending++;
    const done = await this.do({ do: "set_walls", walls });
    if (--this.sending === 0 && !done) hand.meant = null; // refused; else the table's next word has them
    hand.draw();
  }

  unwall() {
    if (this.marked < 0) return;
    this.build(withoutWall(this.walls, this.marked));
    this.map?.walls.mark(-1);
  }

  /** @param {boolean} on */
  wallBy(on) {
    if (on) this.measureBy(false);
    this.walling = on;
    this.cover ||= this.covers.at(-1)?.id ?? "";
    this.map?.walls.turn(on);
  }

  /** What is measured or said on the map changes no token. @param {import("lit").PropertyValues} changed */
  updated(changed) {
    if (["view", "selected", "targets", "covers", "cover"].some((one) => changed.has(one))) this.show();
    if (changed.has("area")) this.map?.area.set(this.area);
  }

  /** @param {boolean} on */
  measureBy(on) {
    if (on) this.wallBy(false);
    this.measuring = on;
    this.map?.measure.turn(on);
  }

  show() {
    if (!this.view || !this.map) return;
    Object.assign(this.map.walls, { covers: this.covers, cover: this.cover });
    this.map.draw(this.view, { selected: this.selected, targets: this.targets });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.map?.destroy();
    this.map = null;
  }

  /** Which kind of wall looks how: those that stand on the map. */
  legend() {
    const present = this.covers.filter(({ id }) => this.walls.some(({ cover }) => cover === id));
    return present.length ? html`<ul class="legend" data-testid="wall-legend" aria-label=${t("wall.legend")}>${present.map(({ id, label }) => html`<li data-id=${id}>
      <svg viewBox="0 0 150 16" width="44" height="6" aria-hidden="true"><path stroke="currentColor" stroke-width="14" d=${strokes(SAMPLE, patternOf(id, this.covers)).map(([ax, ay, bx, by]) => `M${ax.toFixed()} ${ay}L${bx.toFixed()} ${by}`).join("")}></path></svg>${label}</li>`)}</ul>` : nothing;
  }

  /** The game master's hand for walls. */
  tool() {
    const { walls, marked } = this;
    const { ax = 0, ay = 0, bx = 0, by = 0 } = walls[marked] ?? {};
    const at = (/** @type {number} */ fine) => String(fine / FINE);
    return html`<div class="walls stack tight" role="group" aria-label=${t("wall.tool")} data-testid="walls">
      <div class="row"><label class="field">${t("wall.cover")}<select data-testid="wall-cover" @change=${(/** @type {any} */ event) => (this.cover = event.target.value)}>
          ${this.covers.map(({ id, label }) => html`<option value=${id} .selected=${id === this.cover}>${label}</option>`)}</select></label>
        <button data-testid="wall-remove" aria-disabled=${marked < 0 ? "true" : nothing} ?data-off=${marked < 0} @click=${() => this.unwall()}>${t("remove")}</button>
        ${walls.length ? this.twice("wall-clear", t("wall.clear"), t("wall.clear.sure", { n: walls.length }), t("wall.clear"), async () => await this.do({ do: "set_walls", walls: [] })) : nothing}
        <button data-testid="wall-done" @click=${() => this.wallBy(false)}>${t("close")}</button></div>
      <p class="small dim" role="status">${marked < 0 ? t("wall.hint") : t("wall.marked", { from: `${at(ax)}/${at(ay)}`, to: `${at(bx)}/${at(by)}` })}</p></div>`;
  }

  render() {
    const some = Object.values(this.view?.combatants ?? {}).some(({ token }) => token);
    return html`
      <div class="box ${this.aiming || this.measuring || this.walling ? "aiming" : ""}" tabindex="0" role="application" data-testid="map"
        aria-label=${t("map.label")}></div>
      ${this.trouble ? html`<p class="empty" role="alert">${this.trouble}</p>` : this.view && !some ? html`<p class="empty">${t("map.empty")}</p>` : nothing}
      ${this.aiming ? html`<p class="hint">${t("map.aim.hint")}</p>` : nothing}
      ${this.measuring ? html`<p class="hint" data-testid="measured">${this.measured || t("map.measure.hint")}</p>` : nothing}
      ${this.legend()}${this.walling ? this.tool() : nothing}
      ${this.unseen ? html`<p class="note" role="status" data-testid="map-picture">${t("map.picture")}</p>` : nothing}
      <div class="tools">
        <button aria-label=${t("map.aim")} title=${t("map.aim")} data-testid="aim-mode" aria-pressed=${this.aiming} @click=${() => (this.aiming = !this.aiming)}>${icon("aim", 18)}</button>
        <button class="zoom" aria-label=${t("map.in")} title=${t("map.in")} @click=${() => this.map?.zoom(1.25)}>+</button>
        <button class="zoom" aria-label=${t("map.out")} title=${t("map.out")} @click=${() => this.map?.zoom(1 / 1.25)}>−</button>
        <button aria-label=${t("map.measure")} title=${t("map.measure")} data-testid="measure" aria-pressed=${this.measuring} @click=${() => this.measureBy(!this.measuring)}>${icon("measure", 18)}</button>
        ${isGm(this.view) && this.covers.length ? html`<button aria-label=${t("wall.tool")} title=${t("wall.tool")} data-testid="wall-tool" aria-pressed=${this.walling} @click=${() => this.wallBy(!this.walling)}>${icon("wall", 18)}</button>` : nothing}
        <button aria-label=${t("map.fit")} title=${t("map.fit")} data-testid="fit" @click=${() => this.map?.fit()}>${icon("fit", 18)}</button>
      </div>
      <p class="unseen" aria-live="polite">${this.said}</p>`;
  }
}

customElements.define("fracas-table-map", FracasTableMap);
