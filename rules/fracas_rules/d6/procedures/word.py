"""The GM's word: any state is changed without roll, question or legality, by the game's own bookkeeping."""

from __future__ import annotations

from typing import Any

from ...errors import refuse
from ...kernel import params
from ...kernel.conditions import Word, completed, listed, parse, resolve
from ...kernel.ids import CombatantId
from ...kernel.params import Param, choice, is_whole, number
from ...kernel.ranked import refuse_first
from ...kernel.script import Script
from .. import facts as f
from ..checks import unknown
from ..commands import Adjust, Typed
from ..common import Scene, weapon_of
from ..facts import Condition
from ..harm import change_points, fall, let_go
from ..modifiers import massive_dice, wound_dice
from ..state import Combatant
from ..vocabulary import CONDITIONS, WOUNDS

#: Fields of a combatant's state that are numbers or words, as the game's README names them.
SETTABLE: dict[str, Param] = {
    "body_points": number(-10_000, 10_000),
    "wound": choice(*WOUNDS),
    "penalty": number(0, 100),
    "relief": number(-100, 100),
    "round_damage": number(0, 10_000),
    "pdv": number(0, 1000),
    "dodge_value": number(0, 1000),
    "parry_value": number(0, 1000),
    "character_points": number(0, 1000),
    "charge_rounds": number(0, 1000),
    "aim_rounds": number(0, 3),
    "weapon_ready": Param("id"),
    "actions_planned": number(1, 100),
    "actions_left": number(0, 100),
    "initiative": number(0, 1000),
    "round": number(1, 1_000_000),
}
#: Fields that are tables or lists.
_TABLES = ("ammo", "conditions", "condition_info")
#: What the fold calls fields that the README calls otherwise.
_INNER = {"dodge_value": "dodge", "parry_value": "parry"}
_DIRECT = ("relief", "round_damage", "pdv", "character_points", "charge_rounds", "aim_rounds", "weapon_ready", "initiative")


def adjust(scene: Scene, command: Adjust) -> Script[None]:
    """Set, heal, hurt, lift and lay on, in this order, for every target (D6-X-WOUNDS, D6-X-ZERO)."""
    if not command.targets:
        refuse("malformed", "Say whom: `targets` is empty.", "$.targets")
    refuse_first(unknown(scene, command.targets, "$.targets"))
    params.check({key: value for key, value in command.set.items() if key not in _TABLES}, SETTABLE, "$.set", "The state")
    lifted = [parse(one, CONDITIONS, "$.remove_condition") for one in listed(command.remove_condition)]
    laid = [_whole(one, "$.add_condition") for one in listed(command.add_condition)]
    for who in dict.fromkeys(command.targets):
        if command.set:
            _set(scene, who, command.set)
        if command.heal is not None:
            fighter = scene.state.combatants[who]
            most = max(fighter.body_points, fighter.sheet.body_points)
            change_points(scene, who, min(most, fighter.body_points + _amount(command.heal)))
        if command.damage is not None and _amount(command.damage):
            change_points(scene, who, scene.state.combatants[who].body_points - _amount(command.damage))
        for one, told in lifted:
            scene.record(f.ConditionLost(who, one, told))
        for one, told in laid:
            resolve(CONDITIONS, one, told, scene.state.combatants, who, "$.add_condition")
            _lay_on(scene, who, one, told)
    return
    yield


def _amount(given: int | Typed) -> int:
    return given.levels if isinstance(given, Typed) else given


def _whole(word: Word, path: str) -> tuple[str, dict[str, Any]]:
    """A condition to be laid on, with all that it has to start with."""
    one, told = parse(word, CONDITIONS, path)
    return one, completed(CONDITIONS, one, told, path)


def _lay_on(scene: Scene, who: CombatantId, one: str, told: dict[str, Any]) -> None:
    scene.record(f.ConditionGained(who, one, told, CONDITIONS[one].many))
    if one == "unconscious":
        fall(scene, who)
    elif one == "fled":
        let_go(scene, who)
    elif one == "disarmed":
        scene.record(f.WeaponReadied(who, ""))


