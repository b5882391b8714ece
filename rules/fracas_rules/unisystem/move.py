"""An act made ready: by which row, with which weapon, at whom, from how far, aimed where. Nothing here refuses a rule."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..kernel.formula import Term
from ..kernel.ids import CombatantId
from ..kernel.roster import distance
from .commands import Act
from .common import Scene, ready
from .rows import MISSILES, Answers, Maneuver, Rider
from .sheet import QuickLine, Weapon, is_gun, is_melee, is_natural
from .state import Combatant, Encounter, params_of
from .vocabulary import ALL_LIMBS

Owed = dict[str, tuple[CombatantId, ...]]


class Aim(Struct, frozen=True):
    """One target of an act: how far off (yards), where it is aimed, and what weighs on the attack on this one alone."""

    target: CombatantId
    yards: int | None = None
    location: str = ""
    terms: tuple[Term, ...] = ()
    owed: Owed = {}

    @property
    def bonus(self) -> int:
        """The sum of its terms."""
        return sum(one.value for one in self.terms) if self.terms else 0


class Move(Struct, frozen=True):
    """An act that is about to be played.

    line: the line of a quick sheet that it follows. riders: what it is aimed for. limbs: what it uses.
    index: its place in the plan; changed: it is not in the plan. free: it counts as no action of the Turn.
    """

    actor: CombatantId
    id: str
    row: Maneuver
    act: Act
    weapon: Weapon | None = None
    line: QuickLine | None = None
    aims: tuple[Aim, ...] = ()
    riders: tuple[Rider, ...] = ()
    limbs: tuple[str, ...] = ()
    index: int | None = None
    changed: bool = False
    free: bool = False

    @property
    def target(self) -> CombatantId:
        """The first target."""
        return self.act.targets[0]

    @property
    def yards(self) -> int | None:
        """How far off the first target is."""
        return self.aims[0].yards if self.aims else None

    def param(self, name: str, default: Any = None) -> Any:
        """A parameter of the act."""
        return self.act.params.get(name, default)

    @property
    def natural(self) -> bool:
        """Whether it strikes with the body: bare hands, feet, claws, teeth."""
        return self.weapon is None or is_natural(self.weapon)

    @property
    def answers(self) -> Answers:
        """Which column of the defenses answers it; a natural weapon is a hand (UNI-C-DUAL-NATURAL)."""
        if self.row.answers == "weapon" and self.natural:
            return "unarmed"
        return self.row.answers

    @property
    def missile(self) -> bool:
        """Whether it strikes from a distance."""
        return self.row.answers in MISSILES

    @property
    def followup(self) -> bool:
        """Whether it is made out of turn, on an opening (UNI-C-HR-SETUP)."""
        return bool(self.act.params.get("followup"))

    @property
    def kind(self) -> str:
        """The type of its damage; blunt-side blows are Bash (UNI-M-BLUNT-SIDE)."""
        if any(rider.turns for rider in self.riders):
            return "bash"
        return self.weapon.type if self.weapon is not None and self.row.weapon else self.row.type

    def aiming_at(self, targets: tuple[CombatantId, ...]) -> Move:
        """The same move at other targets."""
        return replace(self, aims=tuple(Aim(one) for one in targets), act=replace_targets(self.act, targets))


def replace_targets(act: Act, targets: tuple[CombatantId, ...]) -> Act:
    """The same act at other targets."""
    return replace(act, targets=targets)


def weapon_of(scene: Scene, who: Combatant, weapon_id: str) -> Weapon | None:
    """A weapon by id: from the sheet, then from the vehicle that it is mounted on, then from the game's table."""
    for one in who.sheet.weapons:
        if one.id == weapon_id:
            return one
    for vehicle in scene.state.combatants.values():
        if vehicle.sheet.kind == "vehicle" and rides_in(vehicle, who):
            for one in vehicle.sheet.weapons:
                if one.id == weapon_id:
                    return one
    return scene.catalogue.weapons.get(weapon_id)


def rides_in(vehicle: Combatant, who: Combatant) -> bool:
    """Whether somebody sits in a vehicle, as its driver or otherwise."""
    return who.sheet.vehicle == vehicle.id or who.id in vehicle.sheet.occupants


