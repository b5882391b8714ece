// @ts-check
// Questions about a view that several elements and hosts ask.

/** @import { Ask, Combatant, View } from "../types/view.js" */

/** @param {View | null} view */
export const isGm = (view) => view?.you.role === "gm";

/** May this seat act for the combatant? @param {View | null} view @param {string | null} id */
export function mayAct(view, id) {
  const combatant = id === null ? undefined : view?.combatants[id];
  return combatant !== undefined && (isGm(view) || combatant.mine === true);
}

/** @param {View | null} view @param {string} id */
export const nameOf = (view, id) => view?.combatants[id]?.name ?? id;

/**
 * Combatants in turn order, then those outside of it.
 * @param {View | null} view @returns {[string, Combatant][]}
 */
export function inOrder(view) {
  const order = (view?.encounter?.order ?? []).filter((id) => view?.combatants[id]);
  const rest = Object.keys(view?.combatants ?? {}).filter((id) => !order.includes(id));
  return [...order, ...rest].map((id) => [id, /** @type {View} */ (view).combatants[id]]);
}

/**
 * Open questions that this seat may answer: its own first, then those it may answer for somebody else.
 * @param {View | null} view @returns {[string, Ask][]}
 */
export function openAsks(view) {
  return Object.entries(view?.asks ?? {}).sort(([, a], [, b]) => Number(a.deputy ?? false) - Number(b.deputy ?? false));
}

/**
 * The straight distance between the middles of two squares (or tokens) in the game's unit, as the rules measure it on the map.
 * @typedef {{ x: number, y: number, size?: number }} Spot
 * @param {Spot} a @param {Spot} b @param {number} unit units a square
 */
export function distance(a, b, unit) {
  const apart = (/** @type {"x" | "y"} */ axis) => 2 * (a[axis] - b[axis]) + (a.size ?? 1) - (b.size ?? 1);
  return Math.floor((Math.hypot(apart("x"), apart("y")) * unit) / 2 + 1e-9); // 3, 4, 5 is not a hair less than 5
}

/** How far apart two combatants stand on the map, in the game's unit. @param {View} view @param {string | null} a @param {string} b */
export function apart(view, a, b) {
  const [here, there] = [view.combatants[a ?? ""]?.token, view.combatants[b]?.token];
  return here && there && view.map && a !== b ? distance(here, there, view.map.unit_per_square) : null;
}

/**
 * Everybody on the map who stands no farther from one of them than `reach`, nearest first; that one is among them.
 * Nobody when that one does not stand on the map.
 * @param {View} view @param {string} around @param {number} reach in the game's unit @returns {string[]}
 */
export function within(view, around, reach) {
  const far = (/** @type {string} */ id) => (id === around ? 0 : apart(view, around, id) ?? Infinity);
  if (!view.combatants[around]?.token) return [];
  return inOrder(view).map(([id]) => id).filter((id) => far(id) <= reach).sort((a, b) => far(a) - far(b));
}

/** Whose turn it is, in words. @param {View} view @param {string} id @returns {string[]} */
export function turnMarks(view, id) {
  const { up = [], done = [], declared = [] } = view.encounter ?? {};
  const marks = [];
  if (up.includes(id)) marks.push("up");
  if (done.includes(id)) marks.push("done");
  else if (declared.includes(id) && !up.includes(id)) marks.push("declared");
  return marks;
}

/** What the game calls a round; empty without a fight. @param {View | null} view */
export const roundWord = (view) => view?.encounter?.round_label?.split(" ")[0] ?? "";

/** May combatants say now what they mean to do? A game that does not tell does so by its phase. @param {View | null} view */
export function planning(view) {
  const met = view?.encounter;
  return met?.planning ?? met?.phase === "intentions";
}

/** Two letters for a token. @param {string} name */
export function initials(name) {
  const words = name.trim().split(/\s+/u);
  const letters = words.length > 1 ? words[0][0] + words[words.length - 1][0] : name.trim().slice(0, 2);
  return letters.toUpperCase();
}

/** The square without a token that is nearest to a place, or to the middle of the map; nothing when there is no map. @param {View} view @param {{ x: number, y: number }} [place] */
export function freeSquare(view, place) {
  if (!view.map) return {};
  const { width, height } = view.map;
  const near = place ?? { x: width / 2, y: height / 2 };
  const taken = new Set();
  for (const { token } of Object.values(view.combatants)) {
    const size = token?.size ?? 1;
    for (let dx = 0; token && dx < size; dx++) for (let dy = 0; dy < size; dy++) taken.add(`${token.x + dx},${token.y + dy}`);
  }
  const away = (/** @type {{ x: number, y: number }} */ { x, y }) => Math.abs(x - near.x) + Math.abs(y - near.y);
  const squares = Array.from({ length: width * height }, (_, index) => ({ x: index % width, y: Math.floor(index / width) }));
  return squares.filter(({ x, y }) => !taken.has(`${x},${y}`)).sort((a, b) => away(a) - away(b))[0] ?? {};
}
