"""One connection's order of messages, row by row of the table in session.py."""

from typing import Any

import msgspec
import pytest
from fracas_protocol import codec
from fracas_protocol.errors import ProtocolViolation
from fracas_protocol.inbound import ClientMessage, Do, Hello, Ping, Query
from fracas_protocol.outbound import Bye, Done, Pong, Seat, ServerMessage, Welcome
from fracas_protocol.session import Session, State
from fracas_protocol.version import JSON, MSGPACK, Chosen, choose

BOTH = pytest.mark.parametrize("chosen", [MSGPACK, JSON], ids=lambda chosen: chosen.name)
HELLO = Hello(token="tok", version=1)
STOPPING = Bye(code="stopping", message="Back soon.")


def welcome(chosen: Chosen) -> Welcome:
    seat = Seat(id="s", name="Mara", role="player")
    view = codec.pack({}, chosen.encoding)
    return Welcome(version=1, server="fracas", table="t", seat=seat, view=view, cursor="c")


def say(session: Session, message: ClientMessage) -> list[ClientMessage]:
    return session.receive(codec.encode(message, session.encoding))


def violation(session: Session, frame: codec.Frame) -> ProtocolViolation:
    with pytest.raises(ProtocolViolation) as caught:
        session.receive(frame)
    assert session.state is State.FAILED
    return caught.value


def heard(session: Session, message: ServerMessage) -> ServerMessage:
    return codec.decode_server(session.send(message), session.encoding)


def opened(chosen: Chosen) -> Session:
    session = Session(chosen)
    session.begin()
    assert say(session, HELLO) == [HELLO]
    session.send(welcome(chosen))
    return session


@BOTH
def test_a_plain_conversation(chosen: Chosen) -> None:
    """Hello, welcome, a ping and its pong, bye."""
    session = Session(chosen)
    session.begin()
    assert session.state is State.EXPECT_HELLO
    assert say(session, HELLO) == [HELLO]
    assert session.state is State.GREETED
    session.send(welcome(chosen))
    assert session.state is State.OPEN
    assert say(session, Ping(id="p-1")) == [Ping(id="p-1")]
    assert heard(session, Pong(id="p-1")) == Pong(id="p-1")
    assert not session.over
    assert heard(session, STOPPING) == STOPPING
    assert session.state is State.CLOSED
    assert session.over


@BOTH
def test_a_client_need_not_wait_for_the_welcome(chosen: Chosen) -> None:
    """What follows hello at once is taken; the welcome still goes out first."""
    session = Session(chosen)
    say(session, HELLO)
    assert say(session, Query(id="q", what="schemas")) == [Query(id="q", what="schemas")]
    with pytest.raises(RuntimeError, match="cannot send done while greeted: one welcome comes, right after hello"):
        session.send(Done(id="m"))
    session.send(welcome(chosen))
    session.send(Done(id="m"))


@BOTH
@pytest.mark.parametrize("kind", ["do", "query", "ping"])
def test_anything_before_hello(chosen: Chosen, kind: str) -> None:
    """A first message that is not hello ends the connection with `hello-first`."""
    early: dict[str, ClientMessage] = {
        "do": Do(id="m", command=codec.pack({}, chosen.encoding)),
        "query": Query(id="q", what="legal"),
        "ping": Ping(id="p"),
    }
    session = Session(chosen)
    fault = violation(session, codec.encode(early[kind], chosen.encoding))
    assert (fault.code, fault.close) == ("hello-first", 4402)
    assert fault.message == f"The first message must be hello; {kind} came."


@BOTH
def test_second_hello(chosen: Chosen) -> None:
    """A second hello ends the connection with `hello-twice`, before and after the welcome, even with another version."""
    for session in (opened(chosen), Session(chosen)):
        if session.state is State.EXPECT_HELLO:
            say(session, HELLO)
        fault = violation(session, codec.encode(Hello(token="tok", version=2), chosen.encoding))
        assert (fault.code, fault.close) == ("hello-twice", 4402)


@BOTH
@pytest.mark.parametrize(("version", "side"), [(2, "server"), (0, "client"), (-1, "client")])
def test_other_version_in_hello(chosen: Chosen, version: int, side: str) -> None:
    """A hello of another version gets a bye with both numbers and the side to update, and 4400."""
    session = Session(chosen)
    fault = violation(session, codec.encode(Hello(token="tok", version=version), chosen.encoding))
    assert (fault.code, fault.close) == ("version", 4400)
    assert heard(session, Bye.of(fault)) == Bye(
        code="version",
        message=f"This server speaks version 1 of the protocol, this client version {version}: update the {side}.",
        ours=1,
        yours=version,
    )


