"""The game's kinds of dice: a d20 that a groove rolls twice, and a die of which only some faces differ (GRV-ROLL).

A script reads the face that counts; what the face leads to is its own business. `breaks` and `groups` say which faces it
treats alike, so that the odds walk one of each kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ..kernel.ids import CombatantId
from ..kernel.requests import Roll, Thrown, Value
from ..kernel.script import Script, throw
from .common import Scene
from .state import Combatant, has

EVERY = tuple(range(2, 21))


class Best(Roll, frozen=True):
    """One or two d20: the highest counts (GRV-GROOVE). `breaks` as in every roll, of the face that counts."""

    def value(self, faces: Sequence[int]) -> Value:
        """The highest face."""
        return max(faces)

    def outcomes(self) -> Sequence[tuple[Value, Fraction]]:
        """The highest faces that make a difference, with their chances."""
        return _best(len(self.dice), self.breaks)


@lru_cache(maxsize=4)
def faces(count: int) -> tuple[tuple[int, Fraction], ...]:
    """The faces of the best of so many d20, with their chances."""
    return tuple((face, Fraction(face**count - (face - 1) ** count, 20**count)) for face in range(1, 21))


@lru_cache(maxsize=1024)
def _best(count: int, breaks: tuple[int, ...]) -> tuple[tuple[int, Fraction], ...]:
    merged: dict[tuple[bool, ...], tuple[int, Fraction]] = {}
    for face, chance in faces(count):
        side = tuple(face >= at for at in breaks)
        least, so_far = merged.get(side, (face, Fraction(0)))
        merged[side] = (least, so_far + chance)
    return tuple(merged.values())


class Guard(Best, frozen=True):
    """A parry, whose effect only moves what the attack behind it needs: the odds take one success for all.

    need: the least face that succeeds; bad: the highest that fails critically; shown: the face that stands for every success.
    """

    need: int = 10
    bad: int = 1
    shown: int = 20

    def outcomes(self) -> Sequence[tuple[Value, Fraction]]:
        """A critical failure, a failure and a success, with their chances."""
        found: dict[int, Fraction] = {}
        for face, chance in faces(len(self.dice)):
            stands = (
                1 if face <= self.bad else self.shown if face >= self.need or (face == 20 and self.bad == 1) else self.bad + 1
            )
            found[stands] = found.get(stands, Fraction(0)) + chance
        return tuple(found.items())


class Behind(Best, frozen=True):
    """An attack behind a parry: `needs` are the faces it may need, each with its share, `need` the one that the script sees."""

    needs: tuple[tuple[int, Fraction], ...] = ()
    need: int = 10
    bad: int = 1

    def outcomes(self) -> Sequence[tuple[Value, Fraction]]:
        """A critical failure, a miss, a hit and a critical hit, over all that the parry may have come to."""
        found: dict[int, Fraction] = {}
        hit, top = max(self.need, self.bad + 1), 20 if self.bad == 1 else 21
        for need, share in self.needs:
            for face, chance in faces(len(self.dice)):
                stands = face if face >= top else 1 if face <= self.bad else min(hit, 20) if face >= need else self.bad + 1
                found[stands] = found.get(stands, Fraction(0)) + chance * share
        return tuple(found.items())


class Helped(Roll, frozen=True):
    """Dice behind a roll whose effect helps them: `shifts` are what more than the seen effect it may be, each with its share.

    The odds lower the sum by what the effect is higher, which comes to the same margin.
    """

    shifts: tuple[tuple[int, Fraction], ...] = ()

    def outcomes(self) -> Sequence[tuple[Value, Fraction]]:
        """Every sum, lowered by every shift, with its chance."""
        found: dict[Value, Fraction] = {}
        for total, chance in Roll(self.key, self.who, self.dice).outcomes():
            assert isinstance(total, int)
            for shift, share in self.shifts:
                found[total - shift] = found.get(total - shift, Fraction(0)) + chance * share
        return tuple(found.items())


class Sorted(Roll, frozen=True):
    """One die whose faces fall into `groups`: face n belongs to the n-th entry."""

    groups: tuple[int, ...] = ()

    def outcomes(self) -> Sequence[tuple[Value, Fraction]]:
        """The least face of each group, with the chance of the group."""
        return _sorted(self.groups)


@lru_cache(maxsize=1024)
def _sorted(groups: tuple[int, ...]) -> tuple[tuple[int, Fraction], ...]:
    found: dict[int, tuple[int, int]] = {}
    for face, group in enumerate(groups, start=1):
        least, count = found.get(group, (face, 0))
        found[group] = (least, count + 1)
    return tuple((least, Fraction(count, len(groups))) for least, count in found.values())


class D20(NamedTuple):
    """A d20 that counted: its face, its place among the replies, and whether it is a critical success or failure."""

    face: int
    at: int
    critical: bool
    fumble: bool


def pool(who: Combatant) -> tuple[int, ...]:
    """The d20 of somebody: two in a groove (GRV-GROOVE)."""
    return (20, 20) if has(who, "in_groove") else (20,)


def worst(who: Combatant) -> int:
    """The highest face that is a critical failure: 1, in a funk 2 (GRV-CRIT, GRV-FUNK)."""
    return 2 if has(who, "in_funk") else 1


def d20(scene: Scene, who: CombatantId, key: str, breaks: tuple[int, ...] = EVERY, criticals: bool = True) -> Script[D20]:
    """Roll a d20. 20 is critical, 1 a critical failure; in a funk 2 as well, and 20 is not (GRV-CRIT).

    `breaks`: the faces from which on the script does something else; those of criticals are added here.
    """
    roller = scene.state.combatants[who]
    bad = worst(roller)
    if criticals:
        breaks = (*breaks, bad + 1, 20) if bad == 1 else (*breaks, bad + 1)
    thrown = yield from throw(Best(key, who, pool(roller), tuple(sorted({*breaks}))))
    return read(thrown, roller, criticals)


def read(thrown: Thrown, roller: Combatant, criticals: bool = True) -> D20:
    """What a thrown d20 means."""
    face, bad = thrown.value, worst(roller)
    assert isinstance(face, int)
    return D20(face, thrown.at, criticals and face == 20 and bad == 1, criticals and face <= bad)


def effect_of(total: int, rolled: D20, critical_damage: bool) -> int:
    """The effect number of a success: total - 10, at least 0, and 5 more for a critical success (GRV-ROLL, GRV-CRIT)."""
    return max(0, total - 10) + (5 if rolled.critical and critical_damage else 0)


def succeeds(total: int, rolled: D20, needed: int = 10) -> bool:
    """Whether a d20 roll comes off: by its total, unless the face alone decides (GRV-ROLL, GRV-CRIT)."""
    return rolled.critical or (total >= needed and not rolled.fumble)
