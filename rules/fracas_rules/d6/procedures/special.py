"""Blows with something of their own: Power Punch, pulled blows, Knockout, Headbutt, Tackle, Pin, Push."""

from __future__ import annotations

from typing import Any

from ...errors import refuse
from ...kernel.ids import CombatantId
from ...kernel.requests import Ask, Option, Roll
from ...kernel.script import Script, choose, gm_says, roll
from .. import facts as f
from ..common import Scene
from ..dice import Ordinary
from ..harm import faint
from ..modifiers import difficulty_terms, is_down, power_punch_bonus, term
from ..move import Move, base_damage
from ..rolls import Count, crossing, roll_pool, weighed
from ..sheet import bdv_number, code
from ..state import has, params_of
from ..vocabulary import DIFFICULT
from .knockback import fling
from .strike import Blow, attack, exchange, formula_of, land, seize, settle

#: How long somebody is stunned makes no difference to the odds of a blow.
_NO_MATTER = (1000,)


def power_punch(scene: Scene, move: Move) -> Script[None]:
    """A punch with a greater P/L bonus (D6-M-POWER-PUNCH, D6-M-POWER-PUNCH-SPEED)."""
    bonus = power_punch_bonus(scene.state.combatants[move.actor])
    blow = yield from attack(scene, move, move.target, pl=bonus)
    settle(scene, blow)


def pull_punch(scene: Scene, move: Move) -> Script[None]:
    """The striker says what part of the P/L bonus, or of a power's damage, lands (D6-M-PULL-PUNCH)."""
    blow = yield from exchange(scene, move, move.target)
    if blow.hit:
        blow = yield from land(scene, move, blow, formula_of(scene, move), pull=True)
    settle(scene, blow)


def tackle(scene: Scene, move: Move) -> Script[None]:
    """Capture, with damage if wanted (D6-M-TACKLE)."""
    blow = yield from _capture(scene, move, "")
    settle(scene, blow)


def pin(scene: Scene, move: Move) -> Script[None]:
    """Tack a piece of clothing to something, or hold the whole opponent down (D6-M-PIN-CLOTHING, D6-M-PIN-WHOLE)."""
    if move.param("what") == "whole":
        blow = yield from _capture(scene, move, "pinned")
    else:
        blow = yield from exchange(scene, move, move.target)
        if blow.hit:
            blow = yield from land(scene, move, blow, None)
            difficulty = max(1, blow.effect)
            scene.record(f.ConditionGained(move.target, "pinned_clothing", {"difficulty": difficulty}))
    settle(scene, blow)


def _capture(scene: Scene, move: Move, hold: str) -> Script[Blow]:
    blow = yield from exchange(scene, move, move.target)
    if not blow.hit:
        return blow
    options = (Option("yes", "Normal damage"), Option("no", "Only hold"))
    pick = yield from choose(Ask("tackle_damage", move.actor, f"{move.row.name} hits. Do damage as well?", "yes", options))
    blow = yield from land(scene, move, blow, move.row.damage if pick == "yes" else None)
    if hold:
        seize(scene, move, move.target, hold)
    return blow


def push(scene: Scene, move: Move) -> Script[None]:
    """Move an opponent: 5 feet for each point of Effect Value and of a run (D6-M-PUSH)."""
    from .charge import charging_modifier

    blow = yield from exchange(scene, move, move.target)
    more: dict[str, Any] = {}
    if blow.hit:
        charge = charging_modifier(scene.state.combatants[move.actor], move.charge)
        blow = yield from land(scene, move, blow, None)
        more = yield from fling(scene, move, move.target, 5 * (blow.effect + charge))
        if charge:
            more["charging_modifier"] = charge
    settle(scene, blow, more)


def knockout(scene: Scene, move: Move) -> Script[None]:
    """Half the damage, and the lights out (D6-M-KNOCKOUT)."""
    yield from _strong_enough(scene, move)
    blow = yield from attack(scene, move, move.target)
    more: dict[str, Any] = {}
    if blow.damage > 0 and not is_down(scene.state.combatants[move.target]):
        more = yield from _resist(scene, move, blow)
    settle(scene, blow, more)