@BOTH
def test_other_version_with_another_shape(chosen: Chosen) -> None:
    """A hello of a version we have never seen is told about versions, whatever else it holds or lacks."""
    strange: dict[str, Any] = {"type": "hello", "version": 3, "seat_token": {"kind": "new"}, "features": ["x"]}
    frame = msgspec.json.encode(strange).decode() if chosen is JSON else msgspec.msgpack.encode(strange)
    fault = violation(Session(chosen), frame)
    assert (fault.code, fault.ours, fault.yours) == ("version", 1, 3)


@BOTH
def test_our_version_with_another_shape(chosen: Chosen) -> None:
    """A misshapen hello of our own version is malformed, and says where."""
    strange: dict[str, Any] = {"type": "hello", "version": 1, "token": 5}
    frame = msgspec.json.encode(strange).decode() if chosen is JSON else msgspec.msgpack.encode(strange)
    fault = violation(Session(chosen), frame)
    assert (fault.code, fault.message) == ("malformed", "Unreadable message: Expected `str`, got `int` (at token).")


@pytest.mark.parametrize("name", ["fracas.v2+msgpack", "fracas.v7+json"])
def test_other_version_in_the_handshake(name: str) -> None:
    """A client that offers only another version gets its bye at once, in the encoding it offered."""
    chosen = choose([name])
    assert chosen is not None
    session = Session(chosen)
    with pytest.raises(ProtocolViolation) as caught:
        session.begin()
    assert (caught.value.code, caught.value.close) == ("version", 4400)
    frame = session.send(Bye.of(caught.value))
    assert isinstance(frame, str) is name.endswith("json")
    bye = codec.decode_server(frame, chosen.encoding)
    assert isinstance(bye, Bye)
    assert (bye.ours, bye.yours) == (1, chosen.version)
    assert session.state is State.CLOSED


def test_other_version_whose_begin_was_forgotten() -> None:
    """Reading from a connection of another version raises as `begin` would; nothing of it is decoded."""
    session = Session(Chosen("fracas.v2+json", 2, JSON.encoding))
    assert violation(session, "whatever").code == "version"


@BOTH
def test_a_bad_frame_ends_it(chosen: Chosen) -> None:
    """After an unreadable frame nothing is read and only the goodbye may leave."""
    session = opened(chosen)
    fault = violation(session, "{" if chosen is JSON else b"\xc1")
    assert fault.code == "malformed"
    assert say(session, Ping(id="p")) == []
    with pytest.raises(RuntimeError, match="cannot send pong: the session has failed and only bye may leave"):
        session.send(Pong(id="p"))
    heard(session, Bye.of(fault))
    assert say(session, Ping(id="p")) == []
    with pytest.raises(RuntimeError, match="cannot send bye: this session has said bye"):
        session.send(STOPPING)


@BOTH
def test_frames_of_the_other_kind(chosen: Chosen) -> None:
    """Text on a MessagePack connection, or bytes on a JSON one, ends it."""
    other = codec.encode(HELLO, MSGPACK.encoding if chosen is JSON else JSON.encoding)
    assert violation(Session(chosen), other).code == "malformed"


@BOTH
def test_limits_are_the_sessions_own(chosen: Chosen) -> None:
    """A session may be given a smaller frame or a smaller depth."""
    frame = codec.encode(HELLO, chosen.encoding)
    fault = violation(Session(chosen, max_frame=len(frame) - 1), frame)
    assert (fault.code, fault.close) == ("too-large", 4402)
    session = Session(chosen, max_depth=2)
    say(session, HELLO)
    deep = Do(id="m", command=codec.pack({"a": {}}, chosen.encoding))
    assert "more than 2 arrays and objects" in violation(session, codec.encode(deep, chosen.encoding)).message


@BOTH
def test_nothing_but_bye_leaves_before_hello(chosen: Chosen) -> None:
    """A server that answers nobody has a bug and is told; a goodbye is always allowed."""
    session = Session(chosen)
    for message in (welcome(chosen), Done(id="m"), Pong(id="p")):
        with pytest.raises(RuntimeError, match=r"cannot send \w+ while expect-hello"):
            session.send(message)
    assert heard(session, STOPPING) == STOPPING


@BOTH
def test_one_welcome(chosen: Chosen) -> None:
    """A second welcome is our bug."""
    session = opened(chosen)
    with pytest.raises(RuntimeError, match="cannot send welcome while open"):
        session.send(welcome(chosen))
