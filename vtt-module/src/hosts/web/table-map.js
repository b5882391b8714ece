// @ts-check
import { css, html, nothing } from "lit";
import { moveToken } from "../../core/intents.js";
import { FracasElement } from "../../ui/base.js";
import { icon } from "../../ui/icons.js";
import { shared } from "../../ui/styles.js";
import { TableMap } from "./map.js";

/** The map in its frame, with zoom and target buttons. Everything it shows can also be reached through the lists beside it. */
export class FracasTableMap extends FracasElement {
  static properties = { ...FracasElement.properties, selected: { attribute: false }, targets: { attribute: false }, trouble: { state: true }, aiming: { state: true }, said: { state: true } };
  static styles = [
    shared,
    css`
      :host { position: relative; min-height: 0; overflow: hidden; background: var(--fracas-table, #e6e1d6); }
      .box { position: absolute; inset: 0; touch-action: none; cursor: grab; outline-offset: -4px; }
      .box:focus-visible { outline: 3px solid var(--fracas-focus, #2f6fdb); outline-offset: -4px; }
      .box.aiming { cursor: crosshair; }
      .box canvas { display: block; }
      .tools { position: absolute; right: 10px; top: 10px; display: flex; flex-direction: column; gap: 6px; }
      .tools button { width: 38px; min-height: 38px; padding: 0; font-size: 18px; box-shadow: 0 1px 4px rgb(0 0 0 / 0.18); }
      @media (pointer: coarse) { .tools .zoom { display: none; } } /* fingers pinch */
      .hint { position: absolute; left: 50%; top: 12px; transform: translateX(-50%); background: var(--panel); border: 1px solid var(--accent); border-radius: 99px; padding: 4px 14px; font-weight: 600; pointer-events: none; }
      .empty { position: absolute; inset: 0; display: grid; place-items: center; text-align: center; padding: 20px; pointer-events: none; }
    `,
  ];

  constructor() {
    super();
    /** @type {string | null} */
    this.selected = null;
    /** @type {string[]} */
    this.targets = [];
    this.trouble = "";
    this.aiming = false;
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
        move: (id, x, y) => this.table.do(moveToken(id, x, y)),
        say: (text) => (this.said = text),
      });
      this.show();
    } catch (error) {
      this.trouble = `The map cannot be drawn here (${/** @type {Error} */ (error).message}). The lists beside it do everything the map does, except moving tokens.`;
    }
  }

  updated() {
    this.show();
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
      <div class="box ${this.aiming ? "aiming" : ""}" tabindex="0" role="application" data-testid="map"
        aria-label="Map. Tab goes from token to token, Enter selects, T takes as target, arrow keys move the selected token, plus and minus zoom, zero shows all."></div>
      ${this.trouble ? html`<p class="empty" role="alert">${this.trouble}</p>` : this.view && !some ? html`<p class="empty">Nobody stands on the map yet.</p>` : nothing}
      ${this.aiming ? html`<p class="hint">Choose a target</p>` : nothing}
      <div class="tools">
        <button aria-label="Choose a target on the map" title="Target" data-testid="aim-mode" aria-pressed=${this.aiming} @click=${() => (this.aiming = !this.aiming)}>${icon("aim", 18)}</button>
        <button class="zoom" aria-label="Zoom in" title="Zoom in" @click=${() => this.map?.zoom(1.25)}>+</button>
        <button class="zoom" aria-label="Zoom out" title="Zoom out" @click=${() => this.map?.zoom(1 / 1.25)}>−</button>
        <button aria-label="Show the whole fight" title="Show all" data-testid="fit" @click=${() => this.map?.fit()}>${icon("fit", 18)}</button>
      </div>
      <p class="unseen" aria-live="polite">${this.said}</p>`;
  }
}

customElements.define("fracas-table-map", FracasTableMap);
