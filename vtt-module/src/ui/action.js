// @ts-check
import { css, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { act, defaultParams } from "../core/intents.js";
import { toggled } from "../core/lists.js";
import { isGm, nameOf } from "../core/view.js";
import { t } from "../lang/lang.js";
import { areaField } from "./area.js";
import { FracasElement } from "./base.js";
import { claimed, claimsForm, noClaims } from "./claims.js";
import { paramField, pruneParams } from "./params.js";
import { shared } from "./styles.js";

/** @import { Action, Odds, Param, Value } from "../types/view.js" */
/** @import { Choice } from "../core/intents.js" */
/** @import { Area } from "./area.js" */
/** @import { Claims } from "./claims.js" */

/**
 * What somebody puts together for one action of one combatant.
 * @typedef {{ weapon: string, location: string, params: Record<string, Value>, spend: string[], claims: Claims, secret: boolean }} Draft
 */

const ODDS_DELAY = 120;

/** What stands in front: what an action cannot do without, and where on the map it leads. @param {Param} param */
const asked = ({ needed, kind }) => needed === true || kind === "square";

/**
 * One chosen action: everything it still needs to know, its chances, and the button that does it. An element is for one
 * action of one actor: whoever shows another makes another. Sends `choose` with its `draft` when something was chosen, and
 * `plan`; `draft` is what it begins with.
 */
export class FracasAction extends FracasElement {
  static properties = {
    action: { attribute: false },
    actor: { attribute: false },
    targets: { attribute: false },
    planning: { attribute: false },
    draft: { attribute: false },
    square: { attribute: false },
    choice: { state: true },
    odds: { state: true },
    area: { state: true },
    told: { state: true },
  };
  static styles = [
    shared,
    css`
      .primary { scroll-margin: 12px; }
      .why { color: var(--bad); font-size: 13px; }
      .odds { padding: 7px 10px; border-radius: var(--radius); background: var(--sunk); font-weight: 600; font-variant-numeric: tabular-nums; }
      .odds.wait { opacity: 0.6; }
      .odds > div { font-weight: 400; }
      .odds ul { font-weight: 400; font-size: 12.5px; margin-top: 3px; }
      .facts { font-size: 12.5px; color: var(--dim); }
      .grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, 1fr)); gap: 8px; }
      .grid fieldset { grid-column: 1 / -1; }
      .area > summary { padding: 3px 0; font-size: 12.5px; }
      @media (pointer: coarse) { .area > summary { padding: 10px 0; } }
    `,
  ];

  constructor() {
    super();
    /** @type {Action | null} */
    this.action = null;
    /** @type {string | null} */
    this.actor = null;
    /** @type {string[]} */
    this.targets = [];
    this.planning = false;
    /** The square of the map that was clicked last; undefined where there is no map to click on. @type {{ x: number, y: number } | null | undefined} */
    this.square = undefined;
    /** @type {Draft | null} */
    this.draft = null;
    /** Was it put together in part before? Then nothing of it is folded away. */
    this.resumed = false;
    /** @type {Draft} */
    this.choice = this.blank();
    /** @type {Odds | "asking" | null} */
    this.odds = null;
    /** An area that fills a list of combatants in. @type {Area | null} */
    this.area = null;
    /** What is to be said about the list that it filled in. */
    this.told = "";
    this.asked = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.later = undefined;
  }

  /** Moved to another place of a list: what was being asked is asked again. */
  connectedCallback() {
    super.connectedCallback();
    if (this.hasUpdated) this.askOdds();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.later);
  }

  /** @param {import("lit").PropertyValues} changed */
  willUpdate(changed) {
    if (!this.hasUpdated) {
      this.resumed = this.draft !== null;
      this.choice = this.draft ?? this.blank();
    }
    const place = this.action?.params.find(({ kind }) => kind === "square");
    // What was clicked before the action was opened does not count.
    if (changed.get("square") !== undefined && this.square && place) this.set({ params: { ...this.choice.params, [place.id]: this.square } });
    if (["action", "actor", "targets", "choice", "view"].some((key) => changed.has(key))) this.askOdds();
  }

  /** What decides comes into sight when the action is opened, and when its chances are first known. @param {import("lit").PropertyValues} changed */
  updated(changed) {
    if (changed.get("odds") === "asking" || (changed.has("action") && !changed.get("action"))) this.renderRoot.querySelector(".primary")?.scrollIntoView({ block: "nearest" });
  }

  /** Nothing chosen yet, but for a weapon that is ready. @returns {Draft} */
  blank() {
    const { action } = this;
    const own = this.view?.combatants[this.actor ?? ""]?.weapons ?? [];
    return {
      weapon: action?.weapons.find(({ id }) => own.find((one) => one.id === id)?.ready !== false)?.id ?? "",
      location: "",
      params: action ? defaultParams(action) : {},
      spend: [],
      claims: noClaims(),
      secret: false,
    };
  }

  /** As the combatant's own list has them: with what is loaded. @param {Action} action */
  weapons(action) {
    const own = this.view?.combatants[this.actor ?? ""]?.weapons ?? [];
    return action.weapons.map(({ id, name }) => ({ id, label: own.find((one) => one.id === id)?.name ?? name }));
  }

  /** Targets that count: an action takes no more than it names. */
  aimed() {
    const { max = Infinity } = this.action?.targets ?? {};
    return this.targets.filter((id) => this.view?.combatants[id]).slice(0, max);
  }

  /** @returns {Choice} */
  chosen() {
    const { weapon, location, params, spend, claims, secret } = this.choice;
    const action = /** @type {Action} */ (this.action);
    return {
      actor: /** @type {string} */ (this.actor),
      maneuver: action.id,
      targets: this.aimed(),
      weapon,
      location,
      params: pruneParams(params, action.params),
      spend: (action.spend ?? []).filter((item) => spend.includes(item.id)),
      ...claimed(claims),
      ...(secret ? { secret } : {}),
    };
  }

  askOdds() {
    clearTimeout(this.later);
    const ticket = ++this.asked;
    if (!this.action || this.planning || this.aimed().length < Math.max(1, this.action.targets?.min ?? 1)) {
      this.odds = null;
      return;
    }
    if (this.odds === null) this.odds = "asking";
    this.later = setTimeout(async () => {
      /** @type {Odds} */
      let odds;
      try {
        odds = await this.table.query("odds", { command: act(this.chosen()) });
      } catch (error) {
        odds = { known: false, text: "unknown", reason: /** @type {Error} */ (error).message };
      }
      if (ticket === this.asked) this.odds = odds;
    }, ODDS_DELAY);
  }

  /** Can it be done as it stands? */
  able() {
    return this.planning || (!this.view?.pending && this.action?.legal === true && this.aimed().length >= (this.action.targets?.min ?? 0));
  }

  async go() {
    if (!this.able()) return;
    if (this.planning) {
      if (!this.pressed?.again) this.tell("plan", { choice: this.chosen() });
      return;
    }
    if (await this.do(act(this.chosen()))) this.tell("choose", { ...this.kept(null), sent: true });
  }

  /** What is chosen, for whoever shows this. @param {Draft | null} draft nothing: there is nothing to keep */
  kept(draft) {
    return { weapon: this.choice.weapon, location: this.choice.location, draft };
  }

  /** @param {Partial<FracasAction["choice"]>} change */
  set(change) {
    this.choice = { ...this.choice, ...change };
    this.tell("choose", this.kept(this.choice));
  }

  render() {
    const { action } = this;
    if (!action) return nothing;
    const { min = 0, max = 0 } = action.targets ?? {};
    const gm = isGm(this.view);
    const names = this.aimed().map((id) => nameOf(this.view, id)).join(", ");
    const short = this.aimed().length < min;
    const off = !this.able(); // not disabled: the keyboard stays where it is
    const verb = this.planning ? t("plan.add") : action.label;
    const label = names ? `${verb} → ${names}` : verb;
    return html`<div class="stack tight" data-testid="action" data-id=${action.id}>
      ${!action.legal && action.why && !short && !this.planning ? html`<p class="why" data-testid="why">✕ ${action.why}</p>` : nothing}
      ${action.help ? html`<p class="small">${action.help}</p>` : nothing}
      <p class="facts">${action.roll ? t("action.roll", { what: action.roll }) : nothing}${action.roll && action.damage ? " · " : ""}${action.damage ? t("action.damage", { what: action.damage }) : nothing}</p>
      <div class="grid">
        ${this.picker(t("action.weapon"), "weapon", this.weapons(action), t("choose"))}
        ${this.fields(this.planning ? () => true : (param) => !param.claim && asked(param))}
      </div>
      ${short ? html`<p class="small dim">${max > 1 ? t("target.atleast", { n: min }) : t("target.one")}</p>` : nothing}
      ${max > 1 ? this.within("targets", (ids) => this.aimAt(ids), max) : nothing}
      ${this.odds ? this.chances(this.odds) : nothing}
      <button class="primary" data-testid="act" ?data-off=${off} aria-disabled=${off ? "true" : nothing} @click=${this.go}>${label}</button>
      ${this.planning ? nothing : html`${this.more(action, gm)}
        ${claimsForm(this.choice.claims, { gm, unit: this.view?.map?.unit ?? "", change: (claims) => this.set({ claims }), more: this.fields(({ claim }) => claim === true), open: this.resumed || /** @type {Param[]} */ (action.params).some(({ claim, needed }) => claim && needed) })}`}
    </div>`;
  }

  /** What an action may be done without. @param {Action} action @param {boolean} gm */
  more(action, gm) {
    const fields = this.fields((param) => !param.claim && !asked(param));
    if (!gm && !fields && !action.locations.length && !action.spend.length) return nothing;
    return html`<details class="small" data-testid="more" ?open=${this.resumed}><summary class="dim">${t("action.more")}</summary><div class="stack tight">
      <div class="grid">${this.picker(t("action.where"), "location", action.locations, t("action.anywhere"))}${fields}</div>
      ${action.spend.map((item) => html`<label class="check"><input type="checkbox" data-testid="spend" data-id=${item.id} .checked=${this.choice.spend.includes(item.id)}
        @change=${() => this.toggle(item.id)}> ${item.label}</label>`)}
      ${gm ? html`<label class="check"><input type="checkbox" data-testid="secret" .checked=${this.choice.secret} @change=${(/** @type {any} */ event) => this.set({ secret: event.target.checked })}> ${t("action.secret")}</label>` : nothing}
    </div></details>`;
  }

  /** Nothing when it takes no such parameter. @param {(param: Param) => boolean} wanted */
  fields(wanted) {
    const params = (this.action?.params ?? []).filter(wanted);
    return params.length ? repeat(params, ({ id }) => id, (param) => paramField(param, this.choice.params, (params) => this.set({ params }), this.view, this.square !== undefined, (id, fill) => this.within(id, fill))) : null;
  }

  /** Everybody within so far of somebody. @param {string} of a parameter, or `targets` @param {(ids: string[]) => void} take @param {number} [max] */
  within(of, take, max) {
    const { view, actor, area } = this;
    return view && areaField(of, area, { view, actor, targets: this.targets, max, told: area?.of === of ? this.told : "", take, change: (next) => {
      this.area = next;
      this.told = "";
      this.tell("fracas-area", next ? { around: next.around, reach: next.reach } : {});
    } });
  }

  /** Take just these as targets; whoever acts only when the rules let them be one. @param {string[]} ids nearest first */
  async aimAt(ids) {
    const { actor, action, targets, table } = this;
    let all = ids;
    if (actor !== null && action && ids.includes(actor)) {
      const counted = ids.slice(0, action.targets.max);
      const judged = async (/** @type {string[]} */ those) => (await table.query("legal", { actor, targets: those })).groups.flatMap((/** @type {any} */ group) => group.actions).find((/** @type {Action} */ one) => one.id === action.id);
      const barred = await judged(counted.includes(actor) ? counted : [...counted.slice(1), actor]).catch(() => null);
      if (barred?.legal === false && barred.code === "illegal-target") {
        all = ids.filter((id) => id !== actor);
        this.told = t("area.without", { name: nameOf(this.view, actor), why: barred.why ?? "" });
      }
    }
    for (const id of targets) this.tell("fracas-untarget", { id });
    for (const id of all) this.tell("fracas-target", { id, add: true }); // in this order: the nearest count
  }

  /** @param {string} label @param {"weapon" | "location"} field @param {{ id: string, label: string, note?: string }[]} options @param {string} none what stands for no choice */
  picker(label, field, options, none) {
    if (options.length === 0) return nothing;
    return html`<label class="field">${label}
      <select data-testid=${field} @change=${(/** @type {any} */ event) => this.set({ [field]: event.target.value })}>
        <option value="" .selected=${this.choice[field] === ""}>${none}</option>
        ${options.map((one) => html`<option value=${one.id} .selected=${this.choice[field] === one.id}>${one.label}${one.note ? ` (${one.note})` : ""}</option>`)}
      </select></label>`;
  }

  /** @param {string} id */
  toggle(id) {
    this.set({ spend: toggled(this.choice.spend, id) });
  }

  /** @param {Odds | "asking"} odds */
  chances(odds) {
    if (odds === "asking") return html`<p class="odds wait" data-testid="odds" data-state="asking">${t("odds.asking")}</p>`;
    const sampled = odds.exact === false ? ` (${t("odds.sampled")}${odds.error ? `, ± ${(odds.error * 100).toFixed(1)} %` : ""})` : "";
    return html`<div class="odds" data-testid="odds" data-state=${odds.known ? "known" : "unknown"} aria-live="polite">
      <span data-testid="odds-text">${odds.known ? odds.text : t("odds.unknown", { text: odds.text })}</span><span class="dim small">${sampled}</span>
      ${odds.reason ? html`<div class="small dim">${odds.reason}</div>` : nothing}
      ${odds.assumes ? html`<div class="small dim">${t("odds.suppose", { what: odds.assumes })}</div>` : nothing}
      ${(odds.options ?? []).length > 1 ? html`<ul>${odds.options?.map((one) => html`<li><span class="dim">${one.label}:</span> ${one.text}</li>`)}</ul>` : nothing}
    </div>`;
  }
}

customElements.define("fracas-action", FracasAction);
