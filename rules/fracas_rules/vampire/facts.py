"""What happens in a fight, with its results: folding a fact only stores numbers."""

from __future__ import annotations

from msgspec import Struct

from ..kernel.ids import CombatantId
from .parts import Aim as Aim
from .parts import Ambush as Ambush
from .parts import Cast as Cast
from .parts import Changes as Changes
from .parts import Condition as Condition
from .parts import Params as Params
from .sheet import Armor, Sheet, Weapon


class _Fact(Struct, frozen=True, omit_defaults=True, tag_field="fact"):
    pass


class Joined(_Fact, frozen=True, tag="joined"):
    """A combatant came in; weapons and armour as the tables had them then."""

    id: CombatantId
    sheet: Sheet
    track: str
    fate: str
    conditions: tuple[Condition, ...]
    blood_pool: int
    blood_max: int
    weapons: tuple[Weapon, ...]
    ready: tuple[str, ...]
    ammo: dict[str, int]
    armor: Armor


class Left(_Fact, frozen=True, tag="left"):
    """A combatant was taken out of the table."""

    id: CombatantId


class FightBegan(_Fact, frozen=True, tag="fight_began"):
    """An encounter began; `distances` in metres, each pair both ways."""

    distances: dict[CombatantId, dict[CombatantId, int]] = {}


class FightEnded(_Fact, frozen=True, tag="fight_ended"):
    """The encounter and the scene are over: raised attributes, instalments and powers of the scene end."""


class Ordered(_Fact, frozen=True, tag="ordered"):
    """The order is fixed; `first`: the fight's first round begins with it. Rolls in the order in which they fell."""

    order: tuple[CombatantId, ...]
    totals: dict[CombatantId, int]
    rolls: tuple[Cast, ...] = ()
    first: bool = False


class TurnEnded(_Fact, frozen=True, tag="turn_ended"):
    """A combatant's turn is over; `extra`: it was one of Celerity's."""

    who: CombatantId
    extra: bool = False


class RoundBegan(_Fact, frozen=True, tag="round_began"):
    """A new round: what counts for a round starts again. `initiative`: the order is to be rolled anew."""

    round: int
    initiative: bool = False


class Planned(_Fact, frozen=True, tag="planned"):
    """Several actions were declared for the turn, with the dice that each loses."""

    who: CombatantId
    maneuvers: tuple[str, ...]
    penalties: tuple[int, ...]


class Acted(_Fact, frozen=True, tag="acted"):
    """An action was used: the planned one at `place`, or the only one (-1), or an `extra` one of Celerity's."""

    who: CombatantId
    maneuver: str
    place: int = -1
    extra: bool = False


class Defended(_Fact, frozen=True, tag="defended"):
    """A defence was used: attacks defended this round; a reserved place of the plan, or the turn given to defence."""

    who: CombatantId
    kind: str
    count: int
    place: int = -1
    full: bool = False


class Armed(_Fact, frozen=True, tag="armed"):
    """The weapons that a combatant has declared, those in hand, and their rounds."""

    who: CombatantId
    weapons: tuple[Weapon, ...]
    ready: tuple[str, ...]
    ammo: dict[str, int]


class Wore(_Fact, frozen=True, tag="wore"):
    """Armour was put on."""

    who: CombatantId
    armor: Armor


class BloodSpent(_Fact, frozen=True, tag="blood_spent"):
    """Blood left the pool: `left` remain, `spent` count against the limit of this round."""

    who: CombatantId
    points: int
    left: int
    spent: int
    use: str


class BloodMoved(_Fact, frozen=True, tag="blood_moved"):
    """The pool changed by drinking or feeding: `left` is what is in it."""

    who: CombatantId
    left: int


class WillpowerSpent(_Fact, frozen=True, tag="willpower_spent"):
    """A point of Willpower was spent; `left` remain."""

    who: CombatantId
    left: int
    use: str


class Quickened(_Fact, frozen=True, tag="quickened"):
    """Dots of Celerity became extra actions for this round."""

    who: CombatantId
    dots: int


class Buffed(_Fact, frozen=True, tag="buffed"):
    """An attribute is raised by so many dots now."""

    who: CombatantId
    attribute: str
    dots: int


class Paid(_Fact, frozen=True, tag="paid"):
    """So much is paid towards a power now; `complete`: it takes effect, and nothing is kept."""

    who: CombatantId
    power: str
    paid: int
    complete: bool = False


