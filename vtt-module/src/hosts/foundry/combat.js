// @ts-check
// The table's order and turn in Foundry's combat tracker. Run by the writer alone; compares first, and writes what differs.

import { ID } from "./adapter.js";
import { publicly } from "./writer.js";

/** @import { Host } from "./host.js" */
/** @import { Combat } from "../../types/port.js" */
/** @import { View } from "../../types/view.js" */

/** @typedef {{ id: string, data: { tokenId: string | null, actorId?: string | null, sceneId?: string | null, name?: string, hidden: boolean, defeated: boolean, initiative: number | null } }} Line */

/** @param {Host} host */
export async function mirrorCombat(host) {
  const { view } = host;
  if (!view) return;
  const { encounter } = view;
  const combat = host.foundry.port.game.combats.find((one) => one.getFlag(ID, "table") === view.table.id);
  if (!encounter) {
    if (combat && host.mayWrite()) await combat.delete();
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

/** @param {Host} host @param {string} table */
async function begin(host, table) {
  if (!host.mayWrite()) return undefined;
  const scene = host.foundry.scene?.id ?? null;
  return host.foundry.port.CONFIG.Combat.documentClass.create({ _id: idOf(table), scene, active: true, flags: { [ID]: { table } } }, { keepId: true });
}

/** Who stands in the tracker. A combatant that players do not see is there only as its hidden token, without a word. @param {Host} host @param {View} view @returns {Line[]} */
function lines(host, view) {
  const order = view.encounter?.order ?? [];
  const ids = order.length ? order : Object.keys(view.combatants).filter((id) => !view.combatants[id].defeated);
  return ids.flatMap((id) => {
    const combatant = view.combatants[id];
    const token = combatant?.ref ? host.standsFor(combatant) : null;
    if (!combatant || (!token && !combatant.seen)) return [];
    const shared = { hidden: !combatant.seen, defeated: publicly(combatant).defeated, initiative: order.length ? order.length - order.indexOf(id) : null };
    const data = token
      ? { tokenId: token.id, actorId: token.actorId, sceneId: token.parent?.id ?? null, ...shared }
      : { tokenId: null, name: String(combatant.seen?.name ?? ""), ...shared };
    return [{ id, data }];
  });
}

/** @param {Host} host @param {Combat} combat @param {Line[]} wanted */
async function fill(host, combat, wanted) {
  const known = new Map([...combat.combatants].map((one) => [one.getFlag(ID, "id"), one]));
  const gone = [...combat.combatants].filter((one) => {
    const line = wanted.find(({ id }) => id === one.getFlag(ID, "id"));
    return one.getFlag(ID, "id") !== undefined && (!line || line.data.tokenId !== one.tokenId);
  });
  if (gone.length && host.mayWrite()) await combat.deleteEmbeddedDocuments("Combatant", gone.flatMap(({ id }) => id ?? []));
  const fresh = wanted.filter(({ id }) => !known.has(id) || gone.includes(/** @type {any} */ (known.get(id))));
  if (fresh.length && host.mayWrite()) await combat.createEmbeddedDocuments("Combatant", fresh.map(({ id, data }) => ({ _id: idOf(id), ...data, flags: { [ID]: { id } } })), { keepId: true });
  const changed = wanted.flatMap(({ id, data: { hidden, defeated, initiative } }) => {
    const one = known.get(id);
    if (!one || gone.includes(one) || (one.hidden === hidden && one.defeated === defeated && one.initiative === initiative)) return [];
    return [{ _id: one.id, hidden, defeated, initiative }];
  });
  if (changed.length && host.mayWrite()) await combat.updateEmbeddedDocuments("Combatant", changed);
}

/** @param {Host} host @param {Combat} combat @param {View} view */
async function turn(host, combat, view) {
  const { round = 0, up = [] } = view.encounter ?? {};
  const at = combat.turns.findIndex((one) => up.includes(String(one.getFlag(ID, "id"))));
  const now = at < 0 ? null : at;
  if ((combat.round === round && combat.turn === now) || !host.mayWrite()) return;
  await combat.update({ round, turn: now, flags: { [ID]: { commit: host.session?.mirror.cursor ?? "" } } });
}
