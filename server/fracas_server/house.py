"""What all sockets of a server share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from fracas_protocol.codec import Frame
from websockets.frames import Frame as WebSocketFrame
from websockets.frames import Opcode
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from .config import Config
from .connection import Connection

if TYPE_CHECKING:
    from .wire import Wire


class House(Protocol):
    """Whom a socket asks, and whom it tells."""

    config: Config

    def answer(self, request: Request, remote: str) -> Response | None:
        """Answer a request; None lets a WebSocket in."""

    def protocol(self) -> ServerProtocol:
        """The rules for a new socket."""

    def arrived(self, wire: Wire) -> None:
        """A socket is open."""

    def opened(self, wire: Wire, request: Request, subprotocol: str) -> Connection:
        """A WebSocket is open: who sits at it."""

    def left(self, wire: Wire) -> None:
        """The socket is gone."""


class Framer:
    """WebSocket frames as bytes. The same message for several sockets is framed once: it is handed to them in a row."""

    def __init__(self) -> None:
        self._frame: Frame | None = None
        self._bytes = b""

    def __call__(self, frame: Frame) -> bytes:
        """The bytes of a message."""
        if frame is not self._frame:
            text = isinstance(frame, str)
            data = frame.encode() if isinstance(frame, str) else frame
            self._bytes = WebSocketFrame(Opcode.TEXT if text else Opcode.BINARY, data).serialize(mask=False)
            self._frame = frame
        return self._bytes
