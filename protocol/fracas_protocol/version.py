"""The version of the wire, the names it goes by in a WebSocket handshake, and how one of them is picked.

A subprotocol name is `fracas.v<version>+<encoding>`. Both encodings carry the same messages: `msgpack` in binary frames, `json`
in text frames. A name with another version but an encoding we know is understood just well enough to say goodbye in it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

PROTOCOL: Final = 1
"""The one version that this package speaks. It grows when a message changes its meaning, never for an added field."""

WEBSOCKET_PATH: Final = "/fracas"
"""The path of the WebSocket below the server's root."""


class Encoding(StrEnum):
    """How messages become bytes on one connection."""

    MSGPACK = "msgpack"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Chosen:
    """The subprotocol of one connection: the name to answer the handshake with, and what it stands for."""

    name: str
    version: int
    encoding: Encoding

    @property
    def foreign(self) -> bool:
        """Whether the peer speaks only another version: the connection is opened to say `bye` and closed."""
        return self.version != PROTOCOL


MSGPACK: Final = Chosen(f"fracas.v{PROTOCOL}+msgpack", PROTOCOL, Encoding.MSGPACK)
JSON: Final = Chosen(f"fracas.v{PROTOCOL}+json", PROTOCOL, Encoding.JSON)
SUBPROTOCOLS: Final = (MSGPACK.name, JSON.name)
"""What a client of this version may offer, the one to prefer first."""

_NAME = re.compile(r"fracas\.v([1-9][0-9]{0,8})\+(msgpack|json)", re.ASCII)


def parse(name: str) -> Chosen | None:
    """Read a subprotocol name of any version; None when it is not one of Fracas's."""
    match = _NAME.fullmatch(name)
    return None if match is None else Chosen(name, int(match[1]), Encoding(match[2]))


def choose(offered: Sequence[str]) -> Chosen | None:
    """Pick the subprotocol of a connection from what the client offers.

    The first name of our version wins, so the order is the client's preference. With none, the first name of another version is
    returned (`Chosen.foreign`), so that the client can be told both numbers. None when nothing offered is Fracas at all: refuse
    the handshake.
    """
    known = [chosen for name in offered if (chosen := parse(name)) is not None]
    ours = [chosen for chosen in known if not chosen.foreign]
    return next(iter(ours or known), None)
