"""An act from its first check to its end: the action is counted, what it breaks off ends, and the maneuver is played."""

from __future__ import annotations

from ...kernel.ids import CombatantId
from ...kernel.script import Script
from .. import facts as f
from ..checks import checked
from ..commands import Act
from ..common import Scene
from ..move import Move
from ..state import has


def act(scene: Scene, command: Act) -> Script[None]:
    """Play one act (D6-C-MULTI, D6-C-ROUND)."""
    from . import PROCEDURES

    move = checked(scene, command)
    _begin(scene, move)
    yield from PROCEDURES[move.row.procedure](scene, move)


def _begin(scene: Scene, move: Move) -> None:
    """Count the action; end guard, run and aim that do not outlast another act (D6-M-DODGE, D6-M-CHARGE, D6-O-AIM)."""
    who = scene.state.combatants[move.actor]
    if scene.state.encounter is not None:
        planned = who.planned if who.planned is not None else move.cost
        used = planned if move.whole else who.used + move.cost
        punches = who.power_punches + (move.row.procedure == "power_punch")
        scene.record(f.ActionTaken(move.actor, move.id, planned, used, True, punches))
    elif who.dodge is not None or who.parry is not None:
        scene.record(f.GuardDropped(move.actor))
    if has(who, "overrun"):
        scene.record(f.ConditionLost(move.actor, "overrun"))
    if who.charge_rounds and move.row.procedure not in ("charge_run", "charge"):
        scene.record(f.Ran(move.actor, 0))
    if who.aim_rounds and move.row.procedure != "aim":
        scene.record(f.Aimed(move.actor, 0))


def struggle(scene: Scene, who: CombatantId, what: str) -> None:
    """An action that a reaction or another's deed takes of somebody, if one is left; only encounters count (D6-C-MULTI)."""
    fighter = scene.state.combatants[who]
    met = scene.state.encounter
    if met is None or who in met.done or has(fighter, "acted_out"):
        return
    planned = fighter.planned if fighter.planned is not None else 1
    if fighter.used < planned:
        scene.record(f.ActionTaken(who, what, planned, fighter.used + 1, False, fighter.power_punches))
