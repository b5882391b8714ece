"""The GM's word: any state is changed without roll, question or legality, by the game's own bookkeeping."""

from __future__ import annotations

from typing import Any

from ...errors import refuse
from ...kernel import params as p
from ...kernel.conditions import completed, listed, resolve
from ...kernel.ids import CombatantId
from ...kernel.ranked import known
from ...kernel.script import Script
from .. import facts as f
from ..commands import Adjust, Typed
from ..common import Scene
from ..harm import fewer, heal, let_go, recover, take, wound
from ..rounds import left, without_last
from ..sheet import MODES, health
from ..vocabulary import CONDITIONS, HOLDS, WOUNDS, condition

_POINTS = p.number(0, 100_000)
_KEPT = dict.fromkeys(("parry", "block", "sidestep"), p.number(0, 20))
#: Fields of a combatant's state that the GM may set. `conditions`, `condition_info` and `reserved` are read by themselves.
SETTABLE: dict[str, p.Param] = {
    "lethal": _POINTS,
    "subdual": _POINTS,
    "damage_total": _POINTS,
    "wound": p.choice(*WOUNDS),
    "mode": p.choice(*MODES),
    "dodge": p.number(0, 1000),
    "initiative": p.number(-1000, 1000),
    "actions_left": p.number(0, 20),
    "grooves": p.number(0, 100),
    "experience": _POINTS,
    "next_breath_check": p.number(0, 1_000_000),
    "first_aid_effect": p.number(0, 1000),
    "round": p.number(1, 1_000_000),
}
_TABLES = ("reserved", "conditions", "condition_info")
FIELDS = (*SETTABLE, *_TABLES)


def adjust(scene: Scene, command: Adjust) -> Script[None]:
    """Set, heal, hurt, lift and lay on, in this order, for every target."""
    if not command.targets:
        refuse("malformed", "Say whom: `targets` is empty.", "$.targets")
    for at, one in enumerate(command.targets):
        known(one, scene.state.combatants, f"$.targets[{at}]")
    _check_set(command.set)
    lifted = [condition(one, "$.remove_condition") for one in listed(command.remove_condition)]
    laid = [condition(one, "$.add_condition") for one in listed(command.add_condition)]
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
            lay_on(scene, who, one, params, "$.add_condition")
        if wound(scene.state.combatants[who], scene.options) == "dead":
            let_go(scene, who)
    scene.result = {"outcome": "success"}
    return
    yield


def lay_on(scene: Scene, who: CombatantId, one: str, params: f.Params, path: str) -> None:
    """A condition by the GM's word: with the parameters it has when none are given; holds of several stand side by side."""
    given = completed(CONDITIONS, one, params, path)
    resolve(CONDITIONS, one, given, scene.state.combatants, who, path)
    if one in HOLDS:
        again = {"by": given.get("by")}  # nobody's, such as that of a net, is one of its own
        if any(had.id == one and had.params.get("by") == again["by"] for had in scene.state.combatants[who].conditions):
            scene.record(f.ConditionLost(who, one, again))
    scene.record(f.ConditionGained(who, one, given, False, one in HOLDS))


def _check_set(fields: dict[str, Any]) -> None:
    plain = {name: value for name, value in fields.items() if name not in _TABLES}
    p.check(plain, SETTABLE, "$.set", "`set`")
    for name, value in fields.items():
        path = f"$.set.{name}"
        if name == "reserved":
            if not isinstance(value, dict):
                refuse("malformed", "`reserved` takes a table.", path)
            p.check(value, _KEPT, path, "`reserved`")
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
            lay_on(scene, who, one, {}, "$.set.conditions")
    for one, params in fields.get("condition_info", {}).items():
        lay_on(scene, who, one, dict(params), f"$.set.condition_info.{one}")


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
