"""The working copy on which one resolution is played: state, rows, options, map, and the facts recorded so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from ..errors import refuse
from .facts import TokenPlaced
from .grid import Crossing, Grid, Token, Wall, crossings, distance, way
from .ids import CombatantId

S = TypeVar("S")
O = TypeVar("O")  # noqa: E741 - the table's options, by their initial
C = TypeVar("C")
#: Column and row, `x` and `y`, as a parameter of the kind `square` has them.
Square = Mapping[str, int]


class Scene(Generic[S, O, C]):
    """What a procedure reads and records on. `state` already shows the effects of the recorded facts."""

    __slots__ = ("_apply", "catalogue", "facts", "grid", "hidden", "options", "result", "state", "tokens", "walls")

    def __init__(
        self,
        state: S,
        apply: Callable[[S, Any], S],
        options: O,
        catalogue: C,
        tokens: Mapping[CombatantId, Token],
        grid: Grid,
        hidden: tuple[CombatantId, ...] = (),
        walls: tuple[Wall, ...] = (),
    ) -> None:
        self.state = state
        self.options = options
        self.catalogue = catalogue
        self.tokens = tokens
        self.grid = grid
        self.hidden = hidden
        self.walls = walls
        self.facts: list[Any] = []
        self.result: dict[str, Any] = {}
        self._apply = apply

    def record(self, fact: Any) -> None:
        """Record what happened; the working state shows it at once."""
        self.facts.append(fact)
        self.state = self._apply(self.state, fact)

    @property
    def unit_per_square(self) -> int:
        """The game's units that a square of the map spans."""
        return self.grid.unit_per_square

    def map_distance(self, a: CombatantId, b: CombatantId) -> int | None:
        """Distance on the map in the game's unit; None unless both stand on it."""
        here, there = self.tokens.get(a), self.tokens.get(b)
        if here is None or there is None:
            return None
        return distance(here, there, self.unit_per_square)

    def between(self, a: CombatantId, b: CombatantId) -> tuple[Crossing, ...]:
        """The walls of the map between two; none unless both stand on it."""
        here, there = self.tokens.get(a), self.tokens.get(b)
        if not self.walls or here is None or there is None:
            return ()
        return crossings(here, there, self.walls)

    def no_way(self, who: CombatantId, to: Square) -> tuple[str, str] | None:
        """Why nobody can say how far it is from a combatant to a square: the code to refuse with, and the words; or None."""
        if who not in self.tokens:
            return "requirement", "Without a token on the map there is no way to a square: say how far instead."
        return None if self.grid.has(to["x"], to["y"]) else ("illegal-target", beyond(self.grid))

    def way(self, who: CombatantId, to: Square) -> int | None:
        """The straight way from a combatant to a square in the game's unit, rounded up; None where there is `no_way`."""
        if self.no_way(who, to) is not None:
            return None
        here = self.tokens[who]
        return way(here, replace(here, **to), self.unit_per_square)

    def place(self, who: CombatantId, to: Square) -> None:
        """Put a combatant's token on a square: it is there from here on, and on the table once the action has ended.

        Refuses (`illegal-target`) a square that the map has not.
        """
        if not self.grid.has(to["x"], to["y"]):
            refuse("illegal-target", beyond(self.grid))
        token = replace(self.tokens[who], **to) if who in self.tokens else Token(**to)
        self.facts.append(TokenPlaced(who, token))
        self.tokens = {**self.tokens, who: token}


def beyond(grid: Grid) -> str:
    """Why a square is refused that is not on the map."""
    return f"The map has {grid.width} x {grid.height} squares, counted from 0."
