"""The composition root: every part made and joined here, started inside out and stopped outside in."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version

import fracas_rules
from fracas_rules.kernel.ruleset import Ruleset

from . import logs
from .config import Config
from .door import Door
from .gateway import Gateway
from .links import base_url, local
from .lobby import Lobby
from .metrics import Metrics
from .pages import Pages
from .store.base import Store
from .store.sqlite import SqliteStore
from .tables import Tables


def server_name() -> str:
    """The server's name and version, as it introduces itself."""
    try:
        return f"fracas {version('fracas')}"
    except PackageNotFoundError:
        return "fracas"


class App:
    """One server. `start` and `stop` it; `tables` and `lobby` may be used in between."""

    def __init__(
        self,
        config: Config,
        rulesets: Mapping[str, Ruleset] | None = None,
        store: Store | None = None,
        site: Pages | None = None,
    ) -> None:
        self.name = name = server_name()
        self.config = config
        self.metrics = Metrics()
        self.store: Store = store or SqliteStore(config.data)
        self.tables = Tables(
            fracas_rules.RULESETS if rulesets is None else rulesets,
            self.store,
            self.metrics,
            name,
            config.idle_seconds,
            config.grace_days,
        )
        self.lobby = Lobby(self.tables, self.store, name)
        self.site = site or Pages()
        self._gateway = Gateway(config, Door(self.tables, self.lobby), self.site, self.metrics, {"server": name})
        self._log = logs.get()

    async def start(self) -> None:
        """Open the store, then the door. Raises `StoreError` or `OSError` with what is in the way."""
        await self.store.open()
        try:
            await self.tables.start()
            await self.lobby.start()
            await self._gateway.start()
        except BaseException:
            await self.store.close()
            raise
        if not local(self.config.host):
            self._log.warning(
                "reachable from other machines", host=self.config.host, tls=bool(self.config.tls_cert), port=self.port
            )
        self._log.info("listening", address=self.url, tables=len(self.tables), page=self.site.built)

    async def stop(self) -> None:
        """Take nothing more, say goodbye, finish what waits, put it on disk."""
        self._log.info("stopping")
        await self._gateway.stop()
        await self.tables.stop()
        await self.store.close()
        self._log.info("stopped")

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return self._gateway.port

    @property
    def url(self) -> str:
        """Where the page is."""
        return base_url(self.config, self.port)
