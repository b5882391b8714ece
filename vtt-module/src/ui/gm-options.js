// @ts-check
import { css, html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";
import { words } from "./schema.js";
import { shared } from "./styles.js";

/** @import { Schemas, Value } from "../types/view.js" */

/** An option with the words for its values where they are not words already. @typedef {Schemas["options"][number] & { told?: string[] }} Rule */

/** The options that every table has, whatever its game. @returns {Rule[]} */
function common() {
  /** @type {(id: string, label: string, help: string, standard: unknown, values?: unknown[], told?: string[]) => Rule} */
  const rule = (id, label, help, standard, values = [], told = []) => ({ id, label, help, default: standard, values, told });
  return [
    rule("confirm", t("house.confirm"), t("house.confirm.help"), "none", ["none", "gm", "all"], [t("house.confirm.none"), t("house.confirm.gm"), t("house.confirm.all")]),
    rule("ask_seconds", t("house.ask_seconds"), t("house.ask_seconds.help"), 0),
    rule("dice", t("house.dice"), t("house.dice.help"), "server", ["server", "hand"], [t("house.dice.server"), t("house.dice.hand")]),
    rule("odds", t("house.odds"), t("house.odds.help"), "known", ["known", "all"], [t("house.odds.known"), t("house.odds.all")]),
    rule("numbers", t("house.numbers"), t("house.numbers.help"), "own", ["own", "all"], [t("house.numbers.own"), t("house.numbers.all")]),
    rule("open_rolls", t("house.open_rolls"), t("house.open_rolls.help"), false),
    rule("trust_players", t("house.trust_players"), t("house.trust_players.help"), false),
  ];
}

/** The table's options, each with what it means: those of every table, then those of its game. */
export class FracasGmOptions extends FracasElement {
  static properties = { schemas: { attribute: false } };
  static styles = [
    shared,
    css`
      .option { border-top: 1px solid var(--line); padding: 7px 0; }
      h3 + .option { border-top: 0; }
      .option p { margin-top: 2px; }
      .field > input { width: 8em; }
      .changed { border-left: 3px solid var(--accent); padding-left: 9px; }
    `,
  ];

  constructor() {
    super();
    /** @type {Schemas | null} */
    this.schemas = null;
  }

  render() {
    const shared = common();
    const listed = this.schemas?.options ?? [];
    const own = listed.filter(({ id }) => !shared.some((one) => one.id === id));
    return html`<div data-testid="options"><h3>${t("rules.common")}</h3>${shared.map((one) => this.option(one))}
      ${own.length ? html`<h3>${t("rules.game")}</h3>${own.map((one) => this.option(one))}` : nothing}</div>`;
  }

  /** @param {Rule} option */
  option({ id, label, values, default: standard, help, told = [] }) {
    const value = /** @type {Value} */ (this.view?.options?.[id] ?? standard);
    const set = async (/** @type {Value} */ next) => {
      if (!(await this.do({ do: "set_options", set: { [id]: next } }))) this.requestUpdate(); // refused: what holds is shown again
    };
    const flag = typeof standard === "boolean";
    const number = typeof standard === "number";
    return html`<div class="option ${value === standard ? "" : "changed"}" data-testid="option-row" data-id=${id}>
      ${flag ? html`<label class="check"><input type="checkbox" .checked=${live(value === true)} @change=${(/** @type {any} */ event) => set(event.target.checked)}> ${label}</label>`
        : values?.length ? html`<label class="field">${label}<select @change=${(/** @type {any} */ event) => set(values[event.target.selectedIndex])}>
            ${values.map((one, at) => html`<option .selected=${live(one === value)}>${one === standard ? t("sheet.default", { value: told[at] ?? words(String(one)) }) : told[at] ?? words(String(one))}</option>`)}</select></label>`
          : html`<label class="field">${label}<input type=${number ? "number" : "text"} min=${number ? 0 : nothing} .value=${live(String(value ?? ""))}
              @change=${(/** @type {any} */ event) => set(number ? Number(event.target.value) : event.target.value)}></label>`}
      ${help ? html`<p class="small dim">${help}</p>` : nothing}
    </div>`;
  }
}

customElements.define("fracas-gm-options", FracasGmOptions);
