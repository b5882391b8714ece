// @ts-check
import { css, html, nothing } from "lit";
import { command } from "../../core/intents.js";
import { inOrder, isGm, mayAct, nameOf } from "../../core/view.js";
import { FracasElement } from "../../ui/base.js";
import { shared } from "../../ui/styles.js";
import { t } from "../../lang/lang.js";
import "../../ui/banner.js";
import "../../ui/gm-add.js";
import "../../ui/gm.js";
import "../../ui/log.js";
import "../../ui/palette.js";
import "../../ui/prompts.js";
import "../../ui/status.js";
import { refOf } from "./adapter.js";
import "./import.js";
import "./users.js";
import { NONE } from "./walls.js";

/** @import { Host } from "./host.js" */
/** @import { Token } from "../../types/port.js" */
/** @import { View } from "../../types/view.js" */

/** What the controlled token may do to the user's targets, what is asked, what happened; for game masters the table, too. */
class FracasPanel extends FracasElement {
  static properties = { host: { attribute: false }, tab: { state: true }, chosen: { state: true }, more: { state: true } };
  static styles = [shared, css`
    :host { display: flex; flex-direction: column; height: 100%; min-height: 0; background: var(--panel); }
    .top { padding: 8px 10px; border-bottom: 1px solid var(--line); }
    .tabs { display: flex; gap: 4px; }
    .body { flex: 1; min-height: 0; overflow-y: auto; padding: 10px; }
    fracas-prompts { flex: none; max-height: 60%; overflow-y: auto; padding: 0 10px; margin-top: 8px; }
    fracas-log { height: 100%; }
    .bad { border: 1px solid var(--bad); border-radius: var(--radius); padding: 8px 10px; }
  `];

