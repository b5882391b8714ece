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
from .sheet import STATS

#: `who`: a combatant; `id`: of a skill, maneuver or weapon.
Kind = Literal["number", "flag", "choice", "who", "id"]
_LONGEST = 80


class Param(Struct, frozen=True):
    """A parameter: its kind; `min` to `max` of a number; `choices`; what it is when absent; whether it is needed, or a claim."""

    kind: Kind
    label: str = ""
    min: int = 0
    max: int = 1000
    choices: tuple[str, ...] = ()
    default: Any = None
    needed: bool = False
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
        fits = isinstance(value, str) and 0 < len(value) <= _LONGEST
        return "" if fits else f"takes an id of 1 to {_LONGEST} signs"

    def shown(self, name: str) -> dict[str, Any]:
        """The parameter as front ends draw it."""
        kind = self.kind if self.kind in ("number", "flag", "choice") else "text"
        out: dict[str, Any] = {"id": name, "label": self.label or name.replace("_", " ").capitalize(), "kind": kind}
        if self.kind == "number":
            out.update(min=self.min, max=self.max)
        if self.kind == "choice":
            out["options"] = [{"id": one, "label": one.replace("_", " ").capitalize()} for one in self.choices]
        if self.default is not None:
            out["default"] = self.default
        return out


Table = Mapping[str, Param]


def flag(label: str = "", claim: bool = False) -> Param:
    """A parameter that is true or false; false when absent."""
    return Param("flag", label, default=False, claim=claim)


def number(low: int, high: int, label: str = "", default: int | None = None, needed: bool = False) -> Param:
    """A whole number from `low` to `high`."""
    return Param("number", label, low, high, (), default, needed)


def choice(*choices: str, label: str = "", default: str | None = None) -> Param:
    """One of `choices`."""
    return Param("choice", label, choices=choices, default=default)


#: Everything that an act may carry in `params`; which maneuver takes what is its row's to say (`Maneuver.takes`).
ACT: dict[str, Param] = {
    "duel": Param("id", "Duel with this skill"),
    "unaware": flag("the target does not know of it", claim=True),
    "instant": flag("an instant action", claim=True),
    "hands_full": number(0, 2, "Hands that hold something", 0),
    "feet": number(-1000, 1000, "Feet"),
}
#: What every attack understands.
ATTACK = ("duel", "unaware", "instant")

#: The parameters of each check.
CHECKS: dict[str, dict[str, Param]] = {
    "stat": {
        "stat": Param("choice", "Stat", choices=STATS, needed=True),
        "dice": number(1, 15, "Dice (d6)", 4),
        "bonus": number(-100, 100, "Bonus", 0),
    },
    "skill": {"skill": Param("id", "Skill", needed=True), "bonus": number(-100, 100, "Bonus", 0)},
    "acting": {},
    "healing": {
        "period": choice("day", "hour", label="Period", default="day"),
        "first_aid_effect": number(0, 1000, "First aid effect"),
        "bandages": flag("Clean bandages"),
        "herbs": flag("Herbs or drugs"),
        "exercise": flag("Exercise or travel"),
        "dirty": flag("Dirty place"),
        "bad_weather": flag("Bad weather"),
        "no_rest": flag("No rest"),
        "malnourished": flag("Malnourished"),
    },
    "funk": {"action": Param("choice", "Action", choices=("enter", "leave", "session"), needed=True)},
    "groove": {
        "action": Param("choice", "Action", choices=("enter", "end", "interrupt"), needed=True),
        "direct": flag("Straight from the funk"),
    },
}

#: The parameters of each hazard.
HAZARDS: dict[str, dict[str, Param]] = {
    "fall": {"distance": number(0, 1_000_000, "Feet", needed=True)},
    "drowning": {"round": number(1, 1_000_000, "Round without breath", needed=True)},
    "bleeding": {"minutes": number(1, 100_000, "Minutes", 1)},
}


def check(given: Mapping[str, Any], table: Table, path: str, what: str) -> None:
    """Refuse (`malformed`) the first parameter that `table` does not know, that does not fit it, or that is missing."""
    for name, value in given.items():
        param = table.get(name)
        if param is None:
            known = ", ".join(table) or "none"
            refuse("malformed", f"{what} takes no parameter `{name}`; known are {known}.", f"{path}.{name}")
        wrong = param.fault(value)
        if wrong:
            refuse("malformed", f"`{name}` {wrong}.", f"{path}.{name}")
    for name, param in table.items():
        if param.needed and name not in given:
            refuse("malformed", f"{what} needs the parameter `{name}`.", f"{path}.{name}")


def value(given: Mapping[str, Any], table: Table, name: str) -> Any:
    """A parameter, or what it is when absent."""
    return given.get(name, table[name].default)


def claimed(given: Mapping[str, Any]) -> dict[str, str]:
    """What `params` of an act claim about the world, by printed label."""
    return {
        ACT[name].label: str(said)
        for name, said in given.items()
        if name in ACT and ACT[name].claim and said != ACT[name].default
    }


def without_claims(given: Mapping[str, Any]) -> dict[str, Any]:
    """The same parameters without those that claim something."""
    return {name: said for name, said in given.items() if name not in ACT or not ACT[name].claim}


def named(given: Mapping[str, Any], table: Table, path: str) -> Iterator[tuple[CombatantId, str]]:
    """The combatants that parameters name, each with its path."""
    for name, said in given.items():
        if name in table and table[name].kind == "who" and isinstance(said, str):
            yield said, f"{path}.{name}"
