"""Bytes to messages and back, for both encodings.

**Payloads and encodings.** The wire passes payloads through unread, as `msgspec.Raw`. What a `Raw` holds is therefore in the
encoding of its connection: the JSON text of the command on a JSON connection, its MessagePack on a MessagePack one. Three rules
follow:

- read a payload with the encoding of the connection it came on: `unpack(raw, encoding, type)`;
- make a payload for the encoding it will leave in: `pack(value, encoding)`; a `Raw` made for one encoding and sent in the other
  is a corrupt frame, and nothing can notice it here without reading every payload again;
- so a message is encoded once for each pair of viewer and encoding, and the bytes may then go to any number of sockets.

A `Raw` out of `decode_*` keeps the whole frame alive; `Raw.copy()` lets go of it.
"""

import re
from functools import lru_cache
from typing import Any, TypeVar, cast, overload

import msgspec

from fracas_protocol.errors import PayloadFault, ProtocolViolation
from fracas_protocol.inbound import ClientMessage
from fracas_protocol.limits import MAX_DEPTH, MAX_FRAME, check_json, check_msgpack
from fracas_protocol.outbound import ServerMessage, Update
from fracas_protocol.version import Encoding

T = TypeVar("T")
Frame = bytes | str

_PATH = re.compile(r" - at (?:`key` in )?`\$\.?(.*)`", re.DOTALL)
_json = msgspec.json.Encoder()
_msgpack = msgspec.msgpack.Encoder()


def encode(message: ClientMessage | ServerMessage, encoding: Encoding) -> Frame:
    """Make the frame of a message: `str` (a text frame) for JSON, `bytes` (a binary frame) for MessagePack."""
    return _json.encode(message).decode() if encoding is Encoding.JSON else _msgpack.encode(message)


def update(patch: dict[str, Any], entries: list[dict[str, Any]], cursor: str, encoding: Encoding) -> Frame:
    """Make the frame of an update of plain values, in one go: what `pack` gives for each of them comes to the same bytes."""
    return encode(Update(patch=cast(msgspec.Raw, patch), entries=cast(tuple[msgspec.Raw, ...], entries), cursor=cursor), encoding)


def decode_client(data: Frame, encoding: Encoding, max_frame: int = MAX_FRAME, max_depth: int = MAX_DEPTH) -> ClientMessage:
    """Read a frame that a client sent.

    Raises:
        ProtocolViolation: the frame is of the wrong kind, too large (`max_frame` bytes), too deep, holds an integer beyond
        2^53, is
            not well formed, or is not a message of a client; the text says which and where.
    """
    message: ClientMessage = _decode(checked(data, encoding, max_frame, max_depth), encoding, ClientMessage)
    return message


def decode_server(data: Frame, encoding: Encoding, max_frame: int | None = None) -> ServerMessage:
    """Read a frame that a server sent: for clients written in Python. Of any size unless `max_frame` says otherwise.

    Raises:
        ProtocolViolation: as in `decode_client`.
    """
    message: ServerMessage = _decode(checked(data, encoding, max_frame, MAX_DEPTH), encoding, ServerMessage)
    return message


def pack(value: object, encoding: Encoding) -> msgspec.Raw:
    """Make a payload for messages that leave in this encoding."""
    return msgspec.Raw(_json.encode(value) if encoding is Encoding.JSON else _msgpack.encode(value))


@overload
def unpack(raw: msgspec.Raw, encoding: Encoding, type: type[T]) -> T: ...
@overload
def unpack(raw: msgspec.Raw, encoding: Encoding, type: Any = Any) -> Any: ...
def unpack(raw: msgspec.Raw, encoding: Encoding, type: Any = Any) -> Any:
    """Read a payload that came in this encoding, as `type` (a class, or any type expression that msgspec knows).

    Raises:
        PayloadFault: it is something else; with the path inside the payload.
    """
    try:
        return _decoder(encoding, type).decode(raw)
    except (msgspec.DecodeError, RecursionError) as error:
        message, path = explain(error)
        raise PayloadFault(message, path) from None


def checked(data: Frame, encoding: Encoding, max_frame: int | None = MAX_FRAME, max_depth: int = MAX_DEPTH) -> bytes:
    """Check a frame's kind, size, depth and integers, and give its bytes.

    Raises:
        ProtocolViolation: it fails one of them.
    """
    if isinstance(data, str) is not (encoding is Encoding.JSON):
        kinds = ("text", "binary") if encoding is Encoding.JSON else ("binary", "text")
        raise ProtocolViolation("malformed", f"A {encoding} connection takes {kinds[0]} frames only; a {kinds[1]} frame came.")
    if max_frame is not None and len(data) > max_frame:  # before encoding: a character is at least one byte
        raise _too_large(max_frame)
    try:
        raw = data.encode() if isinstance(data, str) else data
    except UnicodeEncodeError:
        raise ProtocolViolation("malformed", "Unreadable message: the text holds half of a surrogate pair.") from None
    if max_frame is not None and len(raw) > max_frame:
        raise _too_large(max_frame)
    (check_json if encoding is Encoding.JSON else check_msgpack)(raw, max_depth)
    return raw


def explain(error: Exception) -> tuple[str, str | None]:
    """Split a decoder's complaint into a sentence and a path such as `targets[0]` (None for the whole)."""
    text = str(error)
    match = _PATH.search(text)
    return (text, None) if match is None else (text[: match.start()], match[1] or None)


def _decode(raw: bytes, encoding: Encoding, union: Any) -> Any:
    try:
        return _decoder(encoding, union).decode(raw)
    except (msgspec.DecodeError, RecursionError) as error:
        message, path = explain(error)
        where = "" if path is None else f" (at {path})"
        raise ProtocolViolation("malformed", f"Unreadable message: {message}{where}.") from None


@lru_cache(maxsize=256)
def _decoder(encoding: Encoding, type: Any) -> Any:
    return msgspec.json.Decoder(type) if encoding is Encoding.JSON else msgspec.msgpack.Decoder(type)


def _too_large(max_frame: int) -> ProtocolViolation:
    return ProtocolViolation("too-large", f"A frame may hold at most {max_frame} bytes; this one holds more.")
