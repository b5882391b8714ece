"""Ids and the words printed for them: conditions with their parameters, the wound ladder, groups, places, phases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from ..errors import refuse
from .params import Param, check, number


class Kind(Struct, frozen=True):
    """A condition.

    params: what it carries. seen: it shows on the outside. many: instances of several holders stand side by side.
    counted: it lasts `rounds`, counted at the boundary. gives: parameters it has when none are given.
    out: its holder can do nothing at all.
    """

    label: str
    params: dict[str, Param] = {}
    seen: bool = True
    many: bool = False
    counted: bool = False
    out: bool = False
    gives: dict[str, Any] = {}


_ROUNDS = {"rounds": number(0, 100_000, "rounds")}
_HOLD = {"by": Param("who", "by"), "strength": number(0, 1000, "strength")}

#: Every condition by its id.
CONDITIONS: dict[str, Kind] = {
    "unaware": Kind("Unaware"),
    "stunned": Kind("Stunned", _ROUNDS, counted=True, out=True, gives={"rounds": 1}),
    "dazed": Kind("Dazed", _ROUNDS, counted=True, gives={"rounds": 1}),
    "incapacitated": Kind("Incapacitated", _ROUNDS, counted=True, out=True, gives={"rounds": 0}),
    "unconscious": Kind("Unconscious", {"cause": Param("id", "cause")}, out=True),
    "prone": Kind("Prone"),
    "hands_and_knees": Kind("On hands and knees"),
    "grappled": Kind("Grappled", _HOLD, many=True, gives={"strength": 0}),
    "entangled": Kind("Entangled", _HOLD, many=True, gives={"strength": 0}),
    "pinned": Kind("Pinned", _HOLD, many=True, gives={"strength": 0}),
    "exposed": Kind("Exposed"),
    "winding_up": Kind("Winding up", {"target": Param("who", "target")}),
    "off_guard": Kind("Off guard", {"penalty": number(0, 100, "penalty")}, gives={"penalty": 2}),
    "giving_ground": Kind("Giving ground", {"bonus": number(0, 100, "bonus")}, gives={"bonus": 2}),
    "opening": Kind(
        "Opening", {"target": Param("who", "target"), "bonus": number(-100, 100, "bonus")}, seen=False, gives={"bonus": 2}
    ),
    "feinted": Kind("Feinted", seen=False),
    "disarmed": Kind("Disarmed"),
    "bleeding": Kind("Bleeding"),
    "stabilized": Kind("Stabilized"),
    "infected": Kind("Infected"),
    "in_funk": Kind("In a funk", {"sessions": number(1, 1000, "sessions")}, gives={"sessions": 1}),
    "in_groove": Kind("In the groove", {"combats": number(0, 1, "combats")}, gives={"combats": 1}),
    "foul_play": Kind("Foul play"),
}

#: Conditions in which nobody can do anything.
OUT = tuple(one for one, kind in CONDITIONS.items() if kind.out)
#: What a holder does to the held.
HOLDS = ("grappled", "entangled", "pinned")
#: What takes a begun Great Blow away (GRV-M-GREAT-BLOW).
UPSETS = ("stunned", "dazed", "pinned", "incapacitated", "unconscious")


def condition(word: Any, path: str) -> tuple[str, dict[str, Any]]:
    """A condition's id and parameters as they were given: an id, or a table with one.

    Refuses (`unknown-id`, `malformed`) with the path what does not fit the vocabulary.
    """
    table = {"id": word} if isinstance(word, str) else dict(word)
    one = table.pop("id", None)
    if not isinstance(one, str) or one not in CONDITIONS:
        refuse("unknown-id", f"There is no condition `{one}`; there are {', '.join(CONDITIONS)}.", f"{path}.id")
    check(table, CONDITIONS[one].params, path, f"The condition {one}")
    return one, table


def sources(params: Mapping[str, Any]) -> list[str]:
    """The combatants that a condition's parameters name."""
    return [str(params[key]) for key in ("by", "target") if key in params]


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
