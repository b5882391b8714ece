"""The seeds of dice against what was committed to, and where each reply says it is from; whoever forges either is found out."""

from __future__ import annotations

import asyncio
import io
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import fracas_rules
import pytest
from fracas_rules.kernel import facts as f
from fracas_rules.kernel.decide import timeline
from fracas_rules.kernel.requests import Rolled
from fracas_rules.kernel.resolve import again
from fracas_rules.kernel.run import Done, run
from fracas_rules.kernel.verify import Verdict
from fracas_server import logfile, logs
from fracas_server.cli import cli
from fracas_server.logfile import Log
from fracas_server.store import file
from fracas_server.store.base import Entry, first_link, next_link
from fracas_server.testing import client, running
from msgspec.structs import replace
from yard import GAMES, POKE, ROUNDS, Yard, answered, fought, yard_at


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fracas_rules, "RULESETS", GAMES)


@pytest.fixture
def told() -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """What the server's log says at level `error`."""
    out = io.StringIO()
    logs.set_up("json", "error", out)
    yield lambda: [json.loads(line) for line in out.getvalue().splitlines()]
    logs.set_up("console", "warning")


async def played(data: Path, options: dict[str, Any] | None = None) -> Yard:
    """A table with one action whose dice are of the running stream, the second one."""
    async with running(GAMES, data=data) as server:
        yard = await yard_at(server, hp=500)
        async with client(server, yard.gm) as gm:
            await gm.do({"do": "set_options", "set": options or {}})
            await gm.do({"do": "reveal_dice"})
            await gm.do(POKE)
            await answered(gm, "none")
        return yard


def seals(data: Path, statement: str) -> None:
    db = sqlite3.connect(data / file.NAME)
    db.execute(statement)
    db.commit()
    db.close()


def verdict(log: Log) -> Verdict:
    return logfile.examine(log, ROUNDS)


def faults(log: Log) -> list[tuple[int, str]]:
    return [(one.seq, one.kind) for one in verdict(log).faults]


def sealing(log: Log, epoch: int) -> int:
    """The entry that committed to a stream."""
    commits = map(ROUNDS.decoder.decode, (entry.body for entry in log.entries))
    return next(c.seq for c in commits for fact in c.facts if isinstance(fact, f.DiceSealed) and fact.epoch == epoch)


def status(*arguments: str) -> int:
    try:
        cli(arguments)
    except SystemExit as done:
        return int(done.code or 0)
    return 0


@pytest.mark.parametrize("wrong", [b"\x11" * 32, b""])
async def test_a_kept_seed_that_does_not_fit(wrong: bytes, tmp_path: Path) -> None:
    """It is named at the entry that committed to it, and no honest die is called false by it."""
    await played(tmp_path)
    log = logfile.from_data(tmp_path)
    assert faults(log) == []
    forged = verdict(log._replace(seeds={**log.seeds, 2: wrong}))
    assert [(one.seq, one.kind) for one in forged.faults] == [(sealing(log, 2), "seed")]
    assert (forged.dice, forged.unrevealed) == (0, 1)
    assert faults(log._replace(seeds={**log.seeds, 1: wrong})) == [(sealing(log, 1), "seed")]


