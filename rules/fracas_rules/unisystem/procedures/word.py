"""The GM's word: any state is changed without roll, question or legality, by the game's own bookkeeping (UNI-C-FUN-FIRST)."""

from __future__ import annotations

from typing import Any

from ...errors import refuse
from ...kernel.ids import CombatantId
from ...kernel.script import Script
from .. import facts as f
from ..commands import Adjust, OneCondition, Typed
from ..harm import die, heal, let_go, wound
from ..play import Scene
from ..sheet import ATTRIBUTES, DAMAGE_TYPES
from ..vocabulary import CONDITIONS

#: Fields of a combatant's state that the GM may set, and what they take.
SETTABLE: dict[str, type] = {
    "life_points": int,
    "drama_points": int,
    "fire_damage": int,
    "damage_capacity": int,
    "attacks_made": int,
    "defenses_made": int,
    "attack_die": int,
    "defense_die": int,
    "breathless_turns": int,
    "ammo": dict,
    "attributes": dict,
}


def adjust(scene: Scene, command: Adjust) -> Script[None]:
    """Set, heal, hurt, lift and lay on, in this order, for every target."""
    if not command.targets:
        refuse("malformed", "Say whom: `targets` is empty.", "$.targets")
    for at, one in enumerate(command.targets):
        if one not in scene.state.combatants:
            refuse("unknown-id", f"There is no combatant `{one}` here.", f"$.targets[{at}]")
    _check_set(command.set)
    for who in command.targets:
        if command.set:
            scene.record(f.Adjusted(who, command.set))
        if command.heal is not None:
            heal(scene, who, _amount(command.heal))
        if command.damage is not None:
            _damage(scene, who, command.damage)
        for lifted in _list(command.remove_condition):
            condition, params = _condition(lifted, "$.remove_condition")
            scene.record(f.ConditionLost(who, condition, params))
        for laid in _list(command.add_condition):
            condition, params = _condition(laid, "$.add_condition")
            _lay_on(scene, who, condition, params)
    return
    yield


def _check_set(fields: dict[str, Any]) -> None:
    name: str
    value: Any
    for name, value in fields.items():
        kind = SETTABLE.get(name)
        if kind is None:
            refuse("malformed", f"`{name}` cannot be set; these can: {', '.join(SETTABLE)}.", f"$.set.{name}")
        if not isinstance(value, kind) or isinstance(value, bool):
            what = "a whole number" if kind is int else "a table"
            refuse("malformed", f"`{name}` takes {what}.", f"$.set.{name}")
        if isinstance(value, int) and abs(value) > 100_000:
            refuse("malformed", f"`{name}` takes numbers up to 100000.", f"$.set.{name}")
        for key, inner in value.items() if isinstance(value, dict) else ():
            if name == "attributes" and key not in ATTRIBUTES:
                refuse("malformed", f"There is no attribute `{key}`.", f"$.set.{name}.{key}")
            if not isinstance(inner, int) or isinstance(inner, bool):
                refuse("malformed", f"`{key}` takes a whole number.", f"$.set.{name}.{key}")


def _amount(word: int | Typed) -> int:
    return word if isinstance(word, int) else word.levels


def _damage(scene: Scene, who: CombatantId, word: int | Typed) -> None:
    kind = "bash" if isinstance(word, int) else word.type
    if kind not in DAMAGE_TYPES:
        refuse("malformed", f"There is no damage type `{kind}`; there are {', '.join(DAMAGE_TYPES)}.", "$.damage.type")
    wound(scene, who, _amount(word), kind)


def _list(word: OneCondition | list[OneCondition] | None) -> list[OneCondition]:
    if word is None:
        return []
    return word if isinstance(word, list) else [word]


def _condition(word: OneCondition, path: str) -> tuple[str, f.Params]:
    table = {"id": word} if isinstance(word, str) else dict(word)
    condition = table.pop("id", None)
    if condition not in CONDITIONS:
        refuse("unknown-id", f"There is no condition `{condition}`; there are {', '.join(CONDITIONS)}.", f"{path}.id")
    return condition, table


def _lay_on(scene: Scene, who: CombatantId, condition: str, params: f.Params) -> None:
    if condition == "dead":
        die(scene, who, str(params.get("cause", "gm")), destroyed=bool(params.get("destroyed")))
        extra = {key: value for key, value in params.items() if key not in ("cause", "destroyed")}
        if extra:
            given = {"cause": params["cause"]} if "cause" in params else {}
            scene.record(f.ConditionGained(who, "dead", {**given, **params}))
        return
    if condition in ("unconscious", "incapacitated"):
        for one in ("prone", "fire_panic"):
            if any(c.id == one for c in scene.state.combatants[who].conditions):
                scene.record(f.ConditionLost(who, one))
    if condition == "on_fire":
        params = {"per_turn": 3, "normal": True, **params}
    scene.record(f.ConditionGained(who, condition, params))
    if condition in ("unconscious", "incapacitated"):
        let_go(scene, who)


