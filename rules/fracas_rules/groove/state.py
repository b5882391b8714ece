"""The state of a fight, and the fold that stores what facts say. Nothing here knows a rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..kernel.ids import CombatantId
from ..kernel.roster import changed
from . import facts as f
from .sheet import Sheet


class Condition(Struct, frozen=True, omit_defaults=True):
    """A condition with its parameters; `later` until it takes hold."""

    id: str
    params: f.Params = {}
    later: bool = False


class Fall(Struct, frozen=True):
    """A fall of so many feet that ends when round `lands` does."""

    feet: int
    lands: int


class Combatant(Struct, frozen=True, omit_defaults=True):
    """A combatant as it stands now. Damage in Health points; `reserved`, `instants`, `forced` are those of this round."""

    id: CombatantId
    sheet: Sheet
    lethal: int = 0
    subdual: int = 0
    by_location: dict[str, int] = {}
    mode: str = "normal"
    use: str = "melee"
    base_dodge: int | None = None
    initiative: int = 0
    reserved: dict[str, int] = {}
    instants: int = 0
    forced: bool = False
    spared: str = ""
    grooves: int = 0
    experience: int = 0
    next_breath_check: int = 0
    first_aid_effect: int = 0
    bled: int = 0
    feints: dict[CombatantId, int] = {}
    falls: tuple[Fall, ...] = ()
    conditions: tuple[Condition, ...] = ()


class Plan(Struct, frozen=True, omit_defaults=True):
    """What a combatant declared for the round."""

    intent: tuple[f.Intent, ...] = ()
    half_move: bool = False
    charges: bool = False


class Encounter(Struct, frozen=True):
    """A fight in rounds. `phase`: intentions, then actions. `passed`: so many of the `slots` are over."""

    round: int = 1
    phase: str = "intentions"
    order: tuple[CombatantId, ...] = ()
    simultaneous: tuple[tuple[CombatantId, ...], ...] = ()
    slots: tuple[f.Slot, ...] = ()
    passed: int = 0
    plans: dict[CombatantId, Plan] = {}


class Fight(Struct, frozen=True):
    """Everybody in the order in which they joined, known distances in feet (both ways), and the encounter if there is one."""

    combatants: dict[CombatantId, Combatant] = {}
    distances: dict[CombatantId, dict[CombatantId, int]] = {}
    encounter: Encounter | None = None


def has(combatant: Combatant, *conditions: str) -> bool:
    """Whether one of these conditions is there and has taken hold."""
    for one in combatant.conditions:  # noqa: SIM110 - asked for everything: a plain loop takes half the time
        if one.id in conditions and not one.later:
            return True
    return False


def instances(combatant: Combatant, condition: str) -> list[f.Params]:
    """The parameters of every instance of a condition that has taken hold, oldest first."""
    if not combatant.conditions:
        return []
    return [one.params for one in combatant.conditions if one.id == condition and not one.later]


def params_of(combatant: Combatant, condition: str) -> f.Params | None:
    """The parameters of the first instance of a condition that has taken hold, or None."""
    return next((one.params for one in combatant.conditions if one.id == condition and not one.later), None)


def apply(fight: Fight, fact: f.Fact) -> Fight:
    """Store what a fact says."""
    return _HANDLERS[type(fact)](fight, fact)


def _met(fight: Fight, **fields: Any) -> Fight:
    return fight if fight.encounter is None else replace(fight, encounter=replace(fight.encounter, **fields))


def _joined(fight: Fight, fact: f.Joined) -> Fight:
    made = Combatant(fact.id, fact.sheet, grooves=fact.sheet.grooves, experience=fact.sheet.experience)
    return replace(fight, combatants={**fight.combatants, fact.id: made})


def _left(fight: Fight, fact: f.Left) -> Fight:
    gone = fact.id
    fight = replace(
        fight,
        combatants={one: who for one, who in fight.combatants.items() if one != gone},
        distances={
            one: {other: feet for other, feet in row.items() if other != gone}
            for one, row in fight.distances.items()
            if one != gone
        },
    )
    met = fight.encounter
    if met is None:
        return fight
    return _met(
        fight,
        order=tuple(one for one in met.order if one != gone),
        simultaneous=tuple(tuple(one for one in group if one != gone) for group in met.simultaneous),
        slots=tuple(slot for slot in met.slots if slot.who != gone),
        passed=sum(slot.who != gone for slot in met.slots[: met.passed]),
        plans={one: plan for one, plan in met.plans.items() if one != gone},
    )


def _round_fresh(who: Combatant) -> Combatant:
    return replace(who, use="melee", initiative=0, reserved={}, instants=0, forced=False)


def _fight_fresh(who: Combatant) -> Combatant:
    return replace(_round_fresh(who), feints={})


def _at_ease(who: Combatant) -> Combatant:
    return replace(_fight_fresh(who), mode="normal")


def _everyone(fight: Fight, how: Callable[[Combatant], Combatant]) -> Fight:
    return replace(fight, combatants={one: how(who) for one, who in fight.combatants.items()})


def _began(fight: Fight, fact: f.FightBegan) -> Fight:
    distances = dict(fight.distances)
    for one, row in fact.distances.items():
        distances[one] = {**distances.get(one, {}), **row}
    return replace(_everyone(fight, _fight_fresh), distances=distances, encounter=Encounter())


def _declared(fight: Fight, fact: f.Declared) -> Fight:
    fight = changed(fight, fact.actor, mode=fact.mode, use=fact.use, reserved=fact.reserved)
    if fight.encounter is None:
        return fight
    return _met(fight, plans={**fight.encounter.plans, fact.actor: Plan(fact.intent, fact.half_move, fact.charges)})


def _ordered(fight: Fight, fact: f.Ordered) -> Fight:
    for one, total in fact.totals.items():
        fight = changed(fight, one, initiative=total)
    return _met(fight, phase="actions", order=fact.order, simultaneous=fact.simultaneous, slots=fact.slots, passed=0)


def _round_began(fight: Fight, fact: f.RoundBegan) -> Fight:
    fight = _everyone(fight, _round_fresh)
    return _met(
        fight, round=fact.round, phase="intentions", order=(), simultaneous=(), slots=(), passed=0, plans={}
    )  # fmt: skip


def _damage(fight: Fight, fact: f.Hurt | f.Healed) -> Fight:
    return changed(fight, fact.who, lethal=fact.lethal, subdual=fact.subdual, by_location=fact.by_location)


def _settled(fight: Fight, fact: f.Settled) -> Fight:
    who = fight.combatants[fact.who]
    return changed(fight, fact.who, spared="", conditions=tuple(replace(one, later=False) for one in who.conditions))


def _gained(fight: Fight, fact: f.ConditionGained) -> Fight:
    others = fight.combatants[fact.who].conditions
    if not fact.beside:
        others = tuple(one for one in others if one.id != fact.id)
    return changed(fight, fact.who, conditions=(*others, Condition(fact.id, fact.params, fact.later)))


def _lost(fight: Fight, fact: f.ConditionLost) -> Fight:
    def goes(one: Condition) -> bool:
        return one.id == fact.id and all(one.params.get(key) == value for key, value in fact.params.items())

    who = fight.combatants[fact.who]
    return changed(fight, fact.who, conditions=tuple(one for one in who.conditions if not goes(one)))


def _spaced(fight: Fight, fact: f.Spaced) -> Fight:
    distances = dict(fight.distances)
    for one, other in ((fact.one, fact.other), (fact.other, fact.one)):
        distances[one] = {**distances.get(one, {}), other: fact.feet}
    return replace(fight, distances=distances)


def _fell(fight: Fight, fact: f.Fell) -> Fight:
    return changed(fight, fact.who, falls=(*fight.combatants[fact.who].falls, Fall(fact.feet, fact.lands)))


def _same(fight: Fight, _fact: Any) -> Fight:
    return fight


_HANDLERS: dict[type, Callable[[Fight, Any], Fight]] = {
    f.Joined: _joined,
    f.Left: _left,
    f.FightBegan: _began,
    f.FightEnded: lambda fight, _fact: replace(_everyone(fight, _at_ease), encounter=None),
    f.Declared: _declared,
    f.Ordered: _ordered,
    f.SlotsSet: lambda fight, fact: _met(fight, slots=fact.slots, passed=fact.passed),
    f.ReservedSet: lambda fight, fact: changed(fight, fact.who, reserved=fact.reserved),
    f.InstantTaken: lambda fight, fact: changed(fight, fact.who, instants=fact.count),
    f.RoundBegan: _round_began,
    f.Forced: lambda fight, fact: changed(fight, fact.who, forced=True),
    f.Attacked: _same,
    f.Tested: _same,
    f.Hurt: _damage,
    f.Healed: _damage,
    f.Spared: lambda fight, fact: changed(fight, fact.who, spared=fact.wound),
    f.Settled: _settled,
    f.ConditionGained: _gained,
    f.ConditionLost: _lost,
    f.Spaced: _spaced,
    f.Moved: _same,
    f.FeintCounted: lambda fight, fact: changed(
        fight, fact.who, feints={**fight.combatants[fact.who].feints, fact.target: fact.count}
    ),
    f.GroovesSet: lambda fight, fact: changed(fight, fact.who, grooves=fact.grooves, experience=fact.experience),
    f.BreathSet: lambda fight, fact: changed(fight, fact.who, next_breath_check=fact.next),
    f.Aided: lambda fight, fact: changed(fight, fact.who, first_aid_effect=fact.effect),
    f.Bled: lambda fight, fact: changed(fight, fact.who, bled=fact.rounds),
    f.Fell: _fell,
    f.Landed: lambda fight, fact: changed(fight, fact.who, falls=fight.combatants[fact.who].falls[1:]),
    f.Adjusted: lambda fight, fact: changed(fight, fact.who, **fact.set),
    f.RoundSet: lambda fight, fact: _met(fight, round=fact.round),
    f.Noted: _same,
}
