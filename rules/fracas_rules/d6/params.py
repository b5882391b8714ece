"""What `params` may hold: every parameter is declared once, with its kind and limits; all checking derives from this.

A parameter with `claim` says something about the world: a player's needs the GM's ruling. Acts, checks, hazards and
conditions declare theirs of the same `Param`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct

from ..errors import refuse
from ..kernel.ids import CombatantId
from .sheet import ATTRIBUTES, SKILLS, is_bdv

#: `who`: a combatant; `id`: of a weapon or power; `bdv`: dice or points of damage; `obstacle`: `{ bdv, feet }`;
#: `feet_by`: feet by combatant.
Kind = Literal["number", "flag", "choice", "who", "id", "bdv", "obstacle", "feet_by"]
_LONGEST = 48
_MOST = 24
_FAR = 100_000


class Param(Struct, frozen=True):
    """A parameter: its kind; `min` to `max` of a number; `choices`; what it is when absent; whether it is a claim.

    name: what it is called on the wire, where that differs from its key.
    """

    kind: Kind
    label: str = ""
    min: int = 0
    max: int = 1000
    choices: tuple[str, ...] = ()
    default: Any = None
    claim: bool = False
    name: str = ""

    def fault(self, value: Any) -> str:
        """What is wrong with a value, in words; empty when nothing is."""
        kind = self.kind
        if kind == "flag":
            return "" if isinstance(value, bool) else "takes true or false"
        if kind == "number":
            fits = _whole(value) and self.min <= value <= self.max
            return "" if fits else f"takes a whole number from {self.min} to {self.max}"
        if kind == "choice":
            return "" if isinstance(value, str) and value in self.choices else f"is one of {', '.join(self.choices)}"
        if kind == "bdv":
            return "" if is_bdv(value) else "takes dice such as 3D or 2D+1, or whole points from 0 to 1000"
        if kind == "obstacle":
            fits = isinstance(value, dict) and set(value) == {"bdv", "feet"} and is_bdv(value["bdv"])
            return "" if fits and _feet(value["feet"]) else "takes a table of `bdv` (such as 3D) and `feet` (0 or more)"
        if kind == "feet_by":
            fits = isinstance(value, dict) and len(value) <= _MOST and all(map(_feet, value.values()))
            return "" if fits else "takes a table of feet by combatant"
        fits = isinstance(value, str) and 0 < len(value) <= _LONGEST
        return "" if fits else f"takes an id of 1 to {_LONGEST} signs"


Table = Mapping[str, Param]


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _feet(value: Any) -> bool:
    return _whole(value) and 0 <= value <= _FAR


def number(low: int, high: int, label: str = "", default: int | None = None, claim: bool = False) -> Param:
    """A whole number from `low` to `high`."""
    return Param("number", label, low, high, (), default, claim)


def choice(*choices: str, label: str = "", default: str | None = None, claim: bool = False) -> Param:
    """One of `choices`."""
    return Param("choice", label, choices=choices, default=default, claim=claim)


#: Where a grab takes hold, and the materials that a force wave may run through (D6-M-GRAB, D6-C-OBSTACLE).
WHERE = ("arm", "leg", "body")
MATERIALS = ("sand", "earth", "wood", "asphalt", "concrete", "stone", "steel")

#: Everything that an act may carry in `params`, by the key that rows use. Which maneuver takes what stands in its row.
ACT: dict[str, Param] = {
    "skill": Param("id", "Skill"),
    "power": Param("id", "Power"),
    "turn": number(0, 360, "degrees of the turn", 0),
    "running_difficulty": number(0, 100, "difficulty of the run", 2, claim=True),
    "obstacle": Param("obstacle", "in the way", claim=True),
    "drop": number(0, _FAR, "feet dropped", 0, claim=True),
    "ground_bdv": Param("bdv", "damage of the ground", default="2D", claim=True),
    "where": choice(*WHERE, label="Where", default="body"),
    "what": choice("clothing", "whole", label="What", default="clothing"),
    "with": Param("id", "With"),
    "bdv": Param("bdv", "damage of what is hit", default="2D", claim=True),
    "material": choice(*MATERIALS, label="material", default="earth", claim=True),
    "target_feet": Param("feet_by", "feet to each target", claim=True, name="feet"),
    "feet": number(0, _FAR, "Feet"),
    "difficulty": number(0, 100, "difficulty", claim=True),
    "at": Param("who", "At whom"),
    "lift_difficulty": number(0, 100, "difficulty of the lift", claim=True),
    "throw_difficulty": number(0, 100, "difficulty of the throw", claim=True),
    "obstacle_bdv": Param("bdv", "damage of what stops the flight", claim=True),
    "shift": number(1, 200, "Dice moved to initiative", 1),
    "reload": Param("flag", "Reload", default=False),
}
#: What the stand-alone test and the hazard take.
CHECKS: dict[str, dict[str, Param]] = {
    "skill": {"skill": choice(*ATTRIBUTES, *SKILLS, label="skill"), "difficulty": number(0, 100, "difficulty", 3)},
}
HAZARDS: dict[str, dict[str, Param]] = {
    "impact": {"bdv": Param("bdv", "damage", default="2D"), "modifier": number(-1000, 1000, "modifier", 0)},
}


def named(keys: tuple[str, ...]) -> dict[str, Param]:
    """The parameters of a row by their names on the wire."""
    return {ACT[key].name or key: ACT[key] for key in keys}


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


def _claim(name: str, value: Any) -> Param | None:
    key = "target_feet" if name == "feet" and isinstance(value, dict) else name
    param = ACT.get(key)
    return param if param is not None and param.claim else None


def claimed(given: Mapping[str, Any]) -> dict[str, str]:
    """What `params` of an act claim about the world, by printed label."""
    told = {}
    for name, value in given.items():
        param = _claim(name, value)
        if param is not None and value != param.default:
            shown = value.items() if isinstance(value, dict) else ()
            told[param.label] = ", ".join(f"{key} {inner}" for key, inner in shown) if shown else str(value)
    return told


def without_claims(given: Mapping[str, Any]) -> dict[str, Any]:
    """The same parameters without those that claim something."""
    return {name: value for name, value in given.items() if _claim(name, value) is None}


def mentioned(given: Mapping[str, Any], path: str) -> Iterator[tuple[CombatantId, str]]:
    """The combatants that parameters of an act name, each with its path."""
    for name, value in given.items():
        if name == "at" and isinstance(value, str):
            yield value, f"{path}.at"
        elif name == "feet" and isinstance(value, dict):
            for one in value:
                yield str(one), f"{path}.feet.{one}"
