// @ts-check
// The page around the elements: which seat, what is selected, what is in front. Light DOM, so that app.css lays it out.

import { LitElement, html, nothing } from "lit";
import { isGm, mayAct, openAsks } from "../../core/view.js";
import { onSpeak, t } from "../../lang/lang.js";
import { icon } from "../../ui/icons.js";
import { roleName } from "../../ui/roles.js";
import * as seats from "./seats.js";
import { Session } from "./session.js";

/** @import { LobbyView, View } from "../../types/view.js" */
/** @import { FracasPalette } from "../../ui/palette.js" */
/** @import { FracasTableMap } from "./table-map.js" */

const TOAST = 7000;
/** The close code that says that a token opens no seat any more. */
const GONE = 4401;
/** Tokens that open no table, but the list of all. */
const HOST = /^(setup|host)\./u;
const TABS = /** @type {const} */ (["map", "act", "log", "fight", "gm"]);

class FracasApp extends LitElement {
  static properties = { tab: { state: true }, actor: { state: true }, targets: { state: true }, square: { state: true }, area: { state: true }, toasts: { state: true }, reason: { state: true } };

  constructor() {
    super();
    /** @type {string} */
    this.tab = "act";
    /** @type {string | null} */
    this.actor = null;
    /** @type {string[]} */
    this.targets = [];
    /** The square of the map that was clicked last. @type {{ x: number, y: number } | null} */
    this.square = null;
    /** The circle that an action's form asks about. @type {import("./map-area.js").Circle | null} */
    this.area = null;
    /** @type {{ id: number, message: string }[]} */
    this.toasts = [];
    this.reason = "";
    /** @type {Session | null} */
    this.session = null;
    /** @type {string[]} who was up when we last looked */
    this.up = [];
    /** @type {Promise<unknown> | undefined} */
    this.fetched = undefined;
    this.table = {
      do: (/** @type {any} */ command, /** @type {any} */ how) => this.session?.do(command, how) ?? Promise.resolve(null),
      query: (/** @type {string} */ what, /** @type {any} */ params) => this.session?.query(what, params) ?? Promise.reject(new Error(t("page.offline"))),
    };
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    const token = seats.takeFromAddress() ?? seats.activeToken();
    if (token) this.sit(token);
    window.addEventListener("hashchange", () => {
      const next = seats.takeFromAddress();
      if (next) this.sit(next);
    });
    onSpeak(() => this.requestUpdate());
    window.addEventListener("offline", () => this.session?.link.cut());
    for (const moment of ["online", "pageshow"]) window.addEventListener(moment, () => this.session?.link.probe());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.session?.link.probe());
    document.addEventListener("keydown", (event) => this.key(event));
    this.addEventListener("fracas-retry", () => this.session?.link.hurry());
    this.addEventListener("menu-leave", () => this.leave());
    this.addEventListener("door-enter", (event) => this.sit(/** @type {CustomEvent} */ (event).detail.token));
    this.addEventListener("fracas-toast", (event) => this.toast(/** @type {CustomEvent} */ (event).detail.message));
    this.addEventListener("fracas-select", (event) => this.select(/** @type {CustomEvent} */ (event).detail.id));
    this.addEventListener("fracas-target", (event) => this.aim(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener("fracas-untarget", (event) => (this.targets = this.targets.filter((id) => id !== /** @type {CustomEvent} */ (event).detail.id)));
    this.addEventListener("fracas-square", (event) => (this.square = /** @type {CustomEvent} */ (event).detail));
    this.addEventListener("fracas-area", (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      this.area = detail.around ? detail : null;
    });
    this.addEventListener("fracas-pick", (event) => this.pick(/** @type {CustomEvent} */ (event).detail));
  }

  /** @returns {View | null} */
  get view() {
    const view = this.session?.mirror.view;
    return view && !(/** @type {any} */ (view).lobby) ? view : null;
  }

  /** @param {string} token */
  sit(token) {
    this.leave();
    this.reason = "";
    this.actor = null;
    this.targets = [];
    seats.activate(token);
    const session = new Session(token, {
      changed: () => this.session === session && this.follow(),
      toast: (message) => this.toast(message),
    });
    this.session = session;
    session.start();
    this.follow();
  }

  leave() {
    const { session } = this;
    this.session = null;
    session?.stop();
    seats.leave();
    this.requestUpdate();
  }

  /** Keep what is chosen here in step with the table. */
  follow() {
    const { view, session } = this;
    if (session?.state.name === "stopped") {
      if (session.state.code === GONE) seats.forget(session.link.token);
      this.reason = session.state.code === GONE && HOST.test(session.link.token) ? t("door.used") : session.state.reason ?? "";
      this.session = null;
      seats.leave();
    }
    if (view) {
      const up = view.encounter?.up ?? [];
      const own = Object.keys(view.combatants).filter((id) => view.combatants[id].mine);
      const followed = this.actor === null || this.up.includes(this.actor);
      const next = up.find((id) => mayAct(view, id));
      const turned = up.join() !== this.up.join();
      this.up = up;
      if (this.actor !== null && !view.combatants[this.actor]) this.actor = null;
      if (turned && next && !up.includes(this.actor ?? "") && (followed || !isGm(view))) this.select(next);
      else if (this.actor === null && !isGm(view) && own[0]) this.select(own[0]);
      const targets = this.targets.filter((id) => view.combatants[id]);
      if (targets.length !== this.targets.length) this.targets = targets;
    }
    document.title = view ? `${openAsks(view).some(([, ask]) => !ask.deputy) ? "● " : ""}${view.table.title} · Fracas` : "Fracas";
    this.requestUpdate();
  }

  /** @param {string} id */
  select(id) {
    if (id === this.actor) return;
    this.actor = id;
    this.targets = [];
  }

  /** @param {{ id: string, add?: boolean }} choice */
  aim({ id, add = false }) {
    if (this.targets.includes(id)) this.targets = this.targets.filter((one) => one !== id);
    else this.targets = add ? [...this.targets, id] : [id];
  }

  /** A click on the map: own tokens are selected, others become the target of whoever is selected. @param {{ id: string, aim: boolean, add: boolean }} choice */
  pick({ id, aim, add }) {
    const canAct = mayAct(this.view, this.actor);
    if ((aim && this.actor !== null) || (!mayAct(this.view, id) && canAct)) this.aim({ id, add });
    else this.select(id);
  }

  /** The slash leads to the search of actions, wherever one is, except where one writes. @param {KeyboardEvent} event */
  key(event) {
    const [at] = /** @type {HTMLElement[]} */ (event.composedPath());
    if (event.key !== "/" || event.ctrlKey || event.metaKey || at.matches?.("input, textarea, select") || !this.view) return;
    event.preventDefault();
    this.seek();
  }

  async seek() {
    this.tab = "act";
    await this.updateComplete;
    /** @type {FracasPalette | null} */ (this.querySelector("fracas-palette"))?.seek();
  }

  /** @param {string} message */
  toast(message) {
    const toast = { id: Math.random(), message };
    this.toasts = [...this.toasts.filter((one) => one.message !== message).slice(-2), toast];
    setTimeout(() => this.hush(toast.id), TOAST);
  }

  /** @param {number} id */
  hush(id) {
    this.toasts = this.toasts.filter((one) => one.id !== id);
  }

  render() {
    return html`${this.page()}
      <div class="toasts" role="status" aria-live="assertive">${this.toasts.map(({ id, message }) => html`<div class="toast" data-testid="toast"><span>${message}</span>
        <button aria-label=${t("close")} @click=${() => this.hush(id)}>×</button></div>`)}</div>`;
  }

  page() {
    const { session } = this;
    if (!session) return html`<header class="bar"><span class="brand">Fracas</span><span class="gap"></span><fracas-menu></fracas-menu></header><fracas-door .reason=${this.reason}></fracas-door>`;
    const lobby = /** @type {LobbyView | null} */ (/** @type {unknown} */ (session.mirror.view));
    if (lobby?.lobby) {
      return html`<header class="bar"><span class="brand">Fracas</span><span class="gap"></span><fracas-status .state=${session.state}></fracas-status><fracas-menu seated></fracas-menu></header>
        <fracas-banner .state=${session.state}></fracas-banner>
        <fracas-lobby .lobby=${lobby} .table=${this.table}></fracas-lobby>`;
    }
    const { view } = this;
    if (!view) return html`<main class="joining"><span class="brand">Fracas</span><p>${t("page.joining")}</p><fracas-status .state=${session.state}></fracas-status><button class="plain" @click=${() => this.leave()}>${t("page.back")}</button></main>`;
    return this.room(view, session);
  }

  /** The game master's panel is large, and nobody else's: it is fetched for those who sit there. */
  master() {
    this.fetched ??= import("../../ui/gm.js").catch((error) => {
      this.fetched = undefined;
      this.toast(error.message);
    });
  }

  /** @param {View} view @param {Session} session */
  room(view, session) {
    const { actor, targets, tab, table } = this;
    const gm = isGm(view);
    if (gm) this.master();
    const asks = openAsks(view);
    const role = roleName(view.you.role);
    const front = tab === "gm" && !gm ? "act" : tab;
    return html`
      <header class="bar">
        <button class="skip" @click=${() => this.seek()}>${t("page.skip")}</button>
        <span class="brand">Fracas</span>
        <span class="title" data-testid="title">${view.table.title}</span><span class="faint wide">${view.table.system_title}</span>
        <span class="gap"></span>
        <span class="faint" data-testid="you">${view.you.name}${view.you.name.toLowerCase() === role.toLowerCase() ? nothing : html` <span class="wide">(${role})</span>`}</span>
        <fracas-status .state=${session.state}></fracas-status>
        <fracas-menu seated .view=${view}></fracas-menu>
      </header>
      <fracas-banner .view=${view} .table=${table} .state=${session.state}></fracas-banner>
      <main class="room ${gm ? "gm" : ""}" data-tab=${front} data-asking=${asks.some(([, ask]) => !ask.deputy || gm)}>
        <section class="left" aria-label=${t("page.fight")}>
          <fracas-turns class="panel" .view=${view} .selected=${actor}></fracas-turns>
          <fracas-roster class="panel" .view=${view} .selected=${actor} .targets=${targets}></fracas-roster>
          <fracas-dice class="panel" .view=${view} .table=${table}></fracas-dice>
        </section>
        <fracas-table-map class="map" .view=${view} .table=${table} .selected=${actor} .targets=${targets} .area=${this.area}></fracas-table-map>
        <section class="right" aria-label=${t("page.do")}>
          <fracas-prompts class="prompts ${asks.length || view.pending ? "open" : ""}" .view=${view} .table=${table}></fracas-prompts>
          ${gm ? html`<div class="switch" role="group" aria-label=${t("page.right")}>
            <button aria-pressed=${front !== "gm"} data-testid="show-act" @click=${() => (this.tab = "act")}>${t("actions")}</button>
            <button aria-pressed=${front === "gm"} data-testid="show-gm" @click=${() => (this.tab = "gm")}>${t("gm")}</button></div>` : nothing}
          <fracas-palette class="panel act" .view=${view} .table=${table} .actor=${mayAct(view, actor) ? actor : null} .targets=${targets} .square=${this.square}></fracas-palette>
          ${gm ? html`<fracas-gm class="panel master" .view=${view} .table=${table} .selected=${actor} .targets=${targets} .joinUrl=${seats.joinUrl}></fracas-gm>` : nothing}
          <fracas-log .view=${view} .table=${table} class="panel log" .entries=${session.mirror.entries}></fracas-log>
        </section>
      </main>
      <nav class="tabs" aria-label=${t("page.parts")}>${TABS.filter((id) => gm || id !== "gm").map((id) => html`
        <button aria-pressed=${front === id} data-testid=${`tab-${id}`} @click=${() => (this.tab = id)}>${icon(id, 20)}${tabName(id)}</button>`)}</nav>`;
  }
}

/** @param {typeof TABS[number]} id */
const tabName = (id) => ({ map: t("tab.map"), act: t("tab.act"), log: t("tab.log"), fight: t("tab.fight"), gm: t("tab.gm") })[id];

/** Bring the page to life. */
export const start = () => customElements.define("fracas-app", FracasApp);

// For automated tests: what this page knows, and what really stands on the map.
Object.assign(window, {
  fracasTest: {
    view: () => app()?.view ?? null,
    entries: () => app()?.session?.mirror.entries ?? [],
    state: () => app()?.session?.state.name ?? "none",
    drawnTracks: () => map()?.drawn() ?? {},
    tokenPoint: (/** @type {string} */ id) => map()?.pointOf(id) ?? null,
    area: () => map()?.area.drawn() ?? null,
  },
});

const app = () => /** @type {FracasApp | null} */ (document.querySelector("fracas-app"));
const map = () => /** @type {FracasTableMap | null} */ (document.querySelector("fracas-table-map"))?.map;
