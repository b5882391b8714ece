"""The state of a fight, and the fold that stores what facts say. Nothing here knows a rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..kernel.ids import CombatantId
from ..kernel.roster import changed
from . import facts as f
from .sheet import Sheet


class Condition(Struct, frozen=True, omit_defaults=True):
    """A condition with its parameters; `later` until it bites."""

    id: str
    params: f.Params = {}
    later: bool = False


class Combatant(Struct, frozen=True, omit_defaults=True):
    """A combatant as it stands now. Counts, marks and dice are those of this Turn."""

    id: CombatantId
    sheet: Sheet
    life_points: int
    drama_points: int = 0
    fire_damage: int = 0
    conditions: tuple[Condition, ...] = ()
    attacks_made: int = 0
    defenses_made: int = 0
    extra_used: int = 0
    attack_die: int | None = None
    defense_die: int | None = None
    heroic: tuple[str, ...] = ()
    attack_failed: bool = False
    full_action: bool = False
    drama_used: bool = False
    attacked: bool = False
    done_with: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    spared: int | None = None
    attribute_loss: dict[str, int] = {}
    ammo: dict[str, int] = {}
    work: dict[str, int] = {}
    gear: dict[str, int] = {}
    exertion: dict[str, int] = {}
    damage_capacity: int = 0
    breathless_turns: int = 0
    progress: int = 0
    chase_levels: int = 0
    mount: CombatantId = ""


class Encounter(Struct, frozen=True):
    """A fight in Turns. `phase`: intentions, initiative, actions. `done`: whose place is over, once for each place."""

    turn: int = 1
    phase: str = "intentions"
    order: tuple[CombatantId, ...] = ()
    simultaneous: tuple[tuple[CombatantId, ...], ...] = ()
    done: tuple[CombatantId, ...] = ()
    surprised: tuple[CombatantId, ...] = ()
    distances: dict[CombatantId, dict[CombatantId, int]] = {}
    plans: dict[CombatantId, tuple[f.Intent, ...]] = {}
    plan_done: dict[CombatantId, tuple[int, ...]] = {}


class Fight(Struct, frozen=True, omit_defaults=True):
    """Everybody, in the order in which they joined, the encounter if there is one, areas under fire, shots heard."""

    combatants: dict[CombatantId, Combatant] = {}
    encounter: Encounter | None = None
    areas: tuple[f.Area, ...] = ()
    noise: int = 0


def has(combatant: Combatant, condition: str) -> bool:
    """Whether a condition is there and bites."""
    for one in combatant.conditions:  # noqa: SIM110 - a plain loop takes half the time, and this is asked for everything
        if one.id == condition and not one.later:
            return True
    return False


def params_of(combatant: Combatant, condition: str) -> f.Params | None:
    """The parameters of the first biting instance of a condition, or None."""
    for one in combatant.conditions:
        if one.id == condition and not one.later:
            return one.params
    return None


def instances(combatant: Combatant, condition: str) -> list[f.Params]:
    """The parameters of every biting instance of a condition, oldest first."""
    return [one.params for one in combatant.conditions if one.id == condition and not one.later]


def current(combatant: Combatant, name: str) -> int:
    """An attribute as it is now, less what poison or disease took."""
    return combatant.sheet.traits[name] - combatant.attribute_loss.get(name, 0)


def traits(combatant: Combatant, more: int = 0) -> Mapping[str, int]:
    """Every trait as it is now, for formulas; `more` strength counts for damage from the saddle (UNI-C-MOUNT-HEIGHT)."""
    written = combatant.sheet.traits
    if not (more or combatant.attribute_loss):
        return written
    now = {name: written[name] - lost for name, lost in combatant.attribute_loss.items()}
    return {**written, **now, "strength": now.get("strength", written["strength"]) + more}


def apply(fight: Fight, fact: f.Fact) -> Fight:
    """Store what a fact says."""
    return _HANDLERS[type(fact)](fight, fact)


def _met(fight: Fight, **fields: Any) -> Fight:
    assert fight.encounter is not None
    return replace(fight, encounter=replace(fight.encounter, **fields))


def _joined(fight: Fight, fact: f.Joined) -> Fight:
    made = Combatant(
        fact.id,
        fact.sheet,
        fact.life_points,
        fact.drama_points,
        conditions=(Condition("unready", {"weapons": list(fact.unready)}),) if fact.unready else (),
        ammo=dict(fact.sheet.ammo),
        damage_capacity=fact.sheet.damage_capacity,
        mount=fact.sheet.mount,
    )
    return replace(fight, combatants={**fight.combatants, fact.id: made})


def _left(fight: Fight, fact: f.Left) -> Fight:
    fight = replace(fight, combatants={one: who for one, who in fight.combatants.items() if one != fact.id})
    if fight.encounter is None:
        return fight
    met = fight.encounter
    return _met(
        fight,
        order=tuple(one for one in met.order if one != fact.id),
        simultaneous=tuple(tuple(one for one in group if one != fact.id) for group in met.simultaneous),
        done=tuple(one for one in met.done if one != fact.id),
        plans={one: plan for one, plan in met.plans.items() if one != fact.id},
    )


def _fresh_turn(who: Combatant) -> Combatant:
    return replace(
        who,
        attacks_made=0,
        defenses_made=0,
        extra_used=0,
        attack_die=None,
        defense_die=None,
        heroic=(),
        attack_failed=False,
        full_action=False,
        drama_used=False,
        attacked=False,
        done_with=(),
        marks=(),
        spared=None,
        conditions=tuple(replace(one, later=False) if one.later else one for one in who.conditions),
    )


def _everyone_fresh(fight: Fight) -> Fight:
    return replace(fight, combatants={one: _fresh_turn(who) for one, who in fight.combatants.items()})


def _began(fight: Fight, fact: f.FightBegan) -> Fight:
    return replace(_everyone_fresh(fight), encounter=Encounter(surprised=fact.surprised, distances=fact.distances))


def _declared(fight: Fight, fact: f.Declared) -> Fight:
    assert fight.encounter is not None
    return _met(fight, plans={**fight.encounter.plans, fact.actor: fact.intent})


def _place_ended(fight: Fight, fact: f.PlaceEnded) -> Fight:
    who = fight.combatants[fact.actor]
    bites = tuple(replace(one, later=False) for one in who.conditions)
    fight = changed(fight, fact.actor, conditions=bites, spared=None)
    return fight if fight.encounter is None else _met(fight, done=(*fight.encounter.done, fact.actor))


def _turn_began(fight: Fight, fact: f.TurnBegan) -> Fight:
    fight = _everyone_fresh(fight)
    if fight.encounter is None:
        return fight
    return _met(
        fight, turn=fact.turn, phase="intentions", order=(), simultaneous=(), done=(), plans={}, plan_done={}, surprised=()
    )


def _plan_done(fight: Fight, fact: f.PlanDone) -> Fight:
    assert fight.encounter is not None
    done = fight.encounter.plan_done
    return _met(fight, plan_done={**done, fact.actor: (*done.get(fact.actor, ()), fact.index)})


def _action(fight: Fight, fact: f.ActionTaken) -> Fight:
    who = fight.combatants[fact.who]
    return changed(
        fight,
        fact.who,
        attacks_made=fact.attacks_made,
        extra_used=fact.extra_used,
        full_action=who.full_action or fact.full,
        attacked=who.attacked or fact.attack,
        done_with=(*who.done_with, fact.maneuver),
    )


def _die(fight: Fight, fact: f.DieKept) -> Fight:
    who = fight.combatants[fact.who]
    heroic = (*who.heroic, fact.use) if fact.heroic and fact.use not in who.heroic else who.heroic
    kept: dict[str, Any] = {f"{fact.use}_die": fact.face, "heroic": heroic}
    return changed(fight, fact.who, **kept)


def _gained(fight: Fight, fact: f.ConditionGained) -> Fight:
    others = fight.combatants[fact.who].conditions
    if not fact.beside:
        others = tuple(one for one in others if one.id != fact.id)
    return changed(fight, fact.who, conditions=(*others, Condition(fact.id, fact.params, fact.later)))


def _changed(fight: Fight, fact: f.ConditionChanged) -> Fight:
    made = []
    waits = True
    for one in fight.combatants[fact.who].conditions:
        meant = waits and one.id == fact.id and one.params == fact.was
        made.append(replace(one, params=fact.params) if meant else one)
        waits = waits and not meant
    return changed(fight, fact.who, conditions=tuple(made))


def _lost(fight: Fight, fact: f.ConditionLost) -> Fight:
    def goes(one: Condition) -> bool:
        return one.id == fact.id and all(one.params.get(key) == value for key, value in fact.params.items())

    who = fight.combatants[fact.who]
    return changed(fight, fact.who, conditions=tuple(one for one in who.conditions if not goes(one)))


def _life(fight: Fight, fact: f.Hurt | f.Healed) -> Fight:
    return changed(fight, fact.who, life_points=fact.left, fire_damage=fact.fire_damage)


def _ammo(fight: Fight, fact: f.AmmoSet) -> Fight:
    return changed(fight, fact.who, ammo={**fight.combatants[fact.who].ammo, fact.weapon: fact.left})


def _worked(fight: Fight, fact: f.Worked) -> Fight:
    others = {one: turns for one, turns in fight.combatants[fact.who].work.items() if one != fact.weapon}
    return changed(fight, fact.who, work={**others, fact.weapon: fact.turns} if fact.turns else others)


def _drained(fight: Fight, fact: f.Drained) -> Fight:
    lost = {**fight.combatants[fact.who].attribute_loss, fact.attribute: fact.lost}
    return changed(fight, fact.who, attribute_loss={name: levels for name, levels in lost.items() if levels})


_HANDLERS: dict[type, Callable[[Fight, Any], Fight]] = {
    f.Joined: _joined,
    f.Left: _left,
    f.FightBegan: _began,
    f.FightEnded: lambda fight, _fact: replace(_everyone_fresh(fight), encounter=None),
    f.Declared: _declared,
    f.Ordered: lambda fight, fact: _met(fight, phase="actions", order=fact.order, simultaneous=fact.simultaneous),
    f.Reordered: lambda fight, fact: _met(fight, order=fact.order),
    f.PlaceEnded: _place_ended,
    f.TurnBegan: _turn_began,
    f.PlanDone: _plan_done,
    f.ActionTaken: _action,
    f.AttackFailed: lambda fight, fact: changed(fight, fact.who, attack_failed=True),
    f.DefenseTaken: lambda fight, fact: changed(fight, fact.who, defenses_made=fact.defenses_made, extra_used=fact.extra_used),
    f.Marked: lambda fight, fact: changed(fight, fact.who, marks=(*fight.combatants[fact.who].marks, fact.mark)),
    f.DieKept: _die,
    f.DramaSpent: lambda fight, fact: changed(fight, fact.who, drama_points=fact.left, drama_used=True),
    f.Attacked: lambda fight, _fact: fight,
    f.Contested: lambda fight, _fact: fight,
    f.Hurt: _life,
    f.Worn: lambda fight, fact: changed(fight, fact.who, damage_capacity=fact.left),
    f.Healed: _life,
    f.Tested: lambda fight, _fact: fight,
    f.ConditionGained: _gained,
    f.ConditionChanged: _changed,
    f.ConditionLost: _lost,
    f.Spared: lambda fight, fact: changed(fight, fact.who, spared=fact.penalty),
    f.AmmoSet: _ammo,
    f.Worked: _worked,
    f.GearWorn: lambda fight, fact: changed(fight, fact.who, gear={**fight.combatants[fact.who].gear, fact.weapon: fact.damage}),
    f.Tired: lambda fight, fact: changed(fight, fact.who, exertion=fact.exertion),
    f.Mounted: lambda fight, fact: changed(fight, fact.who, mount=fact.mount),
    f.Breathless: lambda fight, fact: changed(fight, fact.who, breathless_turns=fact.turns),
    f.Drained: _drained,
    f.Progressed: lambda fight, fact: changed(fight, fact.who, progress=fact.progress),
    f.Chased: lambda fight, fact: changed(fight, fact.who, chase_levels=fact.levels),
    f.Noise: lambda fight, fact: replace(fight, noise=fact.count),
    f.AreaOpened: lambda fight, fact: replace(fight, areas=(*fight.areas, fact.area)),
    f.AreaClosed: lambda fight, fact: replace(fight, areas=tuple(one for one in fight.areas if one.by != fact.by)),
    f.Adjusted: lambda fight, fact: changed(fight, fact.who, **fact.set),
}
