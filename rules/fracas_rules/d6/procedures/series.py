"""Attacks of several blows: the Double-Kick and the Spin Attack."""

from __future__ import annotations

from ...kernel.ids import CombatantId
from ...kernel.script import Script
from .. import facts as f
from ..common import Scene
from ..modifiers import difficulty_terms, is_out, term
from ..move import Move
from ..rolls import roll_pool, weighed
from ..vocabulary import DIFFICULT
from .strike import HIT, Blow, Past, attack, settle_all

#: Targets of spin attacks in a round before it makes dizzy.
_STEADY = 2


def double_kick(scene: Scene, move: Move) -> Script[None]:
    """Two kicks in one jump, at one opponent or two, each under the penalty of two actions (D6-M-DOUBLE-KICK)."""
    targets = move.act.targets if len(move.act.targets) == 2 else move.act.targets * 2
    blows: list[Blow] = []
    for target in targets:
        if blows and is_out(scene.state.combatants[move.actor]):
            break
        past = _past(scene, blows, targets[len(blows) :])
        blows.append((yield from attack(scene, move, target, past=past)))
    if len(move.act.targets) == 2:
        settle_all(scene, {blow.target: blow for blow in blows})
        return
    hit = any(blow.hit for blow in blows)
    scene.result.update(
        outcome=HIT if hit else blows[0].outcome,
        damage=sum(blow.damage for blow in blows),
        pool=blows[0].count.pool,
        blows=[blow.told() for blow in blows],
        critical_failure=blows[0].count.critical,
    )


def _past(scene: Scene, blows: list[Blow], ahead: tuple[CombatantId, ...]) -> Past:
    """The blows so far; nobody but those `ahead` is struck again."""
    felled = any(blow.damage > 0 and is_out(scene.state.combatants[blow.target]) for blow in blows)
    return Past(len(blows), any(blow.hit for blow in blows), sum(blow.damage for blow in blows), felled, ahead)


def spin(scene: Scene, move: Move) -> Script[None]:
    """One attack for each target in the given order, each an action of its own (D6-M-SPIN)."""
    blows: dict[CombatantId, Blow] = {}
    more: dict[str, int] = {}
    for target in move.act.targets:
        if is_out(scene.state.combatants[move.actor]):
            break
        uses = len(blows) if scene.state.encounter is None else scene.state.combatants[move.actor].spins
        if uses >= _STEADY:
            steady = yield from _dizzy(scene, move, more)
            if not steady:
                break
        scene.record(f.Spun(move.actor, uses + 1))
        past = _past(scene, list(blows.values()), move.act.targets[len(blows) :])
        blows[target] = yield from attack(scene, move, target, past=past)
    if not blows:
        scene.result.update(outcome="failure", damage=0, critical_failure=False, **more)
    elif len(move.act.targets) == 1:
        blow = next(iter(blows.values()))
        scene.result.update(blow.told(), critical_failure=blow.count.critical, **more)
    else:
        settle_all(scene, blows, more)


def _dizzy(scene: Scene, move: Move, more: dict[str, int]) -> Script[bool]:
    """The third use of a round and each later one: Difficult Physique, free of the penalty, or down (D6-M-SPIN-DIZZY)."""
    who = scene.state.combatants[move.actor]
    difficulty = sum(one.value for one in difficulty_terms(who, (term("base", DIFFICULT),), (), scene.options))
    count = yield from roll_pool(scene, move.actor, "dizzy", "physique", wounds=weighed(scene), needs=difficulty)
    more["dizzy_successes"] = count.successes
    passed = count.successes >= difficulty
    scene.record(f.Tested(move.actor, "dizzy", count.successes, difficulty, count.terms, count.at, passed))
    if not passed:
        scene.record(f.ConditionGained(move.actor, "prone", {"rise": "round"}))
    return passed
