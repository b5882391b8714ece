"""Taking weapons out of hands (UNI-M-UNARMED-DISARM, UNI-M-MELEE-DISARM, UNI-M-RANGED-DISARM, UNI-C-DUAL-DISARM)."""

from __future__ import annotations

from typing import Any

from ...errors import refuse
from ...kernel.requests import Ask, Option
from ...kernel.script import Script, choose
from ..common import Scene, amount, put_away, ready
from ..harm import armor_value, is_out, levels_of, multiplier, points
from ..move import Move
from ..sheet import Weapon, is_gun, is_natural, weapon_title
from ..state import Combatant
from . import aftermath, ammunition, fallout, prelude
from .damage import Landed, land
from .exchange import HIT, exchange

#: Sizes by class, where the sheet gives none.
_SIZES = {
    "unarmed": 0, "short": 1, "thrown": 1, "pistol": 1, "big_pistol": 1, "medium": 2, "shield": 2, "smg": 2, "long": 3, "bow": 3,
    "crossbow": 3, "rifle": 3, "assault_rifle": 3, "shotgun": 3, "polearm": 4, "lance": 4, "machine_gun": 4, "launcher": 4,
}  # fmt: skip


def size(weapon: Weapon) -> int:
    """How large a weapon is, 0 to 4."""
    return weapon.size if weapon.size is not None else _SIZES[weapon.class_]


def disarm(scene: Scene, move: Move) -> Script[None]:
    """Against the target's parry; a hit takes one weapon and does no damage."""
    victim = scene.state.combatants[move.target]
    item = _item(victim, move.param("item"))
    _small_enough(move, item)
    before = yield from prelude.approach(scene, move)
    if before.stopped:
        prelude.report(scene, move, before)
        return
    blow = yield from exchange(scene, move)
    landed = land(scene, blow, blow.aims[0])
    aftermath.settle(scene, move, (landed,))
    extra: dict[str, Any] = {}
    attacker = 0
    if landed.outcome == HIT:
        put_away(scene, move.target, item.id)
        extra["disarmed"] = item.id
        if move.natural and not move.row.ranged:
            extra["taken"] = yield from _take(scene, move)
    elif move.natural and not move.row.ranged:
        attacker = yield from _counter(scene, move, landed)
    if move.row.ranged:
        extra |= yield from ammunition.after(scene, move, blow.total.die, 1)
    aftermath.report(scene, blow, (landed,), aftermath.Aftermath(attacker), {**before.told, **extra})


def _item(victim: Combatant, named: str | None) -> Weapon:
    """The weapon that is meant: as named, or the first in hand; natural ones cannot be taken."""
    held = [one for one in ready(victim) if not is_natural(one)]
    item = next((one for one in held if one.id == named), None) if named else (held[0] if held else None)
    if item is None:
        refuse("illegal-target", f"{victim.sheet.name} holds no such weapon.", "$.targets[0]")
    return item


def _small_enough(move: Move, item: Weapon) -> None:
    if move.row.ranged and size(item) > 2:
        refuse("requirement", f"{weapon_title(item)} is too large to be shot away.", "$.params.item")
    if not move.row.ranged and move.weapon is not None and size(item) > size(move.weapon):
        refuse("requirement", f"{weapon_title(item)} is larger than {weapon_title(move.weapon)}.", "$.params.item")


def _take(scene: Scene, move: Move) -> Script[bool]:
    options = (Option("take", "Take it"), Option("drop", "Let it fall"))
    pick = yield from choose(Ask("disarm_take", move.actor, "Take the weapon?", "take", options))
    return pick == "take"


def _counter(scene: Scene, move: Move, landed: Landed) -> Script[int]:
    """A weapon parry that wins may cut as if it had been a blow of its own."""
    weapon, guard = landed.guard.weapon, landed.guard
    victim, actor = scene.state.combatants[move.target], scene.state.combatants[move.actor]
    if weapon is None or is_gun(weapon) or guard.pick != "parry" or is_out(victim) or landed.outcome != "blocked":
        return 0
    options = (Option("yes", "Yes"), Option("no", "No"))
    pick = yield from choose(Ask("disarm_counter", move.target, "Strike back at the bare hands?", "yes", options))
    if pick == "no":
        return 0
    raw = max(0, amount(weapon.base, victim) + levels_of(guard.value) - armor_value(actor, weapon.type))
    damage = points(raw, multiplier(actor, weapon.type, scene.options.simple_damage))
    yield from fallout.backlash(scene, move.actor, damage, weapon.type, move.target)
    return damage
