// The page's colours against each other, by the formula of WCAG 2: small text needs 4.5 to 1, what is no text 3 to 1.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("../../src/hosts/web/app.css", import.meta.url), "utf8");
const pairs = Object.fromEntries([...css.matchAll(/--fracas-([\w-]+): light-dark\((#\w+), (#\w+)\)/gu)].map(([, name, light, dark]) => [name, { light, dark }]));

/** @param {string} colour */
function luminance(colour) {
  const hex = colour.length === 4 ? colour.replace(/\w/gu, "$&$&") : colour;
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ["panel", "sunk", "page"];
test.each(["light", "dark"])("every ink can be read on every ground, %s", (scheme) => {
  for (const ink of ["ink", "dim", "accent", "good", "warn", "bad", "note"]) {
    for (const ground of ["panel", "sunk"]) expect([ink, ground, contrast(pairs[ink][scheme], pairs[ground][scheme]) >= 4.5]).toEqual([ink, ground, true]);
  }
  for (const ground of GROUNDS) expect([ground, contrast(pairs.focus[scheme], pairs[ground][scheme]) >= 3]).toEqual([ground, true]);
  expect(contrast(pairs["accent-ink"][scheme], pairs.accent[scheme])).toBeGreaterThanOrEqual(4.5);
});
