"""Bytes to messages: what is read, and every way in which a frame is refused."""

import math
import time
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from fracas_protocol import codec
from fracas_protocol.errors import PayloadFault, ProtocolViolation, refusal_code
from fracas_protocol.inbound import Do, Ping, Query
from fracas_protocol.outbound import Bye, Done, Pong, Update
from fracas_protocol.version import Encoding
from hypothesis import given, settings
from hypothesis import strategies as st

BOTH = pytest.mark.parametrize("encoding", list(Encoding))


def frame(value: Any, encoding: Encoding) -> codec.Frame:
    return msgspec.json.encode(value).decode() if encoding is Encoding.JSON else msgspec.msgpack.encode(value)


OUTCOMES = ("malformed", "hello", "do", "query", "ping")


def outcome(data: codec.Frame, encoding: Encoding) -> str:
    """The name of the message, its payload read to the end, or the code of the violation; any other exception fails the test."""
    try:
        message = codec.decode_client(data, encoding)
    except ProtocolViolation as fault:
        return fault.code
    if isinstance(message, Do):
        codec.unpack(message.command, encoding)
    return str(message.__struct_config__.tag)


def refused(data: codec.Frame, encoding: Encoding, **limits: int) -> ProtocolViolation:
    with pytest.raises(ProtocolViolation) as caught:
        codec.decode_client(data, encoding, **limits)
    return caught.value


@BOTH
def test_round_trip(encoding: Encoding) -> None:
    """A message and its payload come back as they were sent."""
    sent = Do(id="m-1", command=codec.pack({"do": "act", "targets": ["vamp"]}, encoding))
    got = codec.decode_client(codec.encode(sent, encoding), encoding)
    assert isinstance(got, Do)
    assert got.id == "m-1"
    assert codec.unpack(got.command, encoding) == {"do": "act", "targets": ["vamp"]}


def test_frame_kinds() -> None:
    """JSON leaves as text, MessagePack as bytes."""
    assert codec.encode(Ping(id="p"), Encoding.JSON) == '{"type":"ping","id":"p"}'
    assert codec.encode(Ping(id="p"), Encoding.MSGPACK) == b"\x82\xa4type\xa4ping\xa2id\xa1p"


@BOTH
def test_left_out_payloads_are_left_out(encoding: Encoding) -> None:
    """A payload that does not exist is no key at all; null is a payload."""
    assert codec.decode_client(frame({"type": "query", "id": "q", "what": "schemas"}, encoding), encoding) == Query(
        id="q", what="schemas"
    )
    with_null = codec.decode_client(frame({"type": "query", "id": "q", "what": "x", "params": None}, encoding), encoding)
    assert isinstance(with_null, Query)
    assert isinstance(with_null.params, msgspec.Raw)
    assert codec.unpack(with_null.params, encoding) is None
    plain = Done(id="m-1")
    assert codec.encode(plain, Encoding.JSON) == '{"type":"done","id":"m-1","resolution":null}'


@BOTH
def test_payloads_belong_to_an_encoding(encoding: Encoding) -> None:
    """The same update is made once for each encoding, and each frame decodes in its own."""
    made = Update(patch=codec.pack({"pending": None}, encoding), entries=(codec.pack({"key": "a"}, encoding),), cursor="c")
    got = codec.decode_server(codec.encode(made, encoding), encoding)
    assert isinstance(got, Update)
    assert codec.unpack(got.patch, encoding) == {"pending": None}
    assert [codec.unpack(entry, encoding) for entry in got.entries] == [{"key": "a"}]


def test_text_on_a_msgpack_connection() -> None:
    """A text frame on a MessagePack connection is refused, even when it is good JSON."""
    fault = refused('{"type":"ping","id":"p-1"}', Encoding.MSGPACK)
    assert (fault.code, fault.message) == ("malformed", "A msgpack connection takes binary frames only; a text frame came.")


