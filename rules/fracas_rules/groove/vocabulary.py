"""Ids and the words printed for them: conditions with their parameters, the wound ladder, groups, places, phases."""

from __future__ import annotations

from typing import Any

from ..kernel import conditions
from ..kernel.params import Param, number


class Kind(conditions.Kind, frozen=True):
    """A condition. counted: it lasts `rounds`, counted at the boundary. out: its holder can do nothing at all."""

    counted: bool = False
    out: bool = False


_ROUNDS = {"rounds": number(0, 100_000, "Rounds")}
_HOLD = {"by": Param("who", "By"), "strength": number(0, 1000, "Strength")}

#: Every condition by its id.
CONDITIONS: dict[str, Kind] = {
    "unaware": Kind("Unaware"),
    "stunned": Kind("Stunned", _ROUNDS, counted=True, out=True, gives={"rounds": 1}),
    "dazed": Kind("Dazed", _ROUNDS, counted=True, gives={"rounds": 1}),
    "incapacitated": Kind("Incapacitated", _ROUNDS, counted=True, out=True, gives={"rounds": 0}),
    "unconscious": Kind("Unconscious", {"cause": Param("id", "Cause")}, out=True),
    "prone": Kind("Prone"),
    "hands_and_knees": Kind("On hands and knees"),
    "grappled": Kind("Grappled", _HOLD, many=True, gives={"strength": 0}),
    "entangled": Kind("Entangled", _HOLD, many=True, gives={"strength": 0}),
    "pinned": Kind("Pinned", _HOLD, many=True, gives={"strength": 0}),
    "exposed": Kind("Exposed"),
    "winding_up": Kind("Winding up", {"target": Param("who", "Target")}),
    "off_guard": Kind("Off guard", {"penalty": number(0, 100, "Penalty")}, gives={"penalty": 2}),
    "giving_ground": Kind("Giving ground", {"bonus": number(0, 100, "Bonus")}, gives={"bonus": 2}),
    "opening": Kind(
        "Opening", {"target": Param("who", "Target"), "bonus": number(-100, 100, "Bonus")}, seen=False, gives={"bonus": 2}
    ),
    "feinted": Kind("Feinted", seen=False),
    "disarmed": Kind("Disarmed"),
    "bleeding": Kind("Bleeding"),
    "stabilized": Kind("Stabilized"),
    "infected": Kind("Infected"),
    "in_funk": Kind("In a funk", {"sessions": number(1, 1000, "Sessions")}, gives={"sessions": 1}),
    "in_groove": Kind("In the groove", {"combats": number(0, 1, "Combats")}, gives={"combats": 1}),
    "foul_play": Kind("Foul play"),
}

#: Conditions in which nobody can do anything.
OUT = tuple(one for one, kind in CONDITIONS.items() if kind.out)
#: What a holder does to the held; those of several holders stand side by side.
HOLDS = tuple(one for one, kind in CONDITIONS.items() if kind.many)
#: What takes a begun Great Blow away (GRV-M-GREAT-BLOW).
UPSETS = ("stunned", "dazed", "pinned", "incapacitated", "unconscious")


def condition(word: conditions.Word, path: str) -> tuple[str, dict[str, Any]]:
    """A condition's id and parameters as they were given. Refuses (`unknown-id`, `malformed`) what does not fit."""
    return conditions.parse(word, CONDITIONS, path)


#: The wound ladder: printed name and severity, 0 to 100.
WOUNDS = {
    "unhurt": ("Unhurt", 0),
    "hurt": ("Hurt", 25),
    "severe": ("Severely injured", 75),
    "dead": ("Dead", 100),
}

GROUPS = {
    "attack": "Attacks",
    "hold": "Holds",
    "trick": "Tricks",
    "move": "Moves",
    "help": "Help",
    "plan": "Plans for the round",
}

PHASES = {"intentions": "Intentions and instant actions", "actions": "Actions"}

DEFENSES = {
    "none": ("No defense", "only Dodge"),
    "parry": ("Parry", "roll MCL + Dex; the effect adds to Dodge"),
    "parry_flat": ("Parry without a roll", "MCL adds to Dodge"),
    "block": ("Block", "roll MCL + Dex; the blow lands where you want, weaker by the effect"),
    "sidestep": ("Sidestep", "roll HTH + Ref; the rush becomes a plain strike"),
}
#: Which reserved action pays for which defence.
RESERVES = {"parry": "parry", "parry_flat": "parry", "block": "block", "sidestep": "sidestep"}


def place(location: str) -> str:
    """The printed name of a location."""
    return location.replace("_", " ")