  constructor() {
    super();
    /** @type {Host | null} */
    this.host = null;
    this.tab = "act";
    /** Whom this person acts for when none of their tokens is controlled. @type {string | null} */
    this.chosen = null;
    /** Targets without a token here. @type {string[]} */
    this.more = [];
    this.addEventListener("fracas-select", (event) => this.select(/** @type {CustomEvent} */ (event).detail.id));
    this.addEventListener("fracas-target", (event) => this.aim(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener("fracas-untarget", (event) => this.aim({ .../** @type {CustomEvent} */ (event).detail, off: true, add: true }));
    this.addEventListener("fracas-area", (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      this.host?.overlay.encircle(detail.around ? detail : null);
    });
    this.addEventListener("fracas-toast", (event) => this.host?.foundry.notify(/** @type {CustomEvent} */ (event).detail.message));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.host?.overlay.encircle(null);
  }

  get actor() {
    const { host } = this;
    const held = host?.actor() ?? null;
    if (held !== null) return held;
    const view = host?.view ?? null;
    if (mayAct(view, this.chosen)) return this.chosen;
    return isGm(view) ? null : (view?.you.owns?.find((id) => mayAct(view, id)) ?? null);
  }

  get targets() {
    const { host } = this;
    const tokens = (host?.foundry.targets() ?? []).flatMap((token) => host?.combatantOf(token.document) ?? []);
    return [...new Set([...tokens, ...this.more.filter((id) => host?.view?.combatants[id])])];
  }

  /** @param {string} id */
  select(id) {
    this.chosen = id;
    this.host?.tokenOf(id)?.control({ releaseOthers: true });
    this.requestUpdate();
  }

  /** Foundry's own targets, where there is a token. @param {{ id: string, add?: boolean, off?: boolean }} choice */
  aim({ id, add = false, off = false }) {
    const token = this.host?.tokenOf(id);
    const others = add ? this.more.filter((one) => one !== id) : [];
    this.more = token || off ? others : [...others, id];
    if (token) token.setTarget(!off, { releaseOthers: !add });
    else if (!add) for (const one of this.host?.foundry.targets() ?? []) one.setTarget(false, { releaseOthers: false });
    this.requestUpdate();
  }

  render() {
    const { host } = this;
    if (!host) return nothing;
    const { foundry, view, session } = host;
    const trouble = host.trouble();
    const gm = isGm(view);
    const tabs = [["act", "Panel.Act"], ["log", "Panel.Log"], ...(gm ? [["gm", "Panel.Gm"]] : [])];
    return html`<fracas-banner .view=${view} .table=${host.table}></fracas-banner>
      <div class="top stack tight">
        <div class="between"><fracas-status .state=${{ name: session?.state.name ?? "stopped", retryIn: session?.state.retryIn }}></fracas-status>
          ${view ? html`<span class="small dim" data-testid="you">${view.you.name}</span>` : nothing}</div>
        ${trouble ? html`<div class="bad small" data-testid="trouble" data-key=${trouble.key}><b>${trouble.what}</b><br>${trouble.todo}
          <div><button class="small" @click=${() => host.windows.show("Connection")}>${foundry.words("Connection.Open")}</button></div></div>` : nothing}
        ${view ? html`<div class="between"><div class="tabs" role="group">${tabs.map(([id, label]) => html`<button class="small" data-testid=${`panel-${id}`} aria-pressed=${this.tab === id} @click=${() => (this.tab = id)}>${foundry.words(label)}</button>`)}</div>
          <button class="quiet small" data-testid="panel-dock" aria-pressed=${foundry.setting("docked")} @click=${() => host.windows.toggleDock()}>${foundry.words("Panel.Dock")}</button></div>
          <p class="small" role="status" data-testid="panel-turn">${whoseTurn(view)}</p>` : nothing}
      </div>
      ${view ? html`<fracas-prompts .view=${view} .table=${host.table}></fracas-prompts><div class="body">${this.body(host)}</div>` : nothing}`;
  }

  /** @param {Host} host */
  body(host) {
    const { view, table, foundry } = host;
    if (this.tab === "log") return html`<fracas-log .entries=${host.entries}></fracas-log>`;
    if (this.tab === "gm" && isGm(view)) {
      return html`${foundry.maySet() ? html`<details class="people" data-testid="people"><summary>${foundry.words("Users.Title")}</summary><fracas-users .host=${host} .view=${view}></fracas-users></details>${this.cover(host)}` : nothing}
        <fracas-gm .view=${view} .table=${table} .selected=${this.actor} .targets=${this.targets} .joinUrl=${(/** @type {string} */ code) => host.joinUrl(code)}></fracas-gm>`;
    }
    const token = host.foundry.controlled();
    if (isGm(view) && token && host.combatantOf(token.document) === null) return this.link(host, token);
    return html`${isGm(view) && token ? this.unlink(host, token) : nothing}
      <fracas-palette .view=${view} .table=${table} .actor=${this.actor} .targets=${this.targets} .square=${host.square}></fracas-palette>`;
  }

  /** Which cover the scene's walls give, where the game knows any. @param {Host} host */
  cover({ foundry, walls }) {
    if (walls.covers.length === 0) return nothing;
    return html`<label class="field">${foundry.words("Panel.Cover")}
      <select data-testid="cover" @change=${(/** @type {Event} */ event) => foundry.set("cover", /** @type {HTMLSelectElement} */ (event.target).value)}>
        ${[{ id: NONE, label: foundry.words("Panel.NoCover") }, ...walls.covers].map(({ id, label }) => html`<option value=${id} .selected=${id === (walls.cover ?? NONE)}>${label}</option>`)}</select></label>`;
  }

  /** A token that is nobody at the table yet. @param {Host} host @param {Token} token */
  link(host, token) {
    const { foundry, schemas: { now: schemas }, view, table } = host;
    const { document } = token;
    const free = inOrder(view).filter(([, one]) => !one.ref);
    const given = { ref: refOf(document), name: document.name.slice(0, 80), ...foundry.squareOf(document), hidden: document.hidden };
    return html`<div class="stack" data-testid="link">
      <p>${foundry.words("Link.Nobody", { name: document.name })}</p>
      ${free.length ? html`<form class="row" @submit=${(/** @type {SubmitEvent} */ event) => this.join(event, host, token)}>
        <label class="field grow">${foundry.words("Link.Is")}<select name="id" data-testid="link-pick">${free.map(([id, one]) => html`<option value=${id}>${one.name}</option>`)}</select></label>
        <button class="primary" data-testid="link-go">${foundry.words("Link.Go")}</button></form>` : nothing}
      ${document.actor ? html`<h3>${foundry.words("Import.Title")}</h3>
        <fracas-import .host=${host} .token=${document} .schema=${schemas?.sheet ?? null} .view=${view}></fracas-import>` : nothing}
      <h3>${foundry.words("Link.New")}</h3>
      <fracas-gm-add .view=${view} .table=${table} .schemas=${schemas} .given=${given}></fracas-gm-add></div>`;
  }

  /** @param {SubmitEvent} event @param {Host} host @param {Token} token */
  async join(event, host, token) {
    event.preventDefault();
    const id = String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("id"));
    await host.table.do(command("set_ref", { id, ref: refOf(token.document) }));
  }

  /** @param {Host} host @param {Token} token */
  unlink(host, token) {
    const id = /** @type {string} */ (host.combatantOf(token.document));
    return html`<div class="between small dim"><span>${host.foundry.words("Link.StandsFor", { token: token.document.name, name: nameOf(host.view, id) })}</span>
      <button class="quiet small" data-testid="unlink" @click=${() => host.table.do({ do: "set_ref", id, ref: "" })}>${host.foundry.words("Link.Undo")}</button></div>`;
  }
}

/** The clock in words, also for those who do not see the tracker. @param {View} view */
function whoseTurn({ encounter, combatants }) {
  if (!encounter) return nothing;
  const names = encounter.up.flatMap((id) => combatants[id]?.name ?? []).join(", ");
  return [encounter.round_label ?? t("turns.round", { n: encounter.round }), encounter.phase_label ?? encounter.phase, ...(names ? [t("turns.is", { names })] : [])].join(" · ");
}

customElements.define("fracas-panel", FracasPanel);
