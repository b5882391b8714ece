"""Requests: what answers an ask, and what may come of a roll."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from fracas_rules.errors import BadAnswer
from fracas_rules.kernel.requests import Ask, Ids, Number, Option, Roll, Shares

LISTED = Ask("defense", "b", "?", "none", (Option("none", "None"), Option("dodge", "Dodge")))
COUNTED = Ask("many", "b", "?", "all", (Option("all", "All"),), number=Number(1, 3))
ORDERED = Ask("order", "gm", "?", ["a", "b"], ids=Ids(("a", "b")))
SOME = Ask("some", "gm", "?", [], ids=Ids(("a", "b"), "some"))


@pytest.mark.parametrize(
    ("ask", "pick"),
    [
        (LISTED, "none"),
        (LISTED, "dodge"),
        (COUNTED, "all"),
        (COUNTED, 1),
        (COUNTED, 3),
        (ORDERED, ["b", "a"]),
        (SOME, []),
        (SOME, ["b"]),
        (SOME, ["b", "a"]),
    ],
)
def test_legal(ask: Ask, pick: Any) -> None:
    """A listed option, a number within the bounds, an order of all ids, a choice of some: legal, and returned as it is."""
    assert ask.check(pick) == pick


@pytest.mark.parametrize(
    ("ask", "pick", "told"),
    [
        (LISTED, "parry", "`parry` is not a legal answer to defense: allowed are none, dodge."),
        (LISTED, 0, "`0` is not a legal answer to defense: allowed are none, dodge."),
        (LISTED, ["none"], "`['none']` is not a legal answer to defense: allowed are none, dodge."),
        (COUNTED, 0, "`0` is not a legal answer to many: allowed are all; or a whole number from 1 to 3."),
        (COUNTED, True, "`True` is not a legal answer to many: allowed are all; or a whole number from 1 to 3."),
        (COUNTED, "2", "`2` is not a legal answer to many: allowed are all; or a whole number from 1 to 3."),
        (ORDERED, ["a"], "`['a']` is not a legal answer to order: allowed are a list of a, b, each once."),
        (ORDERED, ["a", "a"], "`['a', 'a']` is not a legal answer to order: allowed are a list of a, b, each once."),
        (SOME, ["b", "b"], "`['b', 'b']` is not a legal answer to some: allowed are a list of a, b."),
        (SOME, ["c"], "`['c']` is not a legal answer to some: allowed are a list of a, b."),
        (SOME, {"a": 1}, "`{'a': 1}` is not a legal answer to some: allowed are a list of a, b."),
    ],
)
def test_illegal(ask: Ask, pick: Any, told: str) -> None:
    """Anything else is no answer, and the message says what is; a flag is no number."""
    with pytest.raises(BadAnswer) as caught:
        ask.check(pick)
    assert str(caught.value) == told


def test_shares() -> None:
    """A total is shared out exactly, among those named, and within the most that each may have."""
    free = Ask("assign", "a", "?", {"b": 2}, shares=Shares(("b", "c"), 2))
    single = Ask("assign", "a", "?", {"b": 1}, shares=Shares(("b", "c", "d"), 2, 1))
    assert free.check({"b": 2}) == {"b": 2}
    assert free.check({"b": 1, "c": 1}) == {"b": 1, "c": 1}
    assert single.check({"b": 1, "d": 1}) == {"b": 1, "d": 1}
    assert free.only() is None
    for ask, pick in ((free, {"b": 1}), (free, {"x": 2}), (free, {"b": -1, "c": 3}), (free, {"b": True, "c": 1}), (free, "b")):
        with pytest.raises(BadAnswer):
            ask.check(pick)
    with pytest.raises(BadAnswer) as caught:
        single.check({"d": 2})
    assert str(caught.value).endswith("a table that shares out 2 among b, c, d, at most 1 each.")


def test_only() -> None:
    """Where a single option is all there is, it is the only pick; a number besides it makes a choice."""
    assert Ask("defense", "b", "?", "none", (Option("none", "None"),)).only() == "none"
    assert LISTED.only() is None
    assert COUNTED.only() is None


def test_roll() -> None:
    """A roll draws its dice in order, is worth their sum, and knows the exact chance of each value."""
    request = Roll("push", "a", (6, 4))
    faces = iter([5, 3])
    sides: list[int] = []
    assert request.draw(lambda n: sides.append(n) or next(faces)) == (5, 3)
    assert sides == [6, 4]
    assert request.value((5, 3)) == 8
    chances = dict(request.outcomes())
    assert chances[2] == Fraction(1, 24)
    assert chances[5] == Fraction(4, 24)
    assert chances[10] == Fraction(1, 24)
    assert sum(chances.values()) == 1
