"""Many at once, in short: tables side by side stay apart, memory stays flat, and everyone coming back at once stalls nobody."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
from pathlib import Path

from fracas_server.testing import Client, client
from processes import Toys, resident, toys

TABLES, EACH = 20, 6


async def sit_down(stack: contextlib.AsyncExitStack, server: Toys, cursors: dict[int, str]) -> list[Client]:
    """Everyone at every table, all at once, each after a moment of its own as front ends do."""
    chance = random.Random(1)
    seats = [tokens[name] for tokens in server.tables.values() for name in ("gm", "pat", "bob") for _ in range(EACH // 3)]

    async def one(at: int, token: str) -> Client:
        await asyncio.sleep(chance.uniform(0, 0.5))
        return await stack.enter_async_context(client(server.url, token, cursor=cursors.get(at)))

    return list(await asyncio.gather(*(one(at, token) for at, token in enumerate(seats))))


async def moves(everyone: list[Client], rounds: int) -> None:
    gms = everyone[::EACH]
    for n in range(rounds):
        await asyncio.gather(*(gm.do({"do": "move_token", "id": "a", "x": n % 20, "y": at % 12}) for at, gm in enumerate(gms)))


async def test_many_tables_and_a_restart(tmp_path: Path) -> None:
    """120 people at 20 tables: each sees its own table alone, memory is flat; killed, all are back, none waits two seconds."""
    settings = {"rate": 10_000, "burst": 10_000}
    with toys(tmp_path, TABLES, settings=settings) as server:
        async with contextlib.AsyncExitStack() as stack:
            everyone = await sit_down(stack, server, {})
            await moves(everyone, 5)
            before = resident(server.process.popen.pid)
            await moves(everyone, 30)
            await asyncio.gather(*(one.settle() for one in everyone))
            assert resident(server.process.popen.pid) < before + 20_000
            for at, one in enumerate(everyone):
                assert one.view["combatants"]["a"]["token"] == {"x": 29 % 20, "y": at // EACH % 12, "size": 1}
            cursors = {at: one.cursor for at, one in enumerate(everyone)}
            server.process.end(signal.SIGKILL)
    with toys(tmp_path, TABLES, settings=settings) as server:
        async with contextlib.AsyncExitStack() as stack:
            (tokens, *_) = server.tables.values()
            first = await stack.enter_async_context(client(server.url, tokens["gm"]))
            coming = asyncio.create_task(sit_down(stack, server, cursors))
            worst, clock = 0.0, asyncio.get_running_loop().time
            while not coming.done():
                started = clock()
                await first.settle()
                worst = max(worst, clock() - started)
                await asyncio.sleep(0.01)
            back = await coming
            assert worst < 2
            assert all(one.entries == [] for one in back)
            await moves(back, 1)
