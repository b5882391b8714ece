"""A log that was tampered with is found out, entry by entry; an honest one verifies, travels and comes back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import fracas_rules
import pytest
from duel import Hurt
from fracas_rules.kernel import facts as f
from fracas_rules.kernel.requests import Rolled
from fracas_rules.kernel.scenario import play
from fracas_server import logfile, scenario_export
from fracas_server.cli import cli
from fracas_server.logfile import Log
from fracas_server.store import file
from fracas_server.store.base import Entry, first_link, next_link
from fracas_server.testing import client, running
from msgspec.structs import replace
from yard import GAMES, POKE, ROUNDS, answered, fought, hp, yard_at

pytestmark = pytest.mark.usefixtures("_games")


@pytest.fixture
def _games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fracas_rules, "RULESETS", GAMES)


@pytest.fixture
async def log(tmp_path: Path) -> AsyncIterator[Log]:
    async with running(GAMES, data=tmp_path) as server:
        yard = await yard_at(server, hp=500)
        await fought(yard)
        yield logfile.from_data(tmp_path, yard.table)


def commits(log: Log) -> list[Any]:
    return [ROUNDS.decoder.decode(entry.body) for entry in log.entries]


def rechained(log: Log, bodies: list[bytes]) -> Log:
    """The log with other entries, and checksums to match: what a careful cheat would leave."""
    chain, entries = first_link(log.row), []
    for seq, body in enumerate(bodies, start=1):
        chain = next_link(chain, body)
        entries.append(Entry(seq, body, chain))
    return log._replace(entries=entries)


def rewritten(log: Log, change: Callable[[Any], Any], rechain: bool) -> tuple[Log, int]:
    """The log with the first fact changed that `change` changes; and the entry's number."""
    bodies, found = [], 0
    for commit in commits(log):
        if not found:
            facts = tuple(map(change, commit.facts))
            found = commit.seq if facts != commit.facts else 0
            commit = replace(commit, facts=facts)
        bodies.append(ROUNDS.encoder.encode(commit))
    assert found
    if rechain:
        return rechained(log, bodies), found
    return log._replace(entries=[e._replace(body=body) for e, body in zip(log.entries, bodies, strict=True)]), found


def other_die(fact: Any) -> Any:
    """A die of the stream shows something else."""
    if not isinstance(fact, f.Replied):
        return fact
    turn = [
        r if not isinstance(r, Rolled) or r.at < 0 else replace(r, faces=(r.faces[0] % 10 + 1, *r.faces[1:]))
        for r in fact.replies
    ]
    return replace(fact, replies=tuple(turn))


def other_wound(fact: Any) -> Any:
    """A wound is smaller than the dice make it."""
    return replace(fact, hp=fact.hp + 1) if isinstance(fact, Hurt) else fact


def faults(log: Log) -> list[tuple[int, str]]:
    return [(fault.seq, fault.kind) for fault in logfile.examine(log, ROUNDS).faults]


async def test_an_honest_log(log: Log) -> None:
    """Every die and every resolution is made again, and nothing differs, whatever was undone, amended or dropped."""
    verdict = logfile.examine(log, ROUNDS)
    assert verdict.faults == []
    assert (verdict.entries, verdict.resolutions, verdict.unrevealed) == (len(log.entries), 8, 0)
    assert verdict.dice == 9
    without = logfile.examine(log._replace(seeds={}), ROUNDS)
    assert (without.faults, without.dice, without.unrevealed) == ([], 8, 1)


async def test_an_altered_die(log: Log) -> None:
    """It is named: who rolled what, and what the log says; by the checksum too, unless that was forged."""
    forged, seq = rewritten(log, other_die, rechain=True)
    (first, *_) = logfile.examine(forged, ROUNDS).faults
    assert (first.seq, first.kind) == (seq, "die")
    assert first.what.startswith("a rolled ")
    assert "for poke; the log says " in first.what
    plain, seq = rewritten(log, other_die, rechain=False)
    assert {(seq, "checksum"), (seq, "die")} <= set(faults(plain))


async def test_an_altered_fact(log: Log) -> None:
    """It is named: what the log says, and what comes out when the resolution is played again."""
    forged, seq = rewritten(log, other_wound, rechain=True)
    assert faults(forged)[0] == (seq, "fact")
    (first, *_) = logfile.examine(forged, ROUNDS).faults
    assert "played again it is" in first.what
    plain, seq = rewritten(log, other_wound, rechain=False)
    assert faults(plain)[0] == (seq, "checksum")


