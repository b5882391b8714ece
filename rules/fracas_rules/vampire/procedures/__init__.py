"""The procedures by the names that rows use: each plays one exchange."""

from __future__ import annotations

from ...errors import refuse
from ...kernel.script import Script
from ..commands import Act, Adjust, Check, Command, Declare, EndTurn, Hazard, Initiative, NextRound, Start
from ..common import Scene
from ..move import Move
from . import act, attack, blood, boundary, check, grapple, hazard, movement, ready, trial, turn, volley, word
from .effects import EFFECTS

__all__ = ["EFFECTS", "PROCEDURES", "play"]


def _defense(scene: Scene, move: Move) -> Script[None]:
    refuse("illegal-choice", f"{move.row.name} answers an attack.", "$.maneuver")
    yield


#: A maneuver's row names one of these.
PROCEDURES: dict[str, act.Procedure] = {
    "attack": attack.attack,
    "volley": volley.volley,
    "strafe": volley.strafe,
    "crush": grapple.crush,
    "escape": grapple.escape,
    "release": grapple.release,
    "position": grapple.position,
    "drain": grapple.drain,
    "lick": grapple.lick,
    "aim": ready.aim,
    "draw": ready.draw,
    "reload": ready.reload,
    "nock": ready.nock,
    "stand": ready.stand,
    "move": movement.move,
    "cover": movement.cover,
    "prone": movement.prone,
    "buff": blood.buff,
    "heal": blood.heal,
    "power": blood.power,
    "ambush": trial.ambush,
    "other": trial.other,
    "several": turn.several,
    "quicken": turn.quicken,
    "grit": turn.grit,
    "defense": _defense,
}


def play(scene: Scene, command: Command) -> Script[None]:
    """The script of a command."""
    if isinstance(command, Act):
        return act.act(scene, command, PROCEDURES)
    if isinstance(command, EndTurn):
        return boundary.end_turn(scene, command)
    if isinstance(command, Declare):
        return turn.declare(scene, command)
    if isinstance(command, Initiative):
        return turn.initiative(scene)
    if isinstance(command, NextRound):
        return boundary.next_round(scene)
    if isinstance(command, Adjust):
        return word.adjust(scene, command)
    if isinstance(command, Check):
        return check.check(scene, command)
    if isinstance(command, Hazard):
        return hazard.hazard(scene, command)
    if isinstance(command, Start):
        return turn.start(scene, command)
    return turn.end(scene)
