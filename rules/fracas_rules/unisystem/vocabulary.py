"""Ids and the words printed for them: conditions with their parameters, wound steps, places, groups, damage types."""

from __future__ import annotations

from typing import Any, Literal

from ..kernel import conditions
from ..kernel.params import Param, choice, flag, number
from .params import LIMBS
from .sheet import ATTRIBUTES

#: When the boundary between two Turns ends a condition by itself.
Until = Literal["", "next_round", "turns", "until"]


class Kind(conditions.Kind, frozen=True):
    """A condition.

    body: the dead may have it, too.
    until: `next_round` ends it; `turns` counts down by one, ending it at `last`; `until` names the Turn after which it ends.
    then: the condition that follows when it has run out.
    """

    body: bool = False
    until: Until = ""
    last: int = 0
    then: str = ""


_BY = Param("who", "by")
_OF = Param("who", "of")
_LEVELS = number(0, 100, "levels")
_TURNS = number(0, 10_000, "Turns")
_UNTIL = number(0, 1_000_000, "until Turn")
_WINGS = ("wing_left", "wing_right", "tentacle")
#: Parts that may be held, and limbs that may be lost.
PARTS = (*LIMBS, *_WINGS, "body", "neck")
ALL_LIMBS = (*LIMBS, *_WINGS)
_PART = choice(*PARTS, label="part")
_LIMB = choice(*ALL_LIMBS, label="part")
_SICK = {
    "strength": number(0, 50, "strength"),
    "attribute": choice(*ATTRIBUTES, label="attribute"),
    "every": choice("turn", "minute", "hour", "day", label="every"),
    "lethal": flag("lethal", default=True),
    "supernatural": flag("supernatural"),
    "antidote_only": flag("antidote only"),
}

#: Every condition by its id.
CONDITIONS: dict[str, Kind] = {
    "aiming": Kind("Aiming", {"bonus": number(-50, 100, "bonus")}, until="next_round"),
    "behind": Kind("Behind", {"of": _OF, "turns": _TURNS}, until="turns"),
    "bitten": Kind("Bitten", {"by": _BY, "drunk": number(0, 100_000, "drunk")}, many=True),
    "bleeding": Kind(
        "Bleeding", {"per_turn": number(0, 1000, "per Turn"), "doctor_penalty": number(-50, 50, "doctor")},
        gives={"per_turn": 1, "doctor_penalty": -3},
    ),
    "blinded": Kind("Blinded"),
    "changed_intention": Kind("Changed intention", {"targets": Param("whos", "targets")}, seen=False, until="next_round"),
    "choked": Kind("Choked", {"by": _BY}, many=True),
    "crippled": Kind("Crippled limb", {"part": _LIMB}, many=True, body=True),
    "dead": Kind(
        "Dead",
        {
            "cause": Param("id", "cause"), "minutes": number(0, 1_000_000, "minutes"), "destroyed": flag("destroyed"),
            "tried": flag("tried"),
        },
        body=True,
    ),
    "diseased": Kind("Diseased", _SICK),
    "doubled_over": Kind("Doubled over", {"penalty": number(-100, 0, "penalty"), "turn": number(0, 1000, "Turn")}),
    "drained": Kind("Being drained", {"by": _BY, "ease": number(0, 100, "ease"), "fresh": flag("fresh")}, many=True),
    "dying": Kind("Dying", {"minutes": number(0, 1_000_000, "minutes"), "turns_passed": number(0, 12, "Turns passed")}),
    "exposed": Kind("Exposed", {"until": _UNTIL}, until="until"),
    "feinted": Kind("Feinted", {"by": _BY, "levels": _LEVELS, "turns": _TURNS}, seen=False, many=True, until="turns"),
    "fire_panic": Kind("Panic of fire"),
    "followup": Kind(
        "Follow-up", {"bonus": number(-50, 100, "bonus"), "against": Param("who", "against")}, seen=False, until="next_round"
    ),
    "full_defense": Kind("Full defense", until="next_round"),
    "full_offense": Kind("Full offense", until="next_round"),
    "grappled": Kind("Grappled", {"by": _BY, "part": _PART}, many=True, body=True),
    "held": Kind("Held fast", {"by": _BY, "levels": _LEVELS}, many=True, body=True),
    "incapacitated": Kind("Helpless"),
    "inside_reach": Kind("Inside reach", {"of": _OF}, many=True, body=True),
    "invisible": Kind("Invisible", body=True),
    "jammed": Kind(
        "Weapon jammed or empty", {"weapon": Param("id", "weapon"), "turns": _TURNS}, seen=False, many=True, body=True
    ),
    "last_deed": Kind("Last deed", {"turns": _TURNS}, until="turns", then="dead"),
    "located": Kind("Located the unseen", {"of": _OF, "until": _UNTIL}, seen=False, until="until"),
    "marked": Kind("Outlined", body=True),
    "on_fire": Kind(
        "On fire", {"per_turn": number(0, 1000, "per Turn"), "normal": flag("normal", default=True)},
        gives={"per_turn": 3, "normal": True},
        body=True,
    ),
    "opportunist": Kind("Opportunist", {"count": number(0, 100, "count"), "turn": _UNTIL}, seen=False),
    "pinned": Kind("Pinned down", {"until": _UNTIL}, until="until"),
    "poisoned": Kind("Poisoned", _SICK, seen=False),
    "prone": Kind("Prone", {"fresh": flag("fresh")}),
    "restrained": Kind(
        "Bound",
        {
            "legs_free": flag("legs free"), "arms": choice("front", "behind", label="arms"), "mobile": flag("mobile"),
            "bonds": number(-20, 0, "bonds"),
        },
        body=True,
    ),
    "righteous_fury": Kind("Righteous fury"),
    "scarred": Kind("Scarred", body=True),
    "set_polearm": Kind("Polearm set", {"weapon": Param("id", "weapon")}),
    "severed": Kind("Severed limb", {"part": _LIMB}, many=True, body=True),
    "standing_roll": Kind(
        "Standing defense",
        {
            "maneuver": Param("id", "maneuver"), "total": number(-100, 1000, "total"),
            "attack_total": number(-100, 1000, "attack"), "weapon": Param("id", "weapon"),
        },
        until="next_round",
    ),
    "standing_up": Kind("Getting up", until="next_round"),
    "stunned": Kind("Stunned", {"actions": number(1, 100, "actions")}, gives={"actions": 1}),
    "taunted": Kind(
        "Taunted",
        {"effect": choice("provoke", "distract", "divert", label="effect"), "by": _BY, "levels": _LEVELS, "turns": _TURNS},
        until="turns",
    ),
    "triggered": Kind("Drawback triggered", {"drawback": Param("id", "drawback")}),
    "unconscious": Kind("Unconscious", {"turns": _TURNS}, until="turns", last=1, then="prone"),
    "unready": Kind(
        "Weapon not in hand", {"weapons": Param("ids", "weapons"), "far": Param("ids", "out of reach")}, seen=False, body=True
    ),
    "watched_over": Kind(
        "Watched over",
        {
            "by": _BY, "bonus": number(-100, 100, "bonus"), "use": choice("attack", "defense", "any", label="use"),
            "turns": _TURNS,
        },
        seen=False, many=True, until="turns",
    ),
    "willing": Kind("Willing"),
    "wrecked": Kind("Wrecked", {"how": choice("stops", "explodes", "coasts", "crash", label="how")}, body=True),
}  # fmt: skip


