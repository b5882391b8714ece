// @ts-check
// One seat's connection: says hello, resumes where it stopped, and sends again what was never answered.
// No DOM, no host: the socket, the clock and chance are given.

import { VERSION } from "./codec.js";
import { newId } from "./intents.js";

/** @import { Codec } from "./codec.js" */
/** @import { Command } from "../types/view.js" */

/** The server's plain "no" to one command or query. */
export class Refusal extends Error {
  /** @param {{ code: string, message: string, path?: string | null }} answer */
  constructor({ code, message, path }) {
    super(message.replace(/:? `params\.\w+`/gu, "")); // a name of the wire, for those who read it
    this.code = code;
    this.path = path ?? null;
  }
}

/**
 * `open` is the only state in which the table answers; `waiting` carries `retryIn` (milliseconds) and `stopped` a `reason` in plain words with the close `code`.
 * For whoever looks for the cause: `opened` says whether the socket had opened, `bye` is the server's goodbye, `error` the name of
 * what the browser threw, `failed` that an attempt before this one went wrong.
 * @typedef {{ name: "connecting" | "open" | "waiting" | "stopped", reason?: string, retryIn?: number, code?: number, opened?: boolean,
 *   bye?: { code: string, message: string, ours: number | null, yours: number | null }, error?: string, failed?: boolean }} LinkState
 *
 * @typedef {object} LinkOptions
 * @property {string} url
 * @property {string} token                 the seat's secret
 * @property {string | null} [cursor]       where to resume the log
 * @property {string} [client]              what this front end calls itself
 * @property {Codec} codec
 * @property {new (url: string, protocols: string[]) => any} Socket
 * @property {(state: LinkState) => void} onState
 * @property {(welcome: any) => void} onWelcome
 * @property {(update: any) => void} onUpdate
 * @property {() => number} [random]        0 up to 1
 * @property {number} [pingEvery]           milliseconds; silence for twice as long counts as a lost connection (8000)
 */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

/** Close codes after which a new connection would end the same way, in words. */
const FINAL = new Map([
  [4400, "This page and the server speak different versions. Reload the page; if that does not help, the server needs an update."],
  [4401, "This seat's link is not valid any more. Ask the game master for a new one."],
  [4402, "The server did not understand this page. Reload it; if that does not help, please report it."],
]);

export class Link {
  /** @param {LinkOptions} options */
  constructor(options) {
    this.options = options;
    this.token = options.token;
    this.cursor = options.cursor ?? null;
    /** @type {LinkState} */
    this.state = { name: "stopped" };
    /** @type {Map<string, { message: any, resolve: (answer: any) => void, reject: (error: Error) => void }>} */
    this.pending = new Map();
    this.attempt = 0;
    /** @type {any} */
    this.socket = null;
    /** @type {any} */
    this.bye = null;
    this.opened = false;
    this.heardAt = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.heart = undefined;
  }