def _set(scene: Scene, who: CombatantId, fields: dict[str, Any]) -> None:
    """Fields by the names of the README: Body Points and conditions first, what is worked out from them last."""
    if "round" in fields:
        if scene.state.encounter is None:
            refuse("requirement", "There are no rounds outside a fight.", "$.set.round")
        scene.record(f.RoundSet(fields["round"]))
    if "wound" in fields:
        _set_wound(scene, who, fields["wound"])
    if "body_points" in fields:
        change_points(scene, who, fields["body_points"])
    if "conditions" in fields or "condition_info" in fields:
        _set_conditions(scene, who, fields)
    fighter = scene.state.combatants[who]
    made = _inner(scene, fighter, fields)
    if "penalty" in fields:
        made["relief"] = wound_dice(fighter) + massive_dice(fighter) - fields["penalty"]
    scene.record(f.Adjusted(who, fields, made))


def _inner(scene: Scene, fighter: Combatant, fields: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {key: fields[key] for key in _DIRECT if key in fields}
    made.update({inner: fields[key] or None for key, inner in _INNER.items() if key in fields})
    if "actions_planned" in fields:
        made["planned"] = fields["actions_planned"]
    if "actions_left" in fields:
        planned = made.get("planned", fighter.planned) or max(1, fields["actions_left"])
        made.update(planned=planned, used=max(0, planned - fields["actions_left"]))
    if "weapon_ready" in fields and weapon_of(scene, fighter, fields["weapon_ready"]) is None:
        refuse("unknown-id", f"There is no weapon `{fields['weapon_ready']}`.", "$.set.weapon_ready")
    if "ammo" in fields:
        made["ammo"] = {**fighter.ammo, **_ammo(fields["ammo"])}
    return made


def _ammo(given: Any) -> dict[str, int]:
    if not isinstance(given, dict) or len(given) > 100:
        refuse("malformed", "`ammo` takes a table of rounds by weapon.", "$.set.ammo")
    for weapon, left in given.items():
        if not is_whole(left) or not 0 <= left <= 1000:
            refuse("malformed", "Rounds are a whole number from 0 to 1000.", f"$.set.ammo.{weapon}")
    return given


def _set_wound(scene: Scene, who: CombatantId, level: str) -> None:
    """The most Body Points that the level leaves."""
    full = scene.state.combatants[who].sheet.body_points
    top = {
        "healthy": full, "dazed": 3 * full // 4, "wounded": full // 2, "mortally_wounded": full // 4, "unconscious": 0,
        "dying": -1 if full > 1 else 0, "dead": -full,
    }  # fmt: skip
    change_points(scene, who, top[level])
    dying = level == "dying" and full == 1
    if scene.state.combatants[who].dying != dying:
        scene.record(f.Felled(who, dying))


def _set_conditions(scene: Scene, who: CombatantId, fields: dict[str, Any]) -> None:
    fighter = scene.state.combatants[who]
    named = fields.get("conditions", [one.id for one in fighter.conditions])
    info = fields.get("condition_info", {})
    if not isinstance(named, list) or len(named) > 100 or not isinstance(info, dict):
        refuse("malformed", "`conditions` takes a list of ids, `condition_info` a table by id.", "$.set.conditions")
    known = {one.id: one.params for one in fighter.conditions}
    made: list[Condition] = []
    for word in named:
        one, _ = parse(word, CONDITIONS, "$.set.conditions")
        told, path = info.get(one, {}), f"$.set.condition_info.{one}"
        if not isinstance(told, dict):
            refuse("malformed", f"`condition_info.{one}` takes a table.", path)
        _, given = parse({"id": one, **told}, CONDITIONS, path)
        whole = completed(CONDITIONS, one, {**known.get(one, {}), **given}, path)
        resolve(CONDITIONS, one, whole, scene.state.combatants, who, path)
        made.append(Condition(one, whole))
    scene.record(f.ConditionsSet(who, tuple(made)))
