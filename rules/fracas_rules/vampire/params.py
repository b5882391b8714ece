"""What `params` may hold: every parameter is declared once, with its kind and limits; all checking derives from this.

A parameter with `claim` says something about the world: a player's needs the GM's ruling. One table serves acts; checks,
hazards and conditions declare theirs of the same `Param`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from ..errors import refuse
from .sheet import ATTRIBUTES

#: `who`: a combatant; `id`: of a power, an ability, a weapon; `table`: a table that its procedure reads itself.
Kind = Literal["number", "flag", "choice", "who", "id", "table"]
_LONGEST = 48
NATURALS = ("fangs", "feral_claws", "claws", "bone_spurs", "spikes")
COVERS = ("none", "light", "good", "superior")
TYPES = ("bashing", "lethal", "aggravated")


class Param(Struct, frozen=True):
    """A parameter: its kind; `min` to `max` of a number; `choices`; what it is when absent; whether it is a claim."""

    kind: Kind
    label: str = ""
    min: int = 0
    max: int = 1000
    choices: tuple[str, ...] = ()
    default: Any = None
    claim: bool = False

    def fault(self, value: Any) -> str:
        """What is wrong with a value, in words; empty when nothing is."""
        if self.kind == "flag":
            return "" if isinstance(value, bool) else "takes true or false"
        if self.kind == "number":
            fits = isinstance(value, int) and not isinstance(value, bool) and self.min <= value <= self.max
            return "" if fits else f"takes a whole number from {self.min} to {self.max}"
        if self.kind == "choice":
            return "" if isinstance(value, str) and value in self.choices else f"is one of {', '.join(self.choices)}"
        if self.kind == "table":
            return "" if isinstance(value, dict) else "takes a table"
        least = 0 if self.default == "" else 1
        fits = isinstance(value, str) and least <= len(value) <= _LONGEST
        return "" if fits else f"takes an id of {least} to {_LONGEST} signs"


Table = Mapping[str, Param]


def flag(label: str = "", claim: bool = False, default: bool = False) -> Param:
    """A parameter that is true or false."""
    return Param("flag", label, default=default, claim=claim)


def number(low: int, high: int, label: str = "", default: int | None = None, claim: bool = False) -> Param:
    """A whole number from `low` to `high`."""
    return Param("number", label, low, high, (), default, claim)


def choice(*choices: str, label: str = "", default: str | None = None, claim: bool = False) -> Param:
    """One of `choices`."""
    return Param("choice", label, choices=choices, default=default, claim=claim)


#: Everything that an act may carry in `params`. Which maneuver takes what stands in its row.
ACT: dict[str, Param] = {
    "difficulty_mod": number(-10, 10, "Difficulty", 0, claim=True),
    "damage_mod": number(-50, 50, "Damage dice", 0, claim=True),
    "no_room": flag("No room to dodge", claim=True),
    "vicious": number(0, 2, "Lethal levels besides", 0, claim=True),
    "area": number(0, 1000, "Metres covered", 3),
    "natural": choice(*NATURALS, label="With"),
    "attribute": choice(*ATTRIBUTES, label="Attribute", default="strength"),
    "ability": Param("id", "Ability", default=""),
    "difficulty": number(2, 10, "Difficulty", 6, claim=True),
    "cover": choice(*COVERS, label="Cover", default="none", claim=True),
    "points": number(1, 100, "Points", 1),
    "levels": number(1, 7, "Levels", 1),
    "power": Param("id", "Power"),
    "metres": number(0, 100_000, "Metres", 0),
    "dots": number(1, 10, "Dots", 1),
    "first": Param("id", "First"),
    "second": Param("id", "Second"),
    "third": Param("id", "Third"),
    "fourth": Param("id", "Fourth"),
}


def check(given: Mapping[str, Any], table: Table, path: str, what: str) -> None:
    """Refuse (`malformed`) the first parameter that `table` does not know, or whose value does not fit it."""
    for name, value in given.items():
        param = table.get(name)
        if param is None:
            known = ", ".join(table) or "none"
            refuse("malformed", f"{what} takes no parameter `{name}`; known are {known}.", f"{path}.{name}")
        wrong = param.fault(value)
        if wrong:
            refuse("malformed", f"`{name}` {wrong}.", f"{path}.{name}")


def claimed(given: Mapping[str, Any]) -> dict[str, str]:
    """What `params` of an act claim about the world, by printed label."""
    found = {}
    for name, value in given.items():
        param = ACT.get(name)
        if param is not None and param.claim and value != param.default:
            found[param.label] = str(value)
    return found


def without_claims(given: Mapping[str, Any]) -> dict[str, Any]:
    """The same parameters without those that claim something."""
    return {name: value for name, value in given.items() if name not in ACT or not ACT[name].claim}
