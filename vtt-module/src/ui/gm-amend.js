// @ts-check
import { css, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { command } from "../core/intents.js";
import { nameOf } from "../core/view.js";
import { t } from "../lang/lang.js";
import { FracasElement } from "./base.js";
import { reading, words } from "./schema.js";
import { shared } from "./styles.js";

/** @import { Ask, ReplyCard } from "../types/view.js" */

/** The dice and answers of the open action, or of the last one, each to be changed by the game master. */
export class FracasGmAmend extends FracasElement {
  static styles = [
    shared,
    css`
      form { border-top: 1px solid var(--line); padding: 7px 0; }
      form:first-of-type { border-top: 0; }
      .what { flex-basis: 100%; display: flex; gap: 6px; flex-wrap: wrap; align-items: center; }
      input[type="number"] { width: 4.6em; }
    `,
  ];

  constructor() {
    super();
    /** What was asked here, so that an answer can be chosen by its words. @type {Map<string, Ask>} */
    this.asked = new Map();
    /** The replies that were shown last, and of how many actions there were some: what is typed for one action's is no other's. @type {ReplyCard[]} */
    this.shown = [];
    this.action = 0;
  }

  willUpdate() {
    const replies = this.view?.replies ?? [];
    if (!sameAction(this.shown, replies)) this.action++;
    this.shown = replies;
    for (const ask of Object.values(this.view?.asks ?? {})) this.asked.set(`${ask.who}/${ask.key}`, ask);
  }

  render() {
    const { view } = this;
    const replies = view?.replies ?? [];
    if (!view || replies.length === 0) return html`<p class="empty">${t("amend.none")}</p>`;
    /** @type {Record<string, number>} */
    const before = {};
    return html`<div data-testid="amend"><p class="small dim">${t("amend.help")}</p>
      ${repeat(replies.map((one) => {
        const place = `${one.who}/${one.key}`;
        return { ...one, place, nth: (before[place] = (before[place] ?? -1) + 1) };
      }), ({ place, nth }) => `${this.action}/${place}/${nth}`, ({ who, key, faces, pick, origin, place, nth }) => html`<form class="row" data-testid="reply" data-who=${who} data-key=${key} data-nth=${nth} @submit=${(/** @type {SubmitEvent} */ event) => this.amend(event, { who, key, nth })}>
          <span class="what"><b>${who === "gm" ? t("gm") : nameOf(view, who)}</b> ${words(key.replaceAll(".", " "))} ${origin ? html`<span class="tag note">${marked(origin)}</span>` : nothing}</span>
          ${faces ? this.faces(faces) : this.pick(place, pick)}
          <button class="small" data-testid="amend-go">${t("amend.go")}</button></form>`)}</div>`;
  }

  /** @param {number[]} faces */
  faces(faces) {
    return html`<fieldset class="row" aria-label=${t("amend.faces")}>${faces.map((face, at) => html`<label class="field">${t("amend.face", { at: at + 1 })}
        <input type="number" name="face" data-field="faces" min="1" required .value=${String(face)}></label>`)}</fieldset>
      <label class="field">${t("amend.value")}<input type="number" name="value" placeholder="–"></label>`;
  }

  /** @param {string} place @param {unknown} pick */
  pick(place, pick) {
    const options = this.asked.get(place)?.options ?? [];
    const named = options.some(({ id }) => id === pick);
    return html`<label class="field grow">${t("amend.pick")}${named
      ? html`<select name="pick">${options.map(({ id, label, note }) => html`<option value=${id} .selected=${id === pick}>${label}${note ? ` (${note})` : ""}</option>`)}</select>`
      : html`<input name="pick" required .value=${typeof pick === "string" ? pick : JSON.stringify(pick)}>`}</label>`;
  }

  /** @param {SubmitEvent} event @param {{ who: string, key: string, nth: number }} which */
  amend(event, which) {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const value = String(data.get("value") ?? "");
    const text = data.get("pick");
    // An answer that is a word stays a word, though it may look like a number of JSON.
    const named = this.asked.get(`${which.who}/${which.key}`)?.options?.some(({ id }) => id === text);
    const change = text !== null ? { pick: named ? text : reading(String(text)) } : value ? { value: Number(value) } : { faces: data.getAll("face").map(Number) };
    return this.do({ do: "amend", ...which, ...change });
  }
}

/**
 * Are these replies of the action that those were of? One that was changed says so by its origin; what comes after it may be rolled anew.
 * @param {ReplyCard[]} before @param {ReplyCard[]} now
 */
function sameAction(before, now) {
  const other = before.findIndex((one, at) => JSON.stringify({ ...one, origin: "" }) !== JSON.stringify({ ...now[at], origin: "" }));
  return other < 0 || (now[other] !== undefined && now[other].origin !== undefined);
}

/** How a reply came to be. @param {string} origin */
function marked(origin) {
  if (origin === "kept") return t("amend.kept");
  if (origin === "amended") return t("amend.amended");
  if (origin === "hand") return t("amend.hand");
  return origin;
}

customElements.define("fracas-gm-amend", FracasGmAmend);
