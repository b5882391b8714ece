"""The query `legal`: every maneuver of a combatant, whether it may be done now, and what it takes; and `schemas`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from ..kernel.forms import actor_of, forms_of, grouped, judged, options_of
from ..kernel.forms import schemas as schemas_of
from ..kernel.ruleset import TryOut
from . import params as p
from .move import fits
from .options import RULES, Options
from .procedures.word import SETTABLE
from .rows import Catalogue, Maneuver
from .sheet import SPECIALISATIONS, Sheet, code, has_skill, title, weapon_title
from .state import Combatant, Fight
from .view import weapons_of
from .vocabulary import CONDITIONS, GROUPS, LOCATIONS, ladder_name


def legal(fight: Fight, rows: Catalogue, _options: Options, params: Mapping[str, Any], try_out: TryOut) -> dict[str, Any]:
    """Maneuvers by group. `params`: the actor, and optionally targets, weapon and location that the judgement is about."""
    who = actor_of(params, fight.combatants)
    actions = ((row.group, _action(one, row, rows, who, params, try_out)) for one, row in rows.maneuvers.items())
    return {"actor": who.id, "groups": grouped(GROUPS, actions)}


def _action(
    one: str, row: Maneuver, rows: Catalogue, who: Combatant, params: Mapping[str, Any], try_out: TryOut
) -> dict[str, Any]:
    out: dict[str, Any] = {
        "id": one,
        "label": row.name,
        "legal": True,
        "roll": _roll(row, who),
        "damage": _damage(row),
        "targets": {"min": row.fewest, "max": row.against},
        "weapons": _weapons(row, rows, who),
        "locations": [_location(place) for place in LOCATIONS] if row.called else [],
        "params": [_param(key, row, who) for key in row.params if key != "power" or _powers(row, who)],
        "spend": [],
        "cost": "the whole turn" if row.cost == "all" else f"{row.cost} action{'s' * (row.cost != 1)}",
    }
    if row.difficulty:
        out["note"] = f"+{row.difficulty} difficulty"
    return judged(out, row.help, try_out(_command(one, row, who, out["weapons"], params)))


def _command(one: str, row: Maneuver, who: Combatant, weapons: list[dict[str, str]], params: Mapping[str, Any]) -> dict[str, Any]:
    command: dict[str, Any] = {"do": "act", "actor": who.id, "maneuver": one}
    targets = params.get("targets")
    if row.against and isinstance(targets, list):
        command["targets"] = targets[: row.against]
    if any(weapon["id"] == params.get("weapon") for weapon in weapons):
        command["weapon"] = params["weapon"]
    elif row.weapon == "any" and weapons:
        command["weapon"] = weapons[0]["id"]
    if row.called and params.get("location") in LOCATIONS:
        command["location"] = params["location"]
    return command


def _roll(row: Maneuver, who: Combatant) -> str:
    able = [one for one in row.skills if one not in SPECIALISATIONS or has_skill(who.sheet, one)]
    if not able:
        return ""
    best = max(able, key=lambda one: code(who.sheet, one))
    return f"{title(best)} {code(who.sheet, best)}D"


_WORDS = {"bdv": "BDV", "effect": "Effect Value", "pl": "P/L bonus"}


def _damage(row: Maneuver) -> str:
    if row.damage is None:
        return ""
    named = _WORDS | ({"bdv": str(row.bdv)} if row.bdv is not None else {})
    told = " + ".join(named[one] for one in row.damage.traits if one in named)
    return f"half of {told}" if row.half else told


def _weapons(row: Maneuver, rows: Catalogue, who: Combatant) -> list[dict[str, str]]:
    if not row.weapon:
        return []
    found = {one: weapon for one, weapon in weapons_of(rows, who).items() if row.weapon == "any" or fits(row, weapon)}
    return [{"id": one, "name": weapon_title(one, weapon)} for one, weapon in found.items()]


def _location(place: str) -> dict[str, str]:
    difficulty, damage = LOCATIONS[place]
    return {"id": place, "label": place.capitalize(), "note": f"difficulty {difficulty:+d}, damage {damage:+d}"}


def _powers(row: Maneuver, who: Combatant) -> list[str]:
    return list(who.sheet.power_damage if row.powers else who.sheet.powers)


def _param(key: str, row: Maneuver, who: Combatant) -> dict[str, Any]:
    """A parameter that an act may carry; the choices are those of this row and this combatant."""
    param = p.ACT[key]
    if key == "feet":
        param = replace(param, max=who.sheet.speed)
    if key == "difficulty" and row.number is not None:
        param = replace(param, default=row.number)
    options = _choices(key, row, who)
    if not options:
        return param.shown(param.name or key)
    made = replace(param, kind="choice").shown(param.name or key)
    return {**made, "options": [{"id": one, "label": label} for one, label in options]}


def _choices(key: str, row: Maneuver, who: Combatant) -> list[tuple[str, str]]:
    if key == "skill":
        able = [one for one in row.skills if one not in SPECIALISATIONS or has_skill(who.sheet, one)]
        return [(one, f"{title(one)} {code(who.sheet, one)}D") for one in able]
    if key == "power":
        return [(one, f"{title(one)} {code(who.sheet, one)}D") for one in _powers(row, who)]
    if key == "with":
        return [("body", "Bare hands"), *((one, weapon_title(one, weapon)) for one, weapon in who.sheet.weapons.items())]
    return [(one, title(one)) for one in p.ACT[key].choices]


def schemas(rows: Catalogue) -> dict[str, Any]:
    """The query `schemas`: the sheet's JSON Schema, templates, options, conditions, checks, hazards, settable fields."""
    return {
        **schemas_of(
            Sheet,
            rows.templates,
            options_of(Options, RULES),
            CONDITIONS,
            forms_of(p.CHECKS, lambda one: f"{title(one)} test"),
            forms_of(p.HAZARDS, title),
            (*SETTABLE, "ammo", "conditions", "condition_info"),
        ),
        "difficulties": [{"value": value, "label": ladder_name(value)} for value in (1, 2, 3, 5, 7, 9)],
    }
