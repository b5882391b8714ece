"""Readying: drawing, reloading, nocking, standing up, aiming (VTM-A-READY, VTM-A-STAND, VTM-M-AIM)."""

from __future__ import annotations

from ...kernel.script import Script
from .. import facts as f
from ..common import Scene, cast, lose, outcome_of
from ..modifiers import current
from ..move import Move
from ..sheet import Weapon, title
from .act import take


def _effort(scene: Scene, move: Move) -> Script[f.Cast | None]:
    """As the whole action it is certain; as one of several it is rolled (VTM-A-READY-MULTI, VTM-A-STAND-MULTI)."""
    take(scene, move)
    if move.spec is None:
        scene.result = {"outcome": "success"}
        return None
    spec = move.spec
    roll = yield from cast(
        "ready", move.actor, move.row.name, spec.terms, spec.difficulty, tens=spec.tens, auto=spec.auto
    )  # fmt: skip
    scene.record(f.Tested(move.id, outcome_of(roll), roll))
    scene.result = {
        "outcome": outcome_of(roll), "pool": roll.dice, "difficulty": roll.difficulty, "successes": roll.successes
    }  # fmt: skip
    return roll


def _weapon(move: Move) -> Weapon:
    assert move.weapon is not None, "the checks have seen to it"
    return move.weapon


def draw(scene: Scene, move: Move) -> Script[None]:
    """Put a weapon in hand, or pick it up; botched, it falls (VTM-A-READY)."""
    weapon = _weapon(move)
    roll = yield from _effort(scene, move)
    who = scene.state.combatants[move.actor]
    others = tuple(one for one in who.dropped if one != weapon.id)
    if roll is None or roll.successes:
        scene.record(f.Held(move.actor, (*who.ready, weapon.id), others))
    elif roll.botch:
        scene.record(f.Held(move.actor, who.ready, (*others, weapon.id)))


def reload(scene: Scene, move: Move) -> Script[None]:
    """A new clip, and one more if a round was left; a crossbow takes five turns (VTM-M-RELOAD, VTM-E-CROSSBOW-RELOAD)."""
    weapon = _weapon(move)
    roll = yield from _effort(scene, move)
    who = scene.state.combatants[move.actor]
    left, worked = who.ammo.get(weapon.id, 0), who.reload_progress.get(weapon.id, 0)
    if roll is None or roll.successes:
        worked += 1
        done = worked >= weapon.reload_turns
        if weapon.reload_turns > 1:
            scene.record(f.Worked(move.actor, weapon.id, 0 if done else worked))
        if done:
            left = weapon.capacity + (weapon.chamber if left else 0)
            scene.record(f.AmmoSet(move.actor, weapon.id, left))
            scene.record(f.Noted(move.actor, "reloaded", f"reloads {title(weapon)}"))
    more = {"reload_progress": worked} if weapon.reload_turns > 1 else {}
    scene.result = {**scene.result, "rounds_left": left, **more}


def nock(scene: Scene, move: Move) -> Script[None]:
    """Nock and draw an arrow (VTM-E-ARCHERY)."""
    weapon = _weapon(move)
    take(scene, move)
    scene.record(f.AmmoSet(move.actor, weapon.id, 1))
    scene.record(f.Noted(move.actor, "nocked", "nocks an arrow"))
    scene.result = {"outcome": "success", "rounds_left": 1}
    return
    yield


def stand(scene: Scene, move: Move) -> Script[None]:
    """Get up from the ground."""
    roll = yield from _effort(scene, move)
    if roll is None or roll.successes:
        lose(scene, move.actor, "knocked_down", "prone")


def aim(scene: Scene, move: Move) -> Script[None]:
    """One die for each turn, up to Perception; a scope gives two from the first turn on (VTM-M-AIM, VTM-M-AIM-SCOPE)."""
    weapon = _weapon(move)
    take(scene, move)
    who = scene.state.combatants[move.actor]
    before = who.aim
    same = before is not None and (before.target, before.weapon) == (move.target, weapon.id)
    turns = (before.turns if before is not None and same else 0) + 1
    scope = 2 if "scope" in who.sheet.accessories.get(weapon.id, ()) else 0
    dice = min(turns, current(who, "perception")) + scope
    scene.record(f.Aimed(move.actor, f.Aim(move.target, weapon.id, turns, dice)))
    scene.result = {"outcome": "success", "aim_dice": dice}
    return
    yield
