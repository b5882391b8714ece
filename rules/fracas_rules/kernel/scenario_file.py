"""Scenario files as data: what may stand in one, and where exactly it is wrong.

What is inside `combatants`, `options`, `params`, `set` and the forms of `intent` is the game's business: it is checked when
the scenario is played.
"""

from __future__ import annotations

import re
import tomllib
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from ..errors import REFUSAL_CODES, ScenarioError, located
from .ids import RESERVED, is_combatant_id
from .requests import Pick

Face = Annotated[int, Meta(ge=1)]
Text = Annotated[str, Meta(min_length=1)]
ParamValue = str | int | bool | list[str] | dict[str, Any]
Conditions = str | dict[str, Any] | list[str | dict[str, Any]]


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer: whose decision, which one, and the pick."""

    who: str
    ask: str
    pick: Pick


class Step(Struct, frozen=True):
    """One command, the dice and answers it may use, and what must come of it. `command` is as the wire carries it."""

    command: dict[str, Any]
    dice: dict[str, list[int]] = {}
    answers: tuple[Choice, ...] = ()
    refused: str | None = None
    expect: dict[str, Any] | None = None
    absent: tuple[str, ...] = ()
    state: dict[str, dict[str, Any]] = {}


class Scenario(Struct, frozen=True):
    """A scenario that was read. `combatants` are sheets by id, in the order in which they join."""

    system: str
    title: str
    rules: tuple[str, ...]
    source: str
    why: str
    combatants: dict[str, dict[str, Any]]
    steps: tuple[Step, ...]
    note: str = ""
    options: dict[str, Any] = {}


class Modifier(Struct, frozen=True, forbid_unknown_fields=True):
    """A situational modifier in the game's own measure."""

    label: str
    value: int


class _Step(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="do"):
    dice: dict[str, list[Face]] = {}
    answers: tuple[Choice, ...] = ()
    refused: str | None = None
    expect: dict[str, Any] | None = None
    absent: tuple[str, ...] = ()
    state: dict[str, dict[str, Any]] = {}


class _Start(_Step, frozen=True, tag="start"):
    surprised: list[str] = []
    distances: dict[str, dict[str, int]] = {}


class _Declare(_Step, frozen=True, tag="declare"):
    actor: str
    intent: list[str | dict[str, Any]] = []
    mode: ParamValue = ""
    weapons: list[str | dict[str, Any]] = []
    armor: ParamValue = ""
    celerity: ParamValue = 0
    actions: ParamValue = 0
    half_move: ParamValue = False
    use: ParamValue = ""
    skill: ParamValue = ""
    shift: ParamValue = 0
    ignore_wounds: ParamValue = 0


class _Initiative(_Step, frozen=True, tag="initiative"):
    pass


class _Act(_Step, frozen=True, tag="act"):
    actor: str
    maneuver: str
    targets: list[str] = []
    weapon: str = ""
    location: str = ""
    distance: int = 0
    modifiers: list[Modifier] = []
    spend: dict[str, int] = {}
    params: dict[str, ParamValue] = {}


class _Check(_Step, frozen=True, tag="check"):
    actor: str
    check: str
    params: dict[str, ParamValue] = {}


class _Hazard(_Step, frozen=True, tag="hazard"):
    targets: list[str]
    hazard: str
    params: dict[str, ParamValue] = {}


class _EndTurn(_Step, frozen=True, tag="end_turn"):
    actor: str


class _NextRound(_Step, frozen=True, tag="next_round"):
    pass


class _EndEncounter(_Step, frozen=True, tag="end_encounter"):
    pass


class _Adjust(_Step, frozen=True, tag="adjust"):
    targets: list[str]
    set: dict[str, Any] = {}
    heal: int | dict[str, Any] = 0
    damage: int | dict[str, Any] = 0
    remove_condition: Conditions = ""
    add_condition: Conditions = ""


class _SetMap(_Step, frozen=True, tag="set_map"):
    width: int = 24
    height: int = 16
    unit_per_square: int = 1


class _SetWalls(_Step, frozen=True, tag="set_walls"):
    walls: list[dict[str, Any]]


class _MoveToken(_Step, frozen=True, tag="move_token"):
    id: str
    x: int
    y: int


class _Undo(_Step, frozen=True, tag="undo"):
    steps: Annotated[int, Meta(ge=1)]


_AnyStep = (
    _Start | _Declare | _Initiative | _Act | _Check | _Hazard | _EndTurn | _NextRound | _EndEncounter | _Adjust | _SetMap
    | _SetWalls | _MoveToken | _Undo
)  # fmt: skip
#: The keys of a step that are not part of its command.
_ASIDE = _Step.__struct_fields__


class _File(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    format: int
    system: str
    title: Text
    rules: tuple[str, ...]
    source: Text
    why: Text
    note: str = ""
    options: dict[str, Any] = {}
    combatants: dict[str, dict[str, Any]]
    steps: Annotated[tuple[_AnyStep, ...], Meta(min_length=1)]


def read(text: str) -> Scenario:
    """Read a scenario file.

    Raises `ScenarioError` with the path of the first thing that does not belong there.
    """
    try:
        raw = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ScenarioError(f"This is not TOML: {error}", "$") from None
    if raw.get("format", 1) != 1:
        raise ScenarioError(f"This reads scenarios of format 1; the file says {raw['format']}.", "$.format")
    try:
        file = msgspec.convert(raw, _File)
    except msgspec.ValidationError as error:
        raise _told(error) from None
    for one in file.combatants:
        if not is_combatant_id(one):
            allowed = f"an id has a to z, 0 to 9 and _, and is none of {', '.join(RESERVED)}"
            raise ScenarioError(f"`{one}` cannot be a combatant's id: {allowed}.", f"$.combatants.{one}")
    steps = tuple(_step(index, step, raw["steps"][index]) for index, step in enumerate(file.steps))
    return Scenario(
        file.system, file.title, file.rules, file.source, file.why, file.combatants, steps, file.note, file.options
    )  # fmt: skip


def _step(index: int, step: _Step, raw: dict[str, Any]) -> Step:
    path = f"$.steps[{index}]"
    if step.refused is not None:
        if step.refused not in REFUSAL_CODES:
            raise ScenarioError(
                f"Nothing is refused as `{step.refused}`; codes are {', '.join(REFUSAL_CODES)}.", f"{path}.refused"
            )
        for key in ("expect", "absent"):
            if key in raw:
                raise ScenarioError(f"A step that must be refused has no result: leave out `{key}`.", f"{path}.{key}")
    command = {key: value for key, value in raw.items() if key not in _ASIDE}
    return Step(command, step.dice, step.answers, step.refused, step.expect, step.absent, step.state)


def _told(error: Exception) -> ScenarioError:
    message, path = located(error)
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", message)
    if unknown is not None:
        return ScenarioError(f"There is no key `{unknown[1]}` here.", f"{path}.{unknown[1]}")
    return ScenarioError(f"{message}.", path)
