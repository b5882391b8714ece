// @ts-check
// The log as a file: the lines that one may see, oldest first.

/** @import { Entry, Roll } from "../types/view.js" */

/** Lines from two sources, each once. @param {Entry[]} older @param {Entry[]} newer @returns {Entry[]} */
export function joined(older, newer) {
  const known = new Set(newer.map(({ id }) => id));
  return [...older.filter(({ id }) => !known.has(id)), ...newer];
}

/** @param {Roll} roll */
function rollText({ label, who_name, dice, terms, total }) {
  const faces = dice.map(({ sides, face }) => `d${sides}: ${face}`).join(", ");
  const sum = terms.map(({ label: name, value }) => `${value} ${name}`).join(" + ");
  return `    ${[label, who_name].filter(Boolean).join(", ")}: ${[faces && `[${faces}]`, sum].filter(Boolean).join(" ")} = ${total}`;
}

/** For people: a line each, its rolls below it. @param {Entry[]} entries @param {string} title */
export function asText(entries, title) {
  const lines = entries.flatMap(({ text, gm, rolls = [] }) => [gm ? `(GM) ${text}` : text, ...rolls.map(rollText)]);
  return `${[title, "", ...lines].join("\n")}\n`;
}

/** For programs: the lines as the wire carries them. @param {Entry[]} entries @param {{ title: string, system: string }} table */
export const asJson = (entries, { title, system }) => `${JSON.stringify({ title, system, entries }, null, 1)}\n`;
