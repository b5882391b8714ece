"""Moves that change the range, getting up, taking a weapon in hand."""

from __future__ import annotations

from ...kernel.script import Script
from .. import facts as f
from ..common import Scene
from ..harm import lay
from ..move import Move, feet_of
from ..state import has


def step(scene: Scene, move: Move) -> Script[None]:
    """Up to half a move toward or away from one target (GRV-M-STEP, GRV-HALF-MOVE)."""
    _go(scene, move)
    return
    yield


def retreat(scene: Scene, move: Move) -> Script[None]:
    """Back off facing the enemy: Dodge +2 until the next action (GRV-M-FIGHTING-RETREAT)."""
    _go(scene, move)
    lay(scene, move.actor, "giving_ground", {"bonus": 2})
    return
    yield


def _go(scene: Scene, move: Move) -> None:
    feet = feet_of(scene.state.combatants[move.actor], move.row, move.act)
    scene.record(f.Moved(move.actor, move.id, feet, move.target))
    if move.after is not None:
        scene.record(f.Spaced(move.actor, move.target, move.after))
    scene.result = {"outcome": "success"} if move.after is None else {"outcome": "success", "distance": move.after}


def stand(scene: Scene, move: Move) -> Script[None]:
    """Get up from prone or from hands and knees (GRV-M-STAND)."""
    for one in ("prone", "hands_and_knees"):
        if has(scene.state.combatants[move.actor], one):
            scene.record(f.ConditionLost(move.actor, one))
    scene.result = {"outcome": "success"}
    return
    yield


def ready(scene: Scene, move: Move) -> Script[None]:
    """Pick up or draw a weapon (GRV-M-STAND)."""
    if has(scene.state.combatants[move.actor], "disarmed"):
        scene.record(f.ConditionLost(move.actor, "disarmed"))
    scene.record(f.Noted(move.actor, "ready", "{who} readies a weapon."))
    scene.result = {"outcome": "success"}
    return
    yield


def nothing(scene: Scene, move: Move) -> Script[None]:
    """Plan rows are declared before initiative; as acts they are refused before this."""
    scene.result = {"outcome": "failure"}
    return
    yield
