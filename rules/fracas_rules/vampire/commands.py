"""What a seat may ask of a table of this game, tagged by `do`; the fields are those of scenario files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from ..kernel.bounds import Few, Key, Label, Many, Params, Spend, Who, Whos
from ..kernel.conditions import Word
from ..kernel.english import counted
from ..kernel.ids import CombatantId
from ..kernel.params import claimed, without_claims
from . import gear
from .params import ACT
from .sheet import Armor, Id, WeaponEntry
from .state import Fight

Metres = Annotated[int, Meta(ge=0, le=100_000)]
Distances = Annotated[dict[Who, Annotated[dict[Who, Metres], Many]], Many]


class Modifier(Struct, frozen=True, forbid_unknown_fields=True):
    """A circumstance: its label, and the dice that it adds or takes."""

    label: Label
    value: Annotated[int, Meta(ge=-50, le=50)]


class _Command(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, tag_field="do"):
    pass


class Start(_Command, frozen=True, tag="start"):
    """Begin an encounter; `distances` in metres, each pair once."""

    surprised: Whos = ()
    distances: Distances = {}


class EndEncounter(_Command, frozen=True, tag="end_encounter"):
    """The fight and its scene are over."""


class PlannedAct(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry of several actions: only its maneuver binds."""

    maneuver: Key
    targets: Whos = ()
    weapon: Key = ""
    params: Params = {}
    modifiers: Annotated[tuple[Modifier, ...], Few] = ()


class Declare(_Command, frozen=True, tag="declare"):
    """Gear before initiative; several actions, Celerity, or Willpower against wounds in one's turn."""

    actor: Who
    intent: Annotated[tuple[Key | PlannedAct, ...], Few] = ()
    weapons: Annotated[tuple[Id | WeaponEntry, ...], Few] | None = None
    armor: Key | Armor | None = None
    celerity: Annotated[int, Meta(ge=0, le=50)] = 0
    ignore_wounds: bool = False


class Initiative(_Command, frozen=True, tag="initiative"):
    """Roll the order."""


class Act(_Command, frozen=True, tag="act"):
    """One action. `distance` in metres: to the target where the map does not tell, or moved."""

    actor: Who
    maneuver: Key
    targets: Whos = ()
    weapon: Key = ""
    location: Key = ""
    distance: Metres | None = None
    modifiers: Annotated[tuple[Modifier, ...], Few] = ()
    spend: Spend = {}
    params: Params = {}


class Check(_Command, frozen=True, tag="check"):
    """A stand-alone test."""

    actor: Who
    check: Key
    params: Params = {}


class Hazard(_Command, frozen=True, tag="hazard"):
    """Something that befalls combatants: fire, sunlight, a fall …"""

    targets: Whos
    hazard: Key
    params: Params = {}


class EndTurn(_Command, frozen=True, tag="end_turn"):
    """A combatant is done for this turn."""

    actor: Who


class NextRound(_Command, frozen=True, tag="next_round"):
    """The boundary between two rounds."""


class Damage(Struct, frozen=True, forbid_unknown_fields=True):
    """Levels of a type by the GM (VTM-H-COMMAND)."""

    levels: Annotated[int, Meta(ge=0, le=100)]
    type: Key = "bashing"


class Healing(Struct, frozen=True, forbid_unknown_fields=True):
    """Levels healed by the GM."""

    levels: Annotated[int, Meta(ge=0, le=100)]


Levels = Annotated[int, Meta(ge=0, le=100)]


class Adjust(_Command, frozen=True, tag="adjust"):
    """The GM's word, applied in the order of these fields."""

    targets: Whos
    set: Params = {}
    heal: Levels | Healing | None = None
    damage: Levels | Damage | None = None
    remove_condition: Word | Annotated[list[Word], Few] | None = None
    add_condition: Word | Annotated[list[Word], Few] | None = None


Command = Start | EndEncounter | Declare | Initiative | Act | Check | Hazard | EndTurn | NextRound | Adjust
COMMANDS = tuple(str(kind.__struct_config__.tag) for kind in Command.__args__)

#: Maneuvers whose `distance` is what is moved: no claim about where somebody stands.
_MOVES = ("move", "run")


def claims(command: Command, fight: Fight) -> list[tuple[str, str]]:
    """The circumstances that a command claims, each as what and how much: for the GM to grant.

    Of a declaration these are weapons and armour that the sheet does not list (VTM-I-GEAR).
    """
    if isinstance(command, Declare):
        who = fight.combatants.get(command.actor)
        return [] if who is None else gear.claimed(who.sheet, command.weapons or (), command.armor)
    if not isinstance(command, Act):
        return []
    found = [(one.label, f"{one.value:+d} dice") for one in command.modifiers] + claimed(command.params, ACT)
    if command.distance is not None and command.maneuver not in _MOVES:
        found.append(("distance", counted(command.distance, "metre")))
    return found


def unclaimed(command: Command, fight: Fight) -> Command:
    """The same command without what it claims; where no weapon is left, those at hand stay."""
    if isinstance(command, Declare):
        sheet = fight.combatants[command.actor].sheet
        kept = tuple(one for one in command.weapons or () if gear.owns_weapon(sheet, one))
        weapons = kept if kept or command.weapons == () else None
        armor = command.armor if command.armor is not None and gear.owns_armor(sheet, command.armor) else None
        return replace(command, weapons=weapons, armor=armor)
    assert isinstance(command, Act)
    distance = command.distance if command.maneuver in _MOVES else None
    return replace(command, modifiers=(), params=without_claims(command.params, ACT), distance=distance)


def mentions(command: Command) -> Sequence[tuple[CombatantId, str]]:
    """Every combatant that a command names, with its path."""
    found: list[tuple[CombatantId, str]] = []
    actor = getattr(command, "actor", None)
    if actor is not None:
        found.append((actor, "$.actor"))
    found += [(one, f"$.targets[{at}]") for at, one in enumerate(getattr(command, "targets", ()))]
    if isinstance(command, Declare):
        for at, entry in enumerate(command.intent):
            if isinstance(entry, PlannedAct):
                found += [(one, f"$.intent[{at}].targets[{index}]") for index, one in enumerate(entry.targets)]
    return found
