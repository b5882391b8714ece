"""The procedures by the names that rows use: each plays one exchange."""

from __future__ import annotations

from collections.abc import Callable

from ...kernel.script import Script
from ..commands import Act, Adjust, Check, Command, Declare, EndTurn, Hazard, Initiative, NextRound, Start
from ..common import Scene
from ..move import Move
from . import (
    act,
    boundary,
    charge,
    check,
    contest,
    defend,
    handle,
    hazard,
    series,
    special,
    strike,
    test,
    throw,
    turn,
    wave,
    word,
)  # fmt: skip

#: A maneuver's row names one of these.
PROCEDURES: dict[str, Callable[[Scene, Move], Script[None]]] = {
    "strike": strike.strike,
    "slam": strike.strike,
    "double_kick": series.double_kick,
    "spin": series.spin,
    "power_punch": special.power_punch,
    "pull_punch": special.pull_punch,
    "knockout": special.knockout,
    "headbutt": special.headbutt,
    "tackle": special.tackle,
    "pin": special.pin,
    "push": special.push,
    "charge_run": charge.charge_run,
    "charge": charge.charge,
    "aerial_charge": charge.aerial_charge,
    "hold": contest.hold,
    "break_arm": contest.break_arm,
    "force_down": contest.force_down,
    "escape": contest.escape,
    "run_away": contest.run_away,
    "dodge": defend.dodge,
    "parry": defend.parry,
    "number": test.number,
    "break_free": test.break_free,
    "slip_free": test.slip_free,
    "resist_wounds": test.resist_wounds,
    "force_wave": wave.force_wave,
    "throw_person": throw.throw_person,
    "aim": handle.aim,
    "ready": handle.ready,
    "move": handle.walk,
    "stand": handle.stand,
    "quick_draw": handle.announced,
}


def play(scene: Scene, command: Command) -> Script[None]:
    """The script of a command; before it and after it the turn passes on where it has to (somebody may have been taken out)."""
    boundary.pass_on(scene)
    yield from _play(scene, command)
    boundary.pass_on(scene)


def _play(scene: Scene, command: Command) -> Script[None]:
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
        return hazard.hazard(scene, command)
    if isinstance(command, Start):
        return turn.start(scene, command)
    return turn.end(scene)
