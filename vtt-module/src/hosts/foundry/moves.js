// @ts-check
// Where tokens stand: the scene tells the table, so that distances are computed and never claimed.

import { isGm, mayAct } from "../../core/view.js";
import { command, moveToken } from "../../core/intents.js";

/** @import { Host } from "./host.js" */
/** @import { TokenDocument } from "../../types/port.js" */
/** @import { View } from "../../types/view.js" */

/** Milliseconds that a client which moved a token has to tell the table itself, before the game master's client does. */
const GRACE = 1500;
/** Milliseconds without news before the two are compared. */
const QUIET = 300;
/** Is somebody at the table who tells of this combatant's moves, and whom the table may tell no? @param {View} view @param {string} id */
const told = (view, id) => Object.values(view.seats ?? {}).some(({ role, online, owns }) => role === "player" && online && owns?.includes(id));

/** Metres of a unit, by the ways to write it. @type {Record<string, number>} */
const METRES = { ft: 0.3048, feet: 0.3048, "'": 0.3048, yd: 0.9144, yards: 0.9144, m: 1, metres: 1, meters: 1 };

/** How many of a game's units a scene's unit is; 1 where either is not known. @param {string} scene @param {string} game */
export function unitsPer(scene, game) {
  const [one, other] = [scene, game].map((unit) => METRES[unit.trim().toLowerCase()]);
  return one && other ? one / other : 1;
}

export class Moves {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    /** Moves that began in this tab, with where the token was. @type {Map<string, { x: number, y: number }>} */
    this.begun = new Map();
    /** When a token was last moved in Foundry. @type {Map<string, number>} */
    this.moved = new Map();
    this.fresh = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.later = undefined;
  }

  /** Only the client in which a change begins is told of it beforehand; of one user's two tabs that is one. @param {TokenDocument} token @param {any} changes @param {any} options */
  begins(token, changes, options) {
    if (options?.fracas || !("x" in changes || "y" in changes || "hidden" in changes)) return;
    this.begun.set(token.uuid, { x: token.x, y: token.y });
  }

  /** @param {TokenDocument} token @param {any} changes @param {any} options */
  async ended(token, changes, options) {
    const from = this.begun.get(token.uuid);
    this.begun.delete(token.uuid);
    if (options?.fracas) return;
    const { host } = this;
    const id = host.combatantOf(token);
    if (id === null || token.parent?.id !== host.foundry.scene?.id) return;
    if ("x" in changes || "y" in changes) {
      this.moved.set(token.uuid, Date.now());
      if (from && mayAct(host.view, id)) await this.#tell(token, id, changes, from);
      this.soon();
    }
    if ("hidden" in changes && from && isGm(host.view)) await host.table.do(command("set_hidden", { id, hidden: token.hidden }));
  }

  /** @param {TokenDocument} token @param {string} id @param {any} changes @param {{ x: number, y: number }} from */
  async #tell(token, id, changes, from) {
    const { host } = this;
    const to = host.foundry.squareOf(token, changes);
    const at = host.view?.combatants[id].token;
    if (!to || host.session?.state.name !== "open" || (at && at.x === to.x && at.y === to.y)) return;
    if ((await host.session.do(moveToken(id, to.x, to.y))) || host.session.state.name !== "open") return;
    await token.update(from, { fracas: true }); // the table said no and why: the token goes back
  }

  /** The table's own moves: the page of somebody without Foundry, or what an undo put back. @param {View | null} before @param {View} view */
  followed(before, view) {
    const changed = Object.keys(view.combatants).some((id) => view.combatants[id].token !== before?.combatants[id]?.token || view.combatants[id].ref !== before?.combatants[id]?.ref);
    this.fresh ||= before === null;
    if (before && this.host.mayWrite()) void this.#hide(before, view).catch((error) => console.error("Fracas |", error));
    if (changed) this.soon(before === null ? 0 : QUIET);
  }

  /** Whom the table has just hidden, or shown, the scene does, too. @param {View} before @param {View} view */
  async #hide(before, view) {
    const { host } = this;
    for (const [id, one] of Object.entries(view.combatants)) {
      const { hidden = false } = one;
      const was = before.combatants[id];
      const token = was && (was.hidden ?? false) !== hidden && one.ref ? host.standsFor(one) : null;
      if (token && token.hidden !== hidden && host.mayWrite()) await token.update({ hidden }, { fracas: true });
    }
  }

  /** Compare the scene and the table once things are quiet. */
  soon(wait = GRACE) {
    clearTimeout(this.later);
    this.later = setTimeout(() => void this.#agree(), wait);
  }

  /** The writer's client brings the scene and the table to the same squares. */
  async #agree() {
    const { host } = this;
    const { foundry, session, view } = host;
    const { scene } = foundry;
    if (!session || !view || !scene) return;
    if (!host.mayWrite()) {
      this.fresh = false; // somebody else keeps them alike: should that fall to this client, the table is as good as the scene
      return;
    }
    const linked = Object.entries(view.combatants).flatMap(([id, one]) => {
      const token = one.ref ? host.standsFor(one) : null;
      return token ? [{ id, token, at: one.token }] : [];
    });
    if (linked.length === 0) return;
    const remade = await this.#map(view);
    const sceneWins = this.fresh || remade;
    this.fresh = false;
    for (const { id, token, at } of linked) {
      const square = foundry.squareOf(token);
      const since = Date.now() - (this.moved.get(token.uuid) ?? -Infinity);
      if (since < GRACE) {
        this.soon(GRACE - since); // whoever moved it may still be telling the table
        continue;
      }
      this.moved.delete(token.uuid);
      if (!square || (at && square.x === at.x && square.y === at.y)) continue;
      if (since < Infinity && told(view, id)) continue;
      if (sceneWins || !at || since < Infinity) await session.do(moveToken(id, square.x, square.y), { quiet: true });
      else if (host.mayWrite()) await token.update(foundry.pointOf(scene, at), { fracas: true });
    }
    host.walls.soon(); // the map is the scene's now
  }

  /** The table's map is the scene's grid. @param {View} view @returns {Promise<boolean>} whether it was another one */
  async #map(view) {
    const { foundry, session } = this.host;
    const { scene } = foundry;
    if (!scene || !session) return false;
    const { width, height, unit, unit_per_square, background } = view.map;
    const size = foundry.sizeOf(scene);
    const factor = unitsPer(scene.grid.units, unit);
    const per = Math.max(1, Math.round(scene.grid.distance * factor));
    if (size.width === width && size.height === height && per === unit_per_square) return false;
    return (await session.do(command("set_map", { ...size, unit_per_square: per, background }), { quiet: true })) !== null;
  }
}
