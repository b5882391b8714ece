"""Where the server's owner makes and opens tables: a socket opened with the host's token."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from fracas_protocol import codec
from fracas_protocol.errors import PayloadFault, RefusalCode
from fracas_protocol.inbound import Do, Query
from fracas_protocol.outbound import Done, Refused, Seat, Welcome
from fracas_protocol.version import PROTOCOL
from fracas_rules.errors import located
from fracas_rules.kernel.ids import digest
from fracas_rules.kernel.patch import diff
from msgspec import Meta, Struct

from . import auth, logs
from .publish import Listener
from .queries import Aside
from .store.base import Damaged, Status, Store, StoreError, TableRow
from .table import UNAVAILABLE
from .tables import PutAway, Tables

_REMEMBERED = 64
_CURSOR = "lobby"


class _Create(Struct, frozen=True, tag_field="do", tag="create_table", forbid_unknown_fields=True):
    title: Annotated[str, Meta(min_length=1, max_length=80)]
    system: str


class _Open(Struct, frozen=True, tag_field="do", tag="open_table", forbid_unknown_fields=True):
    table: str


class _Archive(Struct, frozen=True, tag_field="do", tag="archive_table", forbid_unknown_fields=True):
    table: str


class _Delete(Struct, frozen=True, tag_field="do", tag="delete_table", forbid_unknown_fields=True):
    table: str


class _Restore(Struct, frozen=True, tag_field="do", tag="restore_table", forbid_unknown_fields=True):
    table: str


_BECOMES: dict[type, Status] = {_Archive: "archived", _Delete: "deleted", _Restore: "open"}


class _Refusal(Exception):
    def __init__(self, code: RefusalCode, message: str, path: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.path = path


class Lobby:
    """The one lobby of a server. Host tokens are kept as hashes; a set-up token becomes a host token once."""

    def __init__(self, tables: Tables, store: Store, server: str) -> None:
        self._tables = tables
        self._store = store
        self._server = server
        self._hashes: dict[str, bytes] = {}
        self._listeners: list[Listener] = []
        self._shown: dict[str, Any] = {}
        self._answers: dict[str, tuple[str, dict[str, Any]]] = {}
        self._lock = asyncio.Lock()
        self._log = logs.get(table="lobby")

    async def start(self) -> None:
        """Read who may come in."""
        self._hashes = await self._store.notes(auth.HOST + ":") | await self._store.notes(auth.SETUP + ":")

    @property
    def has_host(self) -> bool:
        """Whether somebody has taken the server over."""
        return any(name.startswith(auth.HOST + ":") for name in self._hashes)

    async def invite(self) -> str:
        """A set-up token: good for one use. Those made before and not used are void."""
        minted = auth.mint(auth.SETUP)
        old = {name: None for name in self._hashes if name.startswith(auth.SETUP + ":")}
        await self._keep({**old, f"{auth.SETUP}:{minted.hash}": b""})
        return minted.token

    async def admit(self, token: str) -> str | None:
        """Whether a token opens the lobby: the token to go on with, or None. A set-up token is used up."""
        name = f"{auth.place_of(token)}:{digest(token)}"
        async with self._lock:
            if name not in self._hashes:
                return None
            if not name.startswith(auth.SETUP + ":"):
                return token
            minted = auth.mint(auth.HOST)
            await self._keep({name: None, f"{auth.HOST}:{minted.hash}": b""})
            return minted.token

    async def join(self, listener: Listener, _cursor: str | None) -> None:
        """Welcome a host."""
        self._publish()  # titles may have changed since somebody last looked, and before the first nothing was drawn
        listener.say(
            Welcome(
                version=PROTOCOL,
                server=self._server,
                table="lobby",
                seat=Seat(id="host", name="Host", role="gm"),
                view=codec.pack(self._shown, listener.encoding),
                cursor=_CURSOR,
                token=listener.new_token,
            )
        )
        self._listeners.append(listener)

    async def leave(self, listener: Listener) -> None:
        """Forget a connection."""
        if listener in self._listeners:
            self._listeners.remove(listener)

    async def query(self, listener: Listener, message: Query, _aside: Aside) -> None:
        """There is nothing to ask here."""
        told = "The lobby answers no queries: they belong to a table."
        listener.say(Refused(id=message.id, code="malformed", message=told, path="$.what"))

    def offer(self, _listener: Listener, _message: Do) -> bool:
        """What is done here waits for the store."""
        return False

    async def do(self, listener: Listener, message: Do) -> None:
        """Make or open a table, put one away or take it out again."""
        async with self._lock:
            try:
                result = await self._carry_out(listener, message)
            except _Refusal as no:
                listener.say(Refused(id=message.id, code=no.code, message=no.message, path=no.path))
                return
            except Damaged as damage:
                self._log.error("damaged", why=str(damage))
                told = f"{damage} It was left as it is: it needs a backup."
                listener.say(Refused(id=message.id, code="requirement", message=told, path="$.table"))
                return
            except StoreError as error:
                self._log.error("not stored", why=str(error))
                listener.say(Refused(id=message.id, code="unavailable", message=UNAVAILABLE.message))
                return
        listener.say(Done(id=message.id, result=codec.pack(result, listener.encoding)))
        self._publish()

    async def _carry_out(self, listener: Listener, message: Do) -> dict[str, Any]:
        try:
            content = codec.unpack(message.command, listener.encoding)
            asked = msgspec.convert(content, _Create | _Open | _Archive | _Delete | _Restore)
        except PayloadFault as fault:
            raise _Refusal("malformed", fault.message, fault.path or "$") from None
        except msgspec.ValidationError as error:
            raise _Refusal("malformed", *located(error)) from None
        same = digest(msgspec.msgpack.encode(content, order="deterministic"))
        if message.id in self._answers:
            before, result = self._answers[message.id]
            if before != same:
                raise _Refusal("conflict", f"The id {message.id} was used before, for another command: use a new one.")
            return result
        result = await self._made(asked)
        self._answers[message.id] = same, result
        while len(self._answers) > _REMEMBERED:
            del self._answers[next(iter(self._answers))]
        return result

    async def _made(self, asked: Any) -> dict[str, Any]:
        if isinstance(asked, _Create):
            return await self._create(asked)
        if isinstance(asked, _Open):
            return await self._open(asked)
        if not await self._tables.mark(asked.table, _BECOMES[type(asked)]):
            raise _Refusal("unknown-id", f"There is no table `{asked.table}` here.", "$.table")
        return {"table": asked.table}

    async def _create(self, asked: _Create) -> dict[str, Any]:
        if asked.system not in self._tables.rulesets:
            known = ", ".join(self._tables.rulesets)
            raise _Refusal("unknown-id", f"There is no game `{asked.system}` here; known are {known}.", "$.system")
        table, token = await self._tables.create(asked.title, asked.system)
        return {"table": table.id, "token": token}

    async def _open(self, asked: _Open) -> dict[str, Any]:
        try:
            token = await self._tables.open(asked.table)
        except PutAway as away:
            raise _Refusal("requirement", str(away), "$.table") from None
        if token is None:
            raise _Refusal("unknown-id", f"There is no table `{asked.table}` here.", "$.table")
        return {"table": asked.table, "token": token}

    async def _keep(self, changes: dict[str, bytes | None]) -> None:
        await self._store.note(changes)
        for name, value in changes.items():
            if value is None:
                self._hashes.pop(name, None)
            else:
                self._hashes[name] = value

    def _view(self) -> dict[str, Any]:
        rules = self._tables.rulesets
        tables = {row.id: self._card(row) for row in self._tables.rows()}
        return {"lobby": True, "systems": [{"id": one, "title": game.title} for one, game in rules.items()], "tables": tables}

    def _card(self, row: TableRow) -> dict[str, Any]:
        card: dict[str, Any] = {
            "title": row.title,
            "system": row.system,
            "system_title": self._tables.rulesets[row.system].title,
        }
        if row.status != "open":
            card["status"] = row.status
        if row.status == "deleted":
            card["until"] = self._tables.until(row)
        return card

    def _publish(self) -> None:
        view = self._view()
        patch = diff(self._shown, view)
        self._shown = view
        if patch:
            for encoding in {listener.encoding for listener in self._listeners}:
                frame = codec.update(patch, [], _CURSOR, encoding)
                for listener in self._listeners:
                    if listener.encoding == encoding:
                        listener.deliver(frame)
