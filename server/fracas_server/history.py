"""A table as its log tells it: encoded facts to a timeline and lines, and back."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from fracas_rules.kernel.decide import create, timeline
from fracas_rules.kernel.facts import Commit, Created, DiceSealed, Receipt, Seat, SeatSet
from fracas_rules.kernel.fold import Timeline
from fracas_rules.kernel.ids import opaque
from fracas_rules.kernel.lines import lines as lines_of
from fracas_rules.kernel.ruleset import Ruleset
from fracas_rules.kernel.state import TableState

from . import clock, dice
from .publish import RESUMABLE, Told
from .seals import Safe
from .store.base import Damaged, TableRow

#: What decoding raises where it meets something else than was written.
UNREADABLE = (msgspec.DecodeError, ValueError, TypeError, RecursionError)
#: Lines of the log that a table keeps in memory.
KEPT = 2_000


def created_of(row: TableRow) -> Created:
    """What made a table. Raises `Damaged`."""
    try:
        return msgspec.msgpack.decode(row.created, type=Created)
    except UNREADABLE as error:
        raise Damaged(f"What is kept of table {row.id} is damaged: what made it cannot be read: {error}.") from None


class History:
    """A timeline with the newest lines of its log. A commit is first tried on a copy, so a bug there leaves no trace.

    Raises `Damaged` for an entry that cannot be read.
    """

    def __init__(self, ruleset: Ruleset, row: TableRow, commits: Sequence[bytes]) -> None:
        self._ruleset = ruleset
        self.line: Timeline = timeline(ruleset, created_of(row))
        self.log: deque[Told] = deque(maxlen=KEPT)
        for at, body in enumerate(commits):
            try:
                commit = ruleset.decoder.decode(body)
            except UNREADABLE as error:
                raise Damaged(f"The log of table {row.id} is damaged: entry {at + 1} cannot be read: {error}.") from None
            before = self.line.state
            self.line.fold(commit)
            if at >= len(commits) - RESUMABLE:
                self.log.extend(self._told(before, commit, self.line.state))

    def tried(self, commit: Commit[Any]) -> tuple[Timeline, list[Told]]:
        """The timeline and the new lines as they would be after a commit; nothing is changed."""
        after = self.line.fork()
        after.fold(commit)
        return after, self._told(self.line.state, commit, after.state)

    def take(self, line: Timeline, news: Sequence[Told]) -> None:
        """Make what `tried` gave the truth."""
        self.line = line
        self.log.extend(news)

    def _told(self, before: TableState, commit: Commit[Any], after: TableState) -> list[Told]:
        lines = lines_of(self._ruleset, before, commit, after)
        return [Told(commit.seq, place, commit.receipt.resolution, line) for place, line in enumerate(lines)]


def of_server(seq: int, *facts: Any) -> Commit[Any]:
    """A commit that no seat sent."""
    return Commit(seq, "", "", clock.now(), Receipt(""), facts)


class Beginning(NamedTuple):
    """A new table: its row, its first commit, and the seed of its first dice."""

    row: TableRow
    commit: bytes
    seeds: dict[int, bytes]


def begin(ruleset: Ruleset, table: str, title: str, gm_name: str, gm_hash: str) -> Beginning:
    """A new table, which commits to its first dice and seats the game master whose token has this hash."""
    created = create(ruleset, table, title, dice.key())
    seat = Seat(opaque(created.secret, "seat", 1), gm_name, "gm", (), gm_hash)
    row = TableRow(table, ruleset.id, title, msgspec.msgpack.encode(created))
    safe = Safe()
    commit = of_server(1, SeatSet(seat), DiceSealed(1, safe.seal(1)))
    return Beginning(row, ruleset.encoder.encode(commit), safe.fresh)
