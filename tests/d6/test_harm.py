"""Wounds: the ladder, massive damage, and what hangs on them, by the printed fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from fracas_rules.d6 import RULESET
from fracas_rules.d6.harm import massive_row
from fracas_rules.d6.modifiers import wound_level
from fracas_rules.d6.sheet import Sheet
from fracas_rules.d6.state import Combatant
from fracas_rules.d6.view import wound
from tabletop import Table


@pytest.mark.parametrize("full", [1, 2, 3, 4, 7, 20, 30, 31])
def test_the_ladder_by_fractions(full: int) -> None:
    """A boundary belongs to the worse level; at 0 unconscious, below dying, at minus the full points dead."""
    for points in range(-full - 1, full + 1):
        part = Fraction(points, full)
        if part > Fraction(3, 4):
            expected = "healthy"
        elif part > Fraction(1, 2):
            expected = "dazed"
        elif part > Fraction(1, 4):
            expected = "wounded"
        elif part > 0:
            expected = "mortally_wounded"
        elif part == 0:
            expected = "unconscious"
        else:
            expected = "dying" if part > -1 else "dead"
        assert wound_level(Combatant("a", Sheet("A", body_points=full), points)) == expected


@pytest.mark.parametrize(
    ("full", "rows"),
    [
        (20, {4: 0, 5: 1, 6: 2, 10: 2, 11: 3, 15: 3, 16: 4, 19: 4, 20: 5, 99: 5}),
        (30, {7: 0, 8: 1, 9: 2, 15: 2, 16: 3, 22: 3, 23: 4, 29: 4, 30: 5}),
        (3, {1: 1, 2: 3, 3: 5}),
        (1, {1: 5}),
    ],
)
def test_massive_damage_by_rows(full: int, rows: dict[int, int]) -> None:
    """A quarter is rounded up to a whole point; the upper end belongs to the row; all of it is the last."""
    assert {lost: massive_row(full, lost) for lost in rows} == rows


def test_the_track_shows_the_thresholds() -> None:
    """Whoever may know the numbers sees a bar with the levels marked; others the ladder alone."""
    hurt = Combatant("a", Sheet("A", body_points=30), 11)
    assert wound(hurt, True)["track"] == [
        {
            "kind": "bar", "label": "Body Points", "value": 11, "max": 30, "min": 0,
            "marks": [
                {"at": 22, "label": "Dazed"}, {"at": 15, "label": "Wounded"}, {"at": 7, "label": "Mortally wounded"},
                {"at": 0, "label": "Unconscious"},
            ],
        }
    ]  # fmt: skip
    (track,) = wound(hurt, False)["track"]
    assert (track["kind"], track["steps"][track["at"]]["id"]) == ("ladder", "wounded")
    assert wound(Combatant("a", Sheet("A", body_points=30), -4), True)["track"][0]["min"] == -30


@pytest.fixture
def table() -> Table:
    """`a`, `b` and `c`, with 30 Body Points each; `a` holds `b` and `c`."""
    made = Table(RULESET)
    for held, how in (("b", "choked"), ("c", "tackled")):
        made.ok("gm", do="adjust", targets=[held], add_condition={"id": how, "by": "a"})
    return made


def conditions(table: Table, one: str) -> list[str]:
    return [condition.id for condition in table.state.game.combatants[one].conditions]


def impact(points: int) -> dict[str, Any]:
    return {"do": "hazard", "hazard": "impact", "params": {"bdv": points}}


def test_whoever_goes_down_lets_go(table: Table) -> None:
    """An unconscious holder holds nobody; so does one who was knocked out by massive damage."""
    table.ok("gm", **impact(23), targets=["a"])
    table.answer("gm", "no")
    assert conditions(table, "a") == ["unconscious"]
    assert (conditions(table, "b"), conditions(table, "c")) == ([], [])


def test_whoever_leaves_lets_go(table: Table) -> None:
    """Taken off the table, a combatant holds nobody."""
    table.ok("gm", do="remove_combatant", id="a")
    assert (conditions(table, "b"), conditions(table, "c")) == ([], [])


def test_all_points_in_one_round_are_mortal_even_when_some_were_healed_between() -> None:
    """30 lost in a round: dying with 15 left; healing ends it."""
    table = Table(RULESET)
    table.ok("gm", do="start")
    table.ok("gm", **impact(20), targets=["b"])
    table.ok("gm", do="adjust", targets=["b"], heal=15)
    table.ok("gm", **impact(10), targets=["b"])
    struck = table.state.game.combatants["b"]
    assert (struck.body_points, struck.round_damage, wound_level(struck)) == (15, 30, "dying")
    table.ok("gm", do="adjust", targets=["b"], heal=1)
    assert wound_level(table.state.game.combatants["b"]) == "dazed"


def test_at_zero_by_a_massive_blow_one_roll_answers_for_both() -> None:
    """23 of 30, then 7: 0 left, 30 lost is mortal; 24 at once of 24 left: both out, Willpower against 1 + 4 + 4."""
    table = Table(RULESET)
    table.ok("gm", do="add_combatant", id="iron", sheet={"name": "Iron", "skills": {"willpower": 12}})
    table.ok("gm", do="adjust", targets=["iron"], set={"body_points": 24})
    table.ok("gm", **impact(24), targets=["iron"])
    table.answer("gm", "yes", (3,) * 10 + (2, 2))
    told = RULESET.describe(table.state.game, "iron", None)
    assert (told["body_points"], told["wound"], sorted(told["conditions"])) == (0, "unconscious", ["clinging", "massive"])
    assert told["penalty"] == 6, "4 + 4, less one for success and one for the success over it"
