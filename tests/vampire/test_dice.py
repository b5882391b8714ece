"""Pools of ten-sided dice: what they are worth, and their exact odds against every face counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest
from fracas_rules.kernel.requests import Value
from fracas_rules.vampire.dice import BOTCH, Pool

FACES = range(1, 11)


@pytest.mark.parametrize(
    ("faces", "pool", "value"),
    [
        ((9, 7, 6, 1, 3), Pool("attack", "a", (10,) * 5), 2),
        ((1, 2, 3), Pool("attack", "a", (10,) * 3), BOTCH),
        ((6, 1, 1), Pool("attack", "a", (10,) * 3), 0),
        ((1, 2), Pool("attack", "a", (10,) * 2, auto=2), 2),
        ((6, 1, 1), Pool("damage", "a", (10,) * 3, ones=False, botches=False), 1),
        ((1, 1), Pool("damage", "a", (10,) * 2, ones=False, botches=False), 0),
        ((10, 7, 1), Pool("attack", "a", (10,) * 3, tens="double"), 2),
        ((10, 10, 4, 2, 10, 1, 6), Pool("attack", "a", (10,) * 4, tens="reroll"), 4),
        ((9, 10, 8), Pool("attack", "a", (10,) * 3, difficulty=10), 1),
    ],
)
def test_value(faces: tuple[int, ...], pool: Pool, value: int) -> None:
    """Ones cancel successes and botch only where nothing succeeded; added dice never cancel."""
    assert pool.value(faces) == value
    assert pool.fits(faces)


def test_draw() -> None:
    """Each ten of a speciality adds a die, and so does each ten among those."""
    shown = iter([10, 4, 10, 1])
    pool = Pool("attack", "a", (10, 10), tens="reroll")
    assert pool.draw(lambda _sides: next(shown)) == (10, 4, 10, 1)
    assert pool.fits((10, 4, 10, 1))
    assert not pool.fits((10, 4, 10))
    assert not pool.fits((10, 4, 5, 5))
    assert not Pool("attack", "a", (10, 10)).fits((10, 11))


@pytest.mark.parametrize("difficulty", [2, 4, 6, 9, 10])
@pytest.mark.parametrize("auto", [0, 2])
@pytest.mark.parametrize(("ones", "botches", "tens"), [(True, True, "off"), (False, False, "off"), (True, True, "double")])
def test_outcomes(difficulty: int, auto: int, ones: bool, botches: bool, tens: str) -> None:
    """The odds of every value are those of counting all faces of four dice."""
    pool = Pool("x", "a", (10,) * 4, difficulty=difficulty, ones=ones, botches=botches, tens=tens, auto=auto)  # type: ignore[arg-type]
    counted = Counter(pool.value(faces) for faces in product(FACES, repeat=4))
    assert dict(pool.outcomes()) == {value: Fraction(ways, 10**4) for value, ways in counted.items()}


def mean(chances: Mapping[Value, Fraction]) -> Fraction:
    return sum((value * chance for value, chance in chances.items() if isinstance(value, int)), Fraction(0))


@pytest.mark.parametrize("dice", [1, 7, 15, 22])
def test_outcomes_add_up(dice: int) -> None:
    """Large pools too are exact: the chances add up to one, and the mean of plain successes is half the dice."""
    chances = dict(Pool("x", "a", (10,) * dice, ones=False, botches=False).outcomes())
    assert sum(chances.values()) == 1
    assert mean(chances) == Fraction(dice, 2)


def test_rerolled_tens() -> None:
    """Rerolled tens: the chances add up to one, and the mean is the endless sum to nine places."""
    chances = dict(Pool("x", "a", (10, 10), ones=False, botches=False, tens="reroll").outcomes())
    assert sum(chances.values()) == 1
    assert abs(mean(chances) - 2 * Fraction(1, 2) * Fraction(10, 9)) < Fraction(1, 10**9)


def test_most() -> None:
    """Where no more than so many count, the odds put the rest together."""
    pool = Pool("x", "a", (10,) * 3, most=1)
    assert [value for value, _ in pool.outcomes()] == [BOTCH, 0, 1]
    assert sum(chance for _, chance in pool.outcomes()) == 1
