"""An act as it is about to be played: what is rolled, with which weapon, at which cost. Prepared once, never changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..kernel.ids import CombatantId
from .commands import Act
from .common import Scene, weapon_of
from .rows import Maneuver
from .sheet import SPECIALISATIONS, Weapon, code, has_skill, muscle_powered, pl_bonus
from .state import Combatant, has, params_of

#: Skills of attacks from afar; the rounds of aim count for them (D6-O-AIM).
RANGED = ("marksmanship", "missile_weapons", "thrown_weapons")


@dataclass(frozen=True)
class Move:
    """An act that is about to be played.

    allowed: the skills that this actor may use. skill: the one that is rolled, empty for none. power: the damaging power
    that strikes. cost: in actions; whole: it is all of the turn. aim: rounds of aim that count; charge: rounds of the run.
    """

    actor: CombatantId
    id: str
    row: Maneuver
    act: Act
    allowed: tuple[str, ...]
    skill: str
    power: str
    weapon_id: str
    weapon: Weapon | None
    close: bool
    cost: int
    whole: bool
    aim: int
    charge: int
    defaults: dict[str, Any]

    @property
    def target(self) -> CombatantId:
        """The first target."""
        return self.act.targets[0]

    def param(self, name: str) -> Any:
        """A parameter as given, or else its default."""
        return self.act.params.get(name, self.defaults.get(name))


def prepare(scene: Scene, act: Act) -> Move:
    """The move of an act whose ids and parameters are known to be right."""
    row = scene.catalogue.maneuvers[act.maneuver]
    who = scene.state.combatants[act.actor]
    allowed = _allowed(row, who, act)
    power = _power(row, who, act)
    weapon_id = act.weapon or _at_hand(scene, row, who)
    skill = power or _skill(scene, row, who, act, allowed, weapon_id)
    if not weapon_id and row.weapon == "optional" and skill in ("melee_weapons", *RANGED):
        weapon_id = _ready_for(scene, who, skill)
    cost, whole = _cost(row, who, act)
    defaults = {name: param.default for name, param in scene.catalogue.takes[act.maneuver].items()}
    return Move(
        act.actor, act.maneuver, row, act, allowed, skill, power, weapon_id, weapon_of(scene, who, weapon_id),
        row.close and not (row.weapon == "optional" and skill in RANGED),
        cost, whole, who.aim_rounds if row.aimed and skill in RANGED else 0, who.charge_rounds, defaults,
    )  # fmt: skip


def _allowed(row: Maneuver, who: Combatant, act: Act) -> tuple[str, ...]:
    """Listed skills; specialisations only where the sheet has them (D6-C-SKILLS); whole pins as tackles (D6-M-PIN-WHOLE)."""
    listed = row.skills
    if row.procedure == "pin" and act.params.get("what") == "whole":
        listed = ("brawling", "martial_arts")
    return tuple(one for one in listed if one not in SPECIALISATIONS or has_skill(who.sheet, one))


def _power(row: Maneuver, who: Combatant, act: Act) -> str:
    if not row.powers:
        return ""
    named = act.params.get("power", "")
    skill = act.params.get("skill", "")
    return named or (skill if skill in who.sheet.power_damage else "")


_FITS: Mapping[str, Callable[[Weapon], bool]] = {
    "melee": lambda one: one.skill == "melee_weapons",
    "missile": lambda one: one.skill in ("marksmanship", "missile_weapons"),
    "thrown": lambda one: one.skill == "thrown_weapons",
    "entangling": lambda one: "entangling" in one.tags,
}


def fits(row: Maneuver, weapon: Weapon) -> bool:
    """Whether a maneuver can be done with a weapon."""
    kind = _FITS.get(row.weapon)
    return (kind is None or kind(weapon)) and (not row.tag or row.tag in weapon.tags)


def _at_hand(scene: Scene, row: Maneuver, who: Combatant) -> str:
    """The weapon that is meant when none is named: the ready one if it fits; outside an encounter any of the sheet's."""
    if row.weapon not in _FITS:
        return ""
    ready = weapon_of(scene, who, who.weapon_ready)
    if ready is not None and fits(row, ready):
        return who.weapon_ready
    if scene.state.encounter is not None and not has(who, "quick_draw"):
        return ""
    return next((one for one, weapon in who.sheet.weapons.items() if fits(row, weapon)), "")


def _ready_for(scene: Scene, who: Combatant, skill: str) -> str:
    ready = weapon_of(scene, who, who.weapon_ready)
    return who.weapon_ready if ready is not None and ready.skill == skill else ""


def _skill(scene: Scene, row: Maneuver, who: Combatant, act: Act, allowed: tuple[str, ...], weapon_id: str) -> str:
    wanted: str = act.params.get("skill", "")
    if wanted or not allowed:
        return wanted
    quick = params_of(who, "quick_draw")
    if quick is not None and quick.get("skill") in allowed:
        return str(quick["skill"])
    weapon = weapon_of(scene, who, weapon_id)
    if row.weapon_skill and weapon is not None and weapon.skill in allowed:
        return weapon.skill
    able = [one for one in allowed if _possible(scene, row, who, act, one, weapon_id)] or list(allowed)
    return max(able, key=lambda one: code(who.sheet, one))


def _possible(scene: Scene, row: Maneuver, who: Combatant, act: Act, skill: str, weapon_id: str) -> bool:
    """Whether a skill may be the default: one that takes a weapon only with such a weapon in hand."""
    if row.procedure == "parry" and row.rule == "D6-M-PARRY" and skill == "melee_weapons":
        return act.params.get("with", "body") != "body" or bool(_ready_for(scene, who, skill))
    if row.weapon == "optional" and skill in RANGED and not weapon_id:
        return bool(_ready_for(scene, who, skill))
    return True


def _cost(row: Maneuver, who: Combatant, act: Act) -> tuple[int, bool]:
    """What an act costs in actions, and whether it is the whole turn."""
    if row.procedure == "power_punch" and who.sheet.powers.get("speed_manipulation"):
        return 2 * 2 ** min(who.power_punches, 10), False  # D6-M-POWER-PUNCH-SPEED
    if row.procedure == "spin":
        return max(1, len(act.targets)), False  # D6-M-SPIN
    if row.procedure == "stand" and (params_of(who, "prone") or {}).get("rise") == "round":
        return 1, True  # D6-M-STAND
    return (1, True) if row.cost == "all" else (row.cost, False)


def base_damage(move: Move, who: Combatant) -> str | int | None:
    """The BDV that strikes: the row's own dice, the weapon's, or the body's; None for a weapon that does no damage (D6-C-BDV)."""
    if move.row.bdv is not None:
        return move.row.bdv
    return move.weapon.bdv if move.weapon is not None else who.sheet.bdv


def strike_bonus(move: Move, who: Combatant) -> int:
    """The P/L bonus of a blow: none for powers, guns and whatever else muscles do not drive (D6-C-PL)."""
    if move.power or move.skill == "marksmanship" or (move.weapon is not None and not muscle_powered(move.weapon)):
        return 0
    return pl_bonus(who.sheet)
