"""An act from its first check to its end: the action is counted, the procedure of its row plays it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...kernel.again import Again
from ...kernel.script import Script
from .. import facts as f
from ..checks import check
from ..commands import Act
from ..common import Scene, lose
from ..move import Move
from ..state import get

#: Plays a move that was checked.
Procedure = Callable[[Scene, Move], Script[None]]


def act(scene: Scene, command: Act, procedures: Mapping[str, Procedure]) -> Script[None]:
    """Play one act by the procedure that its row names (VTM-C-ACTION, VTM-C-SEQUENCE, VTM-F-FREE)."""
    known = _CHECKED.known(scene, command)
    move = known if known is not None else _CHECKED.keep(scene, command, check(scene, command))
    yield from procedures[move.row.procedure](scene, move)


#: Odds play the same act hundreds of times from the same start.
_CHECKED: Again[Move] = Again()


def take(scene: Scene, move: Move) -> None:
    """Use the action, and lose what only lasts while nothing else is done (VTM-M-AIM, VTM-M-KISS)."""
    who = scene.state.combatants[move.actor]
    met = scene.state.encounter
    if met is not None and met.phase == "actions" and not move.free:
        scene.record(f.Acted(move.actor, move.id, move.place, move.extra))
    moves = move.row.procedure in ("move", "prone", "cover")
    if who.aim is not None and move.row.procedure != "aim" and (moves or not move.free):
        scene.record(f.Aimed(move.actor))
    if who.ambush is not None and move.act.targets == (who.ambush.target,) and move.row.attack:
        scene.record(f.Ambushed(move.actor))
    if not move.free and move.row.procedure != "drain":
        stop_drinking(scene, move.actor)


def stop_drinking(scene: Scene, drinker: str) -> None:
    """Whoever is drunk from by this one is kissed no more; the punctures stay."""
    for one, who in scene.state.combatants.items():
        kiss = get(who, "kissed")
        if kiss is not None and kiss.params.get("by") == drinker:
            lose(scene, one, "kissed")
