"""A server under many hands for a while: `make soak`. Not a test of the suite; it ends with 1 if anything went wrong.

Several tables, each with a game master and players who act at random, drop their connection at random and come back with
their cursor. At the end every seat's view, patched together over all that time, must equal a fresh one.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from fracas_protocol.version import Encoding
from fracas_server.testing import Client, Goodbye, Refusal, Server, client, running

HEROES = ("hunter", "brawler", "scholar")
MONSTERS = ("vampire", "thug", "demon_brute")


class Table:
    def __init__(self, token: str, seats: dict[str, str]) -> None:
        self.gm = token
        self.seats = seats  # combatant -> token
        self.ids = [*HEROES, *MONSTERS]


async def make(server: Server, name: str) -> Table:
    _, token = await server.app.tables.create(name, "unisystem")
    seats = {}
    async with client(server, token) as gm:
        await gm.do({"do": "set_options", "set": {"odds": "all"}})
        for at, template in enumerate((*HEROES, *MONSTERS)):
            side = "heroes" if template in HEROES else "monsters"
            await gm.do(
                {"do": "add_combatant", "template": template, "id": template, "side": side, "x": at, "y": 1, "hidden": at == 5}
            )
        for hero in HEROES:
            seats[hero] = (await gm.do({"do": "seat_add", "name": hero, "role": "player", "owns": [hero]}))["token"]
    return Table(token, seats)


def something(dice: random.Random, table: Table, one: Client, actor: str) -> dict[str, Any]:
    if one.view["asks"]:
        ask, what = next(iter(one.view["asks"].items()))
        pick = dice.choice(what["options"])["id"] if what["options"] else what.get("default")
        return {"do": "answer", "ask": ask, "pick": pick}
    kind = dice.random()
    if kind < 0.5:
        targets = [dice.choice(table.ids)]
        return {"do": "act", "actor": actor, "maneuver": dice.choice(("punch", "kick", "dodge", "grapple")), "targets": targets}
    if kind < 0.9:
        return {"do": "move_token", "id": actor, "x": dice.randrange(24), "y": dice.randrange(16)}
    return dice.choice(
        (
            {"do": "undo", "steps": 1},
            {"do": "void"},
            {"do": "adjust", "targets": [actor], "set": {"life_points": 30}},
            {"do": "set_hidden", "id": actor, "hidden": dice.random() < 0.3},
        )
    )


async def play(server: Server, table: Table, token: str, actor: str | None, until: float, seen: Counter[str], seed: str) -> None:
    dice = random.Random(seed)
    cursor = None
    while time.monotonic() < until:
        encoding = dice.choice(list(Encoding))
        try:
            async with client(server, token, encoding, cursor) as one:
                for _ in range(dice.randrange(5, 60)):
                    if time.monotonic() > until:
                        break
                    try:
                        await one.do(something(dice, table, one, actor or dice.choice(table.ids)))
                        seen["done"] += 1
                    except Refusal as refused:
                        seen[refused.code] += 1
                    if dice.random() < 0.1 and actor is not None:
                        command = {"do": "act", "actor": actor, "maneuver": "punch", "targets": [dice.choice(table.ids)]}
                        try:
                            await one.query("odds", command=command)
                            seen["odds"] += 1
                        except Refusal as refused:
                            seen[f"odds {refused.code}"] += 1
                    await asyncio.sleep(dice.random() * 0.05)
                await same_as_fresh(server, one, token, encoding)
                seen["compared"] += 1
                cursor = one.cursor
        except Goodbye as gone:
            seen[f"gone: {gone}"] += 1


async def same_as_fresh(server: Server, one: Client, token: str, encoding: Encoding) -> None:
    for _ in range(50):  # others play on: look until both views were taken at the same moment
        await one.settle()
        mine = one.view
        async with client(server, token, encoding) as fresh:
            await one.settle()
            if one.view == mine and fresh.view == mine:
                return
    raise AssertionError(f"Views differ: {mine} and {fresh.view}")


async def main(seconds: float, tables: int) -> int:
    seen: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="fracas-soak-") as folder:
        async with running(data=Path(folder), idle_seconds=1.0) as server:
            made = [await make(server, f"Table {n}") for n in range(tables)]
            until = time.monotonic() + seconds
            hands = [
                play(server, table, token, actor, until, seen, f"{at}/{actor}")
                for at, table in enumerate(made)
                for actor, token in [(None, table.gm), *table.seats.items()]
            ]
            await asyncio.gather(*hands)
            size = (Path(folder) / "fracas.sqlite").stat().st_size
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(
        f"{seconds:g} s, {tables} tables: {seen['done'] / seconds:.0f} commands a second, {memory} MB, {size // 1024} kB on disk"
    )
    for what, count in seen.most_common():
        print(f"{count:8}  {what}")
    bad = [what for what in seen if what in ("internal", "unavailable") or what.startswith("gone")]
    return 1 if bad or not seen["compared"] else 0


if __name__ == "__main__":
    flags = argparse.ArgumentParser(description=__doc__)
    flags.add_argument("--seconds", type=float, default=60)
    flags.add_argument("--tables", type=int, default=4)
    chosen = flags.parse_args()
    sys.exit(asyncio.run(main(chosen.seconds, chosen.tables)))
