"""The rows of packs: maneuvers, weapons, armour, places, cover, generations, torpor, powers, templates; and the catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ..errors import refuse
from ..kernel.formula import Formula
from ..kernel.packs import RowKind, sheet_fits
from .params import ACT
from .sheet import TRAITS, Armor, Count, Level, Points, Power, Sheet, Weapon, WeaponEntry, full_load

#: What a maneuver needs: nothing, a weapon of this sort in hand, claws or fangs.
Needs = Literal[
    "", "melee", "knuckles", "shooter", "gun", "automatic", "whip", "sweep", "stake", "claws", "fangs", "any", "bow", "aimed"
]
#: Which defences may answer it: of a hand-to-hand attack, of a shot or throw, or none.
Answers = Literal["", "close", "ranged"]


class Maneuver(Struct, frozen=True, forbid_unknown_fields=True):
    """A maneuver: numbers and formulas; `procedure` says how it is played, `effect` what a hit brings besides damage.

    roll, difficulty, damage, type: as listed; `skill` and `weapon` in formulas are the weapon's ability and damage.
    armed_roll, armed_damage: in place of these with a weapon, where `needs` is optional.
    type empty: the weapon's, or no damage. optional: `needs` is fulfilled by bare hands too (a fist, legs).
    brawl: dots of Brawl it takes. aim: it may be aimed at a place. place: the place that it has of its own.
    rounds: spent rounds; `all`: the whole clip. against, least: most and fewest targets.
    ask: whether the GM may change its type (against mortals, anybody). unarmed: a parry may be followed by a riposte.
    several: what is rolled, at `several_difficulty`, where it is one of several actions (VTM-C-MULTI).
    setup: what must have come before (see `needs`).
    acts: the class of acts it belongs to (see `vocabulary.CONDITIONS`). takes: its parameters.
    """

    name: str
    group: str
    procedure: str
    cost: Literal["action", "free"] = "action"
    roll: Formula | None = None
    difficulty: Annotated[int, Meta(ge=2, le=10)] = 6
    damage: Formula | None = None
    armed_roll: Formula | None = None
    armed_damage: Formula | None = None
    type: Literal["", "bashing", "lethal", "aggravated"] = ""
    answers: Answers = ""
    needs: Needs = ""
    optional: bool = False
    effect: str = ""
    brawl: Level = 0
    aim: bool = False
    place: str = ""
    rounds: Level = 0
    all: bool = False
    ask: Literal["", "mortal", "any"] = ""
    unarmed: bool = False
    against: Annotated[int, Meta(ge=0, le=50)] = 1
    least: Annotated[int, Meta(ge=0, le=50)] = 1
    several: Literal["", "ready", "athletics"] = ""
    several_difficulty: Annotated[int, Meta(ge=2, le=10)] = 4
    setup: str = ""
    acts: str = ""
    takes: tuple[str, ...] = ()
    rule: str = ""
    help: str = ""

    @property
    def attack(self) -> bool:
        """Whether it is an attack on somebody."""
        return bool(self.answers)


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """A place to aim at: what it adds to the difficulty and to the damage dice (VTM-T-LOCATION)."""

    name: str
    difficulty: Points
    damage: Points
    rule: str = ""


class CoverRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Cover: what it adds to the difficulty of being hit, and of one's own shots (VTM-T-COVER, VTM-T-COVER-FIRE)."""

    name: str
    hit: Level
    own: Level
    rule: str = ""


class Generation(Struct, frozen=True, forbid_unknown_fields=True):
    """Blood of a generation: points a turn, the most an attribute may be raised to, the pool (VTM-R-LIMIT)."""

    per_turn: Level
    buff_max: Level
    pool: Count
    rule: str = ""


class Torpor(Struct, frozen=True, forbid_unknown_fields=True):
    """How long torpor lasts at a rating of Humanity or Path."""

    length: str
    rule: str = ""


