"""The query `legal`: every maneuver of a combatant, whether it may be done now, and what it takes; and the query `schemas`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from ..errors import refuse
from ..kernel.forms import options_of
from ..kernel.formula import Formula
from ..kernel.packs import schema_hook
from ..kernel.params import Table
from ..kernel.ruleset import TryOut
from .move import fits, spikes
from .options import RULES, Options
from .params import ACT, CHECKS, HAZARDS
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
    weapons = _weapons(row, who)
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


def _weapons(row: Maneuver, who: Combatant) -> list[dict[str, Any]]:
    """What may be used for it: what is in hand first, the rest marked; to be drawn is what is not in hand."""
    fitting = [one for one in who.weapons if row.needs and _serves(row, one)]
    if row.procedure == "draw":
        return [{"id": one.id, "name": title(one)} for one in fitting if one.id not in who.ready]
    ordered = sorted(fitting, key=lambda one: one.id not in who.ready)
    return [{"id": one.id, "name": title(one)} | ({} if one.id in who.ready else {"ready": False}) for one in ordered]


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
        command["weapon"] = ids[0] if ids else next(iter(who.ready), "")
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
#: The attributes that a procedure takes.
_ATTRIBUTES = {"buff": PHYSICAL, "escape": ("strength", "dexterity")}
_PLANNED = ("first", "second", "third", "fourth")


def _param(name: str, row: Maneuver, rows: Catalogue, who: Combatant) -> dict[str, Any] | None:
    """A parameter as the page offers it; None where there is nothing to choose."""
    param = ACT[name]
    choices = _choices(name, row, rows, who)
    if choices is not None:
        if not choices:
            return None
        param = replace(param, kind="choice")
    made = replace(param, needed=name in _NEEDED.get(row.procedure, ())).shown(name)
    if choices is not None:
        made["options"] = [{"id": one, "label": label} for one, label in choices.items()]
        if "needed" in made:
            made.pop("default", None)  # what must be chosen is never left out
    return made


def _choices(name: str, row: Maneuver, rows: Catalogue, who: Combatant) -> dict[str, str] | None:
    """What there is to choose for a parameter, each with its name; None where nothing is chosen from a list."""
    if name == "power":
        return {one: power.name or words(one).capitalize() for one, power in _powers(rows, who).items()}
    if name in _PLANNED:
        return {one: other.name for one, other in rows.maneuvers.items() if other.cost == "action" and one != "ambush"}
    if name == "ability":
        return {"": "None", **{one: words(one).capitalize() for one in sorted({*ABILITIES, *who.sheet.abilities})}}
    if name == "attribute" and row.procedure in _ATTRIBUTES:
        return {one: one.capitalize() for one in _ATTRIBUTES[row.procedure]}
    if name == "natural":
        return {one: words(one).capitalize() for one in spikes(who)}
    return {one: words(one).capitalize() for one in ACT[name].choices} or None


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
    return {
        "sheet": msgspec.json.schema(Sheet, schema_hook=schema_hook),
        "templates": [
            {"id": one, "name": row.name, "group": row.group, "summary": row.summary} for one, row in rows.templates.items()
        ],
        "options": options_of(Options, RULES),
        "conditions": [{"id": one, "label": kind.label, "params": _shown(kind.params)} for one, kind in CONDITIONS.items()],
        "checks": _forms(CHECKS),
        "hazards": _forms(HAZARDS),
        "fields": list(SETTABLE),
        "damage_types": [{"id": one, "label": label} for one, label in TYPES.items()],
        "weapons": [{"id": one, "name": title(row)} for one, row in rows.weapons.items()],
        "armor": [{"id": one, "name": row.name} for one, row in rows.armor.items()],
    }


def _forms(tables: Mapping[str, Table]) -> list[dict[str, Any]]:
    return [{"id": one, "label": words(one).capitalize(), "params": _shown(table)} for one, table in tables.items()]


def _shown(table: Table) -> list[dict[str, Any]]:
    return [param.shown(name) for name, param in table.items()]
