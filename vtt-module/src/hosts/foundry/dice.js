// @ts-check
// The table's dice in three dimensions, where the world has the module for it. Each client shows what its own seat was told.

/** @import { Foundry } from "./adapter.js" */
/** @import { Entry } from "../../types/view.js" */

/** @param {Foundry} foundry @param {Entry} entry */
export function throwDice(foundry, entry) {
  const { game, foundry: api } = foundry.port;
  if (!game.dice3d) return;
  const { Roll, terms } = api.dice;
  for (const { dice = [] } of entry.rolls ?? []) {
    for (const faces of new Set(dice.map(({ sides }) => sides))) {
      const results = dice.filter(({ sides }) => sides === faces).map(({ face }) => ({ result: face, active: true }));
      // Not synchronised: every client hears of the roll from the table itself, or not at all.
      void game.dice3d.showForRoll(Roll.fromTerms([new terms.Die({ number: results.length, faces, results })]), game.user, false);
    }
  }
}
