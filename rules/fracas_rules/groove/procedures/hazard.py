"""What befalls combatants without an attack: falls, water, the loss of blood."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...errors import refuse
from ...kernel import params as p
from ...kernel.ids import CombatantId
from ...kernel.ranked import known
from ...kernel.script import Script
from .. import facts as f
from ..commands import Hazard
from ..common import Scene
from ..harm import hurt, under, wound
from ..params import HAZARDS
from ..sheet import health
from ..state import has
from .boundary import row_of, strike_ground


def hazard(scene: Scene, command: Hazard) -> Script[None]:
    """Play a hazard on every target in turn; with several targets each key of the result is a table by id."""
    if command.hazard not in HAZARDS:
        refuse("unknown-id", f"There is no hazard `{command.hazard}`; there are {', '.join(HAZARDS)}.", "$.hazard")
    p.check(command.params, HAZARDS[command.hazard], "$.params", f"The hazard {command.hazard}")
    if not command.targets:
        refuse("malformed", "Say whom: `targets` is empty.", "$.targets")
    for at, one in enumerate(command.targets):
        known(one, scene.state.combatants, f"$.targets[{at}]")
        if wound(scene.state.combatants[one], scene.options) == "dead":
            refuse("illegal-target", f"{scene.state.combatants[one].sheet.name} is dead.", f"$.targets[{at}]")
    came: dict[CombatantId, dict[str, Any]] = {}
    for one in dict.fromkeys(command.targets):
        came[one] = yield from _HAZARDS[command.hazard](scene, one, command.params)
    if len(came) == 1:
        scene.result = next(iter(came.values()))
    else:
        keys = dict.fromkeys(key for result in came.values() for key in result)
        scene.result = {key: {one: result[key] for one, result in came.items() if key in result} for key in keys}


def _fall(scene: Scene, who: CombatantId, params: dict[str, Any]) -> Script[dict[str, Any]]:
    """A fall strikes at once, in an encounter at the end of the round in which its time is over (GRV-H-FALL-TIME)."""
    feet = int(params["distance"])
    row = row_of(scene.catalogue, feet)
    time: dict[str, Any] = {"seconds": 0, "speed": 0}
    if row is not None:
        whole = row.seconds.denominator == 1
        time = {"seconds": int(row.seconds) if whole else float(row.seconds), "speed": row.speed}
    met = scene.state.encounter
    if met is None or row is None:
        came = yield from strike_ground(scene, who, feet)
        return {"outcome": "hit" if came["damage"] else "success", **came, **time}
    lands = met.round - 1 + max(1, -(-row.seconds.numerator // row.seconds.denominator))
    scene.record(f.Fell(who, feet, lands))
    return {"outcome": "success", "fall_dice": row.dice, "damage": 0, "round": lands, **time}


def _drown(scene: Scene, who: CombatantId, params: dict[str, Any]) -> Script[dict[str, Any]]:
    """The top of a round without breath: after 3 x Fit rounds a Fit check, harder with time (GRV-H-DROWN, GRV-H-DROWN-LONG)."""
    victim = scene.state.combatants[who]
    at, fit = int(params["round"]), victim.sheet.stats.fit
    if at <= 3 * fit or at < victim.next_breath_check:
        return {"outcome": "success", "dice_count": 0, "damage": 0}
    dice = 6 if at >= 9 * fit else 5 if at > 6 * fit else 4
    rolled = yield from under(scene, who, "breath", "Breath", dice, fit)
    passed = rolled.total <= fit
    effect = abs(fit - rolled.total)
    scene.record(f.Tested(who, "breath", "success" if passed else "failure", (rolled.dice,)))
    scene.record(f.BreathSet(who, at + effect + 1 if passed else at + 1))
    if not passed:
        yield from hurt(scene, who, effect, True, stuns=False)
    return {
        "outcome": "success" if passed else "failure", "dice_count": dice, "total": rolled.total, "effect": effect,
        "damage": 0 if passed else effect,
    }  # fmt: skip


def _blood(scene: Scene, who: CombatantId, params: dict[str, Any]) -> Script[dict[str, Any]]:
    """Whole minutes of bleeding, a point each, until death (GRV-SEVERE-BLEED)."""
    minutes = int(p.value_of(params, HAZARDS["bleeding"], "minutes"))
    lost = 0
    if has(scene.state.combatants[who], "bleeding"):
        lost = min(minutes, _to_death(scene, who))
        yield from hurt(scene, who, lost, False, stuns=False)
    return {"outcome": "hit" if lost else "success", "damage": lost}


def _to_death(scene: Scene, who: CombatantId) -> int:
    """How many points more kill: lethal damage counts toward death, subdual by option (GRV-DEATH, GRV-SUBDUAL)."""
    victim = scene.state.combatants[who]
    counts = victim.lethal + (victim.subdual if scene.options.subdual_kills else 0)
    return max(0, 2 * health(victim.sheet) - counts)


_HAZARDS: dict[str, Callable[[Scene, CombatantId, dict[str, Any]], Script[dict[str, Any]]]] = {
    "fall": _fall,
    "drowning": _drown,
    "bleeding": _blood,
}
