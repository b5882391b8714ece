"""Write the logs that later releases must still read: `python tests/compat/write.py` once, before a release goes out.

For each game a fight on its demonstration table goes into `tests/compat/<release>/`: the exported log, and what the game
master and a player see at its end. A release's folder is never written again after that release.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from fracas_rules import RULESETS
from fracas_server import demo, logfile
from fracas_server.testing import Client, Refusal, client, running
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


async def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        async with running(data=Path(data)) as server:
            made = await demo.prepare(server.app, Path(data))
            for system, seats in zip(RULESETS, [made[at : at + 3] for at in range(0, len(made), 3)], strict=True):
                async with client(server, seats[0].token) as gm, client(server, seats[1].token) as mara:
                    await fight(gm, mara, random.Random(system))
                    views: dict[str, Any] = {one.view["you"]["seat"]: one.view for one in (gm, mara)}
                log = logfile.from_data(Path(data), seats[0].table)
                (folder / f"{system}.fracaslog").write_bytes(logfile.dump(log, RULESETS[system]))
                (folder / f"{system}.views.json").write_text(json.dumps(views, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    asyncio.run(write(Path(__file__).parent / version("fracas")))
