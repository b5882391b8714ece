"""What befalls combatants: falls and walls, fire, sunlight. Each target has its own damage, in listed order."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...errors import refuse
from ...kernel import params
from ...kernel.formula import Term
from ...kernel.ids import CombatantId
from ...kernel.ranked import known
from ...kernel.requests import TABLE
from ...kernel.script import Script
from .. import facts as f
from .. import params as p
from ..commands import Hazard
from ..common import Scene, levels
from ..harm import wound


class Kind(NamedTuple):
    """A hazard: a fixed type and no armour, and levels by intensity, where it has them."""

    type: str = ""
    levels: dict[str, int] = {}  # noqa: RUF012 - never changed


#: Falls, walls and explosions (VTM-Z-GENERIC); fire (VTM-Z-FIRE); sunlight (VTM-Z-SUNLIGHT). What each takes stands in
#: `params.HAZARDS`.
HAZARDS: dict[str, Kind] = {
    "generic": Kind(),
    "fire": Kind("aggravated", p.FIRE),
    "sunlight": Kind("aggravated", p.SUN),
}


def hazard(scene: Scene, command: Hazard) -> Script[None]:
    """Let one of `HAZARDS` befall the targets; armour is no help against fire and sun (VTM-E-ARMOR-EXCEPT)."""
    if not command.targets:
        refuse("malformed", "Say whom: `targets` is empty.", "$.targets")
    for at, one in enumerate(command.targets):
        known(one, scene.state.combatants, f"$.targets[{at}]")
    kind = HAZARDS.get(command.hazard)
    if kind is None:
        refuse("unknown-id", f"There is no hazard `{command.hazard}`; there are {', '.join(HAZARDS)}.", "$.hazard")
    params.check(command.params, p.HAZARDS[command.hazard], "$.params", command.hazard)
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
    given = command.params
    victim = scene.state.combatants[who]
    if command.hazard == "sunlight" and victim.sheet.kind != "vampire":
        return {"outcome": "miss", "damage": 0}
    rolled: f.Cast | None = None
    if "dice" in given:
        rolled = yield from levels(scene, "hazard", TABLE, "Damage", [Term("dice", "Dice", given["dice"])])
        dealt = max(1, rolled.successes)
    else:
        intensity = str(given.get("intensity", next(iter(kind.levels), "")))
        dealt = int(given.get("levels", kind.levels.get(intensity, 0)))
    damage_type = kind.type or str(given.get("type", "bashing"))
    armored = not kind.type and bool(given.get("armor", True))
    done = yield from wound(scene, who, damage_type, dealt, armored=armored, dazes=rolled is not None, hit=False)
    scene.record(f.Suffered(who, command.hazard, done.type, done.damage, rolled, done.soak))
    found: dict[str, Any] = {"outcome": "hit", **done.told()}
    if rolled is not None:
        found["damage_pool"] = rolled.dice
    return found
