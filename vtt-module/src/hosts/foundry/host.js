// @ts-check
// This client's seat at the table, and everything in Foundry that follows it.

import { msgpackCodec } from "../../core/codec.js";
import { diagnose } from "../../core/doctor.js";
import { Schemas } from "../../core/schemas.js";
import { Session } from "../../core/session.js";
import { isGm, mayAct } from "../../core/view.js";
import de from "../../lang/de.js";
import { speak } from "../../lang/lang.js";
import { refOf } from "./adapter.js";
import { Chat } from "./chat.js";
import { Moves } from "./moves.js";
import { Overlay } from "./overlay.js";
import { keepCode, seatOf } from "./settings.js";
import { Tabs } from "./tabs.js";
import { Tracker } from "./tracker.js";
import { Walls } from "./walls.js";
import { Windows } from "./windows.js";
import { Writer } from "./writer.js";

/** @import { Foundry } from "./adapter.js" */
/** @import { Token, TokenDocument } from "../../types/port.js" */
/** @import { Combatant, View } from "../../types/view.js" */

/** Milliseconds: how long to wait for the news of a command that was taken, and how often to look. */
const NEWS = 500;
const BEAT = 20;

/** Only some browsers ask, and not all call it so. @returns {Promise<string | undefined>} */
async function localAccess() {
  try {
    return (await navigator.permissions.query({ name: /** @type {any} */ ("local-network-access") })).state;
  } catch {
    return undefined;
  }
}

export class Host {
  /** @param {Foundry} foundry */
  constructor(foundry) {
    this.foundry = foundry;
    /** @type {Session | null} */
    this.session = null;
    /** @type {boolean | undefined} whether plain http reaches a server whose socket did not open */
    this.reachable = undefined;
    /** @type {string | undefined} whether the browser lets this page reach the local network */
    this.permission = undefined;
    /** @type {View | null} the view that was followed last */
    this.followed = null;
    /** Combatants by reference. @type {{ of: View["combatants"] | null, ids: Map<string, string> }} */
    this.index = { of: null, ids: new Map() };
    /** References of those who are being brought in with wounds that the table has not heard of yet. @type {Set<string>} */
    this.arriving = new Set();
    this.overlay = new Overlay(this);
    this.chat = new Chat(this);
    this.moves = new Moves(this);
    this.tracker = new Tracker(this);
    this.walls = new Walls(this);
    this.writer = new Writer(this);
    this.windows = new Windows(this);
    /** The square of the scene that was clicked last. @type {{ x: number, y: number } | null} */
    this.square = null;
    /** How elements reach the table. */
    this.table = {
      do: (/** @type {any} */ command) => this.session?.do(command) ?? Promise.resolve(null),
      query: (/** @type {string} */ what, /** @type {any} */ params) => this.session?.query(what, params) ?? Promise.reject(new Error(this.foundry.words("NotConnected"))),
    };
    /** What game masters may add and set at this table. */
    this.schemas = new Schemas(() => this.table.query("schemas", {}), () => (this.walls.soon(), this.windows.refresh()));
  }

  /** @returns {View | null} */
  get view() {
    const view = this.session?.mirror.view ?? null;
    return view && "lobby" in view ? null : view;
  }

  get entries() {
    return this.session?.mirror.entries ?? [];
  }

  /** May this client write what the table says into Foundry's documents? Asked anew before each write. */
  mayWrite() {
    return this.foundry.isWriter() && this.tabs?.leads === true && isGm(this.view) && this.session?.state.name === "open";
  }

  // -- the connection --------------------------------------------------------------------------------------------------------

  start() {
    this.tabs = new Tabs(this.foundry.person, () => this.writer.sync());
    this.tabs.start();
    if (this.foundry.language.startsWith("de")) speak("de", de);
    this.windows.start();
    this.foundry.onSquare((square) => {
      this.square = square;
      this.windows.refresh();
    });
    this.connect();
  }

  /** Sit down with what the settings say, or with nothing. Called again whenever they change. */
  connect() {
    const { url, token } = seatOf(this.foundry);
    const { session } = this;
    if (session && session.url === url && session.link.token === token && session.state.name !== "stopped") return;
    this.session = null;
    this.reachable = undefined;
    session?.stop();
    if (url && token) {
      /** @type {Session} */
      const next = new Session(
        { url, token, client: `Foundry module ${this.foundry.version}`, codec: msgpackCodec(), Socket: WebSocket },
        {
          changed: () => this.session === next && this.follow(),
          toast: (message) => this.foundry.notify(message),
          seated: (_, kept) => this.session === next && void keepCode(this.foundry, kept),
        },
      );
      this.session = next;
      next.start();
    }
    this.follow();
  }

