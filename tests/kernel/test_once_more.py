"""An action that is amended or done again plays on what it was played on first, whatever became of seats meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from duel import DUEL
from fracas_rules.kernel import facts as f
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
