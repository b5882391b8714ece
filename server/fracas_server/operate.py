"""Commands for whoever keeps a server: verify, export, import, back up, and a table's life while the server is down."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any

import fracas_rules
from cyclopts import App as Cli
from cyclopts import Parameter
from fracas_rules.kernel.ruleset import Ruleset

from . import clock, logfile, scenario_export, seals
from .checks import guarded
from .config import Config, ConfigError, load
from .logfile import Log, LogError
from .store import file
from .store.base import Status, StoreError
from .store.sqlite import SqliteStore

table = Cli(name="table", help="Tables of a data folder, while no server runs on it (a running one has a lobby for this).")

_Data = Annotated[Path | None, Parameter(show_default=False)]
#: What to do about an export without its seed.
_SEEDLESS = "Export it again; where the table itself has lost it, `reveal_dice` at the table begins a new stream."
_To = Annotated[Path | None, Parameter(allow_leading_hyphen=True)]  # `-` is standard output, not an option


def verify(log: Path, /, *, table: str | None = None, quiet: bool = False) -> None:
    """Verify a log: its order and checksums, every die whose seed is known, every resolution played again. Exit 1 on a fault.

    Parameters
    ----------
    log
        A file made by `export`, a data folder, or a backup of one.
    table
        Which table of a data folder, if it has several.
    quiet
        Print faults alone.
    """

    def work() -> int:
        read, ruleset = _log(log, table)
        verdict = logfile.examine(read, ruleset)
        for fault in verdict.faults:
            print(f"entry {fault.seq}: {fault.kind}: {fault.what}")
        state = verdict.state
        seedless = state is not None and seals.lost(state, read.seeds) == "missing"
        if not quiet:
            print(
                f"{read.row.title}: {verdict.entries} entries, {verdict.resolutions} resolutions played again, "
                f"{verdict.dice} dice drawn again"
                + (f", {verdict.unrevealed} dice of a seed not told yet" if verdict.unrevealed else "")
                + (f", {verdict.lost} dice of a lost seed" if verdict.lost else "")
                + (", and the seed of the dice to come is not in it" if seedless else "")
                + (f", {verdict.unplayed} resolutions of other rules" if verdict.unplayed else "")
                + f": {len(verdict.faults) or 'no'} fault{'s' * (len(verdict.faults) != 1)}."
            )
        return 1 if verdict.faults else 0

    _guarded(work)


def export(table: str, /, *, data: _Data = None, to: _To = None) -> None:
    """Write one table's log to a file. It holds everything, secrets too; a server may be running.

    Parameters
    ----------
    table
        The table's id.
    data
        The data folder; as for `serve`.
    to
        The file; TABLE.fracaslog unless told otherwise, `-` for standard output.
    """

    def work() -> int:
        read, ruleset = _in_data(_folder(data), table)
        text = logfile.dump(read, ruleset)
        if str(to) == "-":
            sys.stdout.buffer.write(text)
            sys.stdout.flush()
            return 0
        target = to or Path(f"{table}.fracaslog")
        _write(target, text)
        print(f"{target}: {len(read.entries)} entries of {read.row.title}.")
        return 0

    _guarded(work)


def import_(source: Path, /, *, data: _Data = None) -> None:
    """Bring in a table that was exported, under its own id: its seats and links go on. No server may run on the folder.

    Parameters
    ----------
    source
        The file.
    data
        The data folder; as for `serve`.
    """

    def work() -> int:
        read, ruleset = _in_file(source)
        verdict = logfile.examine(read, ruleset)
        faults = [one for one in verdict.faults if one.kind != "lost"]  # what was lost there is lost here, and said to be
        if faults:
            raise LogError(f"{source} is not imported: entry {faults[0].seq}: {faults[0].kind}: {faults[0].what}")
        state = verdict.state
        assert state is not None, "a log without faults has entries"
        if why := seals.lost(state, read.seeds):
            raise LogError(f"{source} is not imported: the seed of its dice stream {state.dice.epoch} is {why}. {_SEEDLESS}")
        bodies = [entry.body for entry in read.entries]
        sealed = {epoch: seed for epoch, seed in read.seeds.items() if epoch <= state.dice.epoch}  # no dice to come are given
        _writing(data, lambda store: store.create(read.row, bodies, sealed), new=True)
        print(f"{read.row.title} ({read.row.id}): {len(bodies)} entries.")
        return 0

    _guarded(work)


def backup(to: Path, /, *, data: _Data = None) -> None:
    """Copy the database of a running or stopped server, consistently, to a file that must not exist.

    Parameters
    ----------
    to
        The copy.
    data
        The data folder; as for `serve`.
    """

    def work() -> int:
        file.backup(_folder(data) / file.NAME, to)
        print(f"{to}: {to.stat().st_size // 1024} kB.")
        return 0

    _guarded(work)


def scenario_export_command(log: Path, /, *, table: str | None = None) -> None:
    """Print a live table's fight as a scenario file: the sheets, and every action with its dice and answers.

    Exit 1 when it cannot be told as one; then the reasons go to standard error.

    Parameters
    ----------
    log
        A file made by `export`, a data folder, or a backup of one.
    table
        Which table of a data folder, if it has several.
    """

    def work() -> int:
        read, ruleset = _log(log, table)
        text, problems = scenario_export.scenario_of(read, ruleset)
        print(text, end="")
        for problem in problems:
            print(f"fracas: {problem}", file=sys.stderr)
        return 1 if problems else 0

    _guarded(work)


@table.command(name="list")
def list_(*, data: _Data = None) -> None:
    """List the tables with what has become of them."""

    def work() -> int:
        found = _folder(data) / file.NAME
        file.check(found)
        for row in file.rows(found):
            print(f"{row.id}  {row.system:<10}  {row.status:<8}  {row.title}")
        return 0

    _guarded(work)


@table.command
def archive(table: str, /, *, data: _Data = None) -> None:
    """Put a table away: nobody can come in until it is restored."""
    _mark(table, "archived", data)


@table.command
def delete(table: str, /, *, data: _Data = None) -> None:
    """Delete a table: it can be restored until its grace is over (`grace_days`)."""
    _mark(table, "deleted", data)


@table.command
def restore(table: str, /, *, data: _Data = None) -> None:
    """Take an archived or deleted table out again."""
    _mark(table, "open", data)


def _mark(table: str, status: Status, data: Path | None) -> None:
    def work() -> int:
        _writing(data, lambda store: store.mark(table, status, clock.now()))
        print(f"{table} is {status}.")
        return 0

    _guarded(work)


def _log(source: Path, table: str | None) -> tuple[Log, Ruleset]:
    """The log in a file made by `export`, in a data folder, or in a backup of one."""
    if not source.is_file() or _is_database(source):
        return _in_data(source, table)
    read, ruleset = _in_file(source)
    if table not in (None, read.row.id):
        raise LogError(f"{source} is the log of table {read.row.id}, not of {table}.")
    return read, ruleset


def _in_file(source: Path) -> tuple[Log, Ruleset]:
    try:
        return logfile.load(source.read_bytes(), fracas_rules.RULESETS)
    except LogError as error:
        raise LogError(f"{source}: {error}") from None


def _in_data(source: Path, table: str | None) -> tuple[Log, Ruleset]:
    read = logfile.from_data(source, table)
    known = fracas_rules.RULESETS.get(read.row.system)
    if known is None:
        raise LogError(f"There is no game `{read.row.system}` here.")
    return read, known


def _is_database(source: Path) -> bool:
    with source.open("rb") as found:
        return found.read(15) == b"SQLite format 3"


def _write(target: Path, text: bytes) -> None:
    """Write a file that must not exist, for its owner alone to read; nothing is left of one that could not be finished."""
    made = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(made, "wb") as out:
            out.write(text)
    except OSError as error:
        target.unlink(missing_ok=True)
        raise LogError(f"{target} could not be written: {error.strerror}.") from None


def _folder(data: Path | None) -> Path:
    settings: Config = load({"data": None if data is None else str(data)}, os.environ)
    return settings.data


def _writing(data: Path | None, what: Callable[[SqliteStore], Awaitable[Any]], new: bool = False) -> None:
    """Do something to the data while no server runs on it; only what is `new` may begin a folder."""
    folder = _folder(data)
    if not new:
        file.form(folder / file.NAME)

    async def run() -> None:
        store = SqliteStore(folder)
        try:
            await store.open()
            await what(store)
        finally:
            await store.close()

    asyncio.run(run())


def _guarded(work: Callable[[], int]) -> None:
    with guarded(LogError, StoreError, ConfigError):
        status = work()
    if status:
        raise SystemExit(status)