async def test_an_altered_command_or_answer(log: Log) -> None:
    """A command or a decision that was changed afterwards no longer leads to its facts."""

    def other_pick(fact: Any) -> Any:
        picks = getattr(fact, "replies", ())
        turned = tuple(replace(one, pick="none") if getattr(one, "pick", None) == "brace" else one for one in picks)
        return replace(fact, replies=turned) if picks else fact

    forged, seq = rewritten(log, other_pick, rechain=True)
    assert faults(forged)[0] == (seq, "fact")


async def test_a_missing_entry(log: Log) -> None:
    """Left out, it is missing; left out with all numbers closed up, ids no longer fit."""
    assert faults(log._replace(entries=log.entries[:9] + log.entries[10:]))[0] == (11, "missing")
    assert (len(log.entries), "missing") in faults(log._replace(entries=log.entries[:-2]))
    kept = [replace(c, seq=c.seq - (c.seq > 6)) for c in commits(log) if c.seq != 6]
    assert "id" in {kind for _, kind in faults(rechained(log, [ROUNDS.encoder.encode(one) for one in kept]))}


async def test_entries_in_another_order(log: Log) -> None:
    """Two entries that changed places are found."""
    bodies = [entry.body for entry in log.entries]
    bodies[3], bodies[4] = bodies[4], bodies[3]
    assert faults(rechained(log, bodies))[0] == (5, "missing")
    swapped = [*log.entries[:3], log.entries[4], log.entries[3], *log.entries[5:]]
    assert {(5, "missing"), (4, "order")} <= set(faults(log._replace(entries=swapped)))


async def test_a_seed_that_was_exchanged(log: Log) -> None:
    """A seed that does not hash to what was published is named; and so is a die left out of the stream."""

    def other_seed(fact: Any) -> Any:
        return replace(fact, seed="00" * 32) if isinstance(fact, f.DiceRevealed) else fact

    forged, seq = rewritten(log, other_seed, rechain=True)
    assert (seq, "seed") in faults(forged)

    def skipped(fact: Any) -> Any:
        turn = [replace(r, at=r.at + 1) if isinstance(r, Rolled) and r.at >= 0 else r for r in getattr(fact, "replies", ())]
        return replace(fact, replies=tuple(turn)) if turn else fact

    forged, seq = rewritten(log, skipped, rechain=True)
    assert faults(forged)[0] == (seq, "die")


