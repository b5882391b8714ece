"""A table of any game with its audience looking on: the real actor, views, queries and frames; only sockets are left out.

Everything that is random or secret by nature is fixed, so two tables can be held against each other byte by byte.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import os
import re
import tomllib
from importlib import resources
from typing import Any

import msgspec
from fracas_protocol import codec
from fracas_protocol.inbound import Do, Query
from fracas_protocol.outbound import Done, Refused, Reply, ServerMessage, Update, Welcome
from fracas_protocol.version import Encoding
from fracas_rules import RULESETS
from fracas_rules.kernel import view as views
from fracas_rules.kernel.facts import Created, DiceSealed, Seat, SeatSet
from fracas_rules.kernel.patch import merge
from fracas_rules.kernel.run import Dice
from fracas_rules.kernel.state import TableState
from fracas_rules.kernel.stream import commitment
from fracas_rules.kernel.table import viewer_of
from fracas_server.history import History, of_server
from fracas_server.metrics import Metrics
from fracas_server.queries import Aside
from fracas_server.seals import Safe
from fracas_server.store.base import StoreError, TableRow
from fracas_server.store.memory import MemoryStore
from fracas_server.table import Table
from fracas_server.writer import Done as Carried
from fracas_server.writer import Writer
from hypothesis import HealthCheck, Phase, settings

#: The demonstration's table of each game that has one.
DEMOS: dict[str, Any] = {
    system: told
    for system, told in tomllib.loads(resources.files("fracas_server").joinpath("demo.toml").read_text("utf-8")).items()
    if system in RULESETS
}
#: A few examples in the tests, more of them in `make soak`. A find is not made smaller: it says where the frames differ.
BOUNDED = settings(
    max_examples=int(os.environ.get("FRACAS_EXAMPLES", "10")),
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
_OPAQUE = re.compile(r"\b(?:[0-9a-f]{16}|[0-9a-f]{28})\b")


class Eyes:
    """A `Listener` that keeps what it gets: `frames`, and the view patched together from them."""

    def __init__(self, seat: str, encoding: Encoding = Encoding.JSON) -> None:
        self.seat = seat
        self.token_hash = ""
        self.encoding = encoding
        self.new_token: str | None = None
        self.gone = False
        self.frames: list[codec.Frame] = []
        self.view: dict[str, Any] = {}
        self.last: ServerMessage | None = None

    def say(self, message: ServerMessage, more: bool = False) -> None:
        self.last = message
        self.deliver(codec.encode(message, self.encoding))

    def deliver(self, frame: codec.Frame) -> None:
        self.frames.append(frame)
        message = codec.decode_server(frame, self.encoding)
        if isinstance(message, Welcome):
            self.view = codec.unpack(message.view, self.encoding)
        elif isinstance(message, Update):
            before, self.view = self.view, merge(self.view, codec.unpack(message.patch, self.encoding))
            assert message.entries or self.view != before, f"{self.seat} got a frame that says nothing: {frame!r}"

    def dismiss(self, code: Any, message: str) -> None:
        self.frames.append(f"bye {code}: {message}")

    def plain(self) -> list[str]:
        """The frames with every opaque id replaced by the number of its first appearance."""
        numbers: dict[str, str] = {}

        def number(found: re.Match[str]) -> str:
            return numbers.setdefault(found[0], f"id{len(numbers)}")

        return [_OPAQUE.sub(number, str(frame)) for frame in self.frames]


class _Fixed(Safe):
    """Dice that each roller has of its own, the same in every run: one who rolls more takes none from the others."""

    def __init__(self) -> None:
        super().__init__({epoch: bytes([epoch]) * 32 for epoch in range(1, 200)})
        self._rolled: dict[str, int] = {}

    def seal(self, epoch: int) -> str:
        return commitment(bytes([epoch]) * 32)

    def stream(self, state: TableState, secret: bool = False) -> Dice:
        def die(who: str, sides: int) -> int:
            name = f"secret {who}" if secret else who
            self._rolled[name] = number = self._rolled.get(name, 0) + 1
            return int.from_bytes(hashlib.sha256(f"{name}/{number}".encode()).digest()[:4], "big") % sides + 1

        return die


class _Moody(MemoryStore):
    """A store that fails when it is told to."""

    fails = False

    async def append(self, *what: Any, **more: Any) -> None:
        if self.fails:
            raise StoreError("The disk is full.")
        await super().append(*what, **more)


class Watched:
    """The demonstration's table of a game: `gm`; `mara` and `tom` who own a hero each; `eve` who only watches."""

    def __init__(self, system: str, options: dict[str, Any] | None = None, encoding: Encoding = Encoding.JSON) -> None:
        self.system = system
        self.ruleset = RULESETS[system]
        self.demo = DEMOS[system]
        self.own = {"mara": self.demo["seats"][0]["owns"][0], "tom": self.demo["seats"][1]["owns"][0]}
        self.public = [one["id"] for one in self.demo["combatants"]]
        self.eyes = {name: Eyes(name, encoding) for name in ("gm", "mara", "tom", "eve")}
        self._options = {**self.demo.get("options", {}), "odds": "known", **(options or {})}
        self._ids = itertools.count(1)
        self._aside = Aside()
        self._store = _Moody()
        self.table: Table

    async def open(self) -> None:
        """Set the table up and let everyone sit down."""
        created = Created("t1", self.system, "A table", bytes(32), self.ruleset.version)
        row = TableRow("t1", self.system, "A table", msgspec.msgpack.encode(created))
        seats = [SeatSet(Seat("gm", "Gwen", "gm")), SeatSet(Seat("eve", "Eve", "observer"))]
        first = self.ruleset.encoder.encode(of_server(1, *seats, DiceSealed(1, commitment(bytes([1]) * 32))))
        store = self._store
        await store.create(row, [first])
        writer = Writer(self.ruleset, row, History(self.ruleset, row, [first]), store, _Fixed())
        self.table = Table(self.ruleset, row, writer, Metrics(), "fracas")
        await self.gm({"do": "set_options", "set": self._options})
        await self.gm({"do": "set_map", **self.demo.get("map", {})})
        for combatant in self.demo["combatants"]:
            await self.gm({"do": "add_combatant", **combatant})
        await self._seats()
        for eyes in self.eyes.values():
            await self.table.join(eyes, None)

    async def _seats(self) -> None:
        """Seats with ids that are the same in every run."""
        writer = self.table._writer
        made = [SeatSet(Seat(name, name.title(), "player", (one,))) for name, one in self.own.items()]
        await writer.write(writer._proposal(of_server(writer.state.seq + 1, *made), Carried(None, {})))

    async def close(self) -> None:
        await self.table.stop()

    async def gm(self, command: dict[str, Any]) -> Any:
        """A command of the game master's that nobody is shown the answer of."""
        answer = await self.table.call("gm", f"g{next(self._ids)}", command)
        self.agree()
        return answer

    def agree(self) -> None:
        """Every view that was patched together is what would be drawn anew for that seat: nothing was kept too long."""
        line, online = self.table._writer.line, self.table.audience.online
        for seat, eyes in self.eyes.items():
            if seat in online:
                drawn = codec.pack(views.view(self.ruleset, line, viewer_of(line.state, seat), online), eyes.encoding)
                assert eyes.view == codec.unpack(drawn, eyes.encoding), seat

    async def do(self, seat: str, command: dict[str, Any], made: str) -> Done | Refused:
        """A command over a seat's connection: its answer is among its frames."""
        eyes = self.eyes[seat]
        await self.table.do(eyes, Do(id=made, command=codec.pack(command, eyes.encoding)))
        await self._settled()
        self.agree()
        return next(m for m in map(self._read(eyes), reversed(eyes.frames)) if isinstance(m, Done | Refused))

    async def fail(self, command: dict[str, Any]) -> None:
        """A command of the game master that cannot be stored: nothing comes of it."""
        writer = self.table._writer
        safe, self._store.fails = writer._safe, True
        answer = await self.table.call("gm", f"g{next(self._ids)}", command)
        self._store.fails = False
        writer._safe = safe  # the dice of before: the log of this table has no seeds to read
        assert not isinstance(answer, Carried)
        self.agree()

    async def query(self, seat: str, what: str, made: str, **params: Any) -> Any:
        """A question over a seat's connection; its data, or None where it is refused."""
        eyes = self.eyes[seat]
        eyes.last = None  # what an earlier question of this id came to is no answer
        await self.table.query(eyes, Query(id=made, what=what, params=codec.pack(params, eyes.encoding)), self._aside)
        async with asyncio.timeout(20):
            while not (isinstance(eyes.last, Reply | Refused) and eyes.last.id == made):
                await asyncio.sleep(0)
        return codec.unpack(eyes.last.data, eyes.encoding) if isinstance(eyes.last, Reply) else None

    async def _settled(self) -> None:
        done = asyncio.get_running_loop().create_future()

        async def job() -> None:
            done.set_result(None)

        await self.table._put(job)
        await done

    @staticmethod
    def _read(eyes: Eyes) -> Any:
        return lambda frame: codec.decode_server(frame, eyes.encoding)


