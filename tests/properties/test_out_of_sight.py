"""What hidden combatants do among themselves is the game master's alone, for every game, without anybody saying so."""

from __future__ import annotations

from typing import Any

import pytest
from fracas_protocol.outbound import Refused
from fracas_rules import RULESETS
from fracas_server import logs
from fracas_server.publish import seq_of
from watched import Watched, act_of, finish, pick_of

pytestmark = pytest.mark.timeout(60)


async def _lair(game: str) -> tuple[Watched, list[dict[str, Any]]]:
    """Two that are hidden, and what one of them can do to the other."""
    logs.set_up("console", "error")
    one = Watched(game)
    await one.open()
    known = list(one.ruleset.core.rows["template"])
    for name, template in zip(("lurker", "shade"), known[3:], strict=False):
        await one.gm({"do": "add_combatant", "id": name, "template": template, "hidden": True})
    offers = (await one.query("gm", "legal", "l", actor="lurker", targets=["shade"]))["groups"]
    return one, [act_of(offer, "lurker", "shade") for group in offers for offer in group["actions"] if offer["legal"]]


@pytest.mark.parametrize("game", list(RULESETS))
async def test_nobody_hears_of_it(game: str) -> None:
    """Nothing of it is sent, nothing told to whoever is in its way: neither as it goes, nor when it is amended or dropped."""
    one, acts = await _lair(game)
    heard = {seat: len(one.eyes[seat].frames) for seat in ("tom", "eve")}
    asked = 0
    for number, act in enumerate(acts):
        await one.gm(act)
        if "pending" in one.eyes["gm"].view:
            asked += 1
            try_it = {"do": "act", "actor": one.own["tom"], "maneuver": "punch", "targets": [one.public[2]]}
            came = await one.do("tom", try_it, f"t{number}")
            heard["tom"] += 1
            assert isinstance(came, Refused)
            assert came.message == "Another action is open: it must be answered first."
        await finish(one, number)
        replies = one.eyes["gm"].view["replies"]
        if replies:
            told = replies[number % len(replies)]
            new = {"value": 3} if "faces" in told else {"pick": told["pick"]}
            await one.gm({"do": "amend", "who": told["who"], "key": told["key"], **new})
            await finish(one, number)
        await one.gm({"do": "undo", "steps": 1})
        await one.gm({"do": "redo"})
        await one.gm(act)
        if "pending" in one.eyes["gm"].view:
            await one.gm({"do": "void"})
    assert asked
    assert {seat: len(one.eyes[seat].frames) for seat in heard} == heard
    await one.close()


@pytest.mark.parametrize("game", list(RULESETS))
async def test_the_owner_of_one_of_them_does(game: str) -> None:
    """Whoever owns a hidden combatant is told and asked; the others are not."""
    one, acts = await _lair(game)
    await one.gm({"do": "seat_change", "seat": "tom", "owns": [one.own["tom"], "shade"]})
    quiet, asked = len(one.eyes["eve"].frames), False
    for number, act in enumerate(act for act in acts if "shade" in act.get("targets", ())):
        await one.gm(act)
        if "pending" in one.eyes["gm"].view:
            assert one.eyes["tom"].view["pending"]["label"].startswith("someone")
            assert "pending" not in one.eyes["eve"].view
            if number % 2:
                await one.gm({"do": "void"})
                assert "The open action was dropped." in str(one.eyes["tom"].frames[-1])
                continue
            for nth, (ask, told) in enumerate(list(one.eyes["tom"].view["asks"].items())):
                asked = True
                came = await one.do("tom", {"do": "answer", "ask": ask, "pick": pick_of(told, number)}, f"a{number}-{nth}")
                assert not isinstance(came, Refused) or came.code == "stale-answer"
        await finish(one, number)
    assert asked
    assert len(one.eyes["eve"].frames) == quiet
    await one.close()


async def test_a_cursor_tells_nothing() -> None:
    """Nobody can tell by two cursors whether anything happened between them, or that nothing did."""
    one, _acts = await _lair("unisystem")
    cursors = set()
    for hurt in (0, 0, 1):
        if hurt:
            await one.gm({"do": "adjust", "targets": ["lurker"], "damage": 1})
        for _ in range(2):
            await one.table.leave(one.eyes["eve"])
            await one.table.join(one.eyes["eve"], None)
            welcome: Any = one.eyes["eve"].last
            cursors.add(welcome.cursor)
    assert len(cursors) == 6
    last = welcome.cursor
    for at in range(len(last)):  # nobody can make one: each digit counts
        forged = f"{last[:at]}{int(last[at], 16) ^ 1:x}{last[at + 1 :]}"
        assert seq_of(one.table.state, forged) is None
    assert seq_of(one.table.state, last) == one.table.state.seq
    await one.table.leave(one.eyes["eve"])
    await one.table.join(one.eyes["eve"], last)
    resumed: Any = one.eyes["eve"].last
    assert resumed.entries == ()
    await one.close()


async def test_what_is_the_tables_is_told_while_a_secret_action_is_open() -> None:
    """A pause, an addition to the dice and their seed are no part of it; and only actions are secret."""
    one, acts = await _lair("unisystem")
    for act in acts:
        await one.gm({**act, "secret": True})
        if "pending" in one.eyes["gm"].view:
            break
    assert "pending" not in one.eyes["eve"].view
    ask = next(iter(one.eyes["gm"].view["asks"]))
    refused = await one.gm({"do": "answer", "ask": ask, "pick": "none", "secret": True})
    assert (refused.code, refused.path) == ("malformed", "$.secret")
    for command, word in (
        ({"do": "add_entropy", "text": "seventeen"}, "seventeen"),
        ({"do": "pause"}, "The table is paused."),
        ({"do": "pause", "paused": False}, "The table goes on."),
    ):
        await one.gm(command)
        assert word in str(one.eyes["eve"].frames[-1])
    quiet = len(one.eyes["eve"].frames)
    await one.gm({"do": "void"})
    assert len(one.eyes["eve"].frames) == quiet
    await one.close()
