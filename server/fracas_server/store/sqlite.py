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
from typing import IO, Any, NamedTuple

from . import file
from .base import Entry, Fenced, Status, StoreError, TableRow, first_link, next_link

try:
    import fcntl
except ImportError:  # no such lock on this system: two servers on one folder are then only fenced
    fcntl = None  # type: ignore[assignment]


class _Job(NamedTuple):
    work: Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]


class SqliteStore:
    """A `Store` in the file `fracas.sqlite` of a folder. `batches` counts transactions, for the metrics.

    `durable=False` leaves out the synchronisation: what was answered `done` may be lost with the power.
    """

    def __init__(self, folder: Path, durable: bool = True) -> None:
        self.path = folder / file.NAME
        self.batches = 0
        self._durable = durable
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._inode = 0
        self._lock: IO[bytes] | None = None

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
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    async def create(self, row: TableRow, commits: Sequence[bytes], seeds: Mapping[int, bytes] | None = None) -> None:
        """See `Store.create`."""

        def work(db: sqlite3.Connection) -> None:
            if db.execute("SELECT 1 FROM tables WHERE id = ?", (row.id,)).fetchone():
                raise Fenced(f"There is a table {row.id} already.")
            db.execute(f"INSERT INTO tables ({file.COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", row)
            _insert(db, row.id, 0, first_link(row), commits, seeds)

        await self._submit(work)

    async def append(
        self,
        table: str,
        expected_seq: int,
        commits: Sequence[bytes],
        title: str | None = None,
        seeds: Mapping[int, bytes] | None = None,
    ) -> None:
        """See `Store.append`."""

        def work(db: sqlite3.Connection) -> None:
            found = db.execute("SELECT seq, chain FROM commits WHERE table_id = ? ORDER BY seq DESC LIMIT 1", (table,)).fetchone()
            if found is None or not commits:  # the first commit, or a table that is not there
                row = db.execute(f"SELECT {file.COLUMNS} FROM tables WHERE id = ?", (table,)).fetchone()
                found = found or (0 if row else -1, first_link(TableRow(*row)) if row else b"")
            last, chain = found
            if last != expected_seq:
                where = f"is at commit {last}" if last >= 0 else "is unknown"
                raise Fenced(f"Table {table} {where}, not at {expected_seq}.")
            _insert(db, table, last, chain, commits, seeds)
            if title is not None:
                db.execute("UPDATE tables SET title = ? WHERE id = ?", (title, table))

        await self._submit(work)

    async def mark(self, table: str, status: Status, since: int) -> None:
        """See `Store.mark`."""

        def work(db: sqlite3.Connection) -> None:
            if db.execute("UPDATE tables SET status = ?, since = ? WHERE id = ?", (status, since, table)).rowcount != 1:
                raise Fenced(f"There is no table {table}.")

        await self._submit(work)

    async def purge(self, before: int) -> list[str]:
        """See `Store.purge`."""

        def work(db: sqlite3.Connection) -> list[str]:
            found = db.execute("SELECT id FROM tables WHERE status = 'deleted' AND since < ?", (before,)).fetchall()
            for (table,) in found:
                db.execute("DELETE FROM tables WHERE id = ?", (table,))
                db.execute("DELETE FROM commits WHERE table_id = ?", (table,))
                db.execute("DELETE FROM seals WHERE table_id = ?", (table,))
            return [table for (table,) in found]

        gone: list[str] = await self._submit(work)
        return gone

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
        rows = await self._ask(f"SELECT {file.COLUMNS} FROM tables ORDER BY row", ())
        return [TableRow(*row) for row in rows]

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """See `Store.read`. Every commit is held against its checksum."""
        return await asyncio.to_thread(self._read, table, after)

    async def seeds(self, table: str) -> dict[int, bytes]:
        """See `Store.seeds`."""
        return await asyncio.to_thread(file.seeds, self.path, table)

    async def notes(self, prefix: str = "") -> dict[str, bytes]:
        """See `Store.notes`."""
        rows = await self._ask("SELECT name, value FROM notes WHERE substr(name, 1, ?) = ?", (len(prefix), prefix))
        return dict(rows)

    def _read(self, table: str, after: int) -> list[bytes]:
        row = file.row_of(self.path, table)
        if row is None:
            return []
        return file.checked(row, [Entry(*entry) for entry in file.entries(self.path, table)])[after:]

    async def _submit(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        if self._thread is None:
            raise StoreError("The store is closed.")
        job = _Job(work, asyncio.get_running_loop().create_future())
        self._jobs.put(job)
        return await asyncio.shield(job.done)

    async def _ask(self, statement: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        return await asyncio.to_thread(file.fetch, self.path, statement, values)

    def _prepare(self) -> None:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = (self.path.parent / "fracas.lock").open("ab")
            if fcntl is not None:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(f"{self.path.parent} is in use: another server, or a command that writes, runs on it.") from None
        except OSError as error:
            raise StoreError(f"{self.path} cannot be used: {error}") from error
        self._inode = file.prepare(self.path)

    def _write(self) -> None:
        db: sqlite3.Connection | None = None
        going_on = True
        while going_on:
            batch = [self._jobs.get()]
            while not self._jobs.empty():
                batch.append(self._jobs.get())
            going_on = None not in batch
            jobs = [job for job in batch if job is not None]
            if not jobs:
                continue
            db, outcomes = self._transaction(db, jobs)
            if db is None and len(jobs) > 1:  # one of them may have spoilt it for the others
                for at, job in enumerate(jobs):
                    db, (outcomes[at],) = self._transaction(db, [job])
            for job, outcome in zip(jobs, outcomes, strict=True):
                with contextlib.suppress(RuntimeError):  # the loop of whoever waited is gone
                    job.done.get_loop().call_soon_threadsafe(_settle, job.done, outcome)
        if db is not None:
            db.close()

    def _transaction(self, db: sqlite3.Connection | None, jobs: list[_Job]) -> tuple[sqlite3.Connection | None, list[Any]]:
        """One transaction for all jobs. Gives the connection to go on with, or None after a failure; and what came of each."""
        outcomes: list[Any] = []
        try:
            if self.path.stat().st_ino != self._inode:
                raise StoreError(f"{self.path} was replaced while in use.")
            db = db or self._connect()
            db.execute("BEGIN IMMEDIATE")
            for job in jobs:
                try:
                    outcomes.append(job.work(db))
                except Fenced as fenced:  # raised before anything of that job was written
                    outcomes.append(fenced)
            db.execute("COMMIT")
        except (sqlite3.Error, OSError, StoreError) as error:
            outcomes = [StoreError(f"{self.path}: {error}")] * len(jobs)
            if db is not None:
                db.close()
                db = None
        self.batches += 1
        return db, outcomes

    def _connect(self) -> sqlite3.Connection:
        db = file.connect(self.path)
        if not self._durable:
            db.execute("PRAGMA synchronous = OFF")
        return db


def _settle(done: asyncio.Future[Any], outcome: Any) -> None:
    if done.done():
        return
    if isinstance(outcome, StoreError):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)


def _insert(
    db: sqlite3.Connection, table: str, last: int, chain: bytes, commits: Sequence[bytes], seeds: Mapping[int, bytes] | None
) -> None:
    for epoch, seed in (seeds or {}).items():
        db.execute("INSERT OR REPLACE INTO seals VALUES (?, ?, ?)", (table, epoch, seed))
    for at, body in enumerate(commits, start=1):
        chain = next_link(chain, body)
        db.execute("INSERT INTO commits (table_id, seq, body, chain) VALUES (?, ?, ?, ?)", (table, last + at, body, chain))
