"""An action that is amended or done again plays on what it was played on first, whatever became of seats meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from duel import DUEL
from fracas_rules.kernel import facts as f
from fracas_rules.kernel.lines import lines
from fracas_rules.kernel.verify import verify
from tabletop import Table

CREATED = f.Created("t1", "duel", "A table", b"sixteen bytes or more", DUEL.version)
SEAT_CHANGES: list[dict[str, Any]] = [
    {"do": "seat_revoke", "seat": "pat"},
    {"do": "seat_change", "seat": "pat", "owns": []},
    {"do": "seat_change", "seat": "pat", "role": "gm"},
]
CLAIM = {"modifiers": [{"label": "Light", "value": 1}]}


def sound(table: Table) -> bool:
    """Whether an honest referee would have written this log."""
    return verify(DUEL, CREATED, table.log).faults == []


@pytest.mark.parametrize("change", SEAT_CHANGES)
@pytest.mark.parametrize("claim", [{}, CLAIM])
def test_amended_after_its_seat_changed(change: dict[str, Any], claim: dict[str, Any]) -> None:
    """The GM's change of a die stands, and so does the log."""
    table = Table()
    table.poke("pat", **claim)
    if claim:
        table.answer("gm", "allow")
    table.answer("gm", "none", (8,))
    table.ok("gm", **change)
    table.ok("gm", do="amend", who="a", key="poke", faces=[3])
    assert table.state.pending is None
    assert table.hp("b") == 17 - bool(claim)
    table.ok("gm", do="amend", who="a", key="poke", faces=[4])
    assert table.hp("b") == 16 - bool(claim)
    assert sound(table)


@pytest.mark.parametrize("change", SEAT_CHANGES)
def test_held_again_after_its_seat_changed(change: dict[str, Any]) -> None:
    """Those who had to agree before have to agree to what was amended; it is not dropped."""
    table = Table()
    table.ok("gm", do="set_options", set={"confirm": "all"})
    table.poke("pat")
    table.answer("gm", "none", (8,))
    while table.state.pending is not None:
        table.answer("gm", table.state.pending.asks[0].ask.default)
    table.ok("gm", **change)
    table.ok("gm", do="amend", who="a", key="poke", faces=[3])
    assert table.state.pending is not None
    while table.state.pending is not None:
        table.answer("gm", table.state.pending.asks[0].ask.default)
    assert table.hp("b") == 17
    assert sound(table)


@pytest.mark.parametrize("change", SEAT_CHANGES)
@pytest.mark.parametrize("claim", [{}, CLAIM])
def test_done_again_after_its_seat_changed(change: dict[str, Any], claim: dict[str, Any]) -> None:
    """What was open when it was taken back goes on as it would have, and can be amended after."""
    table = Table()
    table.poke("pat", **claim)
    table.ok("gm", do="undo")
    table.ok("gm", **change)
    table.ok("gm", do="redo")
    if claim:
        table.answer("gm", "allow")
    table.answer("gm", "none", (8,))
    assert table.hp("b") == 12 - bool(claim)
    table.ok("gm", do="amend", who="a", key="poke", faces=[3])
    assert table.hp("b") == 17 - bool(claim)
    table.ok("gm", do="undo")
    table.ok("gm", do="redo")
    assert table.hp("b") == 17 - bool(claim)
    table.ok("gm", do="amend", who="a", key="poke", faces=[5])
    assert table.hp("b") == 15 - bool(claim)
    assert sound(table)


def test_time_for_a_question_that_is_put_again() -> None:
    """Done again, an open question may be thought about as long as the first time."""
    table = Table()
    table.ok("gm", do="set_options", set={"ask_seconds": 5})
    table.poke()
    assert [one.due for one in table.state.pending.asks] == [5007]  # type: ignore[union-attr]
    table.ok("gm", do="undo")
    table.now = 90_000
    table.ok("gm", do="redo")
    assert [one.due for one in table.state.pending.asks] == [95_000]  # type: ignore[union-attr]
    assert sound(table)


@pytest.mark.parametrize("paused", [False, True])
def test_time_for_what_is_asked_during_a_pause(paused: bool) -> None:
    """A pause gives no question more time than it has: neither one that is put meanwhile nor one that is put again."""
    table = Table()
    table.ok("gm", do="set_options", set={"ask_seconds": 30})
    table.poke()
    table.ok("gm", do="undo")
    for again in ({"do": "redo"}, {"do": "act", "actor": "a", "maneuver": "poke", "targets": ["b"]}):
        table.now = 10_000
        if paused:
            table.ok("gm", do="pause", paused=True)
        table.now = 610_000
        table.ok("gm", **again)
        table.now = 611_000
        if paused:
            table.ok("gm", do="pause", paused=False)
        assert table.state.pending is not None
        assert [one.due for one in table.state.pending.asks] == [641_000 if paused else 640_000]
        table.ok("gm", do="undo")


