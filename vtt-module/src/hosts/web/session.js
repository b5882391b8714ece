// @ts-check
// One tab's seat: the link, what it mirrors, and the remembered token.

import { jsonCodec, msgpackCodec } from "../../core/codec.js";
import { Link, Refusal } from "../../core/link.js";
import { EMPTY, updated, welcomed } from "../../core/mirror.js";
import * as seats from "./seats.js";

/** @import { LinkState } from "../../core/link.js" */
/** @import { Mirror } from "../../core/mirror.js" */
/** @import { Command } from "../../types/view.js" */

export class Session {
  /** @param {string} token @param {{ changed: () => void, toast: (message: string) => void }} events */
  constructor(token, events) {
    this.events = events;
    /** @type {Mirror} */
    this.mirror = EMPTY;
    /** @type {LinkState} */
    this.state = { name: "connecting" };
    const asJson = new URLSearchParams(location.search).get("wire") === "json"; // for people who read the wire
    this.link = new Link({
      url: new URL("fracas", document.baseURI).href.replace(/^http/u, "ws"),
      token,
      client: "table page",
      codec: asJson ? jsonCodec() : msgpackCodec(),
      Socket: WebSocket,
      onState: (state) => this.#enter(state),
      onWelcome: (welcome) => this.#welcome(welcome),
      onUpdate: (update) => this.#set(updated(this.mirror, update)),
    });
  }

  start() {
    this.link.start();
  }

  /** @param {LinkState} state */
  #enter(state) {
    this.state = state;
    this.events.changed();
  }

  /** @param {Mirror} mirror */
  #set(mirror) {
    this.mirror = mirror;
    this.events.changed();
  }

  /** @param {any} welcome */
  #welcome(welcome) {
    const { token } = this.link;
    seats.activate(token);
    seats.remember({ table: welcome.table, title: welcome.view.table?.title ?? "Lobby", seat: welcome.seat.id, name: welcome.seat.name, role: welcome.seat.role, token });
    this.#set(welcomed(this.mirror, welcome));
  }

  /** @param {Command} command */
  async do(command) {
    try {
      return await this.link.do(command);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.events.toast(error.path ? `${error.message} (${error.path})` : error.message);
      return null;
    }
  }

  /** @param {string} what @param {Record<string, unknown>} [params] */
  query(what, params = {}) {
    return this.link.query(what, params);
  }

  stop() {
    this.link.stop();
  }
}
