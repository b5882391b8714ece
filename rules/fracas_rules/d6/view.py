"""State into what a viewer sees of it: wound track, conditions, order; numbers only for those who may know them."""

from __future__ import annotations

from typing import Any

from ..kernel import roster
from ..kernel.ids import CombatantId
from ..kernel.ruleset import Look
from .common import is_gone, rounds_left, up
from .modifiers import current_pdv, penalty, wound_level
from .options import Options
from .rows import Catalogue
from .sheet import ATTRIBUTES, Weapon, code, pl_bonus, weapon_title
from .state import Combatant, Encounter, Fight, has
from .vocabulary import CONDITIONS, PHASES, WOUNDS

_LADDER = tuple({"id": one, "label": label} for one, (label, _, _) in WOUNDS.items())


def wound(who: Combatant, known: bool) -> dict[str, Any]:
    """Ladder id, severity from 0 to 1, and the track: a bar of Body Points with its thresholds, or the ladder alone."""
    level = wound_level(who)
    label, severity, _ = WOUNDS[level]
    track: dict[str, Any]
    if known:
        full = who.sheet.body_points
        marks = [(3 * full // 4, "dazed"), (full // 2, "wounded"), (full // 4, "mortally_wounded"), (0, "unconscious")]
        track = {
            "kind": "bar",
            "label": "Body Points",
            "value": who.body_points,
            "max": full,
            "min": min(-full, who.body_points) if who.body_points < 0 else 0,
            "marks": [{"at": at, "label": WOUNDS[one][0]} for at, one in marks],
        }
    else:
        track = {"kind": "ladder", "label": "Wounds", "steps": list(_LADDER), "at": list(WOUNDS).index(level)}
    return {"id": level, "label": label, "severity": severity / 100, "track": [track]}


def look(fight: Fight, rows: Catalogue, eyes: Look) -> dict[str, Any]:
    """Combatants and the encounter, as far as this viewer may know."""
    return roster.look(
        fight, eyes, lambda who, by: _combatant(fight, rows, who, by), lambda met: _encounter(fight, met, eyes), rows
    )


def _combatant(fight: Fight, rows: Catalogue, who: Combatant, eyes: Look) -> dict[str, Any]:
    mine = eyes.viewer.may_act_for(who.id)
    seen = [one for one in who.conditions if mine or CONDITIONS[one.id].seen]
    out: dict[str, Any] = {
        "name": who.sheet.name,
        "side": who.sheet.side,
        "kind": "character",
        "wound": wound(who, eyes.knows(who.id)),
        "conditions": [_condition(fight, one.id, one.params, eyes, eyes.knows(who.id)) for one in seen],
    }
    if is_gone(who):
        out["defeated"] = True
    if eyes.knows(who.id):
        out["numbers"] = _numbers(who)
    if mine:
        out["weapons"] = [_weapon(who, one, weapon) for one, weapon in weapons_of(rows, who).items()]
        out["sheet"] = roster.sheet(eyes, who.id, who.sheet)
    return out


def weapons_of(rows: Catalogue, who: Combatant) -> dict[str, Weapon]:
    """The weapons of a sheet, and the one in hand if it comes from the table."""
    ready = rows.weapons.get(who.weapon_ready)
    own = who.sheet.weapons
    return own if ready is None or who.weapon_ready in own else {**own, who.weapon_ready: ready}


def _weapon(who: Combatant, weapon_id: str, weapon: Weapon) -> dict[str, Any]:
    left = rounds_left(who, weapon_id, weapon)
    out: dict[str, Any] = {
        "id": weapon_id, "name": weapon_title(weapon_id, weapon), "ready": who.weapon_ready == weapon_id,
    }  # fmt: skip
    return {**out, "ammo": left} if left is not None else out


def _condition(fight: Fight, condition: str, params: dict[str, Any], eyes: Look, known: bool) -> dict[str, Any]:
    """A condition as it is seen: who holds whom, and where; its numbers with the combatant's others."""
    parts = []
    for key, value in params.items():
        if key == "by":
            other = fight.combatants.get(str(value))
            parts.append(f"by {other.sheet.name if other is not None and eyes.exists(other.id) else 'someone'}")
        elif key in ("where", "rise"):
            parts.append({"action": "an action to rise", "round": "a whole round to rise"}.get(str(value), str(value)))
        elif known:
            parts.append(f"{key.replace('_', ' ')} {value}")
    return {"id": condition, "label": CONDITIONS[condition].label, "detail": ", ".join(parts)}


def _numbers(who: Combatant) -> list[dict[str, Any]]:
    found = [
        ("character_points", "Character Points", who.character_points),
        ("penalty", "Dice lost to wounds", penalty(who)),
        ("pdv", "Passive defense", current_pdv(who)),
    ]
    found += [(key, label, value) for key, label, value in (
        ("dodge_value", "Dodge", who.dodge), ("parry_value", "Parry", who.parry),
    ) if value is not None]  # fmt: skip
    if who.charge_rounds:
        found.append(("charge_rounds", "Rounds of the run", who.charge_rounds))
    if who.aim_rounds:
        found.append(("aim_rounds", "Rounds of aim", who.aim_rounds))
    if who.planned is not None:
        found.append(("actions_left", "Actions left", 0 if has(who, "acted_out") else who.planned - who.used))
    found += [("pl_bonus", "P/L bonus", pl_bonus(who.sheet)), ("armor", "Armor", who.sheet.armor)]
    found += [(one, one.capitalize(), code(who.sheet, one)) for one in ATTRIBUTES]
    return [{"key": key, "label": label, "value": value} for key, label, value in found]


def _encounter(fight: Fight, met: Encounter, eyes: Look) -> dict[str, Any]:
    def shown(ids: tuple[CombatantId, ...]) -> list[CombatantId]:
        return [one for one in ids if one in fight.combatants and eyes.exists(one)]

    current = up(fight)
    return {
        "round": met.round,
        "round_label": f"Round {met.round}",
        "phase": met.phase,
        "phase_label": PHASES.get(met.phase, met.phase),
        "order": shown(met.order),
        "up": shown((current,)),
        "done": shown(met.done),
        "declared": shown(met.declared),
        **({"planning": True} if met.phase == "intentions" else {}),
    }


def describe(fight: Fight, combatant: CombatantId, _options: Options) -> dict[str, Any]:
    """A combatant's state by the field names of the game's README."""
    who, met = fight.combatants[combatant], fight.encounter
    ids = list(dict.fromkeys(one.id for one in who.conditions))
    info: dict[str, Any] = {}
    for one in ids:
        found = [condition.params for condition in who.conditions if condition.id == one]
        info[one] = found if len(found) > 1 else found[0]
    planned = who.planned if who.planned is not None else int(met is not None)
    over = has(who, "acted_out") or (met is not None and combatant in met.done)
    return {
        "body_points": who.body_points,
        "wound": wound_level(who),
        "penalty": penalty(who),
        "relief": who.relief,
        "round_damage": who.round_damage,
        "pdv": current_pdv(who),
        "dodge_value": who.dodge or 0,
        "parry_value": who.parry or 0,
        "character_points": who.character_points,
        "charge_rounds": who.charge_rounds,
        "aim_rounds": who.aim_rounds,
        "weapon_ready": who.weapon_ready,
        "ammo": {one: weapon.ammo for one, weapon in who.sheet.weapons.items() if weapon.ammo is not None} | who.ammo,
        "actions_planned": planned,
        "actions_left": 0 if over else max(0, planned - who.used),
        "initiative": who.initiative,
        "round": met.round if met is not None else 0,
        "conditions": ids,
        "condition_info": info,
        "params": info,
    }


def describe_encounter(fight: Fight) -> dict[str, Any]:
    """The encounter: round, phase, order, whose turn it is, who is done; empty without one."""
    met = fight.encounter
    if met is None:
        return {}
    return {"round": met.round, "phase": met.phase, "order": list(met.order), "up": up(fight), "done": list(met.done)}
