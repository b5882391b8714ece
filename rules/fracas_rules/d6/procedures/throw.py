"""Throwing a person: lift, throw, and what becomes of the one who flies (D6-O-THROW-PERSON, D6-O-THROW-MISS)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...kernel.requests import Ask, Option
from ...kernel.script import Script, choose
from .. import facts as f
from ..common import Scene
from ..harm import crash
from ..modifiers import difficulty_terms, guard, is_out, lifting_number, term
from ..move import Move
from ..rolls import Count, lost_dice, roll_pool, weighed
from ..sheet import bdv_parts, code, pl_bonus
from ..vocabulary import DIFFICULT, EASY

#: From this weight on every full hundred pounds takes a foot off the flight.
_LIGHT = 200
_GROUND = "2D"


@dataclass(frozen=True)
class _Throw:
    """The throw itself: its roll, what it had to reach, feet flown."""

    count: Count
    total: int
    feet: int

    @property
    def effect(self) -> int:
        return self.count.successes - self.total


def throw_person(scene: Scene, move: Move) -> Script[None]:
    """One action and two rolls; nothing happens without the lift (D6-O-THROW-PERSON)."""
    flyer = scene.state.combatants[move.target].sheet
    lift = move.param("lift_difficulty")
    needed = lift if lift is not None else lifting_number(flyer.weight)
    lifted, strong = yield from _roll(scene, move, "lift", "lifting", needed)
    told: dict[str, Any] = {"lift_successes": lifted.successes, "critical_failure": lifted.critical, "damage": 0}
    if not strong:
        scene.result.update(told, outcome="failure")
        return
    throw = yield from _throw(scene, move)
    scene.record(f.Noted(move.target, "thrown", throw.feet, move.actor))
    told.update(
        outcome="hit" if throw.effect >= 0 else "miss", successes=throw.count.successes, pool=throw.count.pool,
        defense_total=throw.total, thrown_feet=throw.feet, thrown_damage=0,
    )  # fmt: skip
    if throw.effect < 0:
        told.update((yield from _land(scene, move)))
    else:
        told["effect_value"] = throw.effect
        told.update((yield from (_into_somebody if move.param("at") is not None else _into_something)(scene, move, throw.effect)))
    scene.result.update(told)


def _roll(scene: Scene, move: Move, key: str, trait: str, base: int) -> Script[tuple[Count, bool]]:
    terms = difficulty_terms(scene.state.combatants[move.actor], (term("base", base),), (), scene.options)
    total = sum(one.value for one in terms)
    lost = lost_dice(scene, move.actor, move.cost)
    count = yield from roll_pool(scene, move.actor, key, trait, several=lost, wounds=weighed(scene), needs=total)
    passed = count.successes >= total
    scene.record(f.Tested(move.actor, key, count.successes, total, count.terms, count.at, passed))
    return count, passed


def _throw(scene: Scene, move: Move) -> Script[_Throw]:
    """Thrown weapons against the other's defence at point blank, or Easy at a thing; the GM may say otherwise."""
    at, given = move.param("at"), move.param("throw_difficulty")
    base = [term("base", EASY)]
    if given is not None:
        base = [term("base", given)]
    elif at is not None:
        base = [guard(scene.state.combatants[at], False), term("range", 1)]
    terms = difficulty_terms(scene.state.combatants[move.actor], base, move.act.modifiers, scene.options)
    total = sum(one.value for one in terms)
    lost = lost_dice(scene, move.actor, move.cost)
    count = yield from roll_pool(
        scene, move.actor, "throw", "thrown_weapons", several=lost, wounds=weighed(scene), needs=total, beyond=True
    )
    scene.record(f.Tested(move.actor, "throw", count.successes, total, count.terms, count.at, count.successes >= total))
    heavy = max(0, scene.state.combatants[move.target].sheet.weight - _LIGHT) // 100
    return _Throw(count, total, max(0, count.successes - heavy))


def _into_somebody(scene: Scene, move: Move, effect: int) -> Script[dict[str, Any]]:
    """The flyer's BDV and P/L bonus and the Effect Value; whoever is larger hurts the flyer in turn (D6-O-THROW-PERSON)."""
    at = str(move.param("at"))
    flyer, struck = scene.state.combatants[move.target].sheet, scene.state.combatants[at].sheet
    bonus = pl_bonus(flyer)
    hit = yield from crash(scene, at, "flyer", *bdv_parts(flyer.bdv), plus=bonus + effect, by=move.target)
    told: dict[str, Any] = {"bdv_roll": hit.bdv, "pl_bonus": bonus, "damage_total": hit.total, "damage": hit.lost}
    if hit.reduction:
        told["cp_reduction"] = hit.reduction
    if struck.size > flyer.size:
        back = yield from crash(scene, move.target, "body", *bdv_parts(struck.bdv), by=at)
        told["thrown_damage"] = back.lost
    return told


def _into_something(scene: Scene, move: Move, effect: int) -> Script[dict[str, Any]]:
    """Smashed into an object, or the ground: its BDV and the Effect Value (D6-O-THROW-PERSON)."""
    hit = yield from crash(scene, move.target, "obstacle", *bdv_parts(_stop(move)), plus=effect)
    return {"thrown_damage": hit.lost, "damage": hit.lost}


def _stop(move: Move) -> str | int:
    """The BDV of whatever ends the flight."""
    given: str | int | None = move.param("obstacle_bdv")
    return given if given is not None else _GROUND


def _land(scene: Scene, move: Move) -> Script[dict[str, Any]]:
    """Past the target: a Difficult landing, free, or the BDV of what stops the flight (D6-O-THROW-MISS)."""
    flyer = scene.state.combatants[move.target]
    told: dict[str, Any] = {}
    if not is_out(flyer):
        codes = {one: code(flyer.sheet, one) for one in ("acrobatics", "martial_arts")}
        options = tuple(Option(one, one.replace("_", " ").capitalize(), f"{dice}D") for one, dice in codes.items())
        better = max(codes, key=lambda one: codes[one])
        trait = yield from choose(Ask("landing", move.target, f"{flyer.sheet.name} flies past. Land how?", better, options))
        difficulty = sum(one.value for one in difficulty_terms(flyer, (term("base", DIFFICULT),), (), scene.options))
        count = yield from roll_pool(scene, move.target, "landing", trait, wounds=weighed(scene), needs=difficulty)
        passed = count.successes >= difficulty
        scene.record(f.Tested(move.target, "landing", count.successes, difficulty, count.terms, count.at, passed))
        told["landing_successes"] = count.successes
        if passed:
            return told
    hit = yield from crash(scene, move.target, "landing", *bdv_parts(_stop(move)))
    return {**told, "thrown_damage": hit.lost}