class Attacked(_Fact, frozen=True, tag="attacked"):
    """An attack on one target was resolved. `damage` is what was marked; `type` empty where nothing is dealt.

    `halved`: what is left of a vampire's bashing damage before soak; -1 where it was not halved.
    """

    actor: CombatantId
    target: CombatantId
    maneuver: str
    outcome: str
    net: int
    attack: Cast | None = None
    defense: str = "none"
    defended: Cast | None = None
    rolled: Cast | None = None
    soaked: Cast | None = None
    dealt: int = 0
    type: str = ""
    damage: int = 0
    weapon: str = ""
    location: str = ""
    automatic: bool = False
    disarmed: bool = False
    halved: int = -1


class Suffered(_Fact, frozen=True, tag="suffered"):
    """Damage that no attack dealt: a hazard, a failed tackle."""

    who: CombatantId
    cause: str
    type: str
    damage: int
    rolled: Cast | None = None
    soaked: Cast | None = None


class Contested(_Fact, frozen=True, tag="contested"):
    """A contest was settled: an escape, an ambush, a power."""

    actor: CombatantId
    target: CombatantId
    what: str
    outcome: str
    own: Cast
    other: Cast | None = None


class Tested(_Fact, frozen=True, tag="tested"):
    """A roll against a difficulty: balance, stun, drawing, standing, a power without a victim."""

    test: str
    outcome: str
    roll: Cast


class Marked(_Fact, frozen=True, tag="marked"):
    """The track has changed by so many levels of damage."""

    who: CombatantId
    levels: int
    type: str
    track: str


class Healed(_Fact, frozen=True, tag="healed"):
    """Marks left the track."""

    who: CombatantId
    levels: int
    track: str


class Fated(_Fact, frozen=True, tag="fated"):
    """Torpor, death or Final Death; or none of them any more."""

    who: CombatantId
    fate: str


class ConditionGained(_Fact, frozen=True, tag="condition_gained"):
    """A condition began, or goes on with other parameters."""

    who: CombatantId
    condition: Condition


class ConditionLost(_Fact, frozen=True, tag="condition_lost"):
    """A condition ended."""

    who: CombatantId
    id: str


class AmmoSet(_Fact, frozen=True, tag="ammo_set"):
    """So many rounds are left in a weapon; `shots` of this round count against its rate."""

    who: CombatantId
    weapon: str
    left: int
    shots: int = 0


class Held(_Fact, frozen=True, tag="held"):
    """Weapons in hand and on the ground."""

    who: CombatantId
    ready: tuple[str, ...]
    dropped: tuple[str, ...]


class Worked(_Fact, frozen=True, tag="worked"):
    """Turns of reloading that have gone into a weapon; 0 when it is loaded."""

    who: CombatantId
    weapon: str
    turns: int


class Covered(_Fact, frozen=True, tag="covered"):
    """A combatant is under this cover now."""

    who: CombatantId
    cover: str


class Moved(_Fact, frozen=True, tag="moved"):
    """Metres moved this round."""

    who: CombatantId
    metres: int
    total: int


class Aimed(_Fact, frozen=True, tag="aimed"):
    """What a combatant aims at now; nothing when it is absent."""

    who: CombatantId
    aim: Aim | None = None


class Ambushed(_Fact, frozen=True, tag="ambushed"):
    """The free attack that an ambush has won; used up when it is absent."""

    who: CombatantId
    ambush: Ambush | None = None


class Tackled(_Fact, frozen=True, tag="tackled"):
    """A tackle came off in this round (0 outside a fight)."""

    who: CombatantId
    target: CombatantId
    round: int


class QuickFought(_Fact, frozen=True, tag="quick_fought"):
    """A whole fight by one roll each: totals by side, the winning side (or `none`) and the levels shared among the losers."""

    totals: dict[str, int]
    winner: str
    levels: int
    type: str
    damage: dict[CombatantId, int]
    rolls: tuple[Cast, ...]


class Adjusted(_Fact, frozen=True, tag="adjusted"):
    """The GM set fields of a combatant's state."""

    who: CombatantId
    set: Changes


class Noted(_Fact, frozen=True, tag="noted"):
    """Something for the log that changes nothing."""

    who: CombatantId
    key: str
    text: str


Fact = (
    Joined | Left | FightBegan | FightEnded | Ordered | TurnEnded | RoundBegan | Planned | Acted | Defended | Armed | Wore
    | BloodSpent | BloodMoved | WillpowerSpent | Quickened | Buffed | Paid | Attacked | Suffered | Contested | Tested | Marked
    | Healed | Fated | ConditionGained | ConditionLost | AmmoSet | Held | Worked | Covered | Moved | Aimed | Ambushed | Tackled
    | QuickFought | Adjusted | Noted
)  # fmt: skip
