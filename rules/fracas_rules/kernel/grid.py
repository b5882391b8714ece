"""The map: squares, tokens, walls; and what lies between two tokens. Whole numbers throughout, so that every machine agrees.

Walls are measured in hundredths of a square, because they seldom run along the lines of the grid; so is the centre of a
token, which falls between squares for every even size.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt
from typing import NamedTuple

from msgspec import Struct

#: Hundredths, in which walls are measured, of a square.
FINE = 100


class Token(Struct, frozen=True):
    """Where a combatant stands: column and row in whole squares from the top left, and its width in squares."""

    x: int
    y: int
    size: int = 1

    @property
    def centre(self) -> tuple[int, int]:
        """Its middle, in hundredths of a square from the top left of the map."""
        return FINE * self.x + FINE // 2 * self.size, FINE * self.y + FINE // 2 * self.size


class Grid(Struct, frozen=True, omit_defaults=True):
    """The map: squares across and down, the game's units that one square spans, and an optional picture's address."""

    width: int = 24
    height: int = 16
    unit_per_square: int = 1
    background: str = ""

    def has(self, x: int, y: int) -> bool:
        """Whether a square belongs to the map."""
        return 0 <= x < self.width and 0 <= y < self.height


class Wall(Struct, frozen=True):
    """A straight piece of cover from a to b, in hundredths of a square from the top left; `cover` is the game's own id."""

    ax: int
    ay: int
    bx: int
    by: int
    cover: str


class Crossing(NamedTuple):
    """A wall that stands between two tokens; `near_target`: the second of them is no farther from it than the first."""

    wall: Wall
    near_target: bool


def _apart(a: Token, b: Token, unit_per_square: int) -> int:
    """Twice the straight distance between the centres of two tokens in the game's unit, squared."""
    dx, dy = 2 * (a.x - b.x) + a.size - b.size, 2 * (a.y - b.y) + a.size - b.size
    return (dx * dx + dy * dy) * unit_per_square * unit_per_square


def distance(a: Token, b: Token, unit_per_square: int) -> int:
    """The straight distance between the centres of two tokens in the game's unit, rounded down."""
    return isqrt(_apart(a, b, unit_per_square)) // 2


def way(a: Token, b: Token, unit_per_square: int) -> int:
    """The straight way from one place to the other in the game's unit, rounded up: many short ways get nobody farther."""
    square = _apart(a, b, unit_per_square)
    whole = isqrt(square)
    return (whole + (whole * whole < square) + 1) // 2


def crossings(shooter: Token, target: Token, walls: Iterable[Wall]) -> tuple[Crossing, ...]:
    """The walls that the straight line between the centres of two tokens crosses, in their own order; touching is crossing.

    Nearness is measured along that line; a wall in its middle is the target's. Two on the same spot have nothing between them.
    """
    a, b = shooter.centre, target.centre
    if a == b:
        return ()
    return tuple([Crossing(wall, near) for wall in walls if (near := _crossed(a, b, wall)) is not None])


_Point = tuple[int, int]


def _side(a: _Point, b: _Point, point: _Point) -> int:
    """On which side of the line from a to b a point lies, times twice the area that the three enclose; 0 on the line."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def _crossed(a: _Point, b: _Point, wall: Wall) -> bool | None:
    """Whether a wall that the way from a to b crosses is no nearer to a than to b; None where it is not crossed."""
    c, d = (wall.ax, wall.ay), (wall.bx, wall.by)
    left, right = _side(a, b, c), _side(a, b, d)
    if left == 0 == right:
        return _alongside(a, b, c, d)
    if (left > 0) == (right > 0) and left and right:
        return None
    start, end = _side(c, d, a), _side(c, d, b)  # how far both stand from the wall's own line, in the same measure
    if (start > 0) == (end > 0) and start and end:
        return None
    return abs(end) <= abs(start)


def _alongside(a: _Point, b: _Point, c: _Point, d: _Point) -> bool | None:
    """The same for a wall that lies on the line itself: what counts are the ends that look towards a and b."""
    way = (b[0] - a[0], b[1] - a[1])
    length = way[0] * way[0] + way[1] * way[1]
    first, last = sorted((one[0] - a[0]) * way[0] + (one[1] - a[1]) * way[1] for one in (c, d))
    if last < 0 or first > length:
        return None
    return length - min(last, length) <= max(first, 0)
