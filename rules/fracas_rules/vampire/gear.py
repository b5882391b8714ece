"""What a combatant takes up without asking: what its sheet lists, unchanged. Everything else is a claim (VTM-I-GEAR)."""

from __future__ import annotations

import msgspec

from .sheet import Armor, Sheet, WeaponEntry
from .vocabulary import words

#: The armour of one who wears none: everybody may take off what is worn.
BARE = "none"


def owns_weapon(sheet: Sheet, entry: str | WeaponEntry) -> bool:
    """Whether a sheet lists this weapon: by its id, or to the letter."""
    if isinstance(entry, str):
        return any(entry == (one if isinstance(one, str) else one.id) for one in sheet.weapons)
    return entry in sheet.weapons


def owns_armor(sheet: Sheet, armor: str | Armor) -> bool:
    """Whether a sheet lists this armour, or it is none at all."""
    return armor in (BARE, sheet.armor) or (isinstance(sheet.armor, Armor) and armor == sheet.armor.id != "")


def claimed(sheet: Sheet, weapons: tuple[str | WeaponEntry, ...], armor: str | Armor | None) -> list[tuple[str, str]]:
    """What of a declaration is not on the sheet, as what and which; changed numbers are told one by one."""
    found = [("weapon", _told(one)) for one in weapons if not owns_weapon(sheet, one)]
    if armor is not None and not owns_armor(sheet, armor):
        found.append(("armor", _told(armor)))
    return found


def _told(entry: str | WeaponEntry | Armor) -> str:
    if isinstance(entry, str):
        return words(entry)
    fields = {key: value for key, value in msgspec.to_builtins(entry).items() if key not in ("id", "name")}
    details = ", ".join(f"{words(key)} {', '.join(value) if isinstance(value, list) else value}" for key, value in fields.items())
    name = entry.name or words(entry.id) or "of one's own"
    return f"{name} ({details})" if details else name
