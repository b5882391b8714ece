// @ts-check
// One tab's seat at the table that this page's server keeps.

import { jsonCodec, msgpackCodec } from "../../core/codec.js";
import { Session as SeatSession } from "../../core/session.js";
import * as seats from "./seats.js";

export class Session extends SeatSession {
  /** @param {string} token @param {{ changed: () => void, toast: (message: string) => void }} events */
  constructor(token, events) {
    const asJson = new URLSearchParams(location.search).get("wire") === "json"; // for people who read the wire
    const url = new URL("fracas", document.baseURI).href.replace(/^http/u, "ws");
    super({ url, token, client: "table page", codec: asJson ? jsonCodec() : msgpackCodec(), Socket: WebSocket }, { ...events, seated: remember });
  }
}

/** @param {any} welcome @param {string} token */
function remember(welcome, token) {
  seats.activate(token);
  seats.remember({ table: welcome.table, title: welcome.view.table?.title ?? "Lobby", seat: welcome.seat.id, name: welcome.seat.name, role: welcome.seat.role, token });
}
