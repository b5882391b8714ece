// @ts-check
// The words that front ends show. English is always there; a host may have them spoken in another language.

import en from "./en.js";

/**
 * A text, or its forms by number (`Intl.PluralRules`, chosen by the value `n`). `{name}` stands for a value that is put in.
 * @typedef {string | { one: string, other: string }} Text
 * @typedef {keyof typeof en} Key
 * @typedef {Record<Key, Text>} Words
 */

/** Languages that can be chosen, in their own words. */
export const LANGUAGES = /** @type {const} */ ({ en: "English", de: "Deutsch" });

/** @type {Words} */
let words = en;
let code = "en";
let plurals = new Intl.PluralRules(code);
/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {string} the code of the language that is spoken */
export const language = () => code;

/** Speak another language from now on; everything that shows words draws itself anew. @param {string} next @param {Words} table */
export function speak(next, table) {
  code = next;
  words = table;
  plurals = new Intl.PluralRules(next);
  for (const listener of listeners) listener();
}

/** @param {() => void} listener called when another language is spoken @returns {() => void} ends that */
export function onSpeak(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The text of a key. The key is written out where it is used: the build puts a number in its place.
 * @param {Key} key @param {Record<string, string | number>} [data] what its places take; `n` chooses between singular and plural
 */
export function t(key, data) {
  const found = words[key] ?? en[key];
  const text = typeof found === "string" ? found : found[plurals.select(Number(data?.n)) === "one" ? "one" : "other"];
  return data ? text.replace(/\{(\w+)\}/gu, (whole, name) => String(data[name] ?? whole)) : text;
}
