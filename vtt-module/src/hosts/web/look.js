// @ts-check
// Light or dark, and which language: as the device says, unless this browser was told otherwise.

import en from "../../lang/en.js";
import { LANGUAGES, speak } from "../../lang/lang.js";

const LOOK = "fracas.look";
const LANGUAGE = "fracas.language";
const device = matchMedia("(prefers-color-scheme: dark)");
/** @type {Set<() => void>} */
const listeners = new Set();

/** A setting of this browser; nothing where it forbids to keep any. @param {string} key */
function kept(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} key @param {string} value */
function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Forbidden storage only costs the convenience of being remembered.
  }
}

/** @returns {string} `light`, `dark`, or empty: as the device */
export const look = () => kept(LOOK);

/** Does the page look dark now? */
export function isDark() {
  const told = look();
  return told ? told === "dark" : device.matches;
}

/** @param {string} next `light`, `dark`, or empty */
export function setLook(next) {
  keep(LOOK, next);
  tell();
}

/** @param {() => void} listener called when light turns to dark, or back @returns {() => void} ends that */
export function onLook(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell() {
  document.documentElement.dataset.look = look();
  for (const listener of listeners) listener();
}

/** @param {string} code */
export async function setLanguage(code) {
  keep(LANGUAGE, code);
  document.documentElement.lang = code;
  speak(code, code === "de" ? (await import("../../lang/de.js")).default : en);
}

/** Look and speak as this browser was told, or as the device is set. */
export async function begin() {
  device.addEventListener("change", tell);
  tell();
  const wanted = [kept(LANGUAGE), ...navigator.languages.map((one) => one.slice(0, 2))].find((one) => one in LANGUAGES) ?? "en";
  if (wanted !== "en") await setLanguage(wanted);
}
