"""What every procedure uses: its scene, names as somebody may hear them, distances, weapons."""

from __future__ import annotations

import msgspec

from ..kernel import scene as kernel_scene
from ..kernel.formula import Term
from ..kernel.ids import CombatantId
from .options import Options
from .rows import Catalogue
from .sheet import OwnWeapon, Sheet, Weapon, title
from .state import Combatant, Fight

Scene = kernel_scene.Scene[Fight, Options, Catalogue]


def distance(scene: Scene, a: CombatantId, b: CombatantId, claimed: int | None = None) -> int | None:
    """Feet between two: as ruled, else on the map, else as it was last known; None when nobody knows."""
    if claimed is not None:
        return claimed
    measured = scene.map_distance(a, b)
    return scene.state.distances.get(a, {}).get(b) if measured is None else measured


_PLAIN = OwnWeapon()


def weapon_of(rows: Catalogue, sheet: Sheet, weapon_id: str) -> Weapon | None:
    """A weapon by id: the sheet's own words over the table's row (GRV-WEAPONS)."""
    row, own = rows.weapons.get(weapon_id), sheet.weapons.get(weapon_id)
    if own is None or (own == _PLAIN and row is not None):
        return row
    said = {one: value for one in own.__struct_fields__ if (value := getattr(own, one)) is not None}
    return msgspec.structs.replace(row if row is not None else Weapon(), **said)


def weapon_title(weapon_id: str, weapon: Weapon) -> str:
    """The weapon's name for people."""
    return weapon.name or title(weapon_id)


def carried(rows: Catalogue, who: Combatant) -> dict[str, Weapon]:
    """The weapons of a sheet, and bare hands and feet."""
    found = {}
    for one in (*who.sheet.weapons, *(one for one, row in rows.weapons.items() if "unarmed" in row.tags)):
        weapon = weapon_of(rows, who.sheet, one)
        if weapon is not None:
            found[one] = weapon
    return found


def terms(*addends: tuple[str, str, int]) -> list[Term]:
    """Addends of a roll for the card: key, label, value; zeros are left out, except dice and scores."""
    return [Term(key, label, value) for key, label, value in addends if value or key in ("die", "score")]


def total(found: list[Term]) -> int:
    """The sum of addends."""
    return sum([one.value for one in found])
