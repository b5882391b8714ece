import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { EMPTY, KEEP, mergePatch, updated, welcomed } from "../../src/core/mirror.js";

const vectors = new URL("../../../protocol/vectors/", import.meta.url);

describe("merge patch", () => {
  test("the cases of RFC 7386, appendix A", () => {
    const cases = [
      [{ a: "b" }, { a: "c" }, { a: "c" }],
      [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
      [{ a: "b" }, { a: null }, {}],
      [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
      [{ a: ["b"] }, { a: "c" }, { a: "c" }],
      [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
      [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
      [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
      [["a", "b"], ["c", "d"], ["c", "d"]],
      [{ a: "b" }, ["c"], ["c"]],
      [{ a: "foo" }, null, null],
      [{ a: "foo" }, "bar", "bar"],
      [{ e: null }, { a: 1 }, { e: null, a: 1 }],
      [[1, 2], { a: "b", c: null }, { a: "b" }],
      [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
    ];
    for (const [target, patch, result] of cases) expect(mergePatch(target, patch)).toEqual(result);
  });

  test("what the patch does not name is shared, and the input stays as it was", () => {
    const before = { a: { x: 1 }, b: { y: 2 } };
    const after = mergePatch(before, { b: { y: 3 } });
    expect(after).toEqual({ a: { x: 1 }, b: { y: 3 } });
    expect(after.a).toBe(before.a);
    expect(before).toEqual({ a: { x: 1 }, b: { y: 2 } });
  });

  test("a patch cannot change what kind of object the view is", () => {
    const after = mergePatch({}, JSON.parse('{"__proto__": {"gm": true}, "x": 1}'));
    expect(after.gm).toBeUndefined();
    expect(after).toEqual({ x: 1 });
  });
});

describe("mirror", () => {
  test("a welcome replaces the view and goes on with the log", () => {
    const first = welcomed(EMPTY, { view: { n: 1 }, entries: [{ text: "a" }], cursor: "c1" });
    const again = welcomed(first, { view: { n: 2 }, entries: [{ text: "b" }], cursor: "c2" });
    expect(again).toEqual({ view: { n: 2 }, entries: [{ text: "a" }, { text: "b" }], cursor: "c2" });
  });

  test("the log keeps its newest lines only", () => {
    const entries = Array.from({ length: KEEP + 5 }, (_, index) => ({ text: String(index) }));
    const mirror = welcomed(EMPTY, { view: {}, entries, cursor: "c" });
    expect(mirror.entries).toHaveLength(2000);
    expect(mirror.entries[0].text).toBe("5");
  });

  const sessions = readdirSync(vectors).filter((name) => name.startsWith("session-"));

  test.each(sessions)("%s ends with the view it names", (name) => {
    const { steps, view } = JSON.parse(readFileSync(new URL(name, vectors), "utf8"));
    let mirror = EMPTY;
    for (const { dir, message } of steps) {
      if (dir !== "server") continue;
      if (message.type === "welcome") mirror = welcomed(mirror, message);
      if (message.type === "update") mirror = updated(mirror, message);
    }
    expect(mirror.view).toEqual(view);
  });
});
