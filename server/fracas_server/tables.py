"""All tables: which there are, which are in memory, and how a new one is made."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from fracas_rules.errors import Refused
from fracas_rules.kernel.ruleset import Ruleset

from . import auth, dice, history, logs
from .metrics import Metrics
from .store.base import Store, StoreError, TableRow
from .table import Table

GM = "Game master"


class Tables:
    """The registry. A table is loaded when somebody comes, and put away when nobody has been there for a while."""

    def __init__(self, rulesets: Mapping[str, Ruleset], store: Store, metrics: Metrics, server: str, idle_seconds: float) -> None:
        self.rulesets = rulesets
        self._store = store
        self._metrics = metrics
        self._server = server
        self._idle_seconds = idle_seconds
        self._rows: dict[str, TableRow] = {}
        self._live: dict[str, asyncio.Task[Table]] = {}
        self._ending: set[asyncio.Task[None]] = set()
        self._stopping = False
        self._log = logs.get()

    async def start(self) -> None:
        """Read which tables there are; none is loaded."""
        self._rows = {row.id: row for row in await self._store.tables()}

    async def stop(self) -> None:
        """Let every table finish what waits there."""
        self._stopping = True
        loaded = await asyncio.gather(*self._live.values(), return_exceptions=True)
        await asyncio.gather(*(table.stop() for table in loaded if isinstance(table, Table)))
        self._live.clear()

    def __len__(self) -> int:
        return len(self._rows)

    def rows(self) -> list[TableRow]:
        """Every table whose game this server knows, oldest first, under its latest title."""
        return [self._titled(row) for row in self._rows.values() if row.system in self.rulesets]

    async def get(self, table: str) -> Table | None:
        """A live table; None when there is none of that id. Raises what loading raised, `StoreError` among it."""
        row = self._rows.get(table)
        if row is None or row.system not in self.rulesets or self._stopping:
            return None
        if table not in self._live:
            self._live[table] = asyncio.create_task(self._load(row))
        task = self._live[table]
        try:
            return await asyncio.shield(task)
        except Exception:
            if self._live.get(table) is task:
                del self._live[table]  # the next who comes tries again
            raise

    async def create(self, title: str, system: str) -> tuple[Table, str]:
        """Make a table with one game master's seat. Gives the table and that seat's token."""
        table_id = dice.short_id()
        minted = auth.mint(table_id)
        row, commit = history.begin(self.rulesets[system], table_id, title, GM, minted.hash)
        await self._store.create(row, [commit])
        self._rows[table_id] = row
        table = await self.get(table_id)
        assert table is not None
        self._log.info("table made", table=table_id, system=system)
        return table, minted.token

    async def open(self, table_id: str) -> str | None:
        """A token of a fresh game master's seat at a table; None when there is no such table."""
        table = await self.get(table_id)
        if table is None:
            return None
        gm = next(seat for seat in table.state.seats.values() if seat.role == "gm" and not seat.revoked)
        command = {"do": "seat_add", "name": GM, "role": "gm"}
        answer = await table.call(gm.id, dice.short_id(), command)
        if isinstance(answer, Refused):
            raise StoreError(answer.message)
        return str(answer.result["token"])

    async def _load(self, row: TableRow) -> Table:
        table = await Table.load(self.rulesets[row.system], row, self._store, self._metrics, self._server)
        self._metrics.tables.inc()
        self._sweep_later(table)
        return table

    def _sweep_later(self, table: Table) -> None:
        asyncio.get_running_loop().call_later(self._idle_seconds, self._sweep, table)

    def _sweep(self, table: Table) -> None:
        if self._stopping or table.id not in self._live:
            return
        if not table.idle:
            self._sweep_later(table)
            return
        self._rows[table.id] = self._titled(self._rows[table.id])
        del self._live[table.id]
        self._metrics.tables.dec()
        ending = asyncio.create_task(table.stop())
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    def _titled(self, row: TableRow) -> TableRow:
        task = self._live.get(row.id)
        if task is None or not task.done() or task.cancelled() or task.exception() is not None:
            return row
        return row._replace(title=task.result().state.title)
