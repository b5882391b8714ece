"""The order of a fight when somebody joins it."""

from __future__ import annotations

from fracas_rules import RULESETS
from fracas_rules.kernel.view import view
from fracas_rules.kernel.viewer import Viewer
from tabletop import Table

GM, EVE = Viewer("gm", "gm"), Viewer("eve", "observer")


def test_whoever_joins_takes_a_place() -> None:
    """They roll when the GM has them roll, and stand where their total puts them, behind their equals; nobody else rolls."""
    table = Table(RULESETS["vampire"], "ab", "cy")
    table.ok("gm", do="start")
    table.ok("gm", (8, 3), do="initiative")  # all have the same rating
    assert table.refused("gm", do="initiative") == ("not-your-turn", "$.do")
    table.ok("gm", do="add_combatant", id="dee", sheet={"name": "Dee"})
    table.ok("gm", do="add_combatant", id="fay", sheet={"name": "Fay"}, hidden=True)
    assert view(table.ruleset, table.line, GM)["encounter"]["late"] == ["dee", "fay"]
    assert view(table.ruleset, table.line, EVE)["encounter"]["late"] == ["dee"]
    table.ok("gm", (5, 8), do="initiative")
    assert table.state.game.encounter.order == ("ab", "fay", "dee", "cy")
    assert "late" not in view(table.ruleset, table.line, GM)["encounter"]
    assert table.refused("gm", do="initiative") == ("not-your-turn", "$.do")
    table.ok("gm", do="end_turn", actor="ab")
    assert view(table.ruleset, table.line, GM)["encounter"]["up"] == ["fay"]
    table.ok("gm", do="next_round")
    assert table.state.game.encounter.order == ("ab", "fay", "dee", "cy")
    table.ok("gm", do="undo", steps=1)
    table.ok("gm", do="undo", steps=1)
    table.ok("gm", do="undo", steps=1)
    assert table.state.game.encounter.order == ("ab", "cy")
