"""State is the fold of facts; what is taken back was as if it had never been."""

from __future__ import annotations

from typing import Any

import pytest
from fracas_rules import RULESETS
from fracas_rules.kernel import facts as f
from fracas_rules.kernel.decide import create, timeline
from fracas_rules.kernel.grid import Grid, Token, distance
from msgspec.structs import asdict, replace
from tabletop import Table


def test_log_makes_the_table() -> None:
    """Folding the log again, written and read, gives the very same state."""
    table = Table()
    table.poke()
    table.answer("gm", "brace", (9,))
    table.ok("gm", do="next_round")
    table.ok("gm", do="undo")
    table.poke("pat")
    ruleset = table.ruleset
    again = timeline(ruleset, create(ruleset, "t1", "A table", b"sixteen bytes or more"))
    for commit in table.log:
        again.fold(ruleset.decoder.decode(ruleset.encoder.encode(commit)))
    assert again.state == table.state
    assert [mark.label for mark in again.marks][-2:] == ["A: poke → B", "A: poke → B"]


def test_no_gaps() -> None:
    """A commit that does not follow the last one is not folded."""
    table = Table()
    with pytest.raises(ValueError, match=r"Commit 7 does not follow 4\."):
        table.line.fold(f.Commit(7, "gm", "", 0, f.Receipt(""), ()))


def test_undo_returns() -> None:
    """After an undo the fight is what it was, fingerprint and all, and an undo passes over undos, answers and seats."""
    table = Table()
    prints = [table.state.fingerprint()]
    table.poke()
    table.answer("gm", "none", (4,))
    prints.append(table.state.fingerprint())
    table.ok("gm", do="next_round")
    table.ok("gm", do="seat_add", name="New")
    assert table.hp("b") == 16
    assert [mark.label for mark in table.line.marks] == ["A: poke → B", "Next round"]
    assert table.ok("gm", do="undo") == (f.Rewound(1, ("Next round",)),)
    assert table.state.fingerprint() == prints[1]
    table.ok("gm", do="undo", steps=1)
    assert table.state.fingerprint() == prints[0]
    assert table.hp("b") == 20
    assert len(table.state.seats) == 5
    assert table.refused("gm", do="undo") == ("illegal-choice", "$.steps")


def test_undo_several() -> None:
    """Several commands are taken back at once, of any kind, and the log keeps them all."""
    table = Table()
    before = table.state.fingerprint()
    table.ok("gm", do="set_options", set={"hard": True})
    table.ok("gm", do="set_map", width=10, height=10)
    table.ok("gm", do="move_token", id="a", x=3, y=4)
    table.ok("gm", do="set_hidden", id="c", hidden=True)
    table.ok("gm", do="add_combatant", sheet={"name": "D"}, x=1, y=1, hidden=True)
    table.ok("gm", do="install_pack", text='name = "house"\n[stunt.hop]\nname = "Hop"\n')
    table.ok("gm", do="remove_pack", name="house")
    table.ok("gm", do="remove_combatant", id="b")
    labels = (
        "Combatant removed", "House pack taken out", "House pack added", "D joins", "Hidden or shown", "Token moved",
        "Map changed", "Table options",
    )  # fmt: skip
    assert table.ok("gm", do="undo", steps=8) == (f.Rewound(8, labels, unseen=1),)
    assert table.state.fingerprint() == before
    assert table.state.seq == len(table.log) == 13


def test_undo_while_open() -> None:
    """An undo while something is open takes that back first, with what was done meanwhile."""
    table = Table()
    before = table.state.fingerprint()
    table.poke()
    table.ok("gm", do="move_token", id="a", x=3, y=4)
    table.ok("gm", do="undo")
    assert table.state.pending is None
    assert table.state.tokens == {}
    assert table.state.fingerprint() == before


def test_whom_an_undone_action_brought() -> None:
    """Whoever came in hidden while it was open is gone with it; the next of that id is hidden only if that is asked for."""
    table = Table()
    before = table.state.fingerprint()
    table.poke()
    table.ok("gm", do="add_combatant", id="lurker", sheet={"name": "Lurker"}, hidden=True)
    table.ok("gm", do="undo")
    assert table.state.hidden == ()
    assert table.state.fingerprint() == before
    table.ok("gm", do="redo")
    assert table.state.hidden == ("lurker",)
    table.ok("gm", do="undo")
    table.ok("gm", do="add_combatant", id="lurker", sheet={"name": "Lurker"})
    assert table.state.hidden == ()


def test_fingerprint() -> None:
    """The fingerprint tells fights apart and passes over what was merely said."""
    table = Table()
    before = table.state.fingerprint()
    table.ok("gm", do="rename", title="Other")
    table.ok("gm", do="seat_add", name="New")
    assert table.state.fingerprint() == before
    table.ok("gm", do="move_token", id="a", x=3, y=4)
    assert table.state.fingerprint() != before


@pytest.mark.parametrize("system", sorted(RULESETS))
def test_fingerprint_of_equal_tables(system: str) -> None:
    """Equal fights have equal fingerprints, wherever their texts come from: the rules, a command, a log that was read."""
    ruleset = RULESETS[system]
    table = Table(ruleset, "spare")
    for template in ruleset.core.rows["template"]:
        table.ok("gm", do="add_combatant", template=template)
    game = table.state.game
    spelt = {one: _spelt_anew(who) for one, who in game.combatants.items()}
    other = replace(table.state, game=replace(game, combatants=spelt))
    assert other == table.state
    assert other.fingerprint() == table.state.fingerprint()


def _spelt_anew(who: Any) -> Any:
    """The same combatant, whose texts are objects of their own."""
    texts = {name: value for name, value in asdict(who).items() if isinstance(value, str)}
    return replace(who, **{name: "".join([text[:1], text[1:]]) for name, text in texts.items()})


def test_map() -> None:
    """The map is folded as it was set, and distances are straight lines between centres, rounded down, in the game's unit."""
    table = Table()
    table.ok("gm", do="set_map", width=30, height=20, unit_per_square=2, background="https://example.org/a.png")
    assert table.state.grid == Grid(30, 20, 2, "https://example.org/a.png")
    assert distance(Token(0, 0), Token(3, 4), 1) == 5
    assert distance(Token(0, 0), Token(1, 1), 1) == 1
    assert distance(Token(0, 0), Token(1, 1), 5) == 7
    assert distance(Token(0, 0, 2), Token(2, 0, 1), 2) == 3
