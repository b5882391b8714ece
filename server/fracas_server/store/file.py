"""The SQLite file itself: its form, what is in it, and reading it whether a server runs on it or not.

Commits of all tables lie in the order in which they were written, and no index is kept of them: to write some touches the end of
the file and one page of `ends`, however many tables they are of. Each names the row of the one before it, so that a table's log
is read from its end.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

from .base import Damaged, Entry, StoreError, TableRow, first_link, next_link

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, system TEXT NOT NULL, title TEXT NOT NULL, created BLOB NOT NULL,
    status TEXT NOT NULL DEFAULT 'open', since INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS commits (
    row INTEGER PRIMARY KEY, table_id TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, chain BLOB NOT NULL,
    prev INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS ends (table_row INTEGER PRIMARY KEY, last INTEGER NOT NULL, seq INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS seals (
    table_id TEXT NOT NULL, epoch INTEGER NOT NULL, seed BLOB NOT NULL, PRIMARY KEY (table_id, epoch));
CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value BLOB NOT NULL);
"""
#: The form of the file. 1 had neither checksums nor a table's status, 2 an index of all commits.
FORMAT = 3
PATIENCE = 2.0  # seconds to wait for another process to finish its transaction
NAME = "fracas.sqlite"
COLUMNS = "id, system, title, created, status, since"


def prepare(path: Path) -> int:
    """Make the file ready, or bring one of an earlier form to today's. Its inode comes back. Raises `StoreError`."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        db = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)
        try:
            (found,) = db.execute("PRAGMA user_version").fetchone()
            if found > FORMAT:
                raise StoreError(f"{path} is of format {found}; this server reads up to {FORMAT}: update it.")
            db.execute("PRAGMA journal_mode = WAL")
            if found < FORMAT:
                db.execute("BEGIN IMMEDIATE")
                if found == 1:
                    _from_format_1(db)
                if found in (1, 2):
                    db.execute("ALTER TABLE commits RENAME TO indexed")
                for statement in _SCHEMA.split(";"):
                    db.execute(statement)
                if found in (1, 2):
                    _from_format_2(db)
                db.execute(f"PRAGMA user_version = {FORMAT}")
                db.execute("COMMIT")
        finally:
            db.close()
        return path.stat().st_ino
    except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
        raise StoreError(f"{path} cannot be used: {error}") from error


def connect(path: Path, mode: str = "rw", shared: bool = False) -> sqlite3.Connection:
    """A connection to a file that is there (`rw` or `ro`). A missing one is never made anew: its tables would be gone.

    `shared`: threads use it by turns.
    """
    if mode == "ro" and not os.access(path.parent, os.W_OK) and not Path(f"{path}-wal").exists():
        mode = "ro&immutable=1"  # on a read-only medium there is no place for SQLite's own files, and nobody who writes
    db = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=PATIENCE, check_same_thread=not shared
    )
    db.execute("PRAGMA synchronous = FULL")
    return db


def fetch(path: Path, statement: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
    """The rows of a question, over a connection of its own. Raises `StoreError`."""
    try:
        db = connect(path, "ro")
        try:
            return db.execute(statement, values).fetchall()
        finally:
            db.close()
    except (sqlite3.Error, UnicodeDecodeError) as error:  # texts that are damaged are no texts any more
        raise StoreError(f"{path}: {error}") from error


def form(path: Path) -> int:
    """Which form the file has. Raises `StoreError` for one that is missing or none of ours."""
    if not path.exists():
        raise StoreError(f"There is no {path}.")
    found = int(fetch(path, "PRAGMA user_version")[0][0])
    if found < 1:
        raise StoreError(f"{path} is no Fracas data.")
    return found


def check(path: Path) -> None:
    """Raises `StoreError` for a file that cannot be read as it is, with what to do about it."""
    found = form(path)
    if found > FORMAT:
        raise StoreError(f"{path} is of format {found}, made by a later release; this one reads up to {FORMAT}: update it.")
    if found < FORMAT:
        raise StoreError(f"{path} is of format {found}, this reads {FORMAT}: start a server of this release on it once.")


def rows(path: Path) -> list[TableRow]:
    """Every table, oldest first."""
    return [TableRow(*row) for row in fetch(path, f"SELECT {COLUMNS} FROM tables ORDER BY row")]


def row_of(path: Path, table: str) -> TableRow | None:
    """A table as the list has it."""
    found = fetch(path, f"SELECT {COLUMNS} FROM tables NOT INDEXED WHERE id = ?", (table,))  # an index may be damaged, too
    if found and tuple(map(type, found[0])) != (str, str, str, bytes, str, int):
        raise Damaged(f"What is kept of table {table} is damaged.")
    return TableRow(*found[0]) if found else None


def entries(path: Path, table: str, whole: int | None = None) -> list[Entry]:
    """A table's log as it lies there, its checksums unchecked, in the order of its numbers. Raises `StoreError`.

    `whole`: its `length`, where that is known.
    """
    whole = length(path, table) if whole is None else whole
    found = fetch(path, _LOG, (table,))
    if len(found) < whole:  # damaged: what is left of it
        found = fetch(path, "SELECT seq, body, chain FROM commits WHERE table_id = ? ORDER BY seq", (table,))
    for row in found:
        if tuple(map(type, row)) != (int, bytes, bytes):
            raise Damaged(f"The log of table {table} is damaged: entry {row[0]} is not what was written.")
    return [Entry(*row) for row in found]


def length(path: Path, table: str) -> int:
    """How many entries a table's log has been given. Raises `Damaged` where that is not known any more."""
    found = fetch(path, _END, (table,))
    if not found:
        return 0
    whole = found[0][0]
    if not isinstance(whole, int) or (whole <= 0 and fetch(path, "SELECT 1 FROM commits WHERE table_id = ? LIMIT 1", (table,))):
        raise Damaged(f"The log of table {table} is damaged: nothing tells where it ends.")
    return whole