def test_binary_on_a_json_connection() -> None:
    """A binary frame on a JSON connection is refused, even when it holds good JSON."""
    fault = refused(b'{"type":"ping","id":"p-1"}', Encoding.JSON)
    assert (fault.code, fault.message) == ("malformed", "A json connection takes text frames only; a binary frame came.")


@BOTH
def test_a_frame_of_20_mb(encoding: Encoding) -> None:
    """A huge frame is refused by its size, before anything reads it."""
    data: codec.Frame = "[" * 20_000_000 if encoding is Encoding.JSON else b"\x91" * 20_000_000
    began = time.perf_counter()
    fault = refused(data, encoding)
    assert time.perf_counter() - began < 0.5
    assert (fault.code, fault.close) == ("too-large", 4402)
    assert fault.message == "A frame may hold at most 262144 bytes; this one holds more."


@BOTH
def test_the_size_limit_counts_bytes(encoding: Encoding) -> None:
    """The limit is exact, and counts bytes, not characters."""
    data = frame({"type": "ping", "id": "é" * 20}, encoding)
    size = len(data.encode() if isinstance(data, str) else data)
    assert codec.decode_client(data, encoding, max_frame=size) == Ping(id="é" * 20)
    assert refused(data, encoding, max_frame=size - 1).code == "too-large"


def nested(depth: int) -> Any:
    value: Any = 0
    for level in range(depth):
        value = [value] if level % 2 else {"k": value}
    return value


@BOTH
def test_depth_limit_is_exact(encoding: Encoding) -> None:
    """31 levels in a payload (32 with the message) pass, one more is refused with the place."""
    good = frame({"type": "do", "id": "m", "command": nested(31)}, encoding)
    assert isinstance(codec.decode_client(good, encoding), Do)
    fault = refused(frame({"type": "do", "id": "m", "command": nested(32)}, encoding), encoding)
    assert fault.message.endswith("opens more than 32 arrays and objects inside one another.")


@pytest.mark.parametrize("bomb", ["[" * 250_000, '{"a":' * 50_000, '{"type":"do","id":"m","command":' + "[" * 200_000])
def test_json_depth_bomb(bomb: str) -> None:
    """A quarter megabyte of opening brackets is refused quickly and without recursion."""
    began = time.perf_counter()
    assert "inside one another" in refused(bomb, Encoding.JSON).message
    assert time.perf_counter() - began < 0.5


@pytest.mark.parametrize("bomb", [b"\x91" * 250_000, b"\x81\xa1a" * 80_000, b"\xdd\xff\xff\xff\xff" * 50_000])
def test_msgpack_depth_bomb(bomb: bytes) -> None:
    """The same in MessagePack, also when each array claims four thousand million items."""
    began = time.perf_counter()
    assert "inside one another" in refused(bomb, Encoding.MSGPACK).message
    assert time.perf_counter() - began < 0.5


@pytest.mark.parametrize("text", ['"' + '\\"' * 125_000, '"' * 250_000, "[" * 33 + '"' + "\\" * 200_000, "9" * 250_000])
def test_json_scan_takes_one_pass(text: str) -> None:
    """Text made to send a scanner back and forth still costs one pass."""
    began = time.perf_counter()
    refused(text, Encoding.JSON)
    assert time.perf_counter() - began < 0.5


def test_brackets_and_digits_in_strings_do_not_count() -> None:
    """A string full of brackets and digits is neither deep nor large."""
    text = '{"type":"do","id":"m","command":{"do":"x","text":"' + "[{" * 100 + '\\"' + "9" * 40 + '"}}'
    assert isinstance(codec.decode_client(text, Encoding.JSON), Do)


@BOTH
@pytest.mark.parametrize("number", [2**53 + 1, -(2**53) - 1, 2**63 - 1, -(2**63), 2**64 - 1])
def test_large_integers(encoding: Encoding, number: int) -> None:
    """An integer beyond 2^53 is refused wherever it stands, also in a payload nobody reads here."""
    data = frame({"type": "do", "id": "m", "command": {"a": [1, {"n": number}]}}, encoding)
    fault = refused(data, encoding)
    assert fault.code == "malformed"
    assert "lies beyond 2^53 (9007199254740992)" in fault.message


