"""The procedures by the names that rows use: each plays one exchange."""

from __future__ import annotations

from ...kernel.script import Script
from ..commands import Act, Adjust, Check, Command, Declare, EndTurn, Hazard, Initiative, NextRound, Start
from ..common import Scene
from . import act, aid, boundary, check, hazard, hold, movement, strike, trick, turn, word

#: A maneuver's row names one of these. `plan` rows are declared and never played.
PROCEDURES: dict[str, act.Procedure] = {
    "strike": strike.strike,
    "great_blow": strike.great_blow,
    "lunge": strike.rush,
    "charge": strike.rush,
    "grapple": hold.hold,
    "entangle": hold.hold,
    "pin": hold.pin,
    "choke": hold.choke,
    "break_free": hold.break_free,
    "release": hold.release,
    "throw": trick.throw_down,
    "feint": trick.feint,
    "drive_back": trick.drive_back,
    "step": movement.step,
    "retreat": movement.retreat,
    "stand": movement.stand,
    "ready": movement.ready,
    "first_aid": aid.first_aid,
    "plan": movement.nothing,
}


def play(scene: Scene, command: Command) -> Script[None]:
    """The script of a command."""
    if isinstance(command, Act):
        return act.act(scene, command, PROCEDURES)
    if isinstance(command, EndTurn):
        return turn.end_turn(scene, command)
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
