// @ts-check
// Bytes to messages and back, in the two encodings of the wire.

import { pack, unpack } from "./msgpack.js";

/** Protocol version this client speaks. */
export const VERSION = 1;

/**
 * One encoding: `name` is the WebSocket subprotocol.
 * `encode` drops fields that are undefined; `decode` throws on data that is not a message.
 * @typedef {{ name: string, encode(message: object): Uint8Array | string, decode(data: any): any }} Codec
 */

/** @returns {Codec} the compact binary encoding */
export function msgpackCodec() {
  return {
    name: `fracas.v${VERSION}+msgpack`,
    encode: pack,
    decode: (data) => asMessage(unpack(data)),
  };
}

/** @returns {Codec} the readable encoding */
export function jsonCodec() {
  return {
    name: `fracas.v${VERSION}+json`,
    encode: (message) => JSON.stringify(message),
    decode: (data) => asMessage(JSON.parse(typeof data === "string" ? data : new TextDecoder().decode(data))),
  };
}

/** @param {any} value */
function asMessage(value) {
  if (typeof value !== "object" || value === null || typeof value.type !== "string") {
    throw new TypeError("a message is a table with a `type`");
  }
  return value;
}
