// @ts-check
import { css, html, nothing } from "lit";
import { inOrder, nameOf } from "../../core/view.js";
import { t } from "../../lang/lang.js";
import { FracasLinks, linkStyle } from "../../ui/links.js";
import { shared } from "../../ui/styles.js";

/** @import { Host } from "./host.js" */
/** @import { User } from "../../types/port.js" */
/** @import { Seat } from "../../types/view.js" */

/**
 * The people of this world: whether they are in Foundry and at the table, and a join link for each. Which seat is whose the world
 * remembers; the links themselves are told once, here, and are in no document.
 */
export class FracasUsers extends FracasLinks {
  static properties = { host: { attribute: false, hasChanged: () => true } };
  static styles = [shared, linkStyle, css`
    li { border: 1px solid var(--line); border-radius: var(--radius); padding: 6px 10px; }
    li + li { margin-top: 6px; }
  `];

  constructor() {
    super();
    /** @type {Host | null} */
    this.host = null;
  }

  render() {
    const { host } = this;
    if (!host?.view) return nothing;
    return html`<ul data-testid="users">${host.foundry.users().map((user) => this.user(host, user))}</ul>`;
  }

  /** @param {Host} host @param {User} user */
  user(host, user) {
    const { foundry, view } = host;
    const id = user.id ?? "";
    const words = (/** @type {string} */ key, /** @type {any} */ data = undefined) => foundry.words(`Users.${key}`, data);
    const seat = seatOf(host, user);
    const card = view?.seats?.[seat ?? ""];
    const plays = owned(host, user);
    const short = card?.role === "player" && plays.some((one) => !card.owns.includes(one));
    const names = (/** @type {string[]} */ ids) => ids.map((one) => nameOf(view, one)).join(", ");
    const link = this.links[id];
    return html`<li data-testid="user" data-id=${id}>
      <div class="between"><b>${user.name}</b><span class="row">
        <span class="tag ${user.active ? "good" : ""}" data-testid="user-world">${words(user.active ? "InWorld" : "NotInWorld")}</span>
        <span class="tag ${card?.online ? "good" : ""}" data-testid="user-table">${words(!card ? "NoSeat" : card.online ? "AtTable" : "NotAtTable")}</span></span></div>
      ${card?.role === "player" ? html`<p class="small dim" data-testid="user-plays">${words("Plays", { names: names(card.owns) || "–" })}</p>` : nothing}
      ${link ? html`${this.linkRow(id, link, words("Link", { name: user.name }), "user-join")}<p class="small dim">${words("Once")}</p>` : nothing}
      <div class="row">
        ${seat === view?.you.seat ? nothing : html`<button class="quiet small" data-testid="user-link" title=${card ? t("seats.again.help") : ""} @click=${() => this.mint(host, user)}>${words(card ? "Again" : "Make")}</button>`}
        ${short && seat ? html`<button class="small" data-testid="user-owns" @click=${() => host.table.do({ do: "seat_change", seat, owns: [...new Set([...card.owns, ...plays])] })}>${words("Owns", { names: names(plays.filter((one) => !card.owns.includes(one))) })}</button>` : nothing}
      </div></li>`;
  }

  /** A seat for one who has none, with what they play; a new link for one who has. @param {Host} host @param {User} user */
  async mint(host, user) {
    const id = user.id ?? "";
    const seat = seatOf(host, user);
    const fresh = { do: "seat_add", name: user.name.slice(0, 80), role: user.isGM ? "gm" : "player", owns: user.isGM ? [] : owned(host, user) };
    const answer = await host.table.do(/** @type {any} */ (seat ? { do: "seat_link", seat } : fresh));
    if (!answer) return;
    this.links = { ...this.links, [id]: host.joinUrl(answer.result.token) };
    if (!seat) await host.keepSeat(id, answer.result.seat);
    this.requestUpdate();
  }
}

/** The seat that stands for somebody, unless it was revoked: the one the world remembers, or one of their name. @param {Host} host @param {User} user @returns {string | null} */
function seatOf(host, user) {
  const { view } = host;
  if (user.isSelf) return view?.you.seat ?? null;
  const open = Object.entries(view?.seats ?? {}).filter(([, { revoked }]) => !revoked);
  const kept = host.seats()[user.id ?? ""];
  const taken = new Set(Object.values(host.seats()));
  const found = open.find(([id]) => id === kept) ?? open.find(([id, seat]) => !taken.has(id) && id !== view?.you.seat && fits(seat, user));
  return found?.[0] ?? null;
}

/** @param {Seat} seat @param {User} user */
const fits = ({ name, role }, user) => name === user.name && (role === "gm") === user.isGM;

/** Combatants whose actors somebody owns in Foundry. @param {Host} host @param {User} user @returns {string[]} */
function owned(host, user) {
  if (user.isGM) return [];
  return inOrder(host.view).flatMap(([id, one]) => (one.ref && host.standsFor(one)?.actor?.testUserPermission(user, "OWNER") ? [id] : []));
}

customElements.define("fracas-users", FracasUsers);