async def test_export_verify_import(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table moves to another server with its seats, its open ask and its dice; the file verifies on the way."""
    here, there, moved = tmp_path / "here", tmp_path / "there", tmp_path / "yard.fracaslog"
    async with running(GAMES, data=here) as server:
        yard = await yard_at(server, hp=500)
        await fought(yard)
        async with client(server, yard.gm) as gm:
            await gm.do(POKE)
            before = gm.view
        _run("export", yard.table, "--data", str(here), "--to", str(moved))  # while it runs
    assert moved.stat().st_mode & 0o777 == 0o600
    _run("verify", str(moved))
    assert capsys.readouterr().out.endswith("9 dice drawn again: no faults.\n")
    _run("import", str(moved), "--data", str(there))
    assert _status("import", str(moved), "--data", str(there)) == 2
    assert f"There is a table {yard.table} already" in capsys.readouterr().err
    assert _status("export", yard.table, "--data", str(here), "--to", str(moved)) == 2
    async with running(GAMES, data=there) as server, client(server, yard.gm) as gm, client(server, yard.bob) as bob:
        assert {**gm.view, "seats": 0} == {**before, "seats": 0}
        await answered(bob, "none")
        await gm.do({"do": "reveal_dice"})
    _run("verify", str(there))
    assert capsys.readouterr().out.endswith("10 dice drawn again: no faults.\n")


async def test_a_damaged_export_is_not_imported(log: Log, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever byte was changed: the line or the entry is named, and nothing is brought in."""
    good = logfile.dump(log, ROUNDS)
    for wrong, words in (
        (good.replace(b'"face":', b'"fac":'), ""),
        (good.replace(b'"pick":"brace"', b'"pick":"none"', 1), "checksum"),
        (b"".join(line + b"\n" for n, line in enumerate(good.splitlines()) if n != 7), "Entry 7 is missing"),
        (good[: len(good) // 2], "cannot be read"),
        (b"\n".join(good.splitlines()[:-2]), f"Entry {len(log.entries)} is missing: the log ends too early"),
        (b"hello", "Line 1"),
        (b"", "Line 1"),
    ):
        damaged = tmp_path / "damaged"
        damaged.write_bytes(wrong)
        if words:
            assert _status("import", str(damaged), "--data", str(tmp_path / "new")) == 2
            assert words in capsys.readouterr().err
            assert _status("verify", str(damaged)) in (1, 2)
    assert not (tmp_path / "new" / file.NAME).exists()


async def test_backup_while_it_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A copy taken from a live server is whole and verifies; an existing file is never overwritten."""
    copy = tmp_path / "backup.sqlite"
    async with running(GAMES, data=tmp_path / "data") as server:
        yard = await yard_at(server, hp=500)
        await fought(yard)
        _run("backup", str(copy), "--data", str(tmp_path / "data"))
        async with client(server, yard.gm) as gm:
            await gm.do({"do": "rename", "title": "Later"})
    _run("verify", str(copy))
    assert "The yard: " in capsys.readouterr().out
    assert _status("backup", str(copy), "--data", str(tmp_path / "data")) == 2
    assert "is there already" in capsys.readouterr().err
    (tmp_path / "restored").mkdir()
    copy.rename(tmp_path / "restored" / file.NAME)
    async with running(GAMES, data=tmp_path / "restored") as server, client(server, yard.gm) as gm:
        assert gm.view["table"]["title"] == "The yard"
        await gm.do(POKE)


async def test_a_scenario_from_a_live_log(log: Log, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What still counts of the fight becomes a scenario that passes; undone and dropped actions are not in it."""
    text, problems = scenario_export.scenario_of(log, ROUNDS)
    assert problems == []
    report = play(text, GAMES)
    assert (report.ok, [step.do for step in report.steps]) == (True, ["next_round", "act", "act", "act", "act", "act", "act"])
    assert report.state["b"]["hp"] == 500 - sum(step.result.get("damage", 0) for step in report.steps if step.index not in (0, 4))
    moved = tmp_path / "x.fracaslog"
    moved.write_bytes(logfile.dump(log, ROUNDS))
    _run("scenario", "export", str(moved))
    assert capsys.readouterr().out == text


async def test_what_was_taken_back_far_behind_is_in_no_scenario(tmp_path: Path) -> None:
    """Moves that lie far back are taken back as one; so they are counted."""
    async with running(GAMES, data=tmp_path, rate=1e6, burst=1_000_000) as server:
        yard = await yard_at(server, hp=500)
        async with client(server, yard.gm) as gm:
            await gm.do(POKE)
            await answered(gm, "none")
            once = hp(gm, "b")
            await gm.do(POKE)
            await answered(gm, "none")
            for at in range(300):
                await gm.do({"do": "move_token", "id": "a", "x": at % 10, "y": 1})
            for steps in (100, 100, *[1] * 50):
                await gm.do({"do": "undo", "steps": steps})
                await gm.settle()
                if hp(gm, "b") == once:
                    break
            assert hp(gm, "b") == once
            await gm.do(POKE)
            await answered(gm, "none")
            left = hp(gm, "b")
    text, problems = scenario_export.scenario_of(logfile.from_data(tmp_path), ROUNDS)
    assert problems == []
    report = play(text, GAMES)
    assert (report.ok, [step.do for step in report.steps]) == (True, ["act", "act"])
    assert report.state["b"]["hp"] == left


async def test_what_a_scenario_cannot_say(tmp_path: Path) -> None:
    """A removed combatant and a value given by the GM are named as reasons."""
    async with running(GAMES, data=tmp_path) as server:
        yard = await yard_at(server)
        async with client(server, yard.gm) as gm:
            await gm.do(POKE)
            await answered(gm, "none")
            await gm.do({"do": "amend", "who": "a", "key": "poke", "value": 17})
            assert hp(gm, "b") == 3
            await gm.do({"do": "remove_combatant", "id": "c"})
    _text, problems = scenario_export.scenario_of(logfile.from_data(tmp_path), ROUNDS)
    assert problems[0] == "The GM gave the value of poke of a; a scenario has only faces."
    assert problems[1].startswith("A scenario cannot say this: ")


def _run(*arguments: str) -> None:
    assert _status(*arguments) == 0


def _status(*arguments: str) -> int:
    """The exit status of a command, run in a thread of its own, for this one has a loop."""
    import threading

    status: list[int] = []

    def work() -> None:
        try:
            cli(arguments)
            status.append(0)
        except SystemExit as done:
            status.append(int(done.code or 0))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(30)
    return status[0]
