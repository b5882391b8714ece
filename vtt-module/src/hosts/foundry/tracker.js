// @ts-check
// What a hand does in Foundry's combat tracker, carried to the table as a command. Every client judges a change by its own view, so
// that the one who made it reads why it does not stand; the writer's client alone gives commands, and sets the tracker right after.

import { ID } from "./adapter.js";
import { command } from "../../core/intents.js";
import { nameOf } from "../../core/view.js";

/** @import { Host } from "./host.js" */
/** @import { Combat, Combatant } from "../../types/port.js" */
/** @import { Command, Encounter } from "../../types/view.js" */

/** @typedef {{ commands: Command[] } | { word: "Past" | "Skipped" }} Verdict */

/**
 * What a hand meant by moving the tracker to this round and line.
 * @param {Encounter} met @param {string[]} lines whom the tracker lists, "" where nobody who fights @param {{ round: number, turn: number | null }} to
 * @returns {Verdict | null} null: the tracker stands where the table is
 */
export function judge(met, lines, { round, turn }) {
  const { up = [], done = [], order = [] } = met;
  const at = lines.findIndex((id) => up.includes(id));
  if (round < met.round) return { word: "Past" };
  if (round > met.round + 1) return { word: "Skipped" };
  const over = { do: "end_turn", actor: lines[at] };
  const open = (/** @type {string} */ id) => up.includes(id) || (order.includes(id) && !done.includes(id));
  if (round > met.round) return { commands: at >= 0 && !lines.slice(at + 1).some(open) ? [over, { do: "next_round" }] : [{ do: "next_round" }] };
  if (at < 0) {
    if (turn === null) return null;
    if (lines.slice(0, turn).some((id) => id !== "")) return { word: "Skipped" };
    return { commands: [{ do: order.length > 0 && order.every((id) => done.includes(id)) ? "next_round" : "initiative" }] };
  }
  if (turn === at) return null;
  if (turn === null || turn < at) return { word: "Past" };
  return lines.slice(at + 1, turn).some(open) ? { word: "Skipped" } : { commands: [over] };
}

export class Tracker {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    /** Changes by hand that are not dealt with yet; meanwhile the tracker is left as the hand has it. */
    this.waiting = 0;
    this.queue = Promise.resolve();
    /** The combat that was begun by hand, and becomes the table's. @type {string | null} */
    this.begun = null;
    /** Combatants who left the tracker by hand, about whom the game master is being asked. @type {Set<string>} */
    this.leaving = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.asks = undefined;
  }

  /** @param {Combat | null} combat */
  isOurs(combat) {
    const { view } = this.host;
    return view !== null && combat?.getFlag(ID, "table") === view.table.id;
  }

  /** Is somebody of the table in it? @param {Combat} combat */
  concerns(combat) {
    return [...combat.combatants].some((one) => this.host.combatantOf(one.token) !== null);
  }

  /** One change after the other, each judged when its time has come. @param {() => Promise<void>} deal */
  #then(deal) {
    this.waiting++;
    this.queue = this.queue.then(deal).catch((error) => console.error("Fracas |", error)).finally(() => {
      this.waiting--;
      void this.host.writer.sync();
    });
  }

  /** @param {Command[]} commands until one is refused; the person is told why */
  async #give(commands) {
    for (const one of commands) {
      const before = this.host.view;
      if (!this.host.mayWrite() || !(await this.host.table.do(one))) return;
      await this.host.news((view) => view !== before);
    }
  }

  /** @param {string} user @param {string} key @param {Record<string, string>} [data] */
  #tell(user, key, data) {
    const { foundry } = this.host;
    if (user === foundry.whoAmI().id) foundry.notify(foundry.words(`Tracker.${key}`, data));
  }

  /** The clock was moved: begun, a turn on, a round on. @param {Combat} combat @param {object} changes @param {{ fracas?: boolean }} options @param {string} user */
  moved(combat, changes, options, user) {
    if (options.fracas || !("round" in changes || "turn" in changes)) return void this.host.writer.sync();
    this.#then(async () => {
      const { encounter } = this.host.view ?? {};
      if (!encounter && combat.round > 0 && this.concerns(combat)) {
        this.begun = combat.id;
        await this.#give([{ do: "start" }]);
      } else if (encounter && this.isOurs(combat)) {
        const verdict = judge(encounter, combat.turns.map((one) => (one.defeated ? "" : String(one.getFlag(ID, "id") ?? ""))), combat);
        if (verdict && "word" in verdict) this.#tell(user, verdict.word);
        else if (verdict) await this.#give(verdict.commands);
      }
    });
  }

  /** @param {Combat} combat @param {{ fracas?: boolean }} options */
  ended(combat, options) {
    if (options.fracas || !this.isOurs(combat)) return void this.host.writer.sync();
    this.#then(async () => {
      if (this.host.view?.encounter) await this.#give([{ do: "end_encounter" }]);
    });
  }

  /** Somebody was put into the table's fight. @param {Combatant} one @param {{ fracas?: boolean }} options @param {string} user */
  joined(one, options, user) {
    const { host } = this;
    const { token } = one;
    if (!options.fracas && token && this.isOurs(one.parent) && host.combatantOf(token) === null) {
      this.#tell(user, "Nobody", { name: token.name });
      if (user === host.foundry.whoAmI().id && token.object?.control({ releaseOthers: true })) void host.windows.show("Panel");
    }
    void host.writer.sync();
  }

  /** A line was changed: who is hidden is the hand's to say, the order and who is out of it the table's. @param {Combatant} one @param {any} changes @param {{ fracas?: boolean }} options @param {string} user */
  changed(one, changes, options, user) {
    const id = one.getFlag(ID, "id");
    if (options.fracas || id === undefined || !this.isOurs(one.parent)) return void this.host.writer.sync();
    this.#then(async () => {
      const before = this.host.view?.combatants[String(id)];
      if ("initiative" in changes) this.#tell(user, "Order");
      if ("defeated" in changes) this.#tell(user, "Defeated");
      if ("hidden" in changes && before && (before.hidden ?? false) !== one.hidden) await this.#give([command("set_hidden", { id, hidden: one.hidden })]);
    });
  }

  /** A line was taken out. @param {Combatant} one @param {{ fracas?: boolean }} options */
  left(one, options) {
    const id = one.getFlag(ID, "id");
    if (options.fracas || id === undefined || !this.isOurs(one.parent) || !this.host.foundry.port.game.combats.get(one.parent?.id ?? "")) return void this.host.writer.sync();
    this.ask(String(id));
  }

  /** May somebody whose line or token was deleted leave the table? Those that go at once are one question. @param {string} id */
  ask(id) {
    if (!this.host.mayWrite() || !this.host.view?.combatants[id]) return;
    this.leaving.add(id);
    clearTimeout(this.asks);
    this.asks = setTimeout(() => void this.#asked(), 150);
  }

  async #asked() {
    const { host } = this;
    const { foundry } = host;
    const ids = [...this.leaving].filter((id) => host.view?.combatants[id]);
    const names = ids.map((id) => nameOf(host.view, id)).join(", ");
    const go = ids.length > 0 && (await foundry.confirm(foundry.words("Tracker.Leave"), foundry.words("Tracker.LeaveAsk", { names })));
    if (go) await this.#give(ids.filter((id) => host.view?.combatants[id]).map((id) => ({ do: "remove_combatant", id })));
    for (const id of ids) this.leaving.delete(id);
    void host.writer.sync();
  }
}
