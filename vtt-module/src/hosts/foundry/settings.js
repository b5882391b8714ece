// @ts-check
// What is remembered, and for whom. World settings reach every client: only what is public is one.

import { socketOf, tokenOf } from "../../core/join.js";
import { ID } from "./adapter.js";

/** @import { Foundry } from "./adapter.js" */

/** @param {Foundry} foundry @param {() => void} changed the seat @param {() => void} covered what walls give @param {unknown} menu the class of the connection's window */
export function registerSettings(foundry, changed, covered, menu) {
  const { settings } = foundry.port.game;
  settings.registerMenu(ID, "connection", {
    name: "FRACAS.Connection.Title",
    label: "FRACAS.Connection.Open",
    hint: "FRACAS.Connection.Hint",
    icon: "fa-solid fa-plug",
    type: menu,
    restricted: false,
  });
  settings.register(ID, "server", {
    name: "FRACAS.Settings.Server",
    hint: "FRACAS.Settings.ServerHint",
    scope: "world",
    config: true,
    type: String,
    default: "",
    onChange: changed,
  });
  // Join codes by world and user: a browser may hold several people. Client scope keeps them in this browser.
  settings.register(ID, "codes", { scope: "client", config: false, type: Object, default: {}, onChange: changed });
  // By table: which user has which seat. Only names of seats; what opens them is in nobody's settings but their own.
  settings.register(ID, "seats", { scope: "world", config: false, type: Object, default: {} });
  // By game system and the table's game: which field of an actor is which field of a sheet.
  settings.register(ID, "mappers", { scope: "world", config: false, type: Object, default: {} });
  // Whether this person wants the window of actions at the side.
  settings.register(ID, "docked", { scope: "client", config: false, type: Boolean, default: false });
  // Which of the game's kinds of cover the walls of scenes give; empty: the middle one.
  settings.register(ID, "cover", { scope: "world", config: false, type: String, default: "", onChange: covered });
  // Up to which line of the log the chat has been written, so that whoever writes next goes on there.
  settings.register(ID, "posted", { scope: "world", config: false, type: Object, default: {} });
}

/** @param {Foundry} foundry @returns {{ url: string | null, token: string | null }} */
export function seatOf(foundry) {
  const token = foundry.setting("codes")[foundry.person] ?? null;
  return { url: socketOf(foundry.setting("server")), token };
}

/** @param {Foundry} foundry @param {string | null} token null forgets it */
export async function keepCode(foundry, token) {
  const { [foundry.person]: _old, ...others } = foundry.setting("codes");
  if ((_old ?? null) === token) return;
  await foundry.set("codes", token === null ? others : { ...others, [foundry.person]: token });
}

/**
 * Take what somebody pasted: a join link or a join code. A game master's link also says which server this world uses.
 * @param {Foundry} foundry @param {string} text @returns {Promise<boolean>} false: it is neither
 */
export async function takeCode(foundry, text) {
  const token = tokenOf(text);
  if (token === null) return false;
  const url = /^\s*\w+:\/\//u.test(text) ? socketOf(text) : null;
  if (url && foundry.whoAmI().gm && !foundry.setting("server")) await foundry.set("server", url);
  await keepCode(foundry, token);
  return true;
}