  /** Connect, and stay connected until `stop` or until the server says that there is no point. */
  start() {
    clearTimeout(this.retry);
    this.bye = null;
    this.opened = false;
    this.#enter(this.attempt > 0 ? { name: "connecting", failed: true } : { name: "connecting" });
    const { url, codec, Socket } = this.options;
    let socket;
    try {
      socket = new Socket(url, [codec.name]);
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      this.#enter({ name: "stopped", reason: `The browser does not allow a connection to ${url}: ${message}`, error: name });
      return;
    }
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.opened = true;
      const { client = "" } = this.options;
      this.#send({ type: "hello", token: this.token, cursor: this.cursor, version: VERSION, client });
    };
    socket.onmessage = (/** @type {{ data: any }} */ event) => {
      if (socket !== this.socket) return;
      let message;
      try {
        message = codec.decode(event.data);
      } catch {
        this.#lost(socket, 1002);
        return;
      }
      this.#hear(message);
    };
    socket.onclose = (/** @type {{ code: number }} */ event) => this.#lost(socket, event.code);
  }

  /** Leave for good. Whatever is unanswered is given up. */
  stop(reason = "You left the table.") {
    clearTimeout(this.retry);
    this.#drop();
    this.#giveUp(reason);
    this.#enter({ name: "stopped", reason });
  }

  /** Try again at once, where a lost connection would be tried again later. */
  hurry() {
    if (this.state.name !== "waiting") return;
    this.attempt = 0;
    this.start();
  }

  /** The device says that its network is gone: do not wait for silence to tell. */
  cut() {
    if (this.socket) this.#lost(this.socket, 1006);
  }

  /** The device slept or changed its network: a connection that does not answer soon is lost. @param {number} [patience] milliseconds */
  probe(patience = 4000) {
    if (this.state.name !== "open") {
      this.hurry();
      return;
    }
    const { socket } = this;
    const asked = Date.now();
    this.#send({ type: "ping", id: newId() });
    setTimeout(() => this.heardAt < asked && this.#lost(socket, 1006), patience);
  }

  /**
   * Ask the table to do something. Sent again after a lost connection until it is answered: an id has one effect.
   * @param {Command} command @param {string} [id]
   * @returns {Promise<{ resolution: string | null, result?: any }>} rejects with `Refusal`
   */
  do(command, id = newId()) {
    return this.#request({ type: "do", id, command });
  }

  /**
   * @param {string} what @param {Record<string, unknown>} [params]
   * @returns {Promise<any>} the data; rejects with `Refusal`
   */
  query(what, params) {
    return this.#request({ type: "query", id: newId(), what, params }).then((reply) => reply.data);
  }

  /** @param {any} message @returns {Promise<any>} */
  #request(message) {
    if (this.state.name === "stopped") return Promise.reject(new Refusal({ code: "offline", message: this.state.reason ?? "Not connected." }));
    return new Promise((resolve, reject) => {
      this.pending.set(message.id, { message, resolve, reject });
      if (this.state.name === "open") this.#send(message);
    });
  }

  /** @param {any} message */
  #send(message) {
    this.socket.send(this.options.codec.encode(message));
  }

  /** @param {any} message */
  #hear(message) {
    this.heardAt = Date.now();
    switch (message.type) {
      case "welcome": {
        const unanswered = [...this.pending.values()]; // before anybody is told: what they then ask is sent at once
        this.attempt = 0;
        this.token = message.token ?? this.token;
        this.cursor = message.cursor;
        this.#enter({ name: "open" });
        this.options.onWelcome(message);
        for (const { message: again } of unanswered) this.#send(again);
        this.#beat();
        break;
      }
      case "update":
        this.cursor = message.cursor;
        this.options.onUpdate(message);
        break;
      case "done":
      case "reply":
        this.#settle(message.id)?.resolve(message);
        break;
      case "refused":
        this.#settle(message.id)?.reject(new Refusal(message));
        break;
      case "bye":
        this.bye = message;
    }
  }

  /** @param {string} id */
  #settle(id) {
    const waiting = this.pending.get(id);
    this.pending.delete(id);
    return waiting;
  }

  #beat() {
    const { pingEvery = 8000 } = this.options;
    clearInterval(this.heart);
    this.heart = setInterval(() => {
      if (Date.now() - this.heardAt > 2 * pingEvery) this.#lost(this.socket, 1006);
      else this.#send({ type: "ping", id: newId() });
    }, pingEvery);
  }

  /** @param {any} socket @param {number} code the close code */
  #lost(socket, code) {
    if (socket !== this.socket) return;
    this.#drop();
    const { bye, opened } = this;
    const final = FINAL.get(code);
    if (final) {
      const reason = bye ? `${final} (${bye.message})` : final;
      this.#giveUp(reason);
      this.#enter({ name: "stopped", reason, code, ...(bye ? { bye } : {}) });
      return;
    }
    const { random = Math.random } = this.options;
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.attempt++);
    const retryIn = Math.round(longest * (0.5 + random() / 2));
    this.retry = setTimeout(() => this.start(), retryIn);
    this.#enter({ name: "waiting", retryIn, reason: bye?.message, opened });
  }

  #drop() {
    clearInterval(this.heart);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /** @param {string} message */
  #giveUp(message) {
    for (const { reject } of this.pending.values()) reject(new Refusal({ code: "offline", message }));
    this.pending.clear();
  }

  /** @param {LinkState} state */
  #enter(state) {
    this.state = state;
    this.options.onState(state);
  }
}
