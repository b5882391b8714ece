"""How a fight begins, in every game: anew, whatever was going on; and while plans are due the view says so."""

from __future__ import annotations

import pytest
from fracas_rules import RULESETS
from fracas_rules.kernel.view import view
from fracas_rules.kernel.viewer import Viewer
from tabletop import Table

EVE = Viewer("eve", "observer")


@pytest.mark.parametrize("game", list(RULESETS))
def test_a_fight_over_another(game: str) -> None:
    """A second `start` begins a new fight, as scenario files do it; undone, the first goes on to the bit."""
    table = Table(RULESETS[game])
    table.ok("gm", do="start")
    first = table.state.fingerprint()
    table.ok("gm", do="start")
    table.ok("gm", do="undo", steps=1)
    assert table.state.fingerprint() == first


@pytest.mark.parametrize("game", list(RULESETS))
def test_planning(game: str) -> None:
    """There at the beginning of a fight; a watcher sees it too."""
    table = Table(RULESETS[game])
    table.ok("gm", do="start")
    assert view(RULESETS[game], table.line, EVE)["encounter"]["planning"] is True
    table.ok("gm", do="set_options", set={"dice": "hand"})
    table.ok("gm", do="initiative")
    for at in range(40):
        if table.state.pending is None:
            break
        ask = table.state.pending.asks[0].ask
        table.answer("gm", [(at + one) % 6 + 1 for one in range(len(ask.faces))] if ask.faces else ask.default)
    assert "planning" not in view(RULESETS[game], table.line, EVE)["encounter"]