  /** The answer to a command comes just before the news of what it changed: wait for that, but not long. @param {(view: View | null) => boolean} come */
  async news(come) {
    for (let wait = 0; wait < NEWS && !come(this.view); wait += BEAT) await new Promise((resolve) => setTimeout(resolve, BEAT));
  }

  /** Everything that hangs on the session looks at it again. */
  follow() {
    const { view, followed } = this;
    if (this.session?.state.opened === false) void this.#probe();
    if (isGm(view)) this.schemas.follow(view);
    this.windows.refresh();
    if (view !== followed) {
      this.followed = view;
      this.overlay.refresh();
      if (view && followed) this.overlay.tell(followed, view);
      if (view) this.moves.followed(followed, view);
      this.foundry.port.ui.combat.render();
    }
    this.chat.refresh();
    this.writer.sync();
  }

  /** A refused handshake looks like no server at all: only asking in plain http tells them apart. */
  async #probe() {
    const { session } = this;
    if (!session) return;
    try {
      await fetch(session.url.replace(/^ws/u, "http").replace(/fracas$/u, "healthz"), { mode: "no-cors", cache: "no-store" });
      this.reachable = true;
    } catch {
      this.reachable = false;
      this.permission = await localAccess();
    }
    if (this.session === session) this.windows.refresh();
  }

  /** What is wrong with the connection, and what to do, in words; null when nothing is. @returns {{ key: string, what: string, todo: string } | null} */
  trouble() {
    const { url, token } = seatOf(this.foundry);
    const { key, data } = diagnose(this.session?.state ?? null, { page: location.origin, url, token, reachable: this.reachable, permission: this.permission });
    if (key === "none") return null;
    const gm = this.foundry.whoAmI().gm ? "GM" : "";
    const todo = this.foundry.words(`Trouble.${key}.Todo${key === "no-address" || key === "no-code" ? gm : ""}`, data);
    return { key, what: this.foundry.words(`Trouble.${key}.What`, data), todo };
  }

  // -- tokens and combatants -------------------------------------------------------------------------------------------------

  /** @param {TokenDocument | null | undefined} token @returns {string | null} the combatant that it stands for */
  combatantOf(token) {
    const { view } = this;
    if (!token || !view) return null;
    if (this.index.of !== view.combatants) {
      this.index = { of: view.combatants, ids: new Map(Object.entries(view.combatants).flatMap(([id, one]) => (one.ref ? [[one.ref, id]] : []))) };
    }
    return this.index.ids.get(refOf(token)) ?? null;
  }

  /** @param {string} id @returns {Token | null} its token, if one is drawn here */
  tokenOf(id) {
    return this.foundry.drawn().find((token) => this.combatantOf(token.document) === id) ?? null;
  }

  /** Its token in the scene of the fight, drawn or not. @param {Combatant} combatant @returns {TokenDocument | null} */
  standsFor(combatant) {
    return this.foundry.scene?.tokens.find((token) => refOf(token) === combatant.ref) ?? null;
  }

  /** The link that opens a seat on the server's own page; in Foundry it is pasted as the join code. @param {string} code */
  joinUrl(code) {
    return `${(this.session?.url ?? "").replace(/^ws/u, "http").replace(/fracas$/u, "")}#join=${code}`;
  }

  /** Seats at this table by user. @returns {Record<string, string>} */
  seats() {
    return this.foundry.setting("seats")[this.view?.table.id ?? ""] ?? {};
  }

  /** @param {string} user @param {string} seat */
  keepSeat(user, seat) {
    return this.foundry.set("seats", { ...this.foundry.setting("seats"), [this.view?.table.id ?? ""]: { ...this.seats(), [user]: seat } });
  }

  /** How the game master set up the reading of this system's actors. @returns {import("./mappers/generic.js").Row[]} */
  mapperRows() {
    return this.foundry.setting("mappers")[this.#pair] ?? [];
  }

  /** @param {import("./mappers/generic.js").Row[]} rows */
  keepMapperRows(rows) {
    return this.foundry.set("mappers", { ...this.foundry.setting("mappers"), [this.#pair]: rows });
  }

  get #pair() {
    return `${this.foundry.system} ${this.view?.table.system ?? ""}`;
  }

  /** Whom the controlled token stands for, if this seat may act for it. */
  actor() {
    const id = this.combatantOf(this.foundry.controlled()?.document);
    return mayAct(this.view, id) ? id : null;
  }
}
