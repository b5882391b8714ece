"""What a view keeps of before is never kept too long: for every game, while who is hidden and who owns whom changes."""

from __future__ import annotations

import pytest
from fracas_rules import RULESETS
from fracas_rules.kernel.memory import Memory
from watched import Watched, act_of, finish, pick_of

pytestmark = pytest.mark.timeout(60)


@pytest.mark.parametrize("others", [(), (2,)], ids=["nobody hidden", "somebody hidden"])
@pytest.mark.parametrize("game", list(RULESETS))
async def test_an_open_action_of_somebody_who_is_hidden_then(game: str, others: tuple[int, ...]) -> None:
    """Whoever acts is hidden, shown, given to another seat and taken away while their action is open: every view is as if drawn
    anew each time (`agree` sees to it), and no player reads the name of whoever is hidden.
    """
    one = Watched(game)
    await one.open()
    hero, foe, *rest = (one.own["mara"], *one.public[2:])
    for at in others:
        await one.gm({"do": "set_hidden", "id": rest[at - 2], "hidden": True})
    offers = (await one.query("gm", "legal", "l", actor=foe, targets=[hero]))["groups"]
    acts = [offer for group in offers for offer in group["actions"] if offer["legal"]]
    for offer in acts:
        await one.gm(act_of(offer, foe, hero))
        if "pending" in one.eyes["gm"].view:
            break
        await finish(one, 0)
    assert "pending" in one.eyes["gm"].view
    assert one.eyes["tom"].view["pending"]["actor"] == foe
    name = one.eyes["gm"].view["combatants"][foe]["name"]
    await one.gm({"do": "set_hidden", "id": foe, "hidden": True})
    for seat in ("tom", "eve"):
        assert name not in one.eyes[seat].view["pending"]["label"]
        assert "actor" not in one.eyes[seat].view["pending"]
    await one.gm({"do": "seat_change", "seat": "tom", "owns": [one.own["tom"], foe]})
    assert one.eyes["tom"].view["pending"]["actor"] == foe
    await one.gm({"do": "seat_change", "seat": "tom", "owns": [one.own["tom"]]})
    assert "actor" not in one.eyes["tom"].view["pending"]
    await one.gm({"do": "set_hidden", "id": foe, "hidden": False})
    assert one.eyes["eve"].view["pending"]["actor"] == foe
    await finish(one, 0)
    await one.close()


async def test_no_card_of_somebody_gone_is_kept() -> None:
    """Who comes and goes leaves nothing behind in what a seat remembers."""
    one = Watched("unisystem")
    await one.open()
    memory = one.table.audience._places["eve"].memory
    assert isinstance(memory, Memory)
    for number in range(5):
        await one.gm({"do": "add_combatant", "id": f"guest{number}", "template": "thug"})
        await one.gm({"do": "remove_combatant", "id": f"guest{number}"})
    assert set(memory.drawn) == set(one.public)
    await one.close()


@pytest.mark.parametrize("game", list(RULESETS))
async def test_a_held_result_names_nobody_who_is_hidden_by_then(game: str) -> None:
    """The target is hidden while something is asked before the dice: what those concerned are then asked names it to nobody,
    and taking the action back shows it to nobody.
    """
    one = Watched(game, {"confirm": "all"})
    await one.open()
    hero, foe = one.own["mara"], one.public[2]
    offers = (await one.query("gm", "legal", "l", actor=hero, targets=[foe]))["groups"]
    acts = [offer for group in offers for offer in group["actions"] if offer["legal"]]
    for offer in acts:
        await one.gm(act_of(offer, hero, foe))
        asks = one.eyes["gm"].view["asks"]
        if any(ask["key"] not in ("agree", "confirm") for ask in asks.values()):
            break
        await finish(one, 0)
    name = one.eyes["gm"].view["combatants"][foe]["name"]
    await one.gm({"do": "set_hidden", "id": foe, "hidden": True})
    for turn in range(20):
        asks = one.eyes["gm"].view["asks"]
        if not asks or any(ask["key"] == "agree" for ask in asks.values()):
            break
        ask, told = next(iter(asks.items()))
        await one.gm({"do": "answer", "ask": ask, "pick": pick_of(told, turn)})
    told = [ask["prompt"] for ask in one.eyes["mara"].view["asks"].values() if ask["key"] == "agree"]
    assert told
    assert all(name not in prompt for prompt in told)
    await finish(one, 0)
    assert foe not in one.eyes["mara"].view["combatants"]
    await one.gm({"do": "undo", "steps": 1})
    assert foe not in one.eyes["mara"].view["combatants"]
    assert foe in one.eyes["gm"].view["combatants"]
    await one.gm({"do": "redo"})
    assert foe not in one.eyes["eve"].view["combatants"]
    await one.close()
