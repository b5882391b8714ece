"""What comes before an attack: closing with a pole arm, and the counter-strike of whoever strikes at all that come near."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ...errors import refuse
from ...kernel.formula import Term, parse
from ...kernel.ids import CombatantId
from ...kernel.script import Script
from .. import facts as f
from ..commands import Act
from ..common import Scene, mark, ready
from ..harm import is_out
from ..move import Aim, Move
from ..state import has, params_of
from .aftermath import finish
from .damage import land
from .defend import grant_surface
from .exchange import HIT, MISS, Blow, exchange, take_action
from .rolls import Total, add_die, tested, traits_total

_RIDING = parse("dexterity + riding")
_STAND = parse("max(2 * dexterity, dexterity + acrobatics)")
_COMBAT = parse("combat")
#: Standing rolls that strike whoever comes near.
_STRIKING = ("deflecting_kata", "whirling_sword")


class Before(Struct, frozen=True):
    """How it came out: whether the attack is over before it began, with which word, and what the result says of it."""

    stopped: bool = False
    outcome: str = "failure"
    told: dict[str, Any] = {}


NOTHING = Before()


def surface(scene: Scene) -> Script[None]:
    """A wall is needed; the GM knows whether there is one."""
    there = yield from grant_surface(scene)
    if not there:
        refuse("requirement", "There is no wall or other solid surface here.", "$.maneuver")


def approach(scene: Scene, move: Move) -> Script[Before]:
    """Get near enough to strike."""
    if not move.row.close or not move.row.answers:
        return NOTHING
    if scene.state.combatants[move.actor].mount:
        closed = yield from _past_polearm(scene, move)
        if not closed:
            return Before(True)
    for target in move.act.targets:
        if scene.state.combatants[target].conditions:
            came = yield from _countered(scene, move, target)
            if came is not None:
                return came
    return NOTHING


def report(scene: Scene, move: Move, before: Before) -> None:
    """The result of an attack that was over before it began."""
    scene.result.update(outcome=before.outcome, damage=0, **before.told)


def _past_polearm(scene: Scene, move: Move) -> Script[bool]:
    """A rider must get past a pole arm on the ground: a tie keeps him off, and his mount as well (UNI-C-MOUNT-POLEARM-CLOSE)."""
    target = scene.state.combatants[move.target]
    if target.mount or all(one.class_ != "polearm" for one in ready(target)) or is_out(target):
        return True
    ride = traits_total(scene.state.combatants[move.actor], _RIDING, _COMBAT)
    ride = yield from add_die(scene, move.actor, ride, "close_polearm")
    stand = traits_total(target, _STAND, _COMBAT)
    stand = yield from add_die(scene, move.target, stand, "close_polearm", needs=(ride.value,))
    closed = ride.value >= 9 and ride.value > stand.value
    tested(scene, move.actor, "close_polearm", ride, closed)
    if not closed:
        take_action(scene, move)
        mark(scene, move.actor, f"kept_off:{move.target}")
        if scene.state.encounter is not None:
            scene.record(f.AttackFailed(move.actor))
    return closed


def _countered(scene: Scene, move: Move, target: CombatantId) -> Script[Before | None]:
    """Whoever comes near is struck once a Turn, before his own attack (UNI-M-DEFLECTING-KATA, UNI-M-WHIRLING-SWORD)."""
    owner = scene.state.combatants[target]
    standing = params_of(owner, "standing_roll")
    maneuver = str(standing.get("maneuver")) if standing else ""
    if standing is None or maneuver not in _STRIKING or f"countered:{move.actor}" in owner.marks or is_out(owner):
        return None
    mark(scene, target, f"countered:{move.actor}")
    row = scene.catalogue.maneuvers[maneuver]
    weapon = next((one for one in owner.sheet.weapons if one.id == standing.get("weapon")), None)
    act = Act(actor=target, maneuver=maneuver, targets=(move.actor,))
    counter = Move(target, maneuver, row, act, weapon, aims=(Aim(move.actor),), limbs=row.limbs, free=True)
    value = int(str(standing.get("attack_total", standing.get("total", 0))))
    blow: Blow = yield from exchange(scene, counter, Total((Term("standing", row.name, value),), value, value))
    landed = land(scene, blow, blow.aims[0])
    after = yield from finish(scene, blow, (landed,))
    told: dict[str, Any] = {"counter_outcome": landed.outcome}
    if landed.damage:
        told["attacker_damage"] = landed.damage
    if after.parry is not None:
        told["parry_damage"] = after.parry
    over = is_out(scene.state.combatants[move.actor]) or has(scene.state.combatants[move.actor], "dead")
    if over:
        take_action(scene, move)
    return Before(over, MISS if over else HIT, told)
