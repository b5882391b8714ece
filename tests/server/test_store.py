"""Every engine keeps the contract of `store/base.py`."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fracas_server.store.base import Fenced, Store, StoreError, TableRow
from fracas_server.store.memory import MemoryStore
from fracas_server.store.sqlite import SqliteStore

CRYPT = TableRow("crypt", "toy", "The crypt", b"made")
MALL = TableRow("mall", "toy", "The mall", b"made too")


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    made: Store = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "new" / "data")
    await made.open()
    yield made
    await made.close()


async def test_reads_back_in_order_what_was_appended(store: Store) -> None:
    """Commits come back in order, and from the number asked for."""
    await store.create(CRYPT, [b"1"])
    await store.append("crypt", 1, [b"2", b"3"])
    assert await store.read("crypt") == [b"1", b"2", b"3"]
    assert await store.read("crypt", after=2) == [b"3"]
    assert await store.read("nowhere") == []


async def test_a_writer_that_is_behind_is_fenced(store: Store) -> None:
    """A wrong expected number stores nothing."""
    await store.create(CRYPT, [b"1"])
    await store.append("crypt", 1, [b"2"])
    for wrong in (0, 1, 3):
        with pytest.raises(Fenced):
            await store.append("crypt", wrong, [b"x"])
    assert await store.read("crypt") == [b"1", b"2"]


async def test_an_unknown_table_is_fenced(store: Store) -> None:
    """Nothing can be appended to a table that was never made."""
    with pytest.raises(Fenced):
        await store.append("crypt", 0, [b"1"])


async def test_a_table_is_made_once(store: Store) -> None:
    """The id of a table is its own."""
    await store.create(CRYPT, [])
    with pytest.raises(Fenced):
        await store.create(CRYPT._replace(title="Another"), [b"1"])
    assert await store.tables() == [CRYPT]
    assert await store.read("crypt") == []


async def test_the_list_follows_renames(store: Store) -> None:
    """Tables are listed oldest first, under their latest title."""
    await store.create(CRYPT, [])
    await store.create(MALL, [])
    await store.append("crypt", 0, [b"1"], title="The tomb")
    assert await store.tables() == [CRYPT._replace(title="The tomb"), MALL]


async def test_of_two_writers_one_wins(store: Store) -> None:
    """Two appends with the same expected number: one is stored, the other told."""
    await store.create(CRYPT, [])
    outcomes = await asyncio.gather(store.append("crypt", 0, [b"a"]), store.append("crypt", 0, [b"b"]), return_exceptions=True)
    assert outcomes[0] is None
    assert isinstance(outcomes[1], Fenced)
    assert await store.read("crypt") == [b"a"]


async def test_a_purged_table_is_fenced(store: Store) -> None:
    """What is gone for ever takes nothing more, not even from a writer that was up to date."""
    await store.create(CRYPT, [b"1"])
    await store.append("crypt", 1, [b"2"])
    await store.mark("crypt", "deleted", 1)
    assert await store.purge(2) == ["crypt"]
    with pytest.raises(Fenced):
        await store.append("crypt", 2, [b"3"])
    assert await store.read("crypt") == []


async def test_notes_change_together(store: Store) -> None:
    """Small values by name are set and taken away in one go, and found by prefix."""
    await store.note({"setup:1": b"", "other": b"x"})
    await store.note({"setup:1": None, "host:2": b"y"})
    assert await store.notes() == {"other": b"x", "host:2": b"y"}
    assert await store.notes("host:") == {"host:2": b"y"}


async def test_sqlite_keeps_what_was_stored_when_opened_again(tmp_path: Path) -> None:
    """What was appended is there for the next process."""
    first = SqliteStore(tmp_path)
    await first.open()
    await first.create(CRYPT, [b"1"])
    await first.close()
    second = SqliteStore(tmp_path)
    await second.open()
    assert (await second.tables(), await second.read("crypt")) == ([CRYPT], [b"1"])
    await second.close()


async def test_sqlite_shares_one_transaction_among_tables(tmp_path: Path) -> None:
    """Appends that arrive together cost far fewer transactions than there are appends; a fenced one hurts no other."""
    store = SqliteStore(tmp_path)
    await store.open()
    for n in range(40):
        await store.create(TableRow(f"t{n}", "toy", "", b""), [])
    before = store.batches
    outcomes = await asyncio.gather(
        *(store.append(f"t{n}", 7 if n == 3 else 0, [b"x"]) for n in range(40)), return_exceptions=True
    )
    assert [n for n, outcome in enumerate(outcomes) if outcome is not None] == [3]
    assert store.batches - before <= 10
    await store.close()


LOCKING = """
import sqlite3, sys, time
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
time.sleep(float(sys.argv[2]))
db.execute("COMMIT")
"""


@pytest.mark.parametrize(("seconds", "stored"), [(0.5, True), (4.0, False)])
async def test_sqlite_waits_for_another_process_and_keeps_nobody_waiting(tmp_path: Path, seconds: float, stored: bool) -> None:
    """While somebody else writes, what waits for it waits; the loop goes on. After two seconds it is an error."""
    store = SqliteStore(tmp_path)
    await store.open()
    for n in range(4):
        await store.create(TableRow(f"t{n}", "toy", "", b""), [b"1"])
    other = subprocess.Popen([sys.executable, "-c", LOCKING, str(store.path), str(seconds)], stdout=subprocess.PIPE)
    assert other.stdout is not None
    other.stdout.readline()
    worst, clock = 0.0, asyncio.get_running_loop().time
    waiting = asyncio.gather(*(store.append(f"t{n}", 1, [b"2"]) for n in range(4)), return_exceptions=True)
    started = clock()
    while not waiting.done():
        before = clock()
        await asyncio.sleep(0.01)
        worst = max(worst, clock() - before)
    assert [outcome is None for outcome in await waiting] == [stored] * 4
    assert worst < 0.4
    assert clock() - started < 3.5
    other.wait(10)
    await asyncio.gather(*(store.append(f"t{n}", 1 + stored, [b"3"]) for n in range(4)))
    await store.close()


@pytest.mark.parametrize("durable", [True, False])
async def test_sqlite_says_so_when_its_file_is_gone(tmp_path: Path, durable: bool) -> None:
    """A removed file is an error, never a success that nobody will find again."""
    store = SqliteStore(tmp_path, durable=durable)
    await store.open()
    await store.create(CRYPT, [])
    store.path.rename(tmp_path / "moved")
    with pytest.raises(StoreError):
        await store.append("crypt", 0, [b"1"])
    with pytest.raises(StoreError):
        await store.read("crypt")
    (tmp_path / "moved").rename(store.path)
    await store.append("crypt", 0, [b"1"])
    assert await store.read("crypt") == [b"1"]
    await store.close()


async def test_sqlite_refuses_a_file_of_a_later_format(tmp_path: Path) -> None:
    """A newer server's data is not touched, and the message says what to do."""
    store = SqliteStore(tmp_path)
    await store.open()
    await store.close()
    raw = bytearray(store.path.read_bytes())
    raw[60:64] = (99).to_bytes(4, "big")  # where SQLite keeps user_version
    store.path.write_bytes(raw)
    with pytest.raises(StoreError, match=r"format 99.*update"):
        await SqliteStore(tmp_path).open()


async def test_sqlite_refuses_a_folder_that_is_a_file(tmp_path: Path) -> None:
    """A data folder that cannot be used is named."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="cannot be used"):
        await SqliteStore(tmp_path / "file").open()
