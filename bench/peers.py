"""The servers that a benchmark holds against each other, each a process of its own: `python bench/peers.py bare|disk|loose|wire`.

`bare`: the reference, a `websockets` server that answers each message by broadcasting one of equal length to its room.
`disk`, `loose`: Fracas with full synchronisation, and without. `wire`: its sockets alone, as far as a table; a move is answered
and shown without being decided, folded, drawn or stored: what no rules could be quicker than. Each prints one line of JSON when
it is ready.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvloop
from fracas_protocol import codec
from fracas_protocol.version import Encoding
from fracas_server import logs
from fracas_server.app import App
from fracas_server.config import Config
from fracas_server.publish import cursor
from fracas_server.running import COLLECT
from fracas_server.store.sqlite import SqliteStore
from fracas_server.table import Table
from fracas_server.writer import Answer, Done
from websockets.asyncio.server import ServerConnection, broadcast, serve

SIDE = ("alecia", "hunter"), ("ben", "brawler"), ("vampire", "vampire"), ("thug", "thug")


async def bare(_tables: int) -> None:
    """Rooms by path; nothing is read of what passes."""
    rooms: dict[str, set[ServerConnection]] = {}

    async def talk(socket: ServerConnection) -> None:
        assert socket.request is not None
        room = rooms.setdefault(socket.request.path, set())
        room.add(socket)
        try:
            async for message in socket:
                broadcast(room, message)
        finally:
            room.discard(socket)

    async with serve(talk, "127.0.0.1", 0, compression=None) as server:
        port = server.sockets[0].getsockname()[1]
        print(json.dumps({"url": f"ws://127.0.0.1:{port}", "tables": []}), flush=True)
        await asyncio.get_running_loop().create_future()


async def fracas(tables: int, durable: bool) -> None:
    """Tables of Cinematic Unisystem with four combatants, a game master, two players and an observer's seat."""
    with tempfile.TemporaryDirectory(prefix="fracas-bench-") as folder:
        config = Config(port=0, data=Path(folder), rate=1e6, burst=1_000_000, max_connections=10_000)
        app = App(config, store=SqliteStore(Path(folder), durable=durable))
        await app.start()
        gc.set_threshold(*COLLECT)
        made = [await table_of(app, f"Table {n}") for n in range(tables)]
        print(json.dumps({"url": f"ws://127.0.0.1:{app.port}/fracas", "tables": made, "folder": folder}), flush=True)
        await asyncio.get_running_loop().create_future()


async def table_of(app: App, title: str) -> dict[str, str]:
    """A table, and its tokens by name."""
    table, token = await app.tables.create(title, "unisystem")
    gm = next(iter(table.state.seats))
    for at, (one, template) in enumerate(SIDE):
        await send(table, gm, {"do": "add_combatant", "id": one, "template": template, "x": at, "y": 1})
    await send(table, gm, {"do": "adjust", "targets": ["alecia", "vampire"], "set": {"drama_points": 0, "life_points": 900}})
    tokens = {"gm": token}
    for name, role, owns in (("mara", "player", ["alecia"]), ("tom", "player", ["ben"]), ("eve", "observer", [])):
        tokens[name] = (await send(table, gm, {"do": "seat_add", "name": name, "role": role, "owns": owns}))["token"]
    return tokens


async def send(table: Table, gm: str, command: dict[str, Any]) -> dict[str, Any]:
    answer: Any = await table.call(gm, f"{len(table.state.seats)}-{table.state.seq}", command)
    return dict(answer.result)


async def _echo(self: Table, _seat: str, _id: str, command: Any, reply: Callable[[Answer, bool], None]) -> None:
    """Answer a move, and show it to everybody."""
    reply(Done(None, {}), True)
    card = {"token": {"x": command["x"], "y": command["y"]}}
    frame = codec.update({"combatants": {command["id"]: card}}, [], cursor(self.state), Encoding.JSON)
    for listener in self.audience.everyone():
        listener.deliver(frame)


async def wire(tables: int) -> None:
    """Tables that are set up as usual, and then decide nothing."""
    decided = Table._execute

    async def execute(self: Table, seat: str, made: str, command: Any, reply: Callable[[Answer, bool], None]) -> None:
        await (_echo if command["do"] == "move_token" else decided)(self, seat, made, command, reply)

    Table._execute = execute  # type: ignore[method-assign]
    await fracas(tables, False)


def main(what: str, tables: int) -> None:
    logs.set_up("json", "error")
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(bare(tables) if what == "bare" else wire(tables) if what == "wire" else fracas(tables, what == "disk"))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1)
