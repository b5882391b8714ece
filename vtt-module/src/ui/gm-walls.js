// @ts-check
import { css, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { FINE, MOST_WALLS, withWall, withoutWall } from "../core/walls.js";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";
import { shared } from "./styles.js";

/** @import { Schemas, Wall } from "../types/view.js" */

const ENDS = /** @type {const} */ (["ax", "ay", "bx", "by"]);

/** @param {typeof ENDS[number]} end */
const endName = (end) => ({ ax: t("wall.ax"), ay: t("wall.ay"), bx: t("wall.bx"), by: t("wall.by") })[end];

/** The map's walls as a list of numbers, for those who draw with no pointer. Empty where the game knows no cover. */
export class FracasGmWalls extends FracasElement {
  static properties = { schemas: { attribute: false } };
  static styles = [
    shared,
    css`
      li, form { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 6px; align-items: end; padding: 6px 0; border-top: 1px dashed var(--line); }
      .kind { grid-column: 1 / 4; }
      input[type="number"] { width: 100%; padding: 5px; }
    `,
  ];

  constructor() {
    super();
    /** @type {Schemas | null} */
    this.schemas = null;
  }

  /** @returns {Wall[]} */
  get walls() {
    return this.view?.map?.walls ?? [];
  }

  /** @param {Wall[]} walls */
  async build(walls) {
    return walls === this.walls || (await this.do({ do: "set_walls", walls })) !== null;
  }

  render() {
    const covers = this.schemas?.covers ?? [];
    const { walls } = this;
    if (!this.view?.map || !covers.length) return nothing;
    const { width, height } = this.view.map;
    const number = (/** @type {typeof ENDS[number]} */ end, /** @type {number | undefined} */ value, /** @type {((fine: number) => void) | undefined} */ change) => html`<label class="field">${endName(end)}
      <input type="number" name=${end} data-id=${end} required min="0" step="0.01" max=${end.endsWith("x") ? width : height} .value=${value === undefined ? "" : String(value / FINE)}
        @change=${(/** @type {any} */ { target }) => target.reportValidity() && change?.(Math.round(Number(target.value) * FINE))}></label>`;
    const kind = (/** @type {string} */ value, /** @type {((id: string) => void) | undefined} */ change) => html`<label class="field kind">${t("wall.cover")}<select name="cover" data-id="cover"
      @change=${(/** @type {any} */ event) => change?.(event.target.value)}>${covers.map(({ id, label }) => html`<option value=${id} .selected=${id === value}>${label}</option>`)}</select></label>`;
    const changed = (/** @type {number} */ at, /** @type {Partial<Wall>} */ more) => this.build(walls.map((one, index) => (index === at ? { ...one, ...more } : one)));
    return html`<div class="stack tight"><h3>${t("wall.title")}</h3><p class="small dim">${t("wall.help")}</p>
      <ol data-testid="wall-list">${repeat(walls, (wall) => Object.values(wall).join(), (wall, at) => html`<li data-testid="wall-row">
        ${ENDS.map((end) => number(end, wall[end], (fine) => changed(at, { [end]: fine })))}${kind(wall.cover, (cover) => changed(at, { cover }))}
        <button class="quiet" aria-label=${t("remove.what", { what: t("wall.nth", { n: at + 1 }) })} data-testid="wall-row-remove" @click=${() => this.build(withoutWall(walls, at))}>×</button></li>`)}</ol>
      ${walls.length < MOST_WALLS ? html`<form data-testid="wall-add" @submit=${this.submit}>${ENDS.map((end) => number(end, undefined, undefined))}${kind(covers[covers.length - 1].id, undefined)}<button>${t("add")}</button></form>` : nothing}
      ${walls.length ? html`<div class="row">${this.twice("walls-clear", t("wall.clear"), t("wall.clear.sure", { n: walls.length }), t("wall.clear"), () => this.build([]))}</div>` : nothing}
    </div>`;
  }

  /** @param {SubmitEvent} event */
  async submit(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const data = new FormData(form);
    const [ax, ay, bx, by] = ENDS.map((end) => Math.round(Number(data.get(end)) * FINE));
    if (await this.build(withWall(this.walls, { ax, ay, bx, by, cover: String(data.get("cover")) }))) form.reset();
  }
}

customElements.define("fracas-gm-walls", FracasGmWalls);
