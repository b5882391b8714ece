"""What a table promises, kept with the rules of each game: a new game joins with its demonstration table."""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from fracas_rules import RULESETS
from fracas_rules.kernel.scenario import play
from fracas_server import demo, logfile, scenario_export
from fracas_server.testing import Client, Refusal, Server, client, running
from live import fight
from watched import act_of, pick_of


class Stage:
    """A game's demonstration table with everyone there."""

    def __init__(self, system: str, server: Server, table: str, gm: Client, mara: Client, tom: Client) -> None:
        self.system, self.server, self.table, self.gm, self.mara, self.tom = system, server, table, gm, mara, tom
        self.hero = next(one for one, card in mara.view["combatants"].items() if card.get("mine"))
        self.foe = list(gm.view["combatants"])[2]

    async def offers(self, seat: Client, actor: str, target: str) -> list[dict[str, Any]]:
        legal = await seat.query("legal", actor=actor, targets=[target])
        return [offer for group in legal["groups"] for offer in group["actions"] if offer["legal"]]

    async def settle(self) -> None:
        for one in (self.gm, self.mara, self.tom):
            await one.settle()

    async def fingerprint(self) -> str:
        table = await self.server.app.tables.get(self.table)
        assert table is not None
        return table.state.fingerprint()


@pytest.fixture(params=list(RULESETS))
async def stage(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Stage]:
    system = request.param
    async with running({system: RULESETS[system]}, data=tmp_path, rate=10_000, burst=10_000) as server:
        made = await demo.prepare(server.app, tmp_path)
        async with contextlib.AsyncExitStack() as stack:
            seats = [await stack.enter_async_context(client(server, one.token)) for one in made[:3]]
            yield Stage(system, server, made[0].table, *seats)


async def finish(stage: Stage, picks: str | None = None) -> None:
    """Answer whatever is asked, as `picks` where that is an option."""
    await stage.gm.settle()
    for turn in range(30):
        if not stage.gm.view["asks"]:
            return
        ask, what = next(iter(stage.gm.view["asks"].items()))
        options = [option["id"] for option in what["options"]]
        await stage.gm.do({"do": "answer", "ask": ask, "pick": picks if picks in options else pick_of(what, turn)})


async def test_a_fight_verifies_and_becomes_a_scenario(stage: Stage, tmp_path: Path) -> None:
    """Every die and every resolution of a live fight is made again; what counts of it passes as a scenario."""
    await fight(stage.gm, stage.mara, random.Random(f"{stage.system} live"))
    log = logfile.from_data(tmp_path, stage.table)
    verdict = logfile.examine(log, RULESETS[stage.system])
    assert verdict.faults == []
    assert verdict.resolutions >= 3
    text, problems = scenario_export.scenario_of(log, RULESETS[stage.system])
    assert problems == [], text
    assert play(text, RULESETS).ok


async def test_a_fight_on_a_map_with_walls_becomes_a_scenario(stage: Stage, tmp_path: Path) -> None:
    """Where walls give cover the scenario has them, and everybody's place, also what changed while an action was open."""
    if not RULESETS[stage.system].covers:
        pytest.skip("this game knows no cover")
    line = {"ax": 0, "ay": 130, "bx": 2000, "by": 130, "cover": RULESETS[stage.system].covers[-1]}
    await stage.gm.do({"do": "set_walls", "walls": [line]})
    await stage.gm.do({"do": "act", "actor": stage.hero, "maneuver": "move", "params": {"to": {"x": 5, "y": 0}}})
    struck = 0
    for offer in await stage.offers(stage.gm, stage.hero, stage.foe):
        with contextlib.suppress(Refusal):
            await stage.gm.do(act_of(offer, stage.hero, stage.foe))
            await stage.gm.settle()
            if "pending" in stage.gm.view:
                await stage.gm.do({"do": "set_walls", "walls": [{**line, "by": 130 + struck}]})
                await stage.gm.do({"do": "move_token", "id": stage.foe, "x": 6, "y": 3 + struck % 3})
                struck += 1
            await finish(stage)
    assert struck
    log = logfile.from_data(tmp_path, stage.table)
    assert logfile.examine(log, RULESETS[stage.system]).faults == []
    text, problems = scenario_export.scenario_of(log, RULESETS[stage.system])
    assert problems == [], text
    report = play(text, RULESETS)
    assert report.ok
    assert {"set_map", "set_walls", "move_token"} <= {step.do for step in report.steps}
    assert report.state[stage.foe]["token"] == {key: stage.gm.view["combatants"][stage.foe]["token"][key] for key in "xy"}


