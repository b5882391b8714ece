// @ts-check
import { css, html, nothing } from "lit";
import { command } from "../core/intents.js";
import { FracasElement } from "./base.js";
import { shared } from "./styles.js";

/** @import { Value, Schemas } from "../types/view.js" */

/** The table itself: house-rule options with what they mean, packs, the map, the title. */
export class FracasGmTable extends FracasElement {
  static properties = { ...FracasElement.properties, schemas: { attribute: false } };
  static styles = [
    shared,
    css`
      .option { border-top: 1px solid var(--line); padding: 7px 0; }
      .option:first-child { border-top: 0; }
      .map { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 8px; align-items: end; }
      .map .wide { grid-column: 1 / -1; }
    `,
  ];

  constructor() {
    super();
    /** @type {Schemas | null} */
    this.schemas = null;
  }

  render() {
    const { view } = this;
    if (!view) return nothing;
    return html`<div class="stack">
      <form class="row" @submit=${this.submit((data) => command("rename", { title: data.get("title") }))}>
        <label class="field grow">Title<input name="title" required .value=${view.table.title}></label><button>Rename</button></form>
      <details><summary>House rules</summary><div data-testid="options">${(this.schemas?.options ?? []).map((one) => this.option(one))}</div></details>
      <details><summary>Map</summary>
        <form class="map" data-testid="gm-map" @submit=${this.submit((data) => ({
          do: "set_map", width: Number(data.get("width")), height: Number(data.get("height")), unit_per_square: Number(data.get("unit_per_square")), background: String(data.get("background") ?? ""),
        }))}>
          <label class="field">Columns<input name="width" type="number" min="1" required .value=${String(view.map?.width ?? 24)}></label>
          <label class="field">Rows<input name="height" type="number" min="1" required .value=${String(view.map?.height ?? 16)}></label>
          <label class="field">${view.map?.unit ?? "Units"} a square<input name="unit_per_square" type="number" min="0.1" step="any" required .value=${String(view.map?.unit_per_square ?? 1)}></label>
          <label class="field wide">Background picture (address)<input name="background" .value=${view.map?.background ?? ""}></label>
          <div class="wide"><button>Set the map</button></div></form></details>
      <details><summary>Packs</summary><div class="stack tight">
        ${(view.packs ?? []).map(({ name, digest }) => html`<div class="between"><span>${name} <span class="dim small">${digest.slice(0, 10)}</span></span>
          <button class="quiet danger small" @click=${() => this.table.do({ do: "remove_pack", name })}>Remove</button></div>`)}
        <form class="stack tight" data-testid="gm-pack" @submit=${this.submit((data) => ({ do: "install_pack", text: String(data.get("text")) }))}>
          <label class="field">Text of a pack (TOML)<textarea name="text" rows="6" required spellcheck="false"></textarea></label>
          <div><button>Install</button></div></form></div></details>
    </div>`;
  }

  /** @param {(data: FormData) => import("../types/view.js").Command} make */
  submit(make) {
    return async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.currentTarget);
      const answer = await this.table.do(make(new FormData(form)));
      const text = form.querySelector("textarea");
      if (answer && text) text.value = "";
    };
  }

  /** @param {Schemas["options"][number]} option */
  option({ id, label, values, default: standard, help }) {
    const value = /** @type {Value} */ (this.view?.options?.[id] ?? standard);
    const set = (/** @type {Value} */ next) => this.table.do({ do: "set_options", set: { [id]: next } });
    const flag = typeof standard === "boolean";
    return html`<div class="option" data-testid="option-row" data-id=${id}>
      ${flag ? html`<label class="check"><input type="checkbox" .checked=${value === true} @change=${(/** @type {any} */ event) => set(event.target.checked)}> ${label}</label>`
        : values?.length ? html`<label class="field">${label}<select @change=${(/** @type {any} */ event) => set(values[event.target.selectedIndex])}>
            ${values.map((one) => html`<option .selected=${one === value}>${String(one)}${one === standard ? " (default)" : ""}</option>`)}</select></label>`
          : html`<label class="field">${label}<input type=${typeof standard === "number" ? "number" : "text"} .value=${String(value ?? "")}
              @change=${(/** @type {any} */ event) => set(typeof standard === "number" ? Number(event.target.value) : event.target.value)}></label>`}
      ${help ? html`<p class="small dim">${help}</p>` : nothing}
    </div>`;
  }
}

customElements.define("fracas-gm-table", FracasGmTable);