async def test_an_export_without_its_running_seed_is_not_imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Missing or wrong, whoever imports it is told which stream lacks its seed; nothing is made."""
    await played(tmp_path)
    log = logfile.from_data(tmp_path)
    moved = tmp_path / "yard.fracaslog"
    for seeds, words in (
        ({}, "the seed of its dice stream 2 is missing"),
        ({1: log.seeds[1]}, "the seed of its dice stream 2 is missing"),
        ({**log.seeds, 2: b"\x11" * 32}, f"entry {sealing(log, 2)}: seed: "),
        ({**log.seeds, 2: b""}, f"entry {sealing(log, 2)}: seed: "),
    ):
        moved.write_bytes(logfile.dump(log._replace(seeds=seeds), ROUNDS))
        assert await asyncio.to_thread(status, "import", str(moved), "--data", str(tmp_path / "new")) == 2
        assert words in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
    moved.write_bytes(logfile.dump(log._replace(seeds={}), ROUNDS))
    assert await asyncio.to_thread(status, "verify", str(moved)) == 0
    assert "1 dice of a seed not told yet, and the seed of the dice to come is not in it: no faults." in capsys.readouterr().out
    moved.write_bytes(logfile.dump(log._replace(seeds={**log.seeds, 3: b"\x11" * 32}), ROUNDS))
    assert await asyncio.to_thread(status, "import", str(moved), "--data", str(tmp_path / "new")) == 0
    assert set(file.seeds(tmp_path / "new" / file.NAME, log.row.id)) == {1, 2}  # nobody brings dice to come


@pytest.mark.parametrize("damage", ["DELETE FROM seals", "UPDATE seals SET seed = zeroblob(32) WHERE epoch = 2"])
async def test_a_table_whose_seed_is_lost(
    damage: str, tmp_path: Path, told: Callable[[], list[dict[str, Any]]], capsys: pytest.CaptureFixture[str]
) -> None:
    """Its server says so, its dice claim no place in the stream, and the log has a lost seed, not false dice."""
    data = tmp_path / "data"
    yard = await played(data)
    seals(data, damage)
    async with running(GAMES, data=data) as server, client(server, yard.gm) as gm:
        (line,) = told()
        assert (line["event"], line["table"], line["epoch"]) == ("dice seed lost", yard.table, 2)
        await gm.do(POKE)
        await answered(gm, "none")
        log = logfile.from_data(data)._replace(seeds={})
        (lost,) = verdict(log).faults
        assert (lost.seq, lost.kind) == (len(log.entries), "lost")
        assert lost.what == "The seed of stream 2 was lost: nobody can draw its dice again."
        await gm.do({"do": "reveal_dice"})
        *_, revealed = (entry for entry in gm.entries if entry["key"] == "dice_revealed")
        assert (revealed["data"]["epoch"], revealed["data"]["seed"]) == (2, "")
        await gm.do(POKE)
        await answered(gm, "none")
    log = logfile.from_data(data)
    after = verdict(log)
    assert [one.kind for one in after.faults] == ["lost"]
    assert (after.dice, after.lost, after.unrevealed) == (1, 2, 0)
    (drawn,) = [
        reply
        for entry in log.entries[-3:]
        for fact in ROUNDS.decoder.decode(entry.body).facts
        for reply in getattr(fact, "replies", ())
        if isinstance(reply, Rolled)
    ]
    assert drawn.at == 0
    moved = tmp_path / "moved"
    moved.write_bytes(logfile.dump(log, ROUNDS))
    assert await asyncio.to_thread(status, "import", str(moved), "--data", str(tmp_path / "new")) == 0
    assert await asyncio.to_thread(status, "verify", str(moved)) == 1
    assert ": lost: The seed of stream 2 was lost" in capsys.readouterr().out


def forged(log: Log, change: Callable[[Rolled], Rolled]) -> Log:
    """The log with its last action's die changed, played to the end with it, and every checksum made to match."""
    line = timeline(ROUNDS, logfile.created_of(log.row))
    chain, entries = first_link(log.row), []
    last = max(entry.seq for entry in log.entries if b"closed" in entry.body)
    for entry in log.entries:
        commit = ROUNDS.decoder.decode(entry.body)
        if commit.seq == last:
            commit = replace(commit, facts=tuple(_changed(fact, change) for fact in commit.facts))
        if commit.seq == last:
            after = line.fork()
            after.fold(commit)
            pending = after.marks[-1].pending
            assert pending is not None
            done = run(*again(ROUNDS, pending, ()), pending.replies)
            assert isinstance(done, Done)
            kept = [fact for fact in commit.facts if isinstance(fact, f.Amended | f.Rewound | f.Opened | f.Replied)]
            closed = next(fact for fact in commit.facts if isinstance(fact, f.Closed))
            commit = replace(commit, facts=(*kept, *done.facts, replace(closed, result=done.result)))
        line.fold(commit)
        body = ROUNDS.encoder.encode(commit)
        chain = next_link(chain, body)
        entries.append(Entry(commit.seq, body, chain))
    return log._replace(entries=entries)


