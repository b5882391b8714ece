"""One table's log as a file of its own: written from a data folder, read back into one, or read for verification.

A text file, a line each: first what made the table, with the seeds of its dice; then every commit as JSON, with the
checksum over it and all before. It holds everything, the table's secrets too.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from fracas_rules.kernel.facts import Commit, Created, TableFact
from fracas_rules.kernel.packs import dec_hook, enc_hook
from fracas_rules.kernel.ruleset import Ruleset
from fracas_rules.kernel.verify import Fault, Verdict, verify
from msgspec import Raw, Struct

from .history import UNREADABLE
from .store import file
from .store.base import Entry, StoreError, TableRow, first_link, next_link

FORMAT = 1


class LogError(Exception):
    """A log that cannot be used; the message says where."""


class Log(NamedTuple):
    """A table's log as it lies there: nothing about it has been checked. `length`: how many entries it should have, at least."""

    row: TableRow
    entries: list[Entry]
    seeds: dict[int, bytes]
    length: int


class _Head(Struct, frozen=True, forbid_unknown_fields=True):
    fracas_log: int
    table: str
    system: str
    title: str
    created: bytes
    seeds: dict[int, str] = {}
    entries: int = 0  # a log that an earlier release wrote does not say


class _Line(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    seq: int
    chain: str
    commit: Raw = Raw()
    body: bytes = b""  # the commit's own bytes, where an earlier release wrote them in another order


def from_data(path: Path, table: str | None = None) -> Log:
    """A table's log in a data folder, or in a copy of its file. Raises `LogError`, `StoreError`."""
    found = path / file.NAME if path.is_dir() else path
    try:
        file.check(found)
    except StoreError as error:
        raise LogError(str(error)) from None
    if table is None:
        ids = [one for (one,) in file.fetch(found, "SELECT id FROM tables ORDER BY row")]
        if len(ids) != 1:
            raise LogError(f"{found} has {len(ids)} tables: name one of {', '.join(ids) or 'them'}.")
        table = ids[0]
    row = file.row_of(found, table)
    if row is None:
        raise LogError(f"{found} has no table {table}.")
    length = file.length(found, table)
    return Log(row, file.entries(found, table, length), file.seeds(found, table), length)


def dump(log: Log, ruleset: Ruleset) -> bytes:
    """The log as a file. Raises `LogError` where an entry cannot be read."""
    seeds = {epoch: seed.hex() for epoch, seed in log.seeds.items()}
    head = _Head(FORMAT, log.row.id, log.row.system, log.row.title, log.row.created, seeds, log.length)
    lines = [msgspec.json.encode(head)]
    for entry in log.entries:
        commit = decoded(entry, ruleset)
        same = ruleset.encoder.encode(commit) == entry.body
        shown = Raw(msgspec.json.encode(commit, enc_hook=enc_hook))
        lines.append(msgspec.json.encode(_Line(entry.seq, entry.chain.hex(), shown, b"" if same else entry.body)))
    return b"\n".join([*lines, b""])


def created_of(row: TableRow) -> Created:
    """What made a table. Raises `LogError`."""
    try:
        return msgspec.msgpack.decode(row.created, type=Created)
    except UNREADABLE as error:
        raise LogError(f"What made the table cannot be read: {error}") from None


def decoded(entry: Entry, ruleset: Ruleset) -> Commit[Any]:
    """The commit of an entry. Raises `LogError`."""
    try:
        return ruleset.decoder.decode(entry.body)
    except UNREADABLE as error:
        told = f"entry {entry.seq} cannot be read: {error}. `verify` names all that is wrong."
        raise LogError(f"The log is damaged: {told}") from None


def load(text: bytes, rulesets: Mapping[str, Ruleset]) -> tuple[Log, Ruleset]:
    """Read such a file. Raises `LogError` with the number of the line that cannot be read."""
    lines = text.splitlines()
    if not lines:
        raise LogError("It is empty: this is not an exported log.")
    try:
        head = msgspec.json.decode(lines[0], type=_Head)
    except UNREADABLE as error:
        raise LogError(f"Line 1: this is not an exported log: {error}") from None
    if head.fracas_log != FORMAT:
        raise LogError(f"Line 1: this reads logs of format {FORMAT}; the file says {head.fracas_log}.")
    ruleset = rulesets.get(head.system)
    if ruleset is None:
        raise LogError(f"Line 1: there is no game `{head.system}` here.")
    decoder = msgspec.json.Decoder(Commit[TableFact | ruleset.fact], dec_hook=dec_hook)  # type: ignore[name-defined]
    row = TableRow(head.table, head.system, head.title, head.created)
    entries = []
    for number, line in enumerate(lines[1:], start=2):
        try:
            read = msgspec.json.decode(line, type=_Line)
            body = read.body or ruleset.encoder.encode(decoder.decode(read.commit))
            entries.append(Entry(read.seq, body, bytes.fromhex(read.chain)))
        except UNREADABLE as error:
            raise LogError(f"Line {number}: this entry cannot be read: {error}") from None
    try:
        seeds = {epoch: bytes.fromhex(seed) for epoch, seed in head.seeds.items()}
    except ValueError:
        raise LogError("Line 1: a seed is not hexadecimal.") from None
    return Log(row, entries, seeds, head.entries), ruleset


def examine(log: Log, ruleset: Ruleset) -> Verdict:
    """Hold a log against its checksums, then verify every die and every resolution in it."""
    faults: list[Fault] = []
    chain = first_link(log.row)
    commits: list[Commit[Any]] = []
    expected = 0
    for entry in log.entries:
        expected += 1
        if entry.seq != expected:
            what = (
                f"Entry {expected} is missing." if entry.seq > expected else f"Entry {entry.seq} stands where {expected} should."
            )
            faults.append(Fault(entry.seq, "missing" if entry.seq > expected else "order", what))
            expected = entry.seq
        chain = next_link(chain, entry.body)
        if entry.chain != chain:
            faults.append(Fault(entry.seq, "checksum", "It, or one before it, is not what was written: the checksum differs."))
            chain = entry.chain  # so that the next fault is named where it is
        try:
            commits.append(ruleset.decoder.decode(entry.body))
        except UNREADABLE as error:
            faults.append(Fault(entry.seq, "unreadable", f"It cannot be read: {error}"))
            break
    else:
        if not log.entries:
            faults.append(Fault(1, "missing", "Entry 1 is missing: the log is empty."))
        elif log.length > expected:
            faults.append(Fault(log.length, "missing", f"Entry {log.length} is missing: the log ends too early."))
    try:
        created = created_of(log.row)
    except LogError as error:
        verdict = Verdict(faults=[Fault(0, "unreadable", str(error))])
    else:
        verdict = verify(ruleset, created, commits, {epoch: seed.hex() for epoch, seed in log.seeds.items()})
    known = {(fault.seq, fault.kind) for fault in faults}
    verdict.faults = sorted(
        [*faults, *(one for one in verdict.faults if (one.seq, one.kind) not in known)], key=lambda one: one.seq
    )
    return verdict
