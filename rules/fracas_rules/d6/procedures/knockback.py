"""Being knocked back, and what stands in the way."""

from __future__ import annotations

from typing import Any

from ...kernel.ids import CombatantId
from ...kernel.script import Script
from .. import facts as f
from ..common import Scene
from ..harm import crash
from ..move import Move
from ..sheet import bdv_parts


def fling(scene: Scene, move: Move, target: CombatantId, feet: int) -> Script[dict[str, Any]]:
    """Knock somebody back; what stands in the way does its BDV and a fifth of the feet left, rounded up (D6-M-KNOCKBACK)."""
    told: dict[str, Any] = {"knockback_feet": feet}
    scene.record(f.Noted(target, "knocked_back", feet, move.actor))
    obstacle = move.param("obstacle")
    if obstacle is not None and feet > obstacle["feet"]:
        plus = -(-(feet - obstacle["feet"]) // 5)
        hit = yield from crash(scene, target, "obstacle", *bdv_parts(obstacle["bdv"]), plus=plus)
        told["obstacle_damage"] = hit.lost
    return told
