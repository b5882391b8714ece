"""Keeps tables in one SQLite file: write-ahead log, full synchronisation, only ever appended to.

Everything that is queued, whichever tables it belongs to, goes into one transaction; those who wait are woken when that is on
disk, so the price of a synchronisation is shared by all who came meanwhile. The rows are inserted by the loop's own thread,
which takes microseconds, and so is the wait for a disk that has been quick: to pass the interpreter to another thread and back
takes longer. A slow disk is waited for by another thread, so that the loop goes on meanwhile.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, NamedTuple

from .. import clock
from . import file
from .base import Damaged, Fenced, Status, StoreError, TableRow, first_link, next_link

try:
    import fcntl
except ImportError:  # no such lock on this system: two servers on one folder are then only fenced
    fcntl = None  # type: ignore[assignment]


#: Seconds until it is tried again to write what another process keeps.
_LOOK = 0.02
#: Seconds that the loop may wait for the disk, on the average of the last few transactions.
_QUICK = 0.001
_FEW = 16
#: So many transactions another thread waits for a slow disk before it is tried again, at first and at most.
_REST = 64, 4096
#: Tables whose end is known without asking.
_ENDS = 4096


class _Job(NamedTuple):
    work: Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]
    long: bool  # what may take long is another thread's


class _End(NamedTuple):
    """A table's last commit, with its checksum and row; and the table's own row."""

    seq: int
    chain: bytes
    last: int
    table: int


class _Pace:
    """How quick the disk has been, as far as the loop waited for it: another thread's waits tell of the interpreter too."""

    def __init__(self) -> None:
        self._average = _QUICK / 2
        self._rest = 0
        self._next = _REST[0]

    def slow(self) -> bool:
        """Whether another thread had better wait for the next transaction."""
        self._rest -= 1
        return self._rest >= 0

    def took(self, seconds: float) -> None:
        """The loop waited so long."""
        self._average += (seconds - self._average) / _FEW
        if self._average > _QUICK:
            self._average, self._rest, self._next = _QUICK / 2, self._next, min(2 * self._next, _REST[1])
        else:
            self._next = max(self._next - 1, _REST[0])


