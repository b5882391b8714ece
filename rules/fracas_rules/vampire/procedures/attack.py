"""Attacks on one target: the blow, the counter-attack, and what the maneuver brings besides its damage."""

from __future__ import annotations

from ...kernel.script import Script
from ..common import Scene
from ..move import Move
from .effects import EFFECTS, plain
from .strike import note, riposte, spent, strike, told_blow


def attack(scene: Scene, move: Move) -> Script[None]:
    """One attack on one target (VTM-C-POOLS, VTM-DF-SUBTRACT, VTM-D-ROLL, VTM-X-HELPLESS)."""
    blow = yield from strike(scene, move)
    riposted = yield from riposte(scene, move, blow)
    landed = yield from (EFFECTS[move.row.effect] if move.row.effect else plain)(scene, move, blow)
    note(scene, move, landed)
    scene.result = {**told_blow(move, landed), **({"riposte": riposted} if riposted is not None else {}), **spent(scene, move)}
