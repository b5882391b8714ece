"""A table of the toy game, ready to play at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fracas_server.testing import Server, client

POKE = {"do": "poke", "actor": "alecia", "targets": ["vamp"]}


@dataclass
class Crypt:
    """A table of the toy: a game master, and Mara who owns the doll `alecia`; `ghoul` is hidden."""

    server: Server
    table: str
    gm: str
    mara: str
    mara_seat: str


async def crypt_at(server: Server) -> Crypt:
    table, gm_token = await server.app.tables.create("The crypt", "toy")
    async with client(server, gm_token) as gm:
        for one in ("alecia", "vamp", "ghoul"):
            made: dict[str, Any] = {"do": "add_combatant", "template": "doll", "id": one, "name": one.title(), "x": 1, "y": 1}
            await gm.do({**made, "hidden": one == "ghoul"})
        seat = await gm.do({"do": "seat_add", "name": "Mara", "role": "player", "owns": ["alecia"]})
    return Crypt(server, table.id, gm_token, seat["token"], seat["seat"])