class SqliteStore:
    """A `Store` in the file `fracas.sqlite` of a folder. `batches` counts transactions, for the metrics.

    `durable=False` leaves out the synchronisation: what was answered `done` may be lost with the power.
    """

    def __init__(self, folder: Path, durable: bool = True) -> None:
        self.path = folder / file.NAME
        self._name = str(self.path)
        self.batches = 0
        self._durable = durable
        self._jobs: list[_Job] = []
        self._ends: dict[str, _End] = {}  # of tables, as far as they are on disk
        self._touched: dict[str, tuple[_End, _End]] = {}  # as this transaction found and leaves them
        self._open = False
        self._db: sqlite3.Connection | None = None
        self._writing: asyncio.Task[None] | None = None
        self._inode = 0
        self._spoilt = False
        self._pace = _Pace()
        self._lock: IO[bytes] | None = None
        self._disk = ThreadPoolExecutor(1, "disk")  # its own thread: no question that takes long stands before a commit

    async def open(self) -> None:
        """See `Store.open`. Raises `StoreError` when the file cannot be used, with the reason."""
        await asyncio.to_thread(self._prepare)
        self._open = True

    async def close(self) -> None:
        """See `Store.close`."""
        self._open = False
        if self._writing is not None:
            await self._writing
        if self._db is not None:
            self._db.close()
            self._db = None
        self._disk.shutdown()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    async def create(self, row: TableRow, commits: Sequence[bytes], seeds: Mapping[int, bytes] | None = None) -> None:
        """See `Store.create`."""

        def work(db: sqlite3.Connection) -> None:
            if db.execute("SELECT 1 FROM tables WHERE id = ?", (row.id,)).fetchone():
                raise Fenced(f"There is a table {row.id} already.")
            made = db.execute(f"INSERT INTO tables ({file.COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", row).lastrowid
            assert made is not None
            db.execute("INSERT INTO ends VALUES (?, 0, 0)", (made,))
            self._put(db, row.id, _End(0, first_link(row), 0, made), commits, seeds)

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
            end = self._touched[table][1] if table in self._touched else self._ends.get(table)
            sure = table in self._touched or (end is not None and end.seq == expected_seq and commits)
            end = end if sure else _end(db, table)
            if end is None or end.seq != expected_seq:
                where = f"is at commit {end.seq}" if end is not None else "is unknown"
                raise Fenced(f"Table {table} {where}, not at {expected_seq}.")
            self._put(db, table, end, commits, seeds)
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
            which = "FROM tables WHERE status = 'deleted' AND since < ?"
            found = db.execute(f"SELECT id {which}", (before,)).fetchall()
            if found:  # every row is looked at: a damaged log is gone with all that is left of it
                db.execute(f"DELETE FROM commits WHERE table_id IN (SELECT id {which})", (before,))
                db.execute(f"DELETE FROM seals WHERE table_id IN (SELECT id {which})", (before,))
                db.execute(f"DELETE FROM ends WHERE table_row IN (SELECT row {which})", (before,))
                db.execute(f"DELETE {which}", (before,))
            for (table,) in found:
                self._ends.pop(table, None)
                self._touched.pop(table, None)
            return [table for (table,) in found]

        gone: list[str] = await self._submit(work, long=True)
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
        return await asyncio.to_thread(file.rows, self.path)

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """See `Store.read`. Every commit is held against its checksum."""
        return await asyncio.to_thread(self._read, table, after)

    async def seeds(self, table: str) -> dict[int, bytes]:
        """See `Store.seeds`."""
        return await asyncio.to_thread(file.seeds, self.path, table)

    async def notes(self, prefix: str = "") -> dict[str, bytes]:
        """See `Store.notes`."""
        question = "SELECT name, value FROM notes WHERE substr(name, 1, ?) = ?"
        return dict(await asyncio.to_thread(file.fetch, self.path, question, (len(prefix), prefix)))

    def _read(self, table: str, after: int) -> list[bytes]:
        row = file.row_of(self.path, table)
        if row is None:
            return []
        whole = file.length(self.path, table)
        return file.checked(row, file.entries(self.path, table, whole), whole)[after:]

    async def _submit(self, work: Callable[[sqlite3.Connection], Any], long: bool = False) -> Any:
        if not self._open:
            raise StoreError("The store is closed.")
        job = _Job(work, asyncio.get_running_loop().create_future(), long)
        self._jobs.append(job)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write(), name="store")
        return await job.done  # whoever stops waiting stops nothing

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

    async def _write(self) -> None:
        try:
            while self._jobs:
                jobs, self._jobs = self._jobs, []
                self._spoilt = False
                outcomes = await self._transaction(jobs)
                if self._spoilt and len(jobs) > 1:  # one of them may have spoilt it for the others
                    outcomes = [(await self._transaction([job]))[0] for job in jobs]
                for job, outcome in zip(jobs, outcomes, strict=True):
                    _settle(job.done, outcome)
        finally:
            self._writing = None

    async def _transaction(self, jobs: list[_Job]) -> list[Any]:
        """One transaction for all jobs, and what came of each. After a failure the connection is closed."""
        outcomes: list[Any] = []
        loop = asyncio.get_running_loop()
        self.batches += 1
        try:
            db = self._db = self._db or self._connect()
            self._touched = {}
            await _begin(db)
            for job in jobs:
                try:
                    outcomes.append(await loop.run_in_executor(self._disk, job.work, db) if job.long else job.work(db))
                except (Fenced, Damaged) as told:  # raised before anything of that job was written
                    outcomes.append(told)
                except Exception:
                    self._spoilt = True
                    raise
            self._move_ends(db)
            if self._durable and self._pace.slow():
                await loop.run_in_executor(self._disk, self._commit, db)
            else:
                began = clock.tick()
                try:
                    self._commit(db)
                finally:
                    self._pace.took(clock.tick() - began)
        except Exception as error:  # whatever it is, nobody may wait for ever
            outcomes = [StoreError(f"{self.path}: {error}")] * len(jobs)
            self._ends.clear()
            if self._db is not None:
                self._db.close()
                self._db = None
            return outcomes
        if len(self._ends) > _ENDS:
            self._ends.clear()
        self._ends.update({table: after for table, (_, after) in self._touched.items()})
        return outcomes

    def _put(
        self, db: sqlite3.Connection, table: str, end: _End, commits: Sequence[bytes], seeds: Mapping[int, bytes] | None
    ) -> None:
        found, _ = self._touched.get(table, (end, end))
        self._touched[table] = found, _insert(db, table, end, commits, seeds)

    def _move_ends(self, db: sqlite3.Connection) -> None:
        """Write where the logs end now. Raises `Fenced` where one has been written to by somebody else meanwhile."""
        moved = [(after.last, after.seq, after.table, found.last) for found, after in self._touched.values()]
        done = db.executemany("UPDATE ends SET last = ?, seq = ? WHERE table_row = ? AND last = ?", moved).rowcount
        if moved and done != len(moved):
            self._spoilt = True
            raise Fenced("Another server has written to this data.")

    def _commit(self, db: sqlite3.Connection) -> None:
        if os.stat(self._name).st_ino != self._inode:  # what is written would be in a file that nobody finds
            raise StoreError(f"{self.path} was replaced while in use.")
        db.execute("COMMIT")

    def _connect(self) -> sqlite3.Connection:
        db = file.connect(self.path, shared=True)
        db.execute("PRAGMA busy_timeout = 0")  # whoever waits, waits in `_begin`
        if not self._durable:
            db.execute("PRAGMA synchronous = OFF")
        return db


