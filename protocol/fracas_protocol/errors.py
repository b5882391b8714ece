"""The closed lists of codes, and the one exception that blames the peer.

Three kinds of no:

- a *refusal* answers one `do` or `query` and changes nothing else; the connection goes on;
- a *bye* ends the connection and says why; the WebSocket's close code, fixed for each bye code, tells a client what to do next;
- any other exception out of this package is a mistake of the program that calls it, never of the peer.

A code that is only ever sent by a newer server is an addition, not a new version: clients treat a code they do not know like the
refusal or the close code it came with.
"""

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping

RefusalCode = Literal[
    # the rules' answer
    "unknown-id",
    "not-your-turn",
    "no-actions-left",
    "requirement",
    "illegal-target",
    "illegal-choice",
    "out-of-range",
    "no-ammunition",
    "resource",
    "incapacitated",
    "malformed",
    "forbidden",
    # the table's answer
    "busy",
    "stale-answer",
    "conflict",
    "rate-limited",
    "unavailable",
    "internal",
]

ByeCode = Literal[
    "version",
    "malformed",
    "too-large",
    "hello-first",
    "hello-twice",
    "unknown-token",
    "revoked",
    "too-slow",
    "rate-limited",
    "stopping",
    "table-closed",
    "internal",
]

REFUSAL_CODES: Final[tuple[RefusalCode, ...]] = get_args(RefusalCode)
BYE_CODES: Final[tuple[ByeCode, ...]] = get_args(ByeCode)

CLOSE_GOING_AWAY: Final = 1001
CLOSE_INTERNAL: Final = 1011
CLOSE_VERSION: Final = 4400
CLOSE_TOKEN: Final = 4401
CLOSE_PROTOCOL: Final = 4402
CLOSE_TOO_SLOW: Final = 4408
CLOSE_RATE_LIMITED: Final = 4429

CLOSE_CODES: "Final[Mapping[ByeCode, int]]" = MappingProxyType(
    {
        "version": CLOSE_VERSION,
        "malformed": CLOSE_PROTOCOL,
        "too-large": CLOSE_PROTOCOL,
        "hello-first": CLOSE_PROTOCOL,
        "hello-twice": CLOSE_PROTOCOL,
        "unknown-token": CLOSE_TOKEN,
        "revoked": CLOSE_TOKEN,
        "too-slow": CLOSE_TOO_SLOW,
        "rate-limited": CLOSE_RATE_LIMITED,
        "stopping": CLOSE_GOING_AWAY,
        "table-closed": CLOSE_GOING_AWAY,
        "internal": CLOSE_INTERNAL,
    }
)
"""The WebSocket close code that follows each bye. After 4400, 4401 and 4402 a client must not reconnect by itself."""

_REASON_BYTES = 123


def refusal_code(code: str) -> RefusalCode:
    """Narrow a plain string to a refusal code.

    Raises:
        ValueError: the code is not on the list; the text names the list.
    """
    for known in REFUSAL_CODES:
        if code == known:
            return known
    raise ValueError(f"{code!r} is not a refusal code of the wire; the codes are: {', '.join(REFUSAL_CODES)}")


class ProtocolViolation(Exception):
    """The peer broke the protocol, or may not stay: send `bye()`, then close the socket with `close` and `reason`.

    Attributes:
        code: the bye code.
        message: one sentence for the person who writes or runs the client.
        close: the WebSocket close code.
        ours: our protocol version, when the fault is about versions.
        yours: the peer's.
    """

    def __init__(self, code: ByeCode, message: str, *, ours: int | None = None, yours: int | None = None):
        super().__init__(message)
        self.code: ByeCode = code
        self.message = message
        self.close = CLOSE_CODES[code]
        self.ours = ours
        self.yours = yours

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"

    @property
    def reason(self) -> str:
        """The message cut to what a WebSocket close frame holds (123 bytes)."""
        return self.message.encode("utf-8", "replace")[:_REASON_BYTES].decode("utf-8", "ignore")


class PayloadFault(Exception):
    """A payload that the wire passes through unread turned out not to be what its reader needs.

    Answer the message with a refusal `malformed`; the connection goes on.

    Attributes:
        message: what was expected and what was found.
        path: where, such as `targets[0]`; None for the payload as a whole.
    """

    def __init__(self, message: str, path: str | None):
        super().__init__(message if path is None else f"{message} (at {path})")
        self.message = message
        self.path = path
