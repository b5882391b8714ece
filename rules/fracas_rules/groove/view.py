"""State into what a viewer sees of it: wounds, conditions, order; numbers only for those who may know them."""

from __future__ import annotations

from typing import Any

from ..kernel import roster
from ..kernel.ids import CombatantId
from ..kernel.ruleset import Look
from .common import carried, weapon_title
from .harm import unable, wound
from .modifiers import dodge
from .options import Options
from .rounds import left, up
from .rows import Catalogue
from .sheet import LOCATIONS, STATS, health, mcl, score, stat
from .state import Combatant, Condition, Encounter, Fight, has
from .vocabulary import CONDITIONS, PHASES, WOUNDS, place

_LADDER = tuple({"id": one, "label": label} for one, (label, _) in WOUNDS.items())


def track(who: Combatant, options: Options, known: bool) -> dict[str, Any]:
    """Ladder id, severity from 0 to 1, and what to draw: total wounds against Health and twice Health, and the hurt places.

    Whoever may not know the numbers sees the ladder, and of every place only whether it is hurt, or badly.
    """
    step = wound(who, options)
    label, severity = WOUNDS[step]
    full = health(who.sheet)
    tracks: list[dict[str, Any]] = []
    if known:
        marks = [{"at": full, "label": "Severe"}, {"at": 2 * full, "label": "Dead"}]
        total = who.lethal + who.subdual
        tracks.append({"kind": "bar", "label": "Wounds", "value": total, "max": 2 * full, "min": 0, "marks": marks})
    else:
        tracks.append({"kind": "ladder", "label": "Wounds", "steps": list(_LADDER), "at": list(WOUNDS).index(step)})
    parts = []
    for one in LOCATIONS:
        points = who.by_location.get(one, 0)
        share = min(1.0, points / full) if known else 0.0 if not points else 0.3 if 2 * points < full else 1.0
        parts.append({"id": one, "label": place(one).capitalize(), "severity": round(share, 2)})
    tracks.append({"kind": "figure", "label": "Hurt", "parts": parts})
    return {"id": step, "label": label, "severity": severity / 100, "track": tracks}


def look(fight: Fight, rows: Catalogue, eyes: Look) -> dict[str, Any]:
    """Combatants and the encounter, as far as this viewer may know."""
    around = rows, fight.encounter
    return roster.look(
        fight, eyes, lambda who, by: _combatant(fight, rows, who, by), lambda met: _encounter(fight, met, eyes), *around
    )


def _combatant(fight: Fight, rows: Catalogue, who: Combatant, eyes: Look) -> dict[str, Any]:
    mine, known = eyes.viewer.may_act_for(who.id), eyes.knows(who.id)
    out: dict[str, Any] = {
        "name": who.sheet.name,
        "side": who.sheet.side,
        "kind": "cast",
        "wound": track(who, eyes.options, known),
        "conditions": [_condition(fight, one, eyes, known) for one in who.conditions if mine or CONDITIONS[one.id].seen],
    }
    if who.mode != "normal":
        out["conditions"].append({"id": f"{who.mode}_mode", "label": f"{who.mode.capitalize()} mode", "detail": ""})
    if unable(who, eyes.options) and not has(who, "stunned"):
        out["defeated"] = True
    if known:
        out["numbers"] = _numbers(fight, who)
    if mine:
        armed = not has(who, "disarmed")
        out["weapons"] = [
            {"id": one, "name": weapon_title(one, weapon), "ready": armed or "unarmed" in weapon.tags}
            for one, weapon in carried(rows, who).items()
        ]
        out["sheet"] = _without_nulls(roster.sheet(eyes, who.id, who.sheet))
    return out


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(one) for key, one in value.items() if one is not None}
    return [_without_nulls(one) for one in value] if isinstance(value, list) else value


