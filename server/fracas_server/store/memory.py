"""Keeps tables in memory: for tests, for benchmarks, and for trying things out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .base import Fenced, Status, TableRow


class MemoryStore:
    """A `Store` that forgets when the process ends."""

    def __init__(self) -> None:
        self._rows: dict[str, TableRow] = {}
        self._commits: dict[str, list[bytes]] = {}
        self._seeds: dict[str, dict[int, bytes]] = {}
        self._notes: dict[str, bytes] = {}

    async def open(self) -> None:
        """Nothing to make ready."""

    async def close(self) -> None:
        """Nothing to let go of."""

    async def create(self, row: TableRow, commits: Sequence[bytes], seeds: Mapping[int, bytes] | None = None) -> None:
        """See `Store.create`."""
        if row.id in self._rows:
            raise Fenced(f"There is a table {row.id} already.")
        self._rows[row.id] = row
        self._commits[row.id] = list(commits)
        self._seeds[row.id] = dict(seeds or {})

    async def tables(self) -> list[TableRow]:
        """See `Store.tables`."""
        return list(self._rows.values())

    async def append(
        self,
        table: str,
        expected_seq: int,
        commits: Sequence[bytes],
        title: str | None = None,
        seeds: Mapping[int, bytes] | None = None,
    ) -> None:
        """See `Store.append`."""
        held = self._commits.get(table)
        if held is None or len(held) != expected_seq:
            raise Fenced(f"Table {table} is not at commit {expected_seq}.")
        held.extend(commits)
        self._seeds[table].update(seeds or {})
        if title is not None:
            self._rows[table] = self._rows[table]._replace(title=title)

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """See `Store.read`."""
        return self._commits.get(table, [])[after:]

    async def seeds(self, table: str) -> dict[int, bytes]:
        """See `Store.seeds`."""
        return dict(self._seeds.get(table, {}))

    async def mark(self, table: str, status: Status, since: int) -> None:
        """See `Store.mark`."""
        if table not in self._rows:
            raise Fenced(f"There is no table {table}.")
        self._rows[table] = self._rows[table]._replace(status=status, since=since)

    async def purge(self, before: int) -> list[str]:
        """See `Store.purge`."""
        gone = [row.id for row in self._rows.values() if row.status == "deleted" and row.since < before]
        for table in gone:
            del self._rows[table], self._commits[table], self._seeds[table]
        return gone

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
