"""What happened to a table as such. Facts are past tense and carry results; folding them decides nothing.

How this may change over time: fields are added with defaults; a new meaning is a new tag; a tag's fold stays.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar, get_args

from msgspec import Struct

from .grid import Grid, Token, Wall
from .ids import CombatantId, CommandId, ResolutionId, SeatId, TableId
from .requests import OpenAsk, Reply
from .viewer import Role

F = TypeVar("F")


class Seat(Struct, frozen=True, omit_defaults=True):
    """A place at the table. `token_hash`: SHA-256 of its token; empty once revoked."""

    id: SeatId
    name: str
    role: Role
    owns: tuple[CombatantId, ...] = ()
    token_hash: str = ""
    revoked: bool = False


class _Fact(Struct, frozen=True, omit_defaults=True, tag_field="fact"):
    pass


class Created(_Fact, frozen=True, tag="table_created"):
    """A table was made; `secret` seeds its opaque ids, `rules` names the rules it was made with."""

    table: TableId
    system: str
    title: str
    secret: bytes
    rules: str


class Opened(_Fact, frozen=True, tag="opened"):
    """A resolution began: the command as it was sent, by whom, what to call it, and the rules that played it."""

    resolution: ResolutionId
    command: dict[str, Any]
    seat: SeatId
    label: str
    rules: str
    actor: CombatantId = ""
    secret: bool = False


class Replied(_Fact, frozen=True, tag="replied"):
    """Replies were added to the open resolution; `asks` are what it waits for now, if anything.

    `anew`: they stand in place of all that it had.
    """

    replies: tuple[Reply, ...]
    asks: tuple[OpenAsk, ...] = ()
    anew: bool = False


class Closed(_Fact, frozen=True, tag="closed"):
    """The open resolution ended; its effects are the facts before this one."""

    resolution: ResolutionId
    result: dict[str, Any] = {}


class Voided(_Fact, frozen=True, tag="voided"):
    """The open resolution was dropped without effect; `code` and `message` where the rules refused it late."""

    resolution: ResolutionId
    reason: str
    code: str = ""
    message: str = ""


class Rewound(_Fact, frozen=True, tag="rewound"):
    """The last `steps` commands were taken back; `labels` are what they were, latest first.

    `unseen`: how many of them only game masters know of.
    """

    steps: int
    labels: tuple[str, ...]
    unseen: int = 0


class Redone(_Fact, frozen=True, tag="redone"):
    """The command that was taken back last was done again: the facts after this one are those that it had.

    `unseen`: only game masters know of it. `due`: when the questions that are open again take their defaults, if any does,
    in milliseconds since 1970.
    """

    label: str
    unseen: bool = False
    due: int = 0


class Amended(_Fact, frozen=True, tag="amended"):
    """The GM changed one reply of the action that is played anew in the facts after this one."""

    who: CombatantId
    key: str
    told: str


class Paused(_Fact, frozen=True, tag="paused"):
    """The table was paused or goes on; `at` is milliseconds since 1970. Deadlines wait meanwhile."""

    paused: bool
    at: int


class DiceSealed(_Fact, frozen=True, tag="dice_sealed"):
    """A new stream of dice: the hash of its seed, published before any die of it."""

    epoch: int
    commitment: str


class EntropyAdded(_Fact, frozen=True, tag="entropy_added"):
    """A seat added to what the next dice follow from."""

    seat: SeatId
    text: str


class DiceRevealed(_Fact, frozen=True, tag="dice_revealed"):
    """The seed of a stream whose dice are all drawn, in hexadecimal: anyone can draw them again."""

    epoch: int
    seed: str


class DiceSpent(_Fact, frozen=True, tag="dice_spent"):
    """Dice were drawn for a command that the rules then refused: the stream stands at `counter`."""

    counter: int


class SeatSet(_Fact, frozen=True, tag="seat_set"):
    """A seat was made or changed."""

    seat: Seat


class TokenPlaced(_Fact, frozen=True, tag="token_placed"):
    """A token stands on a square."""

    id: CombatantId
    token: Token


class TokenRemoved(_Fact, frozen=True, tag="token_removed"):
    """A token left the map."""

    id: CombatantId


class Retired(_Fact, frozen=True, tag="retired"):
    """A combatant's id was taken out of use: it names nobody else at this table."""

    id: CombatantId


class HiddenSet(_Fact, frozen=True, tag="hidden_set"):
    """A combatant was hidden or shown."""

    id: CombatantId
    hidden: bool


class RefSet(_Fact, frozen=True, tag="ref_set"):
    """A front end's name for a combatant was set; empty: it has none any more."""

    id: CombatantId
    ref: str


class OptionsSet(_Fact, frozen=True, tag="options_set"):
    """Table options were changed."""

    set: dict[str, Any]


class PackInstalled(_Fact, frozen=True, tag="pack_installed"):
    """A house pack was added or replaced; its text is kept here."""

    name: str
    text: str
    digest: str


class PackRemoved(_Fact, frozen=True, tag="pack_removed"):
    """A house pack was taken out."""

    name: str


class MapSet(_Fact, frozen=True, tag="map_set"):
    """The map was changed."""

    grid: Grid


class WallsSet(_Fact, frozen=True, tag="walls_set"):
    """The walls of the map are these, in place of all that there were."""

    walls: tuple[Wall, ...] = ()


class Renamed(_Fact, frozen=True, tag="renamed"):
    """The table has another title."""

    title: str


TableFact = (
    Created | Opened | Replied | Closed | Voided | Rewound | Redone | Amended | Paused | DiceSealed | EntropyAdded
    | DiceRevealed | DiceSpent | SeatSet | TokenPlaced | TokenRemoved | Retired | HiddenSet | RefSet | OptionsSet
    | PackInstalled | PackRemoved | MapSet | WallsSet | Renamed
)  # fmt: skip
#: The types of the table's own facts: every other fact is of its game.
TABLE_FACTS = frozenset(get_args(TableFact))


class Receipt(Struct, frozen=True, omit_defaults=True):
    """The answer that a command id was given, so that the same id gets the same one: `digest` is of its content.

    `label`: what an undo calls the command, where its facts do not say it well.
    """

    digest: str
    resolution: ResolutionId | None = None
    result: dict[str, Any] = {}
    label: str = ""


class Commit(Struct, Generic[F], frozen=True, omit_defaults=True):
    """One row of the log: the facts of one accepted command, whole or not at all.

    `seq` counts from 1 without gaps; `at` is milliseconds since 1970, for people, read by no rule.
    """

    seq: int
    seat: SeatId
    command: CommandId
    at: int
    receipt: Receipt
    facts: tuple[F, ...]
