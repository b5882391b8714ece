// @ts-check
import { css, html, nothing } from "lit";
import { moveToken } from "../../core/intents.js";
import { t } from "../../lang/lang.js";
import { FracasElement } from "../../ui/base.js";
import { icon } from "../../ui/icons.js";
import { shared } from "../../ui/styles.js";
import { TableMap } from "./map.js";

/** The map in its frame, with zoom and target buttons. Everything it shows can also be reached through the lists beside it. */
export class FracasTableMap extends FracasElement {
  static properties = { selected: { attribute: false }, targets: { attribute: false }, area: { attribute: false }, trouble: { state: true }, measuring: { state: true }, measured: { state: true }, unseen: { state: true }, aiming: { state: true }, said: { state: true } };
  static styles = [
    shared,
    css`
      :host { position: relative; min-height: 0; overflow: hidden; background: var(--fracas-table, #e6e1d6); }
      .box { position: absolute; inset: 0; touch-action: none; cursor: grab; outline-offset: -4px; }
      .box:focus-visible { outline: 3px solid var(--fracas-focus, #2f6fdb); outline-offset: -4px; }
      .box.aiming { cursor: crosshair; }
      .box canvas { display: block; position: relative; } /* above the background picture */
      .tools { position: absolute; right: 10px; top: 10px; display: flex; flex-direction: column; gap: 6px; }
      .tools button { width: 38px; min-height: 38px; padding: 0; font-size: 18px; box-shadow: 0 1px 4px rgb(0 0 0 / 0.18); }
      @media (pointer: coarse) { .tools .zoom { display: none; } } /* fingers pinch */
      .hint { position: absolute; left: 50%; top: 12px; transform: translateX(-50%); background: var(--panel); border: 1px solid var(--accent); border-radius: 99px; padding: 4px 14px; font-weight: 600; pointer-events: none; }
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
    this.trouble = "";
    this.aiming = false;
    this.measuring = false;
    this.measured = "";
    /** Can the background not be loaded? */
    this.unseen = false;
    this.said = "";
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
        measuring: (on) => this.measureBy(on),
        measured: (text) => (this.measured = text),
        picture: (trouble) => (this.unseen = trouble),
      });
      this.show();
    } catch (error) {
      this.trouble = t("map.trouble", { why: /** @type {Error} */ (error).message });
    }
  }

  /** What is measured or said on the map changes no token. @param {import("lit").PropertyValues} changed */
  updated(changed) {
    if (["view", "selected", "targets"].some((one) => changed.has(one))) this.show();
    if (changed.has("area")) this.map?.area.set(this.area);
  }

  /** @param {boolean} on */
  measureBy(on) {
    this.measuring = on;
    this.map?.measure.turn(on);
  }

  show() {
    if (this.view && this.map) this.map.draw(this.view, { selected: this.selected, targets: this.targets });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.map?.destroy();
    this.map = null;
  }

  render() {
    const some = Object.values(this.view?.combatants ?? {}).some(({ token }) => token);
    return html`
      <div class="box ${this.aiming || this.measuring ? "aiming" : ""}" tabindex="0" role="application" data-testid="map"
        aria-label=${t("map.label")}></div>
      ${this.trouble ? html`<p class="empty" role="alert">${this.trouble}</p>` : this.view && !some ? html`<p class="empty">${t("map.empty")}</p>` : nothing}
      ${this.aiming ? html`<p class="hint">${t("map.aim.hint")}</p>` : nothing}
      ${this.measuring ? html`<p class="hint" data-testid="measured">${this.measured || t("map.measure.hint")}</p>` : nothing}
      ${this.unseen ? html`<p class="note" role="status" data-testid="map-picture">${t("map.picture")}</p>` : nothing}
      <div class="tools">
        <button aria-label=${t("map.aim")} title=${t("map.aim")} data-testid="aim-mode" aria-pressed=${this.aiming} @click=${() => (this.aiming = !this.aiming)}>${icon("aim", 18)}</button>
        <button class="zoom" aria-label=${t("map.in")} title=${t("map.in")} @click=${() => this.map?.zoom(1.25)}>+</button>
        <button class="zoom" aria-label=${t("map.out")} title=${t("map.out")} @click=${() => this.map?.zoom(1 / 1.25)}>−</button>
        <button aria-label=${t("map.measure")} title=${t("map.measure")} data-testid="measure" aria-pressed=${this.measuring} @click=${() => this.measureBy(!this.measuring)}>${icon("measure", 18)}</button>
        <button aria-label=${t("map.fit")} title=${t("map.fit")} data-testid="fit" @click=${() => this.map?.fit()}>${icon("fit", 18)}</button>
      </div>
      <p class="unseen" aria-live="polite">${this.said}</p>`;
  }
}

customElements.define("fracas-table-map", FracasTableMap);
