"""Questions are worked out beside the tables: whatever one seat asks, and however often, nobody waits for it."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from typing import Any

import pytest
from fracas_server.testing import Client, Refusal, client, running
from toy import TOY
from toy_table import POKE, crypt_at

LEGAL = {"actor": "alecia"}


@pytest.mark.parametrize(("what", "params"), [("legal", LEGAL), ("odds", {"command": POKE})])
async def test_others_play_on_while_a_question_is_worked_out(what: str, params: dict[str, Any]) -> None:
    """At the same table and at others, commands are answered meanwhile; so is a question of the other kind."""
    go_on, begun = threading.Event(), threading.Event()

    def slowly(real: Any, *args: Any) -> Any:
        begun.set()
        assert go_on.wait(10)
        return real(*args)

    slow = replace(
        TOY,
        legal=lambda *args: slowly(TOY.legal, *args) if what == "legal" else TOY.legal(*args),
        odds_about=lambda *args: slowly(TOY.odds_about, *args) if what == "odds" else TOY.odds_about(*args),
    )
    async with running({"toy": slow}) as server:
        one, two = await crypt_at(server), await crypt_at(server)
        async with client(server, one.gm) as gm, client(server, two.gm) as other:
            try:
                asked = asyncio.create_task(gm.query(what, **params))
                await asyncio.to_thread(begun.wait, 10)
                await _plays(gm)
                await _plays(other)
                assert not asked.done()
                if what == "odds":
                    assert await gm.query("legal", **LEGAL)
                else:
                    assert (await gm.query("odds", command=POKE))["known"] is True
                assert not asked.done()
            finally:
                go_on.set()
            assert await asked


async def _plays(gm: Client) -> None:
    async with asyncio.timeout(5):
        await gm.do({"do": "move_token", "id": "alecia", "x": 2, "y": 2})


async def test_a_flood_of_questions_is_one_seats_own() -> None:
    """So many of one seat wait, over all its connections; more are refused, and another seat is answered before them."""
    go_on, begun = threading.Event(), threading.Event()

    def slowly(*args: Any) -> Any:
        begun.set()
        assert go_on.wait(10)
        return TOY.legal(*args)

    async with running({"toy": replace(TOY, legal=slowly)}) as server:
        crypt = await crypt_at(server)
        async with client(server, crypt.gm) as gm, client(server, crypt.gm) as again:
            try:
                asked = [asyncio.create_task(one.query("legal", **LEGAL)) for one in (gm, again) for _ in range(150)]
                async with asyncio.timeout(5):
                    done, _ = await asyncio.wait(asked, return_when=asyncio.FIRST_EXCEPTION)
                refused = [one.exception() for one in done]
                assert {one.code for one in refused if isinstance(one, Refusal)} == {"rate-limited"}
            finally:
                go_on.set()
            answered = [one for one in await asyncio.gather(*asked, return_exceptions=True) if isinstance(one, dict)]
            assert len(answered) == 200
