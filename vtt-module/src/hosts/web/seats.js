// @ts-check
// Seats this browser has sat on. The active one belongs to the tab, so that several tabs can be several people;
// all of them are remembered for the next visit.

import { tokenOf } from "../../core/join.js";

const ACTIVE = "fracas.seat";
const KNOWN = "fracas.seats";

/** @typedef {{ table: string, title: string, seat: string, name: string, role: string, token: string, at: number }} Known */

/**
 * The token of a join link in the address, which is then taken out of it: an address is easily shown to others.
 * @returns {string | null}
 */
export function takeFromAddress() {
  const token = tokenOf(location.hash);
  if (token !== null) history.replaceState(null, "", location.pathname + location.search);
  return token;
}

/** The link that opens a seat. @param {string} token */
export const joinUrl = (token) => `${location.origin}${location.pathname}#join=${token}`;

/** @returns {string | null} the token this tab sits with */
export const activeToken = () => sessionStorage.getItem(ACTIVE);

/** @param {string} token */
export const activate = (token) => sessionStorage.setItem(ACTIVE, token);

/** This tab leaves its seat; the browser still remembers it. */
export const leave = () => sessionStorage.removeItem(ACTIVE);

/** @returns {Record<string, Known>} by table and seat */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KNOWN) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {Record<string, Known>} seats */
function write(seats) {
  try {
    localStorage.setItem(KNOWN, JSON.stringify(seats));
  } catch {
    // A full or forbidden storage only costs the convenience of being remembered.
  }
}

/** @returns {Known[]} latest first */
export const known = () => Object.values(read()).sort((a, b) => b.at - a.at);

/** @param {Omit<Known, "at">} seat */
export const remember = (seat) => write({ ...read(), [`${seat.table}/${seat.seat}`]: { ...seat, at: Date.now() } });

/** @param {string} token */
export const forget = (token) => write(Object.fromEntries(Object.entries(read()).filter(([, seat]) => seat.token !== token)));