_END = "SELECT ends.seq FROM tables NOT INDEXED LEFT JOIN ends ON ends.table_row = tables.row WHERE tables.id = ?"
#: Rows grow, so no damage to one makes this go round.
_WALK = """
WITH RECURSIVE log (row, prev, table_id) AS (
    SELECT commits.row, commits.prev, commits.table_id FROM tables NOT INDEXED JOIN ends ON ends.table_row = tables.row
        JOIN commits ON commits.row = ends.last AND commits.table_id = tables.id WHERE tables.id = ?
    UNION ALL
    SELECT commits.row, commits.prev, commits.table_id FROM log
        JOIN commits ON commits.row = log.prev AND log.prev < log.row AND commits.table_id = log.table_id)
"""
_LOG = f"{_WALK} SELECT seq, body, chain FROM log JOIN commits USING (row) ORDER BY seq"


def seeds(path: Path, table: str) -> dict[int, bytes]:
    """The seeds of a table's dice, by epoch. Raises `Damaged` for one that is none."""
    found = fetch(path, "SELECT epoch, seed FROM seals WHERE table_id = ? ORDER BY epoch", (table,))
    for epoch, seed in found:
        if type(epoch) is not int or type(seed) is not bytes:
            raise Damaged(f"What is kept of table {table} is damaged: the seed of its dice stream {epoch} is no seed.")
    return dict(found)


def checked(row: TableRow, log: list[Entry], whole: int) -> list[bytes]:
    """The commits of a log of so many entries. Raises `Damaged` at the first that is missing or is not what was written."""
    chain = first_link(row)
    bodies = []
    for expected, entry in enumerate(log, start=1):
        chain = next_link(chain, entry.body)
        if entry.seq != expected or entry.chain != chain:
            what = "is missing" if entry.seq != expected else "is not what was written"
            raise Damaged(f"The log of table {row.id} is damaged: entry {expected} {what}.")
        bodies.append(entry.body)
    if len(bodies) < whole:
        raise Damaged(f"The log of table {row.id} is damaged: entry {len(bodies) + 1} is missing.")
    return bodies


def backup(source: Path, target: Path) -> None:
    """Copy a file that may be in use, consistently, page by page, for its owner alone to read.

    Raises `StoreError`, and nothing is left of what was begun; an existing target is left alone.
    """
    if target.exists():
        raise StoreError(f"{target} is there already: name a file that is not.")
    form(source)
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        _copy(source, target)
    except BaseException:
        for left in (target, *(Path(f"{target}{end}") for end in ("-journal", "-wal", "-shm"))):
            left.unlink(missing_ok=True)
        raise


def _copy(source: Path, target: Path) -> None:
    try:
        here = connect(source, "ro")
        try:
            there = sqlite3.connect(target)
            try:
                here.execute("BEGIN")  # else what a server writes meanwhile would make it begin again and again
                here.execute("SELECT 1 FROM tables").fetchone()
                here.backup(there, pages=256)
            finally:
                there.close()
        finally:
            here.close()
    except sqlite3.Error as error:
        raise StoreError(f"{source} could not be copied to {target}: {error}") from error


def _from_format_1(db: sqlite3.Connection) -> None:
    db.execute("ALTER TABLE tables ADD COLUMN status TEXT NOT NULL DEFAULT 'open'")
    db.execute("ALTER TABLE tables ADD COLUMN since INTEGER NOT NULL DEFAULT 0")
    db.execute("ALTER TABLE commits ADD COLUMN chain BLOB NOT NULL DEFAULT x''")
    for found in db.execute(f"SELECT {COLUMNS} FROM tables").fetchall():
        row = TableRow(*found)
        chain = first_link(row)
        for place, body in db.execute("SELECT row, body FROM commits WHERE table_id = ? ORDER BY seq", (row.id,)).fetchall():
            chain = next_link(chain, body)
            db.execute("UPDATE commits SET chain = ? WHERE row = ?", (chain, place))


def _from_format_2(db: sqlite3.Connection) -> None:
    db.execute(
        "INSERT INTO commits SELECT row, table_id, seq, body, chain,"
        " coalesce(lag(row) OVER (PARTITION BY table_id ORDER BY seq), 0)"
        " FROM indexed WHERE table_id IN (SELECT id FROM tables) ORDER BY row"
    )
    db.execute("DROP TABLE indexed")
    db.execute(
        "INSERT INTO ends SELECT tables.row, coalesce(max(commits.row), 0), coalesce(max(commits.seq), 0)"
        " FROM tables LEFT JOIN commits ON commits.table_id = tables.id GROUP BY tables.row"
    )
