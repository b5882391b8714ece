"""What a seat may ask of a D6 table, tagged by `do`; the fields are those of scenario files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..kernel.bounds import Few, Key, Label, Many, Params, Spend, Who, Whos
from ..kernel.conditions import Word
from ..kernel.english import in_feet
from ..kernel.ids import CombatantId
from . import params as p
from .state import Fight

Feet = Annotated[int, Meta(ge=0, le=100_000)]


class Modifier(Struct, frozen=True, forbid_unknown_fields=True):
    """A circumstance: its label, and what it adds to the difficulty."""

    label: Label
    value: Annotated[int, Meta(ge=-100, le=100)]


class _Command(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, tag_field="do"):
    pass


class Start(_Command, frozen=True, tag="start"):
    """Begin an encounter; `distances` in feet, each pair once. The game has no rule of surprise."""

    surprised: Whos = ()
    distances: Annotated[dict[Who, Annotated[dict[Who, Feet], Many]], Many] = {}


class EndEncounter(_Command, frozen=True, tag="end_encounter"):
    """The fight is over: no rounds any more."""


class PlannedAct(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry of a plan."""

    maneuver: Key
    targets: Whos = ()
    weapon: Key = ""
    params: Params = {}
    modifiers: Annotated[tuple[Modifier, ...], Few] = ()


class Declare(_Command, frozen=True, tag="declare"):
    """Say how many actions a combatant plans, as a number or as acts; or announce a Quick Draw."""

    actor: Who
    intent: Annotated[tuple[PlannedAct, ...], Few] = ()
    actions: Annotated[int, Meta(ge=1, le=100)] | None = None
    mode: Literal["", "quick_draw"] = ""
    skill: Key = ""
    shift: Annotated[int, Meta(ge=1, le=200)] | None = None


class Initiative(_Command, frozen=True, tag="initiative"):
    """Roll for the order of the round."""


class Act(_Command, frozen=True, tag="act"):
    """One action. `distance` in feet, where no map and no encounter gives it."""

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
    """A stand-alone test."""

    actor: Who
    check: Key
    params: Params = {}


class Hazard(_Command, frozen=True, tag="hazard"):
    """Something that befalls combatants."""

    targets: Whos
    hazard: Key
    params: Params = {}


class EndTurn(_Command, frozen=True, tag="end_turn"):
    """A combatant is done for this round."""

    actor: Who


class NextRound(_Command, frozen=True, tag="next_round"):
    """The boundary between two rounds."""


class Typed(Struct, frozen=True, forbid_unknown_fields=True):
    """Damage or healing by the GM; the game knows no kinds of damage."""

    levels: Annotated[int, Meta(ge=0, le=10_000)]
    type: Key = ""


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


def _foreign(command: Act, fight: Fight) -> list[str]:
    """Weapons that an act uses and that neither the sheet lists nor the hand holds: those of the table."""
    who, used = fight.combatants.get(command.actor), (command.weapon, str(command.params.get("with", "")))
    if who is None:
        return []
    return [one for one in used if one not in ("", "body", who.weapon_ready) and one not in who.sheet.weapons]


def claims(command: Command, fight: Fight) -> list[tuple[str, str]]:
    """The circumstances that a command claims, each as what and how much: for the GM to grant."""
    if not isinstance(command, Act):
        return []
    told = [(one.label, f"{one.value:+d} difficulty") for one in command.modifiers] + p.claimed(command.params)
    told += [("weapon", one.replace("_", " ")) for one in _foreign(command, fight)]
    return told if command.distance is None else [*told, ("distance", in_feet(command.distance))]


def unclaimed(command: Command, fight: Fight) -> Command:
    """The same command without what it claims."""
    assert isinstance(command, Act)
    foreign = _foreign(command, fight)
    kept = {name: value for name, value in command.params.items() if name != "with" or value not in foreign}
    return Act(
        actor=command.actor,
        maneuver=command.maneuver,
        targets=command.targets,
        weapon="" if command.weapon in foreign else command.weapon,
        location=command.location,
        spend=command.spend,
        params=p.without_claims(kept),
    )


def mentions(command: Command) -> Iterator[tuple[CombatantId, str]]:
    """Every combatant that a command names, with the path."""
    actor = getattr(command, "actor", None)
    if actor is not None:
        yield actor, "$.actor"
    for at, one in enumerate(getattr(command, "targets", ())):
        yield one, f"$.targets[{at}]"
    if isinstance(command, Act):
        yield from p.mentioned(command.params, "$.params")
    if isinstance(command, Declare):
        for at, entry in enumerate(command.intent):
            for index, one in enumerate(entry.targets):
                yield one, f"$.intent[{at}].targets[{index}]"
            yield from p.mentioned(entry.params, f"$.intent[{at}].params")
