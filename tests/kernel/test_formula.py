"""Formulas: what they are worth, how they are itemised, and what is said about a typo."""

from __future__ import annotations

from contextlib import suppress

import pytest
from fracas_rules.errors import FormulaError
from fracas_rules.kernel.formula import Term, check_formula, parse
from hypothesis import given, settings
from hypothesis import strategies as st

TRAITS = {"strength": 4, "speed": 3, "kung_fu": 2}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("strength + kung_fu", 6),
        ("2 * (strength + 1)", 10),
        ("2 x strength", 8),
        ("strength - speed - kung_fu", -1),
        ("7 // 2 * 2", 6),
        ("-7 // 2", -4),
        ("min(strength, speed) + max(1, 2)", 5),
        ("- -3", 3),
    ],
)
def test_values(text: str, value: int) -> None:
    """A formula is worth what arithmetic says, `*` and `//` before `+` and `-`, from left to right, `x` read as `*`."""
    assert parse(text).value(TRAITS) == value


def test_dice() -> None:
    """Dice in a formula are thrown by the caller; `2D` are two six-sided ones."""
    thrown: list[tuple[int, int]] = []

    def throw(count: int, sides: int) -> int:
        thrown.append((count, sides))
        return count * sides

    assert parse("1d8 + 2D + 1").value({}, throw) == 21
    assert thrown == [(1, 8), (2, 6)]
    with pytest.raises(FormulaError, match="Dice are not allowed"):
        parse("1d8").value({})


def test_terms() -> None:
    """The addends stand in order under a readable label, brackets opened, a subtracted one with its sign."""
    terms = parse("strength + 2 * kung_fu - (speed + 1)").terms(TRAITS, {"strength": "Strength!"})
    assert terms == [
        Term("strength", "Strength!", 4),
        Term("(2 * kung_fu)", "(2 * Kung Fu)", 4),
        Term("speed", "Speed", -3),
        Term("1", "1", -1),
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("strength + $peed", "In `strength + $peed`, at sign 12: `$peed` is no sign of a formula."),
        ("2 * (speed + 1", "In `2 * (speed + 1`, at sign 15: `the end` stands where `)` is needed."),
        ("speed +", "In `speed +`, at sign 8: `the end` stands where a value is needed."),
        ("speed speed", "In `speed speed`, at sign 7: `speed` is one sign too many."),
        ("max(1)", "In `max(1)`, at sign 6: `)` stands where `,` is needed."),
        ("3d", "In `3d`, at sign 1: `3d` are no dice: write 1d8 or 2D, at most 100 of 2 to 1000 sides."),
        ("1d1", "In `1d1`, at sign 1: `1d1` are no dice"),
        ("", "In ``, at sign 1: `the end` stands where a value is needed."),
        ("1 if speed else 2", "In `1 if speed else 2`, at sign 3: `if speed els` is one sign too many."),
    ],
)
def test_typos(text: str, told: str) -> None:
    """A mistake is quoted with its place and with what is allowed."""
    with pytest.raises(FormulaError) as caught:
        parse(text)
    assert str(caught.value).startswith(told)


def test_limits() -> None:
    """A formula has at most 200 signs and is nested at most 24 deep."""
    with pytest.raises(FormulaError, match="may have 200 signs; this one has 201"):
        parse("1+" * 100 + "1")
    with pytest.raises(FormulaError, match="nested more than 24 deep"):
        parse("(" * 30 + "1" + ")" * 30)


def test_unknown_trait() -> None:
    """A trait that is not known is named with those that are, and one without a value is an error too."""
    with pytest.raises(FormulaError, match="Unknown trait `luck` in `speed \\+ luck`; known are speed, strength"):
        check_formula(parse("speed + luck"), ["strength", "speed"])
    with pytest.raises(FormulaError, match="There is no trait `luck` here"):
        parse("luck").value(TRAITS)
    with pytest.raises(FormulaError, match="Division by zero"):
        parse("1 // 0").value({})


FORMULAS = st.recursive(
    st.sampled_from(["strength", "speed", "kung_fu", "0", "7", "12"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from([" + ", " - ", " * ", "+", "-"]), inner).map("".join),
        inner.map("({})".format),
        inner.map("-{}".format),
        st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(lambda part: f"{part[0]}({part[1]}, {part[2]})"),
    ),
    max_leaves=8,
)


@given(FORMULAS)
@settings(max_examples=150, deadline=None, derandomize=True)
def test_agrees_with_python(text: str) -> None:
    """Any formula is worth what Python's own arithmetic makes of it, and its terms add up to its value."""
    formula = parse(text)
    value = eval(text, {"min": min, "max": max, **TRAITS})
    assert formula.value(TRAITS) == value
    assert sum(term.value for term in formula.terms(TRAITS)) == value


@given(st.text(alphabet="speed+-*/()12dD, $", max_size=20))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_never_anything_else(text: str) -> None:
    """Whatever is written, it is a formula or a `FormulaError` that quotes it; nothing else is ever raised."""
    with suppress(FormulaError):
        parse(text)
        return
    with pytest.raises(FormulaError) as caught:
        parse(text)
    assert text in str(caught.value)
