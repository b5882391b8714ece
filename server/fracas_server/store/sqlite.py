"""Keeps tables in one SQLite file: write-ahead log, full synchronisation, only ever appended to.

One thread writes. It takes everything that is queued, whichever tables it belongs to, puts it into one transaction, and
wakes those who wait when that transaction is on disk: the price of a synchronisation is shared by all who came meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from .base import Fenced, StoreError, TableRow

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, system TEXT NOT NULL, title TEXT NOT NULL, created BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS commits (
    row INTEGER PRIMARY KEY, table_id TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, UNIQUE (table_id, seq));
CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value BLOB NOT NULL);
"""
_FORMAT = 1
_PATIENCE = 2.0  # seconds to wait for another process to finish its transaction


class _Job(NamedTuple):
    work: Callable[[sqlite3.Connection], None]
    done: asyncio.Future[None]


class SqliteStore:
    """A `Store` in the file `fracas.sqlite` of a folder. `batches` counts transactions, for the metrics."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "fracas.sqlite"
        self.batches = 0
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._inode = 0

    async def open(self) -> None:
        """See `Store.open`. Raises `StoreError` when the file cannot be used, with the reason."""
        await asyncio.to_thread(self._prepare)
        self._thread = threading.Thread(target=self._write, name="fracas-store", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """See `Store.close`."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._jobs.put(None)
            await asyncio.to_thread(thread.join)

    async def create(self, row: TableRow, commits: Sequence[bytes]) -> None:
        """See `Store.create`."""

        def work(db: sqlite3.Connection) -> None:
            if db.execute("SELECT 1 FROM tables WHERE id = ?", (row.id,)).fetchone():
                raise Fenced(f"There is a table {row.id} already.")
            db.execute("INSERT INTO tables (id, system, title, created) VALUES (?, ?, ?, ?)", row)
            _insert(db, row.id, 0, commits)

        await self._submit(work)

    async def append(self, table: str, expected_seq: int, commits: Sequence[bytes], title: str | None = None) -> None:
        """See `Store.append`."""

        def work(db: sqlite3.Connection) -> None:
            known = db.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone()
            (last,) = db.execute("SELECT COALESCE(MAX(seq), 0) FROM commits WHERE table_id = ?", (table,)).fetchone()
            if known is None or last != expected_seq:
                raise Fenced(f"Table {table} is at commit {last}, not at {expected_seq}.")
            _insert(db, table, expected_seq, commits)
            if title is not None:
                db.execute("UPDATE tables SET title = ? WHERE id = ?", (title, table))

        await self._submit(work)

    async def note(self, changes: Mapping[str, bytes | None]) -> None:
        """See `Store.note`."""

        def work(db: sqlite3.Connection) -> None:
            for name, value in changes.items():
                if value is None:
                    db.execute("DELETE FROM notes WHERE name = ?", (name,))
                else:
                    db.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (name, value))

        await self._submit(work)

    async def tables(self) -> list[TableRow]:
        """See `Store.tables`."""
        rows = await self._ask("SELECT id, system, title, created FROM tables ORDER BY row", ())
        return [TableRow(*row) for row in rows]

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """See `Store.read`."""
        rows = await self._ask("SELECT body FROM commits WHERE table_id = ? AND seq > ? ORDER BY seq", (table, after))
        return [body for (body,) in rows]

    async def notes(self, prefix: str = "") -> dict[str, bytes]:
        """See `Store.notes`."""
        rows = await self._ask("SELECT name, value FROM notes WHERE substr(name, 1, ?) = ?", (len(prefix), prefix))
        return dict(rows)

    async def _submit(self, work: Callable[[sqlite3.Connection], None]) -> None:
        if self._thread is None:
            raise StoreError("The store is closed.")
        job = _Job(work, asyncio.get_running_loop().create_future())
        self._jobs.put(job)
        await asyncio.shield(job.done)

    async def _ask(self, statement: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        def work() -> list[tuple[Any, ...]]:
            try:
                db = self._connect()
                try:
                    return db.execute(statement, values).fetchall()
                finally:
                    db.close()
            except sqlite3.Error as error:
                raise StoreError(f"{self.path}: {error}") from error

        return await asyncio.to_thread(work)

    def _prepare(self) -> None:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            db = sqlite3.connect(self.path, isolation_level=None, timeout=_PATIENCE)
            try:
                (found,) = db.execute("PRAGMA user_version").fetchone()
                if found > _FORMAT:
                    raise StoreError(f"{self.path} is of format {found}; this server reads up to {_FORMAT}: update it.")
                db.execute("PRAGMA journal_mode = WAL")
                db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA user_version = {_FORMAT}; COMMIT;")
            finally:
                db.close()
            self._inode = self.path.stat().st_ino
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"{self.path} cannot be used: {error}") from error

    def _connect(self) -> sqlite3.Connection:
        address = f"{self.path.absolute().as_uri()}?mode=rw"  # never make a missing file anew: its tables would be gone
        db = sqlite3.connect(address, uri=True, isolation_level=None, timeout=_PATIENCE)
        db.execute("PRAGMA synchronous = FULL")
        return db

    def _write(self) -> None:
        db: sqlite3.Connection | None = None
        going_on = True
        while going_on:
            batch = [self._jobs.get()]
            while not self._jobs.empty():
                batch.append(self._jobs.get())
            going_on = None not in batch
            if jobs := [job for job in batch if job is not None]:
                db = self._transaction(db, jobs)
        if db is not None:
            db.close()

    def _transaction(self, db: sqlite3.Connection | None, jobs: list[_Job]) -> sqlite3.Connection | None:
        """One transaction for all jobs. Gives the connection to go on with, or None after a failure."""
        outcomes: list[StoreError | None] = []
        try:
            if self.path.stat().st_ino != self._inode:
                raise StoreError(f"{self.path} was replaced while in use.")
            db = db or self._connect()
            db.execute("BEGIN IMMEDIATE")
            for job in jobs:
                try:
                    job.work(db)
                    outcomes.append(None)
                except Fenced as fenced:  # raised before anything of that job was written
                    outcomes.append(fenced)
            db.execute("COMMIT")
        except (sqlite3.Error, OSError, StoreError) as error:
            failure = StoreError(f"{self.path}: {error}")
            outcomes = [failure] * len(jobs)
            if db is not None:
                db.close()
                db = None
        self.batches += 1
        for job, outcome in zip(jobs, outcomes, strict=True):
            with contextlib.suppress(RuntimeError):  # the loop of whoever waited is gone
                job.done.get_loop().call_soon_threadsafe(_settle, job.done, outcome)
        return db


def _settle(done: asyncio.Future[None], outcome: StoreError | None) -> None:
    if done.done():
        return
    if outcome is None:
        done.set_result(None)
    else:
        done.set_exception(outcome)


def _insert(db: sqlite3.Connection, table: str, last: int, commits: Sequence[bytes]) -> None:
    rows = [(table, last + at, body) for at, body in enumerate(commits, start=1)]
    db.executemany("INSERT INTO commits (table_id, seq, body) VALUES (?, ?, ?)", rows)
