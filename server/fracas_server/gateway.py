"""Sockets: the WebSocket of the game and the few HTTP answers beside it, on one port."""

from __future__ import annotations

import asyncio
import contextlib
import json
import ssl
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from fracas_protocol.codec import Frame
from fracas_protocol.version import SUBPROTOCOLS, WEBSOCKET_PATH, choose, parse
from websockets.asyncio.server import Server, ServerConnection, broadcast, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.typing import Subprotocol

from . import pages
from .config import Config, ConfigError
from .connection import Connection, Farewell
from .door import Door
from .metrics import Metrics
from .pages import Pages
from .proxies import Peer, networks, peer_of

#: Slow queries that are worked on at a time.
_SLOW = 2
#: Bytes in a socket's own buffer from which on its reader counts as behind.
_BEHIND = 16 * 1024


class Gateway:
    """Listens, and runs a `Connection` for each socket."""

    def __init__(self, config: Config, door: Door, site: Pages, metrics: Metrics, health: dict[str, str]) -> None:
        self._config = config
        self._door = door
        self._site = site
        self._metrics = metrics
        self._health = health
        self._open: dict[ServerConnection, Connection] = {}
        self._server: Server | None = None
        self._slow = asyncio.Semaphore(_SLOW)
        self._stopping = False
        self._trusted = networks(config.trusted_proxies)
        self._from: Counter[str] = Counter()
        metrics.watch_outboxes(self._waiting)

    def _waiting(self) -> tuple[int, int]:
        sizes = [connection.outbox.waiting for connection in self._open.values()]
        return sum(sizes), max(sizes, default=0)

    @property
    def port(self) -> int:
        """The port that is listened on."""
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    async def start(self) -> None:
        """Listen. Raises `OSError` when the address is taken, `ConfigError` for a certificate that cannot be used."""
        self._server = await serve(
            self._socket,
            self._config.host,
            self._config.port,
            process_request=self._request,
            select_subprotocol=_select,
            compression=None,
            max_size=4 * self._config.max_frame,  # the session says goodbye to what is too large; this is the backstop
            open_timeout=self._config.hello_seconds,
            close_timeout=self._config.close_seconds,
            ping_interval=self._config.ping_seconds,  # also ends one that never finishes its frame: it cannot answer in between
            ping_timeout=self._config.ping_seconds,
            server_header=None,
            ssl=_tls(self._config),
        )

    async def stop(self) -> None:
        """Say goodbye to everyone and stop listening; bounded by the time that goodbyes may take."""
        self._stopping = True
        if self._server is None:
            return
        self._server.close(close_connections=False)
        for connection in list(self._open.values()):
            connection.dismiss("stopping", "The server is stopping; it comes back soon.")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(3 * self._config.close_seconds):
                await self._server.wait_closed()

    def _request(self, socket: ServerConnection, request: Request) -> Response | None:
        if request.method not in ("GET", "HEAD"):
            return _response(pages.text(405, "Only GET and HEAD are answered here.\n"))
        path = request.path.partition("?")[0]
        if path == WEBSOCKET_PATH:
            return self._knock(request, self._peer(socket, request))
        answer = self._page(path, request)
        return _response(answer, bodiless=request.method == "HEAD")

    def _page(self, path: str, request: Request) -> pages.Answer:
        if path == "/healthz":
            status = 503 if self._stopping else 200
            body = {"status": "stopping" if self._stopping else "ok", "connections": len(self._open), **self._health}
            return pages.text(status, json.dumps(body) + "\n", "application/json")
        if path == "/metrics":
            return pages.text(200, self._metrics.text(), self._metrics.content_type)
        return self._site.get(path, {key: request.headers.get(key, "") for key in ("If-None-Match", "Accept-Encoding")})

    def _peer(self, socket: ServerConnection, request: Request) -> Peer:
        headers, remote = request.headers, socket.remote_address
        return peer_of(
            str(remote[0]) if remote else "",
            headers.get("Host", ""),
            headers.get_all("X-Forwarded-For"),
            headers.get("X-Forwarded-Host", ""),
            self._trusted,
        )

    def _knock(self, request: Request, peer: Peer) -> Response | None:
        """None lets a WebSocket in."""
        if request.headers.get("Upgrade", "").lower() != "websocket":
            return _response(pages.text(426, f"{WEBSOCKET_PATH} is for WebSockets.\n"))
        if not self._welcome_origin(request.headers.get_all("Origin"), peer.host):
            return _response(pages.text(403, "Pages of this origin may not connect; the server's owner can allow it.\n"))
        if len(self._open) >= self._config.max_connections or self._stopping:
            return _response(pages.text(503, "This server takes no more connections now.\n"))
        if self._from[peer.address] >= self._config.max_per_address:
            return _response(pages.text(429, "There are too many connections from this address.\n"))
        offered = [name.strip() for line in request.headers.get_all("Sec-WebSocket-Protocol") for name in line.split(",")]
        if choose(offered) is None:
            return _response(pages.text(400, f"Offer a subprotocol: {' or '.join(SUBPROTOCOLS)}.\n"))
        return None

    def _welcome_origin(self, origins: list[str], host: str) -> bool:
        if not origins:
            return True  # no browser, so nobody's page
        allowed = self._config.origins
        own = (host, urlsplit(self._config.public_url).netloc)
        return len(origins) == 1 and ("*" in allowed or origins[0] in allowed or urlsplit(origins[0]).netloc in own)

    async def _socket(self, socket: ServerConnection) -> None:
        chosen = parse(socket.subprotocol or "")
        assert chosen is not None  # _knock has seen to it
        assert socket.request is not None
        address = self._peer(socket, socket.request).address
        connection = Connection(chosen, self._door, self._config, self._metrics, self._slow, address)
        connection.outbox.straight = _straight(socket)
        self._open[socket] = connection
        self._from[address] += 1
        self._metrics.connections.inc()
        connection.begin()
        reader = asyncio.create_task(self._read(socket, connection))
        writer = asyncio.create_task(_write(socket, connection))
        try:
            ends: list[asyncio.Future[Any]] = [reader, writer, connection.gone]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            reader.cancel()
            if connection.gone.done():
                await self._part(socket, writer, connection.gone.result())
        finally:
            writer.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)
            await connection.leave()
            del self._open[socket]
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]
            self._metrics.connections.dec()

    async def _read(self, socket: ServerConnection, connection: Connection) -> None:
        with contextlib.suppress(ConnectionClosed):
            try:
                async with asyncio.timeout(self._config.hello_seconds):
                    first = await socket.recv()
            except TimeoutError:
                connection.dismiss("hello-first", f"No hello came within {self._config.hello_seconds:g} seconds.")
                return
            await connection.take(first)
            async for frame in socket:
                await connection.take(frame)

    async def _part(self, socket: ServerConnection, writer: asyncio.Task[None], farewell: Farewell) -> None:
        """Send what still waits, unless that is the trouble; then the goodbye; then close."""
        if not farewell.at_once:
            await asyncio.wait({writer}, timeout=self._config.close_seconds)
        writer.cancel()
        with contextlib.suppress(ConnectionClosed, TimeoutError):
            async with asyncio.timeout(self._config.close_seconds):
                with contextlib.suppress(TimeoutError):  # it is in the socket's buffer either way
                    async with asyncio.timeout(0.2):
                        await socket.send(farewell.frame)
                await socket.close(farewell.code, farewell.reason)
        socket.transport.abort()


