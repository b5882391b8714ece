"""The query `legal`: every maneuver of a combatant, whether it may be done now, and what it takes; and the query `schemas`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from ..kernel.forms import actor_of, forms_of, grouped, judged, options_of
from ..kernel.forms import schemas as schemas_of
from ..kernel.formula import Formula
from ..kernel.ruleset import TryOut
from .move import fits, spikes
from .options import RULES, Options
from .params import ACT, CHECKS, HAZARDS, WALLS
from .procedures.word import SETTABLE
from .rows import Catalogue, Maneuver
from .sheet import ABILITIES, PHYSICAL, Sheet, title
from .state import Combatant, Fight, has
from .vocabulary import CONDITIONS, DEFENSES, GROUPS, TYPES, words

_COST = {"action": "an action", "free": "free"}


def legal(fight: Fight, rows: Catalogue, _options: Options, params: Mapping[str, Any], try_out: TryOut) -> dict[str, Any]:
    """Maneuvers by group. `params`: the actor, and optionally targets, weapon and location that the judgement is about."""
    who = actor_of(params, fight.combatants)
    offered = ((one, row) for one, row in rows.maneuvers.items() if one not in DEFENSES)
    actions = ((row.group, _action(one, row, rows, who, params, try_out)) for one, row in offered)
    return {"actor": who.id, "groups": grouped(GROUPS, actions)}


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
    return judged(out, row.help, try_out(_trial(one, row, who, params, out)))


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
        **schemas_of(
            Sheet,
            rows.templates,
            options_of(Options, RULES),
            CONDITIONS,
            forms_of(CHECKS, lambda one: words(one).capitalize()),
            forms_of(HAZARDS, lambda one: words(one).capitalize()),
            SETTABLE,
        ),
        "damage_types": [{"id": one, "label": label} for one, label in TYPES.items()],
        "weapons": [{"id": one, "name": title(row)} for one, row in rows.weapons.items()],
        "covers": [{"id": one, "label": rows.covers[one].name.capitalize()} for one in WALLS if one in rows.covers],
        "armor": [{"id": one, "name": row.name} for one, row in rows.armor.items()],
    }
