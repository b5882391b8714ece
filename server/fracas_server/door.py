"""Who comes in, and where to: a token to a seat at a table, or to the lobby."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from fracas_protocol.errors import ProtocolViolation
from fracas_protocol.inbound import Do, Query
from fracas_rules.kernel.ids import digest

from . import auth
from .lobby import Lobby
from .publish import Listener
from .queries import Aside
from .store.base import Damaged, StoreError
from .tables import PutAway, Tables


class Place(Protocol):
    """Where a connection can be: a table or the lobby."""

    async def join(self, listener: Listener, cursor: str | None) -> None:
        """Welcome it."""

    async def leave(self, listener: Listener) -> None:
        """Forget it."""

    def offer(self, listener: Listener, message: Do) -> bool:
        """Take its command in without waiting; False where there is no room."""

    async def do(self, listener: Listener, message: Do) -> None:
        """Carry out its command, or take it in as soon as there is room."""

    async def query(self, listener: Listener, message: Query, aside: Aside) -> None:
        """Answer its question."""


class Admission(NamedTuple):
    """Let in: where to, as which seat, and the token to keep in place of a used-up one."""

    place: Place
    seat: str
    token_hash: str
    new_token: str | None = None


class Door:
    """Checks tokens."""

    def __init__(self, tables: Tables, lobby: Lobby) -> None:
        self._tables = tables
        self._lobby = lobby

    async def admit(self, token: str) -> Admission:
        """Raises `ProtocolViolation` (`unknown-token`) for a token that opens nothing, whatever it is that it lacks."""
        where = auth.place_of(token)
        if where in (auth.HOST, auth.SETUP):
            keep = await self._lobby.admit(token)
            if keep is not None:
                return Admission(self._lobby, "host", digest(keep), None if keep == token else keep)
        else:
            try:
                table = await self._tables.get(where)
            except PutAway as away:
                raise ProtocolViolation("table-closed", str(away)) from None
            except Damaged as damage:
                raise ProtocolViolation("internal", f"{damage} It was left as it is: its owner needs a backup.") from None
            except StoreError:
                told = "This table cannot be read now. Whoever keeps the server finds the reason in its log."
                raise ProtocolViolation("internal", told) from None
            if table is not None and (seat := auth.seat_of(table.state, token)) is not None:
                return Admission(table, seat, digest(token))
        raise ProtocolViolation("unknown-token", "This link opens nothing here. Ask the game master for a new one.")
