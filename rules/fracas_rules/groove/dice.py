"""The game's kinds of dice: a d20 that a groove rolls twice, and a die of which only some faces differ (GRV-ROLL).

A script reads the face that counts; what the face leads to is its own business. `breaks` and `groups` say which faces it
treats alike, so that the odds walk one of each kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ..errors import BadAnswer
from ..kernel.ids import CombatantId
from ..kernel.requests import Roll, Value
from ..kernel.script import Script, throw
from .common import Scene
from .state import has

EVERY = tuple(range(2, 21))


class Best(Roll, frozen=True):
    """One or two d20: the highest counts (GRV-GROOVE). `breaks` as in every roll, of the face that counts."""

    def value(self, faces: Sequence[int]) -> Value:
        """The highest face."""
        return max(faces)

    def outcomes(self) -> Sequence[tuple[Value, Fraction]]:
        """The highest faces that make a difference, with their chances."""
        return _best(len(self.dice), self.breaks)


@lru_cache(maxsize=1024)
def _best(count: int, breaks: tuple[int, ...]) -> tuple[tuple[int, Fraction], ...]:
    merged: dict[tuple[bool, ...], tuple[int, Fraction]] = {}
    for face in range(1, 21):
        chance = Fraction(face**count - (face - 1) ** count, 20**count)
        side = tuple(face >= at for at in breaks)
        least, so_far = merged.get(side, (face, Fraction(0)))
        merged[side] = (least, so_far + chance)
    return tuple(merged.values())


class Sorted(Roll, frozen=True):
    """One die whose faces fall into `groups`: face n belongs to the n-th entry."""

    groups: tuple[int, ...] = ()

    def outcomes(self) -> Sequence[tuple[Value, Fraction]]:
        """The least face of each group, with the chance of the group."""
        return _sorted(self.groups)

    def counted_as(self, value: Value) -> Value:
        """A face of the die: each leads to a place of its own, and no other number to any."""
        if not isinstance(value, int) or not 1 <= value <= self.dice[0]:
            raise BadAnswer(f"That die shows 1 to {self.dice[0]}.")
        return value


@lru_cache(maxsize=1024)
def _sorted(groups: tuple[int, ...]) -> tuple[tuple[int, Fraction], ...]:
    found: dict[int, tuple[int, int]] = {}
    for face, group in enumerate(groups, start=1):
        least, count = found.get(group, (face, 0))
        found[group] = (least, count + 1)
    return tuple((least, Fraction(count, len(groups))) for least, count in found.values())


@lru_cache(maxsize=1024)
def _with_criticals(breaks: tuple[int, ...], bad: int, best: bool) -> tuple[int, ...]:
    return tuple(sorted({*breaks, bad + 1, *((20,) if best else ())}))


class D20(NamedTuple):
    """A d20 that counted: its face, its place among the replies, and whether it is a critical success or failure."""

    face: int
    at: int
    critical: bool
    fumble: bool


def d20(
    scene: Scene,
    who: CombatantId,
    key: str,
    breaks: tuple[int, ...] = EVERY,
    criticals: bool = True,
    after: tuple[int | str, ...] | None = None,
) -> Script[D20]:
    """Roll a d20, twice in a groove. 20 is critical, 1 a critical failure; in a funk 2 as well, and 20 is not (GRV-CRIT).

    `breaks`: the faces from which on the script does something else; those of criticals are added here. `after`: as in `Roll`.
    """
    roller = scene.state.combatants[who]
    funk = has(roller, "in_funk")
    bad = 2 if funk else 1
    if criticals:
        breaks = _with_criticals(breaks, bad, not funk)
    dice = (20, 20) if has(roller, "in_groove") else (20,)
    thrown = yield from throw(Best(key, who, dice, breaks, after))
    assert isinstance(thrown.value, int)
    face = thrown.value
    return D20(face, thrown.at, criticals and face == 20 and not funk, criticals and face <= bad)


def effect_of(total: int, rolled: D20, critical_damage: bool) -> int:
    """The effect number of a success: total - 10, at least 0, and 5 more for a critical success (GRV-ROLL, GRV-CRIT)."""
    return max(0, total - 10) + (5 if rolled.critical and critical_damage else 0)


def succeeds(total: int, rolled: D20, needed: int = 10) -> bool:
    """Whether a d20 roll comes off: by its total, unless the face alone decides (GRV-ROLL, GRV-CRIT)."""
    return rolled.critical or (total >= needed and not rolled.fumble)