def _straight(socket: ServerConnection) -> Callable[[Frame], bool]:
    """Writes a frame into the socket's buffer, unless its reader is behind: then the queue and its limits take over."""

    def write(frame: Frame) -> bool:
        if socket.state is not State.OPEN or socket.transport.get_write_buffer_size() > _BEHIND:
            return False
        broadcast((socket,), frame)
        return True

    return write


async def _write(socket: ServerConnection, connection: Connection) -> None:
    with contextlib.suppress(ConnectionClosed):
        while (frame := await connection.outbox.next()) is not None:
            await socket.send(frame)


def _select(_socket: ServerConnection, offered: object) -> Subprotocol | None:
    assert isinstance(offered, list | tuple)
    chosen = choose(offered)
    return None if chosen is None else Subprotocol(chosen.name)


def _response(answer: pages.Answer, bodiless: bool = False) -> Response:
    headers = Headers(answer.headers)
    headers["Content-Length"] = str(len(answer.body))
    headers["Connection"] = "close"
    status = HTTPStatus(answer.status)
    return Response(status.value, status.phrase, headers, b"" if bodiless else answer.body)


def _tls(config: Config) -> ssl.SSLContext | None:
    if not config.tls_cert:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(config.tls_cert, config.tls_key)
    except OSError as error:
        raise ConfigError(f"tls_cert {config.tls_cert} with tls_key {config.tls_key} cannot be used: {error}") from None
    return context
