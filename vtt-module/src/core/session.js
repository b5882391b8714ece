// @ts-check
// One seat at one table: the link, what it mirrors, and commands whose refusals are told to the person.

import { Link, Refusal } from "./link.js";
import { EMPTY, updated, welcomed } from "./mirror.js";

/** @import { LinkOptions, LinkState } from "./link.js" */
/** @import { Mirror } from "./mirror.js" */
/** @import { Command } from "../types/view.js" */

/**
 * @typedef {object} SessionEvents
 * @property {() => void} changed                       the state or the mirror is another one
 * @property {(message: string) => void} toast          something the person must be told
 * @property {(welcome: any, token: string) => void} seated  with the token to keep
 */

export class Session {
  /** @param {Pick<LinkOptions, "url" | "token" | "client" | "codec" | "Socket">} where @param {SessionEvents} events */
  constructor(where, events) {
    this.events = events;
    this.url = where.url;
    /** @type {Mirror} */
    this.mirror = EMPTY;
    /** @type {LinkState} */
    this.state = { name: "connecting" };
    this.link = new Link({
      ...where,
      onState: (state) => this.#enter(state),
      onWelcome: (welcome) => {
        events.seated(welcome, this.link.token);
        this.#set(welcomed(this.mirror, welcome));
      },
      onUpdate: (update) => this.#set(updated(this.mirror, update)),
    });
  }

  start() {
    this.link.start();
  }

  stop() {
    this.link.stop();
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

  /**
   * The answer, or null when the table refused; the person is told why, unless nobody asked for it.
   * @param {Command} command @param {{ quiet?: boolean, told?: (refusal: Refusal) => boolean }} [how] `told`: has the person been told where the mistake is?
   */
  async do(command, { quiet = false, told } = {}) {
    try {
      return await this.link.do(command);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!quiet && !told?.(error)) this.events.toast(error.message);
      return null;
    }
  }

  /** @param {string} what @param {Record<string, unknown>} [params] */
  query(what, params = {}) {
    return this.link.query(what, params);
  }
}
