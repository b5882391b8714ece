"""A table of the duel, ready to play at, with a fight behind it when wanted."""

from __future__ import annotations

from dataclasses import replace as alter
from typing import Any

from duel import DUEL, RoundBegan
from fracas_server.testing import Client, Server, client

#: The duel, in which the first round opens a fight, and the seventh closes it.
ROUNDS = alter(DUEL, episode=lambda fact: {1: "opens", 7: "closes"}.get(fact.round) if isinstance(fact, RoundBegan) else None)
GAMES = {"duel": ROUNDS}
POKE: dict[str, Any] = {"do": "act", "actor": "a", "maneuver": "poke", "targets": ["b"]}


class Yard:
    """A table of the duel: a game master; Pat who owns `a`, Bob who owns `b`; `c` is the game master's."""

    def __init__(self, server: Server, table: str, gm: str, pat: str, bob: str) -> None:
        self.server, self.table, self.gm, self.pat, self.bob = server, table, gm, pat, bob


async def yard_at(server: Server, hp: int = 20) -> Yard:
    table, token = await server.app.tables.create("The yard", "duel")
    async with client(server, token) as gm:
        for one in "abc":
            await gm.do({"do": "add_combatant", "id": one, "sheet": {"name": one.upper(), "hp": hp}})
        seats = [
            (await gm.do({"do": "seat_add", "name": name, "role": "player", "owns": [one]}))["token"]
            for name, one in (("Pat", "a"), ("Bob", "b"))
        ]
    return Yard(server, table.id, token, *seats)


def ask_of(one: Client) -> str:
    (ask,) = one.view["asks"]
    return str(ask)


def hp(one: Client, who: str) -> int:
    return next(card["value"] for card in one.view["combatants"][who]["numbers"] if card["key"] == "hp")


async def answered(one: Client, pick: Any) -> None:
    """Answer the one ask, as soon as it is there."""
    await one.until(lambda seen: seen.view["asks"])
    await one.do({"do": "answer", "ask": ask_of(one), "pick": pick})


async def fought(yard: Yard) -> None:
    """A fight with everything in it that a log can hold: commands, asks, undo, redo, amendments, secrets, entropy, seeds told."""
    async with client(yard.server, yard.gm) as gm:
        await gm.do({"do": "next_round"})
        await gm.do({"do": "add_entropy", "text": "a pinch"})
        for maneuver in ("poke", "flurry", "poke"):
            await gm.do({**POKE, "maneuver": maneuver})
            while gm.view["asks"]:
                await answered(gm, "brace")
        await gm.do({"do": "amend", "who": "a", "key": "poke", "faces": [2]})
        await gm.do({"do": "undo", "steps": 1})
        await gm.do({"do": "redo"})
        await gm.do({**POKE, "actor": "c", "targets": ["a"], "secret": True})
        await answered(gm, "none")
        await gm.do({**POKE, "maneuver": "push"})
        await gm.do({"do": "move_token", "id": "a", "x": 3, "y": 3})
        await answered(gm, "no")  # refused late: dropped, with its dice spent
        await gm.do({**POKE, "maneuver": "share", "targets": []})
        for pick in (2, ["b", "a"], ["a"]):
            await answered(gm, pick)
        await gm.do(POKE)
        await gm.do({"do": "void"})
        await gm.do({"do": "reveal_dice"})
        await gm.do(POKE)
        await answered(gm, "none")
