"""What a seat may ask of a Unisystem table, tagged by `do`; the fields are those of scenario files."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from ..kernel.bounds import Few, Key, Label, Many, Params, Spend, Who, Whos
from ..kernel.conditions import Word
from ..kernel.english import counted
from ..kernel.ids import CombatantId
from .facts import Intent
from .params import claimed, named, without_claims
from .state import Fight

Distances = Annotated[dict[Who, Annotated[dict[Who, Annotated[int, Meta(ge=0, le=100_000)]], Many]], Many]


class Modifier(Struct, frozen=True, forbid_unknown_fields=True):
    """A circumstance: its label, and what it adds to the total."""

    label: Label
    value: Annotated[int, Meta(ge=-100, le=100)]


class _Command(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, tag_field="do"):
    pass


class Start(_Command, frozen=True, tag="start"):
    """Begin an encounter; `distances` in yards, each pair once."""

    surprised: Whos = ()
    distances: Distances = {}


class EndEncounter(_Command, frozen=True, tag="end_encounter"):
    """The fight is over: no Turns any more."""


class PlannedAct(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry of a plan."""

    maneuver: Key
    targets: Whos = ()
    weapon: Key = ""
    params: Params = {}
    modifiers: Annotated[tuple[Modifier, ...], Few] = ()


class Declare(_Command, frozen=True, tag="declare"):
    """Say what a combatant means to do this Turn."""

    actor: Who
    intent: Annotated[tuple[PlannedAct, ...], Few] = ()


class Initiative(_Command, frozen=True, tag="initiative"):
    """Fix the order of the Turn."""


class Act(_Command, frozen=True, tag="act"):
    """One action. `distance` in yards, where no map and no encounter gives it."""

    actor: Who
    maneuver: Key
    targets: Whos = ()
    weapon: Key = ""
    location: Key = ""
    distance: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    modifiers: Annotated[tuple[Modifier, ...], Few] = ()
    spend: Spend = {}
    params: Params = {}


class Check(_Command, frozen=True, tag="check"):
    """A stand-alone test."""

    actor: Who
    check: Key
    params: Params = {}
    spend: Spend = {}


class Hazard(_Command, frozen=True, tag="hazard"):
    """Something that befalls combatants: fire, a fall …"""

    targets: Whos
    hazard: Key
    params: Params = {}


class EndTurn(_Command, frozen=True, tag="end_turn"):
    """A combatant is done for this Turn."""

    actor: Who


class NextRound(_Command, frozen=True, tag="next_round"):
    """The boundary between two Turns."""


class Typed(Struct, frozen=True, forbid_unknown_fields=True):
    """Damage of a type, or healing, by the GM."""

    levels: Annotated[int, Meta(ge=0, le=10_000)]
    type: Key = "bash"


Points = Annotated[int, Meta(ge=0, le=10_000)]


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


def _foreign(command: Act, fight: Fight) -> bool:
    """Whether an act uses a weapon that neither the sheet nor the vehicle lists: one of the table."""
    who = fight.combatants.get(command.actor)
    if who is None or not command.weapon:
        return False
    cars = (one.sheet for one in fight.combatants.values() if who.sheet.vehicle == one.id or who.id in one.sheet.occupants)
    return all(one.id != command.weapon for sheet in (who.sheet, *cars) for one in sheet.weapons)


def claims(command: Command, fight: Fight) -> list[tuple[str, str]]:
    """The circumstances that a command claims, each as what and how much: for the GM to grant."""
    if not isinstance(command, Act):
        return []
    told = [(one.label, f"{one.value:+d}") for one in command.modifiers] + claimed(command.params)
    if _foreign(command, fight):
        told.append(("weapon", command.weapon.replace("_", " ")))
    return told if command.distance is None else [*told, ("distance", counted(command.distance, "yard"))]


def unclaimed(command: Command, fight: Fight) -> Command:
    """The same command without what it claims."""
    assert isinstance(command, Act)
    return Act(
        actor=command.actor,
        maneuver=command.maneuver,
        targets=command.targets,
        weapon="" if _foreign(command, fight) else command.weapon,
        location=command.location,
        spend=command.spend,
        params=without_claims(command.params),
    )


def mentions(command: Command) -> list[tuple[CombatantId, str]]:
    """Every combatant that a command names, with the path where it does."""
    found: list[tuple[CombatantId, str]] = []
    actor = getattr(command, "actor", None)
    if actor is not None:
        found.append((actor, "$.actor"))
    found += [(one, f"$.targets[{at}]") for at, one in enumerate(getattr(command, "targets", ()))]
    if isinstance(command, Act):
        found += named(command.params, "$.params")
    if isinstance(command, Declare):
        for at, entry in enumerate(command.intent):
            found += [(one, f"$.intent[{at}].targets[{index}]") for index, one in enumerate(entry.targets)]
            found += named(entry.params, f"$.intent[{at}].params")
    return found


def planned(entries: tuple[PlannedAct, ...]) -> tuple[Intent, ...]:
    """A plan as the fight keeps it."""
    return tuple(Intent(one.maneuver, one.targets, one.weapon, one.params) for one in entries)
