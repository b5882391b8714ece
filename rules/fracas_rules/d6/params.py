"""The parameters of acts, checks and hazards: each is declared once, all checking derives from that (`kernel.params`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..kernel import params as p
from ..kernel.ids import CombatantId
from ..kernel.params import Param, choice, flag, is_whole, number
from .sheet import ATTRIBUTES, SKILLS, is_bdv

_FAR = 100_000


def _is_feet(value: Any) -> bool:
    return is_whole(value) and 0 <= value <= _FAR


def _bdv_fits(value: Any) -> str:
    return "" if is_bdv(value) else "takes dice such as 3D or 2D+1, or whole points from 0 to 1000"


def _obstacle_fits(value: Any) -> str:
    fits = isinstance(value, dict) and set(value) == {"bdv", "feet"} and is_bdv(value["bdv"]) and _is_feet(value["feet"])
    return "" if fits else "takes a table of `bdv` (such as 3D) and `feet` (0 or more)"


def _feet_fit(value: Any) -> str:
    fits = isinstance(value, dict) and len(value) <= p.MOST and all(map(_is_feet, value.values()))
    return "" if fits else "takes a table of feet by combatant"


def bdv(label: str, default: str | None = None, claim: bool = False) -> Param:
    """Dice or points of damage (D6-C-BDV)."""
    return Param("bdv", label, default=default, claim=claim, fits=_bdv_fits)


#: Where a grab takes hold, and the materials that a force wave may run through (D6-M-GRAB, D6-C-OBSTACLE).
WHERE = ("arm", "leg", "body")
MATERIALS = ("sand", "earth", "wood", "asphalt", "concrete", "stone", "steel")

#: Everything that an act may carry in `params`, by the key that rows use. Which maneuver takes what stands in its row.
ACT: dict[str, Param] = {
    "skill": Param("id", "Skill"),
    "power": Param("id", "Power"),
    "turn": number(0, 360, "Degrees of the turn", 0),
    "running_difficulty": number(0, 100, "Difficulty of the run", 2, claim=True),
    "obstacle": Param("obstacle", "In the way", claim=True, fits=_obstacle_fits),
    "drop": number(0, _FAR, "Feet dropped", 0, claim=True),
    "ground_bdv": bdv("Damage of the ground", "2D", claim=True),
    "where": choice(*WHERE, label="Where", default="body"),
    "what": choice("clothing", "whole", label="What", default="clothing"),
    "with": Param("id", "With"),
    "bdv": bdv("Damage of what is hit", "2D", claim=True),
    "material": choice(*MATERIALS, label="Material", default="earth", claim=True),
    "target_feet": Param("feet_by", "Feet to each target", claim=True, name="feet", fits=_feet_fit),
    "feet": number(0, _FAR, "Feet"),
    "difficulty": number(0, 100, "Difficulty", claim=True),
    "at": Param("who", "At whom"),
    "lift_difficulty": number(0, 100, "Difficulty of the lift", claim=True),
    "throw_difficulty": number(0, 100, "Difficulty of the throw", claim=True),
    "obstacle_bdv": bdv("Damage of what stops the flight", claim=True),
    "shift": number(1, 200, "Dice moved to initiative", 1),
    "reload": flag("Reload"),
}
#: What the stand-alone test and the hazard take.
CHECKS: dict[str, p.Table] = {
    "skill": {"skill": choice(*ATTRIBUTES, *SKILLS, label="Skill", needed=True), "difficulty": number(0, 100, "Difficulty", 3)},
}
HAZARDS: dict[str, p.Table] = {
    "impact": {"bdv": bdv("Damage", "2D"), "modifier": number(-1000, 1000, "Modifier", 0)},
}


def named(keys: tuple[str, ...]) -> dict[str, Param]:
    """The parameters of a row by their names on the wire."""
    return {ACT[key].name or key: ACT[key] for key in keys}


def _meant(given: Mapping[str, Any]) -> dict[str, Param]:
    """The parameters that these can only be: `feet` by combatant is another one than a number of `feet`."""
    keys = ("target_feet" if name == "feet" and isinstance(value, dict) else name for name, value in given.items())
    return named(tuple(key for key in keys if key in ACT))


def claimed(given: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What `params` of an act claim about the world, by printed label."""
    told = {
        name: ", ".join(f"{key} {inner}" for key, inner in value.items()) if isinstance(value, dict) else value
        for name, value in given.items()
    }
    return p.claimed(told, _meant(given))


def without_claims(given: Mapping[str, Any]) -> dict[str, Any]:
    """The same parameters without those that claim something."""
    return p.without_claims(given, _meant(given))


def mentioned(given: Mapping[str, Any], path: str) -> Iterator[tuple[CombatantId, str]]:
    """The combatants that parameters of an act name, each with its path."""
    yield from p.mentioned(given, _meant(given), path)
    feet = given.get("feet")
    for one in feet if isinstance(feet, dict) else ():
        yield str(one), f"{path}.feet.{one}"
