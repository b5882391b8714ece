// @ts-check
// The table's log in Foundry's chat. A message holds only what everybody was told, and each client puts its own seat's line in
// its place: so a game master reads the rolls, a player their own, and nothing secret is ever in a document.

import "../../ui/entry.js";
import { ID } from "./adapter.js";
import { throwDice } from "./dice.js";

/** @import { Host } from "./host.js" */
/** @import { ChatMessage } from "../../types/port.js" */
/** @import { Entry } from "../../types/view.js" */

/** As many lines as the server gives at once. */
const HISTORY = 500;

export class Chat {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    /** Where lines are shown, by entry: the log, a pop-out, a notification. @type {Map<string, Set<WeakRef<Element>>>} */
    this.places = new Map();
    /** @type {Map<string, Entry>} */
    this.known = new Map();
    /** The last of the mirror's entries that was looked at. @type {Entry | undefined} */
    this.latest = undefined;
  }

  // -- showing: every client ---------------------------------------------------------------------------------------------------

  /** Lines that came from the table go where a message waits for them. */
  refresh() {
    const { entries } = this.host;
    const from = this.latest ? entries.lastIndexOf(this.latest) + 1 : 0;
    const news = from > 0; // not what a newcomer is told of the past
    this.latest = entries[entries.length - 1];
    for (const entry of entries.slice(from)) {
      this.known.set(entry.id, entry);
      if (news) throwDice(this.host.foundry, entry);
      for (const place of this.places.get(entry.id) ?? []) fill(place.deref(), entry);
    }
  }

  /** A message of ours is being drawn. @param {ChatMessage} message @param {HTMLElement} html */
  rendered(message, html) {
    const id = /** @type {string | undefined} */ (message.getFlag(ID, "entry"));
    const place = html.querySelector(".fracas-line");
    if (!id || !place) return;
    const places = this.places.get(id) ?? new Set();
    this.places.set(id, places.add(new WeakRef(place)));
    fill(place, this.known.get(id));
  }

  // -- writing: the writer -----------------------------------------------------------------------------------------------------

  /** Post what has not been posted. The message's id is the entry's, so that two writers cannot post it twice. */
  async post() {
    const { host } = this;
    const { foundry, view } = host;
    const last = host.entries[host.entries.length - 1];
    if (!view || !last) return;
    const table = view.table.id;
    const mark = foundry.setting("posted");
    if (mark.table === table && mark.entry === last.id) return;
    if (mark.table === table) {
      for (const entry of await this.#since(mark.entry)) {
        if (!host.mayWrite()) return;
        if (wanted(entry) && !foundry.port.game.messages.get(entry.id)) await this.#create(entry);
      }
    }
    if (host.mayWrite() && foundry.maySet()) await foundry.set("posted", { table, entry: last.id });
  }

  /** The entries after one, also when that was long ago. @param {string} id @returns {Promise<Entry[]>} */
  async #since(id) {
    const { entries } = this.host;
    const at = entries.findIndex((entry) => entry.id === id);
    if (at >= 0) return entries.slice(at + 1);
    const { entries: older } = await this.host.table.query("history", { limit: HISTORY });
    return older.slice(older.findIndex((/** @type {Entry} */ entry) => entry.id === id) + 1);
  }

  /** @param {Entry} entry */
  #create(entry) {
    const { foundry } = this.host;
    const line = document.createElement("div"); // the browser escapes what the line says
    line.className = "fracas-line";
    line.textContent = entry.gm ? foundry.words("Chat.Secret") : (entry.told ?? entry.text);
    return foundry.port.CONFIG.ChatMessage.documentClass.create(
      { _id: entry.id, content: line.outerHTML, speaker: { alias: foundry.words("Title") }, whisper: entry.gm ? foundry.gmIds() : [], flags: { [ID]: { entry: entry.id } } },
      { keepId: true },
    );
  }
}

/** Who sits where is no part of the fight. @param {Entry} entry */
const wanted = (entry) => !entry.gm || entry.key !== "seat";

/** @param {Element | undefined} place @param {Entry | undefined} entry */
function fill(place, entry) {
  if (!place || !entry) return;
  // Made in the document that knows this module's elements: a log in a window of its own is another one.
  const line = Object.assign(document.createElement("fracas-entry"), { entry });
  place.replaceChildren(line);
}
