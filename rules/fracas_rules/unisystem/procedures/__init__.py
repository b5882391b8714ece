"""The procedures by the names that rows use: each plays one exchange; and the script of every command."""

from __future__ import annotations

from ...kernel.script import Script
from .. import facts as f
from ..commands import Act, Adjust, Check, Command, Declare, EndTurn, Hazard, Initiative, NextRound, Start
from ..common import Scene
from . import (
    act,
    boundary,
    check,
    contests,
    disarm,
    garrote,
    gear,
    grab,
    hazard,
    medicine,
    mounts,
    posture,
    shooting,
    social,
    standing,
    strike,
    throwing,
    turn,
    vampire,
    vehicles,
    word,
)

#: A maneuver's row names one of these.
PROCEDURES: dict[str, act.Procedure] = {
    "strike": strike.strike,
    "jump_kick": strike.jump_kick,
    "bite": vampire.bite,
    "burst": shooting.burst,
    "autofire": shooting.autofire,
    "suppress": shooting.suppress,
    "akimbo": shooting.akimbo,
    "throw_object": throwing.throw_object,
    "wall_slam": throwing.wall_slam,
    "grapple": grab.grapple,
    "break_free": contests.break_free,
    "release": contests.release,
    "choke": contests.choke,
    "break_neck": contests.break_neck,
    "toss": contests.toss,
    "hold": contests.hold,
    "feint": contests.feint,
    "close_ranks": contests.close_ranks,
    "fall_back": contests.fall_back,
    "garrote": garrote.garrote,
    "disarm": disarm.disarm,
    "whirl": standing.whirl,
    "dance": standing.dance,
    "wall_flip": standing.wall_flip,
    "stance": posture.stance,
    "stand_up": posture.stand_up,
    "kip_up": posture.kip_up,
    "extinguish": posture.extinguish,
    "escape_bonds": posture.escape_bonds,
    "concentrate": posture.concentrate,
    "force_door": posture.force_door,
    "recover": posture.shake_off,
    "fury": posture.fury,
    "plain": gear.plain,
    "draw": gear.draw,
    "drop": gear.drop,
    "ready_weapon": gear.ready_weapon,
    "fast_draw": gear.fast_draw,
    "reload": gear.reload,
    "rapid_reload": gear.rapid_reload,
    "taunt": social.taunt,
    "aim": social.aim,
    "watchful_eye": social.watchful_eye,
    "improvised": social.improvised,
    "stop_bleeding": medicine.stop_bleeding,
    "stabilize": medicine.stabilize,
    "resuscitate": medicine.resuscitate,
    "treat_poison": medicine.treat_poison,
    "vampire_bite": vampire.vampire_bite,
    "drain": vampire.drain,
    "stop_feeding": vampire.stop_feeding,
    "command_mount": mounts.command_mount,
    "set_polearm": mounts.set_polearm,
    "joust": mounts.joust,
    "ram": vehicles.ram,
    "run_off_road": vehicles.run_off_road,
}

#: Tests that a result lists, and rolls that resist a maneuver (README, Result keys).
_LISTED = (
    "survival", "consciousness", "slow_death", "fire_fear", "gore", "pinned", "notice", "acrobatics", "riding", "close_polearm",
    "unhorse", "vehicle_survival", "victim_survival",
)  # fmt: skip
_RESISTANCES = ("feet", "knockout", "groin", "drained")


def play(scene: Scene, command: Command) -> Script[None]:
    """The script of a command; the tests that were made stand in its result."""
    yield from _script(scene, command)
    for fact in scene.facts:
        if isinstance(fact, f.Tested):
            if fact.test in _LISTED:
                of_one = scene.result.setdefault("tests", {}).setdefault(fact.who, {})
                of_one[fact.test] = {"total": fact.total, "passed": fact.passed}
            if fact.test == "riding":
                scene.result["riding"] = "passed" if fact.passed else "failed"
            if fact.test in _RESISTANCES:
                scene.result["resist_total"] = fact.total


def _script(scene: Scene, command: Command) -> Script[None]:
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
