"""Attacks: a blow, a kick, a weapon, a shot, teeth; one script for all that a defence may answer (UNI-M-BASE-ATTACK)."""

from __future__ import annotations

from typing import Any

from ...kernel.script import Script
from ..common import Scene, gain, put_away
from ..harm import is_out, knock_down
from ..modifiers import bodily, several
from ..move import Move
from ..sheet import Weapon
from ..state import has
from . import ammunition, prelude
from .aftermath import failed, finish, report
from .damage import Landed, land
from .exchange import BLOCKED, HIT, MISS, exchange, take_action
from .grab import grab_leg
from .rolls import add_die, tested, traits_total


def strike(scene: Scene, move: Move) -> Script[None]:
    """Hit one target, or several with a volley (UNI-C-ATTACK-SEQUENCE, UNI-M-RANGED, UNI-C-SHOTS)."""
    yield from attack(scene, move)


def attack(scene: Scene, move: Move) -> Script[bool]:
    """An attack from its approach to its result; whether it hit the first target comes back."""
    before = yield from prelude.approach(scene, move)
    if before.stopped:
        prelude.report(scene, move, before)
        return False
    if _trivial(scene, move):
        _break(scene, move)
        return True
    volley = ammunition.volley(scene, move)
    move = ammunition.reached(move, volley)
    blow = yield from exchange(scene, move, losses=volley)
    landed = tuple(land(scene, blow, aim, volley[aim.target]) for aim in blow.aims)
    after = yield from finish(scene, blow, landed)
    told = dict(after.told)
    if move.row.leg and landed[0].outcome == BLOCKED and landed[0].guard.pick in ("parry", "off_hand_parry"):
        told |= yield from grab_leg(scene, move)
    if move.row.ranged:
        told |= yield from ammunition.after(scene, move, blow.total.die, sum(len(shots) for shots in volley.values()))
    if move.row.answers == "thrown" and move.weapon is not None:
        _let_fly(scene, move, move.weapon, landed[0])
    report(scene, blow, landed, after, {**before.told, **told}, counted=move.param("shots") is not None)
    return landed[0].outcome == HIT


def jump_kick(scene: Scene, move: Move) -> Script[None]:
    """Kicks out of a leap: its levels go on the base; whoever hits nobody falls (UNI-M-JUMP-KICK, UNI-M-DOUBLE-JUMP-KICK)."""
    before = yield from prelude.approach(scene, move)
    if before.stopped:
        prelude.report(scene, move, before)
        return
    actor = scene.state.combatants[move.actor]
    leap = traits_total(actor, move.row.leap, move.row.leap_score)
    leap = leap.plus([*several(scene, actor), *bodily(actor, scene.options, move.limbs)])
    leap = yield from add_die(scene, move.actor, leap, "leap")
    tested(scene, move.actor, "leap", leap, leap.levels > 0)
    told = {"leap_total": leap.value, "leap_levels": leap.levels, "stage": "kick" if leap.levels else "leap"}
    if not leap.levels:
        take_action(scene, move)
        failed(scene, move)
        knock_down(scene, move.actor)
        scene.result.update(outcome=MISS, damage=_none(move), **told, **before.told)
        return
    blow = yield from exchange(scene, move, bonus=leap.levels)
    landed = tuple(land(scene, blow, aim) for aim in blow.aims)
    after = yield from finish(scene, blow, landed)
    if all(one.outcome != HIT for one in landed) and not is_out(scene.state.combatants[move.actor]):
        knock_down(scene, move.actor)
    report(scene, blow, landed, after, {**before.told, **told, **after.told})


def _none(move: Move) -> Any:
    return 0 if len(move.aims) == 1 else {aim.target: 0 for aim in move.aims}


def _trivial(scene: Scene, move: Move) -> bool:
    """Windows and the like break without dice (UNI-C-BREAK-TRIVIAL)."""
    thing = scene.state.combatants[move.target].sheet
    return thing.kind == "object" and not thing.av and not thing.damage_capacity and thing.door is None


def _break(scene: Scene, move: Move) -> None:
    take_action(scene, move)
    if not has(scene.state.combatants[move.target], "wrecked"):
        gain(scene, move.target, "wrecked")
    scene.result.update(outcome=HIT, damage=0)


def _let_fly(scene: Scene, move: Move, weapon: Weapon, landed: Landed) -> None:
    """A thrown weapon leaves the hand; who catches it has it (UNI-M-THROW-WEAPON, UNI-M-CATCH, UNI-C-WEAPON-DROP)."""
    if any(one.id == weapon.id for one in scene.state.combatants[move.actor].sheet.weapons):
        put_away(scene, move.actor, weapon.id, far=True)
