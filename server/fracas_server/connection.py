"""One connection: the protocol's session on one side, a table or the lobby on the other. It sees no socket."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from fracas_protocol.codec import Frame
from fracas_protocol.errors import ByeCode, ProtocolViolation
from fracas_protocol.inbound import ClientMessage, Do, Hello, Ping, Query
from fracas_protocol.outbound import Bye, Pong, Refused, ServerMessage
from fracas_protocol.session import Session
from fracas_protocol.version import Chosen

from . import logs
from .config import Config
from .door import Door, Place
from .metrics import Metrics
from .outbox import Bucket
from .queries import Aside
from .table import Closed

_TRIES = 3
_TOO_FAST = "That came too fast and was not looked at. Slow down and send it again."


class Farewell(NamedTuple):
    """How a connection ends: the last frame, and the close code and reason of the socket. `at_once`: nothing else is sent."""

    code: int
    reason: str
    frame: Frame
    at_once: bool


class Line(Protocol):
    """What a connection writes to. Neither call waits."""

    address: str

    def send(self, frame: Frame, more: bool = False) -> bool:
        """Send a frame; False when its reader is too slow for another. `more`: one may follow at once."""

    def part(self, farewell: Farewell) -> None:
        """Say goodbye and close."""


class Connection:
    """A `Listener`. The wire feeds it with frames; `gone` once the server has ended it."""

    def __init__(
        self, chosen: Chosen, door: Door, config: Config, metrics: Metrics, aside: Aside, wire: Line
    ) -> None:
        self.encoding = chosen.encoding
        self.seat = ""
        self.token_hash = ""
        self.new_token: str | None = None
        self.gone = False
        self._wire = wire
        self._session = Session(chosen, max_frame=config.max_frame)
        self._door = door
        self._metrics = metrics
        self._aside = aside
        self._bucket = Bucket(config.rate, config.burst)
        self._place: Place | None = None
        self._log: Any = logs.get(address=wire.address)

    def begin(self) -> None:
        """Call before anything is read: a client of another version is told so."""
        try:
            self._session.begin()
        except ProtocolViolation as fault:
            self._end(fault)

    def read(self, frame: Frame) -> list[ClientMessage]:
        """The messages of a frame, without those that came too fast. Whatever is wrong with it ends this connection alone."""
        try:
            return [message for message in self._session.receive(frame) if self._admitted(message)]
        except Exception as error:
            self._fault(error)
            return []

    def offer(self, message: ClientMessage) -> bool:
        """Carry a message out if that needs no waiting; False if it does."""
        if self._place is None or not isinstance(message, Do):
            return False
        taken = self._place.offer(self, message)
        if taken:
            self._log.debug("received", command=message.id)
        return taken

    async def take(self, message: ClientMessage) -> None:
        """Carry a message out. Whatever is wrong with it ends this connection and nothing else."""
        try:
            await self._message(message)
        except Exception as error:
            self._fault(error)

    def _fault(self, error: Exception) -> None:
        if isinstance(error, ProtocolViolation):
            self._end(error)
        elif isinstance(error, Closed):
            self.dismiss("stopping", "The server is stopping; it comes back soon.")
        else:
            incident = logs.incident(self._log, "message", error)
            self.dismiss("internal", f"The server met a fault; its log has it under {incident}. Connect again.")

    async def leave(self) -> None:
        """The socket is gone."""
        self.gone = True
        if self._place is not None:
            await self._place.leave(self)

    def say(self, message: ServerMessage, more: bool = False) -> None:
        """See `Listener.say`."""
        if not self.gone:
            self.deliver(self._session.send(message), more)

    def deliver(self, frame: Frame, more: bool = False) -> None:
        """See `Listener.deliver`."""
        if self.gone:
            return
        self._metrics.frames += 1
        if not self._wire.send(frame, more):
            self._say_bye("too-slow", "This connection reads too slowly: connect again with its cursor.", at_once=True)

    def dismiss(self, code: ByeCode, message: str) -> None:
        """See `Listener.dismiss`."""
        self._say_bye(code, message, at_once=False)

    def _say_bye(self, code: ByeCode, message: str, at_once: bool) -> None:
        self._end(ProtocolViolation(code, message), at_once)

    def _end(self, fault: ProtocolViolation, at_once: bool = False) -> None:
        if self.gone:
            return
        bye = Bye.of(fault)
        self._metrics.byes.labels(bye.code).inc()
        self._log.info("bye", code=bye.code, why=bye.message)
        self.gone = True
        self._wire.part(Farewell(fault.close, fault.reason, self._session.send(bye), at_once))

    async def _message(self, message: ClientMessage) -> None:
        if isinstance(message, Hello):
            await self._hello(message)
            return
        assert self._place is not None  # the session lets nothing through before the hello
        if isinstance(message, Do):
            self._log.debug("received", command=message.id)
            await self._place.do(self, message)
        elif isinstance(message, Query):
            await self._place.query(self, message, self._aside)
        else:
            self.say(Pong(id=message.id))

    def _admitted(self, message: ClientMessage) -> bool:
        return isinstance(message, Hello) or self._bucket.take() or not self._too_fast(message)

    def _too_fast(self, message: Do | Query | Ping) -> bool:
        if self._bucket.flooded:
            raise ProtocolViolation("rate-limited", "Too many messages for too long. Connect again after a pause.")
        if isinstance(message, Ping):
            return False
        self.say(Refused(id=message.id, code="rate-limited", message=_TOO_FAST))
        return True

    async def _hello(self, hello: Hello) -> None:
        for _ in range(_TRIES):
            admitted = await self._door.admit(hello.token)
            self.seat, self.token_hash, self.new_token = admitted.seat, admitted.token_hash, admitted.new_token
            self._place = admitted.place
            self._log = logs.get(table=getattr(admitted.place, "id", "lobby"), seat=self.seat, address=self._wire.address)
            try:
                await admitted.place.join(self, hello.cursor)
            except Closed:  # put away between the door and the chair: it is loaded again
                continue
            self._log.info("hello", client=hello.client, encoding=str(self.encoding), resumed=hello.cursor is not None)
            return
        raise ProtocolViolation("table-closed", "The table is being put away: connect again.")
