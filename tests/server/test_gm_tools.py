"""The game master's tools and the dice at a live table: real sockets, a real SQLite file, a real clock."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator
from dataclasses import replace as alter
from pathlib import Path
from typing import Any

import pytest
from fracas_rules.kernel.stream import face, key_of
from fracas_server.store import file
from fracas_server.testing import Refusal, client, running
from yard import GAMES, POKE, ROUNDS, Yard, answered, ask_of, hp, yard_at


@pytest.fixture
async def yard() -> AsyncIterator[Yard]:
    async with running(GAMES) as server:
        yield await yard_at(server)


async def test_a_deadline_takes_the_default(yard: Yard) -> None:
    """Nobody answers: after its time the ask is gone from every view, the action ended, and a late answer is stale."""
    async with client(yard.server, yard.gm) as gm, client(yard.server, yard.bob) as bob:
        await gm.do({"do": "set_options", "set": {"ask_seconds": 1}})
        await gm.do(POKE)
        await bob.until(lambda seen: seen.view["asks"])
        ask = ask_of(bob)
        assert bob.view["asks"][ask]["due"] > 1_600_000_000_000
        assert b"fracas_asks_open 1.0" in yard.server.app.metrics.text()
        await bob.until(lambda seen: "pending" not in seen.view)
        assert bob.view["asks"] == {}
        with pytest.raises(Refusal) as caught:
            await bob.do({"do": "answer", "ask": ask, "pick": "brace"})
        assert (caught.value.code, caught.value.path) == ("stale-answer", "$.ask")
        await gm.settle()
        assert 10 <= hp(gm, "b") <= 19
        assert b"fracas_asks_open 0.0" in yard.server.app.metrics.text()


async def test_a_deadline_survives_a_restart(tmp_path: Path) -> None:
    """A server that stands still over a deadline takes the default when it is back, before anyone can answer."""
    async with running(GAMES, data=tmp_path) as server:
        yard = await yard_at(server)
        async with client(server, yard.gm) as gm:
            await gm.do({"do": "set_options", "set": {"ask_seconds": 1}})
            await gm.do(POKE)
            ask = ask_of(gm)
    await asyncio.sleep(1.1)
    async with running(GAMES, data=tmp_path) as server, client(server, yard.bob) as bob:
        with pytest.raises(Refusal) as caught:
            await bob.do({"do": "answer", "ask": ask, "pick": "brace"})
        assert caught.value.code == "stale-answer"
        assert "pending" not in bob.view


async def test_a_pause_stops_the_clock(yard: Yard) -> None:
    """While the table is paused the deadline passes by, players wait, and it moves on by as long as the pause took."""
    async with client(yard.server, yard.gm) as gm, client(yard.server, yard.bob) as bob:
        await gm.do({"do": "set_options", "set": {"ask_seconds": 1}})
        await gm.do(POKE)
        due = gm.view["asks"][ask_of(gm)]["due"]
        await gm.do({"do": "pause"})
        await bob.until(lambda seen: seen.view.get("paused"))
        with pytest.raises(Refusal, match="paused") as caught:
            await bob.do({"do": "answer", "ask": ask_of(bob), "pick": "none"})
        assert caught.value.code == "forbidden"
        await asyncio.sleep(1.2)
        await bob.settle()
        assert "pending" in bob.view
        await gm.do({"do": "pause", "paused": False})
        assert gm.view["asks"][ask_of(gm)]["due"] >= due + 1200
        await answered(bob, "brace")
        assert "pending" not in bob.view


async def test_a_dropped_player_returns_in_time(yard: Yard) -> None:
    """The ask waits for a player who lost the connection, and the game master may answer instead."""
    async with client(yard.server, yard.gm) as gm:
        async with client(yard.server, yard.bob) as bob:
            await gm.do({"do": "set_options", "set": {"ask_seconds": 60}})
            await gm.do(POKE)
            await bob.until(lambda seen: seen.view["asks"])
            cursor = bob.cursor
        async with client(yard.server, yard.bob, cursor=cursor) as bob:
            await answered(bob, "brace")
            assert hp(bob, "b") >= 15
        await gm.do(POKE)
        assert gm.view["asks"][ask_of(gm)]["deputy"] is True
        await answered(gm, "none")
        assert "pending" not in gm.view


async def test_two_tabs_answer(yard: Yard) -> None:
    """Both tabs of a seat see the ask; one answer counts, the other is told that it came late."""
    async with client(yard.server, yard.gm) as gm, client(yard.server, yard.bob) as one, client(yard.server, yard.bob) as two:
        await gm.do(POKE)
        await one.until(lambda seen: seen.view["asks"])
        await two.until(lambda seen: seen.view["asks"])
        ask = ask_of(one)
        came = await asyncio.gather(
            one.do({"do": "answer", "ask": ask, "pick": "brace"}),
            two.do({"do": "answer", "ask": ask, "pick": "none"}),
            return_exceptions=True,
        )
        assert sorted(getattr(result, "code", "done") for result in came) == ["done", "stale-answer"]
        await one.settle()
        await two.settle()
        assert one.view == two.view
        assert "pending" not in one.view


async def test_defence_before_dice(yard: Yard) -> None:
    """Until the defender's choice is stored there is no die: no frame to anyone and no byte on disk has one."""
    async with client(yard.server, yard.pat) as pat, client(yard.server, yard.bob) as bob:
        await pat.do({**POKE, "maneuver": "flurry"})
        await bob.until(lambda seen: seen.view["asks"])
        log = file.entries(yard.server.app.store.path, yard.table)  # type: ignore[attr-defined]
        opened = ROUNDS.decoder.decode(log[-1].body)
        assert [reply for fact in opened.facts for reply in getattr(fact, "replies", ())] == []
        assert not any("face" in str(frame) or '"total"' in str(frame) for frame in (*pat.frames, *bob.frames))
        await answered(bob, "none")
        first = ROUNDS.decoder.decode(file.entries(yard.server.app.store.path, yard.table)[-1].body)  # type: ignore[attr-defined]
        replies = [reply for fact in first.facts for reply in getattr(fact, "replies", ())]
        assert [reply.key for reply in replies] == ["defense", "poke"]


