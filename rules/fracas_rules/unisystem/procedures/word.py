"""The GM's word: any state is changed without roll, question or legality, by the game's own bookkeeping.

UNI-C-FUN-FIRST, UNI-C-HEAL-EPISODE.
"""

from __future__ import annotations

from typing import Any

from ...errors import refuse
from ...kernel import params as p
from ...kernel.conditions import completed, listed, named_by, resolve
from ...kernel.ids import CombatantId
from ...kernel.script import Script
from .. import facts as f
from ..commands import Adjust, Typed
from ..common import Scene, gain, known, lose, out_of_reach, unready
from ..harm import collapse, die, heal, wound
from ..sheet import ATTRIBUTES, DAMAGE_TYPES, attribute
from ..state import Combatant, has
from ..vocabulary import CONDITIONS, condition

_FIGURE = p.number(-100_000, 100_000)
_COUNT = p.number(0, 100_000)
_FACE = p.number(1, 10)
#: Fields of a combatant's state that the GM may set, and what they take.
SETTABLE: dict[str, p.Param] = {
    "life_points": _FIGURE,
    "drama_points": _COUNT,
    "fire_damage": _COUNT,
    "damage_capacity": _FIGURE,
    "attacks_made": _COUNT,
    "defenses_made": _COUNT,
    "attack_die": _FACE,
    "defense_die": _FACE,
    "breathless_turns": _COUNT,
    "progress": _COUNT,
    "chase_levels": _COUNT,
    "ammo": p.Param("table"),
    "attributes": p.Param("table"),
    "mount": p.Param("who", default=""),
}


def adjust(scene: Scene, command: Adjust) -> Script[None]:
    """Set, heal, hurt, lift and lay on, in this order, for every target."""
    if not command.targets:
        refuse("malformed", "Say whom: `targets` is empty.", "$.targets")
    for at, one in enumerate(command.targets):
        known(scene, one, f"$.targets[{at}]")
    _check_set(scene, command.set)
    lifted = [condition(one, "$.remove_condition") for one in listed(command.remove_condition)]
    laid = [condition(one, "$.add_condition") for one in listed(command.add_condition)]
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
    p.check(fields, SETTABLE, "$.set", "`set`")
    for one, path in p.mentioned(fields, SETTABLE, "$.set"):
        if one:
            known(scene, one, path)
    p.check(fields.get("attributes", {}), dict.fromkeys(ATTRIBUTES, _COUNT), "$.set.attributes", "`attributes`")
    ammo = fields.get("ammo", {})
    p.check(ammo, dict.fromkeys(ammo, _COUNT), "$.set.ammo", "`ammo`")


def _amount(word: int | Typed) -> int:
    return word if isinstance(word, int) else word.levels


def _damage(scene: Scene, who: CombatantId, word: int | Typed) -> None:
    kind = "bash" if isinstance(word, int) else word.type
    if kind not in DAMAGE_TYPES:
        refuse("malformed", f"There is no damage type `{kind}`; there are {', '.join(DAMAGE_TYPES)}.", "$.damage.type")
    wound(scene, who, _amount(word), kind)


def _lay_on(scene: Scene, who: CombatantId, one: str, params: f.Params) -> None:
    resolve(CONDITIONS, one, params, scene.state.combatants, who, "$.add_condition")
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
        full = completed(CONDITIONS, one, params, "$.add_condition")
        if CONDITIONS[one].many:
            _replace_same(scene, who, one, full)
        gain(scene, who, one, full)


def _replace_same(scene: Scene, who: CombatantId, one: str, params: f.Params) -> None:
    """The same hold by the same foe gets new parameters; another stands beside it."""
    same: f.Params = {key: params[key] for key in ("by", "of", "part", "weapon") if key in params}
    if named_by(CONDITIONS, one, params) or "weapon" in same or "part" in same:
        lose(scene, who, one, same)