def test_what_happened_beside_an_amended_action() -> None:
    """Who came, what moved and what was linked while it was open stays so; it is told once, and taken back with the action."""
    table = Table()
    start = table.state.fingerprint()
    table.poke()
    table.ok("gm", do="move_token", id="c", x=5, y=5)
    table.ok("pat", do="move_token", id="a", x=3, y=3)
    table.ok("gm", do="add_combatant", id="d", sheet={"name": "D"}, x=1, y=1)
    table.ok("gm", do="set_ref", id="a", ref="Actor.a")
    table.ok("gm", do="rename", title="New")
    table.ok("gm", do="pause", paused=True)
    table.answer("gm", "none", (8,))
    table.ok("gm", do="pause", paused=False)
    for face, left in ((2, 18), (5, 15)):
        before = table.state
        table.ok("gm", do="amend", who="a", key="poke", faces=[face])
        after = table.state
        assert table.hp("b") == left
        assert list(after.game.of) == ["a", "b", "c", "d"]
        assert (after.tokens, after.refs, after.title, after.paused) == (before.tokens, {"a": "Actor.a"}, "New", 0)
        assert "D joins." not in [one.all.text for one in lines(DUEL, before, table.log[-1], after) if one.all]
    end = table.state.fingerprint()
    table.ok("gm", do="undo")
    assert table.state.fingerprint() == start
    table.ok("gm", do="redo")
    assert (table.state.fingerprint(), table.state.paused) == (end, 0)
    assert sound(table)


def test_an_undo_shows_nobody_by_the_way() -> None:
    """Who was hidden while an action was open stays hidden, step by step or at once; a redo has it as it was, to the bit."""
    for steps in ((1, 1), (2,)):
        table = Table()
        table.ok("gm", do="move_token", id="b", x=1, y=1)
        table.poke()
        table.ok("gm", do="set_hidden", id="c", hidden=True)
        table.answer("gm", "none", (5,))
        for step in steps:
            table.ok("gm", do="undo", steps=step)
            assert table.state.hidden == ("c",)
    table.ok("gm", do="move_token", id="b", x=1, y=1)
    table.ok("gm", do="set_hidden", id="a", hidden=False)
    table.ok("gm", do="set_hidden", id="b", hidden=True)
    before = table.state.fingerprint()
    table.ok("gm", do="undo", steps=3)
    assert table.state.hidden == ("c",)
    for _ in range(3):
        table.ok("gm", do="redo")
    assert table.state.fingerprint() == before
    assert table.state.hidden == ("c", "b")


def test_a_redo_shows_nobody_by_the_way() -> None:
    """Several commands are taken back: doing the first of them again leaves hidden whom the others had hidden meanwhile."""
    for steps in ((1, 1), (2,)):
        table = Table()
        table.ok("gm", do="rename", title="Other")
        table.poke()
        table.ok("gm", do="set_hidden", id="c", hidden=True)
        table.answer("gm", "none", (5,))
        for step in steps:
            table.ok("gm", do="undo", steps=step)
        table.ok("gm", do="redo")
        assert (table.state.title, table.state.hidden) == ("Other", ("c",))
        assert sound(table)


@pytest.mark.parametrize("meanwhile", [{"do": "set_ref", "id": "c", "ref": "Actor.c"}, {"do": "rename", "title": "Other"}])
def test_what_was_linked_or_named_during_a_dropped_action(meanwhile: dict[str, Any]) -> None:
    """It stays over an undo of what came later and over an amendment; it goes and comes back with what was done before."""
    table = Table()
    table.poke()
    table.answer("gm", "none", (5,))
    table.poke()
    table.ok("gm", **meanwhile)
    table.ok("gm", do="void")
    kept = (table.state.refs, table.state.title)
    table.ok("gm", do="amend", who="a", key="poke", faces=[3])
    assert (table.state.refs, table.state.title) == kept
    table.ok("gm", do="move_token", id="b", x=1, y=1)
    table.ok("gm", do="undo")
    assert (table.state.refs, table.state.title) == kept
    table.ok("gm", do="undo")
    table.ok("gm", do="redo")
    table.ok("gm", do="redo")
    assert (table.state.refs, table.state.title, table.hp("b")) == (*kept, 17)
    assert sound(table)


def test_what_happened_during_a_dropped_action() -> None:
    """It is a command of its own, can be taken back and done again as often as one likes, and keeps its name."""
    table = Table()
    table.poke()
    table.ok("gm", do="move_token", id="c", x=1, y=1)
    table.ok("gm", do="set_hidden", id="c", hidden=True)
    table.ok("gm", do="void")
    for _ in range(3):
        assert [mark.label for mark in table.line.marks] == ["What happened during a dropped action (A: poke → B)"]
        assert (list(table.state.tokens), table.state.hidden) == (["c"], ("c",))
        table.ok("gm", do="undo")
        assert (list(table.state.tokens), table.state.hidden) == ([], ("c",))
        table.ok("gm", do="redo")
    assert sound(table)


def test_a_redo_keeps_the_name_of_its_command() -> None:
    """What an undo calls a command it calls it after a redo too."""
    table = Table()
    table.ok("gm", do="add_combatant", sheet={"name": "Dora"})
    table.ok("gm", do="undo")
    table.ok("gm", do="redo")
    assert [mark.label for mark in table.line.marks] == ["Dora joins"]


def test_secret_is_a_word_for_yes_or_no() -> None:
    """A front end may always say it; what is neither is refused."""
    table = Table()
    table.ok("pat", do="act", actor="a", maneuver="poke", targets=["b"], secret=False)
    assert table.state.pending is not None
    assert not table.state.pending.secret
    table.ok("gm", do="void", secret=False)
    assert table.refused("gm", do="act", actor="a", maneuver="poke", targets=["b"], secret="yes") == ("malformed", "$.secret")
