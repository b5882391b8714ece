"""The query `legal`: every maneuver of a combatant, whether it may be done now, and what it takes; and the query `schemas`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ..errors import refuse
from ..kernel.formula import Formula
from ..kernel.packs import schema_hook
from ..kernel.ruleset import TryOut
from .move import fits, spikes
from .options import RULES, Options
from .params import ACT, Param
from .procedures.check import CHECKS
from .procedures.hazard import HAZARDS
from .procedures.word import SETTABLE
from .rows import Catalogue, Maneuver
from .sheet import ABILITIES, PHYSICAL, Sheet, title
from .state import Combatant, Fight, has
from .vocabulary import CONDITIONS, DEFENSES, GROUPS, TYPES, words

_COST = {"action": "an action", "free": "free"}


def legal(fight: Fight, rows: Catalogue, _options: Options, params: Mapping[str, Any], try_out: TryOut) -> dict[str, Any]:
    """Maneuvers by group. `params`: the actor, and optionally targets, weapon and location that the judgement is about."""
    actor = params.get("actor")
    if not isinstance(actor, str) or actor not in fight.combatants:
        refuse("unknown-id", f"There is no combatant `{actor}` here.", "$.params.actor")
    who = fight.combatants[actor]
    groups: dict[str, list[dict[str, Any]]] = {group: [] for group in GROUPS}
    for one, row in rows.maneuvers.items():
        if one not in DEFENSES:
            groups[row.group].append(_action(one, row, rows, who, params, try_out))
    return {
        "actor": actor,
        "groups": [{"id": one, "label": GROUPS[one], "actions": actions} for one, actions in groups.items() if actions],
    }


def _action(
    one: str, row: Maneuver, rows: Catalogue, who: Combatant, params: Mapping[str, Any], try_out: TryOut
) -> dict[str, Any]:
    weapons = [{"id": weapon.id, "name": title(weapon)} for weapon in who.weapons if row.needs and _serves(row, weapon)]
    places = [
        {"id": place, "label": made.name, "note": f"+{made.difficulty} difficulty, +{made.damage} damage"}
        for place, made in rows.places.items()
    ]
    out: dict[str, Any] = {
        "id": one,
        "label": row.name,
        "legal": True,
        "roll": _roll(row),
        "damage": _damage(row),
        "targets": {"min": row.least, "max": row.against},
        "weapons": weapons,
        "locations": places if row.aim else [],
        "params": [made for name in row.takes if (made := _param(name, row, rows, who)) is not None],
        "spend": [],
        "cost": _COST[row.cost],
    }
    if row.help:
        out["help"] = row.help
    refused = try_out(_trial(one, row, who, params, out))
    if refused is not None:
        out.update(legal=False, code=refused.code, why=refused.message)
    return out


def _serves(row: Maneuver, weapon: Any) -> bool:
    return row.needs not in ("claws", "fangs") and fits(row.needs, weapon)


def _trial(one: str, row: Maneuver, who: Combatant, params: Mapping[str, Any], offer: Mapping[str, Any]) -> dict[str, Any]:
    """The command that is tried out: with what was asked about, and the first of everything that must be chosen."""
    command: dict[str, Any] = {"do": "act", "actor": who.id, "maneuver": one}
    given = params.get("targets")
    targets = [str(target) for target in given] if isinstance(given, list | tuple) else []
    if row.against:
        command["targets"] = targets[: row.against] if row.least or row.procedure in ("power", "strafe") else []
    weapon = params.get("weapon")
    ids = [made["id"] for made in offer["weapons"]]
    if weapon in ids:
        command["weapon"] = weapon
    elif row.procedure == "draw":
        away = [one for one in ids if one not in who.ready]
        command["weapon"] = away[0] if away else (ids[0] if ids else "")
    if row.aim and params.get("location"):
        command["location"] = params["location"]
    chosen = {made["id"]: made["options"][0]["id"] for made in offer["params"] if made.get("options") and made.get("needed")}
    if row.procedure == "move":
        chosen["metres"] = 1
    if chosen:
        command["params"] = chosen
    return command


def _roll(row: Maneuver) -> str:
    if row.roll is None:
        return ""
    return f"{_formula(row.roll)}, difficulty {row.difficulty}"


def _damage(row: Maneuver) -> str:
    if row.damage is None:
        return ""
    kind = f", {TYPES[row.type]}" if row.type else ""
    return f"{_formula(row.damage)}{kind}"


def _formula(formula: Formula) -> str:
    text = formula.text.replace("skill", "weapon_skill").replace("_", " ").title()
    return text.replace("Weapon Skill", "weapon skill").replace("Weapon", "weapon")


#: Parameters without which an act makes no sense, by procedure.
_NEEDED = {
    "buff": ("attribute",), "power": ("power",), "cover": ("cover",), "other": ("attribute",), "move": ("metres",),
    "several": ("first", "second"),
}  # fmt: skip
_PLANNED = ("first", "second", "third", "fourth")


def _param(name: str, row: Maneuver, rows: Catalogue, who: Combatant) -> dict[str, Any] | None:
    """A parameter as the page offers it; None where there is nothing to choose."""
    param = ACT[name]
    made: dict[str, Any] = {"id": name, "label": param.label, "kind": _kind(param)}
    choices = list(param.choices)
    labels: dict[str, str] = {}
    if name == "power":
        known = {**{one: row.name or words(one).capitalize() for one, row in _powers(rows, who).items()}}
        choices, labels = list(known), known
    elif name == "attribute" and row.procedure == "buff":
        choices = list(PHYSICAL)
    elif name == "attribute" and row.procedure == "escape":
        choices = ["strength", "dexterity"]
    elif name == "natural":
        choices = spikes(who)
    elif name in _PLANNED:
        known = {one: other.name for one, other in rows.maneuvers.items() if other.cost == "action" and one != "ambush"}
        choices, labels = list(known), known
    elif name == "ability":
        choices = ["", *sorted({*ABILITIES, *who.sheet.abilities})]
    if made["kind"] == "choice":
        if not choices:
            return None
        made["options"] = [{"id": one, "label": labels.get(one, words(one).capitalize() or "None")} for one in choices]
    if param.kind == "number":
        made.update(min=param.min, max=param.max)
    needed = name in _NEEDED.get(row.procedure, ())
    if param.default is not None and not (needed and made["kind"] == "choice"):  # what must be chosen is never left out
        made["default"] = param.default
    if param.claim:
        made["claim"] = True
    if needed:
        made["needed"] = True
    return made


def _kind(param: Param) -> str:
    return {
        "number": "number",
        "flag": "flag",
    }.get(param.kind, "choice")


def _powers(rows: Catalogue, who: Combatant) -> dict[str, Any]:
    """Powers of the sheet, and those of the table that one has the dots for."""
    dots = who.sheet.disciplines
    open_to = {
        one: row for one, row in rows.powers.items() if row.needs and all(dots.get(name, 0) >= n for name, n in row.needs.items())
    }
    active = {one: row for one, row in open_to.items() if not (row.condition and has(who, row.condition))}
    return {**(active or open_to), **{one.id: one for one in who.sheet.powers}}


def schemas(rows: Catalogue) -> dict[str, Any]:
    """The query `schemas`: the sheet's JSON Schema, templates, options, conditions, checks, hazards, settable fields."""
    options = []
    for one in msgspec.inspect.type_info(Options).fields:  # type: ignore[attr-defined]
        kind, told = one.type, ""
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
        "conditions": [{"id": one, "label": kind.label, "params": list(kind.params)} for one, kind in CONDITIONS.items()],
        "checks": [{"id": one, "label": words(one).capitalize(), "params": _typed(kind.takes)} for one, kind in CHECKS.items()],
        "hazards": [{"id": one, "label": words(one).capitalize(), "params": _typed(kind.takes)} for one, kind in HAZARDS.items()],
        "fields": list(SETTABLE),
        "damage_types": [{"id": one, "label": label} for one, label in TYPES.items()],
        "weapons": [{"id": one, "name": title(row)} for one, row in rows.weapons.items()],
        "armor": [{"id": one, "name": row.name} for one, row in rows.armor.items()],
    }


def _typed(takes: Mapping[str, Param]) -> list[dict[str, Any]]:
    found = []
    for name, param in takes.items():
        made: dict[str, Any] = {"id": name, "label": param.label or words(name).capitalize(), "kind": param.kind}
        if param.kind == "number":
            made.update(min=param.min, max=param.max)
        if param.choices:
            made["options"] = [{"id": one, "label": words(one).capitalize()} for one in param.choices]
        if param.default is not None:
            made["default"] = param.default
        found.append(made)
    return found
