"""The golden vectors: every message in both encodings, whole conversations, and frames that must be refused.

`documents()` gives the files of `protocol/vectors`, which are committed; protocol/vectors/README.md explains their format. They
hold for every implementation, so Python and JavaScript both replay them.
"""

import json
from collections.abc import Callable
from typing import Any

import msgspec

from fracas_protocol import codec
from fracas_protocol.conversations import conversations
from fracas_protocol.limits import MAX_DEPTH, MAX_INT
from fracas_protocol.samples import Data, client_messages, hello, server_messages
from fracas_protocol.version import Encoding

Decode = Callable[[codec.Frame, Encoding], Any]


def documents() -> dict[str, str]:
    """Every vector file: path from the root of the repository -> text."""
    files: dict[str, Any] = {"messages": _messages(), "faults": _faults(), **conversations()}
    return {f"protocol/vectors/{name}.json": _text(content) for name, content in files.items()}


def _messages() -> list[Data]:
    samples: tuple[tuple[str, dict[str, Data], Decode], ...] = (
        ("client", client_messages(), codec.decode_client),
        ("server", server_messages(), codec.decode_server),
    )
    return [_vector(direction, name, sample, decode) for direction, group, decode in samples for name, sample in group.items()]


def _vector(direction: str, name: str, sample: Data, decode: Decode) -> Data:
    text = codec.encode(decode(msgspec.json.encode(sample).decode(), Encoding.JSON), Encoding.JSON)
    packed = codec.encode(decode(msgspec.msgpack.encode(sample), Encoding.MSGPACK), Encoding.MSGPACK)
    assert isinstance(text, str)
    assert isinstance(packed, bytes)
    return {"name": name, "dir": direction, "message": sample, "json": text, "msgpack": packed.hex()}


def _faults() -> list[Data]:
    """Frames of a client whose bye code is `code`: JSON as text, MessagePack as hex."""
    nested: Any = "x"
    for _ in range(MAX_DEPTH):
        nested = [nested]
    both = {
        "unknown type": {"type": "shout", "id": "m-1"},
        "no type": {"id": "m-1"},
        "an array": ["ping", "p-1"],
        "unknown field": {"type": "ping", "id": "p-1", "extra": 1},
        "missing field": {"type": "do", "id": "m-1"},
        "number for an id": {"type": "ping", "id": 7},
        "empty id": {"type": "ping", "id": ""},
        "id too long": {"type": "ping", "id": "x" * 65},
        "token too long": hello(token="x" * 201),
        "message of a server": {"type": "pong", "id": "p-1"},
        "nested too deep": {"type": "do", "id": "m-1", "command": nested},
        "integer beyond 2^53": {"type": "do", "id": "m-1", "command": {"do": "x", "n": MAX_INT + 1}},
        "integer below -2^53": {"type": "do", "id": "m-1", "command": {"do": "x", "n": -MAX_INT - 1}},
    }
    text = {
        "empty text": "",
        "cut short": '{"type":"ping","id":"p',
        "two values": '{"type":"ping","id":"p-1"} {}',
        "half a surrogate pair": '{"type":"ping","id":"\\ud800"}',
        "not a number": '{"type":"do","id":"m-1","command":NaN}',
    }
    packed = {
        "empty frame": "",
        "cut short": "82a474797065a470696e67a26964a3702d",
        "two values": "82a474797065a470696e67a26964a3702d31c0",
        "length beyond the frame": "82a474797065a470696e67a26964dbffffffff",
        "integer as a key": "83a474797065a470696e67a26964a3702d310101",
        "binary data": "83a474797065a2646fa26964a36d2d31a7636f6d6d616e64c40100",
        "extension": "83a474797065a2646fa26964a36d2d31a7636f6d6d616e64d40100",
        "not a number": "83a474797065a2646fa26964a36d2d31a7636f6d6d616e64cb7ff8000000000000",
        "invalid UTF-8": "82a474797065a470696e67a26964a1ff",
        "unused code": "c1",
    }
    faults = [(name, "json", msgspec.json.encode(value).decode()) for name, value in both.items()]
    faults += [(name, "msgpack", msgspec.msgpack.encode(value).hex()) for name, value in both.items()]
    faults += [(name, "json", frame) for name, frame in text.items()]
    faults += [(name, "msgpack", frame) for name, frame in packed.items()]
    return [{"name": name, "encoding": encoding, "frame": frame, "code": "malformed"} for name, encoding, frame in faults]


def _text(content: Any) -> str:
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"
