"""State into what a viewer sees of it: wound track, conditions, order; numbers only for those who may know them."""

from __future__ import annotations

from typing import Any

from ..kernel import roster
from ..kernel.ids import CombatantId
from ..kernel.ruleset import Look
from .common import is_thing, ready, up
from .economy import extra_left
from .harm import OUT
from .modifiers import wound_step
from .options import Options
from .rows import Catalogue
from .sheet import ATTRIBUTES, full_life_points, weapon_title
from .state import Combatant, Condition, Encounter, Fight, current
from .vocabulary import CONDITIONS, PHASES, WOUNDS, place

#: Numbers of conditions that are no secret: how long, not how much.
_COUNTED = ("turns", "until")
_LADDER = tuple({"id": one, "label": label} for one, (label, _) in WOUNDS.items())


def wound(who: Combatant, known: bool) -> dict[str, Any]:
    """Ladder id, severity from 0 to 1, and the track to draw: a bar with thresholds, or the ladder without numbers."""
    step = wound_step(who)
    label, severity = WOUNDS[step]
    if is_thing(who):
        return _thing(who, known)
    full = full_life_points(who.sheet)
    track: dict[str, Any]
    if known:
        marks = [(10, "Severe"), (4, "Critical"), (0, "Down"), (-10, "Mortal")]
        track = {
            "kind": "bar",
            "label": "Life Points",
            "value": who.life_points,
            "max": full,
            "min": min(-10, who.life_points),
            "marks": [{"at": at, "label": text} for at, text in marks if at < full],
        }
    else:
        track = {"kind": "ladder", "label": "Wounds", "steps": list(_LADDER), "at": list(WOUNDS).index(step)}
    return {"id": step, "label": label, "severity": severity / 100, "track": [track]}


def _thing(who: Combatant, known: bool) -> dict[str, Any]:
    full = max(1, who.sheet.damage_capacity)
    lost = max(0, min(full, full - who.damage_capacity))
    broken = who.damage_capacity <= 0
    step = {"id": "broken" if broken else "whole", "label": "Broken" if broken else "Whole", "severity": lost / full}
    track = {"kind": "bar", "label": "Damage Capacity", "value": who.damage_capacity, "max": full, "min": 0, "marks": []}
    return {**step, "track": [track] if known else []}


def look(fight: Fight, rows: Catalogue, eyes: Look) -> dict[str, Any]:
    """Combatants and the encounter, as far as this viewer may know."""
    around = rows, fight.encounter is None
    return roster.look(
        fight, eyes, lambda who, by: _combatant(fight, rows, who, by), lambda met: _encounter(fight, met, eyes), *around
    )


def _combatant(fight: Fight, rows: Catalogue, who: Combatant, eyes: Look) -> dict[str, Any]:
    mine, known = eyes.viewer.may_act_for(who.id), eyes.knows(who.id)
    out: dict[str, Any] = {
        "name": who.sheet.name,
        "side": who.sheet.side,
        "kind": who.sheet.kind,
        "wound": wound(who, known),
        "conditions": [_condition(fight, one, eyes, known) for one in who.conditions if mine or CONDITIONS[one.id].seen],
    }
    if any(one.id in OUT for one in who.conditions):
        out["defeated"] = True
    if known:
        out["numbers"] = [*_numbers(who), *_turn_numbers(fight, who, eyes)]
    if mine:
        in_hand = [one.id for one in ready(who)]
        out["weapons"] = [{"id": one.id, "name": weapon_title(one), "ready": one.id in in_hand} for one in who.sheet.weapons]
        out["sheet"] = roster.sheet(eyes, who.id, who.sheet)
    return out


def _condition(fight: Fight, one: Condition, eyes: Look, known: bool) -> dict[str, Any]:
    """A condition in words: every parameter that its vocabulary gives a label; whoever is hidden is `someone`.

    Numbers are shown with the combatant's others; Turns anybody may count.
    """
    kind, parts = CONDITIONS[one.id], []
    for key, value in one.params.items():
        param = kind.params.get(key)
        if param is None or not param.label:
            continue
        if param.kind == "who":
            other = str(value)
            there = other in fight.combatants and eyes.exists(other)
            parts.append(f"{param.label} {fight.combatants[other].sheet.name if there else 'someone'}")
        elif key == "part":
            parts.append(place(str(value)))
        elif param.kind == "number" and value and (known or key in _COUNTED):
            parts.append(f"{param.label} {value}")
    return {"id": one.id, "label": kind.label, "detail": ", ".join(parts)}


