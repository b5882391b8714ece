import { describe, expect, test } from "vitest";
import { describe as field, pruned, reading } from "../../src/ui/schema.js";

const SHEET = {
  anyOf: [{ $ref: "#/$defs/Hero" }, { $ref: "#/$defs/Crate" }],
  discriminator: { propertyName: "kind", mapping: {} },
  $defs: {
    Hero: {
      title: "Hero",
      type: "object",
      required: ["kind", "name"],
      properties: {
        kind: { enum: ["hero"] },
        name: { type: "string" },
        life_points: { type: "integer", minimum: 1, maximum: 99, description: "How much it takes to drop." },
        skills: { type: "object", additionalProperties: { type: "integer", default: 1 } },
        weapons: { type: "array", items: { $ref: "#/$defs/Weapon" } },
        armor: { anyOf: [{ $ref: "#/$defs/Armor" }, { type: "null" }], default: null },
        friends: { type: "array", items: { $ref: "#/$defs/Hero" } },
        anything: {},
      },
    },
    Crate: { title: "Crate", type: "object", required: ["kind"], properties: { kind: { const: "crate" }, weight: { type: "number" } } },
    Weapon: { title: "Weapon", type: "object", properties: { base: { anyOf: [{ type: "integer" }, { type: "string" }] }, hands: { enum: [1, 2], default: 1 }, shield: { type: "boolean", default: false } } },
    Armor: { title: "Armor", type: "object", properties: { av: { type: "integer" } } },
  },
};

const keys = (table) => table.fields.map(({ key }) => key);
const child = (table, key) => table.fields.find((one) => one.key === key).field();

describe("a sheet's schema", () => {
  test("a union offers its branches by tag", () => {
    const sheet = field(SHEET);
    expect(sheet).toMatchObject({ kind: "union", tag: "kind" });
    expect(sheet.branches.map(({ id, label }) => [id, label])).toEqual([["hero", "Hero"], ["crate", "Crate"]]);
  });

  const hero = field(SHEET).branches[0].field();

  test("a branch is a table of its fields, with required ones marked", () => {
    expect(keys(hero)).toEqual(["kind", "name", "life_points", "skills", "weapons", "armor", "friends", "anything"]);
    expect(hero.fields.filter(({ required }) => required).map(({ key }) => key)).toEqual(["kind", "name"]);
    expect(child(hero, "kind")).toEqual({ label: "Kind", kind: "constant", value: "hero" });
  });

  test("numbers keep their limits and their explanation", () => {
    expect(child(hero, "life_points")).toEqual({ label: "Life points", kind: "integer", min: 1, max: 99, help: "How much it takes to drop." });
  });

  test("tables by name, lists, optional tables and free fields", () => {
    expect(child(hero, "skills").kind).toBe("map");
    expect(child(hero, "skills").item()).toMatchObject({ kind: "integer", default: 1 });
    const weapon = child(hero, "weapons").item();
    expect(weapon.kind).toBe("table");
    expect(child(weapon, "base")).toMatchObject({ kind: "either", label: "Base" });
    expect(child(weapon, "hands")).toMatchObject({ kind: "choice", values: [1, 2], default: 1 });
    expect(child(weapon, "shield")).toMatchObject({ kind: "flag", default: false });
    expect(child(hero, "armor")).toMatchObject({ kind: "table", label: "Armor" });
    expect(child(hero, "anything").kind).toBe("free");
  });

  test("a schema that contains itself is described one level at a time", () => {
    const friend = child(hero, "friends").item();
    expect(friend.kind).toBe("table");
    expect(child(child(friend, "friends").item(), "name").kind).toBe("text");
  });
});

test("what was typed is read as JSON where it is JSON, else as text", () => {
  expect(["", "  ", "5", "2 x strength", "[1, 2]", '{"a": 1}', "true"].map(reading)).toEqual([undefined, undefined, 5, "2 x strength", [1, 2], { a: 1 }, true]);
});

test("empty parts are left out; zero and false stay", () => {
  expect(pruned({ a: "", b: {}, c: { d: null, e: [] }, f: 0, g: false, h: [{ i: "" }] })).toEqual({ f: 0, g: false, h: [{}] });
});