def _changed(fact: Any, change: Callable[[Rolled], Rolled]) -> Any:
    if not isinstance(fact, f.Replied):
        return fact
    return replace(fact, replies=tuple(change(one) if isinstance(one, Rolled) else one for one in fact.replies))


def other(die: Rolled, **said: Any) -> Rolled:
    return replace(die, faces=(die.faces[0] % 10 + 1,), **said)


@pytest.mark.parametrize("origin", ["hand", "amended", "kept"])
async def test_a_die_that_claims_another_origin(origin: str, tmp_path: Path) -> None:
    """Nobody rolls by hand where the server does, and nobody amended what no amendment names."""
    await played(tmp_path)
    log = logfile.from_data(tmp_path)
    assert faults(forged(log, lambda die: die)) == []
    for at in ({}, {"at": -1}):
        assert [kind for _, kind in faults(forged(log, lambda die, at=at: other(die, origin=origin, **at)))] == ["die"]  # type: ignore[misc]


async def test_a_value_that_nobody_gave(tmp_path: Path) -> None:
    """Honest faces that count as something else are an altered die."""
    await played(tmp_path)
    log = logfile.from_data(tmp_path)
    assert [kind for _, kind in faults(forged(log, lambda die: replace(die, forced=9)))] == ["die"]


async def test_what_was_really_amended(tmp_path: Path) -> None:
    """One reply at a time and nothing else of it; what was amended before stays so, and a second change of an entry is found."""
    async with running(GAMES, data=tmp_path) as server:
        yard = await yard_at(server, hp=500)
        async with client(server, yard.gm) as gm:
            await gm.do({**POKE, "maneuver": "flurry"})
            while gm.view["asks"]:
                await answered(gm, "brace")
            for change in ({"nth": 0, "faces": [2]}, {"nth": 1, "faces": [3]}, {"nth": 1, "value": 17}):
                await gm.do({"do": "amend", "who": "a", "key": "poke", **change})
    log = logfile.from_data(tmp_path)
    assert faults(log) == []
    assert [kind for _, kind in faults(forged(log, lambda die: other(die) if die.forced is None else die))] == ["die"]
    assert [kind for _, kind in faults(forged(log, lambda die: replace(die, at=die.at + 5)))][:1] == ["die"]


async def test_dice_rolled_by_hand(tmp_path: Path) -> None:
    """They are what people typed in; those that nobody rolled in time are the server's, of the stream, and are drawn again."""
    yard = await played(tmp_path, {"dice": "hand", "ask_seconds": 1})
    async with running(GAMES, data=tmp_path) as server, client(server, yard.gm) as gm:
        await gm.until(lambda seen: "pending" not in seen.view)
        await gm.do({"do": "set_options", "set": {"ask_seconds": 0}})
        await gm.do(POKE)
        await answered(gm, "none")
        await answered(gm, [7])
        await gm.do({"do": "amend", "who": "b", "key": "defense", "pick": "brace"})
    log = logfile.from_data(tmp_path)
    honest = verdict(log)
    assert (honest.faults, honest.dice) == ([], 1)
    assert [kind for _, kind in faults(forged(log, other))] == ["die"]


async def test_a_fight_with_everything_in_it(tmp_path: Path) -> None:
    """An honest log has no fault, whatever was undone, amended or dropped."""
    async with running(GAMES, data=tmp_path) as server:
        await fought(await yard_at(server, hp=500))
    assert faults(logfile.from_data(tmp_path)) == []
