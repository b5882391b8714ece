"""A ready table for each game: combatants on the map, a game master, players who own their heroes."""

from __future__ import annotations

import contextlib
import json
import os
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

from fracas_rules.errors import Refused
from msgspec import Struct, ValidationError, convert, to_builtins

from . import dice
from .app import App
from .running import CannotStart
from .table import Table
from .tables import GM

#: The links of the demonstration are kept here, so that a restart on the same folder can show them again.
LINKS = "demo-links.json"


class _Place(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    owns: tuple[str, ...]


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    combatants: tuple[dict[str, Any], ...]
    seats: tuple[_Place, ...]
    options: dict[str, Any] = {}
    map: dict[str, Any] = {}


class Invitation(Struct, frozen=True):
    """Who a token is for, and at which table."""

    table: str
    title: str
    name: str
    token: str


async def prepare(app: App, data: Path) -> list[Invitation]:
    """The invitations of the demonstration's tables, which are made if the folder has none yet.

    Raises `CannotStart` when they can neither be read nor made, `StoreError` when the tables cannot be kept.
    """
    file = data / LINKS
    if len(app.tables) and file.exists():
        return _read(file)
    described = tomllib.loads(resources.files(__package__).joinpath("demo.toml").read_text("utf-8"))
    made: list[Invitation] = []
    for system, raw in described.items():
        if system in app.tables.rulesets:
            made += await _make(app, system, convert(raw, _Table))
    try:
        private = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)  # whoever reads it can sit down
        with open(private, "w", encoding="utf-8") as out:
            json.dump(to_builtins(made), out, indent=2)
    except OSError as error:
        with contextlib.suppress(OSError):
            file.unlink()
        raise CannotStart(f"{file} could not be written: {error.strerror}.") from None
    return made


def _read(file: Path) -> list[Invitation]:
    try:
        return convert(json.loads(file.read_text("utf-8")), list[Invitation])
    except OSError as error:
        raise CannotStart(f"{file} could not be read: {error.strerror}.") from None
    except (ValueError, ValidationError, RecursionError) as error:
        told = "Take it away, and the demonstration makes new tables beside those that are there."
        raise CannotStart(f"{file} does not hold the links of a demonstration any more: {error}. {told}") from None


async def _make(app: App, system: str, described: _Table) -> list[Invitation]:
    table, gm_token = await app.tables.create(described.title, system)
    (gm,) = table.state.seats
    if described.options:
        await _do(table, gm, {"do": "set_options", "set": described.options})
    if described.map:
        await _do(table, gm, {"do": "set_map", **described.map})
    for combatant in described.combatants:
        await _do(table, gm, {"do": "add_combatant", **combatant})
    made = [Invitation(table.id, described.title, GM, gm_token)]
    for place in described.seats:
        seat = await _do(table, gm, {"do": "seat_add", "name": place.name, "role": "player", "owns": list(place.owns)})
        made.append(Invitation(table.id, described.title, place.name, str(seat["token"])))
    return made


async def _do(table: Table, gm: str, command: dict[str, Any]) -> dict[str, Any]:
    answer = await table.call(gm, dice.short_id(), command)
    if isinstance(answer, Refused):
        why = "they could not be stored, and the log says why" if answer.code == "unavailable" else answer.message
        raise CannotStart(f"The tables of the demonstration could not be made: {why}")
    return answer.result
