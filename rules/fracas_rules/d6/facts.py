"""What happens in a fight, with its results: folding a fact only stores numbers.

`at` in a fact is the place of the faces among the replies of the resolution, for the card; -1 where nothing was rolled.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ..kernel.formula import Term
from ..kernel.ids import CombatantId
from .sheet import Sheet

Params = dict[str, Any]
Terms = tuple[Term, ...]


class _Fact(Struct, frozen=True, omit_defaults=True, tag_field="fact"):
    pass


class Condition(Struct, frozen=True, omit_defaults=True):
    """A condition: its id and parameters."""

    id: str
    params: Params = {}


class Joined(_Fact, frozen=True, tag="joined"):
    """A combatant came in, at full Body Points."""

    id: CombatantId
    sheet: Sheet


class Left(_Fact, frozen=True, tag="left"):
    """A combatant was taken out of the table."""

    id: CombatantId


class FightBegan(_Fact, frozen=True, tag="fight_began"):
    """An encounter began with round 1; `distances` in feet, each pair both ways."""

    distances: dict[CombatantId, dict[CombatantId, int]] = {}


class FightEnded(_Fact, frozen=True, tag="fight_ended"):
    """The encounter is over; wounds and conditions stay."""


class Declared(_Fact, frozen=True, tag="declared"):
    """How many actions a combatant plans for its turn (None: it has taken back its plan), and which maneuvers it named."""

    actor: CombatantId
    planned: int | None
    maneuvers: tuple[str, ...] = ()


class Ordered(_Fact, frozen=True, tag="ordered"):
    """The order of the round is fixed; `totals` are the successes of those who rolled, `terms` and `at` their dice."""

    order: tuple[CombatantId, ...]
    totals: dict[CombatantId, int]
    terms: dict[CombatantId, Terms] = {}
    at: dict[CombatantId, int] = {}


class TurnBegan(_Fact, frozen=True, tag="turn_began"):
    """It is a combatant's turn now: its dodge and parry are over."""

    who: CombatantId


class TurnEnded(_Fact, frozen=True, tag="turn_ended"):
    """A combatant's turn of this round is over."""

    who: CombatantId


class RoundBegan(_Fact, frozen=True, tag="round_began"):
    """A new round: plans, counts and losses of the round start again."""

    round: int


class ActionTaken(_Fact, frozen=True, tag="action_taken"):
    """Actions were used: how many are planned and used now. `acted`: by an act of its own, on its turn."""

    who: CombatantId
    maneuver: str
    planned: int
    used: int
    acted: bool = True
    power_punches: int = 0


class Guarded(_Fact, frozen=True, tag="guarded"):
    """A dodge or a parry stands until the next turn. `held`: what parries (`body` or a weapon), `safe`: edges do no harm."""

    who: CombatantId
    kind: str  # dodge | parry
    value: int
    successes: int
    terms: Terms = ()
    at: int = -1
    held: str = ""
    safe: bool = False


class GuardDropped(_Fact, frozen=True, tag="guard_dropped"):
    """Dodge and parry are over."""

    who: CombatantId


class Attacked(_Fact, frozen=True, tag="attacked"):
    """An attack was resolved. `damage_terms` add up to the damage total before armour; `damage` is what the target loses.

    `bdv_at` and `bdv_by` are the dice of the base damage and their owner.
    """

    actor: CombatantId
    target: CombatantId
    maneuver: str
    outcome: str
    successes: int
    terms: Terms
    at: int
    defense_total: int
    defense_terms: Terms
    effect: int = 0
    damage_terms: Terms = ()
    damage_total: int = 0
    damage: int = 0
    bdv_at: int = -1
    bdv_by: CombatantId = ""
    weapon: str = ""
    location: str = ""


class Tested(_Fact, frozen=True, tag="tested"):
    """A roll against a number was made."""

    who: CombatantId
    test: str
    successes: int
    difficulty: int
    terms: Terms
    at: int
    passed: bool


class Opposed(_Fact, frozen=True, tag="opposed"):
    """Two rolled against each other."""

    actor: CombatantId
    other: CombatantId
    maneuver: str
    outcome: str
    successes: int
    terms: Terms
    at: int
    other_successes: int
    other_terms: Terms
    other_at: int


