"""Opposed rolls: holds, breaking an arm, forcing down, escaping, running away (D6-C-OPPOSED)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...kernel.ids import CombatantId
from ...kernel.script import Script
from .. import facts as f
from ..common import Scene, held_by, holders
from ..harm import let_go, lose, reduce
from ..move import Move, base_damage
from ..rolls import Count, lost_dice, roll_bdv, roll_pool
from ..sheet import bdv_parts, code, pl_bonus
from ..state import has
from ..vocabulary import HOLDS, UPKEEP
from .act import struggle

WIN, TIE, LOSS = "success", "tie", "failure"


@dataclass(frozen=True)
class Contest:
    """Two pools against each other, seen from the actor."""

    outcome: str
    mine: Count
    other: Count

    def told(self) -> dict[str, Any]:
        """The contest by the result keys of the README."""
        return {
            "outcome": self.outcome,
            "successes": self.mine.successes,
            "opposed_successes": self.other.successes,
            "pool": self.mine.pool,
            "critical_failure": self.mine.critical,
        }


def oppose(scene: Scene, move: Move, other: CombatantId) -> Script[Contest]:
    """Both roll, the actor first; whoever wants a change needs strictly more (D6-C-OPPOSED)."""
    sheet = scene.state.combatants[other].sheet
    trait = max(move.row.opposed, key=lambda one: code(sheet, one))
    mine = yield from roll_pool(scene, move.actor, move.id, move.skill, several=lost_dice(scene, move.actor, move.cost))
    theirs = yield from roll_pool(scene, other, f"against_{move.id}", trait)
    outcome = WIN if mine.successes > theirs.successes else TIE if mine.successes == theirs.successes else LOSS
    scene.record(
        f.Opposed(
            move.actor, other, move.id, outcome, mine.successes, mine.terms, mine.at, theirs.successes, theirs.terms, theirs.at
        )
    )  # fmt: skip
    return Contest(outcome, mine, theirs)


def hold(scene: Scene, move: Move) -> Script[None]:
    """Keep a hold: a choke hurts again, a bear hug squeezes again (D6-M-CHOKE-HOLD, D6-M-GRAB-HOLD, D6-M-BEAR-HUG)."""
    target = move.target
    holds = [one for one in held_by(scene.state.combatants[target], move.actor) if one in UPKEEP]
    if "choked" in holds:
        struggle(scene, target, "struggle")
    contest = yield from oppose(scene, move, target)
    told: dict[str, Any] = {**contest.told(), "damage": 0}
    if contest.outcome == LOSS:
        for one in holds:
            scene.record(f.ConditionLost(target, one, {"by": move.actor}))
        scene.result.update(told)
        return
    scene.record(f.HoldKept(move.actor, target))
    if contest.outcome == WIN and ("choked" in holds or "bear_hugged" in holds):
        told.update((yield from _squeeze(scene, move, target, "choked" in holds, "bear_hugged" in holds)))
    scene.result.update(told)


def _squeeze(scene: Scene, move: Move, target: CombatantId, choke: bool, hug: bool) -> Script[dict[str, Any]]:
    """BDV and P/L bonus of a choke, the P/L bonus of a bear hug; never the Effect Value; armour counts."""
    actor = scene.state.combatants[move.actor]
    bonus = pl_bonus(actor.sheet)
    told: dict[str, Any] = {"pl_bonus": bonus}
    raw, at = bonus if hug else 0, -1
    if choke:
        bdv = yield from roll_bdv(scene, "damage", move.actor, *bdv_parts(base_damage(move, actor) or 0))
        raw, at = raw + bdv.value + bonus, bdv.at
        told["bdv_roll"] = bdv.value
    total = max(0, raw - scene.state.combatants[target].sheet.armor)
    reduction = yield from reduce(scene, target, total)
    lost = max(0, total - reduction)
    scene.record(f.Crashed(target, "squeeze", total, lost, at, move.actor))
    yield from lose(scene, target, lost)
    return {**told, "damage_total": total, "damage": lost} | ({"cp_reduction": reduction} if reduction else {})


def break_arm(scene: Scene, move: Move) -> Script[None]:
    """Snap a pinned arm; on a tie or less the pin stays (D6-M-BREAK-ARM)."""
    contest = yield from oppose(scene, move, move.target)
    scene.record(f.HoldKept(move.actor, move.target))
    if contest.outcome == WIN:
        scene.record(f.ConditionGained(move.target, "broken_arm"))
    scene.result.update(contest.told(), damage=0)


def force_down(scene: Scene, move: Move) -> Script[None]:
    """Force a pinned opponent to the ground; the pin stays (D6-M-FORCE-DOWN)."""
    contest = yield from oppose(scene, move, move.target)
    scene.record(f.HoldKept(move.actor, move.target))
    if contest.outcome == WIN and not has(scene.state.combatants[move.target], "prone"):
        scene.record(f.ConditionGained(move.target, "prone", {"rise": "action"}))
    scene.result.update(contest.told(), damage=0)


def escape(scene: Scene, move: Move) -> Script[None]:
    """Strictly more successes free from every hold of that attacker (D6-M-ESCAPE)."""
    who = scene.state.combatants[move.actor]
    holder = move.target if move.act.targets else holders(who)[0]
    contest = yield from oppose(scene, move, holder)
    if contest.outcome == WIN:
        for one in HOLDS:
            if one in held_by(who, holder):
                scene.record(f.ConditionLost(move.actor, one, {"by": holder}))
    scene.result.update(contest.told())


def run_away(scene: Scene, move: Move) -> Script[None]:
    """Flee: from a pursuer with strictly more successes of running, else without a roll (D6-O-RUN-AWAY)."""
    told: dict[str, Any] = {"outcome": WIN}
    if move.act.targets:
        contest = yield from oppose(scene, move, move.target)
        told = contest.told()
    if told["outcome"] == WIN:
        let_go(scene, move.actor)
        scene.record(f.ConditionGained(move.actor, "fled"))
    scene.result.update(told)
