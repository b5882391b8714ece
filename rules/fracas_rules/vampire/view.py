"""State into what a viewer sees of it: wound track, conditions, order; numbers only for those who may know them."""

from __future__ import annotations

from typing import Any

from ..kernel import roster
from ..kernel.english import counted
from ..kernel.ids import CombatantId
from ..kernel.ruleset import Look
from .common import gone, up
from .modifiers import current, health, named, wounds
from .options import Options
from .rows import Catalogue, generation
from .sheet import ATTRIBUTES, full_load, title
from .state import Combatant, Encounter, Fight
from .vocabulary import CONDITIONS, HEALTH, LADDER, MARKS, PHASES

#: The names of the boxes by what they stand for, with the dice that they cost.
_BOXES = {one: f"{step.label} {step.dice}" if step.dice else step.label for one, step in HEALTH.items()}


def wound(who: Combatant, known: bool = True) -> dict[str, Any]:
    """Ladder id, severity from 0 to 1, and the track: seven boxes or more with their marks, or the ladder without numbers.

    Each mark is named, and drawn as a sign of its own, so that the kind of damage shows without colour (VTM-H-TRACK).
    """
    step = health(who)
    track: dict[str, Any]
    if known:
        boxes = []
        for rung, mark in zip(who.boxes, who.track, strict=True):
            kind, glyph = MARKS[mark]
            boxes.append({"label": _BOXES[rung], "mark": kind, "glyph": glyph})
        track = {"kind": "boxes", "label": "Health", "boxes": boxes}
    else:
        ids = [*LADDER[:8], *((step,) if who.fate else ())]  # what may still become of it would tell what it is
        track = {
            "kind": "ladder",
            "label": "Health",
            "steps": [{"id": one, "label": HEALTH[one].label} for one in ids],
            "at": ids.index(step),
        }
    return {"id": step, "label": HEALTH[step].label, "severity": HEALTH[step].severity / 100, "track": [track]}


def look(fight: Fight, rows: Catalogue, eyes: Look) -> dict[str, Any]:
    """Combatants and the encounter, as far as this viewer may know."""
    return roster.look(
        fight, eyes, lambda who, by: _combatant(fight, rows, who, by), lambda met: _encounter(fight, met, eyes), rows
    )


def _combatant(fight: Fight, rows: Catalogue, who: Combatant, eyes: Look) -> dict[str, Any]:
    mine, known = eyes.viewer.may_act_for(who.id), eyes.knows(who.id)
    seen = [one for one in who.conditions if mine or CONDITIONS[one.id].seen]
    conditions = [_condition(fight, one.id, one.params, eyes, known) for one in seen]
    if who.cover != "none":
        conditions.append({"id": "cover", "label": f"Cover: {who.cover}", "detail": ""})
    if who.defending:
        conditions.append({"id": "defending", "label": "On full defense", "detail": ""})
    out: dict[str, Any] = {
        "name": who.sheet.name,
        "side": who.sheet.side,
        "kind": "creature" if not mine else who.sheet.kind,
        "wound": wound(who, known),
        "conditions": conditions,
    }
    if who.fate or who.filled == len(who.track):
        out["defeated"] = True
    if known:
        out["numbers"] = _numbers(rows, who)
    if mine:
        out["weapons"] = [
            {"id": one.id, "name": _weapon(who, one.id, title(one), full_load(one)), "ready": one.id in who.ready}
            for one in who.weapons
        ]
        out["sheet"] = roster.sheet(eyes, who.id, who.sheet)
    return out


def _weapon(who: Combatant, weapon: str, name: str, full: int) -> str:
    if weapon in who.dropped:
        return f"{name} (on the ground)"
    return f"{name} ({who.ammo.get(weapon, 0)}/{full})" if full and weapon in who.ammo else name


