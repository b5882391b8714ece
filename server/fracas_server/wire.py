"""One socket: bytes in and out. The library's state machine keeps the rules of HTTP and WebSocket; limits and time are kept here.

    what happens                                  | what comes of it
    ----------------------------------------------+--------------------------------------------------------------------
    no whole request within `hello_seconds`       | cut
    a request                                     | the house answers it, or lets a WebSocket in
    no message within `hello_seconds` after that  | goodbye `hello-first`
    commands faster than their table takes them   | the socket is read no further until there is room
    a reader that is behind                       | its frames wait in the outbox; one too many: goodbye `too-slow`
    no whole frame for `ping_seconds`             | a ping; and none for as long again: closed with 1011
    a goodbye                                     | what waits goes first, `close_seconds` at most; as long again to close

A frame that is dripped byte by byte counts as silence: nothing whole can come in before it ends.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import cast

from fracas_protocol.codec import Frame
from fracas_protocol.inbound import ClientMessage
from websockets.frames import Frame as WebSocketFrame
from websockets.frames import Opcode
from websockets.http11 import Request
from websockets.protocol import State

from .connection import Connection, Farewell
from .house import Framer, House
from .outbox import Bucket, Outbox

#: Bytes in a socket's own buffer from which on its reader counts as behind.
_BEHIND = 16 * 1024
#: Messages of one connection that may wait to be carried out before it is read no further.
_AHEAD = 16
#: Bytes that are read at a time, so that what comes in them can be paid for.
_SLICE = 4096
#: Frames, of whatever kind, for each message that a connection may send.
_FRAMES = 20
#: Seconds of rest that are worth the while.
_PATIENT = 0.05
#: A silence is noticed in quarters of `ping_seconds`.
QUARTERS = 4
#: Seconds after which another look is taken at a buffer that is full without anybody having said so.
_AGAIN = 0.05
#: Seconds that sending a page to a slow reader may take.
DOWNLOAD = 60.0


class Wire(asyncio.Protocol):
    """A socket, from its first byte to its last. `asked` once a request came, `connection` while it is a WebSocket."""

    __slots__ = (
        "_bidden", "_ended", "_failed", "_farewell", "_frames", "_heard", "_held", "_house", "_idle", "_inbox", "_last",
        "_looking", "_loop", "_lost", "_most", "_outbox", "_part_by", "_parts", "_paused", "_quiet", "_reader", "_rules",
        "_stopped", "_text", "_timer", "_transport", "_unread", "address", "asked", "connection", "framed",
    )  # fmt: skip
    _transport: asyncio.Transport

    def __init__(self, house: House, framed: Framer, loop: asyncio.AbstractEventLoop) -> None:
        self.connection: Connection | None = None
        self.asked = False
        self.address = ""
        self.framed = framed
        self._house = house
        self._most = house.config.outbox_bytes + _BEHIND
        self._loop = loop
        self._rules = house.protocol()
        self._inbox: deque[ClientMessage] | None = None
        self._outbox: Outbox | None = None
        self._reader: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._farewell: Farewell | None = None
        self._parts: bytearray | None = None
        self._held = b""
        self._text = False
        self._last = False
        self._part_by = 0.0
        self._unread = b""
        self._frames = Bucket(_FRAMES * house.config.rate, int(_FRAMES * house.config.burst))
        self._idle = False
        self._lost = False
        self._ended = False
        self._heard = False
        self._failed = False
        self._quiet = 0
        self._paused = False
        self._stopped = False
        self._looking = False
        self._bidden = False

    @property
    def waiting(self) -> int:
        """Bytes that wait for a reader who is behind."""
        return 0 if self._outbox is None else self._outbox.waiting

    @property
    def remote(self) -> str:
        """The address of whoever is at the other end."""
        peer = self._transport.get_extra_info("peername")
        return str(peer[0]) if peer else ""

    # What comes in.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.Protocol`."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's are none by inheritance
        self._transport.set_write_buffer_limits(high=_BEHIND)
        self._house.arrived(self)
        self._within(self._house.config.hello_seconds, self.abort)

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`. Frames are many or few in the same bytes: they are read in slices, and paid for one by one."""
        self._unread += data
        if not self._idle:
            self._go_on()

    def _go_on(self) -> None:
        """Read what has come, until it is too much for now."""
        unread, self._unread = self._unread, b""
        at = 0
        while at < len(unread) and not self._lost:
            slice_, at = unread[at : at + _SLICE], at + _SLICE
            wait = self._frames.spend(self._read_slice(slice_))
            if (wait and at < len(unread)) or wait > _PATIENT:
                self._unread = unread[at:]
                self._rest(max(wait, _PATIENT))
                return

    def _read_slice(self, data: bytes) -> int:
        """Feed the rules; how many frames came of it."""
        opening = self._rules.state is State.CONNECTING
        self._rules.receive_data(data)
        events = self._rules.events_received()
        early = self._rules.data_to_send() if opening else []  # answers to frames that came before they were let in
        self._flush()
        for event in events:
            if isinstance(event, WebSocketFrame):
                self._frame(event)
            elif isinstance(event, Request):
                self._request(event)
        self._write_all(early)
        return len(events)

    def _rest(self, seconds: float) -> None:
        """Read no further for a while: more frames come than anybody needs."""
        self._idle = True
        self._pace()
        self._loop.call_later(seconds, self._rested)

    def _rested(self) -> None:
        self._idle = False
        if self._lost:
            return
        self._go_on()
        self._pace()

    def _pace(self) -> None:
        """Read on, unless it rests or more waits to be carried out than may."""
        stop = self._idle or len(self._inbox or ()) >= _AHEAD
        if stop is self._stopped or self._transport.is_closing():
            return
        self._stopped = stop
        if stop:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()

    def eof_received(self) -> None:
        """See `asyncio.Protocol`: the transport closes itself."""
        self._rules.receive_eof()
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._within(None, None)
        self._bidden = self._lost = True
        self._outbox = None
        self._house.left(self)

    def _request(self, request: Request) -> None:
        self.asked = True
        if self._rules.eof_sent:  # it said goodbye before it was let in
            self.abort()
            return
        answer = self._house.answer(request, self.remote)
        answer = self._rules.accept(request) if answer is None else answer
        self._rules.send_response(answer)
        if self._rules.state is not State.OPEN:
            self._flush()
            self._part_by = self._loop.time() + DOWNLOAD
            self._delivered()
            return
        self._flush()
        self._heard, self._quiet = False, 0
        self._within(self._house.config.hello_seconds, self._silent)
        self.connection = self._house.opened(self, request, self._rules.subprotocol or "")
        self.connection.begin()

    def _delivered(self) -> None:
        """A page is out, or has had time enough: whoever does not close then is cut."""
        if self._loop.time() > self._part_by or (self._last and not self._transport.get_write_buffer_size()):
            self.abort()
            return
        self._last = not self._transport.get_write_buffer_size()
        self._within(self._house.config.close_seconds, self._delivered)

    def _frame(self, frame: WebSocketFrame) -> None:
        self._heard = True
        kind = frame.opcode
        if kind is Opcode.TEXT or kind is Opcode.BINARY:
            self._text = kind is Opcode.TEXT
            if frame.fin:
                self._message(bytes(frame.data))
            else:
                self._parts = bytearray(frame.data)
        elif kind is Opcode.CONT:
            assert self._parts is not None  # the rules let none come without a beginning
            self._parts += frame.data
            if frame.fin:
                whole, self._parts = bytes(self._parts), None
                self._message(whole)

    def _message(self, data: bytes) -> None:
        if self.connection is None or self._farewell is not None or self._failed:
            return
        if self._timer is not None and self._rules.state is State.OPEN:  # else the timer is of the closing
            self._within(None, None)
        try:
            message: Frame = data.decode() if self._text else data
        except UnicodeDecodeError:
            self._fail(1007, "a text that is not UTF-8")
            return
        for one in self.connection.read(message):
            if self._reader is None and self.connection.offer(one):
                continue
            if self._inbox is None:
                self._inbox = deque()
            self._inbox.append(one)
            if self._reader is None:
                self._reader = self._loop.create_task(self._read(self.connection, self._inbox))
        self._pace()

    async def _read(self, connection: Connection, inbox: deque[ClientMessage]) -> None:
        while inbox:
            await connection.take(inbox.popleft())
            self._pace()
        self._inbox = self._reader = None

    async def read(self) -> None:
        """Wait until what came in has been carried out."""
        if self._reader is not None:
            await asyncio.wait({self._reader})

    # What goes out.

    def send(self, frame: Frame, more: bool = False) -> bool:
        """Send a message, at once unless the reader is behind; False when no more can wait for it.

        `more`: another may follow before the loop turns; they are then written together.
        """
        if self._bidden or self._farewell is not None or self._rules.state is not State.OPEN:
            return True  # goodbye has been said: nobody waits for this
        if not self._outbox and not self._paused and self._transport.get_write_buffer_size() <= _BEHIND:
            self._held += self.framed(frame)
            if more:
                self._loop.call_soon(self._release)
            else:
                self._release()
            return True
        self._release()
        if self._outbox is None:
            self._outbox = Outbox(self._house.config.outbox_frames, self._house.config.outbox_bytes)
        if not self._outbox.put(frame):
            return False
        self._again()
        return True

    def _release(self) -> None:
        if self._held and not self._bidden:
            self._transport.write(self._held)
        self._held = b""

    def part(self, farewell: Farewell) -> None:
        """Say goodbye, after what waits unless that is the trouble; then close."""
        self._release()
        self._farewell = farewell
        if farewell.at_once:
            self._outbox = None
        self._within(self._house.config.close_seconds, self._goodbye)
        self._drain()

    def pause_writing(self) -> None:
        """See `asyncio.Protocol`."""
        self._paused = True

    def resume_writing(self) -> None:
        """See `asyncio.Protocol`."""
        self._paused = False
        self._drain()

    def abort(self) -> None:
        """End it without a word."""
        self._transport.abort()

    def _drain(self) -> None:
        self._looking = False
        if self._rules.state is not State.OPEN:  # the end of the stream is written: nothing can follow
            self._outbox = None
        while self._outbox and not self._paused and self._transport.get_write_buffer_size() <= _BEHIND:
            self._transport.write(self.framed(self._outbox.next()))
        if self._outbox:
            self._again()
        elif self._farewell is not None:
            self._goodbye()

    def _again(self) -> None:
        """Look at the buffer again, unless somebody says when."""
        if not self._paused and not self._looking:
            self._looking = True
            self._loop.call_later(_AGAIN, self._drain)

    def _goodbye(self) -> None:
        if self._bidden or self._farewell is None:
            return
        self._bidden = True
        self._outbox = None
        if self._rules.state is State.OPEN:
            self._transport.write(self.framed(self._farewell.frame))
            self._rules.send_close(self._farewell.code, self._farewell.reason)
            self._flush()
        self._within(self._house.config.close_seconds, self.abort)

    def _silent(self) -> None:
        assert self.connection is not None
        seconds = self._house.config.hello_seconds
        self.connection.dismiss("hello-first", f"No hello came within {seconds:g} seconds.")

    # Time.

    def tick(self) -> None:
        """A quarter of `ping_seconds` has gone by."""
        if self._heard or self._stopped:  # what is not read cannot be heard
            self._heard, self._quiet = False, 0
            return
        self._quiet += 1
        if self._quiet == QUARTERS and self._rules.state is State.OPEN:
            self._rules.send_ping(b"")
            self._flush()
        elif self._quiet == 2 * QUARTERS and self._rules.state is State.OPEN:
            self._fail(1011, "no answer to a ping")

    def _within(self, seconds: float | None, then: Callable[[], None] | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None or then is None else self._loop.call_later(seconds, then)

    def _fail(self, code: int, reason: str) -> None:
        """Close for a fault of the peer's; what it sent behind that is not read."""
        self._failed = True
        self._rules.fail(code, reason)
        self._flush()

    def _flush(self) -> None:
        """Write what the rules want written."""
        self._release()
        if self.connection is not None and self._transport.get_write_buffer_size() > self._most:
            self.abort()  # it asks and asks, and reads no answer
            return
        self._write_all(self._rules.data_to_send())

    def _write_all(self, chunks: Iterable[bytes]) -> None:
        for data in chunks:
            if self._ended:
                return
            if data:
                self._transport.write(data)
            else:  # the end of the stream
                self._ended = True
                if self._transport.can_write_eof():
                    self._transport.write_eof()
                else:
                    self._transport.close()
                if self._rules.state is not State.CONNECTING:
                    self._within(self._house.config.close_seconds, self.abort)
