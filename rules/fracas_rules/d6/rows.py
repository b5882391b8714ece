"""The rows of packs: maneuvers, weapons, materials and templates; and the catalogue that a table plays with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ..errors import Refusal
from ..kernel.conditions import completed, parse
from ..kernel.formula import Formula
from ..kernel.packs import RowKind, sheet_fits
from ..kernel.params import Table
from . import params as p
from .sheet import SKILLS, Bdv, Id, Sheet, Small, Weapon
from .vocabulary import CONDITIONS, HOLDS, LOCATIONS

#: What a damage formula may add up: base damage, Effect Value, P/L bonus, called shot, charging modifier.
DAMAGE_TRAITS = ("bdv", "effect", "pl", "location", "charge")


class Maneuver(Struct, frozen=True, forbid_unknown_fields=True):
    """A maneuver: numbers and names; `procedure` says how it is played.

    difficulty: added to the Defense total. skills: what may be rolled; powers: a damaging power may be too. number: what a
    test has to reach when nobody says otherwise. opposed: what the other side may roll.
    cost: actions, or `all`. attack: it may be defended against; close: at point blank.
    weapon: what it needs; tag: a tag that the weapon needs; weapon_skill: the weapon's own skill is the default.
    bdv: dice in place of the weapon's or body's; damage: what adds up to the damage total; knockdown_damage: that with the
    option of this name; half: half of it only. brings: conditions of whoever is hit; hold: a condition that holds it.
    against, at_least: how many targets. called: it may be aimed at a place; place: it is a called shot at
    this one by itself. arms, legs, moves: what it needs free.
    aimed: rounds of aim count. held: possible while held fast; down: while prone. params: what it takes, by key.
    """

    name: str
    group: Literal["unarmed", "grappling", "armed", "ranged", "charge", "defense", "other"]
    procedure: str
    rule: str = ""
    difficulty: Annotated[int, Meta(ge=0, le=100)] = 0
    skills: tuple[str, ...] = ()
    powers: bool = False
    number: Annotated[int, Meta(ge=0, le=100)] | None = None
    opposed: tuple[str, ...] = ()
    cost: Annotated[int, Meta(ge=0, le=10)] | Literal["all"] = 1
    attack: bool = False
    close: bool = True
    weapon: Literal["", "melee", "missile", "thrown", "entangling", "optional", "any"] = ""
    tag: str = ""
    weapon_skill: bool = False
    bdv: Bdv | None = None
    damage: Formula | None = None
    knockdown_damage: Formula | None = None
    half: bool = False
    brings: tuple[dict[str, Any], ...] = ()
    hold: str = ""
    against: Annotated[int, Meta(ge=0, le=24)] = 1
    at_least: Annotated[int, Meta(ge=0, le=24)] | None = None
    called: bool = False
    place: str = ""
    arms: Annotated[int, Meta(ge=0, le=2)] = 0
    legs: bool = False
    moves: bool = False
    aimed: bool = False
    held: bool = False
    down: bool = False
    params: tuple[str, ...] = ()
    help: str = ""

    @property
    def fewest(self) -> int:
        """How many targets it needs."""
        return self.against if self.at_least is None else self.at_least


class Material(Struct, frozen=True, forbid_unknown_fields=True):
    """What things are made of: its passive defence and what it does to those who hit it (D6-C-OBSTACLE)."""

    name: str
    pdv: Small
    bdv: Bdv


class Template(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready combatant: a sheet under a heading. `weapons` may name rows of the weapon table."""

    name: str
    group: str
    sheet: dict[str, Any]
    summary: str = ""
    weapons: tuple[Id, ...] = ()


class Catalogue(Struct, frozen=True):
    """All rows of a table, by id; and what each maneuver takes in `params`, by name."""

    maneuvers: dict[str, Maneuver]
    weapons: dict[str, Weapon]
    materials: dict[str, Material]
    templates: dict[str, Template]
    takes: dict[str, Table]


def _played_somehow(row_id: str, row: Maneuver) -> None:
    from .procedures import PROCEDURES

    if row.procedure not in PROCEDURES:
        known = ", ".join(sorted(PROCEDURES))
        raise ValueError(f"`{row_id}` names no procedure `{row.procedure}`; known are {known}.")
    for skill in (*row.skills, *row.opposed):
        if skill not in SKILLS and skill not in ("physique", "coordination", "reflexes"):
            raise ValueError(f"There is no skill `{skill}`.")
    for key in row.params:
        if key not in p.ACT:
            raise ValueError(f"There is no parameter `{key}`; known are {', '.join(p.ACT)}.")
    if row.place and row.place not in LOCATIONS:
        raise ValueError(f"There is no place `{row.place}`; there are {', '.join(LOCATIONS)}.")
    if row.hold and row.hold not in HOLDS:
        raise ValueError(f"`{row.hold}` is no condition that holds.")
    try:
        for brought in row.brings:
            one, told = parse(brought, CONDITIONS, "$.brings")
            completed(CONDITIONS, one, told, "$.brings")
    except Refusal as refusal:
        raise ValueError(refusal.refused.message) from None


KINDS: Mapping[str, RowKind] = {
    "maneuver": RowKind(Maneuver, DAMAGE_TRAITS, _played_somehow),
    "weapon": RowKind(Weapon),
    "material": RowKind(Material),
    "template": RowKind(Template, (), sheet_fits(Sheet)),
}


def catalogue(rows: Mapping[str, Mapping[str, Any]]) -> Catalogue:
    """The rows as one record."""
    maneuvers: dict[str, Maneuver] = dict(rows.get("maneuver", {}))
    return Catalogue(
        maneuvers,
        dict(rows.get("weapon", {})),
        dict(rows.get("material", {})),
        dict(rows.get("template", {})),
        {one: p.named(row.params) for one, row in maneuvers.items()},
    )


def template(rows: Catalogue, template_id: str) -> dict[str, Any] | None:
    """The sheet of a template as plain data, its weapons filled in from the table."""
    row = rows.templates.get(template_id)
    if row is None:
        return None
    listed = {one: msgspec.to_builtins(rows.weapons[one]) for one in row.weapons if one in rows.weapons}
    sheet = {"name": row.name, **row.sheet}
    if listed:
        sheet["weapons"] = {**listed, **sheet.get("weapons", {})}
    return sheet
