"""The GM's word: any state is changed without roll, question or legality, by the game's own bookkeeping.

UNI-C-FUN-FIRST, UNI-C-HEAL-EPISODE.
"""

from __future__ import annotations

from typing import Any

from ...errors import refuse
from ...kernel.ids import CombatantId
from ...kernel.script import Script
from .. import facts as f
from ..commands import Adjust, OneCondition, Typed
from ..common import Scene, gain, known, lose, out_of_reach, unready
from ..harm import collapse, die, heal, wound
from ..sheet import ATTRIBUTES, DAMAGE_TYPES, attribute
from ..state import Combatant, has
from ..vocabulary import CONDITIONS, condition, holders

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
    "progress": int,
    "chase_levels": int,
    "ammo": dict,
    "attributes": dict,
    "mount": str,
}


def adjust(scene: Scene, command: Adjust) -> Script[None]:
    """Set, heal, hurt, lift and lay on, in this order, for every target."""
    if not command.targets:
        refuse("malformed", "Say whom: `targets` is empty.", "$.targets")
    for at, one in enumerate(command.targets):
        known(scene, one, f"$.targets[{at}]")
    _check_set(scene, command.set)
    lifted = [_condition(scene, one, "$.remove_condition") for one in _list(command.remove_condition)]
    laid = [_condition(scene, one, "$.add_condition") for one in _list(command.add_condition)]
    for who in command.targets:
        if command.set:
            scene.record(f.Adjusted(who, _as_kept(scene.state.combatants[who], command.set)))
        if command.heal is not None:
            heal(scene, who, _amount(command.heal))
        if command.damage is not None:
            _damage(scene, who, command.damage)
        for one, params in lifted:
            lose(scene, who, one, params)
        for one, params in laid:
            _lay_on(scene, who, one, params)
    return
    yield


def _as_kept(who: Combatant, fields: dict[str, Any]) -> dict[str, Any]:
    """The fields as the state keeps them: attributes as what is lost of them, ammunition with what else is loaded."""
    kept = dict(fields)
    if "attributes" in kept:
        now: dict[str, int] = kept.pop("attributes")
        loss = {name: attribute(who.sheet, name) - now[name] for name in ATTRIBUTES if name in now}
        kept["attribute_loss"] = {name: lost for name, lost in {**who.attribute_loss, **loss}.items() if lost}
    if "ammo" in kept:
        kept["ammo"] = {**who.ammo, **kept["ammo"]}
    return kept


def _check_set(scene: Scene, fields: dict[str, Any]) -> None:
    name: str
    value: Any
    for name, value in fields.items():
        kind = SETTABLE.get(name)
        if kind is None:
            refuse("malformed", f"`{name}` cannot be set; these can: {', '.join(SETTABLE)}.", f"$.set.{name}")
        if not isinstance(value, kind) or isinstance(value, bool):
            what = {int: "a whole number", str: "an id", dict: "a table"}[kind]
            refuse("malformed", f"`{name}` takes {what}.", f"$.set.{name}")
        lowest = 0 if name in _COUNTS else -100_000
        if isinstance(value, int) and not lowest <= value <= 100_000:
            refuse("malformed", f"`{name}` takes numbers from {lowest} to 100000.", f"$.set.{name}")
        if name in ("attack_die", "defense_die") and value not in range(1, 11):
            refuse("malformed", f"`{name}` takes the face of a die, 1 to 10.", f"$.set.{name}")
        if isinstance(value, str) and value:
            known(scene, value, f"$.set.{name}")
        for key, inner in value.items() if isinstance(value, dict) else ():
            if name == "attributes" and key not in ATTRIBUTES:
                refuse("malformed", f"There is no attribute `{key}`.", f"$.set.{name}.{key}")
            if not isinstance(inner, int) or isinstance(inner, bool) or not 0 <= inner <= 100_000:
                refuse("malformed", f"`{key}` takes a whole number from 0.", f"$.set.{name}.{key}")


#: Counts cannot be negative.
_COUNTS = ("drama_points", "fire_damage", "attacks_made", "defenses_made", "breathless_turns", "progress", "chase_levels")


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


def _condition(scene: Scene, word: OneCondition, path: str) -> tuple[str, f.Params]:
    """A condition and its parameters, as far as they were given; whoever they name must be there."""
    one, params = condition(word, path)
    for key in ("by", "of", "against"):
        if key in params:
            known(scene, str(params[key]), f"{path}.{key}")
    return one, params


def _lay_on(scene: Scene, who: CombatantId, one: str, params: f.Params) -> None:
    if not CONDITIONS[one].body and has(scene.state.combatants[who], "dead"):
        refuse("illegal-target", f"{scene.state.combatants[who].sheet.name} is dead.", "$.add_condition")
    if one == "dead":
        die(scene, who, str(params.get("cause", "gm")), destroyed=bool(params.get("destroyed")))
        extra = {key: value for key, value in params.items() if key not in ("cause", "destroyed")}
        if extra:
            gain(scene, who, "dead", {"cause": "gm", **params})
    elif one in ("unconscious", "incapacitated"):
        collapse(scene, who, one, params)
    elif one == "unready":
        combatant = scene.state.combatants[who]
        away = dict.fromkeys((*unready(combatant), *params.get("weapons", ()), *params.get("far", ())))
        far = dict.fromkeys((*out_of_reach(combatant), *params.get("far", ())))
        gain(scene, who, "unready", {"weapons": list(away), **({"far": list(far)} if far else {})})
    else:
        full = {**CONDITIONS[one].gives, **params}
        if CONDITIONS[one].many:
            _replace_same(scene, who, one, full)
        gain(scene, who, one, full)


def _replace_same(scene: Scene, who: CombatantId, one: str, params: f.Params) -> None:
    """The same hold by the same foe gets new parameters; another stands beside it."""
    same: f.Params = {key: params[key] for key in ("by", "of", "part", "weapon") if key in params}
    if holders(params) or "weapon" in same or "part" in same:
        lose(scene, who, one, same)
