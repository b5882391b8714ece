"""What a seat may ask of a Groove table, tagged by `do`; the fields are those of scenario files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from ..kernel.bounds import Few, Key, Label, Many, Params, Spend, Who, Whos
from ..kernel.conditions import Word
from ..kernel.english import in_feet
from ..kernel.ids import CombatantId
from ..kernel.params import claimed, without_claims
from .params import ACT
from .state import Fight

Feet = Annotated[int, Meta(ge=0, le=100_000)]
Distances = Annotated[dict[Who, Annotated[dict[Who, Feet], Many]], Many]


class Modifier(Struct, frozen=True, forbid_unknown_fields=True):
    """A circumstance: its label, and what it adds to the attack total."""

    label: Label
    value: Annotated[int, Meta(ge=-100, le=100)]


class _Command(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, tag_field="do"):
    pass


class Start(_Command, frozen=True, tag="start"):
    """Begin an encounter; `distances` in feet, each pair once."""

    surprised: Whos = ()
    distances: Distances = {}


class EndEncounter(_Command, frozen=True, tag="end_encounter"):
    """The fight is over: no rounds any more."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry of an intent: an act, an action kept for defence (`reserve`), or a plan row's id as `maneuver`."""

    maneuver: Key = ""
    reserve: Literal["", "parry", "block", "sidestep"] = ""
    targets: Whos = ()
    weapon: Key = ""
    params: Params = {}
    modifiers: Annotated[tuple[Modifier, ...], Few] = ()


class Declare(_Command, frozen=True, tag="declare"):
    """Say how a combatant means to spend the round. What is left out stays as it was declared before."""

    actor: Who
    mode: Literal["normal", "defensive", "aggressive"] | None = None
    use: Literal["melee", "gun", "ranged"] | None = None
    half_move: bool | None = None
    intent: Annotated[tuple[Entry, ...], Few] | None = None


class Initiative(_Command, frozen=True, tag="initiative"):
    """Roll for the order of the round."""


class Act(_Command, frozen=True, tag="act"):
    """One action. `distance` in feet, where no map and no earlier word gives it."""

    actor: Who
    maneuver: Key
    targets: Whos = ()
    weapon: Key = ""
    location: Key = ""
    distance: Feet | None = None
    modifiers: Annotated[tuple[Modifier, ...], Few] = ()
    spend: Spend = {}
    params: Params = {}


class Check(_Command, frozen=True, tag="check"):
    """A stand-alone roll, or a funk or groove."""

    actor: Who
    check: Key
    params: Params = {}


class Hazard(_Command, frozen=True, tag="hazard"):
    """Something that befalls combatants: a fall, water, the loss of blood."""

    targets: Whos
    hazard: Key
    params: Params = {}


class EndTurn(_Command, frozen=True, tag="end_turn"):
    """Hesitate: a combatant gives up what is left of its round."""

    actor: Who


class NextRound(_Command, frozen=True, tag="next_round"):
    """The boundary between two rounds."""


Points = Annotated[int, Meta(ge=0, le=100_000)]


class Typed(Struct, frozen=True, forbid_unknown_fields=True):
    """Damage or healing of a kind, by the GM."""

    levels: Points
    type: Literal["lethal", "subdual"] = "lethal"


class Adjust(_Command, frozen=True, tag="adjust"):
    """The GM's word, applied in the order of these fields."""

    targets: Whos
    set: Params = {}
    heal: Points | Typed | None = None
    damage: Points | Typed | None = None
    remove_condition: Word | Annotated[list[Word], Few] | None = None
    add_condition: Word | Annotated[list[Word], Few] | None = None


Command = Start | EndEncounter | Declare | Initiative | Act | Check | Hazard | EndTurn | NextRound | Adjust
COMMANDS = tuple(str(kind.__struct_config__.tag) for kind in Command.__args__)


#: What everybody strikes with.
_BODY = ("", "fist", "kick")


def _foreign(command: Act, fight: Fight) -> bool:
    """Whether an act uses a weapon that the sheet does not list: one of the table."""
    who = fight.combatants.get(command.actor)
    return who is not None and command.weapon not in _BODY and command.weapon not in who.sheet.weapons


def claims(command: Command, fight: Fight) -> list[tuple[str, str]]:
    """The circumstances that a command claims, each as what and how much: for the GM to grant."""
    if not isinstance(command, Act):
        return []
    told = [(one.label, f"{one.value:+d}") for one in command.modifiers] + claimed(command.params, ACT)
    if _foreign(command, fight):
        told.append(("weapon", command.weapon.replace("_", " ")))
    return told if command.distance is None else [*told, ("distance", in_feet(command.distance))]


def unclaimed(command: Command, fight: Fight) -> Command:
    """The same command without what it claims."""
    assert isinstance(command, Act)
    weapon = "" if _foreign(command, fight) else command.weapon
    return replace(command, modifiers=(), distance=None, weapon=weapon, params=without_claims(command.params, ACT))


def mentions(command: Command) -> Iterator[tuple[CombatantId, str]]:
    """Every combatant that a command names, with the path where it does."""
    if isinstance(command, Act | Check | Declare | EndTurn):
        yield command.actor, "$.actor"
    if isinstance(command, Act | Hazard | Adjust):
        for at, one in enumerate(command.targets):
            yield one, f"$.targets[{at}]"
    if isinstance(command, Declare):
        for at, entry in enumerate(command.intent or ()):
            for index, one in enumerate(entry.targets):
                yield one, f"$.intent[{at}].targets[{index}]"
    if isinstance(command, Start):
        for at, one in enumerate(command.surprised):
            yield one, f"$.surprised[{at}]"
        for one, row in command.distances.items():
            yield one, f"$.distances.{one}"
            for other in row:
                yield other, f"$.distances.{one}.{other}"
