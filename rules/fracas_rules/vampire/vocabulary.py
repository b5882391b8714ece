"""Ids and the words printed for them: conditions with their parameters, the health ladder, groups, types of damage."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from ..errors import Refusal, refuse
from ..kernel import conditions
from ..kernel.params import Param, choice, number
from .facts import Condition
from .sheet import Sheet

#: How a condition runs out when one of its holder's turns ends: never, at once, or counting `turns` down.
Runs = Literal["", "once", "turns"]


class Kind(conditions.Kind, frozen=True):
    """A condition.

    runs: see `Runs`. allows: the classes of acts that it leaves, where it takes all others; None when it takes none.
    defends: whether its holder may answer attacks.
    """

    runs: Runs = ""
    allows: tuple[str, ...] | None = None
    defends: bool = True


_BY = Param("who", "By")
_TURNS = number(0, 10_000, "Turns")
#: What remains possible to those who may not act: spending blood, and powers that need neither a roll nor an action.
_STILL = ("blood", "free_power")

#: Every condition by its id (VTM-X-…, VTM-M-HOLD, VTM-M-KISS, VTM-A-POWER-TRANSFORM).
CONDITIONS: dict[str, Kind] = {
    "prone": Kind("Prone"),
    "knocked_down": Kind("Knocked down", allows=("stand", *_STILL), defends=False),
    "blinded": Kind("Blinded", {"turns": _TURNS, "dice": number(-50, 0, "Dice")}, runs="turns"),
    "eyes_destroyed": Kind("Eyes destroyed"),
    "dazed": Kind("Dazed", runs="once", allows=_STILL, defends=False),
    "stunned": Kind("Stunned", {"turns": _TURNS}, runs="turns", gives={"turns": 1}, allows=_STILL, defends=False),
    "clinched": Kind("Clinched", {"by": _BY}),
    "held": Kind("Held", {"by": _BY}, allows=("escape", "blood", "free_power", "power", "mental_power"), defends=False),
    "grappling": Kind("Grappling", {"target": Param("who", "Target"), "mode": choice("clinch", "hold", label="Mode")}),
    "kissed": Kind("Kissed", {"by": _BY}, allows=("blood",), defends=False),
    "kiss_wound": Kind("Punctures"),
    "positioned": Kind("Face placed", {"by": _BY, "round": number(0, 1_000_000, "Round")}),
    "bound": Kind("Bound", allows=("blood", "mental_power"), defends=False),
    "paralyzed": Kind("Paralyzed", allows=("blood", "mental_power"), defends=False),
    "staked": Kind("Staked", allows=("mental_power",), defends=False),
    "unconscious": Kind("Unconscious", allows=(), defends=False),
    "comatose": Kind("Comatose", allows=(), defends=False),
    "treated": Kind("Treated"),
    "ignoring_wounds": Kind("Ignoring wounds", seen=False),
    "potence_active": Kind("Potence"),
    "feral_claws": Kind("Feral claws"),
    "horrid_form": Kind("Horrid form"),
    "transforming": Kind(
        "Transforming", {"power": Param("id", "Power"), "turns": _TURNS}, runs="turns", gives={"turns": 1}, allows=("blood",),
        defends=False,
    ),
    "transformed": Kind("Transformed", {"power": Param("id", "Power"), "turns": _TURNS}),
}  # fmt: skip

#: Completely immobilised: hit without a roll (VTM-X-HELPLESS).
HELPLESS = ("bound", "staked", "paralyzed", "unconscious", "comatose")


def condition(word: conditions.Word, path: str) -> Condition:
    """A condition as it was given. Refuses (`unknown-id`, `malformed`) with the path what does not fit the vocabulary."""
    one, given = conditions.parse(word, CONDITIONS, path)
    return Condition(one, conditions.completed(CONDITIONS, one, given, path))


def of_sheet(sheet: Sheet) -> tuple[Condition, ...]:
    """The conditions that a sheet starts with. Refuses (`malformed`) with the path what does not fit."""
    found: dict[str, Condition] = {}
    for one in sheet.conditions:
        data: dict[str, Any] = dict(sheet.condition_data.get(one, {}))
        try:
            found[one] = condition({**data, "id": one}, f"$.sheet.condition_data.{one}")
        except Refusal as refusal:
            refuse("malformed", refusal.refused.message, refusal.refused.path)
    for one in sheet.condition_data:
        if one not in found:
            refuse("malformed", f"`{one}` is not among the conditions.", f"$.sheet.condition_data.{one}")
    return tuple(found.values())


class Step(NamedTuple):
    """A rung of the health ladder: its name, the dice it costs, severity in hundredths."""

    label: str
    dice: int
    severity: int


#: By filled boxes, 0 to 7 (VTM-H-BRUISED, VTM-H-HURT, VTM-H-INJURED, VTM-H-MAULED, VTM-H-CRIPPLED, VTM-H-INCAPACITATED).
HEALTH: dict[str, Step] = {
    "healthy": Step("Healthy", 0, 0),
    "bruised": Step("Bruised", 0, 10),
    "hurt": Step("Hurt", -1, 25),
    "injured": Step("Injured", -1, 40),
    "wounded": Step("Wounded", -2, 55),
    "mauled": Step("Mauled", -2, 70),
    "crippled": Step("Crippled", -5, 82),
    "incapacitated": Step("Incapacitated", 0, 90),
    "torpor": Step("Torpor", 0, 96),
    "dead": Step("Dead", 0, 100),
    "final_death": Step("Final Death", 0, 100),
}
LADDER = tuple(HEALTH)
FATES = ("torpor", "dead", "final_death")

MARKS = {".": ("", ""), "/": ("bashing", "/"), "X": ("lethal", "X"), "*": ("aggravated", "*")}
TYPES = {"bashing": "bashing", "lethal": "lethal", "aggravated": "aggravated"}

GROUPS = {
    "unarmed": "Unarmed",
    "armed": "Armed",
    "ranged": "Ranged",
    "grapple": "Grapples",
    "dirty": "Dirty fighting",
    "feeding": "Fangs and claws",
    "blood": "Blood and powers",
    "ready": "Readying",
    "movement": "Movement and cover",
    "general": "General",
    "defense": "Defenses (reserve them among several actions)",
}

PHASES = {"gear": "Before initiative", "initiative": "Initiative", "actions": "Actions"}
CONCEAL = {"P": "pocket", "J": "jacket", "T": "trench coat", "N": "cannot be hidden"}
DEFENSES = {"none": "None", "block": "Block", "dodge": "Dodge", "parry": "Parry"}


def words(text: str) -> str:
    """An id in words."""
    return text.replace("_", " ")
