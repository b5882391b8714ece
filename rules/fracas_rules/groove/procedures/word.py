"""The GM's word: any state is changed without roll, question or legality, by the game's own bookkeeping."""

from __future__ import annotations

from typing import Any

from ...errors import refuse
from ...kernel.ids import CombatantId
from ...kernel.script import Script
from .. import facts as f
from ..checks import known
from ..commands import Adjust, OneCondition, Typed
from ..common import Scene
from ..harm import fewer, heal, let_go, recover, take, wound
from ..params import Param, choice, number
from ..params import check as check_params
from ..rounds import left, without_last
from ..sheet import MODES, health
from ..vocabulary import CONDITIONS, HOLDS, WOUNDS, condition

_POINTS = number(0, 100_000)
_KEPT = {"parry": number(0, 20), "block": number(0, 20), "sidestep": number(0, 20)}
#: Fields of a combatant's state that the GM may set. `conditions`, `condition_info` and `reserved` are read by themselves.
SETTABLE: dict[str, Param] = {
    "lethal": _POINTS,
    "subdual": _POINTS,
    "damage_total": _POINTS,
    "wound": choice(*WOUNDS),
    "mode": choice(*MODES),
    "dodge": number(0, 1000),
    "initiative": number(-1000, 1000),
    "actions_left": number(0, 20),
    "grooves": number(0, 100),
    "experience": _POINTS,
    "next_breath_check": number(0, 1_000_000),
    "first_aid_effect": number(0, 1000),
    "round": number(1, 1_000_000),
}
_TABLES = ("reserved", "conditions", "condition_info")
FIELDS = (*SETTABLE, *_TABLES)


def adjust(scene: Scene, command: Adjust) -> Script[None]:
    """Set, heal, hurt, lift and lay on, in this order, for every target."""
    if not command.targets:
        refuse("malformed", "Say whom: `targets` is empty.", "$.targets")
    for at, one in enumerate(command.targets):
        known(scene, one, f"$.targets[{at}]")
    _check_set(command.set)
    lifted = [_condition(scene, one, "$.remove_condition") for one in _list(command.remove_condition)]
    laid = [_condition(scene, one, "$.add_condition") for one in _list(command.add_condition)]
    for who in dict.fromkeys(command.targets):
        _set(scene, who, command.set)
        if command.heal is not None:
            _heal(scene, who, command.heal)
        if command.damage is not None:
            amount, subdual = _amount(command.damage)
            if amount:
                take(scene, who, amount, subdual)
        for one, params in lifted:
            scene.record(f.ConditionLost(who, one, params))
        for one, params in laid:
            lay_on(scene, who, one, params)
        if wound(scene.state.combatants[who], scene.options) == "dead":
            let_go(scene, who)
    scene.result = {"outcome": "success"}
    return
    yield


def lay_on(scene: Scene, who: CombatantId, one: str, params: f.Params) -> None:
    """A condition by the GM's word: with the parameters it has when none are given; holds of several stand side by side."""
    given = {**CONDITIONS[one].gives, **params}
    if one in HOLDS:
        scene.record(f.ConditionLost(who, one, {"by": given.get("by")}))
    scene.record(f.ConditionGained(who, one, given, False, one in HOLDS))


def _check_set(fields: dict[str, Any]) -> None:
    plain = {name: value for name, value in fields.items() if name not in _TABLES}
    check_params(plain, SETTABLE, "$.set", "`set`")
    for name, value in fields.items():
        path = f"$.set.{name}"
        if name == "reserved":
            if not isinstance(value, dict):
                refuse("malformed", "`reserved` takes a table.", path)
            check_params(value, _KEPT, path, "`reserved`")
        elif name == "conditions":
            if not isinstance(value, list) or len(value) > len(CONDITIONS):
                refuse("malformed", "`conditions` takes a list of ids.", path)
            for at, one in enumerate(value):
                if not isinstance(one, str):
                    refuse("malformed", "`conditions` takes a list of ids.", f"{path}[{at}]")
                condition(one, f"{path}[{at}]")
        elif name == "condition_info":
            if not isinstance(value, dict) or not all(isinstance(params, dict) for params in value.values()):
                refuse("malformed", "`condition_info` takes a table of tables by id.", path)
            for one, params in value.items():
                condition({**params, "id": one}, f"{path}.{one}")


