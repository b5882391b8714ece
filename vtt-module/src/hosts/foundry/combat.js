// @ts-check
// The table's order and turn in Foundry's combat tracker. Run by the writer alone; compares first, and writes what differs.

import { ID } from "./adapter.js";
import { publicly } from "./writer.js";

/** @import { Host } from "./host.js" */
/** @import { Combat, Combatant } from "../../types/port.js" */
/** @import { View } from "../../types/view.js" */

/** Marks a write as an echo of the table, not a hand's. */
const OURS = { fracas: true };

/** @typedef {{ id: string, data: { tokenId: string | null, actorId?: string | null, sceneId?: string | null, name?: string, hidden: boolean, defeated: boolean, initiative: number | null } }} Line */

/** @param {Host} host */
export async function mirrorCombat(host) {
  const { view } = host;
  if (!view || host.tracker.waiting > 0) return;
  const { encounter } = view;
  const combat = host.foundry.port.game.combats.find((one) => host.tracker.isOurs(one));
  if (!encounter) {
    if (combat && host.mayWrite()) await combat.delete(OURS);
    return;
  }
  const there = combat ?? (await begin(host, view.table.id));
  if (!there) return;
  await fill(host, there, lines(host, view));
  await turn(host, there, view);
}

/**
 * A document id made from a name, the same on every client: where two writers overlap, the second one's document is refused instead of
 * standing there twice. @param {string} name
 */
function idOf(name) {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (const letter of name) {
    const code = letter.charCodeAt(0);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b ^ code, 0x5f356495) ^ (a >>> 13);
  }
  return `${(a >>> 0).toString(16).padStart(8, "0")}${(b >>> 0).toString(16).padStart(8, "0")}`;
}

/**
 * The tracker of a fight that begins: one that was prepared or begun by hand, or else a new one. Of no scene, so that it stands on
 * every screen, whatever scene each person looks at. @param {Host} host @param {string} table
 */
async function begin(host, table) {
  if (!host.mayWrite()) return undefined;
  const { port } = host.foundry;
  const made = { scene: null, flags: { [ID]: { table } } };
  const prepared = port.game.combats.find((one) => one.getFlag(ID, "table") === undefined && (one.round === 0 || one.id === host.tracker.begun) && host.tracker.concerns(one));
  if (prepared) await prepared.update(made, OURS);
  return prepared ?? port.CONFIG.Combat.documentClass.create({ _id: idOf(table), active: true, ...made }, { keepId: true, ...OURS });
}

/**
 * Who stands in the tracker: the order, then who joins later. A combatant that players do not see is there only as its hidden token,
 * without a word. @param {Host} host @param {View} view @returns {Line[]}
 */
function lines(host, view) {
  const order = view.encounter?.order ?? [];
  const others = Object.keys(view.combatants).filter((id) => !view.combatants[id].defeated);
  return [...new Set([...order, ...others])].flatMap((id) => {
    const combatant = view.combatants[id];
    const token = combatant?.ref ? host.standsFor(combatant) : null;
    if (!combatant || host.tracker.leaving.has(id) || (!token && !combatant.seen)) return [];
    const shared = { hidden: !combatant.seen, defeated: publicly(combatant).defeated, initiative: order.includes(id) ? order.length - order.indexOf(id) : null };
    const data = token
      ? { tokenId: token.id, actorId: token.actorId, sceneId: token.parent?.id ?? null, ...shared }
      : { tokenId: null, name: String(combatant.seen?.name ?? ""), ...shared };
    return [{ id, data }];
  });
}

/** @param {Host} host @param {Combat} combat @param {Line[]} wanted */
async function fill(host, combat, wanted) {
  const all = [...combat.combatants];
  /** Whose line it is: by our mark, or by its token where a hand put it in. @param {Combatant} one */
  const whose = (one) => /** @type {string | undefined} */ (one.getFlag(ID, "id")) ?? host.combatantOf(one.token) ?? undefined;
  /** @type {Map<string, Combatant>} */
  const known = new Map();
  const gone = [];
  for (const one of all.sort((a, b) => Number(b.getFlag(ID, "id") !== undefined) - Number(a.getFlag(ID, "id") !== undefined))) {
    const id = whose(one);
    if (id === undefined) continue; // nobody of the table: the hand's own
    const line = wanted.find((each) => each.id === id);
    if (!line || known.has(id) || line.data.tokenId !== one.tokenId) gone.push(one);
    else known.set(id, one);
  }
  if (gone.length && host.mayWrite()) await combat.deleteEmbeddedDocuments("Combatant", gone.flatMap(({ id }) => id ?? []), OURS);
  const fresh = wanted.filter(({ id }) => !known.has(id));
  if (fresh.length && host.mayWrite()) await combat.createEmbeddedDocuments("Combatant", fresh.map(({ id, data }) => ({ _id: idOf(id), ...data, flags: { [ID]: { id } } })), { keepId: true, ...OURS });
  const changed = wanted.flatMap(({ id, data: { hidden, defeated, initiative } }) => {
    const one = known.get(id);
    if (!one || (one.getFlag(ID, "id") === id && one.hidden === hidden && one.defeated === defeated && one.initiative === initiative)) return [];
    return [{ _id: one.id, hidden, defeated, initiative, flags: { [ID]: { id } } }];
  });
  if (changed.length && host.mayWrite()) await combat.updateEmbeddedDocuments("Combatant", changed, OURS);
}

/** @param {Host} host @param {Combat} combat @param {View} view */
async function turn(host, combat, view) {
  const { round = 0, up = [] } = view.encounter ?? {};
  const at = combat.turns.findIndex((one) => up.includes(String(one.getFlag(ID, "id"))));
  const now = at < 0 ? null : at;
  if (host.tracker.waiting > 0 || (combat.round === round && combat.turn === now) || !host.mayWrite()) return;
  await combat.update({ round, turn: now, flags: { [ID]: { commit: host.session?.mirror.cursor ?? "" } } }, OURS);
}
