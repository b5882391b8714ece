"""One connection as a state machine that never sees a socket (server side).

Theory of operation
===================

The gateway owns the socket and this object side by side. It hands every frame that arrives to `receive` and does what the
returned messages ask; it hands every message that should leave to `send` and writes what comes back. All rules about *order*
live here:

    state        | comes in                      | goes out            | next state
    -------------+-------------------------------+---------------------+------------------------------
    EXPECT_HELLO | hello, of our version         |                     | GREETED
    EXPECT_HELLO | hello, of another version     | (bye `version`)     | FAILED
    EXPECT_HELLO | any other message             | (bye `hello-first`) | FAILED
    GREETED      | do, query, ping               |                     | GREETED (answer after welcome)
    GREETED      |                               | welcome             | OPEN
    OPEN         | do, query, ping               |                     | OPEN
    OPEN         |                               | anything but welcome| OPEN
    GREETED,OPEN | hello                         | (bye `hello-twice`) | FAILED
    these three  | a frame that cannot be read   | (bye `malformed`)   | FAILED
    these three  | a frame that is too large     | (bye `too-large`)   | FAILED
    these three  |                               | bye                 | CLOSED
    FAILED       | anything: dropped             |                     | FAILED
    FAILED       |                               | bye                 | CLOSED
    CLOSED       | anything: dropped             |                     | CLOSED

A fault of the *peer* is a `ProtocolViolation`; the session is then FAILED and the one thing left to send is the goodbye it
calls for. A fault of the *caller* (an answer before the welcome, a message after the bye) is a `RuntimeError`: a bug on our
side.

A client that speaks only another version is let in under the name it offered, so that it can be told: `begin` raises for it at
once. The same goodbye meets a client whose hello carries another number, even if the rest of that hello is shaped as we have
never seen.

A gateway's whole loop::

    session = Session(chosen)
    try:
        session.begin()
        async for frame in socket:
            for message in session.receive(frame):
                ...                             # hello: answer with welcome; do, query, ping: answer each
    except ProtocolViolation as fault:          # also raised by the gateway itself: unknown-token, too-slow, ...
        await socket.send(session.send(Bye.of(fault)))
        await socket.close(fault.close, fault.reason)

An `update` that several sockets share is encoded once with `codec.encode` and may be written to each without passing through
here, once its session is open.
"""

from enum import Enum

import msgspec

from fracas_protocol import codec
from fracas_protocol.errors import PayloadFault, ProtocolViolation
from fracas_protocol.inbound import ClientMessage, Hello
from fracas_protocol.limits import MAX_DEPTH, MAX_FRAME
from fracas_protocol.outbound import Bye, ServerMessage, Welcome
from fracas_protocol.version import PROTOCOL, Chosen


class State(Enum):
    """Where a connection stands; the table is at the top of this module."""

    EXPECT_HELLO = "expect-hello"
    GREETED = "greeted"
    OPEN = "open"
    FAILED = "failed"
    CLOSED = "closed"


class _AnyHello(msgspec.Struct, tag="hello", frozen=True):
    """As much of a hello of any version as tells which version it is."""

    version: int


class Session:
    """The protocol's side of one connection: frames in, messages out, and back.

    Parameters:
        chosen: the subprotocol that the handshake settled on.
        max_frame: bytes of the largest frame to accept.
        max_depth: how far arrays and objects may nest in one frame.
    """

    def __init__(self, chosen: Chosen, *, max_frame: int = MAX_FRAME, max_depth: int = MAX_DEPTH):
        self.chosen = chosen
        self.encoding = chosen.encoding
        self.state = State.EXPECT_HELLO
        self._max_frame = max_frame
        self._max_depth = max_depth

    @property
    def over(self) -> bool:
        """Whether nothing that arrives is read any more."""
        return self.state in (State.FAILED, State.CLOSED)

    def begin(self) -> None:
        """Call once, when the socket is open and before anything is read.

        Raises:
            ProtocolViolation: the subprotocol is of another version.
        """
        if self.chosen.foreign:
            self.state = State.FAILED
            raise _other_version(self.chosen.version)

    def receive(self, data: codec.Frame) -> list[ClientMessage]:
        """Take one frame, give the messages it holds, in order; none once the session is over.

        Raises:
            ProtocolViolation: the peer broke the protocol; the session has failed, and `send(Bye.of(fault))` is what is left.
        """
        if self.over:
            return []
        try:
            self.begin()
            message = self._read(data)
            self._accept(message)
        except ProtocolViolation:
            self.state = State.FAILED
            raise
        return [message]

    def send(self, message: ServerMessage) -> codec.Frame:
        """Give the frame of a message that leaves: `str` for a text frame, `bytes` for a binary one.

        Raises:
            RuntimeError: the message may not leave in this state; the caller is at fault.
        """
        if self.state is State.CLOSED:
            raise RuntimeError(f"cannot send {_name(message)}: this session has said bye")
        if isinstance(message, Bye):
            frame = codec.encode(message, self.encoding)
            self.state = State.CLOSED
            return frame
        if self.state is State.FAILED:
            raise RuntimeError(f"cannot send {_name(message)}: the session has failed and only bye may leave")
        due = State.GREETED if isinstance(message, Welcome) else State.OPEN
        if self.state is not due:
            raise RuntimeError(f"cannot send {_name(message)} while {self.state.value}: one welcome comes, right after hello")
        frame = codec.encode(message, self.encoding)
        self.state = State.OPEN
        return frame

    def _read(self, data: codec.Frame) -> ClientMessage:
        try:
            return codec.decode_client(data, self.encoding, self._max_frame, self._max_depth)
        except ProtocolViolation as fault:
            if self.state is State.EXPECT_HELLO and fault.code == "malformed":
                self._recognise_other_version(data)
            raise

    def _recognise_other_version(self, data: codec.Frame) -> None:
        try:
            raw = codec.checked(data, self.encoding, self._max_frame, self._max_depth)
            hello = codec.unpack(msgspec.Raw(raw), self.encoding, _AnyHello)
        except (ProtocolViolation, PayloadFault):
            return
        if hello.version != PROTOCOL:
            raise _other_version(hello.version)

    def _accept(self, message: ClientMessage) -> None:
        if not isinstance(message, Hello):
            if self.state is State.EXPECT_HELLO:
                raise ProtocolViolation("hello-first", f"The first message must be hello; {_name(message)} came.")
            return
        if self.state is not State.EXPECT_HELLO:
            raise ProtocolViolation("hello-twice", "This connection has said hello; open another for another seat.")
        if message.version != PROTOCOL:
            raise _other_version(message.version)
        self.state = State.GREETED


def _name(message: ClientMessage | ServerMessage) -> str:
    return str(message.__struct_config__.tag)


def _other_version(yours: int) -> ProtocolViolation:
    older = "client" if yours < PROTOCOL else "server"
    text = f"This server speaks version {PROTOCOL} of the protocol, this client version {yours}: update the {older}."
    return ProtocolViolation("version", text, ours=PROTOCOL, yours=yours)
