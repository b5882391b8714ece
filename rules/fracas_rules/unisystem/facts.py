"""What happens in a fight, with its results: folding a fact only stores numbers."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ..kernel.formula import Term
from ..kernel.ids import CombatantId
from .sheet import Sheet

Params = dict[str, Any]


class _Fact(Struct, frozen=True, omit_defaults=True, tag_field="fact"):
    pass


class Intent(Struct, frozen=True, omit_defaults=True):
    """One planned act."""

    maneuver: str
    targets: tuple[CombatantId, ...] = ()
    weapon: str = ""
    params: Params = {}


class Joined(_Fact, frozen=True, tag="joined"):
    """A combatant came in, at full Life Points."""

    id: CombatantId
    sheet: Sheet
    life_points: int
    drama_points: int


class Left(_Fact, frozen=True, tag="left"):
    """A combatant was taken out of the table."""

    id: CombatantId


class FightBegan(_Fact, frozen=True, tag="fight_began"):
    """An encounter began with Turn 1; `distances` in yards, each pair both ways."""

    surprised: tuple[CombatantId, ...] = ()
    distances: dict[CombatantId, dict[CombatantId, int]] = {}


class FightEnded(_Fact, frozen=True, tag="fight_ended"):
    """The encounter is over; wounds and conditions stay."""


class Declared(_Fact, frozen=True, tag="declared"):
    """A combatant's plan for the Turn."""

    actor: CombatantId
    intent: tuple[Intent, ...]


class Ordered(_Fact, frozen=True, tag="ordered"):
    """The order of the Turn is fixed; `simultaneous` are groups that act at the same time."""

    order: tuple[CombatantId, ...]
    simultaneous: tuple[tuple[CombatantId, ...], ...] = ()


class PlaceEnded(_Fact, frozen=True, tag="place_ended"):
    """A combatant has done what it does this Turn."""

    actor: CombatantId


class TurnBegan(_Fact, frozen=True, tag="turn_began"):
    """A new Turn: counts and shared dice start again."""

    turn: int


class PlanDone(_Fact, frozen=True, tag="plan_done"):
    """The planned act at this index was carried out."""

    actor: CombatantId
    index: int


class ActionTaken(_Fact, frozen=True, tag="action_taken"):
    """An attack or noncombat action was used: how many now, extra actions used now, whether it takes the whole Turn."""

    who: CombatantId
    maneuver: str
    attacks_made: int
    extra_used: int
    full: bool = False


class AttackFailed(_Fact, frozen=True, tag="attack_failed"):
    """An attack of this Turn hit nobody: no further attack this Turn."""

    who: CombatantId


class DefenseTaken(_Fact, frozen=True, tag="defense_taken"):
    """A defence was used: how many now, extra actions used now."""

    who: CombatantId
    defense: str
    defenses_made: int
    extra_used: int


class DieKept(_Fact, frozen=True, tag="die_kept"):
    """The one die of the Turn for all attacks, or all defences; `heroic` when a Heroic Feat is tied to it."""

    who: CombatantId
    use: str  # attack | defense
    face: int
    heroic: bool = False


class DramaSpent(_Fact, frozen=True, tag="drama_spent"):
    """Drama Points were spent; `left` remain."""

    who: CombatantId
    amount: int
    left: int
    use: str


class Attacked(_Fact, frozen=True, tag="attacked"):
    """An attack was resolved. `damage` is what the target loses; `weapon` and `location` where they matter."""

    actor: CombatantId
    target: CombatantId
    maneuver: str
    outcome: str
    total: int
    terms: tuple[Term, ...]
    defense: str
    defense_total: int
    defense_terms: tuple[Term, ...]
    levels: int
    base: int
    armor: int
    raw: int
    multiplier: str
    type: str
    damage: int
    weapon: str = ""
    location: str = ""
    hits: int = 1


class Contested(_Fact, frozen=True, tag="contested"):
    """A contest inside a maneuver was settled."""

    actor: CombatantId
    target: CombatantId
    maneuver: str
    outcome: str
    total: int
    terms: tuple[Term, ...]
    other_total: int
    other_terms: tuple[Term, ...]


class Hurt(_Fact, frozen=True, tag="hurt"):
    """Life Points were lost; `left` remain (may be negative), `fire_damage` of all that is lost is fire's."""

    who: CombatantId
    amount: int
    type: str
    left: int
    fire_damage: int = 0
    cause: str = ""


class Worn(_Fact, frozen=True, tag="worn"):
    """An object or vehicle lost Damage Capacity; `left` remains."""

    who: CombatantId
    amount: int
    left: int


class Healed(_Fact, frozen=True, tag="healed"):
    """Life Points were regained; `left` is what there is now."""

    who: CombatantId
    amount: int
    left: int
    fire_damage: int = 0


class Tested(_Fact, frozen=True, tag="tested"):
    """A test was made: Survival, Consciousness, Notice …"""

    who: CombatantId
    test: str
    total: int
    terms: tuple[Term, ...]
    passed: bool


class ConditionGained(_Fact, frozen=True, tag="condition_gained"):
    """A condition began, or got other parameters. `later`: it bites only after the holder's place in the order."""

    who: CombatantId
    id: str
    params: Params = {}
    later: bool = False


class ConditionLost(_Fact, frozen=True, tag="condition_lost"):
    """A condition ended: the instance whose parameters match, or all of that id."""

    who: CombatantId
    id: str
    params: Params = {}


class Spared(_Fact, frozen=True, tag="spared"):
    """Until its place ends, a combatant acts with this wound penalty, whatever its simultaneous foes do to it."""

    who: CombatantId
    penalty: int


class AmmoSet(_Fact, frozen=True, tag="ammo_set"):
    """So many shots are left in a weapon."""

    who: CombatantId
    weapon: str
    left: int


class Worked(_Fact, frozen=True, tag="worked"):
    """So many Turns of work have gone into a weapon; 0 when it is done."""

    who: CombatantId
    weapon: str
    turns: int


class Adjusted(_Fact, frozen=True, tag="adjusted"):
    """The GM set fields of a combatant's state."""

    who: CombatantId
    set: dict[str, Any]


class Noted(_Fact, frozen=True, tag="noted"):
    """Something for the log that changes nothing: a key and a text in which `{who}` stands for the combatant."""

    who: CombatantId
    key: str
    text: str


Fact = (
    Joined | Left | FightBegan | FightEnded | Declared | Ordered | PlaceEnded | TurnBegan | PlanDone | ActionTaken | AttackFailed
    | DefenseTaken | DieKept | DramaSpent | Attacked | Contested | Hurt | Worn | Healed | Tested | ConditionGained
    | ConditionLost | Spared | AmmoSet | Worked | Adjusted | Noted
)  # fmt: skip
