"""The query `legal`: every maneuver of a combatant, whether it may be done now, and what it takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import refuse
from ..kernel.formula import Formula
from ..kernel.ruleset import TryOut
from .options import RULES, Options
from .procedures.check import CHECKS, HAZARDS
from .procedures.rolls import rolls
from .rows import Catalogue, Maneuver
from .sheet import Sheet, is_gun, is_melee, is_natural, weapon_title
from .state import Combatant, Fight
from .vocabulary import CONDITIONS, GROUPS, TYPES, place

_COST = {"attack": "an attack", "full": "the whole Turn", "noncombat": "an action", "free": "free"}


def legal(fight: Fight, rows: Catalogue, params: Mapping[str, Any], try_out: TryOut) -> dict[str, Any]:
    """Maneuvers by group. `params`: the actor, and optionally targets, weapon and location that the judgement is about."""
    actor = params.get("actor")
    if actor not in fight.combatants:
        refuse("unknown-id", f"There is no combatant `{actor}` here.", "$.params.actor")
    who = fight.combatants[actor]
    groups: dict[str, list[dict[str, Any]]] = {group: [] for group in GROUPS}
    for one, row in rows.maneuvers.items():
        groups[row.group].append(_action(one, row, who, params, try_out))
    return {
        "actor": actor,
        "groups": [{"id": one, "label": GROUPS[one], "actions": actions} for one, actions in groups.items() if actions],
    }


def _action(one: str, row: Maneuver, who: Combatant, params: Mapping[str, Any], try_out: TryOut) -> dict[str, Any]:
    out: dict[str, Any] = {
        "id": one,
        "label": row.name,
        "legal": True,
        "roll": _formula(row.roll if rolls(who) else row.score),
        "damage": _damage(row),
        "targets": {"min": row.against if one != "extinguish" else 0, "max": row.against},
        "weapons": _weapons(row, who),
        "locations": [{"id": part, "label": place(part), "note": ""} for part in row.places],
        "params": _params(row, who),
        "spend": _spend(row, who),
        "cost": _COST[row.cost],
    }
    if row.help:
        out["help"] = row.help
    command: dict[str, Any] = {"do": "act", "actor": who.id, "maneuver": one}
    if row.against:
        command["targets"] = list(params.get("targets") or ())[: row.against]
    if params.get("weapon") and any(weapon["id"] == params["weapon"] for weapon in out["weapons"]):
        command["weapon"] = params["weapon"]
    elif row.procedure == "handle" and out["weapons"]:
        command["weapon"] = out["weapons"][0]["id"]
    if params.get("location") in row.places:
        command["location"] = params["location"]
    if one == "think_im_okay":
        command["spend"] = {"drama_points": 1}
    refused = try_out(command)
    if refused is not None:
        out.update(legal=False, code=refused.code, why=refused.message)
    return out


def _formula(formula: Formula | None) -> str:
    if formula is None:
        return ""
    return formula.text.replace("_", " ").replace("*", "x").title().replace(" X ", " x ")


def _damage(row: Maneuver) -> str:
    if row.weapon:
        return "by weapon"
    return f"{_formula(row.base)}, {TYPES[row.type]}" if row.base is not None else ""


def _weapons(row: Maneuver, who: Combatant) -> list[dict[str, str]]:
    if row.procedure == "handle":
        fits = [one for one in who.sheet.weapons if not is_natural(one)]
    elif row.weapon == "gun":
        fits = [one for one in who.sheet.weapons if is_gun(one)]
    elif row.weapon == "melee":
        fits = [one for one in who.sheet.weapons if is_melee(one) or is_natural(one)]
    else:
        fits = []
    return [{"id": one.id, "name": weapon_title(one)} for one in fits]


def _params(row: Maneuver, who: Combatant) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if row.ranged:
        found.append({"id": "shots", "label": "Shots", "kind": "number", "min": 1, "max": 10, "default": 1})
    if row.limb_choice:
        options = [{"id": one, "label": place(one)} for one in row.limb_choice]
        found.append({"id": "limb", "label": "Limb", "kind": "choice", "options": options, "default": row.limbs[0]})
    if row.skills:
        skills = [one for one in row.skills if _trained(row, one, who.sheet)]
        if len(skills) > 1:
            options = [{"id": one, "label": one.replace("_", " ").title()} for one in skills]
            found.append({"id": "skill", "label": "Skill", "kind": "choice", "options": options, "default": skills[0]})
    if row.procedure == "plain" and row.cost == "free":
        found.append({"id": "yards", "label": "Yards", "kind": "number", "min": 0, "max": 50, "default": 3})
    if row.procedure == "extinguish":
        found.append({"id": "water", "label": "With water", "kind": "flag", "default": False})
    return found


def _trained(row: Maneuver, skill: str, sheet: Sheet) -> bool:
    needed = row.trainings.get(skill, ())
    return not needed or any(one in sheet.trainings for one in needed)


def _spend(row: Maneuver, who: Combatant) -> list[dict[str, Any]]:
    if not who.drama_points:
        return []
    cost = {"drama_points": 1}
    if row.procedure == "recover":
        return [{"id": "heal", "label": "Heal half of the damage", "spend": cost, "params": {}}]
    if row.roll is None:
        return []
    return [{"id": "heroic_feat", "label": "Heroic feat (+10)", "spend": cost, "params": {"drama": "heroic_feat"}}]


def schemas(rows: Catalogue) -> dict[str, Any]:
    """The query `schemas`: the sheet's JSON Schema, templates, options, conditions, checks, hazards, settable fields."""
    import msgspec

    from ..kernel.packs import schema_hook
    from .procedures.word import SETTABLE

    options = []
    for one in msgspec.inspect.type_info(Options).fields:  # type: ignore[attr-defined]
        kind, told = one.field_type, ""
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
        "conditions": [{"id": one, "label": label, "params": list(params)} for one, (label, params) in CONDITIONS.items()],
        "checks": [{"id": one, "label": one.replace("_", " ").capitalize()} for one in CHECKS],
        "hazards": [{"id": one, "label": one.replace("_", " ").capitalize()} for one in HAZARDS],
        "fields": list(SETTABLE),
        "damage_types": [{"id": one, "label": label} for one, label in TYPES.items()],
    }


