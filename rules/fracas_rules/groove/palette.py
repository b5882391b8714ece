"""The queries `legal` and `schemas`: what a combatant can do now, and what sheets, options and conditions are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..kernel.forms import actor_of, forms_of, grouped, judged, options_of
from ..kernel.forms import schemas as schemas_of
from ..kernel.ruleset import TryOut
from .common import carried, total, weapon_title
from .modifiers import skill_terms
from .move import fits, lunge_limit
from .options import RULES, Options
from .params import CHECKS, HAZARDS
from .procedures.word import FIELDS
from .rows import Catalogue, Maneuver
from .sheet import Sheet, Weapon, can_break, plain_skill, raw_ability, skills
from .state import Combatant, Fight
from .vocabulary import CONDITIONS, GROUPS


def legal(fight: Fight, rows: Catalogue, _options: Options, params: Mapping[str, Any], try_out: TryOut) -> dict[str, Any]:
    """Maneuvers by group. `params`: the actor, and optionally targets and weapon that the judgement is about."""
    who = actor_of(params, fight.combatants)
    actions = ((row.group, _action(rows, one, row, who, params, try_out)) for one, row in rows.maneuvers.items())
    return {"actor": who.id, "groups": grouped(GROUPS, actions)}


def _action(
    rows: Catalogue, one: str, row: Maneuver, who: Combatant, params: Mapping[str, Any], try_out: TryOut
) -> dict[str, Any]:
    weapons = {key: weapon for key, weapon in carried(rows, who).items() if row.weapon and fits(row, weapon)}
    chosen = params.get("weapon") if params.get("weapon") in weapons else next(iter(weapons), "")
    weapon = weapons.get(str(chosen))
    out: dict[str, Any] = {
        "id": one,
        "label": row.name,
        "legal": True,
        "roll": _roll(row, who, weapon),
        "damage": _damage(row, weapon),
        "targets": {"min": 0 if row.optional_target else row.against, "max": row.against},
        "weapons": [{"id": key, "name": weapon_title(key, each)} for key, each in weapons.items()],
        "locations": [],
        "params": _params(row, who),
        "spend": [],
        "cost": row.cost,
    }
    command: dict[str, Any] = {"do": "act", "actor": who.id, "maneuver": one}
    targets = params.get("targets")
    if row.against and isinstance(targets, list):
        command["targets"] = targets[: row.against]
    if chosen:
        command["weapon"] = chosen
    return judged(out, row.help, try_out(command))


def _roll(row: Maneuver, who: Combatant, weapon: Weapon | None) -> str:
    """What is rolled, with the sum of the actor's own addends."""
    if row.attack:
        own = skill_terms(who, row.score, weapon, "")
        return f"d20 {total(own) + row.to_hit:+d} - Dodge ({' + '.join(one.label for one in own)})"
    if row.procedure == "break_free":
        return f"d20 + {'break skill or ' if can_break(who.sheet) is not None else ''}raw ability {raw_ability(who.sheet)}"
    return f"d20 {plain_skill(who.sheet, 'first_aid'):+d} (First aid)" if row.procedure == "first_aid" else ""


def _damage(row: Maneuver, weapon: Weapon | None) -> str:
    if row.procedure == "choke":
        return "subdual, by effect"
    if row.procedure not in ("strike", "great_blow", "lunge", "charge") or weapon is None:
        return ""
    factor = "" if row.multiplier == 1 else f" x {float(row.multiplier):g}"
    return f"{weapon.damage.text}{factor}, {'subdual' if 'subdual' in weapon.tags else row.class_ or weapon.class_}"


def _params(row: Maneuver, who: Combatant) -> list[dict[str, Any]]:
    """The parameters as the palette offers them, narrowed to what this combatant could use."""
    found = []
    for name, param in row.params().items():
        shown = param.shown(name)
        if name == "duel":
            known = skills(who.sheet, "gun" if row.weapon == "ranged" else "hth")
            if not known:
                continue
            options = [{"id": skill, "label": skill.replace("_", " ").capitalize()} for skill in known]
            shown = {"id": name, "label": param.label, "kind": "choice", "options": options}
        elif name == "feet":
            most = lunge_limit(who, "") if row.procedure == "lunge" else who.sheet.move // 2
            shown.update(min=-most if row.procedure == "step" else 0, max=most)
            if row.procedure == "step":
                shown["default"] = 0
        found.append(shown)
    return found


def schemas(rows: Catalogue) -> dict[str, Any]:
    """The query `schemas`: the sheet's JSON Schema, templates, options, conditions, checks, hazards, settable fields."""
    return {
        **schemas_of(
            Sheet,
            rows.templates,
            options_of(Options, RULES),
            CONDITIONS,
            forms_of(CHECKS, _words),
            forms_of(HAZARDS, _words),
            FIELDS,
        ),
        "damage_types": [{"id": "lethal", "label": "Lethal"}, {"id": "subdual", "label": "Subdual"}],
    }


def _words(one: str) -> str:
    return one.replace("_", " ").capitalize()
