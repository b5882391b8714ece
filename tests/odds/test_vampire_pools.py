"""Pools that are too large to count are not counted: what a player may claim for a roll keeps no thread busy for long."""

from __future__ import annotations

import time
from itertools import count

import pytest
from fracas_rules.kernel.odds import WALKED
from fracas_rules.vampire.dice import Pool


@pytest.mark.parametrize("tens", ["off", "double", "reroll"])
def test_the_largest_pool_that_is_counted(tens: str) -> None:
    """It takes about as long as its weight says, a step being about five microseconds; ten times that on a busy machine."""
    pools = (Pool("roll", "a", (10,) * dice, difficulty=7, tens=tens) for dice in count(1))  # type: ignore[arg-type]
    largest = next(pool for pool in pools if pool.weight() > WALKED)
    assert 15 <= len(largest.dice) <= 80
    began = time.perf_counter()
    assert sum(chance for _value, chance in largest.outcomes()) == 1
    assert time.perf_counter() - began < 10 * WALKED * 5e-6
