"""Of what the game master plays in secret nobody else is told, shown or asked anything."""

from __future__ import annotations

from typing import Any

import pytest
from fracas_rules.kernel.view import view
from fracas_rules.kernel.viewer import Viewer
from tabletop import Table

BOB = Viewer("bob", "player", ("b",))
GWEN = Viewer("gm", "gm", ())


@pytest.mark.parametrize("options", [{}, {"confirm": "all"}, {"dice": "hand"}, {"confirm": "all", "dice": "hand"}])
def test_a_secret_action_asks_nobody_but_the_gm(options: dict[str, Any]) -> None:
    """Neither for a defense nor for dice nor for consent to what came of it; the GM answers for everybody."""
    table = Table()
    table.ok("gm", do="set_options", set=options)
    before = view(table.ruleset, table.line, BOB, ())
    table.ok("gm", do="act", actor="c", maneuver="poke", targets=["b"], secret=True)
    asked = []
    while (pending := table.state.pending) is not None:
        assert view(table.ruleset, table.line, BOB, ()) == before
        open_ask = pending.asks[0]
        asked.append((open_ask.ask.key, open_ask.ask.who))
        assert table.refused("bob", do="answer", ask=open_ask.id, pick="none") == ("stale-answer", "$.ask")
        assert open_ask.id in view(table.ruleset, table.line, GWEN, ())["asks"]
        by_hand = bool(open_ask.ask.faces)
        pick: Any = [5] if by_hand else "none" if open_ask.ask.key == "defense" else open_ask.ask.default
        rolls = open_ask.ask.key == "defense" and "dice" not in options
        table.ok("gm", (5,) if rolls else (), do="answer", ask=open_ask.id, pick=pick)
    hand = [("roll.poke", "c")] if "dice" in options else []
    held = [("confirm", "gm")] if "confirm" in options else []
    assert asked == [("defense", "b"), *hand, *held]
    assert table.hp("b") == 15