@BOTH
@pytest.mark.parametrize("number", [2**53, -(2**53), 2**32, 0])
def test_largest_integers(encoding: Encoding, number: int) -> None:
    """2^53 itself passes, either way."""
    got = codec.decode_client(frame({"type": "do", "id": "m", "command": {"n": number}}, encoding), encoding)
    assert isinstance(got, Do)
    assert codec.unpack(got.command, encoding) == {"n": number}


def test_integer_of_a_hundred_thousand_digits() -> None:
    """An absurd integer is refused without being computed."""
    fault = refused('{"type":"do","id":"m","command":' + "1" * 100_000 + "}", Encoding.JSON)
    assert "lies beyond 2^53" in fault.message


@pytest.mark.parametrize("key", [1, -1, True, None, 1.5, 2**40, (1, 2)])
def test_keys_are_strings(key: Any) -> None:
    """A MessagePack object with another kind of key is refused, in the message and deep in a payload."""
    outer = msgspec.msgpack.encode({"type": "ping", "id": "p", key: 1})
    inner = msgspec.msgpack.encode({"type": "do", "id": "m", "command": {"a": [{"b": [], key: 1}]}})
    assert refused(outer, Encoding.MSGPACK).message == (
        "Unreadable message: the object key at byte 16 is not a string; keys are strings."
    )
    assert "is not a string; keys are strings" in refused(inner, Encoding.MSGPACK).message


@pytest.mark.parametrize("value", [b"bytes", msgspec.msgpack.Ext(5, b"x"), datetime(2026, 1, 1, tzinfo=UTC)])
def test_only_what_json_holds(value: Any) -> None:
    """Binary data, extensions and timestamps are refused as values and as keys."""
    for command in ([value], {value: 1} if isinstance(value, bytes) else {"k": value}):
        fault = refused(msgspec.msgpack.encode({"type": "do", "id": "m", "command": command}), Encoding.MSGPACK)
        assert "starts a value that JSON cannot hold" in fault.message


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_numbers_are_finite(value: float) -> None:
    """MessagePack can hold what JSON cannot; it is refused."""
    fault = refused(msgspec.msgpack.encode({"type": "do", "id": "m", "command": value}), Encoding.MSGPACK)
    assert "is not finite" in fault.message


@BOTH
@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"type": "ping", "id": 7}, "Unreadable message: Expected `str`, got `int` (at id)."),
        ({"type": "ping"}, "Unreadable message: Object missing required field `id`."),
        ({"type": "ping", "id": "p", "x": 1}, "Unreadable message: Object contains unknown field `x`."),
        ({"type": "shout", "id": "p"}, "Unreadable message: Invalid value 'shout' (at type)."),
        ({"type": "pong", "id": "p"}, "Unreadable message: Invalid value 'pong' (at type)."),
        ({"id": "p"}, "Unreadable message: Object missing required field `type`."),
        ([], "Unreadable message: Expected `object`, got `array`."),
        ("ping", "Unreadable message: Expected `object`, got `str`."),
        ({"type": "ping", "id": "x" * 65}, "Unreadable message: Expected `str` of length <= 64 (at id)."),
        ({"type": "hello", "token": "", "version": 1}, "Unreadable message: Expected `str` of length >= 1 (at token)."),
        ({"type": "hello", "token": "t", "version": 1.5}, "Unreadable message: Expected `int`, got `float` (at version)."),
        ({"type": "hello", "token": "t", "version": "1"}, "Unreadable message: Expected `int`, got `str` (at version)."),
    ],
)
def test_wrong_shapes(encoding: Encoding, value: Any, message: str) -> None:
    """A frame that is no message is refused in words that say what and where."""
    assert refused(frame(value, encoding), encoding).message == message


def test_surrogates() -> None:
    """Text that no UTF-8 can hold is refused."""
    assert refused('{"type":"ping","id":"\ud800"}', Encoding.JSON).code == "malformed"
    assert refused('{"type":"do","id":"m","command":"\\ud800 and more"}', Encoding.JSON).code == "malformed"


