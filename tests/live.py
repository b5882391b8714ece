"""A fight at the demonstration table of any game, over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import random

from fracas_server.testing import Client, Refusal
from watched import act_of, pick_of


async def fight(gm: Client, mara: Client, chance: random.Random) -> None:
    """A bit of everything: actions of a player, asks, an undo, a redo, an amendment, secrets, a hidden one, dice told."""
    ids = list(gm.view["combatants"])
    hero = next(one for one, card in mara.view["combatants"].items() if card.get("mine"))
    foe = ids[2]
    legal = await mara.query("legal", actor=hero, targets=[foe])
    offers = [offer for group in legal["groups"] for offer in group["actions"] if offer["legal"]]
    for at, offer in enumerate(chance.sample(offers, min(8, len(offers)))):
        command = act_of(offer, hero, foe)
        try:
            await (gm.do({**command, "secret": True}) if at == 3 else mara.do(command))
        except Refusal:
            continue
        await gm.settle()
        while gm.view["asks"]:
            ask, what = next(iter(gm.view["asks"].items()))
            await gm.do({"do": "answer", "ask": ask, "pick": pick_of(what, chance.randrange(99))})
        if at == 1:
            await gm.do({"do": "undo", "steps": 1})
            await gm.do({"do": "redo"})
    await gm.do({"do": "set_hidden", "id": ids[-1], "hidden": True})
    await gm.do({"do": "move_token", "id": foe, "x": 2, "y": 2})
    await gm.do({"do": "adjust", "targets": [foe], "damage": 1})
    await gm.do({"do": "add_entropy", "text": "salt"})
    await gm.do({"do": "reveal_dice"})
    with contextlib.suppress(Refusal):  # the foe may be past it
        await mara.do(act_of(offers[0], hero, foe))
    await asyncio.gather(gm.settle(), mara.settle())
