"""Many tables and everybody at them: memory stays flat, nobody sees another's table, and when all come back at once nobody waits.

A test plays this in short; `python tests/many.py --tables 500 --seconds 600` (in `make soak`) plays it at length, with six
clients at each table.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import resource
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from fracas_server.testing import Client, client
from processes import Toys, resident, toys

EACH = 6
SETTINGS = {"rate": 10_000, "burst": 10_000}


class Seen(NamedTuple):
    """What came of it: kilobytes of the server's memory early and late, seconds of the slowest and the usual answer, the longest
    wait of somebody who was back while the others still came, and the seconds until all were.
    """

    early: int
    late: int
    slowest: float
    usual: float
    stalled: float
    back: float
    moves: int


async def sit_down(stack: contextlib.AsyncExitStack, server: Toys, cursors: dict[int, str], over: float) -> list[Client]:
    """Everyone at every table, each after a moment of its own within `over` seconds, as front ends do."""
    chance = random.Random(1)
    seats = [tokens[name] for tokens in server.tables.values() for name in ("gm", "pat", "bob") for _ in range(EACH // 3)]

    async def one(at: int, token: str) -> Client:
        await asyncio.sleep(chance.uniform(0, over))
        return await stack.enter_async_context(client(server.url, token, cursor=cursors.get(at)))

    return list(await asyncio.gather(*(one(at, token) for at, token in enumerate(seats))))


async def move(gm: Client, table: int, number: int) -> float:
    """One move; the seconds until it was answered."""
    started = time.monotonic()
    await gm.do({"do": "move_token", "id": "a", "x": number % 20, "y": table % 12})
    return time.monotonic() - started


async def play(everyone: list[Client], seconds: float, pause: float) -> list[float]:
    """Each table's game master moves, with `pause` between two moves: how long each waited for its answers."""
    until, took = time.monotonic() + seconds, []

    async def one(table: int, gm: Client) -> None:
        await asyncio.sleep(pause * random.Random(table).random())
        number = 0
        while number == 0 or time.monotonic() < until:
            number += 1
            took.append(await move(gm, table, number))
            await asyncio.sleep(pause)
        await move(gm, table, 9)

    await asyncio.gather(*(one(table, gm) for table, gm in enumerate(everyone[::EACH])))
    return took


def apart(everyone: list[Client]) -> None:
    """Everybody sees the last move of their own table."""
    for at, one in enumerate(everyone):
        assert one.view["combatants"]["a"]["token"] == {"x": 9, "y": at // EACH % 12, "size": 1}


async def fill(everyone: list[Client], moves: int) -> None:
    """Each table makes so many moves, as fast as it can: what a table keeps of its past is then as much as it will ever be."""
    await asyncio.gather(*(_moves(gm, table, moves) for table, gm in enumerate(everyone[::EACH])))


async def _moves(gm: Client, table: int, moves: int) -> None:
    for number in range(moves):
        await move(gm, table, number)


async def many(folder: Path, tables: int, seconds: float, pause: float, over: float, past: int = 0) -> Seen:
    """Play at `tables` tables for `seconds`, each with a past of so many moves; kill the server, and have everybody come back
    within `over` seconds.

    Raises `AssertionError` on the first wrong that is found.
    """
    longest = 120 + 2 * seconds + 4 * over + tables * past / 200
    with toys(folder, tables, settings=SETTINGS, longest=longest) as server:
        async with contextlib.AsyncExitStack() as stack:
            everyone = await sit_down(stack, server, {}, over)
            pid = server.process.popen.pid
            await fill(everyone, past)
            await play(everyone, seconds / 5, pause)
            early = resident(pid)
            took = await play(everyone, seconds * 4 / 5, pause)
            for one in everyone:
                await one.settle()
            late = resident(pid)
            apart(everyone)
            cursors = {at: one.cursor for at, one in enumerate(everyone) if one.cursor is not None}
            server.process.end(signal.SIGKILL)
    with toys(folder, tables, settings=SETTINGS, longest=longest) as server:
        async with contextlib.AsyncExitStack() as stack:
            (tokens, *_) = server.tables.values()
            first = await stack.enter_async_context(client(server.url, tokens["gm"]))
            started = time.monotonic()
            coming = asyncio.create_task(sit_down(stack, server, cursors, over))
            stalled = 0.0
            while not coming.done():
                asked = time.monotonic()
                await first.settle()
                stalled = max(stalled, time.monotonic() - asked)
                await asyncio.sleep(0.01)
            back = await coming
            took_back = time.monotonic() - started
            assert all(one.entries == [] for one in back)
            apart(back)
            await move(back[0], 0, 1)
    return Seen(early, late, max(took), statistics.median(took), stalled, took_back, len(took))


def main() -> int:
    flags = argparse.ArgumentParser(description=__doc__)
    flags.add_argument("--tables", type=int, default=500)
    flags.add_argument("--seconds", type=float, default=600)
    flags.add_argument("--pause", type=float, default=4.0, help="seconds between two moves at a table")
    flags.add_argument("--past", type=int, default=700, help="moves at each table before memory is looked at")
    flags.add_argument("--over", type=float, default=15.0, help="seconds over which everybody comes back")
    chosen = flags.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory(prefix="fracas-many-") as folder:
        seen = asyncio.run(many(Path(folder), chosen.tables, chosen.seconds, chosen.pause, chosen.over, chosen.past))
    print(f"{chosen.tables} tables, {EACH * chosen.tables} clients, {seen.moves} moves in {chosen.seconds:g} s: ", end="")
    print(f"answered in {seen.usual * 1e3:.1f} ms (median), {seen.slowest * 1e3:.0f} ms at the worst")
    print(f"memory: {seen.early // 1024} MB after a fifth of the time, {seen.late // 1024} MB at the end")
    print(f"after a kill all were back in {seen.back:.1f} s; whoever was first never waited longer than {seen.stalled:.2f} s")
    wrong = seen.stalled > 2 or seen.late > seen.early * 1.1 + 10_000
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
