"""Moving, cover, and the ground (VTM-F-MOVE, VTM-F-RUN, VTM-T-COVER)."""

from __future__ import annotations

from ...kernel.script import Script
from .. import facts as f
from ..common import Scene, gain
from ..move import Move
from .act import take


def move(scene: Scene, move: Move) -> Script[None]:
    """Walk or run so many metres, or to a square of the map; several moves of a turn add up."""
    take(scene, move)
    metres = move.metres or 0
    total = scene.state.combatants[move.actor].moved + metres
    scene.record(f.Moved(move.actor, metres, total))
    if "to" in move.act.params:
        scene.place(move.actor, move.act.params["to"])
    scene.result = {"outcome": "success", "moved": total}
    return
    yield


def cover(scene: Scene, move: Move) -> Script[None]:
    """Take the cover that a place offers, or leave it."""
    take(scene, move)
    scene.record(f.Covered(move.actor, str(move.param("cover"))))
    scene.result = {"outcome": "success"}
    return
    yield


def prone(scene: Scene, move: Move) -> Script[None]:
    """Drop to the ground: light cover (VTM-T-COVER-LIGHT)."""
    take(scene, move)
    gain(scene, move.actor, "prone")
    scene.result = {"outcome": "success"}
    return
    yield
