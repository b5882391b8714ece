"""What the answers to queries look like; documentation that compiles, as in shapes.py."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from fracas_protocol.errors import RefusalCode
from fracas_protocol.shapes import AskOption, Entry, NumberRange, Step


class NamedId(Struct, frozen=True, kw_only=True):
    """An id and its name."""

    id: str
    name: str


class ParamOffer(Struct, frozen=True, kw_only=True):
    """A parameter: a number between two others, one of several choices, a flag, combatants, a square of the map, ids, or
    what is typed.

    `claim`: it says something about the world, so that a player's waits for the GM's ruling. `needed`: it may not be left out.
    """

    id: str
    label: str
    kind: Annotated[
        str, Meta(description="number, choice, flag, who, whos, square ({x, y}), id, ids, list, text, table; others are typed.")
    ]
    min: int | UnsetType = UNSET
    max: int | UnsetType = UNSET
    options: list[Step] | UnsetType = UNSET
    default: Annotated[Any, Meta(description="Taken when the parameter is left out.")] = UNSET
    claim: bool | UnsetType = UNSET
    needed: bool | UnsetType = UNSET


class SpendOffer(Struct, frozen=True, kw_only=True):
    """Something to pay for, with the `spend` and `params` to send for it."""

    id: str
    label: str
    spend: dict[str, int]
    params: dict[str, Any]


class ActionOffer(Struct, frozen=True, kw_only=True):
    """An action, whether it is legal now, and what it takes. `why` and `code` say what stands against it."""

    id: str
    label: str
    legal: bool
    why: str | UnsetType = UNSET
    code: RefusalCode | UnsetType = UNSET
    roll: str
    damage: str
    targets: NumberRange
    weapons: list[NamedId]
    locations: list[AskOption]
    params: list[ParamOffer]
    spend: list[SpendOffer]
    cost: str


class ActionGroup(Struct, frozen=True, kw_only=True):
    """Actions that belong together on a palette."""

    id: str
    label: str
    actions: list[ActionOffer]


class LegalReply(Struct, frozen=True, kw_only=True):
    """Answers the query `legal`."""

    actor: str
    groups: list[ActionGroup]


class Chance(Struct, frozen=True, kw_only=True):
    """How likely something is, 0 to 1."""

    key: str
    label: str
    p: float


class Mean(Struct, frozen=True, kw_only=True):
    """What a number comes to on average."""

    key: str
    label: str
    value: float


class OddsOption(Struct, frozen=True, kw_only=True):
    """The odds if the other side picks this."""

    pick: Any
    label: str
    text: str


class OddsReply(Struct, frozen=True, kw_only=True):
    """Answers the query `odds`. When `known` is false, only `text` and `reason` are there besides it."""

    known: bool
    text: str
    reason: str | UnsetType = UNSET
    exact: bool | UnsetType = UNSET
    samples: Annotated[int, Meta(description="How many were drawn, when not exact.")] | UnsetType = UNSET
    error: Annotated[float, Meta(description="How far off a chance may be, when not exact.")] | UnsetType = UNSET
    chances: list[Chance] | UnsetType = UNSET
    means: list[Mean] | UnsetType = UNSET
    assumes: Annotated[str, Meta(description="Which decisions of others this supposes.")] | UnsetType = UNSET
    options: list[OddsOption] | UnsetType = UNSET


class TemplateCard(Struct, frozen=True, kw_only=True):
    """A ready-made combatant."""

    id: str
    name: str
    group: str
    summary: str


class OptionCard(Struct, frozen=True, kw_only=True):
    """A switch of the table. `values` is empty where any number from `min` to `max` will do."""

    id: str
    label: str
    values: list[Any]
    min: int | UnsetType = UNSET
    max: int | UnsetType = UNSET
    default: Any
    help: str


class ConditionCard(Struct, frozen=True, kw_only=True):
    """A condition that `adjust` can add."""

    id: str
    label: str
    params: list[ParamOffer]


class TestCard(Struct, frozen=True, kw_only=True):
    """A check or hazard, and the parameters that it takes."""

    id: str
    label: str
    params: list[ParamOffer] | UnsetType = UNSET


class SchemasReply(Struct, frozen=True, kw_only=True):
    """Answers the query `schemas`: what a sheet may hold (JSON Schema), and what there is to choose from."""

    sheet: dict[str, Any]
    templates: list[TemplateCard]
    options: list[OptionCard]
    conditions: list[ConditionCard]
    checks: list[TestCard]
    hazards: list[TestCard]
    covers: Annotated[list[Step], Meta(description="What walls of the map may be worth; absent: nothing.")] | UnsetType = UNSET


class HistoryReply(Struct, frozen=True, kw_only=True):
    """Answers the query `history`: entries, oldest first."""

    entries: list[Entry]
