"""The rows of packs: maneuvers, defenses, riders, weapons, tables, templates; and the catalogue that a table plays with."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ..kernel.formula import Formula
from ..kernel.packs import RowKind, enc_hook, sheet_fits
from ..kernel.params import Param
from .params import ACT
from .sheet import TRAITS, Armor, DamageType, Sheet, Weapon, faults
from .vocabulary import GROUPS, LOCATIONS

#: `roll`: the result of a roll says whether it is free, an action or the whole Turn.
Cost = Literal["attack", "full", "noncombat", "free", "roll"]
#: Which column of the defenses answers an attack; none for contests and whatever is no attack.
Answers = Literal["", "unarmed", "weapon", "grapple", "disarm", "slam", "ram", "bullet", "arrow", "thrown", "object", "joust"]
#: Attacks from a distance.
MISSILES = ("bullet", "arrow", "thrown", "object")
Group = Literal["unarmed", "armed", "ranged", "targeting", "defense", "talk", "vampire", "mounted", "general"]


class Maneuver(Struct, frozen=True, forbid_unknown_fields=True):
    """A maneuver: numbers and formulas; `procedure` says how it is played.

    roll, score: the acting total without its die, for cast members and for quick sheets.
    skills, trainings, old: other rolls (`old` with a weapon that is no gun).
    leap, leap_score: a roll before it. resist, resist_score: what the other side rolls in a contest, or to keep its feet.
    base, type: damage; times: its multiplier in place of the type's; bite: teeth; halved: half of it.
    answers: which defenses meet it; close, ranged. weapon: what it needs in hand. needs: what else (checks.py).
    effects: what a hit does besides (`feet`, `prone`, `hold`). riders: it may be aimed. leg: parried, it exposes the leg.
    against: how many targets at most; least: how many at least. places: the parts that it may name; place: the default.
    limbs: what it uses (penalties of holds); despite: modifiers that do not weigh on it.
    while_out: possible out of turn and while unconscious. tires: each Turn in a row costs 2.
    params: what it takes besides what follows from the rest.
    """

    name: str
    group: Group
    procedure: str
    cost: Cost = "attack"
    rule: str = ""
    roll: Formula | None = None
    skills: dict[str, Formula] = {}
    trainings: dict[str, tuple[str, ...]] = {}
    old: Formula | None = None
    score: Formula | None = None
    leap: Formula | None = None
    leap_score: Formula | None = None
    resist: Formula | None = None
    resist_score: Formula | None = None
    base: Formula | None = None
    type: DamageType = "bash"
    times: Annotated[int, Meta(ge=0, le=20)] = 0
    bite: bool = False
    halved: bool = False
    answers: Answers = ""
    close: bool = True
    ranged: bool = False
    limbs: tuple[str, ...] = ()
    limb_choice: tuple[str, ...] = ()
    weapon: Literal["", "melee", "stake", "gun", "bow", "crossbow", "thrown", "garrote", "missile", "lance", "any"] = ""
    needs: tuple[str, ...] = ()
    effects: tuple[Literal["feet", "prone", "hold"], ...] = ()
    riders: bool = False
    against: Annotated[int, Meta(ge=0, le=20)] = 1
    least: Annotated[int, Meta(ge=0, le=20)] = 1
    while_out: bool = False
    leg: bool = False
    tires: bool = False
    places: tuple[str, ...] = ()
    place: str = ""
    params: tuple[str, ...] = ()
    category: Literal["mental", "ranged", "melee"] = "melee"
    despite: tuple[str, ...] = ()
    help: str = ""

    @property
    def attack(self) -> bool:
        """Whether it is an attack: forbidden on Full Defense, and over for the Turn once one has failed."""
        return self.cost == "attack" or (self.cost == "full" and bool(self.answers))

    @property
    def missile(self) -> bool:
        """Whether it strikes from a distance."""
        return self.answers in MISSILES


class Defense(Struct, frozen=True, forbid_unknown_fields=True):
    """A defense: its total without the die, the limbs it uses, and what each kind of attack takes off it.

    against: kinds of attack that it answers, with the modifier; no_cover: what a missile takes off more without cover.
    word: what an attack is called that it stops. weapon: what it needs in hand. armed: the roll with that weapon.
    base: on a failure, points that the blow gains.
    """

    name: str
    formula: Formula
    score: Formula
    against: dict[Answers, int]
    word: Literal["miss", "blocked"] = "miss"
    rule: str = ""
    armed: Formula | None = None
    limbs: tuple[str, ...] = ()
    weapon: Literal["", "melee", "shield", "second"] = ""
    needs: tuple[str, ...] = ()
    no_cover: int = 0
    base: int = 0


class Rider(Struct, frozen=True, forbid_unknown_fields=True):
    """A way of aiming that rides on an attack: its penalty and what it does (UNI-M-TARGETING).

    aims: it names a place, of which an attack has one. times: multipliers by type in place of the type's own.
    types: damage types that it goes with. never: maneuvers that it does not go with. turns: the type it becomes.
    """

    name: str
    penalty: int
    rule: str = ""
    aims: bool = True
    times: dict[DamageType, int] = {}
    types: tuple[DamageType, ...] = ()
    never: tuple[str, ...] = ()
    turns: Literal["", "bash"] = ""
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
    """All rows of a table, by id, and what `params` each maneuver takes."""

    maneuvers: dict[str, Maneuver]
    defenses: dict[str, Defense]
    riders: dict[str, Rider]
    weapons: dict[str, Weapon]
    armor: dict[str, Armor]
    templates: dict[str, Template]
    takes: dict[str, dict[str, Param]]


class _WeaponRow(Weapon, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon of the table; its id is the row's."""

    id: str = ""


