// @ts-check
// What is wrong with a connection, as a key for words and what belongs into them. Pure: what the browser knows is given.

/** @import { LinkState } from "./link.js" */

/**
 * `away`, `origin` and `lost` keep trying by themselves; the others wait for somebody to do something.
 * @typedef {{ key: "none" | "no-code" | "no-address" | "insecure" | "blocked" | "version" | "seat" | "origin" | "away" | "lost" | "other",
 *   data: Record<string, string | number> }} Diagnosis
 */

const VERSION = 4400;
const SEAT = 4401;

/**
 * @param {LinkState | null} state  null: nobody has tried yet
 * @param {{ page: string, url: string | null, token: string | null, reachable?: boolean }} where
 *   the page's origin, the socket's address, the join code, and whether plain http reached the server after a socket did not open
 * @returns {Diagnosis}
 */
export function diagnose(state, { page, url, token, reachable }) {
  const data = { page, url: url ?? "", host: url ? new URL(url).host : "" };
  if (!url) return { key: "no-address", data };
  if (!token) return { key: "no-code", data };
  if (state === null || state.name === "open" || (state.name === "connecting" && !state.failed)) return { key: "none", data };
  if (state.error === "SecurityError") return { key: page.startsWith("https:") && url.startsWith("ws:") ? "insecure" : "blocked", data: { ...data, secure: url.replace(/^ws:/u, "wss:") } };
  if (state.code === VERSION) return { key: "version", data: { ...data, ours: state.bye?.ours ?? "?", yours: state.bye?.yours ?? "?" } };
  if (state.code === SEAT) return { key: "seat", data: { ...data, why: state.bye?.message ?? "" } };
  if (state.opened === false) return { key: reachable ? "origin" : "away", data };
  if (state.name === "stopped") return { key: "other", data: { ...data, why: state.reason ?? "" } };
  return { key: "lost", data: { ...data, why: state.reason ?? "" } };
}
