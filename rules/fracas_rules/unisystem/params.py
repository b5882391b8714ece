"""What `params` may hold: the parameters of acts, checks and hazards, each declared once; all checking derives from that.

A parameter with `claim` says something about the world: a player's needs the GM's ruling (`kernel.params`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..kernel import params as kernel
from ..kernel.ids import CombatantId
from ..kernel.params import Param, Table, choice, flag, number
from .sheet import ATTRIBUTES, SKILLS

LIMBS = ("arm_left", "arm_right", "leg_left", "leg_right")
GAITS = ("stand", "walk", "trot", "canter", "gallop")

#: Everything that an act may carry in `params`. Which maneuver takes what: `rows.takes`.
ACT: dict[str, Param] = {
    "from_behind": flag("from behind", claim=True),
    "distracted": flag("the target is distracted", claim=True),
    "undetectable": flag("the target cannot notice it", claim=True),
    "cover": flag("cover for the target", claim=True, default=True),
    "gang": number(0, 20, "attackers ganging up", 0, claim=True),
    "awkward_hand": flag("the wrong hand", claim=True),
    "spread": flag("targets far apart", claim=True),
    "gait": choice(*GAITS, label="gait of the mount", default="walk", claim=True),
    "ground": choice("even", "uneven", label="ground", default="even", claim=True),
    "water": flag("water at hand", claim=True),
    "weight_lb": number(1, 1_000_000, "pounds thrown", claim=True),
    "helpers": Param("whos", "helpers", claim=True),
    "speed": number(0, 1000, "miles an hour", claim=True),
    "relative_speed": number(0, 2000, "miles an hour between them", claim=True),
    "target_speed": number(0, 1000, "the other's miles an hour", claim=True),
    "in_area": Param("whos", "in the line of fire", claim=True),
    "antidote": flag("the antidote", claim=True),
    "minutes": number(0, 1_000_000, "minutes since", 0, claim=True),
    "turns": number(1, 100, "Turns it takes", 2, claim=True),
    "straight_back": flag("stepping back from an attacker in front", claim=True),
    "attribute": choice(*ATTRIBUTES, label="attribute", default="dexterity", claim=True),
    "score": choice("muscle", "combat", "brains", label="Score", default="combat", claim=True),
    "drama": choice("heroic_feat", "heroic_damage", label="Drama Point", default="heroic_feat"),
    "followup": flag("follow-up"),
    "shots": number(1, 100, "Shots", 1),
    "bursts": number(1, 30, "Bursts", 1),
    "rounds": number(1, 1000, "Rounds", 10),
    "area": Param("text", "Area"),
    "mode": choice("single", "burst", "auto", label="Mode", default="single"),
    "limb": choice(*LIMBS, label="Limb"),
    "skill": choice(*SKILLS, label="Skill"),
    "riders": Param("ids", "Aim for"),
    "yards": number(0, 10_000, "Yards", 3),
    "grappling_limb": flag("Bite the limb that holds"),
    "item": Param("id", "Which weapon"),
    "weapons": Param("ids", "Weapons"),
    "effect": choice("provoke", "distract", "divert", label="Effect", default="provoke"),
    "amount": number(-1000, 1000, "Life Points"),
    "recipient": Param("who", "For whom"),
    "use": choice("attack", "defense", "any", label="For", default="any"),
    "label": Param("text", "What"),
    "attack": Param("id", "The mount's maneuver", default="kick"),
    "charge": flag("Charge"),
    "hand": choice("main", "off", label="Hand", default="main"),
}

_MODIFIER = {"modifier": number(-100, 100, "Modifier", 0)}
_SPEED = number(0, 2000, "Miles an hour")
#: The parameters of each check.
CHECKS: dict[str, Table] = {
    "attribute": {
        "attribute": choice(*ATTRIBUTES, label="Attribute", default="dexterity"),
        "skill": choice(*SKILLS, label="Skill"),
        "doubled": flag("Doubled"),
        "need": number(0, 100, "Levels needed", 1),
        **_MODIFIER,
    },
    "survival": _MODIFIER,
    "slow_death": {"minutes": number(0, 100_000, "Minutes", 1), **_MODIFIER},
    "consciousness": _MODIFIER,
    "fire_fear": {},
    "recover": {
        "days": number(0, 100_000, "Days"),
        "hours": number(0, 1_000_000, "Hours"),
        "care": choice("none", "medical", "supernatural", label="Care", default="none"),
        "rate": number(0, 1000, "Life Points an hour"),
    },
    "redline": {"count": number(1, 1000, "Which roll", 1)},
    "vehicle_survival": {},
    "driving": {"speed": _SPEED, "sharp": flag("Sharp turn"), "sudden": flag("Sudden move")},
    "chase": {
        "pursuer": Param("who", "Pursuer", needed=True),
        "quarry": Param("who", "Quarry", needed=True),
        "pursuer_speed": _SPEED,
        "quarry_speed": _SPEED,
        "head_start": number(0, 1000, "Head start in Turns", 0),
        "pursuer_bonus": number(-50, 50, "Pursuer's bonus", 0),
        "quarry_bonus": number(-50, 50, "Quarry's bonus", 0),
    },
}

_BY = {"by": Param("who", "by")}
_SICK = {
    "strength": number(1, 50, "Strength", 1),
    "attribute": choice(*ATTRIBUTES, label="Attribute", default="strength"),
    "lethal": flag("Lethal", default=True),
    "supernatural": flag("Supernatural"),
    "antidote_only": flag("Antidote only"),
    **_BY,
}
#: The parameters of each hazard.
HAZARDS: dict[str, Table] = {
    "fall": {"yards": number(0, 100_000, "Yards", 3), **_BY},
    "fire": {"per_turn": number(0, 1000, "Points a Turn", 3), "normal": flag("Normal fire", default=True), **_BY},
    "burning_contact": {"per_turn": number(0, 1000, "Points a Turn", 3), **_BY},
    "suffocation": {"turn": number(1, 10_000, "Turn without breath", 13), **_BY},
    "poison": {**_SICK, "every": choice("turn", "minute", "hour", "day", label="Every", default="minute")},
    "disease": {**_SICK, "every": choice("hour", "day", label="Every", default="day")},
    "suppressed_area": _BY,
    "crash": {
        "into": choice("small", "human", "large_animal", "solid", label="Into", default="solid"),
        "speed": number(0, 1000, "Miles an hour"),
        "relative_speed": number(0, 2000, "Relative speed"),
        "stops": flag("Brought to a stop"),
        **_BY,
    },
}



def claimed(given: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What `params` of an act claim about the world: printed label and value."""
    return kernel.claimed(given, ACT)


def without_claims(given: Mapping[str, Any]) -> dict[str, Any]:
    """The same parameters without those that claim something."""
    return kernel.without_claims(given, ACT)


def named(given: Mapping[str, Any], path: str) -> Iterator[tuple[CombatantId, str]]:
    """The combatants that parameters of an act name, each with its path."""
    return kernel.mentioned(given, ACT, path)