def _condition(fight: Fight, one: Condition, eyes: Look, known: bool) -> dict[str, Any]:
    parts = []
    for key, value in one.params.items():
        if key in ("by", "target"):
            other = str(value)
            there = other in fight.combatants and eyes.exists(other)
            parts.append(f"{key} {fight.combatants[other].sheet.name if there else 'someone'}")
        elif key != "cause" and (known or key == "rounds"):
            parts.append(f"{key.replace('_', ' ')} {value}")
    return {"id": one.id, "label": CONDITIONS[one.id].label, "detail": ", ".join(parts)}


def _numbers(fight: Fight, who: Combatant) -> list[dict[str, Any]]:
    met = fight.encounter
    found = [
        ("dodge", "Dodge", dodge(who)),
        ("health", "Health", health(who.sheet)),
        ("lethal", "Lethal damage", who.lethal),
        ("subdual", "Subdual damage", who.subdual),
        ("grooves", "Stored grooves", who.grooves),
        ("hth", "HTH Score", score(who.sheet, "hth")),
        ("gun", "Gun Score", score(who.sheet, "gun")),
        ("mcl", "MCL", mcl(who.sheet)),
    ]
    if met is not None:
        found.append(("actions_left", "Actions left", len(left(met, who.id))))
        found += [(f"reserved_{one}", f"Kept for {one}", count) for one, count in who.reserved.items()]
    found += [(one, one.capitalize(), stat(who.sheet, one)) for one in STATS]
    return [{"key": key, "label": label, "value": value} for key, label, value in found]


def _encounter(fight: Fight, met: Encounter, eyes: Look) -> dict[str, Any]:
    at = up(fight, eyes.options)
    seen = [slot for slot in met.slots[met.passed :] if eyes.exists(slot.who)]
    acting = met.phase == "actions"
    return {
        "round": met.round,
        "round_label": f"Round {met.round}",
        "phase": met.phase,
        "phase_label": PHASES[met.phase],
        "order": [one for one in met.order if eyes.exists(one)],
        "up": [at] if at is not None and eyes.exists(at) else [],
        "done": [one for one in met.order if acting and eyes.exists(one) and not left(met, one)],
        "declared": [one for one in met.plans if eyes.exists(one)],
        "slots": [{"id": slot.who, "count": slot.count, "kind": slot.kind} for slot in seen],
        **({"planning": True} if met.phase == "intentions" else {}),
    }


def describe(fight: Fight, combatant: CombatantId, options: Options) -> dict[str, Any]:
    """A combatant's state by the field names of the game's README."""
    who = fight.combatants[combatant]
    met = fight.encounter
    shown = [one for one in who.conditions if not one.later]
    info: dict[str, Any] = {}
    for one in shown:
        params = dict(one.params)
        had = info.get(one.id)
        info[one.id] = params if had is None else [*(had if isinstance(had, list) else [had]), params]
    return {
        "lethal": who.lethal,
        "subdual": who.subdual,
        "damage_total": who.lethal + who.subdual,
        "wound": wound(who, options),
        "mode": who.mode,
        "dodge": dodge(who),
        "initiative": who.initiative,
        "actions_left": len(left(met, combatant)) if met is not None else 0,
        "reserved": dict(who.reserved),
        "grooves": who.grooves,
        "experience": who.experience,
        "next_breath_check": who.next_breath_check,
        "first_aid_effect": who.first_aid_effect,
        "round": met.round if met is not None else 0,
        "conditions": [one.id for one in shown],
        "condition_info": info,
    }


def describe_encounter(fight: Fight) -> dict[str, Any]:
    """The encounter by the field names of the game's README; empty without one."""
    met = fight.encounter
    if met is None:
        return {}
    return {
        "round": met.round,
        "phase": met.phase,
        "order": list(met.order),
        "simultaneous": [list(group) for group in met.simultaneous],
        "slots": [{"id": slot.who, "count": slot.count, "kind": slot.kind} for slot in met.slots[met.passed :]],
    }
