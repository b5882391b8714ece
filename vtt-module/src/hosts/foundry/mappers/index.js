// @ts-check
// Actors of other systems into sheets of the table's game. A mapper is a pure function; what it could not take over it says.

import { generic } from "./generic.js";
import { worldofdarkness } from "./worldofdarkness.js";

/** @import { Row } from "./generic.js" */

/**
 * An actor as Foundry's `toObject` gives it.
 * @typedef {{ name: string, type?: string, system?: any, items?: { name: string, type: string, system?: any }[] }} ActorData
 */

/**
 * Something that has no place in the sheet: what it is, what it says, and why it stayed behind (a key below `FRACAS.Import.Why`).
 * @typedef {{ what: string, value: string, why: string }} Unmapped
 */

/** @typedef {{ sheet: Record<string, any>, unmapped: Unmapped[] }} Mapped */

/** Which systems' actors have a mapper of their own, by the table's game. @type {Record<string, Record<string, (actor: ActorData) => Mapped>>} */
const OWN = { vampire: { worldofdarkness } };

/** Has this pair of games a mapper of its own? @param {string} game of the table @param {string} system of the world */
export const knows = (game, system) => own(game, system) !== undefined;

/** @param {string} game @param {string} system */
const own = (game, system) => (Object.hasOwn(OWN, game) && Object.hasOwn(OWN[game], system) ? OWN[game][system] : undefined);

/**
 * @param {string} game of the table @param {string} system of the world @param {ActorData} actor
 * @param {Row[]} rows the game master's own, where there is no mapper
 * @returns {Mapped}
 */
export const mapped = (game, system, actor, rows) => own(game, system)?.(actor) ?? generic(actor, rows);
