"""The query `legal`: every maneuver of a combatant, whether it may be done now, and what it takes; and the query `schemas`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..kernel.forms import actor_of, forms_of, grouped, judged, options_of
from ..kernel.forms import schemas as schemas_of
from ..kernel.formula import Formula
from ..kernel.ruleset import TryOut
from .economy import extra_left
from .move import fits
from .options import RULES, Options
from .params import CHECKS, HAZARDS
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
    who = actor_of(params, fight.combatants)
    actions = ((row.group, _action(one, row, rows, who, params, try_out)) for one, row in rows.maneuvers.items())
    left = extra_left(options, who)
    return {"actor": who.id, "extra_actions": 1000 if left is None else left, "groups": grouped(GROUPS, actions)}


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
    return judged(out, row.help, try_out(_trial(one, row, who, weapons, params)))


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
        shown = param.shown(name)
        if name == "riders":
            listed = [{"id": rider, "label": each.name} for rider, each in rows.riders.items()]
            shown.update(kind="list", options=listed, default=[])
        elif name == "weapons":
            listed = [{"id": each.id, "label": weapon_title(each)} for each in who.sheet.weapons if not is_natural(each)]
            shown.update(kind="list", options=listed, default=[])
        elif name == "limb":
            shown["options"] = [{"id": part, "label": _label(part)} for part in row.limb_choice]
        elif name == "skill" and row.skills:
            skills = [skill for skill in row.skills if _trained(row, skill, who.sheet)]
            shown["options"] = [{"id": skill, "label": _label(skill)} for skill in skills]
        if shown.get("options") != []:
            found.append(shown)
    return found


def _label(one: str) -> str:
    return place(one).capitalize() if one in LOCATIONS else one.replace("_", " ").capitalize()


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


def schemas(rows: Catalogue) -> dict[str, Any]:
    """The query `schemas`: the sheet's JSON Schema, templates, options, conditions, checks, hazards, settable fields."""
    return {
        **schemas_of(
            Sheet,
            rows.templates,
            options_of(Options, RULES),
            CONDITIONS,
            forms_of(CHECKS, _label),
            forms_of(HAZARDS, _label),
            SETTABLE,
        ),
        "damage_types": [{"id": one, "label": label} for one, label in TYPES.items()],
    }
