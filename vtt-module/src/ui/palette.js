// @ts-check
import { css, html, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import { declare, endTurn } from "../core/intents.js";
import { apart, inOrder, isGm, mayAct, nameOf, planning, roundWord } from "../core/view.js";
import { coverFor } from "../core/walls.js";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";
import { focusIn, refocus } from "./focus.js";
import { icon } from "./icons.js";
import { shared } from "./styles.js";
import "./action.js";

/** @import { Action, Combatant, Legal, View } from "../types/view.js" */
/** @import { Choice } from "../core/intents.js" */
/** @import { Draft } from "./action.js" */

const LEGAL_DELAY = 60;
/** So many of the actor's own numbers stand above the actions. */
const OWN = 4;
/** What stands against an action, and can pass or be mended while it is put together: it stays open. */
const MENDED = ["busy", "illegal-target", "illegal-choice", "out-of-range"];

/** What the selected combatant may do: grouped, searchable, each with its reason when it may not be done now. */
export class FracasPalette extends FracasElement {
  static properties = {
    actor: { attribute: false },
    targets: { attribute: false },
    square: { attribute: false },
    legal: { state: true },
    trouble: { state: true },
    search: { state: true },
    chosen: { state: true },
    plan: { state: true },
    closed: { state: true },
  };
  static styles = [
    shared,
    css`
      .top { margin-bottom: 8px; }
      select.who { font-weight: 650; flex: 1; }
      .own { display: flex; flex-wrap: wrap; gap: 0 12px; color: var(--dim); }
      .own b { color: var(--ink); }
      .chips { display: flex; flex-wrap: wrap; gap: 5px; align-items: center; }
      .chip { min-height: 28px; padding: 1px 9px; border-radius: 99px; border-color: var(--accent); font-size: 13px; font-weight: 600; }
      .chips select { min-height: 28px; padding: 1px 6px; font-size: 13px; max-width: 11em; }
      input[type="search"] { width: 100%; }
      section { margin-top: 10px; }
      section > h3 { font-size: 12px; color: var(--dim); margin-bottom: 4px; }
      li + li { margin-top: 3px; }
      .pick { width: 100%; justify-content: flex-start; flex-wrap: wrap; gap: 0 8px; }
      .pick.no { border-style: dashed; color: var(--dim); background: transparent; }
      .pick .why { flex-basis: 100%; font-size: 12px; color: var(--dim); }
      .open { border: 1px solid var(--accent); border-radius: var(--radius); background: var(--panel); }
      .open .pick { border-color: transparent; font-weight: 650; }
      .open fracas-action { padding: 2px 12px 12px; }
      .chip.over { border-style: dashed; border-color: var(--dim); opacity: 0.75; text-decoration: line-through; }
      .hint { flex-basis: 100%; }
      .closed { color: var(--warn); margin-bottom: 6px; }
      .closed:empty { display: none; }
      .barred { margin-top: 12px; border-top: 1px solid var(--line); padding-top: 8px; }
      .barred > summary { color: var(--dim); font-size: 12.5px; margin-bottom: 4px; min-height: 28px; }
      @media (pointer: coarse) { .chip, .chips select { min-height: 40px; } .barred > summary { padding: 10px 0; } }
      .plan { border: 1px dashed var(--note); border-radius: var(--radius); padding: 8px 10px; margin-bottom: 10px; }
    `,
  ];

  constructor() {
    super();
    /** @type {string | null} */
    this.actor = null;
    /** @type {string[]} */
    this.targets = [];
    /** The square of the map that was clicked last, null for none; undefined where none can be clicked. @type {{ x: number, y: number } | null | undefined} */
    this.square = undefined;
    /** @type {Legal | null} */
    this.legal = null;
    /** The targets that `legal` was asked about. @type {string[]} */
    this.judged = [];
    this.trouble = "";
    this.search = "";
    /** @type {string | null} */
    this.chosen = null;
    /** @type {Choice[]} */
    this.plan = [];
    /** What is planned and not declared yet, by those who are not selected now. @type {Map<string | null, Choice[]>} */
    this.plans = new Map();
    /** Why the action that was open is not any more. */
    this.closed = "";
    /** What is put together, by actor and action. @type {Map<string, Draft>} */
    this.drafts = new Map();
    /** Of what was sent last, whose it is and which action. */
    this.sent = "";
    /** What had the keyboard before this update, and in which action's line. @type {{ element: HTMLElement, id: string | undefined } | null} */
    this.held = null;
    this.extra = {};
    this.asked = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.later = undefined;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.later);
  }

  /** Moved to another place of the page: what was being asked is asked again. */
  connectedCallback() {
    super.connectedCallback();
    if (this.hasUpdated) this.askLegal();
  }

  /** @param {import("lit").PropertyValues} changed */
  willUpdate(changed) {
    const root = /** @type {ShadowRoot} */ (this.renderRoot);
    const element = this.hasUpdated ? focusIn(root) : null;
    this.held = element && { element, id: /** @type {HTMLElement | null | undefined} */ (root.activeElement?.closest('[data-testid="choice"]'))?.dataset.id };
    if (changed.has("actor")) {
      this.legal = null;
      this.chosen = null;
      this.closed = "";
      this.plans.set(changed.get("actor"), this.plan);
      this.plan = this.plans.get(this.actor) ?? [];
      this.extra = {};
    }
    if (!this.declaring()) {
      this.plan = this.plan.length ? [] : this.plan;
      this.plans.clear();
    }
    if (["actor", "targets", "view"].some((key) => changed.has(key))) this.askLegal();
  }

  /** The keyboard stays with the action that it was in, wherever that stands now; else the search has it. @param {import("lit").PropertyValues} changed */
  updated(changed) {
    if (changed.has("chosen") || changed.has("actor")) this.tell("fracas-area"); // no form, no circle
    const { held } = this;
    const root = /** @type {ShadowRoot} */ (this.renderRoot);
    if (!held || root.activeElement || refocus(held.element)) return;
    const line = held.id && /** @type {HTMLElement | null} */ (root.querySelector(`[data-testid="choice"][data-id="${CSS.escape(held.id)}"] .pick`));
    if (!line || !refocus(line)) this.seek();
  }

  declaring() {
    return planning(this.view);
  }

  askLegal() {
    clearTimeout(this.later);
    const ticket = ++this.asked;
    const { actor, targets } = this;
    if (!mayAct(this.view, actor)) return;
    this.later = setTimeout(async () => {
      try {
        const legal = await this.table.query("legal", { actor, ...(targets.length ? { targets } : {}), ...this.extra });
        if (ticket !== this.asked) return;
        this.shut(legal);
        this.legal = legal;
        this.judged = targets;
        this.trouble = "";
      } catch (error) {
        if (ticket === this.asked) this.trouble = /** @type {Error} */ (error).message;
      }
    }, LEGAL_DELAY);
  }

  /** Close what is open when it can no longer be done, and say so. @param {Legal} next */
  shut(next) {
    const [was, is] = [this.find(this.legal), this.find(next)];
    if (!was || (is && (this.declaring() || is.legal || !was.legal || MENDED.includes(is.code ?? "")))) return;
    const what = was.label;
    const said = this.sent === this.key(this.chosen ?? ""); // it was done: that it cannot be done again is no news
    this.closed = said ? "" : is ? t("act.closed", { what, why: this.why(is) }) : t("act.gone", { what });
    this.chosen = null;
    this.extra = {};
  }

  /** The chosen action in a list. @param {Legal | null} legal */
  find(legal) {
    return legal?.groups.flatMap(({ actions }) => actions).find(({ id }) => id === this.chosen);
  }

  /** @param {string} action */
  key(action) {
    return `${this.actor} ${action}`;
  }

  /** What stands against an action, in words. @param {Action} action */
  why({ why, code }) {
    return why ?? code ?? t("act.why");
  }

  render() {
    const { view, actor } = this;
    if (!view) return nothing;
    const able = inOrder(view).filter(([id]) => mayAct(view, id));
    if (able.length === 0) return html`<h2>${t("actions")}</h2><p class="empty">${isGm(view) ? t("roster.none") : t("act.watching")}</p>`;
    return html`
      <div class="stack tight top">
        <div class="row">
          <h2 class="unseen">${t("actions")}</h2>
          <select class="who" aria-label=${t("act.for")} data-testid="actor" @change=${(/** @type {any} */ event) => this.tell("fracas-select", { id: event.target.value })}>
            ${mayAct(view, actor) ? nothing : html`<option value="" selected disabled>${t("act.for.none")}</option>`}
            ${able.map(([id, one]) => html`<option value=${id} .selected=${id === actor}>${one.name}</option>`)}
          </select>
          ${actor && view.encounter?.up?.includes(actor) && !this.declaring()
            ? html`<button data-testid="end-turn" @click=${() => this.do(endTurn(actor))}>${t("act.end")}</button>` : nothing}
        </div>
        ${actor && mayAct(view, actor) ? html`${this.own(view.combatants[actor])}${this.chips(actor, view)}` : nothing}
        ${view.pending ? html`<p class="small dim">${t("act.progress", { label: view.pending.label })}</p>` : nothing}
      </div>
      ${actor && mayAct(view, actor) ? this.body(actor) : html`<p class="empty">${t("act.select")}</p>`}`;
  }

  /** How whoever acts fares, and what they can spend: on a phone the list of combatants is on another page. @param {Combatant} one */
  own({ wound, numbers = [] }) {
    return html`<p class="own small" data-testid="own">${wound ? html`<span>${wound.label}</span>` : nothing}${numbers.slice(0, OWN).map(({ label, value }) => html`<span>${label} <b>${value}</b></span>`)}</p>`;
  }

  /** @param {string} actor @param {View} view */
  chips(actor, view) {
    const { targets } = this;
    const others = inOrder(view).filter(([id]) => id !== actor && !targets.includes(id));
    const max = this.wanted();
    const many = max > 1;
    return html`<div class="chips" role="group" aria-label=${t("target.title")} data-testid="targets">
      <span class="dim small">${many && targets.length ? t("target.count", { n: Math.min(max, targets.length), max }) : t("target.title")}</span>
      ${targets.map((id, at) => {
        const far = apart(view, actor, id);
        const cover = coverFor(view, actor, id);
        const over = this.chosen !== null && at >= max;
        return html`<button class="chip ${over ? "over" : ""}" data-testid="target" data-id=${id} data-over=${over} title=${over ? t("target.over", { max }) : ""} aria-label=${t("target.remove", { name: nameOf(view, id) })}
          @click=${() => this.tell("fracas-untarget", { id })}>${icon("aim", 13)} ${nameOf(view, id)} ${far === null ? nothing : html`<span class="dim">${far} ${view.map.unit}${cover.length ? ` · ${t("target.cover", { cover: cover.join(", ") })}` : ""}</span>`} <span aria-hidden="true">×</span></button>`;
      })}
      <select aria-label=${t("target.choose")} data-testid="target-pick" @change=${(/** @type {any} */ event) => {
        const id = event.target.value;
        event.target.value = "";
        if (id) this.tell("fracas-target", { id, add: many });
      }}>
        <option value="">${targets.length ? t("target.another") : t("choose")}</option>
        ${others.map(([id, one]) => html`<option value=${id}>${one.defeated ? t("target.out", { name: one.name }) : one.name}</option>`)}
      </select>
      ${targets.length > 1 ? html`<button class="quiet small" data-testid="target-clear" @click=${() => targets.forEach((id) => this.tell("fracas-untarget", { id }))}>${t("target.clear")}</button>` : nothing}
      ${many && targets.length < max ? html`<span class="hint dim small">${t("target.hint")}</span>` : nothing}
    </div>`;
  }

  /** How many targets the chosen action takes. */
  wanted() {
    return this.find(this.legal)?.targets?.max ?? 1;
  }

  /** @param {string} actor */
  body(actor) {
    const trouble = this.trouble ? html`<p class="empty" role="alert">${this.trouble}</p>` : nothing;
    if (!this.legal) return this.trouble ? trouble : html`<p class="empty">${t("act.looking", { name: nameOf(this.view, actor) })}</p>`;
    const sought = this.search.trim().toLowerCase();
    const all = this.declaring();
    const found = this.legal.groups.map((group) => ({ ...group, actions: group.actions.filter((one) => !sought || one.id === this.chosen || one.label.toLowerCase().includes(sought) || one.id.includes(sought)) }));
    const free = (/** @type {Action} */ one) => all || one.id === this.chosen || this.open(one);
    const groups = found.map((group) => ({ ...group, actions: group.actions.filter(free) })).filter(({ actions }) => actions.length);
    const barred = found.flatMap(({ actions }) => actions.filter((one) => !free(one)));
    // One reason for everything is said once, above.
    const reason = barred.length > 1 && barred.every(({ why }) => why === barred[0].why) ? barred[0].why : "";
    return html`<div @keydown=${this.steer}>
      ${trouble}<p class="closed small" role="status" data-testid="closed">${this.closed}</p>
      ${all ? this.planned(actor) : nothing}
      <input type="search" aria-label=${t("act.search")} placeholder=${t("act.search.hint")} data-testid="search" .value=${this.search}
        @input=${(/** @type {any} */ event) => (this.search = event.target.value)}>
      ${groups.length ? nothing : html`<p class="empty">${sought && !barred.length ? t("act.unfound") : reason || t("act.nothing")}</p>`}
      ${repeat(groups, ({ id }) => id, ({ id, label, actions }) => html`<section aria-label=${label} data-testid="group" data-id=${id}><h3>${label}</h3>
        <ul>${repeat(actions, (one) => one.id, (one) => this.item(one))}</ul></section>`)}
      ${barred.length ? html`<details class="barred" data-testid="barred" ?open=${sought !== "" && !groups.length}><summary>✕ ${t("act.barred", { n: barred.length })}</summary>
        <ul>${repeat(barred, (one) => one.id, (one) => this.item(one))}</ul></details>` : nothing}</div>`;
  }

  /** Arrow keys go through what the search found; Enter takes the first. @param {KeyboardEvent} event */
  steer(event) {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const from = /** @type {HTMLElement} */ (event.target);
    const search = from.matches("input[type=search]");
    if ((!way && !(search && event.key === "Enter")) || !from.matches(".pick, input[type=search]")) return;
    const stops = /** @type {HTMLElement[]} */ ([...this.renderRoot.querySelectorAll("input[type=search], .pick")]).filter((one) => one.checkVisibility());
    const next = stops[stops.indexOf(from) + (way ?? 1)];
    event.preventDefault();
    next?.focus();
    if (!way) next?.click();
  }

  /** Put the cursor into the search field. */
  seek() {
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("input[type=search]"))?.focus();
  }

  /** Can it be chosen now, were its target named? @param {Action} action */
  open(action) {
    return action.legal || (action.code === "illegal-target" && this.judged.length < action.targets.min);
  }

  /** @param {Action} action */
  item(action) {
    const open = action.id === this.chosen;
    const key = this.key(action.id);
    const barred = !this.open(action) && !this.declaring();
    return html`<li class=${open ? "open" : ""} data-testid="choice" data-id=${action.id} data-legal=${this.judged.join() === this.targets.join() ? action.legal : "asking"}>
      <button class="pick ${barred ? "no" : ""}" aria-expanded=${open} @click=${() => this.choose(open ? null : action.id)}>
        <span class="grow">${barred ? html`<span aria-hidden="true">✕ </span>` : nothing}${action.label}</span>
        ${action.cost ? html`<span class="dim small">${action.cost}</span>` : nothing}
        ${barred && !open ? html`<span class="why">${t("act.notnow", { why: this.why(action) })}</span>` : nothing}
      </button>
      ${open ? keyed(key, html`<fracas-action .view=${this.view} .table=${this.table} .action=${action} .actor=${this.actor} .targets=${this.targets} .square=${this.square} .planning=${this.declaring()} .draft=${this.drafts.get(key) ?? null}
        @plan=${(/** @type {CustomEvent} */ event) => (this.plan = [...this.plan, event.detail.choice])}
        @choose=${(/** @type {CustomEvent} */ { detail: { draft, sent, ...choice } }) => {
          if (sent) this.sent = key;
          const shown = this.chosen === action.id && this.key(action.id) === key; // a field tells its text once more as it goes
          if (!draft) this.drafts.delete(key);
          else if (shown) this.drafts.set(key, draft);
          if (shown) this.narrow(choice);
        }}></fracas-action>`) : nothing}
    </li>`;
  }

  /** Somebody opens an action, or closes it: what was put together for the one before is given up. @param {string | null} id */
  choose(id) {
    if (this.chosen !== null) this.drafts.delete(this.key(this.chosen));
    this.chosen = id;
    this.closed = this.sent = "";
    const { weapon, location } = this.drafts.get(this.key(id ?? "")) ?? {};
    this.narrow({ weapon, location });
  }

  /** Legality may hang on the weapon and the place aimed at. @param {{ weapon?: string, location?: string }} choice */
  narrow({ weapon, location }) {
    const extra = { ...(weapon ? { weapon } : {}), ...(location ? { location } : {}) };
    if (JSON.stringify(extra) === JSON.stringify(this.extra)) return;
    this.extra = extra;
    this.askLegal();
  }

  /** @param {string} actor */
  planned(actor) {
    const declared = this.view?.encounter?.declared?.includes(actor);
    const label = (/** @type {string} */ id) => this.legal?.groups.flatMap(({ actions }) => actions).find((one) => one.id === id)?.label ?? id;
    return html`<div class="plan stack tight" data-testid="plan">
      <div class="between"><h3>${t("plan.title", { round: roundWord(this.view) || t("round") })}</h3>${declared ? html`<span class="tag good">${t("plan.declared")}</span>` : nothing}</div>
      ${this.plan.length === 0 ? html`<p class="small dim">${declared ? t("plan.again") : t("plan.empty")}</p>` : nothing}
      <ol>${this.plan.map((one, index) => html`<li class="between"><span>${index + 1}. ${label(one.maneuver)}${one.targets?.length ? ` → ${one.targets.map((id) => nameOf(this.view, id)).join(", ")}` : ""}</span>
        <button class="quiet" aria-label=${t("plan.remove", { what: label(one.maneuver) })} @click=${() => (this.plan = this.plan.filter((_, at) => at !== index))}>×</button></li>`)}</ol>
      <button class="primary" data-testid="declare" @click=${async () => {
        if (!(await this.do(declare(actor, this.plan)))) return;
        if (this.actor === actor) this.plan = [];
        else this.plans.delete(actor); // somebody else was selected meanwhile
      }}>${this.plan.length ? t("plan.declare") : t("plan.nothing")}</button>
    </div>`;
  }
}

customElements.define("fracas-palette", FracasPalette);
