"""What befalls combatants: falls and walls, fire, sunlight. Each target has its own damage, in listed order."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...errors import refuse
from ...kernel.formula import Term
from ...kernel.ids import CombatantId
from ...kernel.requests import TABLE
from ...kernel.script import Script
from .. import facts as f
from .. import params as p
from ..commands import Hazard
from ..common import Scene, levels
from ..harm import wound


class Kind(NamedTuple):
    """A hazard: its parameters; a fixed type and no armour, and levels by intensity, where it has them."""

    takes: dict[str, p.Param]
    type: str = ""
    levels: dict[str, int] = {}  # noqa: RUF012 - never changed


_AMOUNT = {"levels": p.number(0, 100, "Levels"), "dice": p.number(1, 100, "Dice")}
_FIRE = {"torch": 1, "bonfire": 2, "inferno": 3}
_SUN = {"indirect": 1, "direct": 3}

#: Falls, walls and explosions (VTM-Z-GENERIC); fire (VTM-Z-FIRE); sunlight (VTM-Z-SUNLIGHT).
HAZARDS: dict[str, Kind] = {
    "generic": Kind(
        {"type": p.choice(*p.TYPES, label="Type", default="bashing"), **_AMOUNT, "armor": p.flag("Armor counts", default=True)}
    ),
    "fire": Kind({**_AMOUNT, "intensity": p.choice(*_FIRE, label="Intensity", default="torch")}, "aggravated", _FIRE),
    "sunlight": Kind({**_AMOUNT, "intensity": p.choice(*_SUN, label="Intensity", default="indirect")}, "aggravated", _SUN),
}


def hazard(scene: Scene, command: Hazard) -> Script[None]:
    """Let one of `HAZARDS` befall the targets; armour is no help against fire and sun (VTM-E-ARMOR-EXCEPT)."""
    if not command.targets:
        refuse("malformed", "Say whom: `targets` is empty.", "$.targets")
    for at, one in enumerate(command.targets):
        if one not in scene.state.combatants:
            refuse("unknown-id", f"There is no combatant `{one}` here.", f"$.targets[{at}]")
    kind = HAZARDS.get(command.hazard)
    if kind is None:
        refuse("unknown-id", f"There is no hazard `{command.hazard}`; there are {', '.join(HAZARDS)}.", "$.hazard")
    p.check(command.params, kind.takes, "$.params", command.hazard)
    if not kind.levels and "levels" not in command.params and "dice" not in command.params:
        refuse("malformed", "Say how much: `levels` or `dice`.", "$.params")
    told: dict[CombatantId, dict[str, Any]] = {}
    for one in dict.fromkeys(command.targets):
        told[one] = yield from _befall(scene, command, kind, one)
    if len(told) == 1:
        scene.result = next(iter(told.values()))
    else:
        keys = dict.fromkeys(key for one in told.values() for key in one)
        scene.result = {key: {who: one[key] for who, one in told.items() if key in one} for key in keys}


def _befall(scene: Scene, command: Hazard, kind: Kind, who: CombatantId) -> Script[dict[str, Any]]:
    params = command.params
    victim = scene.state.combatants[who]
    if command.hazard == "sunlight" and victim.sheet.kind != "vampire":
        return {"outcome": "miss", "damage": 0}
    rolled: f.Cast | None = None
    if "dice" in params:
        rolled = yield from levels(scene, "hazard", TABLE, "Damage", [Term("dice", "Dice", params["dice"])])
        dealt = max(1, rolled.successes)
    else:
        intensity = str(params.get("intensity", next(iter(kind.levels), "")))
        dealt = int(params.get("levels", kind.levels.get(intensity, 0)))
    damage_type = kind.type or str(params.get("type", "bashing"))
    armored = not kind.type and bool(params.get("armor", True))
    done = yield from wound(scene, who, damage_type, dealt, armored=armored, dazes=rolled is not None, hit=False)
    scene.record(f.Suffered(who, command.hazard, done.type, done.damage, rolled, done.soak))
    found: dict[str, Any] = {"outcome": "hit", **done.told()}
    if rolled is not None:
        found["damage_pool"] = rolled.dice
    return found