async def test_amend_undo_redo_for_everyone(yard: Yard) -> None:
    """The GM changes a die, takes the action back and does it again: every client shows the same each time."""
    async with client(yard.server, yard.gm) as gm, client(yard.server, yard.bob) as bob:
        await gm.do(POKE)
        await answered(bob, "none")
        await gm.do({"do": "amend", "who": "a", "key": "poke", "faces": [3]})
        await bob.settle()
        assert (hp(gm, "b"), hp(bob, "b")) == (17, 17)
        assert [one["origin"] for one in gm.view["replies"]] == ["kept", "amended"]
        before = gm.view["combatants"], bob.view["combatants"]
        table = await yard.server.app.tables.get(yard.table)
        assert table is not None
        print_before = table.state.fingerprint()
        await gm.do({"do": "undo"})
        await bob.settle()
        assert (hp(gm, "b"), hp(bob, "b")) == (20, 20)
        assert gm.view["redo"] == [{"label": "A: poke → B"}]
        await gm.do({"do": "redo"})
        await bob.settle()
        assert (gm.view["combatants"], bob.view["combatants"]) == before
        assert table.state.fingerprint() == print_before


async def test_secret_actions(yard: Yard) -> None:
    """Of a secret action a player sees its wound and nothing else, and may not act so; its dice leave the stream alone."""
    async with client(yard.server, yard.gm) as gm, client(yard.server, yard.bob) as bob:
        await bob.settle()
        frames = len(bob.frames)
        table = await yard.server.app.tables.get(yard.table)
        assert table is not None
        await gm.do({**POKE, "actor": "c", "targets": ["c"], "secret": True})
        assert gm.view["pending"]["label"] == "C: poke → C"
        await answered(gm, "none")
        await bob.settle()
        shown = [json.loads(frame) for frame in bob.frames[frames:] if '"type":"pong"' not in str(frame)]
        assert [(one["patch"], one["entries"]) for one in shown] == [({"combatants": {"c": {"wound": {"id": "hurt"}}}}, [])]
        assert table.state.dice.counter == 0
        with pytest.raises(Refusal) as caught:
            await bob.do({**POKE, "actor": "b", "targets": ["a"], "secret": True})
        assert (caught.value.code, caught.value.path) == ("forbidden", "$.secret")