async def test_no_defense_is_a_legal_pick(stage: Stage) -> None:
    """Whoever is attacked may always choose to do nothing; the attacker's dice are not there before."""
    asked = 0
    options = {one["id"] for one in (await stage.gm.query("schemas"))["options"]}
    if "reactive_defense" in options:  # this game asks only where the table wants it
        await stage.gm.do({"do": "set_options", "set": {"reactive_defense": True}})
    for offer in await stage.offers(stage.gm, stage.foe, stage.hero):
        log = len(stage.mara.entries)
        with contextlib.suppress(Refusal):
            await stage.gm.do(act_of(offer, stage.foe, stage.hero))
        await stage.settle()
        for ask, what in list(stage.mara.view["asks"].items()):
            if what["key"].startswith("defense"):
                asked += 1
                assert not any(entry.get("rolls") for entry in stage.mara.entries[log:])
                assert "none" in [option["id"] for option in what["options"]], (offer["id"], what["options"])
                await stage.mara.do({"do": "answer", "ask": ask, "pick": "none"})
        await finish(stage)
        if "pending" in stage.gm.view:
            await stage.gm.do({"do": "void"})
        await stage.gm.do({"do": "adjust", "targets": [stage.hero], "heal": 9})
        if asked >= 3:
            break
    assert asked


async def test_the_gms_word(stage: Stage) -> None:
    """Undo, redo and amendments, on every client, to the bit; the gate holds an action until it is approved."""
    offers = await stage.offers(stage.mara, stage.hero, stage.foe)
    rolled = None
    for offer in offers:
        before = await stage.fingerprint()
        with contextlib.suppress(Refusal):
            await stage.mara.do(act_of(offer, stage.hero, stage.foe))
            await finish(stage, "none")
            rolled = next((reply for reply in stage.gm.view["replies"] if reply.get("faces")), None)
        if rolled is not None:
            break
    assert rolled is not None
    await stage.settle()
    after, views = await stage.fingerprint(), [one.view["combatants"] for one in (stage.gm, stage.mara, stage.tom)]
    await stage.gm.do({"do": "undo"})
    await stage.settle()
    assert await stage.fingerprint() == before
    await stage.gm.do({"do": "redo"})
    await stage.settle()
    assert await stage.fingerprint() == after
    assert [one.view["combatants"] for one in (stage.gm, stage.mara, stage.tom)] == views
    await stage.gm.do({"do": "amend", "who": rolled["who"], "key": rolled["key"], "faces": [1] * len(rolled["faces"])})
    await finish(stage, "none")
    marked = next(reply for reply in stage.gm.view["replies"] if (reply["who"], reply["key"]) == (rolled["who"], rolled["key"]))
    assert (marked["faces"], marked["origin"]) == ([1] * len(rolled["faces"]), "amended")
    await stage.gm.do({"do": "undo"})
    assert await stage.fingerprint() == before
    await stage.gm.do({"do": "set_options", "set": {"confirm": "gm"}})
    held = await stage.fingerprint()
    await stage.mara.do(act_of(offer, stage.hero, stage.foe))
    await _until_confirm(stage)
    (ask,) = stage.gm.view["asks"]
    assert await stage.fingerprint() == held
    await stage.gm.do({"do": "answer", "ask": ask, "pick": "refuse"})
    assert await stage.fingerprint() == held


async def _until_confirm(stage: Stage) -> None:
    await stage.gm.settle()
    for turn in range(30):
        ask, what = next(iter(stage.gm.view["asks"].items()))
        if what["key"] == "confirm":
            return
        options = [option["id"] for option in what["options"]]
        await stage.gm.do({"do": "answer", "ask": ask, "pick": "none" if "none" in options else pick_of(what, turn)})


async def test_a_players_claim_waits_for_the_gm(stage: Stage) -> None:
    """Circumstances that a player claims are asked of the game master, unless the table trusts its players."""
    offer = (await stage.offers(stage.mara, stage.hero, stage.foe))[0]
    claim = {**act_of(offer, stage.hero, stage.foe), "modifiers": [{"label": "High ground", "value": 2}]}
    try:
        await stage.mara.do(claim)
    except Refusal as refused:
        pytest.fail(f"{offer['id']}: {refused}")
    await stage.gm.settle()
    (ask,) = stage.gm.view["asks"].values()
    assert ask["key"] == "ruling"
    assert [option["id"] for option in ask["options"]] == ["allow", "without", "deny"]
    assert stage.mara.view["asks"] == {}
    (open_ask,) = stage.gm.view["asks"]
    await stage.gm.do({"do": "answer", "ask": open_ask, "pick": "deny"})
    await stage.settle()
    assert "pending" not in stage.mara.view
