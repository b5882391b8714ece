"""Ids and the words printed for them: conditions with their parameters, wound levels, places, groups."""

from __future__ import annotations

from typing import Any

from ..kernel import conditions
from ..kernel.params import Param, choice, number
from .params import WHERE
from .sheet import ATTRIBUTES, SKILLS


class Kind(conditions.Kind, frozen=True):
    """A condition.

    upkeep: the hold ends when it is not renewed. Holds are those of which several stand side by side, each by its holder.
    """

    upkeep: bool = False


_ROUNDS = number(0, 10_000, "Rounds")


def _hold(label: str, upkeep: bool, params: dict[str, Param] | None = None, gives: dict[str, Any] | None = None) -> Kind:
    return Kind(label, {"by": Param("who", "By"), **(params or {})}, gives or {}, ("by",), many=True, upkeep=upkeep)


#: Every condition by its id.
CONDITIONS: dict[str, Kind] = {
    "massive": Kind("Massive damage", {"level": number(1, 4, "Level"), "rounds": _ROUNDS}, {"level": 1, "rounds": 1}),
    "unconscious": Kind("Unconscious", {"rounds": _ROUNDS}),
    "stunned": Kind("Stunned", {"rounds": _ROUNDS}),
    "prone": Kind("Prone", {"rise": choice("action", "round", label="Rise")}, {"rise": "action"}),
    "off_balance": Kind("Off balance", {"dice": number(1, 100, "Dice")}, {"dice": 2}),
    "grabbed": _hold("Grabbed", True, {"where": choice(*WHERE, label="Where")}, {"where": "body"}),
    "choked": _hold("Choked", True),
    "bear_hugged": _hold("Bear-hugged", True),
    "tackled": _hold("Tackled", False),
    "pinned": _hold("Pinned", False),
    "arm_pinned": _hold("Arm pinned", True),
    "pinned_clothing": Kind("Clothing pinned", {"difficulty": number(0, 1000, "Difficulty")}, {"difficulty": 1}),
    "entangled": Kind("Entangled", {"defense_total": number(0, 1000, "Defense total")}, {"defense_total": 3}),
    "broken_arm": Kind("Broken arm"),
    "disarmed": Kind("Disarmed"),
    "knockout_immune": Kind("Immune to knockouts", seen=False),
    "overrun": Kind("Running on"),
    "quick_draw": Kind(
        "Quick draw", {"skill": choice(*ATTRIBUTES, *SKILLS, label="Skill"), "shift": number(1, 200, "Dice")},
        needs=("skill", "shift"), seen=False,
    ),
    "clinging": Kind("Clinging to consciousness"),
    "acted_out": Kind("No actions left"),
    "fled": Kind("Fled"),
}  # fmt: skip

HOLDS = tuple(one for one, kind in CONDITIONS.items() if kind.many)
UPKEEP = tuple(one for one, kind in CONDITIONS.items() if kind.upkeep)
#: Holds that leave nothing but escaping.
FAST = ("choked", "bear_hugged", "tackled", "pinned")


#: The wound ladder: printed name, severity from 0 to 100, dice lost (D6-X-WOUNDS, D6-X-ZERO).
WOUNDS = {
    "healthy": ("Unhurt", 0, 0),
    "dazed": ("Dazed", 25, 1),
    "wounded": ("Wounded", 50, 2),
    "mortally_wounded": ("Mortally wounded", 75, 3),
    "unconscious": ("Unconscious", 85, 4),
    "dying": ("Dying", 95, 4),
    "dead": ("Dead", 100, 4),
}

#: Called shots: what they add to the difficulty and to the damage (D6-L-CALLED).
LOCATIONS = {
    "head": (4, 12), "heart": (5, 12), "chest": (0, 0), "abdomen": (2, 6), "arm": (2, -2), "leg": (1, -1), "hand": (3, -1),
    "foot": (3, -1),
}  # fmt: skip

GROUPS = {
    "unarmed": "Unarmed",
    "grappling": "Grappling",
    "armed": "Weapons",
    "ranged": "Ranged",
    "charge": "Charges",
    "defense": "Defense",
    "other": "Other",
}

PHASES = {"intentions": "Announcements", "actions": "Actions"}

#: Difficulties by name (D6-C-DIFFICULTY).
EASY, MODERATE, DIFFICULT, HEROIC = 2, 3, 5, 9


def ladder_name(difficulty: int) -> str:
    """A difficulty by the name of the greatest rung that it reaches."""
    rungs = ((9, "Heroic"), (7, "Very Difficult"), (5, "Difficult"), (3, "Moderate"), (2, "Easy"), (1, "Very Easy"))
    return next((name for least, name in rungs if difficulty >= least), "No difficulty")