def _set(scene: Scene, who: CombatantId, fields: dict[str, Any]) -> None:
    """Set fields of the state; what follows from others is set through them."""
    now = scene.state.combatants[who]
    kept: dict[str, Any] = {
        name: fields[name]
        for name in ("lethal", "subdual", "mode", "initiative", "grooves", "experience", "next_breath_check", "first_aid_effect")
        if name in fields
    }
    if "dodge" in fields:
        kept["base_dodge"] = fields["dodge"]
    if "reserved" in fields:
        kept["reserved"] = {one: count for one, count in fields["reserved"].items() if count}
    if "damage_total" in fields:
        kept["subdual"] = min(kept.get("subdual", now.subdual), fields["damage_total"])
        kept["lethal"] = fields["damage_total"] - kept["subdual"]
    if "wound" in fields:
        least = {"unhurt": 0, "hurt": 1, "severe": health(now.sheet), "dead": 2 * health(now.sheet)}
        kept.update(lethal=least[fields["wound"]], subdual=0)
    if "lethal" in kept or "subdual" in kept:
        kept["by_location"] = fewer(now.by_location, kept.get("lethal", now.lethal) + kept.get("subdual", now.subdual))
    if kept:
        scene.record(f.Adjusted(who, kept))
    if "lethal" in kept or "subdual" in kept:
        recover(scene, who)
    met = scene.state.encounter
    if "round" in fields and met is not None:
        scene.record(f.RoundSet(fields["round"]))
    if "actions_left" in fields and met is not None and met.phase == "actions":
        _slots(scene, who, fields["actions_left"])
    for one in dict.fromkeys(one.id for one in now.conditions):
        if "conditions" in fields and one not in fields["conditions"]:
            scene.record(f.ConditionLost(who, one))
    for one in fields.get("conditions", ()):
        if all(had.id != one for had in now.conditions):
            lay_on(scene, who, one, {})
    for one, params in fields.get("condition_info", {}).items():
        lay_on(scene, who, one, dict(params))


def _slots(scene: Scene, who: CombatantId, count: int) -> None:
    met = scene.state.encounter
    assert met is not None
    mine = left(met, who)
    slots = without_last(met.slots, met.passed, who, count)
    last = mine[-1].count if mine else scene.state.combatants[who].initiative + 2
    more = [f.Slot(who, last - 2 * (at + 1)) for at in range(count - len(mine))]
    if more or slots != met.slots:
        ahead = sorted([*slots[met.passed :], *more], key=lambda slot: (slot.kind == "end", -slot.count))
        scene.record(f.SlotsSet((*slots[: met.passed], *ahead), met.passed))


def _amount(word: int | Typed) -> tuple[int, bool]:
    return (word, False) if isinstance(word, int) else (word.levels, word.type == "subdual")


def _heal(scene: Scene, who: CombatantId, word: int | Typed) -> None:
    """Healing takes from lethal damage first and then from subdual, unless it names its kind."""
    now = scene.state.combatants[who]
    if isinstance(word, Typed):
        heal(scene, who, *((0, word.levels) if word.type == "subdual" else (word.levels, 0)))
        return
    lethal = min(word, now.lethal)
    heal(scene, who, lethal, min(word - lethal, now.subdual))


def _list(word: OneCondition | list[OneCondition] | None) -> list[OneCondition]:
    if word is None:
        return []
    return word if isinstance(word, list) else [word]


def _condition(scene: Scene, word: OneCondition, path: str) -> tuple[str, f.Params]:
    one, params = condition(word, path)
    for key in ("by", "target"):
        if key in params:
            known(scene, params[key], f"{path}.{key}")
    return one, params
