import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/core/doctor.js";
import { socketOf, tokenOf } from "../../src/core/join.js";

const WHERE = { page: "http://vtt.local:30000", url: "ws://192.168.1.20:8480/fracas", token: "t.0123456789" };
const key = (state, where = {}) => diagnose(state, { ...WHERE, ...where }).key;

describe("what is wrong with a connection", () => {
  test.each([
    ["nothing named", "no-address", null, { url: null, token: null }],
    ["no code", "no-code", null, { token: null }],
    ["connected", "none", { name: "open" }, {}],
    ["a first attempt", "none", { name: "connecting" }, {}],
    ["a secure page, an insecure address", "insecure", { name: "stopped", error: "SecurityError" }, { page: "https://vtt.example" }],
    ["forbidden by the browser for another reason", "blocked", { name: "stopped", error: "SecurityError" }, {}],
    ["another version", "version", { name: "stopped", code: 4400, bye: { ours: 1, yours: 2, message: "" } }, {}],
    ["a seat that is gone", "seat", { name: "stopped", code: 4401 }, {}],
    ["nobody answers", "away", { name: "waiting", opened: false }, { reachable: false }],
    ["a public page, a server at home, and the browser was told no", "permission", { name: "waiting", opened: false }, { page: "https://vtt.example", url: "wss://192.168.1.20:8480/fracas", reachable: false, permission: "denied" }],
    ["the same, and the browser still asks", "permission", { name: "waiting", opened: false }, { page: "https://vtt.example", url: "ws://localhost:8480/fracas", reachable: false, permission: "prompt" }],
    ["the same, and it is allowed", "away", { name: "waiting", opened: false }, { page: "https://vtt.example", url: "ws://localhost:8480/fracas", reachable: false, permission: "granted" }],
    ["a page at home needs no permission", "away", { name: "waiting", opened: false }, { reachable: false, permission: "prompt" }],
    ["a public server needs none", "away", { name: "waiting", opened: false }, { page: "https://vtt.example", url: "wss://play.example/fracas", reachable: false, permission: "denied" }],
    ["somebody answers, and lets nobody in", "origin", { name: "waiting", opened: false }, { reachable: true }],
    ["lost on the way", "lost", { name: "waiting", opened: true }, {}],
    ["trying again", "lost", { name: "connecting", failed: true }, {}],
    ["a client that the server does not understand", "other", { name: "stopped", code: 4402 }, {}],
  ])("%s: %s", (_, expected, state, where) => expect(key(state, where)).toBe(expected));

  test("the words get the numbers and the addresses they need", () => {
    expect(diagnose({ name: "stopped", code: 4400, bye: { ours: 3, yours: 1, message: "" } }, WHERE).data).toMatchObject({ ours: 3, yours: 1 });
    expect(diagnose({ name: "stopped", error: "SecurityError" }, { ...WHERE, page: "https://vtt.example" }).data.secure).toBe("wss://192.168.1.20:8480/fracas");
    expect(diagnose({ name: "waiting", opened: false }, WHERE).data.host).toBe("192.168.1.20:8480");
  });
});

test.each([
  ["http://host:8480/#join=a1.0123456789", "ws://host:8480/fracas"],
  ["https://play.example/table/#join=a1.0123456789", "wss://play.example/table/fracas"],
  ["wss://play.example/fracas", "wss://play.example/fracas"],
  ["192.168.1.20:8480", "ws://192.168.1.20:8480/fracas"],
  ["localhost:8480", "ws://localhost:8480/fracas"],
  ["ftp://host/x", null],
  ["not an address", null],
  ["  ", null],
])("the socket of %s is %s", (text, expected) => expect(socketOf(text)).toBe(expected));

test("a join link and a bare code say the same seat; anything else none", () => {
  for (const text of ["http://h/#join=ab.0123456789", "#join=ab.0123456789", " ab.0123456789 "]) expect(tokenOf(text)).toBe("ab.0123456789");
  for (const text of ["", "hello", "ab.012", "http://h/"]) expect(tokenOf(text)).toBeNull();
});
