"""A server in this process and a scripted client: for our tests, and for those who build on Fracas.

async with running({"toy": TOY}) as server:
    table, token = await server.app.tables.create("The crypt", "toy")
    async with client(server, token) as gm:
        await gm.do({"do": "add_combatant", "template": "doll"})
        assert gm.view["combatants"]["doll"]["name"] == "Doll"
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from fracas_protocol import codec
from fracas_protocol.inbound import ClientMessage, Do, Hello, Ping, Query
from fracas_protocol.outbound import Bye, Done, Pong, Refused, Reply, ServerMessage, Update, Welcome
from fracas_protocol.version import PROTOCOL, WEBSOCKET_PATH, Encoding
from fracas_rules.kernel.patch import merge
from fracas_rules.kernel.ruleset import Ruleset
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from . import dice
from .app import App
from .config import Config
from .pages import Pages
from .store.base import Store

_PATIENCE = 10.0


class Server:
    """A running server: its `app`, and the address of its socket."""

    def __init__(self, app: App) -> None:
        self.app = app

    @property
    def url(self) -> str:
        """Where its page is."""
        return f"http://127.0.0.1:{self.app.port}"


@contextlib.asynccontextmanager
async def running(
    rulesets: Mapping[str, Ruleset] | None = None,
    data: Path | None = None,
    store: Store | None = None,
    site: Pages | None = None,
    **settings: Any,
) -> AsyncIterator[Server]:
    """A server on a free port of the loopback; its data is thrown away unless `data` names a folder."""
    with tempfile.TemporaryDirectory(prefix="fracas-") as folder:
        app = App(Config(port=0, data=data or Path(folder), log_level="error", **settings), rulesets, store, site)
        await app.start()
        try:
            yield Server(app)
        finally:
            await app.stop()


class Refusal(Exception):
    """The server refused: `code`, `path` and the message."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.message)
        self.code = refused.code
        self.path = refused.path


class Goodbye(Exception):
    """The connection ended: the server's `bye`, if it said one, and the close code."""

    def __init__(self, bye: Bye | None, close: int | None) -> None:
        super().__init__(f"{bye.code if bye else 'no bye'}, closed with {close}")
        self.bye = bye
        self.close = close


