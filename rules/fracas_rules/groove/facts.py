"""What happens in a fight, with its results: folding a fact only stores numbers.

How this may change: fields are added with defaults; a new meaning is a new tag; a tag's fold stays.
"""

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
    """One declared act."""

    maneuver: str
    targets: tuple[CombatantId, ...] = ()
    weapon: str = ""


class Slot(Struct, frozen=True, omit_defaults=True):
    """A place in the count-down: whose, at which count, and whether it is an `action`, a `move` or a charge at the `end`."""

    who: CombatantId
    count: int = 0
    kind: str = "action"


class Dice(Struct, frozen=True, omit_defaults=True):
    """A roll of somebody: what it was for, its addends and total, and where its faces stand among the replies.

    `secret`: how many of the last addends come from what only the other side and the GM may know.
    """

    who: CombatantId
    label: str
    at: int
    total: int
    terms: tuple[Term, ...] = ()
    secret: int = 0


class Joined(_Fact, frozen=True, tag="joined"):
    """A combatant came in, unhurt."""

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
    """What a combatant means to do this round: all of it, as it stands now. `charges`: an act of the intent is a charge."""

    actor: CombatantId
    mode: str
    use: str
    half_move: bool
    reserved: dict[str, int]
    intent: tuple[Intent, ...]
    charges: bool = False


class Ordered(_Fact, frozen=True, tag="ordered"):
    """Initiative was rolled: totals, the order, who acts at the same time, and the slots of the round."""

    order: tuple[CombatantId, ...]
    totals: dict[CombatantId, int]
    simultaneous: tuple[tuple[CombatantId, ...], ...]
    slots: tuple[Slot, ...]


class SlotsSet(_Fact, frozen=True, tag="slots_set"):
    """The slots that are left of the round, and how many of them have passed."""

    slots: tuple[Slot, ...]
    passed: int
    lost: CombatantId = ""


class ReservedSet(_Fact, frozen=True, tag="reserved_set"):
    """The actions that a combatant still keeps for defence."""

    who: CombatantId
    reserved: dict[str, int]


class InstantTaken(_Fact, frozen=True, tag="instant_taken"):
    """An instant action was taken: so many this round."""

    who: CombatantId
    count: int


class RoundBegan(_Fact, frozen=True, tag="round_began"):
    """A new round: intentions, reserved defences and slots start again."""

    round: int


class Forced(_Fact, frozen=True, tag="forced"):
    """A severely injured combatant has rolled for this round."""

    who: CombatantId


class Attacked(_Fact, frozen=True, tag="attacked"):
    """An attack was resolved. `damage` is what the target takes; `rolls` in the order in which they were thrown."""

    actor: CombatantId
    target: CombatantId
    maneuver: str
    outcome: str
    total: int
    dodge: int
    defense: str = "none"
    defense_effect: int | None = None
    weapon: str = ""
    location: str = ""
    penetrated: bool | None = None
    damage: int | None = None
    subdual: bool = False
    told: str = ""
    rolls: tuple[Dice, ...] = ()


class Tested(_Fact, frozen=True, tag="tested"):
    """A roll that is no attack was made: stun, acting, a stat or skill check, breaking free, first aid …"""

    who: CombatantId
    test: str
    outcome: str
    rolls: tuple[Dice, ...] = ()


class Hurt(_Fact, frozen=True, tag="hurt"):
    """Damage was taken: what it comes to now by kind and by location, and the step of the wound ladder."""

    who: CombatantId
    amount: int
    lethal: int
    subdual: int
    wound: str
    by_location: dict[str, int]
    cause: str = ""
    before: str = ""


class Healed(_Fact, frozen=True, tag="healed"):
    """Damage went: what is left of it by kind and by location, and the step of the wound ladder."""

    who: CombatantId
    amount: int
    lethal: int
    subdual: int
    wound: str
    by_location: dict[str, int]


class Spared(_Fact, frozen=True, tag="spared"):
    """Until things settle, a combatant acts as if his wounds were of this step, whatever was done to him meanwhile."""

    who: CombatantId
    wound: str


class Settled(_Fact, frozen=True, tag="settled"):
    """What was done to a combatant at the same moment takes hold now."""

    who: CombatantId


class ConditionGained(_Fact, frozen=True, tag="condition_gained"):
    """A condition began, in place of those of the same id, or `beside` them. `later`: it takes hold when things settle."""

    who: CombatantId
    id: str
    params: Params = {}
    later: bool = False
    beside: bool = False


class ConditionLost(_Fact, frozen=True, tag="condition_lost"):
    """A condition ended: the instances whose parameters match."""

    who: CombatantId
    id: str
    params: Params = {}


class Spaced(_Fact, frozen=True, tag="spaced"):
    """Two combatants are so many feet apart now."""

    one: CombatantId
    other: CombatantId
    feet: int


class Moved(_Fact, frozen=True, tag="moved"):
    """A combatant moved, or made somebody move, so many feet."""

    who: CombatantId
    how: str
    feet: int
    other: CombatantId = ""


class FeintCounted(_Fact, frozen=True, tag="feint_counted"):
    """So many feints were tried on somebody in this combat."""

    who: CombatantId
    target: CombatantId
    count: int


class GroovesSet(_Fact, frozen=True, tag="grooves_set"):
    """Stored grooves and Experience points as they are now, and why."""

    who: CombatantId
    grooves: int
    experience: int
    why: str


class BreathSet(_Fact, frozen=True, tag="breath_set"):
    """The round without breath in which the next check is due."""

    who: CombatantId
    next: int


class Aided(_Fact, frozen=True, tag="aided"):
    """First aid was given with this effect number."""

    who: CombatantId
    effect: int


class Bled(_Fact, frozen=True, tag="bled"):
    """So many rounds of the present minute have gone since blood was last lost."""

    who: CombatantId
    rounds: int


class Fell(_Fact, frozen=True, tag="fell"):
    """A combatant falls so many feet and will strike the ground when round `lands` ends."""

    who: CombatantId
    feet: int
    lands: int


class Landed(_Fact, frozen=True, tag="landed"):
    """A falling combatant has struck the ground."""

    who: CombatantId


class Adjusted(_Fact, frozen=True, tag="adjusted"):
    """The GM set fields of a combatant's state, as the state keeps them."""

    who: CombatantId
    set: dict[str, Any]


class RoundSet(_Fact, frozen=True, tag="round_set"):
    """The GM says which round it is."""

    round: int


class Noted(_Fact, frozen=True, tag="noted"):
    """Something for the log that changes nothing: `text` in which `{who}` stands for the combatant."""

    who: CombatantId
    key: str
    text: str


Fact = (
    Joined | Left | FightBegan | FightEnded | Declared | Ordered | SlotsSet | ReservedSet | InstantTaken | RoundBegan | Forced
    | Attacked | Tested | Hurt | Healed | Spared | Settled | ConditionGained | ConditionLost | Spaced | Moved | FeintCounted
    | GroovesSet | BreathSet | Aided | Bled | Fell | Landed | Adjusted | RoundSet | Noted
)  # fmt: skip
