// @ts-check
// The mapper that a game master sets up: which field of the sheet is which field of the actor.

/** @import { ActorData, Mapped, Unmapped } from "./index.js" */

/**
 * `to`: a field of the sheet, as `attributes.strength`. `from`: a field of the actor, as `system.abilities.str.value`, or `=` and a value
 * that is the same for all.
 * @typedef {{ to: string, from: string }} Row
 */

/** Steps that would reach what every object has. */
const NEVER = new Set(["__proto__", "constructor", "prototype"]);

/** @param {string} path @returns {string[]} */
const steps = (path) => path.trim().split(".");

/** What stands at a path of fields; undefined where nothing does. @param {any} data @param {string} path */
export function at(data, path) {
  return steps(path).reduce((value, key) => (typeof value === "object" && value !== null && Object.hasOwn(value, key) ? value[key] : undefined), data);
}

/** Numbers that were typed are numbers. @param {unknown} value */
function plain(value) {
  if (typeof value !== "string" || value.trim() === "") return value;
  const text = value.trim();
  return /^[-+]?\d+(\.\d+)?$/u.test(text) ? Number(text) : text;
}

/** @param {Record<string, any>} sheet @param {string} path @param {unknown} value @returns {boolean} false: the path runs through a value */
function put(sheet, path, value) {
  const keys = steps(path);
  const last = /** @type {string} */ (keys.pop());
  let place = sheet;
  for (const key of keys) {
    place = place[key] ??= {};
    if (typeof place !== "object") return false;
  }
  place[last] = value;
  return true;
}

/** @param {ActorData} actor @param {Row[]} rows @returns {Mapped} */
export function generic(actor, rows) {
  /** @type {Record<string, any>} */
  const sheet = { name: actor.name };
  /** @type {Unmapped[]} */
  const unmapped = [];
  for (const { to, from } of rows) {
    if (!to.trim() || !from.trim()) continue;
    const value = plain(from.trim().startsWith("=") ? from.trim().slice(1) : at(actor, from));
    if (steps(to).some((key) => key === "" || NEVER.has(key))) unmapped.push({ what: to, value: from, why: "field" });
    else if (value === undefined || value === null || value === "") unmapped.push({ what: to, value: from, why: "missing" });
    else if (typeof value === "object") unmapped.push({ what: to, value: from, why: "group" });
    else if (!put(sheet, to, value)) unmapped.push({ what: to, value: from, why: "field" });
  }
  return { sheet, unmapped };
}

/** Fields of an actor that hold a number or a short text, for choosing among them. @param {any} data @param {string} [path] @returns {string[]} */
export function fields(data, path = "") {
  if (typeof data === "number" || (typeof data === "string" && data.length < 40)) return [path];
  if (typeof data !== "object" || data === null || Array.isArray(data)) return [];
  return Object.entries(data).flatMap(([key, value]) => fields(value, path ? `${path}.${key}` : key));
}
