"""Exactly once: one effect and one answer, however often and from wherever a command comes; and one order for everyone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from fracas_protocol.version import Encoding
from fracas_server.store import file
from fracas_server.testing import Refusal, client, running
from yard import GAMES, POKE, ROUNDS, answered, ask_of, hp, yard_at

ADD = {"do": "add_combatant", "sheet": {"name": "Rat"}}


async def test_five_times_over_reconnects_restarts_and_tabs(tmp_path: Path) -> None:
    """The same id five times: twice at once from two tabs, after a reconnect, after a restart, in the other encoding."""
    async with running(GAMES, data=tmp_path) as server:
        yard = await yard_at(server)
        async with client(server, yard.gm) as one, client(server, yard.gm) as two:
            came = await asyncio.gather(one.do(ADD, id="once"), two.do(ADD, id="once"))
        async with client(server, yard.gm) as again:
            came.append(await again.do(ADD, id="once"))
    async with running(GAMES, data=tmp_path) as server:
        for encoding in Encoding:
            async with client(server, yard.gm, encoding) as back:
                came.append(await back.do(ADD, id="once"))
        async with client(server, yard.gm) as gm:
            assert sorted(gm.view["combatants"]) == ["a", "b", "c", "rat"]
            with pytest.raises(Refusal) as caught:
                await gm.do({**ADD, "side": "rats"}, id="once")
            assert caught.value.code == "conflict"
        async with client(server, yard.bob) as bob:  # another seat's ids are its own
            with pytest.raises(Refusal) as caught:
                await bob.do(ADD, id="once")
            assert caught.value.code == "forbidden"
    assert came == [{"id": "rat"}] * 5


async def test_an_answer_five_times(tmp_path: Path) -> None:
    """An answer is a command like others: repeated under its id it is `done` each time, and the dice fall once."""
    async with running(GAMES, data=tmp_path) as server:
        yard = await yard_at(server)
        async with client(server, yard.gm) as gm, client(server, yard.bob) as bob:
            await gm.do(POKE)
            await bob.until(lambda seen: seen.view["asks"])
            answer = {"do": "answer", "ask": ask_of(bob), "pick": "brace"}
            async with client(server, yard.bob) as tab:
                await asyncio.gather(bob.do(answer, id="brace"), tab.do(answer, id="brace"))
            hurt = hp(bob, "b")
    async with running(GAMES, data=tmp_path) as server, client(server, yard.bob) as bob:
        for _ in range(3):
            await bob.do(answer, id="brace")
        assert hp(bob, "b") == hurt
        table = await server.app.tables.get(yard.table)
        assert table is not None
        assert table.state.dice.counter == 1


async def test_two_hits_in_the_same_instant(tmp_path: Path) -> None:
    """200 rounds in which two players hit the same target at once: the wounds are the sum, and all agree on the order."""
    async with running(GAMES, data=tmp_path, rate=5000, burst=5000) as server:
        yard = await yard_at(server, hp=100_000)
        async with client(server, yard.gm) as gm, client(server, yard.pat) as pat, client(server, yard.bob) as bob:
            await gm.do({"do": "set_options", "set": {"numbers": "all"}})
            for _ in range(200):
                hits = [one.do({**POKE, "actor": who, "targets": ["c"]}) for one, who in ((pat, "a"), (bob, "b"))]
                came = await asyncio.gather(*hits, return_exceptions=True)
                assert sorted(getattr(result, "code", "done") for result in came) == ["busy", "done"]
                await answered(gm, "none")
                late, who = (pat, "a") if isinstance(came[0], Refusal) else (bob, "b")
                await late.do({**POKE, "actor": who, "targets": ["c"]})
                await answered(gm, "none")
            await asyncio.gather(pat.settle(), bob.settle())
            assert gm.view["combatants"]["c"]["numbers"] == pat.view["combatants"]["c"]["numbers"]
            assert pat.view["combatants"]["c"]["numbers"] == bob.view["combatants"]["c"]["numbers"]
            left = hp(gm, "c")
    wounds, told = 0, []
    for entry in file.entries(tmp_path / file.NAME, yard.table):
        for fact in ROUNDS.decoder.decode(entry.body).facts:
            for reply in getattr(fact, "replies", ()):
                wounds += sum(getattr(reply, "faces", ()))
            if type(fact).__name__ == "Hurt":
                told.append(fact.hp)
    assert 100_000 - wounds == left
    assert told == sorted(told, reverse=True)
    assert len(told) == 400


async def test_moves_of_one_token_from_many_hands(tmp_path: Path) -> None:
    """Fifty moves at once from two tabs: every client ends on the square that the log ends on."""
    async with running(GAMES, data=tmp_path, rate=5000, burst=5000) as server:
        yard = await yard_at(server)
        async with client(server, yard.pat) as one, client(server, yard.pat) as two, client(server, yard.bob) as bob:
            moves = [
                tab.do({"do": "move_token", "id": "a", "x": at % 24, "y": at % 16})
                for at, tab in zip(range(50), (one, two) * 25, strict=True)
            ]
            await asyncio.gather(*moves)
            await asyncio.gather(one.settle(), two.settle(), bob.settle())
            last = file.entries(tmp_path / file.NAME, yard.table)[-1]
            token = ROUNDS.decoder.decode(last.body).facts[0].token
            for seen in (one, two, bob):
                assert seen.view["combatants"]["a"]["token"] == {"x": token.x, "y": token.y, "size": 1}
