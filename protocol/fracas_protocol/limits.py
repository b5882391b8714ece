"""Checks on a frame before it is decoded: its nesting, its integers, and that it holds only what JSON can hold.

Both scans are loops, not recursion, and their time grows with the length of the frame alone. They look into payloads too, which
the decoder passes through unread: what comes out of a session can be decoded by any reader without a second thought about its
stack. Paths are not known here; a message gives the byte instead.
"""

import re
from typing import Final

from fracas_protocol.errors import ProtocolViolation

MAX_FRAME: Final = 256 * 1024
"""Bytes of the largest frame that a client may send."""
MAX_DEPTH: Final = 32
"""How many arrays and objects may enclose a value."""
MAX_INT: Final = 2**53
"""The largest integer, either way from zero, that every front end can hold exactly."""

# Strings are taken whole and never given back (possessive), so an unterminated one costs one pass, not one for each quote in it.
_JSON_TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]|-?[0-9][0-9.eE+-]*', re.DOTALL)
_MANY_DIGITS = re.compile(rb"[0-9]{16}")
_INTEGER = re.compile(rb"-?[0-9]+")


def check_json(data: bytes, max_depth: int = MAX_DEPTH) -> None:
    """Check the nesting and the integers of JSON text; its syntax is left to the decoder.

    Raises:
        ProtocolViolation: too deep, or an integer beyond 2^53.
    """
    if data.count(b"[") + data.count(b"{") <= max_depth and _MANY_DIGITS.search(data) is None:
        return
    depth = 0
    for match in _JSON_TOKEN.finditer(data):
        token = match[0]
        first = token[:1]
        if first in b"[{":
            depth += 1
            if depth > max_depth:
                raise _too_deep(max_depth, match.start())
        elif first in b"]}":
            depth -= 1
        elif first != b'"' and len(token) >= 16 and _INTEGER.fullmatch(token) and _beyond(token):
            raise _too_big(match.start())


def _beyond(token: bytes) -> bool:
    digits = token.removeprefix(b"-").lstrip(b"0")
    return len(digits) > 16 or (len(digits) == 16 and int(digits) > MAX_INT)


# MessagePack's head bytes: how many bytes of length follow, for those families that carry one.
_STR_LENGTH = {0xD9: 1, 0xDA: 2, 0xDB: 4}
_ARRAY_LENGTH = {0xDC: 2, 0xDD: 4}
_MAP_LENGTH = {0xDE: 2, 0xDF: 4}
_INT_SIZE = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}
_FLOAT_SIZE = {0xCA: 4, 0xCB: 8}
_EXPONENT = {0xCA: (0x7F, 0x80), 0xCB: (0x7F, 0xF0)}


def check_msgpack(data: bytes, max_depth: int = MAX_DEPTH) -> None:
    """Check that MessagePack bytes are one whole value of the kinds that JSON has, not too deep, and with no integer beyond 2^53.

    Raises:
        ProtocolViolation: with the byte at which the first fault lies.
    """
    size = len(data)
    at = 0
    open_maps: list[bool] = []  # for each open container: is it an object?
    left: list[int] = [1]  # values still to come, innermost last; a key counts as one
    while True:
        while left[-1] == 0:
            left.pop()
            if not left:
                if at != size:
                    raise _malformed(f"the frame goes on after its message ends at byte {at}")
                return
            open_maps.pop()
        if at >= size:
            raise _malformed(f"the frame ends at byte {size}, before its message does")
        head = data[at]
        is_key = bool(open_maps) and open_maps[-1] and left[-1] % 2 == 0
        left[-1] -= 1
        start = at
        at += 1
        if head <= 0x7F or head >= 0xE0 or head in (0xC0, 0xC2, 0xC3):
            kind, length = "scalar", 0
        elif 0xA0 <= head <= 0xBF:
            kind, length = "str", head & 0x1F
        elif 0x90 <= head <= 0x9F:
            kind, length = "array", head & 0x0F
        elif 0x80 <= head <= 0x8F:
            kind, length = "map", head & 0x0F
        elif head in _STR_LENGTH:
            kind, length, at = "str", *_number(data, at, _STR_LENGTH[head])
        elif head in _ARRAY_LENGTH:
            kind, length, at = "array", *_number(data, at, _ARRAY_LENGTH[head])
        elif head in _MAP_LENGTH:
            kind, length, at = "map", *_number(data, at, _MAP_LENGTH[head])
        elif head in _INT_SIZE:
            kind, length = "int", _INT_SIZE[head]
        elif head in _FLOAT_SIZE:
            kind, length = "float", _FLOAT_SIZE[head]
        else:
            raise _malformed(f"byte {start} starts a value that JSON cannot hold (binary data, an extension, an unused code)")
        if is_key and kind != "str":
            raise _malformed(f"the object key at byte {start} is not a string; keys are strings")
        if kind in ("array", "map"):
            if len(left) > max_depth:
                raise _too_deep(max_depth, start)
            left.append(length if kind == "array" else 2 * length)
            open_maps.append(kind == "map")
            continue
        if at + length > size:
            raise _malformed(f"the frame ends at byte {size}, before its message does")
        body = data[at : at + length]
        at += length
        if kind == "int" and length == 8 and abs(int.from_bytes(body, signed=head == 0xD3)) > MAX_INT:
            raise _too_big(start)
        if kind == "float" and _not_finite(head, body):
            raise _malformed(f"the number at byte {start} is not finite")
        if kind == "str":
            _check_text(body, start)


def _number(data: bytes, at: int, size: int) -> tuple[int, int]:
    """Read a length of `size` bytes; a frame that ends within it reads as shorter and is found truncated at the next step."""
    return int.from_bytes(data[at : at + size]), at + size


def _not_finite(head: int, body: bytes) -> bool:
    high, low = _EXPONENT[head]
    return body[0] & 0x7F == high and body[1] & low == low


def _check_text(body: bytes, start: int) -> None:
    try:
        body.decode()
    except UnicodeDecodeError:
        raise _malformed(f"the string at byte {start} is not valid UTF-8") from None


def _malformed(fault: str) -> ProtocolViolation:
    return ProtocolViolation("malformed", f"Unreadable message: {fault}.")


def _too_deep(max_depth: int, at: int) -> ProtocolViolation:
    return _malformed(f"byte {at} opens more than {max_depth} arrays and objects inside one another")


def _too_big(at: int) -> ProtocolViolation:
    return _malformed(f"the integer at byte {at} lies beyond 2^53 (9007199254740992), the last that every front end can hold")
