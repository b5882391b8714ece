"""The procedures by the names that rows use: each plays one exchange."""

from __future__ import annotations

from collections.abc import Callable

from ...kernel.script import Script
from ..commands import Act, Adjust, Check, Command, Declare, EndTurn, Hazard, Initiative, NextRound, Start
from ..legality import Move
from ..play import Scene
from . import act, boundary, check, grapple, handle, leap, posture, strike, turn, word

#: A maneuver's row names one of these.
PROCEDURES: dict[str, Callable[[Scene, Move], Script[None]]] = {
    "strike": strike.strike,
    "shoot": strike.strike,
    "throw": handle.throw,
    "jump_kick": leap.jump_kick,
    "grapple": grapple.grapple,
    "break_free": grapple.break_free,
    "release": grapple.release,
    "stance": posture.stance,
    "stand_up": posture.stand_up,
    "kip_up": posture.kip_up,
    "extinguish": posture.extinguish,
    "handle": handle.handle,
    "plain": handle.plain,
    "recover": posture.shake_off,
}


def play(scene: Scene, command: Command) -> Script[None]:
    """The script of a command."""
    if isinstance(command, Act):
        return act.act(scene, command)
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
        return check.hazard(scene, command)
    if isinstance(command, Start):
        return turn.start(scene, command)
    return turn.end(scene)
