// @ts-check
// Bytes to messages and back, in the two encodings of the wire.

import { Decoder, Encoder } from "@msgpack/msgpack";

/** Protocol version this client speaks. */
export const VERSION = 1;

const LIMIT = 4 * 1024 * 1024;

/**
 * One encoding: `name` is the WebSocket subprotocol.
 * `encode` drops fields that are undefined; `decode` throws on data that is not a message.
 * @typedef {{ name: string, encode(message: object): Uint8Array | string, decode(data: any): any }} Codec
 */

/** @returns {Codec} the compact binary encoding */
export function msgpackCodec() {
  // ignoreUndefined: an undefined field must be absent; the other side would read nil as a value.
  const encoder = new Encoder({ ignoreUndefined: true });
  const decoder = new Decoder({ maxStrLength: LIMIT, maxBinLength: LIMIT, maxArrayLength: 100_000, maxMapLength: 100_000 });
  return {
    name: `fracas.v${VERSION}+msgpack`,
    encode: (message) => encoder.encode(message),
    decode: (data) => asMessage(decoder.decode(data)),
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
