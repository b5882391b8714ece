"""Charges on foot and from the air (D6-M-CHARGE …, D6-M-AERIAL …)."""

from __future__ import annotations

from typing import Any

from ...kernel.requests import Ask, Option
from ...kernel.script import Script, choose
from .. import facts as f
from ..common import Scene
from ..harm import crash
from ..modifiers import difficulty_terms, is_out, term
from ..move import Move
from ..rolls import Count, lost_dice, roll_pool, weighed
from ..sheet import bdv_parts, code
from ..state import Combatant, has
from ..vocabulary import HEROIC, MODERATE
from .knockback import fling
from .strike import MISS, Blow, exchange, land

#: A sharper turn than this loses the run, in degrees (D6-M-CHARGE-TURN).
_SHARP = 60
_FEET_A_POINT = 30


def charging_modifier(who: Combatant, rounds: int) -> int:
    """+1 for each round of the run, at most the best of four codes (D6-M-CHARGE-DAMAGE)."""
    return min(rounds, max(code(who.sheet, one) for one in ("physique", "lifting", "running", "speed_manipulation")))


def charge_run(scene: Scene, move: Move) -> Script[None]:
    """A round at twice Speed; a sharp turn loses the run and this round too (D6-M-CHARGE, D6-M-CHARGE-TURN)."""
    who = scene.state.combatants[move.actor]
    rounds = 0 if move.param("turn") > _SHARP else who.charge_rounds + 1
    scene.record(f.Ran(move.actor, rounds))
    scene.record(f.Noted(move.actor, "runs", 2 * who.sheet.speed))
    scene.result.update(outcome="success", total=2 * who.sheet.speed)
    return
    yield


def _test(scene: Scene, move: Move, key: str, trait: str, difficulty: int, several: int = 0) -> Script[tuple[Count, bool]]:
    """A roll of the runner's against a number."""
    terms = difficulty_terms(scene.state.combatants[move.actor], (term("base", difficulty),), (), scene.options)
    total = sum(one.value for one in terms)
    count = yield from roll_pool(scene, move.actor, key, trait, several=several, wounds=weighed(scene), needs=total)
    passed = count.successes >= total
    scene.record(f.Tested(move.actor, key, count.successes, total, count.terms, count.at, passed))
    return count, passed


def charge(scene: Scene, move: Move) -> Script[None]:
    """Run up, then strike or shove (D6-M-CHARGE, D6-M-CHARGE-DAMAGE, D6-M-CHARGE-SHOVE)."""
    options = (Option("damage", "Do damage"), Option("shove", "Shove back"))
    mode = yield from choose(Ask("charge_mode", move.actor, "Charge: damage, or a shove?", "damage", options))
    modifier = charging_modifier(scene.state.combatants[move.actor], move.charge)
    several = lost_dice(scene, move.actor, move.cost)
    run, ran = yield from _test(scene, move, "running", "running", move.param("running_difficulty"), several)
    told: dict[str, Any] = {
        "outcome": MISS, "damage": 0, "running_successes": run.successes, "critical_failure": run.critical,
        "charging_modifier": modifier,
    }  # fmt: skip
    blow: Blow | None = None
    if ran:
        blow = yield from exchange(scene, move, move.target)
    if blow is not None and blow.hit:
        scene.record(f.Ran(move.actor, 0))
        blow = yield from land(scene, move, blow, move.row.damage if mode == "damage" else None, modifier)
        told.update(blow.told())
        if mode == "shove":
            told.update((yield from fling(scene, move, move.target, 5 * (blow.effect + modifier))))
    else:
        told.update(blow.told() if blow is not None else {})
        told.update((yield from _missed(scene, move, modifier)))
    scene.result.update(told)


def _missed(scene: Scene, move: Move, modifier: int) -> Script[dict[str, Any]]:
    """On past the target, unless a Heroic effort stops it; and into whatever stands there (D6-M-CHARGE-MISS)."""
    if is_out(scene.state.combatants[move.actor]):
        return {}
    options = (Option("continue", "Run on"), Option("stop", "Stop suddenly", "Heroic running"))
    pick = yield from choose(Ask("charge_after_miss", move.actor, "The charge has missed.", "continue", options))
    if pick == "stop":
        _, stopped = yield from _test(scene, move, "stop", "running", HEROIC)
        if stopped:
            scene.record(f.Ran(move.actor, 0))
            return {"stopped": True}
    obstacle = move.param("obstacle")
    if obstacle is not None:
        clear = yield from _past(scene, move)
        if not clear:
            scene.record(f.Ran(move.actor, 0))
            hit = yield from crash(scene, move.actor, "obstacle", *bdv_parts(obstacle["bdv"]), plus=modifier)
            return {"stopped": False, "obstacle_damage": hit.lost}
    scene.record(f.Ran(move.actor, move.charge + 1))
    if not has(scene.state.combatants[move.actor], "overrun"):
        scene.record(f.ConditionGained(move.actor, "overrun"))
    return {"stopped": False}


def _past(scene: Scene, move: Move) -> Script[bool]:
    """Around the obstacle with acrobatics, or not (D6-M-CHARGE-MISS)."""
    options = (Option("avoid", "Avoid it", "Moderate acrobatics"), Option("crash", "Crash into it"))
    pick = yield from choose(Ask("charge_obstacle", move.actor, "Something is in the way.", "avoid", options))
    if pick == "crash":
        return False
    _, clear = yield from _test(scene, move, "avoid", "acrobatics", MODERATE)
    return clear


def aerial_charge(scene: Scene, move: Move) -> Script[None]:
    """Down from the air: +1 for every 30 feet, and out of the dive after a hit (D6-M-AERIAL, D6-M-AERIAL-PULLUP)."""
    who = scene.state.combatants[move.actor]
    power = move.param("power") or "flight"
    best = max(code(who.sheet, one) for one in ("piloting", "physique", "lifting", power))
    modifier = min(move.param("drop") // _FEET_A_POINT, best)
    told: dict[str, Any] = {"charging_modifier": modifier}
    blow = yield from exchange(scene, move, move.target)
    if blow.hit:
        blow = yield from land(scene, move, blow, move.row.damage, modifier)
        told.update((yield from _pull_up(scene, move, power, modifier)))
    scene.result.update(blow.told(), critical_failure=blow.count.critical, **told)


def _pull_up(scene: Scene, move: Move, power: str, modifier: int) -> Script[dict[str, Any]]:
    """Piloting, or the power, against 1 and the modifier; else into the ground (D6-M-AERIAL-PULLUP)."""
    sheet = scene.state.combatants[move.actor].sheet
    trait = power if code(sheet, power) > code(sheet, "piloting") else "piloting"
    _, passed = yield from _test(scene, move, "pull_up", trait, 1 + modifier, lost_dice(scene, move.actor, move.cost))
    if passed:
        return {"pull_up": "success"}
    hit = yield from crash(scene, move.actor, "ground", *bdv_parts(move.param("ground_bdv")), plus=modifier)
    return {"pull_up": "failure", "obstacle_damage": hit.lost}