def _numbers(who: Combatant) -> list[dict[str, Any]]:
    found = [("drama_points", "Drama Points", who.drama_points)]
    if who.sheet.kind == "adversary":
        found += [(one, f"{one.capitalize()} Score", getattr(who.sheet.scores, one)) for one in ("muscle", "combat", "brains")]
    found += [(one, one.capitalize(), current(who, one)) for one in ATTRIBUTES]
    return [{"key": key, "label": label, "value": value} for key, label, value in found]


def _turn_numbers(fight: Fight, who: Combatant, eyes: Look) -> list[dict[str, Any]]:
    """In a fight: what has been done this Turn, and how many extra actions are left."""
    if fight.encounter is None or is_thing(who) or not isinstance(eyes.options, Options):
        return []
    found = [("attacks_made", "Actions this Turn", who.attacks_made), ("defenses_made", "Defenses this Turn", who.defenses_made)]
    left = extra_left(eyes.options, who)
    if left is not None:
        found.append(("extra_actions", "Extra actions left", left))
    return [{"key": key, "label": label, "value": value} for key, label, value in found]


def _encounter(fight: Fight, met: Encounter, eyes: Look) -> dict[str, Any]:
    def shown(ids: Any) -> list[CombatantId]:
        return [one for one in ids if eyes.exists(one)]

    return {
        "round": met.turn,
        "round_label": f"Turn {met.turn}",
        "phase": met.phase,
        "phase_label": PHASES[met.phase],
        "order": shown(met.order),
        "up": shown(up(met, fight)) if met.phase == "actions" else [],
        "done": shown(met.done),
        "declared": shown(met.plans),
        **({"planning": True} if met.phase == "intentions" else {}),
    }


def describe(fight: Fight, combatant: CombatantId, options: Options) -> dict[str, Any]:
    """A combatant's state by the field names of the game's README."""
    who = fight.combatants[combatant]
    ids = list(dict.fromkeys(one.id for one in who.conditions))
    params: dict[str, Any] = {}
    for one in ids:
        found = [condition.params for condition in who.conditions if condition.id == one]
        params[one] = found if len(found) > 1 else found[-1]
    left = extra_left(options, who)
    return {
        "life_points": who.life_points,
        "drama_points": who.drama_points,
        "fire_damage": who.fire_damage,
        "conditions": ids,
        "params": params,
        "wound": wound_step(who),
        "grapples": _grapples(fight, combatant),
        "attributes": {one: current(who, one) for one in ATTRIBUTES},
        "attribute_loss": dict(who.attribute_loss),
        "attacks_made": who.attacks_made,
        "defenses_made": who.defenses_made,
        "extra_actions_left": 1000 if left is None else left,
        "attack_die": who.attack_die,
        "defense_die": who.defense_die,
        "ammo": dict(who.ammo),
        "breathless_turns": who.breathless_turns,
        "damage_capacity": who.damage_capacity,
        "mount": who.mount,
        "exertion": dict(who.exertion),
        "progress": who.progress,
        "chase_levels": who.chase_levels,
    }


def _grapples(fight: Fight, holder: CombatantId) -> list[dict[str, Any]]:
    return [
        {"of": one, "part": condition.params.get("part")}
        for one, who in fight.combatants.items()
        for condition in who.conditions
        if condition.id == "grappled" and condition.params.get("by") == holder
    ]


def describe_encounter(fight: Fight) -> dict[str, Any]:
    """The encounter by the field names of the game's README; empty without one."""
    met = fight.encounter
    if met is None:
        return {}
    return {
        "turn": met.turn,
        "phase": met.phase,
        "order": list(met.order),
        "simultaneous": [list(group) for group in met.simultaneous],
        "noise": fight.noise,
        "areas": [{"by": one.by, "area": one.area, "total": one.total} for one in fight.areas],
    }