def _strong_enough(scene: Scene, move: Move) -> Script[None]:
    """Refuse a blow whose BDV or power is not at least 1D above the target's Physique.

    The GM hears of it first: an outright refusal would let a player find out an enemy's Physique by trying weapons.
    """
    who, victim = scene.state.combatants[move.actor], scene.state.combatants[move.target]
    mine = code(who.sheet, move.power) if move.power else bdv_number(base_damage(move, who) or 0)
    needed = code(victim.sheet, "physique") + 1
    if mine >= needed:
        return
    prompt = f"A knockout of {victim.sheet.name} takes a blow of {needed}D; this one has {mine}D. Is it struck all the same?"
    if not (yield from gm_says("too_weak", prompt)):
        refuse("requirement", f"The blow is not at least 1D above {victim.sheet.name}'s Physique.", "$.targets[0]")


def _resist(scene: Scene, move: Move, blow: Blow) -> Script[dict[str, Any]]:
    """Physique or willpower against the Effect Value; it takes all that is left of the target's round (D6-M-KNOCKOUT-RESIST)."""
    target, effect = blow.target, blow.effect
    victim = scene.state.combatants[target]
    codes = {one: code(victim.sheet, one) for one in ("physique", "willpower")}
    options = tuple(Option(one, one.capitalize(), f"{dice}D") for one, dice in codes.items())
    better = max(codes, key=lambda one: codes[one])
    prompt = f"{victim.sheet.name} resists a knockout: it takes {effect} successes to stay awake."
    trait = yield from choose(Ask("knockout_resist", target, prompt, better, options))
    after = crossing(scene, move.actor, target, past=(effect, blow.damage))
    count, difficulty = yield from _test(scene, target, "knockout", trait, effect, after)
    resisted = count.successes >= difficulty
    scene.record(f.Tested(target, "knockout", count.successes, difficulty, count.terms, count.at, resisted))
    if scene.state.encounter is not None:
        scene.record(f.ConditionGained(target, "acted_out"))
    if resisted:
        scene.record(f.ConditionGained(target, "knockout_immune"))
    else:
        faint(scene, target, effect)
    return {"resist_successes": count.successes, "resisted": resisted}


def _test(
    scene: Scene, who: CombatantId, key: str, trait: str, difficulty: int, after: tuple[int | str, ...]
) -> Script[tuple[Count, int]]:
    terms = difficulty_terms(scene.state.combatants[who], (term("base", difficulty),), (), scene.options)
    total = sum(one.value for one in terms)
    count = yield from roll_pool(scene, who, key, trait, wounds=weighed(scene), needs=total, after=after)
    return count, total


def headbutt(scene: Scene, move: Move) -> Script[None]:
    """Called at the head it may stun (D6-M-HEADBUTT)."""
    blow = yield from attack(scene, move, move.target)
    more: dict[str, Any] = {}
    if blow.hit and blow.location == "head" and not is_down(scene.state.combatants[move.target]):
        more = yield from _stun(scene, move, blow)
    settle(scene, blow, more)


def _stun(scene: Scene, move: Move, blow: Blow) -> Script[dict[str, Any]]:
    """A Difficult Physique roll, free, or stunned for 3D rounds (D6-M-HEADBUTT)."""
    after = crossing(scene, move.actor, move.target, past=(blow.damage,))
    count, difficulty = yield from _test(scene, move.target, "stun", "physique", DIFFICULT, after)
    passed = count.successes >= difficulty
    scene.record(f.Tested(move.target, "stun", count.successes, difficulty, count.terms, count.at, passed))
    if passed:
        return {"stun_successes": count.successes}
    three = (6, 6, 6)
    summed = scene.options.duration_dice == "sum"
    kind = Roll if summed else Ordinary
    rounds = max(1, (yield from roll(kind("stun_rounds", move.actor, three, _NO_MATTER))))
    victim = scene.state.combatants[move.target]
    if not has(victim, "stunned") or int((params_of(victim, "stunned") or {}).get("rounds", 0)) < rounds:
        scene.record(f.ConditionGained(move.target, "stunned", {"rounds": rounds}))
    return {"stun_successes": count.successes, "stun_rounds": rounds}
