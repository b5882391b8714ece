// @ts-check
import { css, html, nothing } from "lit";
import { command } from "../core/intents.js";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";
import { shared } from "./styles.js";
import "./gm-walls.js";

/** @import { Schemas } from "../types/view.js" */

/** Squares across or down that a map may have. */
const MOST = 200;

/** The table itself: its title, the map with its background and walls, packs. */
export class FracasGmTable extends FracasElement {
  static properties = { schemas: { attribute: false }, told: { state: true } };
  static styles = [
    shared,
    css`
      .map { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 8px; align-items: end; }
      .map .wide { grid-column: 1 / -1; }
      .two { grid-column: 2 / -1; }
      h3 { margin-top: 4px; }
    `,
  ];

  constructor() {
    super();
    /** @type {Schemas | null} */
    this.schemas = null;
    /** What fitting the grid came to. */
    this.told = "";
  }

  render() {
    const { view } = this;
    if (!view) return nothing;
    const { width = 24, height = 16, unit = "units", unit_per_square = 1, background = "" } = view.map ?? {};
    const number = (/** @type {string} */ label, /** @type {string} */ name, /** @type {number} */ value, most = MOST) => html`<label class="field">${label}
      <input name=${name} type="number" min="1" max=${most} required .value=${String(value)}></label>`;
    return html`<div class="stack">
      <form class="row" @submit=${this.submit((data) => command("rename", { title: data.get("title") }))}>
        <label class="field grow">${t("table.title")}<input name="title" required maxlength="80" .value=${view.table.title}></label><button>${t("table.rename")}</button></form>
      <h3>${t("table.map")}</h3>
      <form class="map" data-testid="gm-map" @submit=${this.submit((data) => ({
        do: "set_map", width: Number(data.get("width")), height: Number(data.get("height")), unit_per_square: Number(data.get("unit_per_square")), background: String(data.get("background") ?? "").trim(),
      }))}>
        <label class="field wide">${t("table.background")}<input name="background" type="url" maxlength="500" placeholder="https://…" .value=${background}></label>
        <label class="field">${t("table.pixels")}<input name="pixels" type="number" min="4" max="2000" placeholder="100"></label>
        <div class="two"><button type="button" data-testid="gm-map-fit" @click=${this.fit}>${t("table.fit")}</button></div>
        <p class="wide small dim" role="status" data-testid="gm-map-told">${this.told}</p>
        ${number(t("table.columns"), "width", width)}${number(t("table.rows"), "height", height)}${number(t("table.unit", { unit }), "unit_per_square", unit_per_square, 1000)}
        <div class="wide"><button class="primary" data-testid="gm-map-go">${t("table.map.set")}</button></div></form>
      <fracas-gm-walls .view=${view} .table=${this.table} .schemas=${this.schemas}></fracas-gm-walls>
      <h3>${t("table.packs")}</h3>
      ${(view.packs ?? []).map(({ name, digest }) => html`<div class="between"><span>${name} <span class="dim small">${digest.slice(0, 10)}</span></span>
        <button class="quiet danger small" @click=${() => this.do({ do: "remove_pack", name })}>${t("remove")}</button></div>`)}
      <form class="stack tight" data-testid="gm-pack" @submit=${this.submit((data) => ({ do: "install_pack", text: String(data.get("text")) }))}>
        <label class="field">${t("table.pack")}<textarea name="text" rows="6" required spellcheck="false"></textarea></label>
        <div><button>${t("install")}</button></div></form>
    </div>`;
  }

  /** As many squares as the picture shows, from how many of its pixels make one. */
  async fit() {
    const form = /** @type {HTMLFormElement} */ (this.renderRoot.querySelector("form.map"));
    const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
    const picture = new Image();
    picture.src = field("background").value;
    try {
      await picture.decode();
    } catch {
      this.told = t("table.fit.failed");
      return;
    }
    const { naturalWidth: width, naturalHeight: height } = picture;
    const pixels = Number(field("pixels").value) || 100;
    const squares = (/** @type {number} */ length) => Math.max(1, Math.min(MOST, Math.round(length / pixels)));
    field("width").value = String(squares(width));
    field("height").value = String(squares(height));
    this.told = t("table.fit.size", { width, height, columns: squares(width), rows: squares(height) });
  }

  /** @param {(data: FormData) => import("../types/view.js").Command} make */
  submit(make) {
    return async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.currentTarget);
      const answer = await this.do(make(new FormData(form)));
      const text = form.querySelector("textarea");
      if (answer && text) text.value = "";
    };
  }
}

customElements.define("fracas-gm-table", FracasGmTable);
