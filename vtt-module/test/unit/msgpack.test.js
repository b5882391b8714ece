// Our MessagePack against the reference implementation: what one writes the other reads, to the byte.

import { decode, encode } from "@msgpack/msgpack";
import { describe, expect, test } from "vitest";
import { pack, unpack } from "../../src/core/msgpack.js";

const hex = (data) => Buffer.from(data).toString("hex");
const EDGES = [0, 127, 128, 255, 256, 65535, 65536, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER];
const VALUES = [
  null, true, false, ...EDGES, ...EDGES.map((one) => -one - 1), -32, -33, 1.5, -0.1, 1e300, NaN, Infinity,
  ...[0, 1, 31, 32, 255, 256, 65535, 65536].map((length) => "x".repeat(length)), "Käthe – ✕ 😀",
  ...[0, 15, 16, 65535, 65536].map((length) => Array.from({ length }, (_, index) => index % 7)),
  ...[0, 15, 16, 70000].map((length) => Object.fromEntries(Array.from({ length }, (_, index) => [`k${index}`, index % 3]))),
  { a: [{ b: [{}, [], ""] }], c: null },
];

test("writes the bytes that the reference writes", () => {
  for (const value of VALUES) expect(hex(pack(value))).toBe(hex(encode(value)));
});

test("reads what the reference writes", () => {
  for (const value of VALUES) expect(unpack(encode(value))).toEqual(value);
  expect(unpack(encode(1.5, { forceFloat32: true }))).toBe(1.5);
  for (const length of [0, 255, 256, 65536]) expect(hex(unpack(encode(new Uint8Array(length))))).toBe(hex(new Uint8Array(length)));
});

test("a thousand values made at random come back from both", () => {
  let seed = 7;
  const chance = (sides) => (seed = (seed * 48271) % 2147483647) % sides;
  const made = (depth) => [
    () => chance(2) === 1, () => null, () => (chance(2) ? 1 : -1) * chance(2 ** 31) * (chance(3) ? 1 : 2 ** 16), () => chance(1000) / 7,
    () => String.fromCodePoint(...Array.from({ length: chance(40) }, () => 32 + chance(50000))).replaceAll(/[\uD800-\uDFFF]/gu, ""),
    () => Array.from({ length: depth ? chance(20) : 0 }, () => made(depth - 1)),
    () => Object.fromEntries(Array.from({ length: depth ? chance(20) : 0 }, (_, index) => [`f${index}`, made(depth - 1)])),
  ][chance(7)]();
  for (let round = 0; round < 1000; round++) {
    const value = made(3);
    expect(decode(pack(value))).toEqual(value);
    expect(unpack(encode(value))).toEqual(value);
  }
});

describe("what is not one value of plain data", () => {
  test.each([
    ["nothing", ""], ["a cut text", "a5616263"], ["a list of 4 thousand million items", "ddffffffff01"], ["a table of as many", "dfffffffff"], ["a byte too many", "0101"],
    ["an extension", "d40100"], ["the byte that is never used", "c1"], ["a key that is no text", "810102"], ["bytes that are no text", "a2ff41"], ["depth", "91".repeat(5000)],
  ])("%s is refused", (_, bytes) => {
    expect(() => unpack(Buffer.from(bytes, "hex"))).toThrow();
  });

  test("a function is not sent, and a field that is undefined is left out", () => {
    expect(() => pack({ a: () => 1 })).toThrow("function is no plain data");
    expect(unpack(pack({ a: undefined, b: [undefined] }))).toEqual({ b: [null] });
  });

  test("a field cannot change what kind of object a table is", () => {
    const read = unpack(Buffer.from("82a95f5f70726f746f5f5f81a2676dc3a17801", "hex"));
    expect([read.gm, read]).toEqual([undefined, { x: 1 }]);
  });
});
