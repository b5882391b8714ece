// @ts-check
import { css, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { inOrder, nameOf } from "../core/view.js";
import { t } from "../lang/lang.js";
import { FracasLinks, linkStyle } from "./links.js";
import { roleName } from "./roles.js";
import { shared } from "./styles.js";

/** @import { Seat } from "../types/view.js" */

/** Who sits at the table: join links, roles, and which combatants are whose. */
export class FracasGmSeats extends FracasLinks {
  static properties = { joinUrl: { attribute: false } };
  static styles = [
    shared,
    linkStyle,
    css`
      li { border: 1px solid var(--line); border-radius: var(--radius); padding: 8px 10px; }
      li + li { margin-top: 6px; }
      li.gone { opacity: 0.65; }
      form { border-top: 1px solid var(--line); padding-top: 10px; }
    `,
  ];

  constructor() {
    super();
    /** Makes the link that opens a seat. @type {(token: string) => string} */
    this.joinUrl = (token) => token;
  }

  render() {
    const seats = Object.entries(this.view?.seats ?? {});
    return html`<div class="stack">
      <ul data-testid="seats">${repeat(seats, ([id]) => id, ([id, seat]) => this.seat(id, seat))}</ul>
      <form class="stack tight" data-testid="seat-add" @submit=${this.add}>
        <h3>${t("seats.new")}</h3>
        <div class="row"><label class="field grow">${t("name")}<input name="name" required placeholder=${t("seats.who")}></label>
          <label class="field">${t("seats.role")}<select name="role">${["player", "observer", "gm"].map((role) => html`<option value=${role}>${roleName(role)}</option>`)}</select></label></div>
        ${this.owns([])}
        <div><button class="primary" data-testid="seat-add-go">${t("seats.make")}</button></div>
      </form>
      <div><button data-testid="seat-watch" @click=${() => this.link({ do: "seat_add", name: t("seats.watchers"), role: "observer" })}>${t("seats.watch")}</button>
        <p class="small dim">${t("seats.watch.help")}</p></div></div>`;
  }

  /** @param {string[]} owned */
  owns(owned) {
    return html`<fieldset><legend class="small dim">${t("seats.plays")}</legend><div class="row">
      ${repeat(inOrder(this.view), ([id]) => id, ([id, one]) => html`<label class="check"><input type="checkbox" name="owns" value=${id} .checked=${owned.includes(id)}> ${one.name}</label>`)}</div></fieldset>`;
  }

  /** @param {string} id @param {Seat} seat */
  seat(id, { name, role, owns = [], online, revoked }) {
    const link = this.links[id];
    return html`<li class=${revoked ? "gone" : ""} data-testid="seat" data-id=${id}>
      <div class="between"><b>${name}</b><span class="row">
        <span class="small dim">${roleName(role)}</span>
        ${revoked ? html`<span class="tag bad">${t("seats.revoked")}</span>` : html`<span class="tag ${online ? "good" : ""}">${online ? t("seats.here") : t("seats.away")}</span>`}</span></div>
      ${revoked ? nothing : html`
        ${role === "player" ? html`<details class="small"><summary class="dim">${t("seats.plays.who", { names: owns.map((one) => nameOf(this.view, one)).join(", ") || t("seats.nobody") })}</summary>
          <form @submit=${(/** @type {SubmitEvent} */ event) => { event.preventDefault(); this.do({ do: "seat_change", seat: id, owns: checked(event) }); }}>
            ${this.owns(owns)}<button class="small">${t("save")}</button></form></details>` : nothing}
        ${link ? html`${this.linkRow(id, this.joinUrl(link), t("seats.link", { name }), "join-link")}
          <p class="small dim">${role === "observer" ? t("seats.watch.help") : t("seats.once")}</p>` : nothing}
        <div class="row">
          <button class="quiet small" data-testid="seat-link" title=${t("seats.again.help")} @click=${() => this.link({ do: "seat_link", seat: id })}>${t("seats.again")}</button>
          ${id === this.view?.you.seat ? nothing : html`<button class="quiet small danger" data-testid="seat-revoke" @click=${() => this.do({ do: "seat_revoke", seat: id })}>${t("seats.revoke")}</button>`}
        </div>`}
    </li>`;
  }

  /** @param {SubmitEvent} event */
  async add(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const data = new FormData(form);
    const owns = checked(event);
    if (await this.link({ do: "seat_add", name: data.get("name"), role: data.get("role"), owns })) form.reset();
  }

  /** @param {import("../types/view.js").Command} command */
  async link(command) {
    const answer = await this.do(command);
    if (answer) this.links = { ...this.links, [answer.result.seat]: answer.result.token };
    return answer !== null;
  }
}

/** @param {Event} event */
function checked(event) {
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  return new FormData(form).getAll("owns").map(String);
}

customElements.define("fracas-gm-seats", FracasGmSeats);
