"""Seats and their tokens: a client asks for a seat, the server mints its token and lets the rules see only the hash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from fracas_rules.errors import Refused
from fracas_rules.kernel.ids import digest

from . import auth

#: Commands that give out a token.
MINTING = ("seat_add", "seat_link")
#: So many given-out tokens are remembered, so that the same command id gets the same answer.
_REMEMBERED = 64

AGAIN = (
    "That id was used before. If it was for this same command, the seat is there, but its token can be shown only once: "
    "make a new link under a new id."
)


class _Given(NamedTuple):
    digest: str
    command: dict[str, Any]
    token: str


class Mint:
    """Puts token hashes into the commands of one table, and remembers the tokens for as long as the process runs."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._given: dict[tuple[str, str], _Given] = {}

    def fill(self, seat: str, command_id: str, command: Mapping[str, Any]) -> tuple[dict[str, Any], str] | Refused:
        """The command with a token's hash, and the token. Refuses a client that brings a hash itself."""
        if "token_hash" in command:
            return Refused("malformed", "Leave `token_hash` out: the server makes the token.", "$.token_hash")
        content = digest(msgspec.msgpack.encode(command, order="deterministic"))
        known = self._given.get((seat, command_id))
        if known is not None and known.digest == content:
            return known.command, known.token
        minted = auth.mint(self._table)
        filled = {**command, "token_hash": minted.hash}
        if known is None:  # under a known id the rules will say `conflict`: the first answer stays
            self._given[seat, command_id] = _Given(content, filled, minted.token)
        while len(self._given) > _REMEMBERED:
            del self._given[next(iter(self._given))]
        return filled, minted.token
