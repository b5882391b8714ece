"""The state of a fight, and the fold: facts stored, nothing worked out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..kernel.ids import CombatantId
from ..kernel.roster import changed
from . import facts as f
from .facts import Condition
from .sheet import Sheet

Phase = str  # intentions | actions


class Combatant(Struct, frozen=True):
    """A combatant as it is now.

    relief: levels of wound modifiers ignored through Willpower. dying: although Body Points may be left, because all went
    in one round. dodge, parry: active defences, None when not used. planned: actions planned, None before a plan. used: actions
    used. acted: by an act of its own. renewed: whom it has held on to this turn. pdv: as the GM set it.
    """

    id: CombatantId
    sheet: Sheet
    body_points: int
    character_points: int = 0
    weapon_ready: str = ""
    ammo: dict[str, int] = {}
    relief: int = 0
    round_damage: int = 0
    dying: bool = False
    dodge: int | None = None
    parry: int | None = None
    parry_held: str = ""
    parry_safe: bool = False
    charge_rounds: int = 0
    aim_rounds: int = 0
    aim_round: int = 0
    planned: int | None = None
    used: int = 0
    acted: bool = False
    power_punches: int = 0
    spins: int = 0
    initiative: int = 0
    renewed: tuple[CombatantId, ...] = ()
    pdv: int | None = None
    conditions: tuple[Condition, ...] = ()


class Encounter(Struct, frozen=True):
    """A fight in rounds: the order, who is done, whose turn has begun, who has declared, distances in feet."""

    round: int = 1
    phase: Phase = "intentions"
    order: tuple[CombatantId, ...] = ()
    done: tuple[CombatantId, ...] = ()
    turn_of: CombatantId = ""
    declared: tuple[CombatantId, ...] = ()
    distances: dict[CombatantId, dict[CombatantId, int]] = {}


class Fight(Struct, frozen=True):
    """Everyone at the table, and the encounter if there is one."""

    combatants: dict[CombatantId, Combatant] = {}
    encounter: Encounter | None = None


def has(who: Combatant, condition: str) -> bool:
    """Whether a condition holds."""
    for one in who.conditions:  # noqa: SIM110 - asked dozens of times an exchange, and a plain loop is twice as quick
        if one.id == condition:
            return True
    return False


def params_of(who: Combatant, condition: str) -> f.Params | None:
    """The parameters of the first instance of a condition, or None."""
    for one in who.conditions:
        if one.id == condition:
            return one.params
    return None


def apply(fight: Fight, fact: f.Fact) -> Fight:
    """Store what a fact says."""
    return _HANDLERS[type(fact)](fight, fact)


def _met(fight: Fight, **fields: Any) -> Fight:
    if fight.encounter is None:
        return fight
    return replace(fight, encounter=replace(fight.encounter, **fields))


def _joined(fight: Fight, fact: f.Joined) -> Fight:
    sheet = fact.sheet
    made = Combatant(fact.id, sheet, sheet.body_points, sheet.character_points, sheet.weapon_ready)
    return replace(fight, combatants={**fight.combatants, fact.id: made})


def _left(fight: Fight, fact: f.Left) -> Fight:
    fight = replace(fight, combatants={one: who for one, who in fight.combatants.items() if one != fact.id})
    met = fight.encounter
    if met is None:
        return fight
    order, done, declared = (tuple(one for one in ids if one != fact.id) for ids in (met.order, met.done, met.declared))
    return _met(fight, order=order, done=done, declared=declared, turn_of="" if met.turn_of == fact.id else met.turn_of)


def _everyone(fight: Fight, **fields: Any) -> Fight:
    return replace(fight, combatants={one: replace(who, **fields) for one, who in fight.combatants.items()})


_FRESH: dict[str, Any] = {
    "planned": None, "used": 0, "acted": False, "power_punches": 0, "spins": 0, "round_damage": 0, "renewed": (),
}  # fmt: skip


def _began(fight: Fight, fact: f.FightBegan) -> Fight:
    return replace(_everyone(fight, **_FRESH, aim_round=0), encounter=Encounter(distances=fact.distances))


def _ended(fight: Fight, fact: f.FightEnded) -> Fight:
    return replace(_everyone(fight, **_FRESH, aim_round=0, initiative=0), encounter=None)


def _round(fight: Fight, fact: f.RoundBegan) -> Fight:
    return _met(_everyone(fight, **_FRESH), round=fact.round, phase="intentions", order=(), done=(), turn_of="", declared=())


def _declared(fight: Fight, fact: f.Declared) -> Fight:
    met = fight.encounter
    if met is not None:
        others = tuple(one for one in met.declared if one != fact.actor)
        fight = _met(fight, declared=others if fact.planned is None else (*others, fact.actor))
    return changed(fight, fact.actor, planned=fact.planned)


def _ordered(fight: Fight, fact: f.Ordered) -> Fight:
    for one, total in fact.totals.items():
        fight = changed(fight, one, initiative=total)
    return _met(fight, phase="actions", order=fact.order)


def _turn_began(fight: Fight, fact: f.TurnBegan) -> Fight:
    return _met(changed(fight, fact.who, dodge=None, parry=None, parry_held="", parry_safe=False), turn_of=fact.who)


def _turn_ended(fight: Fight, fact: f.TurnEnded) -> Fight:
    fight = changed(fight, fact.who, renewed=())
    met = fight.encounter
    return fight if met is None else _met(fight, done=(*met.done, fact.who), turn_of="")


def _action(fight: Fight, fact: f.ActionTaken) -> Fight:
    who = fight.combatants[fact.who]
    return changed(
        fight, fact.who, planned=fact.planned, used=fact.used, acted=who.acted or fact.acted, power_punches=fact.power_punches
    )


def _guarded(fight: Fight, fact: f.Guarded) -> Fight:
    if fact.kind == "dodge":
        return changed(fight, fact.who, dodge=fact.value)
    return changed(fight, fact.who, parry=fact.value, parry_held=fact.held, parry_safe=fact.safe)


def _gained(fight: Fight, fact: f.ConditionGained) -> Fight:
    def goes(one: Condition) -> bool:
        return one.id == fact.id and (not fact.beside or one.params.get("by") == fact.params.get("by"))

    others = tuple(one for one in fight.combatants[fact.who].conditions if not goes(one))
    return changed(fight, fact.who, conditions=(*others, Condition(fact.id, fact.params)))


def _lost(fight: Fight, fact: f.ConditionLost) -> Fight:
    def goes(one: Condition) -> bool:
        return one.id == fact.id and all(one.params.get(key) == value for key, value in fact.params.items())

    who = fight.combatants[fact.who]
    return changed(fight, fact.who, conditions=tuple(one for one in who.conditions if not goes(one)))


def _kept(fight: Fight, fact: f.HoldKept) -> Fight:
    renewed = fight.combatants[fact.who].renewed
    return fight if fact.victim in renewed else changed(fight, fact.who, renewed=(*renewed, fact.victim))


def _ammo(fight: Fight, fact: f.AmmoSet) -> Fight:
    return changed(fight, fact.who, ammo={**fight.combatants[fact.who].ammo, fact.weapon: fact.left})


def _told(fight: Fight, _fact: Any) -> Fight:
    return fight


_HANDLERS: dict[type, Callable[[Fight, Any], Fight]] = {
    f.Joined: _joined,
    f.Left: _left,
    f.FightBegan: _began,
    f.FightEnded: _ended,
    f.Declared: _declared,
    f.Ordered: _ordered,
    f.TurnBegan: _turn_began,
    f.TurnEnded: _turn_ended,
    f.RoundBegan: _round,
    f.ActionTaken: _action,
    f.Guarded: _guarded,
    f.GuardDropped: lambda fight, fact: changed(fight, fact.who, dodge=None, parry=None, parry_held="", parry_safe=False),
    f.Attacked: _told,
    f.Tested: _told,
    f.Opposed: _told,
    f.Crashed: _told,
    f.PointsSpent: lambda fight, fact: changed(fight, fact.who, character_points=fact.left),
    f.Hurt: lambda fight, fact: changed(fight, fact.who, body_points=fact.left, round_damage=fact.round_damage),
    f.Healed: lambda fight, fact: changed(fight, fact.who, body_points=fact.left),
    f.Felled: lambda fight, fact: changed(fight, fact.who, dying=fact.dying),
    f.Relieved: lambda fight, fact: changed(fight, fact.who, relief=fact.relief),
    f.ConditionGained: _gained,
    f.ConditionLost: _lost,
    f.ConditionsSet: lambda fight, fact: changed(fight, fact.who, conditions=fact.conditions),
    f.HoldKept: _kept,
    f.Ran: lambda fight, fact: changed(fight, fact.who, charge_rounds=fact.rounds),
    f.Aimed: lambda fight, fact: changed(fight, fact.who, aim_rounds=fact.rounds, aim_round=fact.round),
    f.Spun: lambda fight, fact: changed(fight, fact.who, spins=fact.uses),
    f.WeaponReadied: lambda fight, fact: changed(fight, fact.who, weapon_ready=fact.weapon),
    f.AmmoSet: _ammo,
    f.Adjusted: lambda fight, fact: changed(fight, fact.who, **fact.set),
    f.RoundSet: lambda fight, fact: _met(fight, round=fact.round),
    f.Noted: _told,
}