class Client:
    """A front end without a screen: it keeps the view, the entries and the cursor as every front end does."""

    def __init__(self, socket: ClientConnection, encoding: Encoding) -> None:
        self.socket = socket
        self.encoding = encoding
        self.welcome: Welcome
        self.view: dict[str, Any] = {}
        self.entries: list[dict[str, Any]] = []
        self.cursor = ""
        self.frames: list[codec.Frame] = []
        self._ids = (f"{dice.short_id()}-{n}" for n in itertools.count(1))  # of this connection alone
        self._answers: dict[str, asyncio.Future[ServerMessage]] = {}
        self._changed = asyncio.Condition()
        self._bye: Bye | None = None
        self._reader: asyncio.Task[None] | None = None

    async def hello(self, token: str, cursor: str | None = None) -> Welcome:
        """Say hello and wait for the welcome. Raises `Goodbye`."""
        await self.send(Hello(token=token, version=PROTOCOL, cursor=cursor, client="fracas_server.testing"))
        message = await self.receive()
        if not isinstance(message, Welcome):
            await self._ended()
        assert isinstance(message, Welcome)
        self.welcome = message
        self.view = codec.unpack(message.view, self.encoding)
        self.entries += [codec.unpack(entry, self.encoding) for entry in message.entries]
        self.cursor = message.cursor
        self._reader = asyncio.create_task(self._read())
        return message

    async def do(self, command: Mapping[str, Any], id: str | None = None) -> dict[str, Any]:
        """Send a command; what it gave back, when the view shows it. Raises `Refusal` or `Goodbye`."""
        made = id or next(self._ids)
        answer = await self._ask(made, Do(id=made, command=codec.pack(command, self.encoding)))
        assert isinstance(answer, Done)
        await self.settle()
        return {} if answer.result is msgspec.UNSET else codec.unpack(answer.result, self.encoding, dict[str, Any])

    async def query(self, what: str, **params: Any) -> Any:
        """Ask. Raises `Refusal` or `Goodbye`."""
        made = next(self._ids)
        answer = await self._ask(made, Query(id=made, what=what, params=codec.pack(params, self.encoding)))
        assert isinstance(answer, Reply)
        return codec.unpack(answer.data, self.encoding)

    async def settle(self) -> None:
        """Wait until everything that the server had to say before now has come."""
        made = next(self._ids)
        await self._ask(made, Ping(id=made))

    async def until(self, what: Callable[[Client], Any]) -> Any:
        """Wait until `what(self)` is true, and give it. Raises `TimeoutError` or `Goodbye`."""
        async with asyncio.timeout(_PATIENCE), self._changed:
            while not (found := what(self)):
                if self._reader is None or self._reader.done():
                    await self._ended()
                await self._changed.wait()
        return found

    async def goodbye(self) -> Goodbye:
        """Wait for the end of the connection, and tell how it ended."""
        async with asyncio.timeout(_PATIENCE):
            if self._reader is not None:
                await asyncio.wait({self._reader})
            while self._bye is None:
                try:
                    await self.receive()
                except ConnectionClosed:
                    break
            await self.socket.wait_closed()
        return Goodbye(self._bye, self.socket.close_code)

    async def send(self, message: ClientMessage | codec.Frame) -> None:
        """Send a message, or a frame as it is."""
        await self.socket.send(message if isinstance(message, str | bytes) else codec.encode(message, self.encoding))

    async def receive(self) -> ServerMessage:
        """The next message, when nothing else reads: before `hello`. Raises `ConnectionClosed`."""
        async with asyncio.timeout(_PATIENCE):
            frame = await self.socket.recv()
        self.frames.append(frame)
        message = codec.decode_server(frame, self.encoding)
        if isinstance(message, Bye):
            self._bye = message
        return message

    async def close(self) -> None:
        """Leave."""
        await self.socket.close()
        if self._reader is not None:
            await asyncio.wait({self._reader})

    async def _ask(self, made: str, message: ClientMessage) -> ServerMessage:
        self._answers[made] = asyncio.get_running_loop().create_future()
        try:
            await self.send(message)
            async with asyncio.timeout(_PATIENCE):
                answer = await self._answers[made]
        except ConnectionClosed:
            await self._ended()
            raise
        finally:
            del self._answers[made]
        if isinstance(answer, Refused):
            raise Refusal(answer)
        return answer

    async def _ended(self) -> None:
        raise await self.goodbye()

    async def _read(self) -> None:
        try:
            while True:
                frame = await self.socket.recv()
                self.frames.append(frame)
                await self._take(codec.decode_server(frame, self.encoding))
        except ConnectionClosed:
            async with self._changed:
                self._changed.notify_all()
            for waiting in self._answers.values():
                if not waiting.done():
                    waiting.set_exception(Goodbye(self._bye, self.socket.close_code))
                    waiting.exception()  # whoever waited may have gone: then nobody needs to be told

    async def _take(self, message: ServerMessage) -> None:
        if isinstance(message, Bye):
            self._bye = message
        elif isinstance(message, Update):
            self.view = merge(self.view, codec.unpack(message.patch, self.encoding))
            self.entries += [codec.unpack(entry, self.encoding) for entry in message.entries]
            self.cursor = message.cursor
            async with self._changed:
                self._changed.notify_all()
        elif isinstance(message, Done | Refused | Reply | Pong) and message.id in self._answers:
            self._answers[message.id].set_result(message)


@contextlib.asynccontextmanager
async def dialled(address: str, subprotocol: str = "fracas.v1+json", **extra: Any) -> AsyncIterator[Client]:
    """A connection to `http://host:port` on which nothing has been said yet."""
    encoding = Encoding.JSON if subprotocol.endswith("json") else Encoding.MSGPACK
    url = address.replace("http", "ws", 1) + WEBSOCKET_PATH
    socket = await connect(url, subprotocols=[Subprotocol(subprotocol)], compression=None, max_size=None, proxy=None, **extra)
    made = Client(socket, encoding)
    try:
        yield made
    finally:
        await made.close()


@contextlib.asynccontextmanager
async def client(
    server: Server | str, token: str, encoding: Encoding = Encoding.JSON, cursor: str | None = None
) -> AsyncIterator[Client]:
    """A client that has said hello. Raises `Goodbye` when it is not welcome."""
    address = server if isinstance(server, str) else server.url
    async with dialled(address, f"fracas.v{PROTOCOL}+{encoding}") as made:
        await made.hello(token, cursor)
        yield made
