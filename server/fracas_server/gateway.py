"""Sockets: the WebSocket of the game and the few HTTP answers beside it, on one port."""

from __future__ import annotations

import asyncio
import contextlib
import json
import ssl
from collections import Counter
from collections.abc import Sequence
from http import HTTPStatus
from urllib.parse import urlsplit

from fracas_protocol.version import SUBPROTOCOLS, WEBSOCKET_PATH, choose, parse
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from . import clock, logs, pages
from .config import Config, ConfigError
from .connection import Connection
from .door import Door
from .house import Framer
from .metrics import Metrics
from .pages import Pages
from .proxies import Peer, networks, peer_of
from .queries import Aside
from .wire import DOWNLOAD, QUARTERS, Wire

try:
    import resource
except ImportError:  # no such limit on this system
    resource = None  # type: ignore[assignment]

#: Files that are open besides sockets.
_FILES = 64
#: Seconds until the log says again that there are too many sockets.
_TELL = 10.0
#: Sockets that may wait to be accepted: after a restart everybody comes at once.
_BACKLOG = 1024


class Gateway:
    """Listens: the `House` of all sockets."""

    def __init__(self, config: Config, door: Door, site: Pages, metrics: Metrics, health: dict[str, str]) -> None:
        self.config = config
        self._door = door
        self._site = site
        self._metrics = metrics
        self._health = health
        self._wires: set[Wire] = set()
        self._open = 0
        self._leaving: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._aside = Aside()
        self._stopping = False
        self._trusted = networks(config.trusted_proxies)
        self._from: Counter[str] = Counter()
        self._log = logs.get()
        self._told = -_TELL
        metrics.watch_outboxes(self._waiting)

    def _waiting(self) -> tuple[int, int]:
        sizes = [wire.waiting for wire in self._wires]
        return sum(sizes), max(sizes, default=0)

    @property
    def port(self) -> int:
        """The port that is listened on."""
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    async def start(self) -> None:
        """Listen. Raises `OSError` when the address is taken, `ConfigError` for a certificate that cannot be used."""
        self._room()
        loop, framed, tls = asyncio.get_running_loop(), Framer(), _tls(self.config)
        self._server = await loop.create_server(
            lambda: Wire(self, framed, loop),
            self.config.host,
            self.config.port,
            ssl=tls,
            backlog=_BACKLOG,
            ssl_handshake_timeout=None if tls is None else self.config.hello_seconds,
            ssl_shutdown_timeout=None if tls is None else DOWNLOAD,
        )
        self._tick()

    def _room(self) -> None:
        """Let the process open as many files as sockets may come, as far as the system does."""
        if resource is None:
            return
        wanted = 2 * self.config.max_connections + _FILES
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        if most < self.config.max_connections + _FILES:
            self._log.warning("few open files allowed", allowed=most, max_connections=self.config.max_connections)

    async def stop(self) -> None:
        """Say goodbye to everyone and stop listening; bounded by the time that goodbyes may take."""
        self._stopping = True
        if self._server is None:
            return
        self._server.close()
        self._ticking.cancel()
        for wire in list(self._wires):
            if not wire.asked:
                wire.abort()
            elif wire.connection is not None:
                wire.connection.dismiss("stopping", "The server is stopping; it comes back soon.")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(3 * self.config.close_seconds):
                while self._wires or self._leaving:
                    await asyncio.sleep(0.01)
        for wire in list(self._wires):
            wire.abort()

    def answer(self, request: Request, remote: str) -> Response | None:
        """See `House`. Whatever is wrong with a request ends that request and nothing else."""
        try:
            return self._answer(request, remote)
        except Exception as error:
            incident = logs.incident(self._log, "request", error, path=request.path)
            return _response(pages.text(500, f"The server met a fault; its log has it under {incident}.\n"))

    def _answer(self, request: Request, remote: str) -> Response | None:
        if len(request.headers.get_all("Host")) > 1:
            return _response(pages.text(400, "A request names one host.\n"))
        if request.method not in ("GET", "HEAD"):
            return _response(pages.text(405, "Only GET and HEAD are answered here.\n"))
        path = request.path.partition("?")[0]
        if path == WEBSOCKET_PATH:
            return self._knock(request, self._peer(remote, request))
        answer = self._page(path, request)
        return _response(answer, bodiless=request.method == "HEAD")

    def _page(self, path: str, request: Request) -> pages.Answer:
        if path == "/healthz":
            status = 503 if self._stopping else 200
            body = {"status": "stopping" if self._stopping else "ok", "connections": self._open, **self._health}
            return pages.text(status, json.dumps(body) + "\n", "application/json")
        if path == "/metrics":
            return pages.text(200, self._metrics.text(), self._metrics.content_type)
        return self._site.get(path, {key: _all(request, key) for key in ("If-None-Match", "Accept-Encoding")})

    def _peer(self, remote: str, request: Request) -> Peer:
        forwarded = request.headers.get_all("X-Forwarded-For")
        return peer_of(remote, _all(request, "Host"), forwarded, _all(request, "X-Forwarded-Host"), self._trusted)

    def _knock(self, request: Request, peer: Peer) -> Response | None:
        """None lets a WebSocket in."""
        if _all(request, "Upgrade").lower() != "websocket":
            return _response(pages.text(426, f"{WEBSOCKET_PATH} is for WebSockets.\n"))
        if not self._welcome_origin(request.headers.get_all("Origin"), peer.host):
            return _response(pages.text(403, "Pages of this origin may not connect; the server's owner can allow it.\n"))
        if self._open >= self.config.max_connections or self._stopping:
            return _response(pages.text(503, "This server takes no more connections now.\n"))
        if self._from[peer.address] >= self.config.max_per_address:
            return _response(pages.text(429, "There are too many connections from this address.\n"))
        offered = [name.strip() for line in request.headers.get_all("Sec-WebSocket-Protocol") for name in line.split(",")]
        if choose(offered) is None:
            return _response(pages.text(400, f"Offer a subprotocol: {' or '.join(SUBPROTOCOLS)}.\n"))
        return None

    def _welcome_origin(self, origins: list[str], host: str) -> bool:
        if not origins:
            return True  # no browser, so nobody's page
        allowed = self.config.origins
        if len(origins) != 1:
            return False
        if "*" in allowed or origins[0] in allowed:
            return True
        theirs = _host(origins[0])
        return theirs is not None and theirs in (host, _host(self.config.public_url))

    def protocol(self) -> ServerProtocol:
        """See `House`. The session says goodbye to what is too large; the library's limit is the backstop."""
        return ServerProtocol(select_subprotocol=_select, max_size=4 * self.config.max_frame)

    def arrived(self, wire: Wire) -> None:
        """See `House`. Besides those who play, as many again may load a page; who is one too many is cut."""
        self._wires.add(wire)
        if len(self._wires) > 2 * self.config.max_connections:
            wire.abort()
            if clock.tick() > self._told + _TELL:
                self._told = clock.tick()
                self._log.warning("too many sockets", open=len(self._wires), playing=self._open)

    def opened(self, wire: Wire, request: Request, subprotocol: str) -> Connection:
        """See `House`."""
        chosen = parse(subprotocol)
        assert chosen is not None  # _knock has seen to it
        self._open += 1
        wire.address = self._peer(wire.remote, request).address
        self._from[wire.address] += 1
        self._metrics.connections.inc()
        return Connection(chosen, self._door, self.config, self._metrics, self._aside, wire)

    def left(self, wire: Wire) -> None:
        """See `House`."""
        self._wires.discard(wire)
        if wire.connection is not None:
            leaving = asyncio.create_task(self._leave(wire, wire.connection))
            self._leaving.add(leaving)
            leaving.add_done_callback(self._leaving.discard)

    async def _leave(self, wire: Wire, connection: Connection) -> None:
        try:
            await wire.read()
            await connection.leave()
        finally:
            self._open -= 1
            self._from[wire.address] -= 1
            if not self._from[wire.address]:
                del self._from[wire.address]
            self._metrics.connections.dec()
            wire.connection = None  # each holds the other: without this both, and their table, would wait for the collector

    def _tick(self) -> None:
        self._ticking = asyncio.get_running_loop().call_later(self.config.ping_seconds / QUARTERS, self._tick)
        for wire in self._wires:
            wire.tick()


def _all(request: Request, name: str) -> str:
    """A header, whose lines count as one however many there are; empty where there is none."""
    return ", ".join(request.headers.get_all(name))


def _host(address: str) -> str | None:
    """The host of a web address, with its port; None for what has none: a file, or a page that a browser shut in (`null`)."""
    try:
        parts = urlsplit(address)
    except ValueError:  # no browser says such a thing
        return None
    return parts.netloc or None if parts.scheme in ("http", "https") else None


def _select(_rules: ServerProtocol, offered: Sequence[Subprotocol]) -> Subprotocol | None:
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
