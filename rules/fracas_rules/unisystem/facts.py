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


class Area(Struct, frozen=True, omit_defaults=True):
    """A doorway full of lead: whose fire, its total and levels, rounds, the bullet's base damage and type."""

    by: CombatantId
    area: str
    total: int
    rounds: int
    base: int
    type: str = "bullet"
    weapon: str = ""
    turn: int = 0


class Joined(_Fact, frozen=True, tag="joined"):
    """A combatant came in, at full Life Points; `unready` are the weapons that are not in hand."""

    id: CombatantId
    sheet: Sheet
    life_points: int
    drama_points: int
    unready: tuple[str, ...] = ()


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


class Reordered(_Fact, frozen=True, tag="reordered"):
    """Somebody has another place in the order of this Turn: it now is this one."""

    order: tuple[CombatantId, ...]


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
    """An attack or noncombat action was used: how many now, extra actions used now, whether it takes the whole Turn.

    `attack`: it was an attack.
    """

    who: CombatantId
    maneuver: str
    attacks_made: int
    extra_used: int
    full: bool = False
    attack: bool = False


class AttackFailed(_Fact, frozen=True, tag="attack_failed"):
    """An attack of this Turn hit nobody: no further attack this Turn."""

    who: CombatantId


class DefenseTaken(_Fact, frozen=True, tag="defense_taken"):
    """A defence was used: how many now, extra actions used now."""

    who: CombatantId
    defense: str
    defenses_made: int
    extra_used: int


class Marked(_Fact, frozen=True, tag="marked"):
    """Something about a combatant that holds for this Turn, e.g. `missed:vamp`."""

    who: CombatantId
    mark: str


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
    """An attack was resolved. `damage` is what the target loses; `weapon` and `location` where they matter.

    `owed`: by the key of a term, the combatants it comes from.
    """

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
    owed: dict[str, tuple[CombatantId, ...]] = {}


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
    owed: dict[str, tuple[CombatantId, ...]] = {}


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
    """A test was made: Survival, Consciousness, Notice, kipping up …"""

    who: CombatantId
    test: str
    total: int
    terms: tuple[Term, ...]
    passed: bool


class ConditionGained(_Fact, frozen=True, tag="condition_gained"):
    """A condition began, in place of one of the same id, or `beside` it.

    `later`: it bites only after the holder's place in the order.
    """

    who: CombatantId
    id: str
    params: Params = {}
    later: bool = False
    beside: bool = False


class ConditionChanged(_Fact, frozen=True, tag="condition_changed"):
    """A condition goes on with other parameters: the instance that had `was` has `params` now."""

    who: CombatantId
    id: str
    was: Params = {}
    params: Params = {}


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


class GearWorn(_Fact, frozen=True, tag="gear_worn"):
    """A shield or the like has taken this much damage in all; `broken`: it is of no use any more."""

    who: CombatantId
    weapon: str
    damage: int
    broken: bool = False


class Tired(_Fact, frozen=True, tag="tired"):
    """Turns in a row that a combatant has spent on each tiring maneuver."""

    who: CombatantId
    exertion: dict[str, int]


class Mounted(_Fact, frozen=True, tag="mounted"):
    """A combatant sits on this mount now; on none when it is empty."""

    who: CombatantId
    mount: CombatantId


class Breathless(_Fact, frozen=True, tag="breathless"):
    """So many Turns in a row without breath."""

    who: CombatantId
    turns: int


class Drained(_Fact, frozen=True, tag="drained"):
    """Levels of an attribute were lost to poison or disease, or came back: all that is lost now."""

    who: CombatantId
    attribute: str
    lost: int


class Progressed(_Fact, frozen=True, tag="progressed"):
    """So many levels of a door are broken through now."""

    who: CombatantId
    progress: int


class Chased(_Fact, frozen=True, tag="chased"):
    """Levels that a driver has gathered in a chase."""

    who: CombatantId
    levels: int


class AreaOpened(_Fact, frozen=True, tag="area_opened"):
    """An area lies under fire until its shooter's next turn."""

    area: Area


class AreaClosed(_Fact, frozen=True, tag="area_closed"):
    """The areas under this shooter's fire are safe again."""

    by: CombatantId


class Noise(_Fact, frozen=True, tag="noise"):
    """Shots were fired that carry far; `count` have been heard in all."""

    who: CombatantId
    shots: int
    count: int


class Adjusted(_Fact, frozen=True, tag="adjusted"):
    """The GM set fields of a combatant's state, as the state keeps them."""

    who: CombatantId
    set: dict[str, Any]


Fact = (
    Joined | Left | FightBegan | FightEnded | Declared | Ordered | Reordered | PlaceEnded | TurnBegan | PlanDone | ActionTaken
    | AttackFailed | DefenseTaken | Marked | DieKept | DramaSpent | Attacked | Contested | Hurt | Worn | Healed | Tested
    | ConditionGained | ConditionChanged | ConditionLost | Spared | AmmoSet | Worked | GearWorn | Tired | Mounted | Breathless
    | Drained | Progressed | Chased | AreaOpened | AreaClosed | Noise | Adjusted
)  # fmt: skip
