"""Acts that are rolled against a number: catching, leaping, tearing loose, fighting the pain."""

from __future__ import annotations

from ...kernel.script import Script
from .. import facts as f
from ..common import Scene
from ..harm import relieved
from ..modifiers import difficulty_terms, penalty, term
from ..move import Move
from ..rolls import Count, lost_dice, roll_pool, weighed
from ..state import has, params_of


def number(scene: Scene, move: Move) -> Script[None]:
    """A roll against the GM's number, or the row's own (D6-C-DIFFICULTY, D6-O-CATCH, D6-O-LEAP)."""
    given = move.param("difficulty")
    count, difficulty = yield from _against(scene, move, given if given is not None else move.row.number or 0)
    _settle(scene, move, count, difficulty)


def _against(scene: Scene, move: Move, base: int) -> Script[tuple[Count, int]]:
    who = scene.state.combatants[move.actor]
    terms = difficulty_terms(who, (term("base", base),), move.act.modifiers, scene.options)
    total = sum(one.value for one in terms)
    lost = lost_dice(scene, move.actor, move.cost)
    count = yield from roll_pool(scene, move.actor, move.id, move.skill, several=lost, wounds=weighed(scene), needs=total)
    passed = count.successes >= total
    scene.record(f.Tested(move.actor, move.id, count.successes, total, count.terms, count.at, passed))
    return count, total


def _settle(scene: Scene, move: Move, count: Count, difficulty: int) -> None:
    scene.result.update(
        outcome="success" if count.successes >= difficulty else "failure",
        successes=count.successes,
        difficulty=difficulty,
        pool=count.pool,
        critical_failure=count.critical,
    )


def break_free(scene: Scene, move: Move) -> Script[None]:
    """Break what entangles, or tear pinned clothing loose (D6-O-ENTANGLE-FREE, D6-M-PIN-CLOTHING)."""
    who = scene.state.combatants[move.actor]
    caught = "entangled" if has(who, "entangled") else "pinned_clothing"
    yield from _loose(scene, move, caught)


def slip_free(scene: Scene, move: Move) -> Script[None]:
    """Slip out of what entangles, with Coordination (D6-O-ENTANGLE-FREE)."""
    yield from _loose(scene, move, "entangled")


def _loose(scene: Scene, move: Move, caught: str) -> Script[None]:
    params = params_of(scene.state.combatants[move.actor], caught) or {}
    base = int(params.get("defense_total" if caught == "entangled" else "difficulty", 0))
    count, difficulty = yield from _against(scene, move, base)
    if count.successes >= difficulty:
        scene.record(f.ConditionLost(move.actor, caught))
    _settle(scene, move, count, difficulty)


def resist_wounds(scene: Scene, move: Move) -> Script[None]:
    """Willpower against 1 and the injury, which does not weigh on it twice (D6-X-WILLPOWER)."""
    who = scene.state.combatants[move.actor]
    injury = penalty(who)
    difficulty = max(0, 1 + injury + sum(one.value for one in move.act.modifiers))
    lost = lost_dice(scene, move.actor, move.cost)
    count = yield from roll_pool(
        scene, move.actor, move.id, move.skill, several=lost, wounds=False, needs=difficulty, beyond=True
    )
    passed = count.successes >= difficulty
    scene.record(f.Tested(move.actor, move.id, count.successes, difficulty, count.terms, count.at, passed))
    relief = relieved(scene, count.successes - difficulty, injury) if passed else 0
    if relief:
        scene.record(f.Relieved(move.actor, who.relief + relief))
    _settle(scene, move, count, difficulty)
    scene.result["relief"] = relief
