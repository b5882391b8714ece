"""What single maneuvers need beyond the usual, by the name of their procedure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ..kernel.english import in_feet
from ..kernel.ranked import Problem
from .common import Scene, held_by, holders, in_hand, weapon_of
from .modifiers import lifting_number, penalty
from .move import Move
from .sheet import strength, title, weapon_title
from .state import Combatant, has
from .vocabulary import UPKEEP

Need = Callable[[Scene, Move, Combatant], Iterator[Problem]]
#: What a force wave's ground must have at least (D6-O-FORCE-WAVE).
_GROUND = 3
_MOST_AIM = 3


def _run(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    if not who.charge_rounds:
        yield "requirement", f"{who.sheet.name} has not run at twice Speed yet.", "$.maneuver"


def _holding(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    for one in move.act.targets:
        victim = scene.state.combatants[one]
        if not any(hold in UPKEEP for hold in held_by(victim, move.actor)):
            yield "requirement", f"{who.sheet.name} does not hold {victim.sheet.name}.", "$.targets[0]"


def _pinning(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    for one in move.act.targets:
        victim = scene.state.combatants[one]
        if "arm_pinned" not in held_by(victim, move.actor):
            yield "requirement", f"{who.sheet.name} has not pinned {victim.sheet.name}'s arm.", "$.targets[0]"


def _held(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    found = holders(who)
    if not found or any(one not in found for one in move.act.targets):
        yield "requirement", f"{who.sheet.name} is not held.", "$.maneuver"


def _unheld(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    if holders(who):
        yield "requirement", f"{who.sheet.name} is held.", "$.maneuver"


def _caught(*conditions: str) -> Need:
    def need(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
        if not any(has(who, one) for one in conditions):
            yield "requirement", f"{who.sheet.name} is not caught in anything.", "$.maneuver"

    return need


def _prone(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    if not has(who, "prone"):
        yield "requirement", f"{who.sheet.name} is standing already.", "$.maneuver"


def _injured(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    if not penalty(who):
        yield "requirement", f"No wound weighs on {who.sheet.name}.", "$.maneuver"


def _aim(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    if who.aim_rounds >= _MOST_AIM:
        yield "requirement", f"{who.sheet.name} has aimed for {_MOST_AIM} rounds already.", "$.maneuver"


def _lift(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    """Slam: strong enough to lift the target (D6-M-SLAM)."""
    for one in move.act.targets:
        victim = scene.state.combatants[one].sheet
        if strength(who.sheet) < lifting_number(victim.weight):
            yield "requirement", f"{who.sheet.name} is not strong enough to lift {victim.name}.", "$.targets[0]"


def _knockout(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    """Never again at one who resisted (D6-M-KNOCKOUT-RESIST); whether the blow is strong enough shows when it is struck."""
    for one in move.act.targets:
        victim = scene.state.combatants[one]
        if has(victim, "knockout_immune"):
            yield "illegal-target", f"{victim.sheet.name} cannot be knocked out in this battle any more.", "$.targets[0]"


def _ground(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    """Hard ground, and a hero stronger than it (D6-O-FORCE-WAVE)."""
    material = scene.catalogue.materials[move.param("material")]
    if material.pdv < _GROUND:
        yield "requirement", f"{material.name} is too soft: a force wave needs a PDV of {_GROUND}.", "$.params.material"
    best = max(strength(who.sheet), *(who.sheet.powers.get(one, 0) for one in who.sheet.power_damage), 0)
    if best < material.pdv + 1:
        told = f"{who.sheet.name} needs {material.pdv + 1}D of Physique, lifting or a damaging power"
        yield "requirement", f"{told} against {material.name.lower()}.", "$.params.material"


def _ready(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    if move.weapon is None and not (move.param("reload") and weapon_of(scene, who, who.weapon_ready)):
        yield "requirement", "Which weapon? Name one of those at hand.", "$.weapon"
    weapon = move.weapon or weapon_of(scene, who, who.weapon_ready)
    if move.param("reload") and weapon is not None and weapon.ammo is None:
        yield "requirement", f"{weapon_title(move.weapon_id, weapon)} takes no ammunition.", "$.weapon"


def _speed(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    feet = move.param("feet")
    if feet is not None and feet > who.sheet.speed:
        yield "out-of-range", f"{who.sheet.name} moves {in_feet(who.sheet.speed)} at most.", "$.params.feet"


def _thrown(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    at = move.param("at")
    if at is not None and (at == move.actor or at in move.act.targets):
        yield "illegal-target", "One is thrown at somebody else than oneself or the thrower.", "$.params.at"


def _parrying(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    held = move.act.params.get("with")
    if held is not None and held != "body" and not in_hand(scene, who, held):
        yield "requirement", f"{who.sheet.name} does not have {title(held)} in hand.", "$.params.with"
    ready = weapon_of(scene, who, who.weapon_ready)
    armed = held not in (None, "body") or (ready is not None and ready.skill == "melee_weapons")
    if move.id == "parry" and move.skill == "melee_weapons" and not armed:
        yield "requirement", "A parry with melee weapons needs one in hand.", "$.params.with"


def _announced(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    yield "requirement", "A Quick Draw is announced in the plan of the round, before initiative.", "$.maneuver"


NEEDS: Mapping[str, tuple[Need, ...]] = {
    "charge": (_run,),
    "hold": (_holding,),
    "break_arm": (_pinning,),
    "force_down": (_pinning,),
    "escape": (_held,),
    "break_free": (_caught("entangled", "pinned_clothing"),),
    "slip_free": (_caught("entangled"),),
    "run_away": (_unheld,),
    "stand": (_prone,),
    "resist_wounds": (_injured,),
    "aim": (_aim,),
    "slam": (_lift,),
    "knockout": (_knockout,),
    "force_wave": (_ground,),
    "ready": (_ready,),
    "move": (_speed,),
    "throw_person": (_thrown,),
    "parry": (_parrying,),
    "quick_draw": (_announced,),
}
