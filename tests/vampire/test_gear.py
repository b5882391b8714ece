"""Who may take up what: a player only what the sheet lists; Willpower against wounds only when it is due."""

from __future__ import annotations

from typing import Any

import pytest
from fracas_rules.vampire import RULESET
from tabletop import Table

BAT = {"id": "bat", "like": "club", "damage": 3}
SHEET: dict[str, Any] = {
    "name": "Samuel", "kind": "vampire", "willpower": 4, "attributes": {"dexterity": 4},
    "weapons": ["knife", BAT], "armor": {"id": "coat", "name": "Coat", "rating": 1},
}  # fmt: skip


@pytest.fixture
def table() -> Table:
    made = Table(RULESET, "b")
    made.ok("gm", do="add_combatant", id="a", sheet=SHEET)
    made.ok("gm", do="start")
    return made


def arms(table: Table) -> dict[str, int]:
    return {one.id: one.damage for one in table.state.game.combatants["a"].weapons}


def claim(table: Table) -> str:
    """What the GM is asked to grant; empty when nothing is open."""
    pending = table.state.pending
    return "" if pending is None else pending.asks[0].ask.prompt


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"weapons": [{"id": "club", "damage": 50}]}, "weapon: club (damage 50)"),
        ({"weapons": ["knife", "pistol_light"]}, "weapon: pistol light"),
        ({"weapons": [{"id": "knife", "like": "knife", "damage": 9}]}, "weapon: knife (like knife, damage 9)"),
        ({"weapons": [{**BAT, "damage": 4}]}, "weapon: bat (like club, damage 4)"),
        ({"armor": {"name": "coat", "rating": 50}}, "armor: coat (rating 50)"),
        ({"armor": "class_5"}, "armor: class 5"),
        ({"armor": {"id": "coat", "name": "Coat", "rating": 5}}, "armor: Coat (rating 5)"),
    ],
)
def test_what_is_not_on_the_sheet_is_a_claim(table: Table, given: dict[str, Any], told: str) -> None:
    """It waits for the GM; played without, nothing of it is there."""
    before = table.state.game.combatants["a"]
    table.ok("pat", do="declare", actor="a", **given)
    assert claim(table) == f"Samuel declares claims {told}. Does that hold?"
    table.answer("gm", "without")
    after = table.state.game.combatants["a"]
    assert after.armor == before.armor
    assert set(arms(table)) <= {"knife", "bat"}
    assert arms(table)["knife"] == {one.id: one.damage for one in before.weapons}["knife"]


def test_what_the_sheet_lists(table: Table) -> None:
    """By its id or to the letter, with the sheet's numbers; and armour may be taken off and put on again."""
    table.ok("pat", do="declare", actor="a", weapons=["bat"], armor="none")
    assert (arms(table), table.state.game.combatants["a"].armor.rating) == ({"bat": 3}, 0)
    table.ok("pat", do="declare", actor="a", weapons=[BAT, "knife"], armor="coat")
    assert list(arms(table)) == ["bat", "knife"]
    assert table.state.game.combatants["a"].armor.rating == 1
    assert claim(table) == ""


def test_the_gm_grants_and_the_gm_gives(table: Table) -> None:
    """Once granted it counts; the GM's own word needs no ruling."""
    table.ok("pat", do="declare", actor="a", weapons=["knife", "pistol_light"])
    table.answer("gm", "allow")
    assert list(arms(table)) == ["knife", "pistol_light"]
    table.ok("gm", do="declare", actor="a", weapons=[{"id": "club", "damage": 50}], armor="class_5")
    assert (arms(table), claim(table)) == ({"club": 50}, "")


def test_declaring_again_loads_nothing(table: Table) -> None:
    """The count of a weapon stays, also when it was laid aside meanwhile; only what is new comes loaded (VTM-E-CAPACITY)."""
    sheet = {"name": "Ann", "kind": "mortal", "weapons": ["knife", "pistol_light"]}
    table.ok("gm", do="end_encounter")
    table.ok("gm", do="add_combatant", id="c", sheet=sheet)

    def left() -> dict[str, int]:
        return dict(table.state.game.combatants["c"].ammo)

    assert left() == {"pistol_light": 16}
    table.ok("gm", do="adjust", targets=["c"], set={"ammo": {"pistol_light": 0}})
    table.ok("gm", do="start")
    table.ok("gm", do="declare", actor="c", weapons=["knife", "pistol_light"])
    assert left() == {"pistol_light": 0}
    table.ok("gm", do="declare", actor="c", weapons=["knife"])
    table.ok("gm", do="declare", actor="c", weapons=["pistol_light", "pistol_heavy"])
    assert left()["pistol_light"] == 0
    assert left()["pistol_heavy"] > 0


def test_willpower_against_wounds(table: Table) -> None:
    """Neither unhurt, nor before initiative, nor after the turn; then it costs one point."""
    grit: dict[str, Any] = {"do": "declare", "actor": "a", "ignore_wounds": True}
    assert table.refused("pat", **grit) == ("not-your-turn", "$.actor")
    table.ok("gm", (1, 9), do="initiative")
    assert table.refused("pat", **grit) == ("requirement", "$.ignore_wounds")
    table.ok("gm", do="adjust", targets=["a"], damage=3)
    table.ok("pat", **grit)
    assert table.state.game.combatants["a"].willpower == 3
    table.ok("gm", do="adjust", targets=["a"], remove_condition="ignoring_wounds")
    table.ok("pat", do="end_turn", actor="a")
    assert table.refused("pat", **grit) == ("not-your-turn", "$.actor")
    assert table.state.game.combatants["a"].willpower == 3
