"""Tokens: who holds one may sit down. Only their hashes are kept.

A token is `<table>.<secret>`, so a hello finds its table without a look at any other. `host.<secret>` opens the lobby;
`setup.<secret>` does so once and is exchanged for a host token.
"""

from __future__ import annotations

from typing import NamedTuple

from fracas_rules.kernel.ids import digest
from fracas_rules.kernel.state import TableState

from . import dice

HOST = "host"
SETUP = "setup"


class Minted(NamedTuple):
    """A fresh token and the hash that is kept of it."""

    token: str
    hash: str


def mint(place: str) -> Minted:
    """A fresh token for a table's id, `HOST` or `SETUP`."""
    token = f"{place}.{dice.token()}"
    return Minted(token, digest(token))


def place_of(token: str) -> str:
    """What a token claims to open; nothing is proven yet."""
    return token.partition(".")[0]


def seat_of(state: TableState, token: str) -> str | None:
    """The id of the seat that a token opens, or None."""
    hashed = digest(token)
    return next((seat.id for seat in state.seats.values() if seat.token_hash == hashed and not seat.revoked), None)
