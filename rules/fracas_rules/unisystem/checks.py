"""What may not be done, and which reason is given first. No maneuver need stand on a sheet (UNI-M-BASE-LISTING).

Every check adds to a list, in any order; the reason whose code stands first in `ORDER` is the answer. What a maneuver
needs besides a weapon is named in its row and looked up in `needs.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..kernel import ranked
from ..kernel.again import Again
from ..kernel.english import counted
from ..kernel.params import check as check_params
from ..kernel.ranked import Problem
from . import economy
from .commands import Act
from .common import Scene, is_thing, may_spend, ready, up
from .harm import is_out
from .modifiers import bands_of
from .move import Move, fits, prepare, provoker, rides_in
from .needs import NEEDS, POINTS
from .params import named
from .sheet import is_gun, single_shot, weapon_title
from .state import Combatant, has, instances, params_of
from .vocabulary import ALL_LIMBS, LOCATIONS, place

#: Which code wins where several apply (the game's README).
ORDER = (
    "malformed", "unknown-id", "not-your-turn", "incapacitated", "resource", "no-actions-left", "forbidden", "requirement",
    "illegal-target", "no-ammunition", "out-of-range", "illegal-choice",
)  # fmt: skip

#: Whoever burns and panics may do only this (UNI-C-FIRE-FEAR).
_IN_PANIC = ("move", "extinguish")
_CHECKED: Again[Move] = Again()


def checked(scene: Scene, act: Act) -> Move:
    """The move that an act is, or a `Refusal` with the reason that comes first."""
    row = scene.catalogue.maneuvers.get(act.maneuver)
    if row is not None:
        check_params(act.params, scene.catalogue.takes[act.maneuver], "$.params", row.name)
    known = None if scene.facts else _CHECKED.known(scene, act)
    if known is not None:
        return known
    refuse_first(_unknown(scene, act))
    move = prepare(scene, act)
    refuse_first(problems(scene, move))
    return move if scene.facts else _CHECKED.keep(scene, act, move)


def refuse_first(found: Iterable[Problem]) -> None:
    """Refuse with the problem whose code stands first in `ORDER`; do nothing when there is none."""
    ranked.refuse_first(found, ORDER)


def _unknown(scene: Scene, act: Act) -> Iterator[Problem]:
    fight, rows = scene.state.combatants, scene.catalogue
    if act.actor not in fight:
        yield "unknown-id", f"There is no combatant `{act.actor}` here.", "$.actor"
    if act.maneuver not in rows.maneuvers:
        yield "unknown-id", f"There is no maneuver `{act.maneuver}`.", "$.maneuver"
    for at, one in enumerate(act.targets):
        if one not in fight:
            yield "unknown-id", f"There is no combatant `{one}` here.", f"$.targets[{at}]"
        if one in act.targets[:at]:
            yield "illegal-target", f"`{one}` is named twice.", f"$.targets[{at}]"
    if act.location and act.location not in LOCATIONS:
        yield "unknown-id", f"There is no place `{act.location}`; there are {', '.join(LOCATIONS)}.", "$.location"
    for one, path in named(act.params, "$.params"):
        if one not in fight:
            yield "unknown-id", f"There is no combatant `{one}` here.", path
    for resource in act.spend:
        if resource != "drama_points":
            yield "malformed", f"There is no resource `{resource}`; drama_points is one.", f"$.spend.{resource}"


def problems(scene: Scene, move: Move) -> Iterator[Problem]:
    """Every reason against a move, in no order."""
    who = scene.state.combatants[move.actor]
    plain = scene.state.encounter is None and not who.conditions  # then neither Turn nor condition forbids anything
    if not plain or is_thing(who):
        yield from _turn(scene, move, who)
    if move.act.spend:
        yield from _points(scene, move, who)
    if not plain and not move.followup:
        yield from economy.problems(scene, who, move.row)
        yield from _plan(scene, move, who)
    if move.row.weapon:
        yield from _weapon(scene, move, who)
    yield from _targets(scene, move, who)
    if move.row.riders or move.act.location:
        yield from _aimed(scene, move)
    if move.row.skills:
        yield from _skill(move, who)
    for need in move.row.needs:
        yield from NEEDS[need](scene, move, who)


def _skill(move: Move, who: Combatant) -> Iterator[Problem]:
    """Another skill than the usual one: only some serve, for those trained in them (UNI-M-KICK, UNI-M-MELEE-WEAPON)."""
    skill, row = move.param("skill"), move.row
    if skill is None:
        return
    if skill not in row.skills:
        yield "illegal-choice", f"{row.name} may use {', '.join(row.skills)}.", "$.params.skill"
    needed = row.trainings.get(skill, ())
    if needed and not any(one in who.sheet.trainings for one in needed):
        yield "requirement", f"{skill.capitalize()} serves only those trained in {' or '.join(needed)}.", "$.params.skill"
    if needed and move.weapon is not None and not move.weapon.stick:
        yield "requirement", f"{skill.capitalize()} serves only for stick-like weapons.", "$.params.skill"


def _turn(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    met, row, name = scene.state.encounter, move.row, who.sheet.name
    if met is not None and not move.followup:
        if met.phase != "actions" and not row.while_out:
            yield "not-your-turn", f"Nobody acts in the phase of {met.phase}.", "$.do"
        elif move.actor not in up(met, scene.state) and not row.while_out:
            yield "not-your-turn", f"It is not {name}'s place in the order.", "$.actor"
        elif row.ranged and "aimed" in who.marks and met.order and _later_place(met.order, met.done, move.actor):
            yield "not-your-turn", f"{name} has aimed: the shot comes when the others are done.", "$.actor"
    if is_thing(who) or has(who, "dead") or (is_out(who) and not row.while_out):
        yield "incapacitated", f"{name} can do nothing.", "$.actor"
    if row.cost == "free":
        return
    if has(who, "stunned"):
        yield "incapacitated", f"{name} is stunned and loses this action.", "$.actor"
    if has(who, "pinned"):
        yield "incapacitated", f"{name} is pinned down and keeps under cover.", "$.actor"
    if has(who, "standing_up"):
        yield "no-actions-left", f"{name} spends this Turn getting up.", "$.actor"
    if has(who, "fire_panic") and move.id not in _IN_PANIC:
        yield "forbidden", f"{name} burns and panics: only moving and putting out the fire are possible.", "$.maneuver"


def _later_place(order: tuple[str, ...], done: tuple[str, ...], who: str) -> bool:
    return order.count(who) - done.count(who) > 1 or any(order.count(one) > done.count(one) for one in order if one != who)


def _points(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    spent = move.act.spend.get("drama_points", 0)
    if not spent:
        return
    bought = any(need in move.row.needs for need in POINTS)
    if not bought and ("drama" not in scene.catalogue.takes[move.id] or spent != 1):
        yield "illegal-choice", f"{move.row.name} takes one Drama Point on a roll, or none.", "$.spend.drama_points"
    if not may_spend(scene, move.actor, spent):
        yield "resource", f"{who.sheet.name} has no Drama Point to spend now.", "$.spend.drama_points"
    damage = move.param("drama") == "heroic_damage"
    if damage and not scene.options.heroic_feat_damage:
        yield "illegal-choice", "At this table a Heroic Feat does not go on damage.", "$.params.drama"
    late = who.attack_die is not None and scene.options.revised_multiple_actions and bool(move.row.answers)
    if late and not damage:  # UNI-C-HR-HEROIC-ATTACK
        yield "forbidden", "A Heroic Feat goes with the attack that rolls the die.", "$.spend.drama_points"


def _plan(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    """A change of plans may not take the whole Turn; planned attacks are all there are (UNI-C-HR-PLANNED)."""
    met = scene.state.encounter
    if met is None:
        return
    if move.changed and move.row.cost == "full":
        yield "forbidden", f"{move.row.name} takes the whole Turn and was not planned.", "$.maneuver"
    if scene.options.revised_multiple_actions and move.row.attack and move.index is None:
        plan, done = met.plans.get(move.actor, ()), met.plan_done.get(move.actor, ())
        used_up = len(done) >= len(plan) if plan else who.attacked
        if used_up:
            yield "no-actions-left", f"All planned attacks of {who.sheet.name} are made.", "$.maneuver"


def _weapon(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    row, weapon, wanted = move.row, move.weapon, move.act.weapon
    if wanted and weapon is None:
        yield "unknown-id", f"There is no weapon `{wanted}`.", "$.weapon"
        return
    if row.weapon == "any":
        return
    if weapon is None:
        if row.weapon != "stake":
            yield "requirement", f"{row.name} needs a {row.weapon} weapon in hand.", "$.weapon"
        return
    if not fits(row, weapon):
        yield "requirement", f"{row.name} cannot be done with {weapon_title(weapon)}.", "$.weapon"
    own = any(one.id == weapon.id for one in who.sheet.weapons)
    if own and all(one.id != weapon.id for one in ready(who)):
        yield "requirement", f"{weapon_title(weapon)} is not in hand.", "$.weapon"
    if row.close and row.attack and weapon.hands == 2 and who.mount and not row.ranged:  # UNI-C-MOUNT-HANDS
        yield "requirement", f"{weapon_title(weapon)} needs both hands, and a rider has one.", "$.weapon"
    if row.ranged or (row.answers == "disarm" and is_gun(weapon)):
        free = scene.options.ammunition == "free" and single_shot(weapon)
        if not free and any(one.get("weapon") == weapon.id for one in instances(who, "jammed")):
            yield "no-ammunition", f"{weapon_title(weapon)} is empty or jammed.", "$.weapon"
        elif who.ammo.get(weapon.id) == 0 and scene.options.ammunition != "free":
            yield "no-ammunition", f"{weapon_title(weapon)} is empty.", "$.weapon"


def _targets(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    row, targets, fight = move.row, move.act.targets, scene.state.combatants
    if len(targets) < row.least:
        yield "illegal-target", f"{row.name} needs {'a target' if row.least == 1 else f'{row.least} targets'}.", "$.targets"
    if len(targets) > row.against:
        what = "no target" if row.against == 0 else f"at most {row.against}"
        yield "illegal-target", f"{row.name} takes {what}.", "$.targets"
    if row.attack and move.actor in targets:
        yield "illegal-target", "Nobody attacks himself.", "$.targets"
    for part in move.limbs if who.conditions else ():
        if any(one.get("part") == part for state in ("crippled", "severed") for one in instances(who, state)):
            yield "requirement", f"{who.sheet.name} cannot use the {place(part)}.", "$.maneuver"
            break
    if not row.attack:
        return
    if who.conditions:
        yield from _swayed(scene, move, who)
    for at, one in enumerate(targets):
        if row.answers and _inside(scene, fight[one]):
            yield "illegal-target", f"{fight[one].sheet.name} sits behind metal: attack the vehicle.", f"$.targets[{at}]"
    for at, aim in enumerate(move.aims if row.ranged else ()):
        bands = bands_of(move, who)
        if aim.yards is not None and aim.yards > bands[2]:
            what = weapon_title(move.weapon) if move.weapon is not None else row.name
            yield "out-of-range", f"{counted(aim.yards, 'yard')} is beyond the {bands[2]} of {what}.", f"$.targets[{at}]"


def _swayed(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    """Whom the provoked must attack, and what the bound can (UNI-M-TAUNT-PROVOKE, UNI-C-TIED)."""
    provoked = provoker(who)
    taunter = scene.state.combatants.get(provoked)
    if move.act.targets and taunter is not None and not has(taunter, "dead") and provoked not in move.act.targets:
        yield "illegal-target", f"{who.sheet.name} is provoked and attacks nobody else.", "$.targets[0]"
    if move.act.targets and has(who, "restrained"):
        yield from _bound(move, who)


def _inside(scene: Scene, target: Combatant) -> bool:
    """Whether somebody is protected by the vehicle that he sits in (UNI-C-VQ-EXPOSED)."""
    if has(target, "exposed"):
        return False
    for vehicle in scene.state.combatants.values():
        if vehicle.sheet.kind == "vehicle" and rides_in(vehicle, target):
            return not vehicle.sheet.open and vehicle.sheet.size_value != _MOTORCYCLE
    return False


_MOTORCYCLE = 4


def _bound(move: Move, who: Combatant) -> Iterator[Problem]:
    """What the bound can still do: kick with free legs, butt if mobile, punch with the arms in front (UNI-C-TIED)."""
    bonds = params_of(who, "restrained") or {}
    free = {
        "kick": bool(bonds.get("legs_free")),
        "head_butt": bool(bonds.get("mobile")),
        "punch": bonds.get("arms") == "front",
    }
    if not free.get(move.id, False):
        yield "requirement", f"{who.sheet.name} is bound and cannot do that.", "$.maneuver"


def _aimed(scene: Scene, move: Move) -> Iterator[Problem]:
    """Riders and places (UNI-M-TARGETING, UNI-M-TARGET-LIMB)."""
    row, location, named = move.row, move.act.location, move.param("riders", ())
    for one in named:
        rider = scene.catalogue.riders.get(one)
        if rider is None:
            yield "illegal-choice", f"There is no way of aiming `{one}`.", "$.params.riders"
        elif one == "target_limb" and location not in ALL_LIMBS:
            yield "illegal-target", "Only arms, legs, wings and tentacles can be aimed at as limbs.", "$.location"
        elif one in ("blunt_side",) and move.weapon is not None and not (move.weapon.blunt and move.weapon.type == "slash_stab"):
            yield "requirement", f"{weapon_title(move.weapon)} has no blunt side to strike with.", "$.params.riders"
        elif (rider.types and move.kind not in rider.types) or move.id in rider.never:
            yield "requirement", f"{rider.name} does not go with {row.name}.", "$.params.riders"
        elif one == "blunt_side" and move.weapon is None:
            yield "requirement", f"{row.name} has no blunt side.", "$.params.riders"
    if sum(rider.aims for rider in move.riders) > 1:
        yield "illegal-choice", "One blow is aimed at one place.", "$.params.riders"
    if move.riders and (len(move.aims) > 1 or move.param("shots", 1) > 1):
        yield "illegal-choice", "One aims one blow or shot at one target.", "$.params.riders"
    if location and row.places and location not in row.places:
        yield "illegal-target", f"{row.name} goes for one of {', '.join(row.places)}.", "$.location"
