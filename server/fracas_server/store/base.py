"""What a store does, whichever engine does it. `tests/server/test_store.py` holds every engine to this.

A table is one fact that made it and its commits, numbered from 1 without gaps. Both are opaque bytes here. The expected
number is the fence: of two writers that both believe they own a table, one is told that it does not.

The seeds of a table's dice are kept beside the log and never in it: whoever is handed a log learns no die to come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Literal, NamedTuple, Protocol

#: What has become of a table: in use; put away; put away for good, until its grace is over.
Status = Literal["open", "archived", "deleted"]


class StoreError(Exception):
    """Nothing of this call was stored, or nobody can tell: read again before trusting memory."""


class Fenced(StoreError):
    """Another writer has written to this table: what this one knows is out of date."""


class Damaged(StoreError):
    """What is stored of this table is not what was written; the message names the entry. Nothing was changed."""


class TableRow(NamedTuple):
    """A table as the list shows it. `title` follows renames; `created` is the encoded fact that made it.

    `since`: when `status` last changed, in milliseconds since 1970; 0 for a table that was always open.
    """

    id: str
    system: str
    title: str
    created: bytes
    status: Status = "open"
    since: int = 0


class Entry(NamedTuple):
    """A commit as it is kept: its number, its bytes, and the checksum over it and all before it."""

    seq: int
    body: bytes
    chain: bytes


def first_link(row: TableRow) -> bytes:
    """The checksum that a table's log begins with: over what made the table."""
    return sha256(b"\0".join((row.id.encode(), row.system.encode(), row.created))).digest()


def next_link(chain: bytes, body: bytes) -> bytes:
    """The checksum after one more commit."""
    return sha256(chain + body).digest()


class Store(Protocol):
    """An engine. Every call raises `StoreError` when the medium fails."""

    async def open(self) -> None:
        """Make ready, creating what is missing."""

    async def close(self) -> None:
        """Finish what is queued, then let go of everything."""

    async def create(self, row: TableRow, commits: Sequence[bytes], seeds: Mapping[int, bytes] | None = None) -> None:
        """Make a table with its first commits. Raises `Fenced` when the id is taken."""

    async def tables(self) -> list[TableRow]:
        """Every table, oldest first."""

    async def append(
        self,
        table: str,
        expected_seq: int,
        commits: Sequence[bytes],
        title: str | None = None,
        seeds: Mapping[int, bytes] | None = None,
    ) -> None:
        """Store commits `expected_seq + 1` and on, all or none; returns when they would survive a power cut.

        `expected_seq` is the number of the last commit that the writer knows. `title` renames the table in the list.
        `seeds` of dice, by epoch, are stored with the commits that publish their commitments: both or neither.
        Raises `Fenced` when the table is unknown or has come further, or not so far.
        """

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The commits after a number, in order. Raises `Damaged` when they are not those that were written."""

    async def seeds(self, table: str) -> dict[int, bytes]:
        """The seeds of a table's dice, by epoch."""

    async def mark(self, table: str, status: Status, since: int) -> None:
        """Say what has become of a table. Raises `Fenced` when there is none of that id."""

    async def purge(self, before: int) -> list[str]:
        """Take away for ever the tables deleted before a moment (milliseconds since 1970); their ids."""

    async def note(self, changes: Mapping[str, bytes | None]) -> None:
        """Keep small values by name, all changes or none; None takes one away."""

    async def notes(self, prefix: str = "") -> dict[str, bytes]:
        """The values whose name begins so."""
