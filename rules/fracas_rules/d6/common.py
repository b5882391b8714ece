"""What every procedure uses: its scene, who is told what, distances, and whose turn it is."""

from __future__ import annotations

from ..kernel import scene as kernel_scene
from ..kernel.ids import CombatantId
from .modifiers import is_out
from .options import Options
from .rows import Catalogue
from .sheet import Weapon
from .state import Combatant, Encounter, Fight, has
from .vocabulary import HOLDS

Scene = kernel_scene.Scene[Fight, Options, Catalogue]


def is_gone(who: Combatant) -> bool:
    """Whether somebody has no part in the fight any more, or none now."""
    return is_out(who) or has(who, "fled")


def up(fight: Fight) -> CombatantId:
    """Whose turn it is: the first in the order who has not ended it and can act; empty for nobody."""
    met = fight.encounter
    if met is None or met.phase != "actions":
        return ""
    return next((one for one in met.order if one not in met.done and takes_turn(fight, one)), "")


def takes_turn(fight: Fight, one: CombatantId) -> bool:
    """Whether somebody gets a turn: neither out nor fled nor stunned."""
    who = fight.combatants.get(one)
    return who is not None and not is_gone(who) and not has(who, "stunned")


def holders(who: Combatant) -> list[CombatantId]:
    """Who holds somebody, oldest hold first, each once."""
    return list(dict.fromkeys(str(one.params.get("by")) for one in who.conditions if one.id in HOLDS))


def held_by(who: Combatant, holder: CombatantId) -> list[str]:
    """The holds of one holder on somebody, by id."""
    return [one.id for one in who.conditions if one.id in HOLDS and one.params.get("by") == holder]


def weapon_of(scene: Scene, who: Combatant, weapon_id: str) -> Weapon | None:
    """A weapon by id: from the sheet, then from the game's table."""
    return who.sheet.weapons.get(weapon_id) or scene.catalogue.weapons.get(weapon_id)


def in_hand(scene: Scene, who: Combatant, weapon_id: str) -> bool:
    """Whether a weapon can be used: ready, drawn in a Quick Draw, or anywhere outside an encounter; never when disarmed."""
    if has(who, "disarmed"):
        return False
    return scene.state.encounter is None or has(who, "quick_draw") or who.weapon_ready == weapon_id


def rounds_left(who: Combatant, weapon_id: str, weapon: Weapon) -> int | None:
    """Ammunition of a weapon; None where it needs none."""
    return who.ammo.get(weapon_id, weapon.ammo) if weapon.ammo is not None else None


def actions_left(who: Combatant, met: Encounter | None) -> int | None:
    """Actions left of the plan; None where any number may still be planned, or nobody counts."""
    if has(who, "acted_out") or (met is not None and who.id in met.done):
        return 0
    return None if who.planned is None else who.planned - who.used