async def _begin(db: sqlite3.Connection) -> None:
    """Begin to write, when another process has written its own; the loop goes on meanwhile. Raises what SQLite raises."""
    until = asyncio.get_running_loop().time() + file.PATIENCE
    while True:
        try:
            db.execute("BEGIN IMMEDIATE")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
            if asyncio.get_running_loop().time() > until:
                raise
        await asyncio.sleep(_LOOK)


def _settle(done: asyncio.Future[Any], outcome: Any) -> None:
    if done.done():
        return
    if isinstance(outcome, StoreError):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)


def _insert(
    db: sqlite3.Connection, table: str, end: _End, commits: Sequence[bytes], seeds: Mapping[int, bytes] | None
) -> _End:
    """Write commits behind the last one; the new end, which is not written yet."""
    for epoch, seed in (seeds or {}).items():
        db.execute("INSERT OR REPLACE INTO seals VALUES (?, ?, ?)", (table, epoch, seed))
    seq, chain, last, place = end
    for body in commits:
        seq, chain = seq + 1, next_link(chain, body)
        made = db.execute(
            "INSERT INTO commits (table_id, seq, body, chain, prev) VALUES (?, ?, ?, ?, ?)", (table, seq, body, chain, last)
        ).lastrowid
        assert made is not None
        last = made
    return _End(seq, chain, last, place)


def _end(db: sqlite3.Connection, table: str) -> _End | None:
    """A table's end as it is on disk; None for a table that is not there. Raises `StoreError` for one that is damaged."""
    found = db.execute(f"SELECT row, {file.COLUMNS} FROM tables WHERE id = ?", (table,)).fetchone()
    if found is None:
        return None
    place, row = found[0], TableRow(*found[1:])
    end = db.execute("SELECT last, seq FROM ends WHERE table_row = ?", (place,)).fetchone()
    if end is not None and end[1] == 0:
        return _End(0, first_link(row), 0, place)
    query = "SELECT seq, chain FROM commits WHERE row = ? AND table_id = ?"
    last = None if end is None else db.execute(query, (end[0], table)).fetchone()
    if end is None or last is None or last[0] != end[1]:
        raise Damaged(f"The log of table {table} is damaged: its last entry is missing.")
    return _End(last[0], last[1], end[0], place)
