// @ts-check
// What every mapper needs to turn another system's words and numbers into what a sheet may hold.

/** @import { Unmapped } from "./index.js" */

/** @typedef {(what: string, value: unknown, why: string) => void} Note */

export const LEVEL = 50; // the most that the table takes for a trait
export const COUNT = 100_000;

/** Last part of a key of theirs, as of `wod.abilities.brawl`. @param {unknown} key */
export const tail = (key) => String(key ?? "").split(".").pop()?.toLowerCase() ?? "";
/** @param {string} name */
export const slug = (name) => name.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/gu, "_").replace(/^_+|_+$/gu, "").slice(0, 48);
/** @param {unknown} value @param {number} least @param {number} most @returns {number} 0 for what is no number */
export const whole = (value, least, most) => Math.max(least, Math.min(most, Math.trunc(Number(value)) || 0));
/** @param {unknown} name as long as the table takes one */
export const named = (name) => String(name ?? "").trim().slice(0, 80) || "?";

/** @returns {{ unmapped: Unmapped[], note: Note }} where a mapper says what stayed behind */
export function report() {
  /** @type {Unmapped[]} */
  const unmapped = [];
  return { unmapped, note: (what, value, why) => void unmapped.push({ what, value: String(value ?? ""), why }) };
}

/** An id for a thing that no other has yet. @param {string} name @param {Iterable<string>} taken */
export function freeId(name, taken) {
  const known = new Set(taken);
  const id = slug(name) || "weapon";
  let free = id;
  for (let again = 2; known.has(free); again++) free = `${id.slice(0, 45)}_${again}`;
  return free;
}

/** The first three numbers of a range as text, `5/20/50`, or as fields; null where there are not just three. @param {unknown} range @returns {[number, number, number] | null} */
export function bands(range) {
  const found = typeof range === "object" && range !== null ? ["short", "medium", "long"].map((key) => Number(/** @type {any} */ (range)[key])) : (String(range ?? "").match(/\d+/gu) ?? []).map(Number);
  return found.length === 3 && found.every((one) => one > 0) ? /** @type {[number, number, number]} */ (found) : null;
}
