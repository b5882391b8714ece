"""The state of a table: the game's own state, the open resolution as data, seats, options, packs, map."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from .facts import Seat
from .grid import Grid, Token, Wall
from .ids import CombatantId, ResolutionId, SeatId, TableId, digest
from .packs import enc_hook
from .requests import OpenAsk, Reply


class Pending(Struct, frozen=True):
    """An open resolution. Its script always plays on `base`: the table as it was when it opened, seats and options included."""

    resolution: ResolutionId
    command: dict[str, Any]
    seat: SeatId
    label: str
    rules: str
    actor: CombatantId
    base: TableState
    replies: tuple[Reply, ...] = ()
    asks: tuple[OpenAsk, ...] = ()
    secret: bool = False


class Dice(Struct, frozen=True):
    """The stream of dice as everyone may know it: its commitment, what seats added (and which), and how many were drawn."""

    epoch: int = 0
    commitment: str = ""
    entropy: tuple[str, ...] = ()
    added_by: tuple[SeatId, ...] = ()
    counter: int = 0


class PackText(Struct, frozen=True):
    """A house pack as the log keeps it."""

    name: str
    text: str
    digest: str


class TableState(Struct, frozen=True):
    """Everything that is true at a table. `game` is the state type of the table's game.

    `paused`: since when the table pauses, in milliseconds since 1970; 0 while it goes on.
    """

    table: TableId
    system: str
    title: str
    secret: bytes
    game: Any
    seq: int = 0
    pending: Pending | None = None
    seats: dict[SeatId, Seat] = {}
    options: dict[str, Any] = {}
    packs: tuple[PackText, ...] = ()
    tokens: dict[CombatantId, Token] = {}
    hidden: tuple[CombatantId, ...] = ()
    grid: Grid = Grid()
    walls: tuple[Wall, ...] = ()
    retired: tuple[CombatantId, ...] = ()
    paused: int = 0
    dice: Dice = Dice()
    refs: dict[CombatantId, str] = {}

    def fingerprint(self) -> str:
        """SHA-256 over what the fight is: equal for equal fights, whatever was said and undone in between."""
        return digest(msgspec.msgpack.encode(_in_full(self._fight()), enc_hook=enc_hook, order="deterministic"))

    def alike(self, other: TableState) -> bool:
        """Whether the fight is the same at two tables, or at two times of one."""
        return self._fight() == other._fight()

    def _fight(self) -> tuple[Any, ...]:
        where = (self.tokens, sorted(self.hidden), self.grid, self.walls)
        return (self.system, self.game, self.options, self.packs, where, self.retired)


def _in_full(value: Any) -> Any:
    """With every field written out: what is encoded leaves a default out only where it is that very object."""
    if isinstance(value, Struct):
        return [type(value).__name__, *map(_in_full, msgspec.structs.astuple(value))]
    if isinstance(value, dict):
        return {key: _in_full(one) for key, one in value.items()}
    return [_in_full(one) for one in value] if isinstance(value, list | tuple) else value