def _condition(fight: Fight, condition: str, params: dict[str, Any], eyes: Look, known: bool) -> dict[str, Any]:
    parts = []
    for key in ("by", "target"):
        one = params.get(key)
        if one is None:
            continue
        other = fight.combatants.get(one)
        name = other.sheet.name if other is not None and eyes.exists(one) else "someone"
        parts.append(f"{key} {name}" if key == "by" else name)
    if "mode" in params:
        parts.append(str(params["mode"]))
    if known and "turns" in params:
        parts.append(counted(params["turns"], "turn"))
    if known and "dice" in params:
        parts.append(f"{params['dice']} dice")
    return {"id": condition, "label": CONDITIONS[condition].label, "detail": ", ".join(parts)}


def _numbers(rows: Catalogue, who: Combatant) -> list[dict[str, Any]]:
    row = generation(rows, who.sheet)
    found = [("willpower", "Willpower", who.willpower)]
    if who.sheet.kind == "vampire":
        found = [
            ("blood_pool", f"Blood (of {who.blood_max})", who.blood_pool),
            ("blood_left", "Blood to spend this turn", max(0, min(who.blood_pool, row.per_turn - who.blood_spent))),
            *found,
        ]
    if wounds(who):
        found.append(("wounds", "Dice lost to wounds", wounds(who)))
    if who.aim is not None:
        found.append(("aim", "Aim dice", who.aim.dice))
    found += [(one, named(one), current(who, one)) for one in ATTRIBUTES]
    return [{"key": key, "label": label, "value": value} for key, label, value in found]


def _encounter(fight: Fight, met: Encounter, eyes: Look) -> dict[str, Any]:
    def shown(ids: Any) -> list[CombatantId]:
        return [one for one in ids if eyes.exists(one)]

    plans = [one for one, who in fight.combatants.items() if who.plan]
    late = [one for one, who in fight.combatants.items() if one not in met.order and not gone(who)]
    return {
        "round": met.round,
        "round_label": f"Round {met.round}",
        "phase": met.phase,
        "phase_label": PHASES[met.phase],
        "order": shown(met.order),
        "up": shown(up(met, fight)) if met.phase == "actions" else [],
        "done": shown(met.done),
        "declared": shown(plans),
        **({"planning": True} if met.phase == "gear" else {}),
        **({"late": shown(late)} if met.phase == "actions" and shown(late) else {}),
    }


def describe(fight: Fight, combatant: CombatantId, _options: Options) -> dict[str, Any]:
    """A combatant's state by the field names of the game's README."""
    who = fight.combatants[combatant]
    armor: Any = who.armor.id or "none"
    if not who.armor.id and who.armor.rating:
        armor = {"rating": who.armor.rating, "penalty": who.armor.penalty, "covers": list(who.armor.covers)}
    data = {one.id: dict(one.params) for one in who.conditions if one.params}
    aim: dict[str, Any] = {}
    if who.aim is not None:
        aim = {"target": who.aim.target, "weapon": who.aim.weapon, "turns": who.aim.turns, "dice": who.aim.dice}
    return {
        "track": who.track,
        "health": health(who),
        "conditions": [one.id for one in who.conditions],
        "condition_data": data,
        "params": data,
        "blood_pool": who.blood_pool,
        "blood_spent": who.blood_spent,
        "willpower": who.willpower,
        "buffs": dict(who.buffs),
        "paid": dict(who.paid),
        "celerity_used": who.celerity_used,
        "ammo": dict(who.ammo),
        "ready": list(who.ready),
        "dropped": list(who.dropped),
        "reload_progress": dict(who.reload_progress),
        "armor": armor,
        "cover": who.cover,
        "aim": aim,
        "acted": who.acted,
        "defending": who.defending,
        "defense_count": who.defense_count,
        "moved": who.moved,
    }


def describe_encounter(fight: Fight) -> dict[str, Any]:
    """The encounter by the field names of the game's README; empty without one."""
    met = fight.encounter
    if met is None:
        return {}
    return {"round": met.round, "phase": met.phase, "order": list(met.order), "up": list(up(met, fight))}
