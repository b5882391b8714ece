// @ts-check
// Actors of other systems into sheets of the table's game. A mapper is a pure function; what it could not take over it says.

import { generic } from "./generic.js";
import { bodyOf, od6s } from "./od6s.js";
import { lifeOf, unisystemcinematicbymmfo } from "./unisystemcinematicbymmfo.js";
import { healthOf, worldofdarkness } from "./worldofdarkness.js";

/** @import { Row } from "./generic.js" */
/** @import { Track } from "../../../types/view.js" */

/**
 * An actor as Foundry's `toObject` gives it.
 * @typedef {{ name: string, type?: string, system?: any, items?: { name: string, type: string, system?: any }[] }} ActorData
 */

/**
 * Something that has no place in the sheet: what it is, what it says, and why it stayed behind (a key below `FRACAS.Import.Why`).
 * @typedef {{ what: string, value: string, why: string }} Unmapped
 */

/**
 * `state`: what somebody has left of the sheet's points, where that is less; no part of the sheet, but set at the table right after.
 * @typedef {{ sheet: Record<string, any>, unmapped: Unmapped[], state?: Record<string, number> }} Mapped
 */

/**
 * Whose actors are read by a mapper of their own, by the table's game and the world's system; and what of such an actor is to be written
 * after a wound of the table's, null where it says so already.
 * @typedef {{ read: (actor: ActorData) => Mapped, back: (system: any, tracks: Track[]) => object | null }} Own
 */

/** @type {Record<string, Record<string, Own>>} */
const OWN = {
  vampire: { worldofdarkness: { read: worldofdarkness, back: healthOf } },
  unisystem: { unisystemcinematicbymmfo: { read: unisystemcinematicbymmfo, back: lifeOf } },
  d6: { od6s: { read: od6s, back: bodyOf } },
};

/** @param {string} game of the table @param {string} system of the world @returns {Own | undefined} */
export const own = (game, system) => (Object.hasOwn(OWN, game) && Object.hasOwn(OWN[game], system) ? OWN[game][system] : undefined);

/**
 * @param {string} game of the table @param {string} system of the world @param {ActorData} actor
 * @param {Row[]} rows the game master's own, where there is no mapper
 * @returns {Mapped}
 */
export const mapped = (game, system, actor, rows) => own(game, system)?.read(actor) ?? generic(actor, rows);
