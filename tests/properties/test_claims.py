"""A weapon that only the game's table has is a claim in every game: nobody arms himself by naming it."""

from __future__ import annotations

from typing import Any

import pytest
from fracas_rules import RULESETS
from fracas_rules.kernel.resolve import read
from tabletop import Table

#: A maneuver, and what stands on the sheet.
ARMS: dict[str, tuple[str, Any]] = {
    "unisystem": ("gunshot", [{"id": "own", "class": "pistol"}]),
    "groove": ("strike", {"own": {}}),
    "d6": ("shoot", {"own": {"skill": "marksmanship"}}),
}


@pytest.mark.parametrize("game", list(ARMS))
def test_a_weapon_of_the_table(game: str) -> None:
    """Claimed by its name, dropped where it is not granted; the sheet's own is neither."""
    ruleset, (maneuver, own) = RULESETS[game], ARMS[game]
    table = Table(ruleset, "b")
    table.ok("gm", do="add_combatant", id="a", sheet={"name": "A", "weapons": own})
    foreign = next(one for one in ruleset.core.rows["weapon"] if one not in ("own", "fist", "kick"))
    act: dict[str, Any] = {"do": "act", "actor": "a", "maneuver": maneuver, "targets": ["b"]}
    game_state = table.state.game
    asked = read(ruleset, {**act, "weapon": foreign})
    assert list(ruleset.claims(asked, game_state)) == [("weapon", foreign.replace("_", " "))]
    assert ruleset.unclaimed(asked, game_state).weapon == ""
    asked = read(ruleset, {**act, "weapon": "own"})
    assert list(ruleset.claims(asked, game_state)) == []
    assert ruleset.unclaimed(asked, game_state).weapon == "own"
