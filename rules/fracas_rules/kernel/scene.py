"""The working copy on which one resolution is played: state, rows, options, map, and the facts recorded so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isqrt
from typing import Any, Generic, TypeVar

from msgspec import Struct

from .ids import CombatantId

S = TypeVar("S")
O = TypeVar("O")  # noqa: E741 - the table's options, by their initial
C = TypeVar("C")


class Token(Struct, frozen=True):
    """Where a combatant stands: column and row in whole squares from the top left, and its width in squares."""

    x: int
    y: int
    size: int = 1


class Grid(Struct, frozen=True, omit_defaults=True):
    """The map: squares across and down, the game's units that one square spans, and an optional picture's address."""

    width: int = 24
    height: int = 16
    unit_per_square: int = 1
    background: str = ""


def distance(a: Token, b: Token, unit_per_square: int) -> int:
    """The straight distance between the centres of two tokens in the game's unit, rounded down."""
    dx, dy = 2 * (a.x - b.x) + a.size - b.size, 2 * (a.y - b.y) + a.size - b.size
    return isqrt((dx * dx + dy * dy) * unit_per_square * unit_per_square) // 2


class Scene(Generic[S, O, C]):
    """What a procedure reads and records on. `state` already shows the effects of the recorded facts."""

    __slots__ = ("_apply", "catalogue", "facts", "hidden", "options", "result", "state", "tokens", "unit_per_square")

    def __init__(
        self,
        state: S,
        apply: Callable[[S, Any], S],
        options: O,
        catalogue: C,
        tokens: Mapping[CombatantId, Token],
        unit_per_square: int,
        hidden: tuple[CombatantId, ...] = (),
    ) -> None:
        self.state = state
        self.options = options
        self.catalogue = catalogue
        self.tokens = tokens
        self.unit_per_square = unit_per_square
        self.hidden = hidden
        self.facts: list[Any] = []
        self.result: dict[str, Any] = {}
        self._apply = apply

    def record(self, fact: Any) -> None:
        """Record what happened; the working state shows it at once."""
        self.facts.append(fact)
        self.state = self._apply(self.state, fact)

    def map_distance(self, a: CombatantId, b: CombatantId) -> int | None:
        """Distance on the map in the game's unit; None unless both stand on it."""
        here, there = self.tokens.get(a), self.tokens.get(b)
        if here is None or there is None:
            return None
        return distance(here, there, self.unit_per_square)