def pick_of(ask: dict[str, Any], number: int) -> Any:
    """A legal pick for an ask as a view shows it."""
    if ask["options"]:
        return ask["options"][number % len(ask["options"])]["id"]
    if "number" in ask:
        low, high = ask["number"]["min"], ask["number"]["max"]
        return low + number % (high - low + 1)
    if "dice" in ask:
        return [number % sides + 1 for sides in ask["dice"]]
    return ask["default"]


def act_of(offer: dict[str, Any], actor: str, target: str) -> dict[str, Any]:
    """A command for an action that `legal` offers."""
    command: dict[str, Any] = {"do": "act", "actor": actor, "maneuver": offer["id"]}
    if offer.get("targets", {}).get("max", 1):
        command["targets"] = [target]
    if offer.get("weapons"):
        command["weapon"] = offer["weapons"][0]["id"]
    return command


async def finish(one: Watched, number: int) -> None:
    """Whatever is open is answered by the game master, or dropped."""
    for turn in range(12):
        asks = one.eyes["gm"].view["asks"]
        if not asks:
            break
        ask, what = next(iter(asks.items()))
        await one.gm({"do": "answer", "ask": ask, "pick": pick_of(what, number + turn)})
    if "pending" in one.eyes["gm"].view:
        await one.gm({"do": "void"})
