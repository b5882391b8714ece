"""All tables: which there are, which are in memory, and how a new one is made."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping

from fracas_rules.errors import Refused
from fracas_rules.kernel.ruleset import Ruleset

from . import auth, clock, dice, history, logs
from .metrics import Metrics
from .store.base import Damaged, Status, Store, StoreError, TableRow
from .table import Table

GM = "Game master"


#: Milliseconds of a day.
_DAY = 86_400_000
#: Seconds after the start until the games are read that nobody asked for yet.
_WARM = 0.5
#: What becomes of dice whose seed is lost.
_LOST = "its dice are drawn without it and nobody can draw them again, until `reveal_dice` or a fight begins a new stream"
#: How often deleted tables are looked through, in seconds.
_PURGE = 3600.0


class PutAway(Exception):
    """The table is archived or deleted: nobody comes in. The message says so."""


class Tables:
    """The registry. A table is loaded when somebody comes, and leaves memory when nobody has been there for a while.

    Deleted tables are gone for ever after `grace_days`.
    """

    def __init__(
        self,
        rulesets: Mapping[str, Ruleset],
        store: Store,
        metrics: Metrics,
        server: str,
        idle_seconds: float,
        grace_days: float = 30,
    ) -> None:
        self.rulesets = rulesets
        self._store = store
        self._metrics = metrics
        self._server = server
        self._idle_seconds = idle_seconds
        self._grace = int(grace_days * _DAY)
        self._purging: asyncio.Task[None] | None = None
        self._warming: asyncio.Task[None] | None = None
        self._rows: dict[str, TableRow] = {}
        self._live: dict[str, asyncio.Task[Table]] = {}
        self._ending: set[asyncio.Task[None]] = set()
        self._stopping = False
        self._log = logs.get()

    async def start(self) -> None:
        """Read which tables there are; none is loaded. From now on those deleted long ago are taken away."""
        self._rows = {row.id: row for row in await self._store.tables()}
        self._purging = asyncio.create_task(self._purge())
        self._warming = asyncio.create_task(self._warm())

    async def _warm(self) -> None:
        """Read the games' packages soon after the start, before somebody waits for one; in a thread, for it takes a while."""
        await asyncio.sleep(_WARM)
        for system in self.rulesets:
            try:
                await asyncio.to_thread(self.rulesets.__getitem__, system)
            except Exception:
                self._log.error("game not readable", system=system, exc_info=True)

    async def stop(self) -> None:
        """Let every table finish what waits there."""
        self._stopping = True
        background = [task for task in (self._purging, self._warming) if task is not None]
        for task in background:
            task.cancel()
        if background:
            await asyncio.wait(background)
        loaded = await asyncio.gather(*self._live.values(), return_exceptions=True)
        await asyncio.gather(*(table.stop() for table in loaded if isinstance(table, Table)))
        self._live.clear()

    def __len__(self) -> int:
        return len(self._rows)

    def rows(self) -> list[TableRow]:
        """Every table whose game this server knows, oldest first, under its latest title."""
        return [self._titled(row) for row in self._rows.values() if row.system in self.rulesets]

    async def get(self, table: str) -> Table | None:
        """A live table; None when there is none of that id. Raises what loading raised, `StoreError` among it, and `PutAway`."""
        row = self._rows.get(table)
        if row is None or row.system not in self.rulesets or self._stopping:
            return None
        if row.status != "open":
            raise PutAway(f"This table is {row.status}. Whoever keeps the server can restore it.")
        if table not in self._live:
            self._live[table] = asyncio.create_task(self._load(row))
        task = self._live[table]
        try:
            return await asyncio.shield(task)
        except Exception as error:
            if self._live.get(table) is task:
                del self._live[table]  # the next who comes tries again
                self._log.error("table not loaded", table=table, why=str(error))
            raise

    async def create(self, title: str, system: str) -> tuple[Table, str]:
        """Make a table with one game master's seat. Gives the table and that seat's token."""
        table_id = dice.short_id()
        minted = auth.mint(table_id)
        row, commit, seeds = history.begin(self.rulesets[system], table_id, title, GM, minted.hash)
        await self._store.create(row, [commit], seeds)
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
        gm = next((seat for seat in table.state.seats.values() if seat.role == "gm" and not seat.revoked), None)
        if gm is None:
            raise Damaged(f"The log of table {table_id} is damaged: it seats no game master.")
        command = {"do": "seat_add", "name": GM, "role": "gm"}
        answer = await table.call(gm.id, dice.short_id(), command)
        if isinstance(answer, Refused):
            raise StoreError(answer.message)
        return str(answer.result["token"])

    async def mark(self, table_id: str, status: Status) -> bool:
        """Archive, delete or restore a table; whoever is there is told goodbye. False when there is no such table."""
        row = self._rows.get(table_id)
        if row is None:
            return False
        if row.status == status:
            return True
        row = self._titled(row)._replace(status=status, since=clock.now())
        await self._store.mark(table_id, status, row.since)
        self._rows[table_id] = row
        self._log.info("table marked", table=table_id, status=status)
        task = self._live.pop(table_id, None)
        if task is not None:
            self._metrics.tables.dec()
            table = None
            with contextlib.suppress(Exception):  # one that could not be loaded has nobody to tell
                table = await asyncio.shield(task)
            if table is not None:
                await table.close(f"This table was {status}.")
        return True

    def until(self, row: TableRow) -> int:
        """When a deleted table is gone for ever, in milliseconds since 1970."""
        return row.since + self._grace

    async def _purge(self) -> None:
        while True:
            with contextlib.suppress(StoreError):
                for table in await self._store.purge(clock.now() - self._grace):
                    del self._rows[table]
                    self._log.info("table gone for ever", table=table)
            await asyncio.sleep(_PURGE)

    async def _load(self, row: TableRow) -> Table:
        table = await Table.load(self.rulesets[row.system], row, self._store, self._metrics, self._server)
        if why := table.seed_lost:
            self._log.error("dice seed lost", table=row.id, epoch=table.state.dice.epoch, seed=why, told=_LOST)
        self._metrics.tables.inc()
        self._sweep_later(table)
        return table

    def _sweep_later(self, table: Table) -> None:
        asyncio.get_running_loop().call_later(self._idle_seconds, self._sweep, table)

    def _sweep(self, table: Table) -> None:
        if self._stopping or table.stopping:  # put away meanwhile: another one may live under its id by now
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
