"""What a table costs over the wire, beside a bare broadcast server in the same interleaved run: `python bench/server.py`.

Each figure is a ratio to the reference (see bench/peers.py), both measured in turns within seconds of each other. Writes
bench/RESULTS.md unless `--dry`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

HERE = Path(__file__).parent
SEATS = ("gm", "mara", "tom", "eve", "eve", "eve")
TICK = os.sysconf("SC_CLK_TCK")


class Peer:
    """A server process: its address, its tables' tokens, and what it has used."""

    def __init__(self, what: str, tables: int = 1) -> None:
        self.what = what
        command = [sys.executable, str(HERE / "peers.py"), what, str(tables)]
        self.popen = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.popen.stdout is not None
        told = json.loads(self.popen.stdout.readline())
        self.url: str = told["url"]
        self.tables: list[dict[str, str]] = told["tables"]

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.popen.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self) -> int:
        """Kilobytes that are resident."""
        status = Path(f"/proc/{self.popen.pid}/status").read_text()
        return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


@contextlib.contextmanager
def peer(what: str, tables: int = 1) -> Iterator[Peer]:
    made = Peer(what, tables)
    try:
        yield made
    finally:
        made.popen.kill()
        made.popen.wait()


class Room:
    """Six clients of one table. `act` plays one action and returns when all six have all of it."""

    def __init__(self, sockets: list[ClientConnection], bare: bool) -> None:
        self.sockets = sockets
        self.bare = bare
        self.sent = 0
        self.punches = 0

    async def act(self, what: str) -> int:
        """Returns how many messages were delivered."""
        return await (self._bare(what) if self.bare else self._move() if what == "move" else self._punch())

    async def _bare(self, what: str) -> int:
        rounds = 1 if what == "move" else 2
        for _ in range(rounds):  # a punch and its answer
            await self.sockets[0].send("x" * 250)
            await asyncio.gather(*(socket.recv() for socket in self.sockets))
        return 6 * rounds

    async def _say(self, command: dict[str, Any]) -> str:
        self.sent += 1
        made = f"b{id(self)}-{self.sent}"
        await self.sockets[0].send(json.dumps({"type": "do", "id": made, "command": command}, separators=(",", ":")))
        return made

    async def _answered(self, made: str) -> str:
        """The game master's update after the answer to its command."""
        while True:
            message = str(await self.sockets[0].recv())
            if f'"id":"{made}"' in message[:60]:
                assert message.startswith('{"type":"done"'), message
                return str(await self.sockets[0].recv())

    async def _move(self) -> int:
        made = await self._say({"do": "move_token", "id": "thug", "x": self.sent % 20, "y": self.sent // 20 % 12})
        await asyncio.gather(self._answered(made), *(socket.recv() for socket in self.sockets[1:]))
        return 7

    async def _punch(self) -> int:
        self.punches += 1
        if self.punches % 60 == 0:  # whoever is dead is asked no more; of these numbers the others are told nothing
            await self._answered(await self._say({"do": "adjust", "targets": ["vampire"], "set": {"life_points": 900}}))
        act = {"do": "act", "actor": "alecia", "maneuver": "punch", "targets": ["vampire"]}
        made = await self._say(act)
        update, *_ = await asyncio.gather(self._answered(made), *(socket.recv() for socket in self.sockets[1:]))
        count = 7
        while asks := json.loads(update)["patch"].get("asks"):
            ask, what = next(((one, told) for one, told in asks.items() if told), (None, None))
            if ask is None:
                break
            pick = "none" if any(option["id"] == "none" for option in what["options"]) else what["default"]
            made = await self._say({"do": "answer", "ask": ask, "pick": pick})
            update, *_ = await asyncio.gather(self._answered(made), *(socket.recv() for socket in self.sockets[1:]))
            count += 7
        return count


@contextlib.asynccontextmanager
async def rooms(one: Peer, tables: int) -> AsyncIterator[list[Room]]:
    """`tables` rooms of six, everyone welcomed."""
    async with contextlib.AsyncExitStack() as stack:
        made = []
        for number in range(tables):
            bare = one.what == "bare"
            url = f"{one.url}/{number}" if bare else one.url
            names = None if bare else [Subprotocol("fracas.v1+json")]
            sockets = [
                await stack.enter_async_context(connect(url, subprotocols=names, compression=None, proxy=None)) for _ in SEATS
            ]
            if not bare:
                for seat, socket in zip(SEATS, sockets, strict=True):
                    token = one.tables[number][seat]
                    await socket.send(json.dumps({"type": "hello", "token": token, "version": 1, "cursor": None, "client": ""}))
                await asyncio.sleep(0.05)
                for socket in sockets:
                    await drain(socket)
            made.append(Room(sockets, bare))
        yield made


async def drain(socket: ClientConnection) -> None:
    """Read what there is, until nothing more comes."""
    with contextlib.suppress(TimeoutError):
        while True:
            async with asyncio.timeout(0.05):
                await socket.recv()


async def latency(room: Room, what: str, times: int) -> list[float]:
    out = []
    for _ in range(times):
        start = time.perf_counter()
        await room.act(what)
        out.append(time.perf_counter() - start)
    return out


async def sustained(one: Peer, all_rooms: list[Room], what: str, seconds: float) -> tuple[float, float]:
    """Actions a second, and microseconds of the server's processor time per delivered message."""
    until, acted, delivered, cpu = time.perf_counter() + seconds, 0, 0, one.cpu()

    async def play(room: Room) -> None:
        nonlocal acted, delivered
        while time.perf_counter() < until:
            count = await room.act(what)
            delivered += count
            acted += 1

    start = time.perf_counter()
    await asyncio.gather(*map(play, all_rooms))
    return acted / (time.perf_counter() - start), (one.cpu() - cpu) / max(delivered, 1) * 1e6


def fdatasync() -> float:
    """Seconds of one fdatasync after a small write, the median of fifty."""
    took = []
    with tempfile.NamedTemporaryFile() as out:
        for _ in range(50):
            out.write(b"x" * 4096)
            out.flush()
            start = time.perf_counter()
            os.fdatasync(out.fileno())
            took.append(time.perf_counter() - start)
    return statistics.median(took)


async def in_turns(measure: Callable[[Peer], Awaitable[Any]], peers: list[Peer], turns: int) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {one.what: [] for one in peers}
    for _ in range(turns):
        for one in peers:
            found[one.what].append(await measure(one))
    return found


async def figures(turns: int, seconds: float, tables: int) -> list[str]:
    out: list[str] = []
    with contextlib.ExitStack() as stack:
        peers = [stack.enter_context(peer(what, tables)) for what in ("bare", "loose", "disk", "wire")]
        async with contextlib.AsyncExitStack() as inner:
            every = {one.what: await inner.enter_async_context(rooms(one, tables)) for one in peers}
            for what in ("move", "punch"):

                async def late(one: Peer, what: str = what) -> list[float]:
                    return await latency(every[one.what][0], what, 60 if what == "move" else 30)

                async def busy(one: Peer, what: str = what) -> tuple[float, float]:
                    return await sustained(one, every[one.what], what, seconds)

                there = peers if what == "move" else peers[:-1]
                out += told_latency(what, await in_turns(late, there, turns), fdatasync())
                out += told_rate(what, await in_turns(busy, there, turns))
    return out


def told_latency(what: str, found: dict[str, list[list[float]]], sync: float) -> list[str]:
    flat = {who: sorted(one for turn in turns for one in turn) for who, turns in found.items()}
    rows = []
    for who, aim in (("loose", "1.2"), ("disk", "reference + 2 fdatasyncs")):
        for name, at in (("p50", 0.5), ("p99", 0.99)):
            ours, theirs = (flat[one][int(len(flat[one]) * at)] for one in (who, "bare"))
            limit = f"{aim} ({(theirs + 2 * sync) / theirs:.1f})" if who == "disk" else aim
            shown = f"{ours / theirs:.2f}"
            on, aimed = "on" if who == "disk" else "off", limit if what == "move" else ""
            absolute = f"{ours * 1e3:.2f} ms / {theirs * 1e3:.2f} ms"
            rows.append(f"| (a) {what}, {name}, durability {on} | {shown} | {aimed} | {absolute} |")
    if "wire" in flat:
        ours, theirs = (flat[who][len(flat[who]) // 2] for who in ("wire", "bare"))
        rows.append(f"| (a) move, p50, sockets alone | {ours / theirs:.2f} | | {ours * 1e3:.2f} ms / {theirs * 1e3:.2f} ms |")
    return rows


def told_rate(what: str, found: dict[str, list[tuple[float, float]]]) -> list[str]:
    rate = {who: statistics.median(one[0] for one in turns) for who, turns in found.items()}
    cost = {who: statistics.median(one[1] for one in turns) for who, turns in found.items()}
    aims = {"move": {"loose": "1.0", "disk": "0.75"}, "punch": {"loose": "", "disk": "0.3"}}[what]
    rows = []
    for who in ("loose", "disk"):
        on = "on" if who == "disk" else "off"
        absolute = f"{rate[who]:.0f} / {rate['bare']:.0f} a second"
        rows.append(f"| (b) {what}, sustained, durability {on} | {rate[who] / rate['bare']:.2f} | {aims[who]} | {absolute} |")
        spent = f"{cost[who]:.0f} µs / {cost['bare']:.0f} µs"
        rows.append(f"| (e) {what}, CPU per delivered message, durability {on} | {cost[who] / cost['bare']:.2f} | | {spent} |")
    if "wire" in rate:
        absolute = f"{rate['wire']:.0f} / {rate['bare']:.0f} a second, {cost['wire']:.0f} µs / {cost['bare']:.0f} µs a message"
        rows.append(f"| (b) move, sustained, sockets alone | {rate['wire'] / rate['bare']:.2f} | | {absolute} |")
    return rows


async def memory(connections: int, tables: int) -> list[str]:
    """Kilobytes per idle connection, and per idle table."""
    rows = []
    sizes = {}
    for what in ("bare", "loose"):
        with peer(what, 2) as one:
            before = one.memory()
            async with contextlib.AsyncExitStack() as stack:
                for at in range(connections):
                    names = None if what == "bare" else [Subprotocol("fracas.v1+json")]
                    socket = await stack.enter_async_context(connect(one.url, subprotocols=names, compression=None, proxy=None))
                    if what != "bare":
                        await socket.send(json.dumps({"type": "hello", "token": one.tables[at % 2]["eve"], "version": 1}))
                        await socket.recv()
                sizes[what] = (one.memory() - before) / connections
    absolute = f"{sizes['loose']:.1f} kB / {sizes['bare']:.1f} kB"
    rows.append(f"| (c) memory per idle connection | {sizes['loose'] / sizes['bare']:.2f} | 16 kB | {absolute} |")
    with peer("loose", 2) as few, peer("loose", tables) as many:
        per = (many.memory() - few.memory()) / (tables - 2)
    rows.append(f"| (c) memory per idle table of four combatants | | | {per:.0f} kB |")
    return rows


async def loading(commits: int = 5000) -> list[str]:
    """Milliseconds to load a long table, and until a server on it listens."""
    from fracas_rules import RULESETS
    from fracas_rules.kernel.facts import Commit, Receipt, TokenPlaced
    from fracas_rules.kernel.grid import Token
    from fracas_server import dice, history
    from fracas_server.store.sqlite import SqliteStore
    from fracas_server.writer import Writer

    game = RULESETS["unisystem"]
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder))
        await store.open()
        row, first, seeds = history.begin(game, dice.short_id(), "Long", "GM", "x")
        bodies = [
            game.encoder.encode(Commit(n, "gm", f"c{n}", 0, Receipt("d" * 64), (TokenPlaced("a", Token(n % 20, n % 12)),)))
            for n in range(2, commits + 1)
        ]
        await store.create(row, [first, *bodies], seeds)
        took = []
        for _ in range(5):
            start = time.perf_counter()
            await Writer.load(game, row, store)
            took.append(time.perf_counter() - start)
        await store.close()
        command = [sys.executable, "-m", "fracas_server", "serve", "--data", folder, "--port", "0", "--log-level", "error"]
        up = []
        installed = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        for _ in range(3):  # the first one writes the bytecode that an installation comes with
            start = time.perf_counter()
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=installed) as process:
                assert process.stdout is not None
                process.stdout.readline()  # it says where it is
                up.append(time.perf_counter() - start)
                process.stdout.readline()
                process.stdout.readline()
                process.terminate()
    return [
        f"| (d) load of a {commits:,}-commit table | | 250 ms | {statistics.median(took) * 1e3:.0f} ms |",
        f"| (d) from start to listening | | 250 ms | {min(up) * 1e3:.0f} ms |",
    ]


async def main(turns: int, seconds: float, tables: int, dry: bool) -> None:
    started = time.perf_counter()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    rows = [*await figures(turns, seconds, tables), *await memory(200, 60), *await loading()]
    took, load = time.perf_counter() - started, os.getloadavg()[0]
    flags = f"--turns {turns} --seconds {seconds:g} --tables {tables}"
    text = (
        f"""# Results

`python bench/server.py {flags}`, {took:.0f} seconds, Python {sys.version.split()[0]}, {os.cpu_count()} cores shared
with other work (load average {load:.1f}): read the ratios, not the absolute figures. The reference is a bare
`websockets` server on uvloop without compression that broadcasts each message to six clients; Fracas and it take
turns. "Sockets alone" is Fracas answering and showing each move without deciding, folding, drawing or storing it:
what no rules could be quicker than. In (b) the clients, all of them one process on the other core, are what the
reference and the sockets alone wait for; (e) tells what the servers themselves take.

| figure | ratio to the reference | aim | ours / reference |
| --- | --- | --- | --- |
"""
        + "\n".join(rows)
        + "\n"
    )
    print(text)
    if not dry:
        (HERE / "RESULTS.md").write_text(text)


if __name__ == "__main__":
    flags = argparse.ArgumentParser(description=__doc__)
    flags.add_argument("--turns", type=int, default=3)
    flags.add_argument("--seconds", type=float, default=3)
    flags.add_argument("--tables", type=int, default=50)
    flags.add_argument("--dry", action="store_true")
    chosen = flags.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(chosen.turns, chosen.seconds, chosen.tables, chosen.dry))
