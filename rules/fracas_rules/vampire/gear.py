"""Weapons and armour by id or by their own description, as a combatant takes them up (VTM-I-GEAR, VTM-I-ARMOR)."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import refuse
from .rows import Catalogue
from .sheet import Armor, Sheet, Weapon, WeaponEntry, full_load

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
    """A fresh declaration: the first weapon is in hand, everything is loaded (VTM-E-CAPACITY)."""
    weapons = weapons_of(rows, entries, path)
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