def test_utf8_in_payloads() -> None:
    """A string deep in a MessagePack payload is checked, too."""
    data = msgspec.msgpack.encode({"type": "do", "id": "m", "command": ["abc"]}).replace(b"abc", b"a\xffc")
    assert "is not valid UTF-8" in refused(data, Encoding.MSGPACK).message


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.binary(max_size=200))
def test_random_bytes(data: bytes) -> None:
    """Random bytes are refused or are a message; nothing else comes out."""
    assert outcome(data, Encoding.MSGPACK) in OUTCOMES


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(max_size=200) | st.text('{}[]":,0123456789.eE-\\tfn ', max_size=60))
def test_random_text(data: str) -> None:
    """Random text is refused or is a message; nothing else comes out."""
    assert outcome(data, Encoding.JSON) in OUTCOMES


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=20,
)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(JSON_VALUES, st.sampled_from(Encoding))
def test_whatever_json_holds_passes(value: Any, encoding: Encoding) -> None:
    """Any payload that JSON can hold, not too deep, passes through unchanged in both encodings."""
    sent = Do(id="m", command=codec.pack(value, encoding))
    got = codec.decode_client(codec.encode(sent, encoding), encoding)
    assert isinstance(got, Do)
    assert codec.unpack(got.command, encoding) == value


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.data())
def test_damaged_frames(data: st.DataObject) -> None:
    """A good frame with a byte changed or its end cut off is refused or is a message; payloads stay readable."""
    good = bytearray(msgspec.msgpack.encode({"type": "do", "id": "m-1", "command": {"do": "act", "n": [1, 2.5, None, "x"]}}))
    good[data.draw(st.integers(0, len(good) - 1))] = data.draw(st.integers(0, 255))
    damaged = bytes(good[: data.draw(st.integers(0, len(good)))])
    assert outcome(damaged, Encoding.MSGPACK) in OUTCOMES


class Act(msgspec.Struct, tag_field="do", tag="act", forbid_unknown_fields=True):
    """A command, as a server might read it."""

    actor: str
    targets: list[str] = []


@BOTH
def test_payloads_are_read_as_a_type(encoding: Encoding) -> None:
    """A payload decodes to the type its reader names; another shape says where it went wrong, and is no protocol violation."""
    assert codec.unpack(codec.pack({"do": "act", "actor": "a"}, encoding), encoding, Act) == Act(actor="a")
    with pytest.raises(PayloadFault) as caught:
        codec.unpack(codec.pack({"do": "act", "actor": "a", "targets": ["b", 3]}, encoding), encoding, Act)
    assert (caught.value.message, caught.value.path) == ("Expected `str`, got `int`", "targets[1]")
    with pytest.raises(PayloadFault) as caught:
        codec.unpack(codec.pack([], encoding), encoding, Act)
    assert (caught.value.message, caught.value.path) == ("Expected `object`, got `array`", None)


@BOTH
def test_clients_skip_what_they_do_not_know(encoding: Encoding) -> None:
    """A newer server's extra field does not stop a client of ours."""
    assert codec.decode_server(frame({"type": "pong", "id": "p", "since": 3}, encoding), encoding) == Pong(id="p")


def test_close_reason_fits_a_close_frame() -> None:
    """The reason is cut to 123 bytes at a whole character."""
    fault = ProtocolViolation("internal", "é" * 100)
    assert fault.reason == "é" * 61
    assert (fault.close, str(fault)) == (1011, "internal: " + "é" * 100)
    assert Bye.of(fault) == Bye(code="internal", message="é" * 100, ours=None, yours=None)


def test_refusal_codes_are_closed() -> None:
    """A code that is not on the list cannot be sent by mistake."""
    assert refusal_code("busy") == "busy"
    with pytest.raises(ValueError, match="'bussy' is not a refusal code of the wire; the codes are: unknown-id, not-your-turn"):
        refusal_code("bussy")