class WeaponRow(Weapon, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon of the table; its id is the row's."""

    rule: str = ""


class ArmorRow(Armor, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Armour of the table; its id is the row's."""

    rule: str = ""


class PowerRow(Power, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A power of the table; its id is the row's."""

    id: str = ""
    rule: str = ""


class Template(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready combatant: a sheet under a heading."""

    name: str
    group: str
    sheet: dict[str, Any]
    summary: str = ""


class Catalogue(Struct, frozen=True):
    """All rows of a table, by id."""

    maneuvers: dict[str, Maneuver]
    weapons: dict[str, Weapon]
    armor: dict[str, Armor]
    places: dict[str, Place]
    covers: dict[str, CoverRow]
    generations: dict[str, Generation]
    torpor: dict[str, Torpor]
    powers: dict[str, Power]
    templates: dict[str, Template]


def _played_somehow(row_id: str, row: Maneuver) -> None:
    from .needs import SETUPS
    from .procedures import EFFECTS, PROCEDURES

    if row.procedure not in PROCEDURES:
        raise ValueError(f"`{row_id}` names no procedure `{row.procedure}`; known are {', '.join(sorted(PROCEDURES))}.")
    if row.setup and row.setup not in SETUPS:
        raise ValueError(f"`{row_id}` names no setup `{row.setup}`; known are {', '.join(sorted(SETUPS))}.")
    if row.effect and row.effect not in EFFECTS:
        raise ValueError(f"`{row_id}` names no effect `{row.effect}`; known are {', '.join(sorted(EFFECTS))}.")
    for name in row.takes:
        if name not in ACT:
            raise ValueError(f"`{row_id}` takes no parameter `{name}`; known are {', '.join(ACT)}.")


def _condition_known(_row_id: str, row: PowerRow) -> None:
    from .vocabulary import CONDITIONS

    if row.condition and row.condition not in CONDITIONS:
        raise ValueError(f"There is no condition `{row.condition}`; there are {', '.join(CONDITIONS)}.")


KINDS: Mapping[str, RowKind] = {
    "maneuver": RowKind(Maneuver, TRAITS, _played_somehow),
    "weapon": RowKind(WeaponRow),
    "armor": RowKind(ArmorRow),
    "place": RowKind(Place),
    "cover": RowKind(CoverRow),
    "generation": RowKind(Generation),
    "torpor": RowKind(Torpor),
    "power": RowKind(PowerRow, (), _condition_known),
    "template": RowKind(Template, (), sheet_fits(Sheet)),
}


def catalogue(rows: Mapping[str, Mapping[str, Any]]) -> Catalogue:
    """The rows as one record; weapons, armour and powers know their ids."""

    def plain(kind: str, target: type[Any]) -> dict[str, Any]:
        names = target.__struct_fields__
        return {
            one: target(**{**{name: getattr(row, name) for name in names}, "id": one}) for one, row in rows.get(kind, {}).items()
        }

    return Catalogue(
        dict(rows.get("maneuver", {})),
        plain("weapon", Weapon),
        plain("armor", Armor),
        dict(rows.get("place", {})),
        dict(rows.get("cover", {})),
        dict(rows.get("generation", {})),
        dict(rows.get("torpor", {})),
        plain("power", Power),
        dict(rows.get("template", {})),
    )


def template(rows: Catalogue, template_id: str) -> dict[str, Any] | None:
    """The sheet of a template as plain data."""
    row = rows.templates.get(template_id)
    return None if row is None else {"name": row.name, **row.sheet}


def generation(rows: Catalogue, sheet: Sheet) -> Generation:
    """The blood of a sheet's generation; that of nobody where a pack took the row out."""
    return rows.generations.get(str(sheet.generation)) or Generation(1, 6, 10)


# ── Weapons and armour as a combatant takes them up (VTM-I-GEAR, VTM-I-ARMOR) ────────────────────────────────────────────

#: What a declaration comes to: weapons, those in hand, rounds.
Arms = tuple[tuple[Weapon, ...], tuple[str, ...], dict[str, int]]


def weapons_of(rows: Catalogue, entries: Sequence[str | WeaponEntry], path: str) -> tuple[Weapon, ...]:
    """The weapons of a list. Refuses (`unknown-id`) those that no table has, and (`malformed`) an id that stands twice."""
    found: dict[str, Weapon] = {}
    for at, entry in enumerate(entries):
        here = f"{path}[{at}]"
        wanted = entry if isinstance(entry, str) else entry.like
        if wanted and wanted not in rows.weapons:
            refuse("unknown-id", f"There is no weapon `{wanted}`; there are {', '.join(rows.weapons)}.", here)
        base = rows.weapons[wanted] if wanted else Weapon()
        made = base if isinstance(entry, str) else _changed(base, entry)
        if made.id in found:
            refuse("malformed", f"The weapon `{made.id}` stands twice: give the second one an id of its own.", here)
        found[made.id] = made
    return tuple(found.values())


def _changed(base: Weapon, entry: WeaponEntry) -> Weapon:
    fields = {name: getattr(base, name) for name in Weapon.__struct_fields__}
    given = {name: getattr(entry, name) for name in WeaponEntry.__struct_fields__ if name != "like"}
    fields.update({name: value for name, value in given.items() if value is not None})
    if entry.like and entry.name is None:
        fields["name"] = ""
    return Weapon(**fields)


def armed(rows: Catalogue, sheet: Sheet, entries: Sequence[str | WeaponEntry], path: str) -> Arms:
    """A fresh declaration: the first weapon is in hand, everything is loaded (VTM-E-CAPACITY).

    An id means the weapon of the sheet that has it, else the table's.
    """
    own = {one.id: one for one in sheet.weapons if not isinstance(one, str)}
    weapons = weapons_of(rows, [own.get(one, one) if isinstance(one, str) else one for one in entries], path)
    ready = (weapons[0].id,) if weapons else ()
    return weapons, ready, {one.id: full_load(one) for one in weapons if one.capacity}


def arms_of_sheet(rows: Catalogue, sheet: Sheet) -> Arms:
    """What a sheet begins with."""
    weapons, ready, ammo = armed(rows, sheet, sheet.weapons, "$.sheet.weapons")
    ids = [one.id for one in weapons]
    for at, one in enumerate(sheet.ready or ()):
        if one not in ids:
            refuse("malformed", f"`{one}` is not among the weapons.", f"$.sheet.ready[{at}]")
    for one in sheet.ammo:
        if one not in ids:
            refuse("malformed", f"`{one}` is not among the weapons.", f"$.sheet.ammo.{one}")
    return weapons, ready if sheet.ready is None else sheet.ready, {**ammo, **sheet.ammo}


def worn(rows: Catalogue, armor: str | Armor, path: str) -> Armor:
    """Armour by the table's id, or its own."""
    if isinstance(armor, Armor):
        for at, place in enumerate(armor.covers):
            if place not in rows.places:
                refuse("malformed", f"There is no place `{place}`; there are {', '.join(rows.places)}.", f"{path}.covers[{at}]")
        return armor
    if armor not in rows.armor:
        refuse("malformed", f"There is no armour `{armor}`; there are {', '.join(rows.armor)}.", path)
    return rows.armor[armor]
