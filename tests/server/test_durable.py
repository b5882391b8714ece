"""Never lost: killed at any moment, out of disk, on a read-only medium, on a damaged log. Real processes, real files."""

from __future__ import annotations

import contextlib
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fracas_server.store import file
from fracas_server.store.base import StoreError
from fracas_server.testing import Client, Goodbye, Refusal, client, running
from killing import killed
from processes import TOY_SERVER, toys
from yard import GAMES, POKE, answered, yard_at

MOVE: dict[str, Any] = {"do": "move_token", "id": "a", "x": 5, "y": 5}


async def test_killed_ten_times_under_load(tmp_path: Path) -> None:
    """No acknowledged command missing, none twice, every open ask alive, every die and resolution verified."""
    seen = await killed(tmp_path, rounds=10)
    assert seen["acknowledged"] > 200
    assert seen["open asks"] > 0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with 700 kB; needs the right to mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=700k", "tmpfs", str(place)], capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip("no right to mount a small file system")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


async def test_a_full_disk(small_disk: Path) -> None:
    """Commands are refused as `unavailable`, nothing is shown of them; with room again the same id goes through, all is there."""
    filler = small_disk / "filler"
    with toys(small_disk, 2, settings={"rate": 100_000, "burst": 100_000}) as server:
        one, two = server.tables.values()
        async with (
            client(server.url, one["gm"]) as gm,
            client(server.url, one["bob"]) as bob,
            client(server.url, two["gm"]) as other,
        ):
            await gm.do(POKE)
            out = os.open(filler, os.O_WRONLY | os.O_CREAT)
            with contextlib.suppress(OSError):  # no space left
                while True:
                    os.write(out, b"x" * 4096)
            os.close(out)
            done: list[int] = []
            with pytest.raises(Refusal, match="could not be stored") as caught:
                await _moves(gm, done)
            assert caught.value.code == "unavailable"
            await bob.settle()
            token = bob.view["combatants"].get("a", {}).get("token")
            assert token == ({"x": done[-1] % 24, "y": done[-1] // 24 % 16, "size": 1} if done else None)
            with pytest.raises(Refusal):
                await other.do(MOVE)
            filler.unlink()
            await gm.do(MOVE, id=f"move-{len(done)}")
            await other.do(MOVE)
            await answered(bob, "none")
            assert bob.view["combatants"]["a"]["token"] == {"x": 5, "y": 5, "size": 1}
        assert server.process.end(15) == 0
        row = file.row_of(small_disk / file.NAME, one["table"])
        assert row is not None
        assert len(file.checked(row, file.entries(small_disk / file.NAME, row.id), 9)) == 9 + len(done)


async def _moves(gm: Client, done: list[int]) -> None:
    for n in range(500):
        await gm.do({**MOVE, "x": n % 24, "y": n // 24 % 16}, id=f"move-{n}")
        done.append(n)


async def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    """The same through a limit on file sizes, which needs no rights."""
    with toys(tmp_path) as server:
        (tokens,) = server.tables.values()
        async with client(server.url, tokens["gm"]) as gm:
            was = resource.prlimit(server.process.popen.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.process.popen.pid, resource.RLIMIT_FSIZE, (1, was[1]))
            with pytest.raises(Refusal) as caught:
                await gm.do(MOVE, id="move")
            assert caught.value.code == "unavailable"
            assert "token" not in gm.view["combatants"]["a"]
            resource.prlimit(server.process.popen.pid, resource.RLIMIT_FSIZE, was)
            await gm.do(MOVE, id="move")
            assert gm.view["combatants"]["a"]["token"] == {"x": 5, "y": 5, "size": 1}


def test_a_read_only_medium(small_disk: Path) -> None:
    """The server does not start, says why, and changes nothing; reading commands still work."""
    with toys(small_disk) as server:
        (tokens,) = server.tables.values()
        assert server.process.end(15) == 0
    before = (small_disk / file.NAME).read_bytes()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    command = [sys.executable, str(TOY_SERVER), str(small_disk), "1", "duel", "{}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be used: " in done.stderr
    assert "Read-only file system" in done.stderr
    assert "Traceback" not in done.stderr
    assert len(file.entries(small_disk / file.NAME, tokens["table"])) == 6
    assert (small_disk / file.NAME).read_bytes() == before


async def damaged(tmp_path: Path, harm: Any) -> tuple[str, bytes]:
    """Two tables, one of which is harmed while the server is down. It is not opened, its file not changed; the other goes on."""
    async with running(GAMES, data=tmp_path) as server:
        good, bad = await yard_at(server), await yard_at(server)
        async with client(server, bad.gm) as gm:
            for n in range(40):
                await gm.do({"do": "move_token", "id": "a", "x": n % 24, "y": 7})
    path = tmp_path / file.NAME
    harm(path, file.entries(path, bad.table))
    harmed = file.entries(path, bad.table)
    async with running(GAMES, data=tmp_path) as server:
        with pytest.raises(Goodbye) as gone:
            async with client(server, bad.gm):
                pass
        async with client(server, good.gm) as gm:
            await gm.do(POKE)
            await answered(gm, "none")
        assert gone.value.bye is not None
        assert gone.value.bye.code == "internal"
        assert file.entries(path, bad.table) == harmed
        return gone.value.bye.message, path.read_bytes()


async def test_a_flipped_bit(tmp_path: Path) -> None:
    """One bit of one entry: the table is not opened, and the entry is named."""

    def harm(path: Path, log: list[file.Entry]) -> None:
        raw = bytearray(path.read_bytes())
        (at,) = [at for at in range(len(raw)) if raw.startswith(log[19].body, at)]
        raw[at + len(log[19].body) - 2] ^= 1
        path.write_bytes(raw)

    told, _ = await damaged(tmp_path, harm)
    assert "damaged: entry 20 is not what was written" in told


async def test_a_lost_entry(tmp_path: Path) -> None:
    """A gap in the middle, and a cut-off beginning, are named."""
    import sqlite3

    def harm(path: Path, log: list[file.Entry]) -> None:
        with sqlite3.connect(path) as db:
            db.execute("DELETE FROM commits WHERE body = ?", (log[9].body,))
        db.close()

    told, _ = await damaged(tmp_path, harm)
    assert "damaged: entry 10 is missing" in told


async def test_a_page_of_noise(tmp_path: Path) -> None:
    """A page of the file overwritten with noise: whatever SQLite says of it, the table is not opened and the other goes on."""

    def harm(path: Path, log: list[file.Entry]) -> None:
        raw = bytearray(path.read_bytes())
        at = next(at for at in range(len(raw)) if raw.startswith(log[30].body, at))
        raw[at : at + 16] = b"\xff" * 16
        path.write_bytes(raw)

    told, _ = await damaged(tmp_path, harm)
    assert "entry 31" in told


@pytest.mark.parametrize("keep", [0.0, 0.3, 0.8])
async def test_a_truncated_file(keep: float, tmp_path: Path) -> None:
    """Cut short: either the server says that it cannot use the file, or tables that are cut are not opened; no byte changes."""
    async with running(GAMES, data=tmp_path) as server:
        made = [await yard_at(server) for _ in range(3)]
        for yard in made:
            async with client(server, yard.gm) as gm:
                for n in range(30):
                    await gm.do({"do": "move_token", "id": "a", "x": n % 24, "y": 7})
    path = tmp_path / file.NAME
    cut = path.read_bytes()[: max(int(path.stat().st_size * keep), 100)]
    path.write_bytes(cut)
    with contextlib.suppress(StoreError):
        async with running(GAMES, data=tmp_path) as server:
            for yard in made:
                with pytest.raises(Goodbye) as gone:
                    async with client(server, yard.gm):
                        pass
                assert gone.value.close == 1011
    assert path.read_bytes() == cut
