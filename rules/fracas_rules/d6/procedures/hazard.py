"""What befalls combatants without anybody's deed: running into things."""

from __future__ import annotations

from typing import Any

from ...errors import refuse
from ...kernel import params
from ...kernel.ranked import refuse_first
from ...kernel.script import Script
from ..checks import unknown
from ..commands import Hazard
from ..common import Scene
from ..harm import Crash, crash
from ..params import HAZARDS
from ..sheet import bdv_parts


def hazard(scene: Scene, command: Hazard) -> Script[None]:
    """Run or be flung into something: BDV and a modifier, rolled for each (D6-C-OBSTACLE)."""
    if not command.targets:
        refuse("malformed", "Say whom: `targets` is empty.", "$.targets")
    refuse_first(unknown(scene, command.targets, "$.targets"))
    table = HAZARDS.get(command.hazard)
    if table is None:
        refuse("unknown-id", f"There is no hazard `{command.hazard}`; there are {', '.join(HAZARDS)}.", "$.hazard")
    params.check(command.params, table, "$.params", f"The hazard {command.hazard}")
    given = {name: params.value_of(command.params, table, name) for name in table}
    found: dict[str, Crash] = {}
    for one in dict.fromkeys(command.targets):
        found[one] = yield from crash(scene, one, "impact", *bdv_parts(given["bdv"]), plus=given["modifier"])
    told = {one: _told(hit) for one, hit in found.items()}
    if len(told) == 1:
        scene.result.update(next(iter(told.values())))
    else:
        scene.result.update(damage={one: hit.lost for one, hit in found.items()}, results=told)


def _told(hit: Crash) -> dict[str, Any]:
    out = {"damage": hit.lost, "damage_total": hit.total, "bdv_roll": hit.bdv}
    return {**out, "cp_reduction": hit.reduction} if hit.reduction else out
