"""What a store does, whichever engine does it. `tests/server/test_store.py` holds every engine to this.

A table is one fact that made it and its commits, numbered from 1 without gaps. Both are opaque bytes here. The expected
number is the fence: of two writers that both believe they own a table, one is told that it does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol


class StoreError(Exception):
    """Nothing of this call was stored, or nobody can tell: read again before trusting memory."""


class Fenced(StoreError):
    """Another writer has written to this table: what this one knows is out of date."""


class TableRow(NamedTuple):
    """A table as the list shows it. `title` follows renames; `created` is the encoded fact that made it."""

    id: str
    system: str
    title: str
    created: bytes


class Store(Protocol):
    """An engine. Every call raises `StoreError` when the medium fails."""

    async def open(self) -> None:
        """Make ready, creating what is missing."""

    async def close(self) -> None:
        """Finish what is queued, then let go of everything."""

    async def create(self, row: TableRow, commits: Sequence[bytes]) -> None:
        """Make a table with its first commits. Raises `Fenced` when the id is taken."""

    async def tables(self) -> list[TableRow]:
        """Every table, oldest first."""

    async def append(self, table: str, expected_seq: int, commits: Sequence[bytes], title: str | None = None) -> None:
        """Store commits `expected_seq + 1` and on, all or none; returns when they would survive a power cut.

        `expected_seq` is the number of the last commit that the writer knows. `title` renames the table in the list.
        Raises `Fenced` when the table is unknown or has come further, or not so far.
        """

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The commits after a number, in order."""

    async def note(self, changes: Mapping[str, bytes | None]) -> None:
        """Keep small values by name, all changes or none; None takes one away."""

    async def notes(self, prefix: str = "") -> dict[str, bytes]:
        """The values whose name begins so."""
