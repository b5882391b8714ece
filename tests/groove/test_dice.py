"""The game's dice: what is read of them, and their chances against every face counted."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from fracas_rules.groove.dice import Best, Sorted


@pytest.mark.parametrize(("faces", "value"), [((7,), 7), ((3, 9), 9), ((20, 1), 20), ((1, 1), 1)])
def test_the_highest_counts(faces: tuple[int, ...], value: int) -> None:
    """In a groove the better of two d20 counts."""
    assert Best("attack", "a", (20,) * len(faces)).value(faces) == value


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("breaks", [(2, 11, 20), (3, 15), (-4, 2, 20, 27), tuple(range(2, 21))])
def test_chances_of_the_highest(count: int, breaks: tuple[int, ...]) -> None:
    """Every side of the breaks has the chance that counting all faces gives, and stands on that side itself."""
    counted: Counter[tuple[bool, ...]] = Counter()
    for faces in product(range(1, 21), repeat=count):
        counted[tuple(max(faces) >= at for at in breaks)] += 1
    came = Best("attack", "a", (20,) * count, breaks).outcomes()
    shown = {tuple(value >= at for at in breaks): chance for value, chance in came if isinstance(value, int)}
    assert shown == {side: Fraction(ways, 20**count) for side, ways in counted.items()}
    assert sum(chance for _, chance in came) == 1


def test_groups_of_faces() -> None:
    """A d10 whose faces fall into three groups: the least face of each, with the chance of the group."""
    roll = Sorted("location", "a", (10,), (), groups=(1, 1, 3, 3, 3, 3, 3, 1, 1, 10))
    assert set(roll.outcomes()) == {(1, Fraction(4, 10)), (3, Fraction(5, 10)), (10, Fraction(1, 10))}
    assert roll.value((7,)) == 7
