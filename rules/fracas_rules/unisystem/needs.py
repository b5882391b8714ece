"""What maneuvers need besides a weapon, by the words that their rows use: `NEEDS` says why a move lacks one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..kernel.english import counted
from ..kernel.ranked import Problem
from .common import Scene, holds, instance, is_thing, ready
from .move import Move, second_weapon
from .sheet import is_melee, is_natural
from .state import Combatant, current, has

Need = Callable[[Scene, Move, Combatant], Iterator[Problem]]


def _holding(part: str) -> Need:
    def need(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
        for one in move.act.targets:
            victim = scene.state.combatants[one]
            if not holds(victim, move.actor, part):
                where = f" by the {part}" if part else ""
                yield "requirement", f"{who.sheet.name} does not hold {victim.sheet.name}{where}.", "$.targets[0]"

    return need


def _holds_target(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    for one in move.act.targets:
        if not holds(scene.state.combatants[one], move.actor, move.act.location):
            yield "illegal-target", f"{scene.state.combatants[one].sheet.name} is not held there.", "$.targets[0]"


def _held_by_target(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    for one in move.act.targets:
        if not holds(who, one, move.act.location):
            holder = scene.state.combatants[one].sheet.name
            yield "illegal-target", f"{holder} does not hold {who.sheet.name} there.", "$.targets[0]"


def _heeds(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    """Who is dead, asleep or a thing can neither be taunted nor fooled (UNI-M-TAUNT, UNI-M-UNARMED-FEINT)."""
    for at, one in enumerate(move.act.targets):
        foe = scene.state.combatants[one]
        if is_thing(foe) or has(foe, "dead") or has(foe, "unconscious"):
            yield "illegal-target", f"{foe.sheet.name} heeds nobody.", f"$.targets[{at}]"


def _at_least(attribute: str, level: int) -> Need:
    def need(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
        if current(who, attribute) < level:
            yield "requirement", f"{move.row.name} needs {attribute.capitalize()} {level}.", "$.maneuver"

    return need


def _weapon_is(what: str, test: Callable[[Move], bool]) -> Need:
    def need(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
        if move.weapon is not None and not test(move):
            yield "requirement", f"{move.row.name} needs {what}.", "$.weapon"

    return need


def _edge(move: Move) -> bool:
    weapon = move.weapon
    assert weapon is not None
    return weapon.type == "slash_stab" and weapon.edge is not False and weapon.class_ in ("medium", "long", "polearm")


def _second(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    """Two weapons in hand, and an earlier strike with the other one this Turn (UNI-M-OFF-HAND-STRIKE)."""
    if second_weapon(who) is None or move.weapon is None:
        yield "requirement", f"{move.row.name} needs two one-handed weapons in hand.", "$.weapon"
        return
    if scene.state.encounter is None:
        return
    struck = [one for one in who.marks if one.startswith("struck_with:") and one != f"struck_with:{move.weapon.id}"]
    if not struck:
        yield "requirement", f"{move.row.name} follows a strike with the other weapon.", "$.maneuver"
    both = "extra_arms" in who.sheet.qualities and "omnidexterity" in who.sheet.qualities
    if "off_hand_parry" in who.marks and not both:
        yield "requirement", "The off-hand weapon has parried this Turn.", "$.maneuver"


def _throat(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    weapon = move.weapon
    if weapon is None or weapon.type != "slash_stab" or (weapon.class_ != "short" and not scene.options.throat_slit_any_blade):
        yield "requirement", f"{move.row.name} needs a short blade.", "$.weapon"


def _vampire(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    if not who.sheet.body.vampire:
        yield "requirement", f"{who.sheet.name} is no vampire.", "$.actor"


def _bitten(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    for one in move.act.targets:
        if instance(scene.state.combatants[one], "bitten", by=move.actor) is None:
            yield "requirement", f"{who.sheet.name} has not bitten {scene.state.combatants[one].sheet.name}.", "$.targets[0]"


def _within(yards: int) -> Need:
    def need(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
        if move.yards is not None and move.yards > yards:
            yield "requirement", f"{move.row.name} needs a foe within {counted(yards, 'yard')}.", "$.targets[0]"

    return need


def _not_held(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    if has(who, "grappled"):
        yield "requirement", f"{who.sheet.name} is held.", "$.maneuver"


def _before_attack(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    if scene.state.encounter is not None and who.attacked:
        yield "no-actions-left", f"{who.sheet.name} has attacked this Turn.", "$.maneuver"


def _condition_there(condition: str, code: str, said: str) -> Need:
    def need(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
        other = scene.state.combatants[move.act.targets[0]] if move.act.targets else who
        if not has(other, condition):
            yield code, f"{other.sheet.name} {said}.", "$.targets" if move.act.targets else "$.maneuver"

    return need


def _mounted(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    if not who.mount or who.mount not in scene.state.combatants:
        yield "requirement", f"{who.sheet.name} is not mounted.", "$.maneuver"


def _drives(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    if scene.state.combatants.get(who.sheet.vehicle) is None:
        yield "requirement", f"{who.sheet.name} drives no vehicle.", "$.actor"
    elif has(scene.state.combatants[who.sheet.vehicle], "wrecked"):
        yield "requirement", f"The vehicle of {who.sheet.name} works no more.", "$.actor"


def _mode(mode: str) -> Need:
    return _weapon_is(f"a weapon that fires {mode}", lambda move: move.weapon is not None and mode in move.weapon.modes)


def _door(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    for one in move.act.targets:
        door = scene.state.combatants[one]
        if door.sheet.door is None:
            yield "illegal-target", f"{door.sheet.name} is no door.", "$.targets[0]"
        elif has(door, "wrecked"):
            yield "illegal-target", f"{door.sheet.name} is open already.", "$.targets[0]"


def _points_needed(amount: int) -> Need:
    def need(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
        if move.act.spend.get("drama_points", 0) != amount:
            yield "resource", f"{move.row.name} costs {counted(amount, 'Drama Point')}: say so in `spend`.", "$.spend"

    return need


def _melee_skill(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    armed = any(is_melee(one) and not is_natural(one) for one in ready(who))
    if move.param("skill") == "getting_medieval" and not armed:
        yield "requirement", f"{who.sheet.name} has no melee weapon in hand.", "$.params.skill"


def _once(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    if scene.state.encounter is not None and f"once:{move.id}" in who.marks:
        yield "no-actions-left", f"{move.row.name} is possible once a Turn.", "$.maneuver"


#: Maneuvers that are bought with Drama Points need one of these.
POINTS = ("one_point", "two_points")
#: What a maneuver may need, by the word that rows use.
NEEDS: dict[str, Need] = {
    "hold": _holding(""),
    "neck_hold": _holding("neck"),
    "holds_target": _holds_target,
    "held_by_target": _held_by_target,
    "heeds": _heeds,
    "strength_4": _at_least("strength", 4),
    "dexterity_4": _at_least("dexterity", 4),
    "powered": _weapon_is("a power tool", lambda move: move.weapon is not None and move.weapon.powered),
    "balanced": _weapon_is("a balanced weapon", lambda move: move.weapon is not None and move.weapon.balanced),
    "edge": _weapon_is("a long blade with an edge", _edge),
    "second": _second,
    "throat": _throat,
    "vampire": _vampire,
    "bitten": _bitten,
    "two_yards": _within(2),
    "not_held": _not_held,
    "before_attack": _before_attack,
    "down": _condition_there("prone", "requirement", "is not down"),
    "burning": _condition_there("on_fire", "requirement", "does not burn"),
    "bound": _condition_there("restrained", "requirement", "is not bound"),
    "bleeding": _condition_there("bleeding", "illegal-target", "does not bleed"),
    "dying": _condition_there("dying", "illegal-target", "is not dying"),
    "mounted": _mounted,
    "drives": _drives,
    "burst": _mode("burst"),
    "auto": _mode("auto"),
    "door": _door,
    "one_point": _points_needed(1),
    "two_points": _points_needed(2),
    "melee_skill": _melee_skill,
    "once": _once,
}
