"""Dice: the exact chances of pools, base damage and Character Points against a count of every face."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import pytest
from fracas_rules.d6.dice import Ordinary, PointDice, Pool

FACES = range(1, 7)
SIXTH = Fraction(1, 6)


def chains(depth: int) -> Iterator[tuple[Fraction, int]]:
    """What the re-rolls of a Wild Die add, face by face; after `depth` of them a six just counts."""
    for face in FACES:
        if face < 3:
            yield SIXTH, 0
        elif face < 6 or depth == 0:
            yield SIXTH, 1
        else:
            yield from ((SIXTH * chance, 1 + more) for chance, more in chains(depth - 1))


def pools(dice: int, depth: int = 7) -> Iterator[tuple[Fraction, int, bool]]:
    """Every throw of a pool: its chance, its successes, whether the Wild Die showed a 1."""
    for faces in product(FACES, repeat=dice):
        count = sum(face > 2 for face in faces)
        if faces[0] == 6:
            yield from ((SIXTH**dice * chance, count + more, False) for chance, more in chains(depth))
        else:
            yield SIXTH**dice, count, faces[0] == 1


def chance_of(roll: Pool, wanted: Callable[[int, int], bool]) -> Fraction:
    return sum((chance for (count, critical), chance in roll.outcomes() if wanted(count, critical)), Fraction(0))  # type: ignore[misc]


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_a_pool_has_the_chances_of_its_faces(dice: int) -> None:
    """The chance of each number of successes, up to where a chain of sixes was cut, and that of a critical failure."""
    counted = list(pools(dice))
    pool = Pool("attack", "a", (6,) * dice)
    assert sum(chance for _, chance in pool.outcomes()) == 1
    for least in range(dice + 5):
        expected = sum(chance for chance, count, _ in counted if count >= least)
        assert chance_of(pool, lambda count, _critical, least=least: count >= least) == expected  # type: ignore[misc]
    assert chance_of(pool, lambda _count, critical: bool(critical)) == SIXTH


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
@pytest.mark.parametrize("needs", [1, 2, 3])
def test_a_pool_of_which_one_number_matters(dice: int, needs: int) -> None:
    """With a break each class stands for the side that it comes to, a success being taken off critical failures."""
    roll = Pool("test", "a", (6,) * dice, (needs,))
    assert len(roll.outcomes()) <= 3
    told = chance_of(roll, lambda count, critical: count - critical >= needs)
    assert told == sum(chance for chance, count, critical in pools(dice) if max(0, count - critical) >= needs)


def test_the_mean_of_a_pool() -> None:
    """2/3 for each die, and 2/15 more for the re-rolls of the Wild Die: the long chains that are cut keep it."""
    for dice in (1, 2, 7, 15):
        mean = sum(count * chance for (count, _), chance in Pool("attack", "a", (6,) * dice).outcomes())  # type: ignore[misc]
        assert mean == Fraction(2, 3) * dice + Fraction(2, 15)


def test_faces_and_their_value() -> None:
    """The Wild Die first, the re-rolls last; a re-rolled 1 does no harm."""
    thrown = iter([6, 3, 2, 6, 6, 1])
    pool = Pool("attack", "a", (6, 6, 6))
    faces = pool.draw(lambda sides: next(thrown))
    assert faces == (6, 3, 2, 6, 6, 1)
    assert pool.value(faces) == (4, 0)
    assert pool.value((1, 3, 3)) == (2, 1)
    assert pool.value((2, 1, 1)) == (0, 0)
    stuck = pool.draw(lambda sides: 6)
    assert len(stuck) == 63, "a source that shows nothing but sixes comes to an end"


@pytest.mark.parametrize("faces", [(6, 1, 1), (6, 2, 6), (5, 2, 2), (6, 1, 6, 5, 1), (7, 1), (0, 2), (6,)])
def test_faces_that_a_pool_cannot_show(faces: tuple[int, ...]) -> None:
    """Too few, too many, re-rolls without a 6 or beyond one that is none."""
    fits = Pool("attack", "a", (6, 6)).fits
    assert fits(faces) == (faces == (6, 1, 1))


def test_faces_that_are_drawn_fit() -> None:
    """Whatever a source of dice shows can be typed in as well."""
    source = random.Random(5)
    for dice in (0, 1, 2, 6):
        for roll in (Pool("attack", "a", (6,) * dice), PointDice("points", "a", (6,) * dice)):
            for _ in range(200):
                faces = roll.draw(lambda sides: source.randint(1, sides))
                assert roll.fits(faces)
                assert not roll.fits((*faces, 3, 3))


@pytest.mark.parametrize("dice", [0, 1, 3, 5])
def test_base_damage_counts_faces_from_three(dice: int) -> None:
    """Ordinary dice: no Wild Die, no re-roll."""
    told: dict[int, Fraction] = {}
    for faces in product(FACES, repeat=dice):
        count = sum(face > 2 for face in faces)
        told[count] = told.get(count, Fraction(0)) + SIXTH**dice
    assert dict(Ordinary("damage", "a", (6,) * dice).outcomes()) == told
    assert Ordinary("damage", "a", (6, 6, 6)).value((6, 3, 2)) == 2


def test_character_points_by_face() -> None:
    """1, 2, 4, 4, 4, and 5 with another roll after the rest; the chances of small sums by counting."""
    thrown = iter([6, 2, 6, 1])
    roll = PointDice("character_points", "a", (6, 6))
    faces = roll.draw(lambda sides: next(thrown))
    assert faces == (6, 2, 6, 1)
    assert roll.value(faces) == 13
    counted: dict[int, Fraction] = {}
    value = (0, 1, 2, 4, 4, 4)
    for first, second in product(range(1, 6), repeat=2):
        total = value[first] + value[second]
        counted[total] = counted.get(total, Fraction(0)) + SIXTH**2
    told = dict(roll.outcomes())
    assert sum(told.values()) == 1
    for total in (2, 3, 4, 5, 6):  # a six gives 6 at least, and 7 with another die
        assert told[total] == counted[total]
    assert sum(total * chance for total, chance in told.items()) == 8  # type: ignore[operator, misc]
