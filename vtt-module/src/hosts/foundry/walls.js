// @ts-check
// The walls of the scene, as the table's: whoever stands behind one has cover. Sent by the writer's client, when they are others.

/** @import { Host } from "./host.js" */
/** @import { WallDocument } from "../../types/port.js" */
/** @import { Wall } from "../../types/view.js" */
import { FINE, MOST_WALLS } from "../../core/walls.js";

/** Milliseconds without news before walls are sent: a room is drawn wall by wall. */
const QUIET = 300;
/** https://foundryvtt.com/api/variables/CONST.WALL_DOOR_STATES.html */
const OPEN = 1;
/** Chosen where walls are to give no cover. */
export const NONE = "none";

/**
 * What a scene's walls are to the table: those that block movement and are no open doors, as far as they lie on the map; each once, and
 * the longest where there are too many.
 * @param {Iterable<Pick<WallDocument, "c" | "move" | "door" | "ds">>} walls
 * @param {{ x: number, y: number, grid: number, width: number, height: number }} map pixels of its upper left and of a square; squares
 * @param {string} cover
 * @returns {Wall[]} in an order that hangs on nothing else
 */
export function wallsOf(walls, { x, y, grid, width, height }, cover) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  for (const { c, move, door, ds } of walls) {
    if (!(move > 0) || (door > 0 && ds === OPEN)) continue;
    const fine = c.map((at, index) => ((at - (index % 2 ? y : x)) / grid) * FINE);
    const inside = clipped(fine, width * FINE, height * FINE)?.map(Math.round);
    if (!inside) continue;
    const [ax, ay, bx, by] = inside;
    if (ax === bx && ay === by) continue;
    const line = ax < bx || (ax === bx && ay < by) ? inside : [bx, by, ax, ay];
    found.set(line.join(), line);
  }
  const long = (/** @type {number[]} */ [ax, ay, bx, by]) => (bx - ax) ** 2 + (by - ay) ** 2;
  const lines = [...found.values()].sort((a, b) => long(b) - long(a) || a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]);
  return lines.slice(0, MOST_WALLS).map(([ax, ay, bx, by]) => ({ ax, ay, bx, by, cover }));
}

/** The part of a line that lies on the map. @param {number[]} line @param {number} width @param {number} height @returns {number[] | null} */
function clipped([ax, ay, bx, by], width, height) {
  const [dx, dy] = [bx - ax, by - ay];
  let [from, to] = [0, 1];
  for (const [run, room] of [[-dx, ax], [dx, width - ax], [-dy, ay], [dy, height - ay]]) {
    if (run === 0) {
      if (room < 0) return null;
    } else if (run < 0) from = Math.max(from, room / run);
    else to = Math.min(to, room / run);
  }
  return from > to ? null : [ax + from * dx, ay + from * dy, ax + to * dx, ay + to * dy];
}

export class Walls {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    /** Which table was given what last. @type {{ table: string, text: string } | null} */
    this.sent = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.later = undefined;
  }

  /** Kinds of cover that the game knows, weakest first. */
  get covers() {
    return this.host.schemas.now?.covers ?? [];
  }

  /** What a wall gives: as the game master set it, else the middle one; null for no walls. @returns {string | null} */
  get cover() {
    const chosen = this.host.foundry.setting("cover");
    const { covers } = this;
    return chosen === NONE ? null : ((covers.find(({ id }) => id === chosen) ?? covers[(covers.length - 1) >> 1])?.id ?? null);
  }

  /** The game master chose another kind of cover. */
  chosen() {
    this.host.windows.refresh();
    this.soon();
  }

  soon() {
    clearTimeout(this.later);
    this.later = setTimeout(() => void this.#send().catch((error) => console.error("Fracas |", error)), QUIET);
  }

  async #send() {
    const { host, covers, cover } = this;
    const { foundry, session, view } = host;
    const { scene } = foundry;
    if (!host.mayWrite() || !session || !view || !scene || covers.length === 0) return;
    const map = foundry.mapOf(scene);
    // Before the table's map is the scene's, or where the scene is nobody's, its walls would stand on another map.
    if (map.width !== view.map.width || map.height !== view.map.height || !Object.values(view.combatants).some((one) => one.ref && host.standsFor(one))) return;
    const walls = cover === null ? [] : wallsOf(scene.walls, map, cover);
    const { id: table } = view.table;
    const text = JSON.stringify(walls);
    const before = this.sent?.table === table ? this.sent : null;
    // A scene without walls takes away its own last ones, but none that were drawn at the table.
    if (text === before?.text || (walls.length === 0 && !before)) return;
    this.sent = { table, text };
    if (same(walls, view.map.walls)) return;
    if (!(await session.do({ do: "set_walls", walls }, { quiet: true }))) this.sent = before;
  }
}

/** Are those the walls that the table has? @param {Wall[]} walls @param {Wall[]} [others] */
function same(walls, others = []) {
  const said = (/** @type {Wall} */ { ax, ay, bx, by, cover }) => [ax, ay, bx, by, cover].join();
  const known = new Set(others.map(said));
  return known.size === walls.length && walls.every((one) => known.has(said(one)));
}
