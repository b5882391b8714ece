"""What a table keeps of its past belongs to its seats: no seat pushes out what another needs."""

from __future__ import annotations

from typing import Any

import pytest
from fracas_rules.kernel import facts as f
from fracas_rules.kernel.decide import Repeated
from fracas_rules.kernel.lines import lines
from fracas_rules.kernel.state import Dice
from msgspec.structs import replace
from tabletop import Table


def test_answers_are_remembered_for_each_seat() -> None:
    """A command is answered as before however much others sent meanwhile; of its own seat's, the last 256 are remembered."""
    table = Table()
    table.ok("bob", (), "once", do="move_token", id="b", x=1, y=1)
    for at in range(700):
        table.ok("pat", do="move_token", id="a", x=at % 10, y=1)
    assert isinstance(table.send("bob", (), "once", do="move_token", id="b", x=1, y=1), Repeated)
    for at in range(256):
        table.ok("bob", (), f"more{at}", do="move_token", id="b", x=at % 10, y=1)
    assert isinstance(table.send("bob", (), "more0", do="move_token", id="b", x=0, y=1), Repeated)
    fork = table.line.fork()
    fork.fold(f.Commit(fork.state.seq + 1, "bob", "fork", 0, f.Receipt(""), ()))
    assert fork.answered("bob", "fork") is not None
    assert table.line.answered("bob", "fork") is None


def test_moves_push_nothing_out() -> None:
    """However often a player moves a token, what was done before can be taken back, and done again to the bit."""
    table = Table()
    start = table.state.fingerprint()
    table.ok("gm", do="set_options", set={"hard": True})
    for at in range(700):
        table.ok("pat" if at % 3 else "bob", do="move_token", id="a" if at % 3 else "b", x=at % 7, y=at % 5)
    end = table.state.fingerprint()
    count = len(table.line.marks)
    assert 202 <= count <= 250
    for steps in (100, 100, count - 200):
        table.ok("gm", do="undo", steps=steps)
    assert table.state.fingerprint() == start
    for _ in range(count):
        table.ok("gm", do="redo")
    assert table.state.fingerprint() == end
    for at in range(300):
        table.ok("gm", do="set_options", set={"hard": bool(at % 2)})
    assert 225 <= len(table.line.marks) <= 250


def test_additions_to_the_dice() -> None:
    """A seat adds ten times at most, and keeps no other from it; nothing in what it adds hides from the eye."""
    table = Table()
    table.line.state = replace(table.state, dice=Dice(1, "0" * 64))
    for at in range(10):
        table.ok("eve", do="add_entropy", text=f"number {at}")
    assert table.refused("eve", do="add_entropy", text="one more") == ("resource", None)
    table.ok("bob", do="add_entropy", text="mine")
    table.ok("gm", do="add_entropy", text="mine too")
    for text in ("ok\n\nThe GM took back 3 steps.", "\u202egnorw", "a\x1fb", "\x1b[31mred", "\u200b"):
        assert table.refused("pat", do="add_entropy", text=text) == ("malformed", "$.text")


@pytest.mark.parametrize(
    "command",
    [
        {"do": "remove_combatant", "id": "c"},
        {"do": "set_hidden", "id": "c", "hidden": True},
        {"do": "move_token", "id": "c", "x": 3, "y": 3},
        {"do": "set_ref", "id": "c", "ref": "Actor.c"},
    ],
)
def test_what_was_done_to_the_hidden_is_undone_unheard(command: dict[str, Any]) -> None:
    """Taking back or doing again what shows of hidden combatants to nobody is told to game masters alone."""
    table = Table()
    table.ok("gm", do="move_token", id="c", x=1, y=1)
    table.ok("gm", do="set_hidden", id="c", hidden=True)
    table.ok("gm", **command)
    for word in ("undo", "redo"):
        before = table.state
        table.ok("gm", do=word)
        told = lines(table.ruleset, before, table.log[-1], table.state)
        assert [one.all for one in told] == [None] * len(told)
        assert told[0].gm is not None
