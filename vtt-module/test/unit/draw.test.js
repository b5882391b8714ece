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

  test("of a step that goes by two names the first is said", () => {
    const steps = [{ id: "fine", label: "Unhurt or lightly hurt" }];
    expect(parts(drawTrack({ kind: "ladder", label: "Wounds", steps, at: 0 }, { x: 0, y: 0, w: 60, h: 12 }), "label")[0].text).toBe("Unhurt");
  });

  test("any number of boxes: all in a row, none beyond it", () => {
    for (const count of [7, 9, 21]) {
      const boxes = Array.from({ length: count }, (_, index) => ({ label: `Box ${index}`, mark: index < 2 ? "lethal" : "", glyph: index < 2 ? "X" : "" }));
      const { shapes } = drawTrack({ kind: "boxes", label: "Health", boxes }, { x: 4, y: 0, w: 70, h: 10 });
      const drawn = shapes.filter(({ part }) => part === "box" || part === "marked");
      expect(drawn).toHaveLength(count);
      drawn.forEach(({ x, w }, at) => {
        expect(x).toBeGreaterThanOrEqual(at ? drawn[at - 1].x + drawn[at - 1].w : 4);
        expect(x + w).toBeLessThanOrEqual(74);
      });
    }
  });

  test("seven boxes: the kind of damage is drawn as / X *, another one as its first letter", () => {
    const marks = ["aggravated", "lethal", "lethal", "bashing", "odd", "", ""];
    const boxes = marks.map((mark, index) => ({ label: `Box ${index}`, mark, glyph: { bashing: "/", lethal: "X", aggravated: "*" }[mark] ?? "" }));
    const picture = drawTrack({ kind: "boxes", label: "Health", boxes }, { x: 0, y: 0, w: 70, h: 10 });
    expect(parts(picture, "marked")).toHaveLength(5);
    expect(parts(picture, "box")).toHaveLength(2);
    expect(["/", "X", "*"].map((sign) => parts(picture, `sign ${sign}`).length)).toEqual([1, 4, 3]);
    expect(parts(picture, "label").map(({ text }) => text)).toEqual(["O"]);
    // What is told by colour is told by the signs too.
    expect(parts(picture, "marked").map(({ fill }) => fill)).toEqual(["grave", "grave", "grave", "hurt", "grave"]);
    const [slash] = parts(picture, "sign /");
    expect(slash.points.map((one) => Math.round(one * 10) / 10)).toEqual([31.4, 8.6, 38.6, 1.4]);
  });

  test("a figure is a body: each part filled as far as it is hurt, with a stroke from a third on and a cross from two thirds", () => {
    const hurt = { head: 0.2, chest: 0.5, abdomen: 0, left_arm: 1, right_arm: 0, left_leg: 0.4, right_leg: 0.7 };
    const track = { kind: "figure", label: "Body", parts: Object.entries(hurt).map(([id, severity]) => ({ id, label: id, severity })) };
    const picture = drawTrack(track, { x: 0, y: 0, w: 50, h: 100 });
    expect(parts(picture, "part")).toHaveLength(7);
    expect(parts(picture, "harm").map(({ fill }) => fill)).toEqual(["well", "hurt", "grave", "hurt", "grave"]);
    expect(parts(picture, "mark")).toHaveLength(1 + 2 + 1 + 2);
    const chest = parts(picture, "part")[1];
    expect(parts(picture, "harm")[1]).toMatchObject({ x: chest.x, h: chest.h / 2, y: chest.y + chest.h / 2 });
    // Seen from the front, the left arm is at our right.
    expect(parts(picture, "part")[3].x).toBeGreaterThan(parts(picture, "part")[4].x);
    for (const { x, y, w, h } of parts(picture, "part")) expect([x >= 0, y >= 0, x + w <= 50, y + h <= 100]).toEqual([true, true, true, true]);
  });

  test("a figure without a body is a row of its parts", () => {
    const picture = drawTrack({ kind: "figure", label: "Hull", parts: [{ id: "bow", label: "Bow", severity: 0.5 }, { id: "stern", label: "Stern part", severity: 0 }] }, BOX);
    expect(parts(picture, "harm")).toHaveLength(1);
    expect(parts(picture, "harm")[0]).toMatchObject({ y: 5, h: 5, fill: "hurt" });
    expect(parts(picture, "label").map(({ text }) => text)).toEqual(["BO", "SP"]);
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

  test("a hurt body stands beside the bars, an unhurt one hides nothing", () => {
    const body = (severity) => ({ kind: "figure", label: "Body", parts: [{ id: "head", label: "Head", severity }] });
    const [below, figure] = drawToken({ wound: { id: "x", label: "x", severity: 0, track: [bar(10), body(0.5)] } }, 64, 64);
    expect([below.kind, figure.kind]).toEqual(["bar", "figure"]);
    expect(parts(below, "back")[0].y).toBeCloseTo(64 - 64 * 0.19 - 1);
    const [plate] = parts(figure, "plate");
    expect(plate.x).toBeGreaterThan(32);
    expect(plate.y + plate.h).toBeLessThan(parts(below, "back")[0].y);
    expect(drawToken({ wound: { id: "x", label: "x", severity: 0, track: [body(0)] } }, 64, 64)).toEqual([{ kind: "figure", label: "Body", shapes: [] }]);
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
