// @ts-check
// What this seat knows: the view as the server last told it, and the log. Pure: each function returns a new value.

/** @import { Entry, View } from "../types/view.js" */

/** Entries kept in memory; older ones can be asked for with the `history` query. */
export const KEEP = 2000;

/**
 * @typedef {object} Mirror
 * @property {View | null} view   null until the first welcome
 * @property {Entry[]} entries    oldest first
 * @property {string | null} cursor  where to resume; opaque
 */

/** @type {Mirror} */
export const EMPTY = Object.freeze({ view: null, entries: [], cursor: null });

/**
 * Merge patch of RFC 7386. Parts that the patch does not name are shared with the input, which is never changed.
 * @param {any} target @param {any} patch @returns {any}
 */
export function mergePatch(target, patch) {
  if (!isTable(patch)) return patch;
  /** @type {Record<string, any>} */
  const merged = isTable(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (key === "__proto__") continue; // assigning it would change the object's nature, not its data
    if (value === null) delete merged[key];
    else merged[key] = mergePatch(merged[key], value);
  }
  return merged;
}

/** @param {any} value */
function isTable(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The mirror after a welcome: the whole view is new, the log goes on where it stopped.
 * @param {Mirror} mirror @param {{ view: any, entries: any[], cursor: string }} welcome @returns {Mirror}
 */
export function welcomed(mirror, welcome) {
  return { view: welcome.view, entries: append(mirror.entries, welcome.entries), cursor: welcome.cursor };
}

/**
 * The mirror after an update.
 * @param {Mirror} mirror @param {{ patch: any, entries: any[], cursor: string }} update @returns {Mirror}
 */
export function updated(mirror, update) {
  return {
    view: mergePatch(mirror.view, update.patch),
    entries: append(mirror.entries, update.entries),
    cursor: update.cursor,
  };
}

/** @param {Entry[]} known @param {Entry[]} more */
function append(known, more) {
  return more.length === 0 ? known : [...known, ...more].slice(-KEEP);
}
