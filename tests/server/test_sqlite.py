"""The SQLite file: older forms are brought to today's, ends of logs are kept, and a disk is waited for where it is least felt."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from fracas_server import logfile
from fracas_server.logfile import LogError
from fracas_server.store import file
from fracas_server.store.base import Damaged, StoreError, TableRow, first_link, next_link
from fracas_server.store.sqlite import SqliteStore

ROWS = [TableRow("crypt", "duel", "Crypt", b"made crypt"), TableRow("mall", "duel", "Mall", b"made mall")]
#: What two tables wrote, in turns.
WROTE = [("crypt", b"c1"), ("mall", b"m1"), ("crypt", b"c2"), ("crypt", b"c3"), ("mall", b"m2")]
FORMAT_1 = """
CREATE TABLE tables (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, system TEXT NOT NULL, title TEXT NOT NULL,
    created BLOB NOT NULL);
CREATE TABLE commits (row INTEGER PRIMARY KEY, table_id TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL,
    UNIQUE (table_id, seq));
CREATE TABLE seals (table_id TEXT NOT NULL, epoch INTEGER NOT NULL, seed BLOB NOT NULL, PRIMARY KEY (table_id, epoch));
CREATE TABLE notes (name TEXT PRIMARY KEY, value BLOB NOT NULL);
PRAGMA user_version = 1;
"""
FORMAT_2 = (
    FORMAT_1.replace("created BLOB NOT NULL", "created BLOB NOT NULL, status TEXT DEFAULT 'open', since INTEGER DEFAULT 0")
    .replace("body BLOB NOT NULL", "body BLOB NOT NULL, chain BLOB NOT NULL")
    .replace("user_version = 1", "user_version = 2")
)


def _older(folder: Path, form: int) -> None:
    db = sqlite3.connect(folder / file.NAME)
    db.executescript(FORMAT_1 if form == 1 else FORMAT_2)
    db.executemany("INSERT INTO tables (id, system, title, created) VALUES (?, ?, ?, ?)", [row[:4] for row in ROWS])
    ends = {row.id: (0, first_link(row)) for row in ROWS}
    db.execute("INSERT INTO tables (id, system, title, created) VALUES ('empty', 'duel', 'Empty', x'00')")
    chained = ("", "") if form == 1 else (", chain", ", x'00'")
    db.execute(f"INSERT INTO commits (table_id, seq, body{chained[0]}) VALUES ('gone', 7, x'00'{chained[1]})")
    for table, body in WROTE:
        seq, chain = ends[table][0] + 1, next_link(ends[table][1], body)
        ends[table] = seq, chain
        if form == 1:
            db.execute("INSERT INTO commits (table_id, seq, body) VALUES (?, ?, ?)", (table, seq, body))
        else:
            db.execute("INSERT INTO commits (table_id, seq, body, chain) VALUES (?, ?, ?, ?)", (table, seq, body, chain))
    db.commit()
    db.close()


async def _opened(folder: Path, **kind: Any) -> SqliteStore:
    store = SqliteStore(folder, **kind)
    await store.open()
    return store


pytestmark = pytest.mark.timeout(60)


@pytest.mark.parametrize("form", [1, 2])
async def test_an_older_form(form: int, tmp_path: Path) -> None:
    """Everything is there, in its order, and goes on; an index of all commits is kept no more, nor what is of no table."""
    _older(tmp_path, form)
    with pytest.raises(LogError, match=f"is of format {form}, this reads 3: start a server"):
        logfile.from_data(tmp_path, "crypt")
    store = await _opened(tmp_path)
    assert await store.tables() == [*ROWS, TableRow("empty", "duel", "Empty", b"\0")]
    await store.append("empty", 0, [b"e1"])
    assert await store.read("empty") == [b"e1"]
    await store.append("mall", 2, [b"m3"])
    await store.append("crypt", 3, [b"c4", b"c5"])
    assert await store.read("crypt") == [b"c1", b"c2", b"c3", b"c4", b"c5"]
    assert await store.read("mall", 1) == [b"m2", b"m3"]
    await store.close()
    db = sqlite3.connect(tmp_path / file.NAME)
    names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE tbl_name = 'commits' OR name = 'indexed'")]
    strays = db.execute("SELECT count(*) FROM commits WHERE table_id = 'gone'").fetchone()
    db.close()
    assert (names, strays) == (["commits"], (0,))


async def _written(folder: Path) -> SqliteStore:
    store = await _opened(folder)
    for row in ROWS:
        await store.create(row, [b"0"])
    for n in range(1, 5):
        await store.append("crypt", n, [b"c%d" % n])
        await store.append("mall", n, [b"m%d" % n])
    return store


def _harm(store: SqliteStore, *statements: str) -> None:
    db = sqlite3.connect(store.path)
    for statement in statements:
        db.execute(statement)
    db.commit()
    db.close()


@pytest.mark.parametrize(
    ("harm", "named"),
    [
        ("DELETE FROM commits WHERE table_id = 'crypt' AND seq = 5", "entry 5 is missing"),
        ("DELETE FROM commits WHERE table_id = 'crypt' AND seq = 3", "entry 3 is missing"),
        ("DELETE FROM commits WHERE table_id = 'crypt' AND seq = 1", "entry 1 is missing"),
        ("DELETE FROM commits WHERE table_id = 'crypt'", "entry 1 is missing"),
        ("UPDATE commits SET seq = 9 WHERE table_id = 'crypt' AND seq = 5", "entry 5 is missing"),
        ("UPDATE commits SET table_id = 'mall' WHERE table_id = 'crypt' AND seq = 2", "entry 2 is missing"),
        ("UPDATE commits SET body = CAST('c3' AS TEXT) WHERE table_id = 'crypt' AND seq = 4", "entry 4 is not what was written"),
        ("DELETE FROM ends WHERE table_row = 1", "nothing tells where it ends"),
        ("UPDATE ends SET seq = 'x' WHERE table_row = 1", "nothing tells where it ends"),
        ("UPDATE ends SET seq = 0, last = 0 WHERE table_row = 1", "nothing tells where it ends"),
        ("UPDATE tables SET created = 'x' WHERE id = 'crypt'", "What is kept of table crypt is damaged"),
    ],
)
async def test_what_is_lost_is_named(harm: str, named: str, tmp_path: Path) -> None:
    """Wherever it was, the end of the log too; to the server, and to those who verify."""
    store = await _written(tmp_path)
    before = await store.read("mall")
    _harm(store, harm)
    with pytest.raises(Damaged, match=named):
        await store.read("crypt")
    with contextlib.suppress(Damaged):
        log = logfile.from_data(tmp_path, "crypt")
        assert len(log.entries) < log.length or [entry.seq for entry in log.entries] != [1, 2, 3, 4, 5]
    if "mall" not in harm:
        assert await store.read("mall") == before
    await store.close()


@pytest.mark.parametrize("to", ["row", "row + 1", "9999", "-1", "1"])
async def test_a_row_that_names_a_wrong_one_before_it(to: str, tmp_path: Path) -> None:
    """No damage sends the reader round in a ring, or to another table: what is there is found all the same."""
    store = await _written(tmp_path)
    before = await store.read("crypt"), await store.read("mall")
    _harm(store, f"UPDATE commits SET prev = {to} WHERE table_id = 'crypt' AND seq = 4")
    async with asyncio.timeout(5):
        assert (await store.read("crypt"), await store.read("mall")) == before
    await store.close()


async def test_an_end_that_is_anothers(tmp_path: Path) -> None:
    """A log that seems to end at a row of another table is not gone on with: nothing is written that could not be read."""
    store = await _written(tmp_path)
    _harm(store, "UPDATE ends SET last = (SELECT last FROM ends WHERE table_row = 2) WHERE table_row = 1")
    store._ends.clear()
    with pytest.raises(Damaged, match="last entry is missing"):
        await store.append("crypt", 5, [b"x"])
    assert await store.read("crypt") == [b"0", b"c1", b"c2", b"c3", b"c4"]
    await store.close()


async def test_a_lost_end_takes_nothing_more(tmp_path: Path) -> None:
    """Nothing is written behind a gap; the other table goes on, in the same transaction too."""
    store = await _written(tmp_path)
    _harm(store, "DELETE FROM commits WHERE table_id = 'crypt' AND seq = 5")
    store._ends.clear()
    outcomes = await asyncio.gather(store.append("crypt", 5, [b"x"]), store.append("mall", 5, [b"m5"]), return_exceptions=True)
    assert isinstance(outcomes[0], Damaged)
    assert outcomes[1] is None
    assert await store.read("mall", 4) == [b"m4", b"m5"]
    await store.close()


async def test_a_stranger_who_writes_is_noticed(tmp_path: Path) -> None:
    """Where nothing locks the folder: of two servers one wins, the other is told, and nothing is there twice."""
    store = await _written(tmp_path)
    db = sqlite3.connect(store.path)
    chain = db.execute("SELECT chain FROM commits WHERE table_id = 'crypt' AND seq = 5").fetchone()[0]
    last = db.execute("SELECT max(row) FROM commits WHERE table_id = 'crypt'").fetchone()[0]
    written = ("crypt", 6, b"x", next_link(chain, b"x"), last)
    row = db.execute("INSERT INTO commits (table_id, seq, body, chain, prev) VALUES (?, ?, ?, ?, ?)", written).lastrowid
    db.execute("UPDATE ends SET last = ?, seq = 6 WHERE last = ?", (row, last))
    db.commit()
    db.close()
    outcomes = await asyncio.gather(store.append("crypt", 5, [b"y"]), store.append("mall", 5, [b"m5"]), return_exceptions=True)
    assert isinstance(outcomes[0], StoreError)
    assert outcomes[1] is None
    assert await store.read("crypt") == [b"0", b"c1", b"c2", b"c3", b"c4", b"x"]
    await store.append("crypt", 6, [b"z"])
    assert (await store.read("crypt"))[-2:] == [b"x", b"z"]
    await store.close()


async def test_a_purge_leaves_nothing_behind(tmp_path: Path) -> None:
    """No row of the table that is gone for ever, not even of what was damaged or came with it; and all of the other's."""
    store = await _written(tmp_path)
    _harm(store, "UPDATE commits SET prev = 0 WHERE table_id = 'crypt' AND seq = 3")
    marked = store.append("crypt", 5, [b"c5"]), store.mark("crypt", "deleted", 1), store.purge(2)
    assert await asyncio.gather(*marked) == [None, None, ["crypt"]]
    db = sqlite3.connect(store.path)
    assert db.execute("SELECT count(*) FROM commits WHERE table_id = 'crypt'").fetchone() == (0,)
    assert db.execute("SELECT count(*) FROM ends").fetchone() == (1,)
    db.close()
    await store.create(ROWS[0], [b"anew"])
    assert (await store.read("crypt"), len(await store.read("mall"))) == ([b"anew"], 5)
    await store.close()


