"""Odds know what the one who asks may know: whoever is hidden changes no chance and is named in none."""

from __future__ import annotations

from typing import Any

from fracas_rules.kernel import odds
from fracas_rules.kernel.resolve import read
from fracas_rules.kernel.viewer import Viewer
from fracas_rules.unisystem import RULESET
from tabletop import Table

PAT = Viewer("pat", "player", ("a",))
GWEN = Viewer("gm", "gm", ())


def told(table: Table, viewer: Viewer) -> dict[str, Any]:
    """The odds of `a` punching the steed."""
    command = read(RULESET, {"do": "act", "actor": "a", "maneuver": "punch", "targets": ["steed"]})
    return odds.query(RULESET, table.state, viewer, command)


def test_a_hidden_rider_is_in_nobodys_odds() -> None:
    """A visible mount's hidden rider leaves a player's odds as they are without a rider; the GM's know of it."""
    table = Table(RULESET, "spare")
    table.ok("gm", do="set_options", set={"odds": "all", "confirm": "all"})
    table.ok("gm", do="add_combatant", id="a", template="hunter")
    table.ok("gm", do="add_combatant", id="steed", template="horse", name="Steed")
    alone = told(table, PAT)
    assert alone["assumes"] == "Steed: Dodge"
    table.ok("gm", do="add_combatant", id="lurker", template="vampire", name="Lurker", hidden=True)
    table.ok("gm", do="adjust", targets=["lurker"], set={"mount": "steed"})
    assert told(table, PAT) == alone
    assert told(table, GWEN)["assumes"] == "Steed: Dodge; Lurker: No"