def condition(word: conditions.Word, path: str) -> tuple[str, dict[str, Any]]:
    """A condition's id and parameters as they were given. Refuses (`unknown-id`, `malformed`) what does not fit."""
    return conditions.parse(word, CONDITIONS, path)


#: The wound ladder: printed name and severity, 0 to 100.
WOUNDS = {
    "fine": ("Unhurt or lightly hurt", 0),
    "severe": ("Severely wounded", 40),
    "critical": ("Critically wounded", 65),
    "down": ("Down", 80),
    "mortal": ("Mortally wounded", 92),
    "dead": ("Dead", 100),
}

GROUPS = {
    "unarmed": "Unarmed",
    "armed": "Armed",
    "ranged": "Ranged",
    "targeting": "Targeting",
    "defense": "Stances",
    "talk": "Talk",
    "vampire": "Vampires",
    "mounted": "Mounts and vehicles",
    "general": "General",
}

TYPES = {"bash": "Bash", "slash_stab": "Slash/stab", "bullet": "Bullet", "fire": "Fire"}

PHASES = {"intentions": "Intentions", "initiative": "Initiative", "actions": "Actions"}

#: Places on the body and what aiming at them costs (UNI-M-CALLED-SHOT, UNI-M-TARGET-LIMB).
LOCATIONS = {
    "body": 0, "face": -1, "arm_left": -2, "arm_right": -2, "leg_left": -2, "leg_right": -2, "wing_left": -2, "wing_right": -2,
    "tentacle": -2, "groin": -3, "heart": -3, "neck": -3, "hand_left": -3, "hand_right": -3, "foot_left": -3, "foot_right": -3,
    "head": -4, "eye": -5,
}  # fmt: skip


def place(part: str) -> str:
    """A place on the body in words: `arm_left` -> `left arm`."""
    head, _, side = part.partition("_")
    return f"{side} {head}".strip()
