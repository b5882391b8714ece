"""Decisions made at the same time, seats that change while an action is open, and what is undone around a dropped one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from fracas_rules.kernel import facts as f
from fracas_rules.kernel.grid import Grid
from fracas_rules.kernel.odds import walk
from fracas_rules.kernel.requests import Answered, Ask, Option, Roll
from fracas_rules.kernel.run import Done, Waiting, run
from fracas_rules.kernel.scene import Scene
from fracas_rules.kernel.script import Script, ask_all, roll
from tabletop import Table

HAND = (Option("rock", "Rock"), Option("paper", "Paper"))


def scene() -> Scene[Any, Any, Any]:
    return Scene(None, lambda state, _fact: state, None, None, {}, Grid())


def duel(where: Scene[Any, Any, Any]) -> Script[None]:
    picks = yield from ask_all((Ask("hand", "a", "?", "rock", HAND), Ask("hand", "b", "?", "paper", HAND)))
    face = yield from roll(Roll("luck", "a", (6,)))
    where.record((picks, face))


def test_all_are_asked_at_once() -> None:
    """Asks put together wait for all who are missing, and take the answers in any order."""
    none = run(duel, scene(), (), lambda _who, _sides: 4)
    assert isinstance(none, Waiting)
    assert [one.who for one in none.requests] == ["a", "b"]
    second = Answered("hand", "b", "rock", "bob")
    one = run(duel, scene(), (second,), lambda _who, _sides: 4)
    assert isinstance(one, Waiting)
    assert [ask.who for ask in one.requests] == ["a"]
    both = run(duel, scene(), (second, Answered("hand", "a", "paper", "ann")), lambda _who, _sides: 4)
    assert isinstance(both, Done)
    assert both.facts == ((("paper", "rock"), 4),)


def test_only_the_side_of_a_break_matters() -> None:
    """A roll with a break has two outcomes for the odds, each with the exact chance of its class."""
    assert dict(Roll("test", "a", (10,), (8,)).outcomes()) == {1: Fraction(7, 10), 8: Fraction(3, 10)}

    def test(where: Scene[Any, Any, Any]) -> Script[None]:
        face = yield from roll(Roll("test", "a", (10,), (8,)))
        where.record(face >= 8)

    assert {came.facts[0]: chance for came, chance in walk(test, scene)} == {False: Fraction(7, 10), True: Fraction(3, 10)}


def test_opener_changes_seat() -> None:
    """Whoever opened an action may be promoted, or lose the seat: the action is played as it was opened."""
    table = Table()
    table.ok("pat", do="act", actor="a", maneuver="poke", targets=["b"], modifiers=[{"label": "fog", "value": 1}])
    table.ok("gm", do="seat_change", seat="pat", role="gm")
    facts = table.answer("gm", "without")
    assert isinstance(facts[0], f.Replied)
    assert table.state.pending is not None
    table.ok("gm", do="seat_revoke", seat="pat")
    assert isinstance(table.answer("gm", "none", (5,))[-1], f.Closed)


def test_undo_after_a_dropped_action() -> None:
    """What came in while an action was open stays when that is dropped, and can be taken back by itself."""
    table = Table()
    before = table.state.fingerprint()
    table.poke()
    table.ok("gm", do="move_token", id="a", x=4, y=4)
    table.ok("gm", do="void")
    assert [mark.label for mark in table.line.marks] == ["What happened during a dropped action (A: poke → B)"]
    table.ok("gm", do="undo", steps=1)
    assert table.state.fingerprint() == before