async def test_a_backup_ends_while_others_write(tmp_path: Path) -> None:
    """A copy of a file that is written to all the time is whole, and of one moment."""
    store = await _written(tmp_path)
    await store.append("mall", 5, [bytes(100_000) for _ in range(200)])
    done, count = False, 5

    async def write() -> None:
        nonlocal count
        while not done:
            await store.append("crypt", count, [b"x"])
            count += 1

    writing = asyncio.create_task(write())
    try:
        async with asyncio.timeout(20):
            await asyncio.to_thread(file.backup, store.path, tmp_path / "copy.sqlite")
    finally:
        done = True
        await writing
    assert 5 <= file.length(tmp_path / "copy.sqlite", "crypt") <= count
    assert count > 5
    copied = file.entries(tmp_path / "copy.sqlite", "crypt")
    assert file.checked(ROWS[0], copied, file.length(tmp_path / "copy.sqlite", "crypt"))
    await store.close()


class _Sluggish(SqliteStore):
    """A store on a disk that takes `seconds` for a transaction, and may fail then."""

    seconds = 0.0
    fails = False

    def _commit(self, db: sqlite3.Connection) -> None:
        class Slow:
            def execute(_, statement: str) -> Any:
                time.sleep(self.seconds)
                if self.fails:
                    raise OSError(5, "Input/output error")
                return db.execute(statement)

        super()._commit(Slow())  # type: ignore[arg-type]


@pytest.mark.parametrize("fails", [False, True])
async def test_a_slow_disk_does_not_stop_the_loop(fails: bool, tmp_path: Path) -> None:
    """A disk that was quick may be waited for in the loop; one that turns slow holds it up once, even if it fails then."""
    store = _Sluggish(tmp_path)
    await store.open()
    await store.create(ROWS[0], [])
    longest, last, done = 0.0, time.monotonic(), False

    async def watch() -> None:
        nonlocal longest, last
        while not done:
            last = time.monotonic()
            await asyncio.sleep(0)
            longest = max(longest, time.monotonic() - last)

    for n in range(100):
        await store.append("crypt", n, [b"x"])
    store.seconds, store.fails = 0.2, fails
    with contextlib.suppress(StoreError):
        await store.append("crypt", 100, [b"x"])
    watching = asyncio.create_task(watch())
    for n in range(101, 104):
        with contextlib.suppress(StoreError):
            await store.append("crypt", 100 if fails else n, [b"x"])
    done = True
    await watching
    assert longest < 0.15
    assert len(await store.read("crypt")) == (100 if fails else 104)
    await store.close()
