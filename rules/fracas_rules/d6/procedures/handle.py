"""Acts without a roll: aiming, readying, moving, getting up."""

from __future__ import annotations

from ...kernel.script import Script
from .. import facts as f
from ..common import Scene, weapon_of
from ..move import Move
from ..state import has


def aim(scene: Scene, move: Move) -> Script[None]:
    """A round of aim: one counts in a round, three in a row at most (D6-O-AIM)."""
    who, met = scene.state.combatants[move.actor], scene.state.encounter
    here = met.round if met is not None else 0
    if met is None or who.aim_round != here or not who.aim_rounds:
        scene.record(f.Aimed(move.actor, who.aim_rounds + 1, here))
    scene.record(f.Noted(move.actor, "aims", scene.state.combatants[move.actor].aim_rounds))
    scene.result.update(outcome="success", total=scene.state.combatants[move.actor].aim_rounds)
    return
    yield


def ready(scene: Scene, move: Move) -> Script[None]:
    """Take a weapon in hand, or reload it (D6-O-READY)."""
    who = scene.state.combatants[move.actor]
    weapon_id = move.weapon_id or who.weapon_ready
    weapon = weapon_of(scene, who, weapon_id)
    if move.param("reload") and weapon is not None and weapon.ammo is not None:
        scene.record(f.AmmoSet(move.actor, weapon_id, weapon.ammo))
    else:
        scene.record(f.WeaponReadied(move.actor, weapon_id))
        if has(who, "disarmed"):
            scene.record(f.ConditionLost(move.actor, "disarmed"))
    scene.result.update(outcome="success")
    return
    yield


def walk(scene: Scene, move: Move) -> Script[None]:
    """Move up to Speed (D6-O-MOVE)."""
    speed = scene.state.combatants[move.actor].sheet.speed
    feet = move.param("feet")
    scene.record(f.Noted(move.actor, "moves", speed if feet is None else feet))
    scene.result.update(outcome="success", total=speed if feet is None else feet)
    return
    yield


def announced(scene: Scene, move: Move) -> Script[None]:
    """A Quick Draw is announced in a plan; it is no act (D6-O-QUICK-DRAW). `needs.py` has refused it before."""
    return
    yield


def stand(scene: Scene, move: Move) -> Script[None]:
    """Get up: an action, or the whole turn after a Flip or a dizzy spin (D6-M-STAND)."""
    scene.record(f.ConditionLost(move.actor, "prone"))
    scene.record(f.Noted(move.actor, "gets_up"))
    scene.result.update(outcome="success")
    return
    yield
