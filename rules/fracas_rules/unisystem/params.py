"""What `params` may hold: every parameter is declared once, with its kind and limits; all checking derives from this.

A parameter with `claim` says something about the world: a player's needs the GM's ruling. One table serves acts; checks,
hazards and conditions declare theirs where they are, of the same `Param`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct

from ..errors import refuse
from ..kernel.ids import CombatantId
from .sheet import ATTRIBUTES, SKILLS

#: `who`, `whos`: a combatant, several; `id`, `ids`: of weapons, maneuvers, riders; `text`: words for people.
Kind = Literal["number", "flag", "choice", "who", "whos", "id", "ids", "text"]
_LONGEST = 80
_MOST = 24


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
        kind = self.kind
        if kind == "flag":
            return "" if isinstance(value, bool) else "takes true or false"
        if kind == "number":
            fits = isinstance(value, int) and not isinstance(value, bool) and self.min <= value <= self.max
            return "" if fits else f"takes a whole number from {self.min} to {self.max}"
        if kind == "choice":
            return "" if isinstance(value, str) and value in self.choices else f"is one of {', '.join(self.choices)}"
        if kind in ("whos", "ids"):
            fits = isinstance(value, list) and len(value) <= _MOST and all(isinstance(one, str) for one in value)
            return "" if fits and len(set(value)) == len(value) else "takes a list of ids, each once"
        fits = isinstance(value, str) and 0 < len(value) <= _LONGEST
        return "" if fits else f"takes {'a text' if kind == 'text' else 'an id'} of 1 to {_LONGEST} signs"


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


def claimed(given: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What `params` of an act claim about the world, by printed label."""
    told = []
    for name, value in given.items():
        param = ACT.get(name)
        if param is not None and param.claim and value != param.default:
            shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            told.append((param.label, shown))
    return told


def without_claims(given: Mapping[str, Any]) -> dict[str, Any]:
    """The same parameters without those that claim something."""
    return {name: value for name, value in given.items() if name not in ACT or not ACT[name].claim}


def named(given: Mapping[str, Any], path: str) -> Iterator[tuple[CombatantId, str]]:
    """The combatants that parameters of an act name, each with its path."""
    for name, value in given.items():
        kind = ACT[name].kind if name in ACT else ""
        if kind == "who" and isinstance(value, str):
            yield value, f"{path}.{name}"
        elif kind == "whos" and isinstance(value, list):
            for at, one in enumerate(value):
                if isinstance(one, str):
                    yield one, f"{path}.{name}[{at}]"
