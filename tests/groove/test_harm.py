"""Damage, wounds and what is counted in rounds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from fracas_rules.groove import RULESET
from fracas_rules.groove.harm import damage_of, figures, step_of
from fracas_rules.groove.options import Options
from fracas_rules.groove.rows import step
from fracas_rules.groove.sheet import Sheet, adds_up
from fracas_rules.kernel.formula import parse
from fracas_rules.kernel.table import catalogue_of, options_of
from fracas_rules.kernel.view import view
from fracas_rules.kernel.viewer import Viewer
from tabletop import Table

HALF, ONE, TWO = Fraction(1, 2), Fraction(1), Fraction(2)


@pytest.mark.parametrize(
    ("rolled", "times", "plus", "less", "divider", "place", "damage"),
    [
        (5, TWO, 0, 3, 2, HALF, 1),  # 10 - 3 = 7, / 2 = 3.5, x 1/2 = 1.75
        (8, ONE, 0, 0, 3, TWO, 5),  # 2.67 x 2 = 5.33, rounded once
        (5, Fraction(3, 2), 0, 0, 1, ONE, 7),
        (3, TWO, 2, 0, 1, ONE, 8),
        (5, ONE, 0, 8, 1, ONE, 0),
        (1, ONE, 0, 0, 1, HALF, 0),
        (7, Fraction(3, 2), 0, 2, 2, TWO, 8),  # 10.5 - 2 = 8.5, / 2 x 2
    ],
)
def test_damage_is_rounded_once(
    rolled: int, times: Fraction, plus: int, less: int, divider: int, place: Fraction, damage: int
) -> None:
    """Roll x maneuver + addend - block, by armour, by location; against plain fractions for every roll up to 40."""
    assert damage_of(rolled, figures(times, plus, less, divider, place)) == damage
    for other in range(41):
        exact = max(Fraction(0), other * times + plus - less) / divider * place
        assert damage_of(other, figures(times, plus, less, divider, place)) == exact // 1


def test_the_ladder() -> None:
    """Unhurt, hurt, severe from Health, dead from twice Health; subdual damage only where it may."""
    sheet = Sheet(name="A", health=20)
    totals = {0: "unhurt", 1: "hurt", 19: "hurt", 20: "severe", 39: "severe", 40: "dead"}
    assert {total: step_of(sheet, total, 0, Options()) for total in totals} == totals
    assert {total: step_of(sheet, 0, total, Options()) for total in totals} == totals
    mild = Options(subdual_kills=False)
    assert [step_of(sheet, 39, 30, mild), step_of(sheet, 0, 90, mild), step_of(sheet, 40, 0, mild)] == [
        "severe",
        "severe",
        "dead",
    ]


def test_stun_dice_at_every_quarter() -> None:
    """A chart by quarters of Health is exact where Health is no multiple of four."""
    rows = catalogue_of(RULESET, ())
    assert [step(rows.stun_steps, damage, 7) for damage in range(1, 9)] == [2, 3, 3, 4, 4, 5, 6, 6]


@pytest.mark.parametrize(
    ("text", "good"), [("1d8+2", True), ("2d6-1", True), ("1d6+1d4", True), ("7", False), ("2 * 1d6", False)]
)
def test_what_a_weapon_may_roll(text: str, good: bool) -> None:
    """Dice and whole numbers that are added, and nothing else."""
    assert adds_up(parse(text)) is good


def fight(**sheets: dict[str, Any]) -> Table:
    """A table with these sheets, seen by its game master."""
    table = Table(RULESET, "spare")
    for one, sheet in sheets.items():
        table.ok("gm", do="add_combatant", id=one, sheet={"name": one.upper(), **sheet})
    return table


def told(table: Table, one: str) -> dict[str, Any]:
    """A combatant by the README's names."""
    state: dict[str, Any] = RULESET.describe(table.state.game, one, options_of(RULESET, table.state.options))
    return state


def test_a_minute_of_bleeding_in_rounds() -> None:
    """In an encounter a point is lost at the sixtieth boundary, not before, and again sixty later."""
    table = fight(a={"health": 20})
    table.ok("gm", do="adjust", targets=["a"], damage=25, add_condition="bleeding")
    table.ok("gm", do="start")
    losses = []
    for boundary in range(1, 131):
        table.ok("gm", do="next_round")
        losses += [boundary] if told(table, "a")["lethal"] > 25 + len(losses) else []
    assert losses == [60, 120]


def test_holds_of_two_enemies() -> None:
    """Breaking one holder's grip leaves the other's; the dead hold nobody."""
    table = fight(a={"stats": {"str": 10, "dex": 10}}, b={"health": 5}, c={})
    holds = [{"id": "grappled", "by": "b", "strength": 1}, {"id": "grappled", "by": "c", "strength": 4}]
    table.ok("gm", do="adjust", targets=["a"], add_condition=holds)
    assert told(table, "a")["condition_info"]["grappled"] == [{"by": "b", "strength": 1}, {"by": "c", "strength": 4}]
    table.ok("gm", (10,), do="act", actor="a", maneuver="grapple_break")  # against the stronger: 10 + 4 = 14
    assert told(table, "a")["condition_info"] == {"grappled": {"by": "b", "strength": 1}}
    table.ok("gm", do="adjust", targets=["b"], damage=10)
    assert told(table, "a")["conditions"] == []


def test_tracks() -> None:
    """Owners see wounds against Health and twice Health and the hurt places; others the ladder and rough places."""
    table = fight(a={"health": 20, "combat_scores": {"hth": 5}}, b={"health": 10})
    table.ok("gm", do="act", actor="a", maneuver="strike", targets=["b"], weapon="club")
    table.answer("bob", "none", (15, 5, 3, 1, 1, 1))  # chest, club 3, three dice of stun
    mine = view(RULESET, table.line, Viewer("bob", "player", ("b",)))["combatants"]["b"]["wound"]
    bar, figure = mine["track"]
    assert (bar["value"], bar["max"], bar["marks"]) == (3, 20, [{"at": 10, "label": "Severe"}, {"at": 20, "label": "Dead"}])
    assert {part["id"]: part["severity"] for part in figure["parts"] if part["severity"]} == {"chest": 0.3}
    theirs = view(RULESET, table.line, Viewer("pat", "player", ("a",)))["combatants"]["b"]["wound"]["track"]
    assert [theirs[0]["kind"], theirs[0]["at"]] == ["ladder", 1]
    assert [part["severity"] for part in theirs[1]["parts"] if part["id"] == "chest"] == [0.3]
    table.ok("gm", do="adjust", targets=["b"], heal=2)
    healed = view(RULESET, table.line, Viewer("gm", "gm"))["combatants"]["b"]["wound"]["track"][1]
    assert [part["severity"] for part in healed["parts"] if part["id"] == "chest"] == [0.1]


def test_whose_token_moves_is_told_by_the_house_rules() -> None:
    """Where subdual damage does not kill, whoever has taken twice Health of it still has his count, and moves on the map."""
    table = fight(a={"health": 5, "bonuses": {"ref": 5}}, b={})
    table.ok("gm", do="adjust", targets=["a"], set={"subdual": 10})
    table.ok("gm", do="set_options", set={"subdual_kills": False})
    table.ok("gm", do="start")
    table.ok("gm", (1, 6, 2), do="initiative")
    assert table.ok("pat", do="move_token", id="a", x=2, y=2)[0].token.x == 2
    assert table.refused("bob", do="move_token", id="b", x=2, y=3) == ("not-your-turn", "$.id")
