"""The command line: the server, the demonstration, what keeps a server's data in order, and checks that need none."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App as Cli
from cyclopts import Parameter

from . import checks, demo, links, logs, operate
from .app import App, server_name
from .config import Config, ConfigError, load, strangers, unlocked
from .running import CannotStart, run
from .store.base import StoreError

cli = Cli(name="fracas", help="A combat referee for virtual tabletops.", version=lambda: server_name())
cli.command(checks.scenario)
cli.command(checks.pack)
cli.command(checks.schema)
cli.command(checks.coverage)
cli.command(operate.verify)
cli.command(operate.export)
cli.command(operate.import_, name="import")
cli.command(operate.backup)
cli.command(operate.table)
checks.scenario.command(operate.scenario_export_command, name="export")

_Text = Annotated[str | None, Parameter(show_default=False)]
_Number = Annotated[int | None, Parameter(show_default=False)]


@cli.command
def serve(
    *,
    host: _Text = None,
    port: _Number = None,
    data: _Text = None,
    config: Path | None = None,
    public_url: _Text = None,
    origin: list[str] | None = None,
    tls_cert: _Text = None,
    tls_key: _Text = None,
    log: _Text = None,
    log_level: _Text = None,
    new_host_link: bool = False,
) -> None:
    """Run the server. Every setting may also stand in a TOML file or in the environment (FRACAS_PORT, ...); see server/README.md.

    Parameters
    ----------
    host
        Address to listen on; 127.0.0.1 unless told otherwise, 0.0.0.0 for every network.
    port
        Port to listen on; 8480 unless told otherwise, 0 for a free one.
    data
        Folder of the tables; ./fracas-data unless told otherwise.
    config
        Settings file (TOML).
    public_url
        The address that links begin with, when the server stands behind a proxy.
    origin
        A web origin whose pages may connect besides the server's own; may be given several times.
    tls_cert
        Certificate (PEM), to serve https and wss.
    tls_key
        Its key (PEM).
    log
        `console` for people, `json` for machines.
    log_level
        `debug`, `info`, `warning` or `error`.
    new_host_link
        Print a fresh one-time link for the host, for instance when the old token is lost.
    """
    flags = {
        "host": host, "port": port, "data": data, "public_url": public_url, "origins": origin,
        "tls_cert": tls_cert, "tls_key": tls_key, "log": log, "log_level": log_level,
    }  # fmt: skip
    settings = _settings(flags, config)

    async def ready(app: App) -> None:
        _say(f"Fracas is at {app.url}")
        if new_host_link or not app.lobby.has_host:
            link = links.join(app.url, await app.lobby.invite())
            _say("Take this server over with a link that works once, and make tables there:", f"  Host  {link}")

    _run(settings, ready)


@cli.command(name="demo")
def demo_command(
    *,
    host: _Text = None,
    port: _Number = None,
    data: _Text = None,
    config: Path | None = None,
    public_url: _Text = None,
    log: _Text = None,
    log_level: str = "warning",
    qr: bool = True,
) -> None:
    """Open a ready table for each game, with a join link for the game master and each player.

    Parameters
    ----------
    host
        Address to listen on; 127.0.0.1 unless told otherwise, 0.0.0.0 for every network.
    port
        Port to listen on; 8480 unless told otherwise, 0 for a free one.
    data
        Folder of the tables; a throw-away one unless told otherwise.
    config
        Settings file (TOML).
    public_url
        The address that links begin with.
    log
        `console` for people, `json` for machines.
    log_level
        `debug`, `info`, `warning` or `error`.
    qr
        Print each link as a QR code too.
    """
    kept = data or os.environ.get("FRACAS_DATA")
    with checks.guarded():
        folder = Path(kept) if kept else Path(tempfile.mkdtemp(prefix="fracas-demo-"))
    flags = {"host": host, "port": port, "data": str(folder), "public_url": public_url, "log": log, "log_level": log_level}

    async def ready(app: App) -> None:
        title = None
        for one in await demo.prepare(app, folder):
            if title != one.title:
                title = one.title
                _say("", title)
            link = links.join(app.url, one.token)
            _say(f"  {one.name:<12}  {link}", *([links.qr(link)] if qr else []))
        _say("", "Open each link in a page of its own. Ctrl+C ends the demonstration.")
        if kept is None:
            _say("Its tables are thrown away then; --data FOLDER keeps them.")

    try:
        _run(_settings(flags, config), ready)
    finally:
        if kept is None:
            shutil.rmtree(folder, ignore_errors=True)


def _settings(flags: dict[str, Any], file: Path | None) -> Config:
    with checks.guarded(ConfigError):
        return unlocked(load(flags, os.environ, file))


def _run(settings: Config, ready: Any) -> None:
    logs.set_up(settings.log, settings.log_level)
    for variable, like in strangers(os.environ).items():
        logs.get().warning("no such setting", variable=variable, **({"meant": like} if like else {}))
    with checks.guarded(CannotStart, StoreError):
        run(settings, ready)


def _say(*lines: str) -> None:
    for line in lines:
        print(line)
    sys.stdout.flush()


def main() -> None:
    """Run the command line."""
    cli()
