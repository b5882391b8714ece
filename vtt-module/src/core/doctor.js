// @ts-check
// What is wrong with a connection, as a key for words and what belongs into them. Pure: what the browser knows is given.

/** @import { LinkState } from "./link.js" */

/**
 * `away`, `origin` and `lost` keep trying by themselves; the others wait for somebody to do something.
 * @typedef {{ key: "none" | "no-code" | "no-address" | "insecure" | "blocked" | "permission" | "version" | "seat" | "origin" | "away" | "lost" | "other",
 *   data: Record<string, string | number> }} Diagnosis
 */

/** Addresses that browsers take for local, and names that only a local network knows. */
const LOCAL = /^(localhost|127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\]|\[f[cd]|[^.]+$|.+\.(local|lan|home|internal)$)/u;
/** Would a browser ask before a page reaches this socket? @param {string} page its origin @param {string} url */
export const asksFirst = (page, url) => LOCAL.test(new URL(url).hostname) && !LOCAL.test(new URL(page).hostname);

const VERSION = 4400;
const SEAT = 4401;

/**
 * @param {LinkState | null} state  null: nobody has tried yet
 * @param {{ page: string, url: string | null, token: string | null, reachable?: boolean, permission?: string }} where
 *   the page's origin, the socket's address, the join code, whether plain http reached the server after a socket did not open, and what the
 *   browser says of reaching the local network
 * @returns {Diagnosis}
 */
export function diagnose(state, { page, url, token, reachable, permission }) {
  const data = { page, url: url ?? "", host: url ? new URL(url).host : "" };
  if (!url) return { key: "no-address", data };
  if (!token) return { key: "no-code", data };
  if (state === null || state.name === "open" || (state.name === "connecting" && !state.failed)) return { key: "none", data };
  if (state.error === "SecurityError") return { key: page.startsWith("https:") && url.startsWith("ws:") ? "insecure" : "blocked", data: { ...data, secure: url.replace(/^ws:/u, "wss:") } };
  if (state.code === VERSION) return { key: "version", data: { ...data, ours: state.bye?.ours ?? "?", yours: state.bye?.yours ?? "?" } };
  if (state.code === SEAT) return { key: "seat", data: { ...data, why: state.bye?.message ?? "" } };
  if (state.opened === false && !reachable && (permission === "denied" || permission === "prompt") && asksFirst(page, url)) return { key: "permission", data };
  if (state.opened === false) return { key: reachable ? "origin" : "away", data };
  if (state.name === "stopped") return { key: "other", data: { ...data, why: state.reason ?? "" } };
  return { key: "lost", data: { ...data, why: state.reason ?? "" } };
}