_sheet_of = sheet_fits(Sheet)


def _sheet_fits(row_id: str, template: Template) -> None:
    wrong = faults(_sheet_of(row_id, template))
    if wrong is not None:
        raise ValueError(f"Its sheet is wrong: {wrong[0]}")


def kinds(procedures: Collection[str], needs: Collection[str]) -> Mapping[str, RowKind]:
    """The kinds of rows; a maneuver names one of these procedures and some of these needs."""

    def playable(row_id: str, row: Maneuver) -> None:
        formulas = [*row.skills.values()]
        if row.procedure not in procedures:
            raise ValueError(f"`{row_id}` names no procedure `{row.procedure}`; known are {', '.join(sorted(procedures))}.")
        for need in row.needs:
            if need not in needs:
                raise ValueError(f"`{row_id}` needs an unknown `{need}`; known are {', '.join(sorted(needs))}.")
        for name in row.params:
            if name not in ACT:
                raise ValueError(f"`{row_id}` takes an unknown parameter `{name}`; known are {', '.join(sorted(ACT))}.")
        for part in (*row.places, *row.limbs, *row.limb_choice):
            if part not in LOCATIONS:
                raise ValueError(f"`{row_id}` names no place `{part}`; known are {', '.join(LOCATIONS)}.")
        for trait in [trait for formula in formulas for trait in formula.traits]:
            if trait not in TRAITS:
                raise ValueError(f"`{row_id}` uses an unknown trait `{trait}`; known are {', '.join(TRAITS)}.")
        if row.group not in GROUPS:
            raise ValueError(f"`{row_id}` is in no group `{row.group}`.")

    return {
        "maneuver": RowKind(Maneuver, TRAITS, playable),
        "defense": RowKind(Defense, TRAITS),
        "rider": RowKind(Rider),
        "weapon": RowKind(_WeaponRow, ("strength",)),
        "armor": RowKind(Armor),
        "template": RowKind(Template, (), _sheet_fits),
    }


def takes(row: Maneuver) -> tuple[str, ...]:
    """The `params` that a maneuver takes: those that follow from what it is, then its own."""
    found: list[str] = []
    if row.roll is not None or row.weapon:
        found.append("drama")
    if row.answers or row.cost == "attack":
        found += ["from_behind", "distracted", "undetectable", "awkward_hand", "followup"]
        found += ["gang"] if row.close else []
    if row.missile:
        found += ["cover", "gait", "ground"]
    if row.riders:
        found.append("riders")
    if row.limb_choice:
        found.append("limb")
    if row.skills:
        found.append("skill")
    return tuple(dict.fromkeys((*found, *row.params)))


def catalogue(rows: Mapping[str, Mapping[str, Any]]) -> Catalogue:
    """The rows as one record; weapons know their ids."""
    weapons = {one: msgspec.structs.replace(row, id=one) for one, row in rows.get("weapon", {}).items()}
    maneuvers: dict[str, Maneuver] = dict(rows.get("maneuver", {}))
    return Catalogue(
        maneuvers,
        dict(rows.get("defense", {})),
        dict(rows.get("rider", {})),
        weapons,
        dict(rows.get("armor", {})),
        dict(rows.get("template", {})),
        {one: {name: ACT[name] for name in takes(row)} for one, row in maneuvers.items()},
    )


def template(rows: Catalogue, template_id: str) -> dict[str, Any] | None:
    """The sheet of a template as plain data, its weapons and armour filled in from the tables."""
    row = rows.templates.get(template_id)
    if row is None:
        return None
    sheet = {"name": row.name, **row.sheet}
    weapons = [msgspec.to_builtins(rows.weapons[one], enc_hook=enc_hook) for one in row.weapons if one in rows.weapons]
    armor = [msgspec.to_builtins(rows.armor[one], enc_hook=enc_hook) for one in row.armor if one in rows.armor]
    if weapons:
        sheet["weapons"] = [*weapons, *sheet.get("weapons", [])]
    if armor:
        sheet["armor"] = [*armor, *sheet.get("armor", [])]
    return sheet
