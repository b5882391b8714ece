"""What refusals and the log say is English, and no program's."""

from __future__ import annotations

from typing import Any

import pytest
from fracas_rules.errors import Refused
from fracas_rules.kernel.lines import lines
from fracas_rules.vampire import RULESET
from tabletop import Table

SHEET: dict[str, Any] = {"name": "Ravenna", "kind": "vampire", "generation": 13, "weapons": ["pistol_light"]}


@pytest.fixture
def table() -> Table:
    made = Table(RULESET, "b")
    made.ok("gm", do="add_combatant", id="a", sheet=SHEET)
    return made


def words(table: Table, **command: Any) -> str:
    """The refusal of a command."""
    came = table.send("gm", **command)
    assert isinstance(came, Refused), came
    return came.message


def logged(table: Table, **command: Any) -> list[str]:
    """What the GM reads of a command."""
    before = table.state
    table.ok("gm", **command)
    return [line.gm.text for line in lines(RULESET, before, table.log[-1], table.state)]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"blood_pool": 0}, "blood pool = 0"),
        ({"acted": False}, "acted = no"),
        ({"defending": True, "moved": 3}, "defending = yes, moved = 3"),
        ({"ammo": {"pistol_light": 5}}, "ammo = pistol light 5"),
        ({"ready": []}, "ready = nothing"),
        ({"armor": "class_5"}, "armor = Riot gear"),
        ({"weapons": ["knife"]}, "weapons = Knife, ammo = pistol light 16"),
        ({"aim": {}}, "aim = nothing"),
    ],
)
def test_what_the_gm_sets_is_told(table: Table, fields: dict[str, Any], told: str) -> None:
    """Each field with its value, also nought and no."""
    assert logged(table, do="adjust", targets=["a"], set=fields)[0] == f"The GM set {told} for Ravenna."


def test_nothing_set_is_nothing_said(table: Table) -> None:
    """A field that is named and left alone makes no line."""
    assert logged(table, do="adjust", targets=["a"], set={"ammo": None}) == []


def test_refusals(table: Table) -> None:
    """A weapon that was not named is asked for; one point is one point."""
    conceal = {"do": "check", "actor": "a", "check": "conceal", "params": {}}
    assert words(table, **conceal) == "Say which weapon: `params.weapon`."
    buff = {"do": "act", "actor": "a", "maneuver": "buff", "params": {"attribute": "strength", "points": 2}}
    assert words(table, **buff) == "Ravenna may spend 1 point now."


def test_an_order_of_nobody(table: Table) -> None:
    """Where everybody is hidden, players read that it is nobody's turn to know of."""
    for one in ("a", "b"):
        table.ok("gm", do="set_hidden", id=one, hidden=True)
    table.ok("gm", do="start")
    before = table.state
    table.ok("gm", (3, 4), do="initiative")
    told = [line.all.text for line in lines(RULESET, before, table.log[-1], table.state) if line.all is not None]
    assert told == ["Order: nobody."]
