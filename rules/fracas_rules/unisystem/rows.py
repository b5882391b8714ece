"""The rows of packs: maneuvers, weapons, armour and templates; and the catalogue that a table plays with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ..kernel.formula import Formula
from ..kernel.packs import RowKind, dec_hook
from .sheet import TRAITS, Armor, DamageType, Sheet, Weapon

Cost = Literal["attack", "full", "noncombat", "free"]
#: Which table of defences answers an attack; none for contests and whatever is no attack.
Answers = Literal["", "unarmed", "weapon", "grapple", "bullet", "arrow", "thrown"]


class Maneuver(Struct, frozen=True, forbid_unknown_fields=True):
    """A maneuver: numbers and formulas; `procedure` says how it is played.

    roll, score: the acting total without its die, for cast members and for quick sheets. base, type: damage.
    limbs: what it uses (penalties of holds); `weapon`: what it needs in hand; `category`: its place in initiative.
    against: how many targets; optional_target: none is possible too. places: the parts that it may name.
    while_out: possible out of turn and while unconscious. leg: parried, it exposes the leg.
    despite: modifiers that do not weigh on it.
    """

    name: str
    group: Literal["unarmed", "armed", "ranged", "targeting", "defense", "talk", "general"]
    procedure: str
    cost: Cost = "attack"
    rule: str = ""
    roll: Formula | None = None
    skills: dict[str, Formula] = {}
    trainings: dict[str, tuple[str, ...]] = {}
    score: Formula | None = None
    leap: Formula | None = None
    leap_score: Formula | None = None
    base: Formula | None = None
    type: DamageType = "bash"
    answers: Answers = ""
    close: bool = True
    ranged: bool = False
    limbs: tuple[str, ...] = ()
    limb_choice: tuple[str, ...] = ()
    weapon: Literal["", "melee", "gun", "bow", "thrown"] = ""
    against: Annotated[int, Meta(ge=0, le=10)] = 1
    optional_target: bool = False
    while_out: bool = False
    leg: bool = False
    places: tuple[str, ...] = ()
    place: str = ""
    category: Literal["mental", "ranged", "melee"] = "melee"
    despite: tuple[str, ...] = ()
    help: str = ""


class Template(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready combatant: a sheet under a heading. `weapons` and `armor` may name rows by id."""

    name: str
    group: str
    sheet: dict[str, Any]
    summary: str = ""
    weapons: tuple[str, ...] = ()
    armor: tuple[str, ...] = ()


class Catalogue(Struct, frozen=True):
    """All rows of a table, by id."""

    maneuvers: dict[str, Maneuver]
    weapons: dict[str, Weapon]
    armor: dict[str, Armor]
    templates: dict[str, Template]


class _WeaponRow(Weapon, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon of the table; its id is the row's."""

    id: str = ""


def _sheet_fits(_row_id: str, template: Template) -> None:
    try:
        msgspec.convert({"name": template.name, **template.sheet}, Sheet, dec_hook=dec_hook)
    except msgspec.ValidationError as error:
        raise ValueError(f"Its sheet is wrong: {error}") from None


def _played_somehow(row_id: str, row: Maneuver) -> None:
    from .procedures import PROCEDURES

    if row.procedure not in PROCEDURES:
        known = ", ".join(sorted(PROCEDURES))
        raise ValueError(f"`{row_id}` names no procedure `{row.procedure}`; known are {known}.")


KINDS: Mapping[str, RowKind] = {
    "maneuver": RowKind(Maneuver, TRAITS, _played_somehow),
    "weapon": RowKind(_WeaponRow, TRAITS),
    "armor": RowKind(Armor),
    "template": RowKind(Template, (), _sheet_fits),
}


def catalogue(rows: Mapping[str, Mapping[str, Any]]) -> Catalogue:
    """The rows as one record; weapons know their ids."""
    weapons = {one: msgspec.structs.replace(row, id=one) for one, row in rows.get("weapon", {}).items()}
    return Catalogue(
        dict(rows.get("maneuver", {})), weapons, dict(rows.get("armor", {})), dict(rows.get("template", {}))
    )


def template(rows: Catalogue, template_id: str) -> dict[str, Any] | None:
    """The sheet of a template as plain data, its weapons and armour filled in from the tables."""
    row = rows.templates.get(template_id)
    if row is None:
        return None
    from ..kernel.packs import enc_hook

    sheet = {"name": row.name, **row.sheet}
    weapons = [msgspec.to_builtins(rows.weapons[one], enc_hook=enc_hook) for one in row.weapons if one in rows.weapons]
    armor = [msgspec.to_builtins(rows.armor[one], enc_hook=enc_hook) for one in row.armor if one in rows.armor]
    if weapons:
        sheet["weapons"] = [*weapons, *sheet.get("weapons", [])]
    if armor:
        sheet["armor"] = [*armor, *sheet.get("armor", [])]
    return sheet
