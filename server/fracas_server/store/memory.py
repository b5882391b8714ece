"""Keeps tables in memory: for tests and for trying things out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .base import Fenced, TableRow


class MemoryStore:
    """A `Store` that forgets when the process ends."""

    def __init__(self) -> None:
        self._rows: dict[str, TableRow] = {}
        self._commits: dict[str, list[bytes]] = {}
        self._notes: dict[str, bytes] = {}

    async def open(self) -> None:
        """Nothing to make ready."""

    async def close(self) -> None:
        """Nothing to let go of."""

    async def create(self, row: TableRow, commits: Sequence[bytes]) -> None:
        """See `Store.create`."""
        if row.id in self._rows:
            raise Fenced(f"There is a table {row.id} already.")
        self._rows[row.id] = row
        self._commits[row.id] = list(commits)

    async def tables(self) -> list[TableRow]:
        """See `Store.tables`."""
        return list(self._rows.values())

    async def append(self, table: str, expected_seq: int, commits: Sequence[bytes], title: str | None = None) -> None:
        """See `Store.append`."""
        held = self._commits.get(table)
        if held is None or len(held) != expected_seq:
            raise Fenced(f"Table {table} is not at commit {expected_seq}.")
        held.extend(commits)
        if title is not None:
            self._rows[table] = self._rows[table]._replace(title=title)

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """See `Store.read`."""
        return self._commits.get(table, [])[after:]

    async def note(self, changes: Mapping[str, bytes | None]) -> None:
        """See `Store.note`."""
        for name, value in changes.items():
            if value is None:
                self._notes.pop(name, None)
            else:
                self._notes[name] = value

    async def notes(self, prefix: str = "") -> dict[str, bytes]:
        """See `Store.notes`."""
        return {name: value for name, value in self._notes.items() if name.startswith(prefix)}
