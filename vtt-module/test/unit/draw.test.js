import { describe, expect, test } from "vitest";
import { abbreviate, drawToken, drawTrack, ink } from "../../src/core/draw.js";

const BOX = { x: 0, y: 0, w: 100, h: 10 };
const bar = (value, more = {}) => ({ kind: "bar", label: "Life", value, max: 40, min: -10, marks: [{ at: 10, label: "Severe" }], ...more });
const parts = (picture, part) => picture.shapes.filter((shape) => shape.part === part);

describe("bar", () => {
  test("is as long as what is left, with its numbers and thresholds", () => {
    const picture = drawTrack(bar(30), BOX);
    expect(parts(picture, "fill")[0]).toMatchObject({ x: 0, w: 75, fill: "well" });
    expect(parts(picture, "mark")[0].points).toEqual([25, 0, 25, 10]);
    expect(parts(picture, "label")[0].text).toBe("30/40");
  });

  test("below nothing it fills toward the lowest, in grave ink", () => {
    const picture = drawTrack(bar(-4), BOX);
    expect(parts(picture, "fill")[0]).toMatchObject({ w: 40, fill: "grave" });
    expect(parts(picture, "label")[0].text).toBe("-4/40");
  });

  test("at nothing there is no fill, and more than the most is full", () => {
    expect(parts(drawTrack(bar(0), BOX), "fill")).toEqual([]);
    expect(parts(drawTrack(bar(55), BOX), "fill")[0].w).toBe(100);
  });
});

describe("other tracks", () => {
  test("a ladder fills its steps up to where one stands and says the step", () => {
    const steps = ["Unhurt", "Hurt", "Severe", "Dying"].map((label) => ({ id: label, label }));
    const picture = drawTrack({ kind: "ladder", label: "Wounds", steps, at: 2 }, BOX, "grave");
    expect(parts(picture, "step")).toHaveLength(3);
    expect(parts(picture, "label")[0].text).toBe("Severe");
  });

  test("boxes show a glyph for each mark, or its first letter", () => {
    const boxes = [{ label: "A", mark: "lethal", glyph: "X" }, { label: "B", mark: "bashing" }, { label: "C", mark: "" }];
    const picture = drawTrack({ kind: "boxes", label: "Health", boxes }, BOX);
    expect(parts(picture, "marked")).toHaveLength(2);
    expect(parts(picture, "box")).toHaveLength(1);
    expect(parts(picture, "label").map(({ text }) => text)).toEqual(["X", "B"]);
  });

  test("a figure fills each part by how badly it is hurt", () => {
    const picture = drawTrack({ kind: "figure", label: "Body", parts: [{ id: "h", label: "Head", severity: 0.5 }, { id: "l", label: "Left leg", severity: 0 }] }, BOX);
    expect(parts(picture, "harm")).toHaveLength(1);
    expect(parts(picture, "harm")[0]).toMatchObject({ y: 5, h: 5, fill: "hurt" });
    expect(parts(picture, "label").map(({ text }) => text)).toEqual(["HE", "LL"]);
  });

  test("a kind that this version does not know is left out, not an error", () => {
    expect(drawTrack({ kind: "spiral", label: "?" }, BOX)).toEqual({ kind: "unknown", label: "?", shapes: [] });
  });
});

describe("token", () => {
  test("stacks its tracks from the bottom and keeps them inside", () => {
    const pictures = drawToken({ wound: { id: "x", label: "x", severity: 0.7, track: [bar(10), bar(20)] } }, 100, 100);
    expect(pictures.map(({ kind }) => kind)).toEqual(["bar", "bar"]);
    const [lower, upper] = pictures.map((picture) => parts(picture, "back")[0].y);
    expect(lower).toBeCloseTo(80);
    expect(upper).toBeCloseTo(60);
    expect(parts(pictures[0], "fill")[0].fill).toBe("grave");
  });

  test("shows four conditions, then counts", () => {
    const conditions = ["Prone", "On fire", "Blind", "Deaf", "Held"].map((label) => ({ id: label, label, detail: "" }));
    const [picture] = drawToken({ conditions }, 64, 64);
    expect(parts(picture, "condition").map(({ text }) => text)).toEqual(["PRO", "OF", "BLI", "+2"]);
    expect(picture.label).toBe("Prone, On fire, Blind, Deaf, Held");
    const [four] = drawToken({ conditions: conditions.slice(0, 4) }, 64, 64);
    expect(parts(four, "condition").map(({ text }) => text)).toEqual(["PRO", "OF", "BLI", "DEA"]);
  });

  test("whoever is out is crossed out", () => {
    expect(drawToken({ defeated: true }, 64, 64).map(({ kind, label }) => [kind, label])).toEqual([["defeated", "Out of the fight"]]);
  });
});

test("ink follows severity in thirds", () => {
  const at = (severity) => ink({ id: "", label: "", severity, track: [] });
  expect([0, 0.33, 0.34, 0.66, 0.67, 1].map(at)).toEqual(["well", "well", "hurt", "hurt", "grave", "grave"]);
  expect(ink(undefined)).toBe("well");
});

test("abbreviations take initials of several words, else the first letters", () => {
  expect(["Prone", "Full Defense", "on_fire", "Ill"].map(abbreviate)).toEqual(["PRO", "FD", "OF", "ILL"]);
});
