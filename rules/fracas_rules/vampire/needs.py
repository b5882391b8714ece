"""What must have come before a maneuver, by the `setup` of its row: each yields the reasons against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..kernel.english import counted
from ..kernel.ranked import Problem
from .common import Scene, earlier, this_round
from .modifiers import ability
from .move import Move, easy_prey, grip, owed, payable
from .rows import generation
from .sheet import PHYSICAL, full_load, title
from .state import Combatant, get, has
from .vocabulary import words

#: Metres a round that count as walking (VTM-M-AIM-WALK, VTM-H-WOUNDED).
WALK = 7


def _victim(scene: Scene, move: Move) -> Combatant | None:
    return scene.state.combatants[move.target] if move.act.targets else None


def _bite(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    """A clinch, hold or tackle of an earlier turn (VTM-M-BITE-SETUP)."""
    if not move.act.targets or grip(scene, who, move.target):
        return
    met = scene.state.encounter
    tackled = who.tackled == move.target and (met is None or who.tackled_round == this_round(scene) - 1)
    if not tackled:
        yield "requirement", "A bite needs a clinch, a hold or a tackle on an earlier turn.", "$.maneuver"


def _slam(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    if move.act.targets and not grip(scene, who, move.target):
        yield "requirement", f"{move.row.name} needs a grapple of an earlier turn.", "$.maneuver"


def _crush(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    if move.act.targets and not grip(scene, who, move.target, "clinch"):
        yield "requirement", "Crushing needs a clinch of an earlier turn.", "$.maneuver"


def _stomp(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    victim = _victim(scene, move)
    placed = get(victim, "positioned") if victim is not None else None
    if victim is not None and (placed is None or placed.params.get("by") != who.id or not earlier(scene, placed.since)):
        yield "requirement", "The face must have been placed on an earlier turn.", "$.maneuver"


def _position(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    victim = _victim(scene, move)
    if victim is not None and not easy_prey(victim):
        yield "requirement", f"{victim.sheet.name} is neither stunned nor immobilised.", "$.targets[0]"


def _seize(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    """One grapple per person at a time (VTM-M-GRAPPLE)."""
    victim = _victim(scene, move)
    for one in (who, *(() if victim is None else (victim,))):
        if any(has(one, state) for state in ("grappling", "clinched", "held")):
            yield "illegal-target", f"{one.sheet.name} is in a grapple already.", "$.targets[0]"


def _escape(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    if not (has(who, "clinched") or has(who, "held")):
        yield "requirement", f"{who.sheet.name} is in nobody's grip.", "$.maneuver"
    attribute = move.param("attribute")
    if attribute != "strength" and not (attribute == "dexterity" and scene.options.grapple_escape_dexterity):
        yield "illegal-choice", f"An escape does not use {attribute} at this table.", "$.params.attribute"


def _release(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    if not has(who, "grappling") and not _drinks(scene, who):
        yield "requirement", f"{who.sheet.name} holds nobody.", "$.maneuver"


def _drinks(scene: Scene, who: Combatant) -> bool:
    kisses = (get(one, "kissed") for one in scene.state.combatants.values())
    return any(one is not None and one.params.get("by") == who.id for one in kisses)


def _drain(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    victim = _victim(scene, move)
    kiss = get(victim, "kissed") if victim is not None else None
    if victim is not None and (kiss is None or kiss.params.get("by") != who.id):
        yield "requirement", f"{who.sheet.name} does not drink from {victim.sheet.name}.", "$.targets[0]"


def _lick(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    victim = _victim(scene, move)
    if victim is not None and not has(victim, "kiss_wound"):
        yield "requirement", f"{victim.sheet.name} has no punctures.", "$.targets[0]"


def _disarm(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    victim = _victim(scene, move)
    if victim is not None and not victim.ready:
        yield "illegal-target", f"{victim.sheet.name} has no weapon in hand.", "$.targets[0]"


def _tackle(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    if move.metres is not None and move.metres < 2:
        yield "requirement", "A tackle needs 2 metres of run-up.", "$.distance"


def _aim(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    victim = _victim(scene, move)
    if not ability(who, "firearms"):
        yield "requirement", "Aiming takes Firearms 1.", "$.maneuver"
    if victim is not None and victim.moved > WALK:
        yield "illegal-target", f"{victim.sheet.name} moves faster than a walk.", "$.targets[0]"  # VTM-M-AIM-WALK


def _draw(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    if not move.act.weapon:
        yield "malformed", "Say which weapon.", "$.weapon"
    elif move.act.weapon in who.ready:
        yield "requirement", "It is in hand already.", "$.weapon"


def _reload(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    weapon = move.weapon
    if weapon is None or not weapon.capacity or weapon.kind == "bow":
        yield "requirement", "There is nothing to reload.", "$.weapon"
    elif weapon.id not in who.ready:
        yield "requirement", f"{title(weapon)} is not in hand.", "$.weapon"
    elif who.ammo.get(weapon.id, 0) >= full_load(weapon):
        yield "requirement", f"{title(weapon)} is full.", "$.weapon"


def _nock(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    if move.weapon is not None and move.weapon.id not in who.ready:
        yield "requirement", f"{title(move.weapon)} is not in hand.", "$.weapon"
    elif move.weapon is not None and who.ammo.get(move.weapon.id, 0):
        yield "requirement", "An arrow is nocked already.", "$.weapon"


def _stand(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    if not (has(who, "prone") or has(who, "knocked_down")):
        yield "requirement", f"{who.sheet.name} stands already.", "$.maneuver"


def _vampire(who: Combatant) -> Iterator[Problem]:
    if who.sheet.kind != "vampire":
        yield "requirement", f"{who.sheet.name} cannot spend blood.", "$.actor"  # VTM-R-BLOOD


def _heal(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    """Mildest marks only, and no aggravated one in a fight (VTM-R-HEAL)."""
    yield from _vampire(who)
    levels = move.param("levels")
    if levels > who.filled - who.track.count("*"):
        yield "requirement", f"{who.sheet.name} has not that many levels that blood closes at once.", "$.params.levels"
    if levels > payable(scene, who):
        yield "resource", f"{who.sheet.name} may spend {counted(payable(scene, who), 'point')} now.", "$.params.levels"


def _buff(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    """Up to the ceiling of the generation (VTM-R-BUFF)."""
    yield from _vampire(who)
    attribute, points = move.param("attribute"), move.param("points")
    if attribute not in PHYSICAL:
        yield "illegal-choice", f"Blood raises {', '.join(PHYSICAL)}.", "$.params.attribute"
        return
    raised = getattr(who.sheet.attributes, attribute) + who.buffs.get(attribute, 0) + points
    ceiling = generation(scene.catalogue, who.sheet).buff_max
    if raised > ceiling:
        yield "requirement", f"{words(attribute).capitalize()} may be raised to {ceiling}.", "$.params.points"
    if points > payable(scene, who):
        yield "resource", f"{who.sheet.name} may spend {counted(payable(scene, who), 'point')} now.", "$.params.points"


def _power(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    """Dots, blood and the limit of the turn (VTM-R-DISCIPLINE-BLOOD, VTM-R-INSTALMENT)."""
    power = move.power
    if power is None:
        if "power" not in move.act.params:
            yield "malformed", "Say which power: `params.power`.", "$.params.power"
        else:
            yield "unknown-id", f"There is no power `{move.act.params['power']}`.", "$.params.power"
        return
    for name, dots in power.needs.items():
        if who.sheet.disciplines.get(name, 0) < dots:
            yield "requirement", f"{words(power.id).capitalize()} takes {words(name).capitalize()} {dots}.", "$.params.power"
    if power.cost:
        yield from _vampire(who)
    if power.condition and power.kind == "free" and has(who, power.condition):
        yield "requirement", f"{words(power.id).capitalize()} is at work already.", "$.params.power"
    if owed(who, power) and not payable(scene, who):
        yield "resource", f"{who.sheet.name} can pay nothing now.", "$.params.power"


def _ambush(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    if who.ambush is not None:
        yield "requirement", f"{who.sheet.name} lies in wait already.", "$.maneuver"


def _other(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    if "attribute" not in move.act.params:
        yield "malformed", "Say which attribute: `params.attribute`.", "$.params.attribute"


def _down(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    if has(who, "prone") or has(who, "knocked_down"):
        yield "requirement", f"{who.sheet.name} lies on the ground already.", "$.maneuver"


def _several(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    for name in ("first", "second"):
        if name not in move.act.params:
            yield "malformed", "Say at least two actions.", f"$.params.{name}"


SETUPS: dict[str, Callable[[Scene, Combatant, Move], Iterator[Problem]]] = {
    "bite": _bite,
    "slam": _slam,
    "crush": _crush,
    "stomp": _stomp,
    "position": _position,
    "seize": _seize,
    "escape": _escape,
    "release": _release,
    "drain": _drain,
    "lick": _lick,
    "disarm": _disarm,
    "tackle": _tackle,
    "aim": _aim,
    "draw": _draw,
    "reload": _reload,
    "nock": _nock,
    "stand": _stand,
    "heal": _heal,
    "buff": _buff,
    "power": _power,
    "ambush": _ambush,
    "other": _other,
    "down": _down,
    "several": _several,
}
