"""The query `legal`: every maneuver of a combatant, whether it may be done now, and what it takes; and the query `schemas`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ..errors import refuse
from ..kernel.formula import Formula
from ..kernel.packs import schema_hook
from ..kernel.ruleset import TryOut
from .economy import extra_left
from .move import fits
from .options import RULES, Options
from .params import Param
from .procedures.examine import CHECKS
from .procedures.hazards import HAZARDS
from .procedures.rolls import rolls
from .procedures.word import SETTABLE
from .rows import Catalogue, Maneuver
from .sheet import Sheet, Weapon, is_natural, weapon_title
from .state import Combatant, Fight
from .vocabulary import CONDITIONS, GROUPS, LOCATIONS, TYPES, place

_COST = {
    "attack": "an attack", "full": "the whole Turn", "noncombat": "an action", "free": "free",
    "roll": "free or an action, by the roll",
}  # fmt: skip
#: Parameters that are offered by other means: riders and places together, Drama Points as `spend`.
_ELSEWHERE = ("drama",)


def legal(fight: Fight, rows: Catalogue, options: Options, params: Mapping[str, Any], try_out: TryOut) -> dict[str, Any]:
    """Maneuvers by group. `params`: the actor, and optionally targets, weapon and location that the judgement is about."""
    actor = params.get("actor")
    if not isinstance(actor, str) or actor not in fight.combatants:
        refuse("unknown-id", f"There is no combatant `{actor}` here.", "$.params.actor")
    who = fight.combatants[actor]
    groups: dict[str, list[dict[str, Any]]] = {group: [] for group in GROUPS}
    for one, row in rows.maneuvers.items():
        groups[row.group].append(_action(one, row, rows, who, params, try_out))
    left = extra_left(options, who)
    return {
        "actor": actor,
        "extra_actions": 1000 if left is None else left,
        "groups": [{"id": one, "label": GROUPS[one], "actions": actions} for one, actions in groups.items() if actions],
    }


def _action(
    one: str, row: Maneuver, rows: Catalogue, who: Combatant, params: Mapping[str, Any], try_out: TryOut
) -> dict[str, Any]:
    weapons = _weapons(row, who)
    out: dict[str, Any] = {
        "id": one,
        "label": row.name,
        "legal": True,
        "roll": _formula(row.roll if rolls(who) else row.score),
        "damage": _damage(row),
        "targets": {"min": row.least, "max": row.against},
        "weapons": [{"id": weapon.id, "name": weapon_title(weapon)} for weapon in weapons],
        "locations": _locations(row),
        "params": _params(one, row, rows, who),
        "spend": _spend(row, who),
        "cost": _COST[row.cost],
    }
    if row.help:
        out["help"] = row.help
    refused = try_out(_trial(one, row, who, weapons, params))
    if refused is not None:
        out.update(legal=False, code=refused.code, why=refused.message)
    return out


def _trial(one: str, row: Maneuver, who: Combatant, weapons: list[Weapon], params: Mapping[str, Any]) -> dict[str, Any]:
    """The command that is tried, to see whether it would be refused."""
    command: dict[str, Any] = {"do": "act", "actor": who.id, "maneuver": one}
    targets = params.get("targets")
    if row.against and isinstance(targets, list | tuple):
        command["targets"] = list(targets)[: row.against]
    if any(weapon.id == params.get("weapon") for weapon in weapons):
        command["weapon"] = params["weapon"]
    elif row.weapon == "any" and weapons and row.procedure != "fast_draw":
        command["weapon"] = weapons[0].id
    if params.get("location") in row.places or (row.riders and params.get("location") in LOCATIONS):
        command["location"] = params["location"]
    if row.procedure in ("recover", "fury"):
        command["spend"] = {"drama_points": 1 if row.procedure == "recover" else 2}
    return command


def _formula(formula: Formula | None) -> str:
    if formula is None:
        return ""
    return formula.text.replace("_", " ").replace("//", "/").replace("*", "x").title().replace(" X ", " x ")


def _damage(row: Maneuver) -> str:
    times = f", x {row.times}" if row.times else ""
    if row.base is not None:
        return f"{_formula(row.base)}, {TYPES[row.type]}{times}"
    return f"by weapon{times}" if row.weapon and row.answers else ""


def _weapons(row: Maneuver, who: Combatant) -> list[Weapon]:
    if row.weapon == "any":
        return [one for one in who.sheet.weapons if not is_natural(one)]
    return [one for one in who.sheet.weapons if row.weapon and fits(row, one)]


def _locations(row: Maneuver) -> list[dict[str, str]]:
    parts = row.places or (tuple(LOCATIONS) if row.riders else ())
    notes = {part: f"{LOCATIONS[part]:+d}" if LOCATIONS[part] and row.riders else "" for part in parts}
    return [{"id": part, "label": place(part).capitalize(), "note": notes[part]} for part in parts]


def _params(one: str, row: Maneuver, rows: Catalogue, who: Combatant) -> list[dict[str, Any]]:
    """What the act may carry, of the table of parameters; the choices that this row and this combatant have."""
    found: list[dict[str, Any]] = []
    for name, param in rows.takes[one].items():
        if name in _ELSEWHERE or (name == "followup" and not any(c.id == "followup" for c in who.conditions)):
            continue
        offer = {"id": name, "label": _title(param, name), **_kind(name, param, row, rows, who)}
        if param.claim:
            offer["claim"] = True
        if offer.get("options") == []:
            continue
        found.append(offer)
    return found


def _title(param: Param, name: str) -> str:
    label = param.label or name.replace("_", " ")
    return label[:1].upper() + label[1:]


def _kind(name: str, param: Param, row: Maneuver, rows: Catalogue, who: Combatant) -> dict[str, Any]:
    if param.kind == "number":
        low = param.min if param.default is None else min(param.min, param.default)
        return {"kind": "number", "min": low, "max": param.max, "default": param.default if param.default is not None else low}
    if param.kind == "flag":
        return {"kind": "flag", "default": bool(param.default)}
    if name == "riders":
        options = [{"id": one, "label": rider.name} for one, rider in rows.riders.items()]
        return {"kind": "list", "options": options, "default": []}
    if name == "weapons":
        options = [{"id": one.id, "label": weapon_title(one)} for one in who.sheet.weapons if not is_natural(one)]
        return {"kind": "list", "options": options, "default": []}
    if param.kind == "choice":
        options = [{"id": one, "label": _label(one)} for one in _choices(name, param, row, who)]
        default = param.default if param.default is not None else options[0]["id"] if options else ""
        return {"kind": "choice", "options": options, "default": default}
    return {"kind": _drawn(param), "default": ""}


def _drawn(param: Param) -> str:
    """The kind of field that a front end draws: a text where it knows no better."""
    return param.kind if param.kind in ("number", "flag", "choice", "who", "whos") else "text"


def _label(one: str) -> str:
    return place(one).capitalize() if one in LOCATIONS else one.replace("_", " ").capitalize()


def _choices(name: str, param: Param, row: Maneuver, who: Combatant) -> list[str]:
    if name == "limb":
        return list(row.limb_choice)
    if name == "skill" and row.skills:
        return [one for one in row.skills if _trained(row, one, who.sheet)]
    return list(param.choices)


def _trained(row: Maneuver, skill: str, sheet: Sheet) -> bool:
    needed = row.trainings.get(skill, ())
    return not needed or any(one in sheet.trainings for one in needed)


def _spend(row: Maneuver, who: Combatant) -> list[dict[str, Any]]:
    if not who.drama_points:
        return []
    if row.procedure == "recover":
        return [{"id": "heal", "label": "Heal half of the damage", "spend": {"drama_points": 1}, "params": {}}]
    if row.procedure == "fury":
        return [{"id": "fury", "label": "Righteous fury", "spend": {"drama_points": 2}, "params": {}}]
    if row.roll is None:
        return []
    feat = {"id": "heroic_feat", "label": "Heroic feat (+10)", "spend": {"drama_points": 1}, "params": {"drama": "heroic_feat"}}
    return [feat]


def _declared(table: Mapping[str, Param]) -> list[dict[str, Any]]:
    """Parameters of a check, a hazard or a condition, for a form."""
    found = []
    for name, param in table.items():
        one: dict[str, Any] = {"id": name, "label": _title(param, name), "kind": _drawn(param)}
        if param.kind == "number":
            one.update(min=param.min, max=param.max)
        if param.choices:
            one["options"] = [{"id": choice, "label": _label(choice)} for choice in param.choices]
        if param.default is not None:
            one["default"] = param.default
        found.append(one)
    return found


def schemas(rows: Catalogue) -> dict[str, Any]:
    """The query `schemas`: the sheet's JSON Schema, templates, options, conditions, checks, hazards, settable fields."""
    options = []
    switches = msgspec.inspect.type_info(Options)
    assert isinstance(switches, msgspec.inspect.StructType)
    for one in switches.fields:
        kind: msgspec.inspect.Type = one.type
        told = ""
        if isinstance(kind, msgspec.inspect.Metadata):
            told, kind = (kind.extra_json_schema or {}).get("description", ""), kind.type
        values = [True, False] if isinstance(kind, msgspec.inspect.BoolType) else list(getattr(kind, "values", ()))
        options.append(
            {"id": one.name, "label": one.name.replace("_", " ").capitalize(), "values": values, "default": one.default}
            | {"help": f"{told} ({RULES[one.name]})"}
        )
    return {
        "sheet": msgspec.json.schema(Sheet, schema_hook=schema_hook),
        "templates": [
            {"id": one, "name": row.name, "group": row.group, "summary": row.summary} for one, row in rows.templates.items()
        ],
        "options": options,
        "conditions": [{"id": one, "label": kind.label, "params": _declared(kind.params)} for one, kind in CONDITIONS.items()],
        "checks": [{"id": one, "label": _label(one), "params": _declared(table)} for one, (_, table) in CHECKS.items()],
        "hazards": [{"id": one, "label": _label(one), "params": _declared(table)} for one, (_, table) in HAZARDS.items()],
        "fields": list(SETTABLE),
        "damage_types": [{"id": one, "label": label} for one, label in TYPES.items()],
    }