async def test_dice_follow_from_the_sealed_seed(yard: Yard, tmp_path: Path) -> None:
    """From the table's making on: the commitment first, then dice, then the seed; anyone can draw them again."""
    async with client(yard.server, yard.gm) as gm, client(yard.server, yard.bob) as bob:
        sealed = bob.view["dice"]
        assert sealed["epoch"] == 1
        await bob.do({"do": "add_entropy", "text": "salt"})
        await gm.do(POKE)
        await answered(bob, "none")
        assert not any('"seed"' in str(frame) for frame in gm.frames)
        await gm.do({"do": "next_round"})  # opens an episode
        await bob.settle()
        told = {entry["key"]: entry["data"] for entry in bob.entries}
        seed = bytes.fromhex(told["dice_revealed"]["seed"])
        assert hashlib.sha256(seed).hexdigest() == sealed["commitment"]
        assert hp(bob, "b") == 20 - face(key_of(seed, ("salt",)), 0, 10)
        assert bob.view["dice"]["epoch"] == 2
        assert bob.view["dice"]["commitment"] != sealed["commitment"]


async def test_seeds_are_kept_beside_the_log(tmp_path: Path) -> None:
    """A restart goes on with the same stream where it stood; the seed is nowhere in the log before it is told."""
    async with running(GAMES, data=tmp_path) as server:
        yard = await yard_at(server)
        async with client(server, yard.gm) as gm:
            await gm.do(POKE)
            await answered(gm, "none")
            first = 20 - hp(gm, "b")
    seed = file.seeds(tmp_path / file.NAME, yard.table)[1]
    log = file.entries(tmp_path / file.NAME, yard.table)
    assert not any(seed in entry.body or seed.hex().encode() in entry.body for entry in log)
    async with running(GAMES, data=tmp_path) as server, client(server, yard.gm) as gm:
        await gm.do(POKE)
        await answered(gm, "none")
        assert (first, 20 - hp(gm, "b") - first) == (face(key_of(seed), 0, 10), face(key_of(seed), 1, 10))


async def test_a_refusal_after_dice_leaves_them_drawn(tmp_path: Path) -> None:
    """The rules refuse an action after its dice: nothing happened, but the stream never gives those dice again."""
    late = alter(ROUNDS, play=_refuse_late)
    async with running({"duel": late}, data=tmp_path) as server:
        yard = await yard_at(server)
        table = await server.app.tables.get(yard.table)
        assert table is not None
        async with client(server, yard.gm) as gm:
            for counter in (1, 2):
                with pytest.raises(Refusal, match="after all") as caught:
                    await gm.do({"do": "next_round"}, id="same")
                assert caught.value.code == "requirement"
                assert table.state.dice.counter == counter
            view = gm.view
    async with running({"duel": late}, data=tmp_path) as server, client(server, yard.gm) as gm:
        assert gm.view == view
        table = await server.app.tables.get(yard.table)
        assert table is not None
        assert table.state.dice.counter == 2


def _refuse_late(scene: Any, command: Any) -> Any:
    from fracas_rules.errors import refuse
    from fracas_rules.kernel.requests import TABLE, Roll
    from fracas_rules.kernel.script import roll

    yield from roll(Roll("luck", TABLE, (6,)))
    refuse("requirement", "It does not go after all.")


async def test_dice_by_hand(yard: Yard) -> None:
    """With hand-rolled dice, whoever rolls is asked for what shows."""
    async with client(yard.server, yard.gm) as gm, client(yard.server, yard.pat) as pat, client(yard.server, yard.bob) as bob:
        await gm.do({"do": "set_options", "set": {"dice": "hand"}})
        await pat.do(POKE)
        await answered(bob, "none")
        await pat.until(lambda seen: seen.view["asks"])
        assert pat.view["asks"][ask_of(pat)]["dice"] == [10]
        await answered(pat, [7])
        await bob.settle()
        assert hp(bob, "b") == 13


async def test_schemas_list_the_options_of_every_table(yard: Yard) -> None:
    """Each with its values, its default and what it does."""
    async with client(yard.server, yard.pat) as pat:
        options = {one["id"]: one for one in (await pat.query("schemas"))["options"]}
        assert options["confirm"] == {
            "id": "confirm",
            "label": "Confirm",
            "values": ["none", "gm", "all"],
            "default": "none",
            "help": "Who must approve what an action came to before it counts: nobody, the GM, or all whom it concerns.",
        }
        assert (options["ask_seconds"]["min"], options["ask_seconds"]["max"]) == (0, 86400)
        assert sorted(options) == ["ask_seconds", "confirm", "dice", "numbers", "odds", "open_rolls", "trust_players"]
