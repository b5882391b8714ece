import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { jsonCodec, msgpackCodec } from "../../src/core/codec.js";

/** @type {{ name: string, dir: string, message: any, json: string, msgpack: string }[]} */
const vectors = JSON.parse(readFileSync(new URL("../../../protocol/vectors/messages.json", import.meta.url), "utf8"));
const bytes = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
const hex = (data) => Buffer.from(data).toString("hex");

describe("golden vectors", () => {
  test("there are some, of both directions", () => {
    expect(new Set(vectors.map(({ dir }) => dir))).toEqual(new Set(["client", "server"]));
  });

  test.each(vectors.map((one) => [`${one.dir} ${one.name}`, one]))("%s", (_, { message, json, msgpack }) => {
    const [text, binary] = [jsonCodec(), msgpackCodec()];
    expect(text.decode(json)).toEqual(message);
    expect(binary.decode(bytes(msgpack))).toEqual(message);
    expect(text.encode(message)).toBe(json);
    expect(hex(binary.encode(message))).toBe(msgpack);
  });
});

describe("what is no message", () => {
  test.each(["[]", "null", "7", '{"id":"x"}'])("%s is refused", (json) => {
    expect(() => jsonCodec().decode(json)).toThrow("a message is a table with a `type`");
  });

  test("half a frame is refused", () => {
    const whole = msgpackCodec().encode({ type: "ping", id: "p-1" });
    expect(() => msgpackCodec().decode(whole.slice(0, -2))).toThrow();
  });

  test("a field that is undefined is not sent", () => {
    const sent = msgpackCodec().encode({ type: "query", id: "q", what: "schemas", params: undefined });
    expect(msgpackCodec().decode(sent)).toEqual({ type: "query", id: "q", what: "schemas" });
  });
});