def fits(row: Maneuver, weapon: Weapon) -> bool:
    """Whether a maneuver can be done with a weapon."""
    need = row.weapon
    if need in ("melee", "stake"):
        return is_melee(weapon) or is_natural(weapon)
    if need == "gun":
        return is_gun(weapon)
    if need == "thrown":
        return weapon.class_ == "thrown" or weapon.throwable
    if need == "missile":
        return is_gun(weapon) or weapon.class_ in ("bow", "crossbow", "thrown") or weapon.throwable
    if need == "garrote":
        return weapon.garrote
    return need == "any" or weapon.class_ == need


def chosen_weapon(scene: Scene, who: Combatant, row: Maneuver, wanted: str) -> Weapon | None:
    """The weapon of an act: as named; for a maneuver that needs one, else the first that fits and is in hand."""
    if wanted:
        return weapon_of(scene, who, wanted)
    if not row.weapon or row.weapon == "any":
        return None
    hands = [one for one in ready(who) if fits(row, one)]
    if "second" in row.needs:
        return second_weapon(who)
    if row.weapon == "stake":  # without one at hand any pointed wood will do
        return next((one for one in hands if one.material == "wood" and one.type == "slash_stab"), None)
    main = next((one for one in hands if one.hand == "main" and not is_natural(one)), None)
    return main or (hands[0] if hands else None)


def second_weapon(who: Combatant) -> Weapon | None:
    """The second of two one-handed melee or natural weapons in hand: the one in the off hand (UNI-C-DUAL-NATURAL)."""
    pair = [one for one in ready(who) if (is_melee(one) or is_natural(one)) and one.hands < 2]
    if len(pair) < 2:
        return None
    return next((one for one in pair if one.hand == "off"), pair[1])


def limbs_of(row: Maneuver, act: Act, weapon: Weapon | None) -> tuple[str, ...]:
    """The limbs that an act uses, as the act or the weapon has it."""
    chosen = act.params.get("limb")
    if chosen in row.limb_choice:
        return (str(chosen),)
    if weapon is not None and row.weapon and len(row.limbs) == 1 and row.limbs[0].startswith("arm"):
        if weapon.hands == 2:
            return ("arm_left", "arm_right")
        return ("arm_left",) if weapon.hand == "off" or act.params.get("hand") == "off" else ("arm_right",)
    return row.limbs


def riders_of(scene: Scene, row: Maneuver, act: Act) -> tuple[Rider, ...]:
    """The riders of an act: those named, and the one that a place brings by itself (UNI-M-TARGETING)."""
    if not row.riders:
        return ()
    rows = scene.catalogue.riders
    found = [rows[one] for one in act.params.get("riders", ()) if one in rows]
    place = act.location
    if place and place != "body" and not any(rider.aims for rider in found):
        found.insert(0, rows["target_limb" if place in ALL_LIMBS else "called_shot"])
    return tuple(found)


def prepare(scene: Scene, act: Act) -> Move:
    """The move that an act is. The actor, the row and the parameters are known to be there and well formed."""
    row = scene.catalogue.maneuvers[act.maneuver]
    who = scene.state.combatants[act.actor]
    weapon = chosen_weapon(scene, who, row, act.weapon) if row.weapon else None
    line = None
    if who.sheet.quick and who.sheet.kind == "adversary":
        line = who.sheet.quick.get(act.maneuver) or (who.sheet.quick.get(weapon.id) if weapon is not None else None)
    location = act.location or row.place
    aims = tuple(Aim(one, distance(scene, act.actor, one, act.distance), location) for one in act.targets)
    index, changed = _planned(scene.state.encounter, act, row)
    limbs = limbs_of(row, act, weapon)
    return Move(act.actor, act.maneuver, row, act, weapon, line, aims, riders_of(scene, row, act), limbs, index, changed)


def _planned(met: Encounter | None, act: Act, row: Maneuver) -> tuple[int | None, bool]:
    """The place of an act in the plan, and whether it is a change of it (UNI-C-INTENT-CHANGE)."""
    if met is None or act.params.get("followup"):
        return None, False
    plan = met.plans.get(act.actor, ())
    done = met.plan_done.get(act.actor, ())
    for index, entry in enumerate(plan):
        same = not entry.targets or any(one in act.targets for one in entry.targets)
        if index not in done and entry.maneuver == act.maneuver and same:
            return index, False
    return None, bool(plan) and row.cost != "free"


def provoker(who: Combatant) -> CombatantId:
    """Who has provoked somebody into attacking nobody else (UNI-M-TAUNT-PROVOKE)."""
    taunt = params_of(who, "taunted")
    return str(taunt.get("by", "")) if taunt and taunt.get("effect") == "provoke" else ""