class Crashed(_Fact, frozen=True, tag="crashed"):
    """Somebody was hurt by a thing: an obstacle, the ground, an edge that was touched. `amount` is what was lost."""

    who: CombatantId
    cause: str
    total: int
    amount: int
    bdv_at: int = -1
    bdv_by: CombatantId = ""


class PointsSpent(_Fact, frozen=True, tag="points_spent"):
    """Character Points were spent against damage; `left` remain."""

    who: CombatantId
    amount: int
    left: int
    reduction: int
    at: int


class Hurt(_Fact, frozen=True, tag="hurt"):
    """Body Points were lost; `left` remain, `round_damage` is all that was lost this round."""

    who: CombatantId
    amount: int
    left: int
    round_damage: int


class Healed(_Fact, frozen=True, tag="healed"):
    """Body Points changed by the GM's word; `left` is what there is now."""

    who: CombatantId
    amount: int
    left: int


class Felled(_Fact, frozen=True, tag="felled"):
    """Whether somebody is dying because all Body Points went in one round."""

    who: CombatantId
    dying: bool


class Relieved(_Fact, frozen=True, tag="relieved"):
    """So many levels of wound and massive modifiers are ignored now."""

    who: CombatantId
    relief: int


class ConditionGained(_Fact, frozen=True, tag="condition_gained"):
    """A condition holds. It replaces one of the same id, or with `beside` only one that has the same `by`."""

    who: CombatantId
    id: str
    params: Params = {}
    beside: bool = False


class ConditionLost(_Fact, frozen=True, tag="condition_lost"):
    """Every instance of a condition that has these parameters is gone."""

    who: CombatantId
    id: str
    params: Params = {}


class ConditionsSet(_Fact, frozen=True, tag="conditions_set"):
    """These are all the conditions of a combatant now: after a round, or by the GM's word."""

    who: CombatantId
    conditions: tuple[Condition, ...]


class HoldKept(_Fact, frozen=True, tag="hold_kept"):
    """A holder has taken or renewed a hold this turn."""

    who: CombatantId
    victim: CombatantId


class Ran(_Fact, frozen=True, tag="ran"):
    """So many rounds of a charge lie behind somebody now."""

    who: CombatantId
    rounds: int


class Aimed(_Fact, frozen=True, tag="aimed"):
    """So many rounds of unbroken aim, the last in `round`."""

    who: CombatantId
    rounds: int
    round: int = 0


class Spun(_Fact, frozen=True, tag="spun"):
    """So many targets of spin attacks this round."""

    who: CombatantId
    uses: int


class WeaponReadied(_Fact, frozen=True, tag="weapon_readied"):
    """This weapon is in hand; empty: none is."""

    who: CombatantId
    weapon: str


class AmmoSet(_Fact, frozen=True, tag="ammo_set"):
    """A weapon has so many rounds left."""

    who: CombatantId
    weapon: str
    left: int


class Adjusted(_Fact, frozen=True, tag="adjusted"):
    """The GM set fields of the state: `said` as it was put, `set` by the fields of the fold."""

    who: CombatantId
    said: Params
    set: Params


class RoundSet(_Fact, frozen=True, tag="round_set"):
    """The GM set the number of the round."""

    round: int


class Noted(_Fact, frozen=True, tag="noted"):
    """A deed without a roll: moving, aiming, getting up, throwing somebody so far; `amount` is its number."""

    who: CombatantId
    deed: str
    amount: int = 0
    other: CombatantId = ""


Fact = (
    Joined | Left | FightBegan | FightEnded | Declared | Ordered | TurnBegan | TurnEnded | RoundBegan | ActionTaken | Guarded
    | GuardDropped | Attacked | Tested | Opposed | Crashed | PointsSpent | Hurt | Healed | Felled | Relieved | ConditionGained
    | ConditionLost | ConditionsSet | HoldKept | Ran | Aimed | Spun | WeaponReadied | AmmoSet | Adjusted | RoundSet | Noted
)  # fmt: skip
