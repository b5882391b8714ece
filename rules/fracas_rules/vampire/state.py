"""The state of a fight, and the fold that stores what facts say. Nothing here knows a rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..kernel.formula import Term
from ..kernel.ids import CombatantId
from ..kernel.roster import changed
from . import facts as f
from .sheet import Armor, Sheet, Weapon, boxes

#: Conditions of a body whose powers last for a scene, or for a round.
SCENE = ("feral_claws", "horrid_form")
ROUND = ("potence_active", "ignoring_wounds")


class Combatant(Struct, frozen=True, omit_defaults=True, dict=True):
    """A combatant as it stands now.

    fate: torpor, dead or final_death, or empty. plan, penalties: actions declared for the turn; `taken`: places of the
    plan that are used; `extras`: turns of Celerity that are over, `extra_acted` whether the present one's action is used.

    What follows from these fields is worked out once for a combatant as it stands, and kept beside them.
    """

    id: CombatantId
    sheet: Sheet
    track: str
    fate: str = ""
    conditions: tuple[f.Condition, ...] = ()
    blood_pool: int = 0
    blood_max: int = 0
    blood_spent: int = 0
    willpower: int = 0
    buffs: dict[str, int] = {}
    paid: dict[str, int] = {}
    celerity_used: int = 0
    weapons: tuple[Weapon, ...] = ()
    ready: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    ammo: dict[str, int] = {}
    shots: dict[str, int] = {}
    reload_progress: dict[str, int] = {}
    armor: Armor = Armor()
    cover: str = "none"
    aim: f.Aim | None = None
    ambush: f.Ambush | None = None
    tackled: CombatantId = ""
    tackled_round: int = 0
    acted: bool = False
    defending: bool = False
    defense_kind: str = ""
    defense_count: int = 0
    moved: int = 0
    plan: tuple[str, ...] = ()
    penalties: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    extras: int = 0
    extra_acted: bool = False

    @cached_property
    def filled(self) -> int:
        """Filled boxes of the track."""
        return len(self.track) - self.track.count(".")

    @cached_property
    def full(self) -> bool:
        """Whether no box is left."""
        return "." not in self.track

    @cached_property
    def boxes(self) -> tuple[str, ...]:
        """What each box of the track stands for, top first."""
        return boxes(self.sheet)

    @cached_property
    def rung(self) -> str:
        """The rung of the health ladder that the filled boxes come to."""
        return self.boxes[self.filled - 1] if self.filled else "healthy"

    @cached_property
    def pools(self) -> dict[tuple[object, ...], tuple[Term, ...]]:
        """Addends of pools as far as `modifiers` has worked them out; no part of the state."""
        return {}


class Encounter(Struct, frozen=True):
    """A fight in rounds. `phase`: gear (before initiative), initiative (due again), actions. `done`: turns that are over.

    `totals`: what the order was made of.
    """

    round: int = 1
    phase: str = "gear"
    order: tuple[CombatantId, ...] = ()
    done: tuple[CombatantId, ...] = ()
    distances: dict[CombatantId, dict[CombatantId, int]] = {}
    totals: dict[CombatantId, int] = {}


class Fight(Struct, frozen=True):
    """Everybody, in the order in which they joined, and the encounter if there is one."""

    combatants: dict[CombatantId, Combatant] = {}
    encounter: Encounter | None = None


def has(who: Combatant, condition: str) -> bool:
    """Whether a condition is there."""
    for one in who.conditions:  # noqa: SIM110 - a plain loop takes half the time, and this is asked for everything
        if one.id == condition:
            return True
    return False


def get(who: Combatant, condition: str) -> f.Condition | None:
    """A condition, or None."""
    return next((one for one in who.conditions if one.id == condition), None)


def apply(fight: Fight, fact: f.Fact) -> Fight:
    """Store what a fact says."""
    return _HANDLERS[type(fact)](fight, fact)


def _each(fight: Fight, change: Callable[[Combatant], Combatant]) -> Fight:
    return replace(fight, combatants={one: change(who) for one, who in fight.combatants.items()})


def _met(fight: Fight, **fields: Any) -> Fight:
    return fight if fight.encounter is None else replace(fight, encounter=replace(fight.encounter, **fields))


def _joined(fight: Fight, fact: f.Joined) -> Fight:
    made = Combatant(
        fact.id,
        fact.sheet,
        fact.track,
        fact.fate,
        fact.conditions,
        fact.blood_pool,
        fact.blood_max,
        willpower=fact.sheet.willpower,
        weapons=fact.weapons,
        ready=fact.ready,
        ammo=fact.ammo,
        armor=fact.armor,
        cover=fact.sheet.cover,
    )
    return replace(fight, combatants={**fight.combatants, fact.id: made})


def _left(fight: Fight, fact: f.Left) -> Fight:
    fight = replace(fight, combatants={one: who for one, who in fight.combatants.items() if one != fact.id})
    if fight.encounter is None:
        return fight
    met = fight.encounter
    order, done = (tuple(one for one in ids if one != fact.id) for ids in (met.order, met.done))
    return _met(fight, order=order, done=done)


def _fresh_round(who: Combatant) -> Combatant:
    return replace(
        who,
        blood_spent=0,
        celerity_used=0,
        shots={},
        acted=False,
        defending=False,
        defense_kind="",
        defense_count=0,
        moved=0,
        plan=(),
        penalties=(),
        taken=(),
        extras=0,
        extra_acted=False,
        conditions=tuple(one for one in who.conditions if one.id not in ROUND),
    )


def _scene_over(who: Combatant) -> Combatant:
    who = _fresh_round(who)
    conditions = tuple(one for one in who.conditions if one.id not in SCENE)
    return replace(who, buffs={}, paid={}, conditions=conditions, ambush=None, aim=None, tackled="")


def _ended(fight: Fight, _fact: f.FightEnded) -> Fight:
    return replace(_each(fight, _scene_over), encounter=None)


def _ordered(fight: Fight, fact: f.Ordered) -> Fight:
    if fact.first:
        fight = _each(fight, lambda who: replace(_fresh_round(who), conditions=who.conditions, ambush=None))
    met = fight.encounter
    return _met(fight, phase="actions", order=fact.order, totals={**(met.totals if met is not None else {}), **fact.totals})


def _turn_ended(fight: Fight, fact: f.TurnEnded) -> Fight:
    who = fight.combatants[fact.who]
    if fact.extra:
        return changed(fight, fact.who, extras=who.extras + 1, extra_acted=False)
    fight = changed(fight, fact.who, conditions=tuple(replace(one, fresh=False) for one in who.conditions))
    return fight if fight.encounter is None else _met(fight, done=(*fight.encounter.done, fact.who))


def _round_began(fight: Fight, fact: f.RoundBegan) -> Fight:
    fight = _each(fight, _fresh_round)
    phase = "initiative" if fact.initiative else "actions"
    return _met(fight, round=fact.round, done=(), phase=phase)


def _acted(fight: Fight, fact: f.Acted) -> Fight:
    who = fight.combatants[fact.who]
    if fact.extra:
        return changed(fight, fact.who, extra_acted=True)
    return changed(fight, fact.who, acted=True, taken=(*who.taken, fact.place) if fact.place >= 0 else who.taken)


def _defended(fight: Fight, fact: f.Defended) -> Fight:
    who = fight.combatants[fact.who]
    taken = (*who.taken, fact.place) if fact.place >= 0 else who.taken
    acted = who.acted or fact.full
    return changed(
        fight, fact.who, defense_count=fact.count, defense_kind=who.defense_kind or fact.kind, taken=taken,
        defending=who.defending or fact.full, acted=acted,
    )  # fmt: skip


def _paid(fight: Fight, fact: f.Paid) -> Fight:
    others = {one: points for one, points in fight.combatants[fact.who].paid.items() if one != fact.power}
    return changed(fight, fact.who, paid=others if fact.complete else {**others, fact.power: fact.paid})


def _gained(fight: Fight, fact: f.ConditionGained) -> Fight:
    others = tuple(one for one in fight.combatants[fact.who].conditions if one.id != fact.condition.id)
    return changed(fight, fact.who, conditions=(*others, fact.condition))


def _lost(fight: Fight, fact: f.ConditionLost) -> Fight:
    kept = tuple(one for one in fight.combatants[fact.who].conditions if one.id != fact.id)
    return changed(fight, fact.who, conditions=kept)


def _ammo(fight: Fight, fact: f.AmmoSet) -> Fight:
    who = fight.combatants[fact.who]
    shots = {**who.shots, fact.weapon: fact.shots} if fact.shots else who.shots
    return changed(fight, fact.who, ammo={**who.ammo, fact.weapon: fact.left}, shots=shots)


def _worked(fight: Fight, fact: f.Worked) -> Fight:
    others = {one: turns for one, turns in fight.combatants[fact.who].reload_progress.items() if one != fact.weapon}
    return changed(fight, fact.who, reload_progress={**others, fact.weapon: fact.turns} if fact.turns else others)


def _buffed(fight: Fight, fact: f.Buffed) -> Fight:
    return changed(fight, fact.who, buffs={**fight.combatants[fact.who].buffs, fact.attribute: fact.dots})


def _adjusted(fight: Fight, fact: f.Adjusted) -> Fight:
    fields = {name: getattr(fact.set, name) for name in fact.set.__struct_fields__ if name != "unaimed"}
    given = {name: value for name, value in fields.items() if value is not None}
    return changed(fight, fact.who, **given, **({"aim": None} if fact.set.unaimed else {}))


def _same(fight: Fight, _fact: Any) -> Fight:
    return fight


_HANDLERS: dict[type, Callable[[Fight, Any], Fight]] = {
    f.Joined: _joined,
    f.Left: _left,
    f.FightBegan: lambda fight, fact: replace(
        _each(fight, lambda who: replace(_fresh_round(who), conditions=who.conditions)),
        encounter=Encounter(distances=fact.distances),
    ),
    f.FightEnded: _ended,
    f.Ordered: _ordered,
    f.TurnEnded: _turn_ended,
    f.RoundBegan: _round_began,
    f.Planned: lambda fight, fact: changed(fight, fact.who, plan=fact.maneuvers, penalties=fact.penalties, taken=()),
    f.Acted: _acted,
    f.Defended: _defended,
    f.Armed: lambda fight, fact: changed(fight, fact.who, weapons=fact.weapons, ready=fact.ready, ammo=fact.ammo),
    f.Wore: lambda fight, fact: changed(fight, fact.who, armor=fact.armor),
    f.BloodSpent: lambda fight, fact: changed(fight, fact.who, blood_pool=fact.left, blood_spent=fact.spent),
    f.BloodMoved: lambda fight, fact: changed(fight, fact.who, blood_pool=fact.left),
    f.WillpowerSpent: lambda fight, fact: changed(fight, fact.who, willpower=fact.left),
    f.Quickened: lambda fight, fact: changed(fight, fact.who, celerity_used=fact.dots),
    f.Buffed: _buffed,
    f.Paid: _paid,
    f.Attacked: _same,
    f.Suffered: _same,
    f.Contested: _same,
    f.Tested: _same,
    f.Marked: lambda fight, fact: changed(fight, fact.who, track=fact.track),
    f.Healed: lambda fight, fact: changed(fight, fact.who, track=fact.track),
    f.Fated: lambda fight, fact: changed(fight, fact.who, fate=fact.fate),
    f.ConditionGained: _gained,
    f.ConditionLost: _lost,
    f.AmmoSet: _ammo,
    f.Held: lambda fight, fact: changed(fight, fact.who, ready=fact.ready, dropped=fact.dropped),
    f.Worked: _worked,
    f.Covered: lambda fight, fact: changed(fight, fact.who, cover=fact.cover),
    f.Moved: lambda fight, fact: changed(fight, fact.who, moved=fact.total),
    f.Aimed: lambda fight, fact: changed(fight, fact.who, aim=fact.aim),
    f.Ambushed: lambda fight, fact: changed(fight, fact.who, ambush=fact.ambush),
    f.Tackled: lambda fight, fact: changed(fight, fact.who, tackled=fact.target, tackled_round=fact.round),
    f.QuickFought: _same,
    f.Adjusted: _adjusted,
    f.Noted: _same,
}
