"""A check that was made is not taken for another's: what is equal only to Python is checked anew."""

from __future__ import annotations

from typing import Any

import pytest
from fracas_rules.kernel import odds
from fracas_rules.kernel.again import Again
from fracas_rules.kernel.resolve import read, scene_of
from fracas_rules.kernel.viewer import Viewer
from fracas_rules.vampire import RULESET
from fracas_rules.vampire.commands import Act
from tabletop import Table

SHEET: dict[str, Any] = {"name": "Mara", "kind": "vampire", "generation": 10, "blood_pool": 9, "attributes": {"strength": 2}}
PAT = Viewer("pat", "player", ("a",))


@pytest.mark.parametrize(
    ("maneuver", "honest", "name", "false"),
    [
        ("punch", {"difficulty_mod": 0}, "difficulty_mod", False),
        ("punch", {"no_room": False}, "no_room", 0),
        ("buff", {"attribute": "strength", "points": 1}, "points", True),
        ("buff", {"attribute": "strength", "points": 1}, "points", 1.0),
    ],
)
def test_a_parameter_of_another_type_is_checked_for_itself(maneuver: str, honest: dict[str, Any], name: str, false: Any) -> None:
    """After the odds of an honest act, the same act with `false` for 0, or `true` for 1, is refused like any other time."""
    table = Table(RULESET, "b")
    table.ok("gm", do="add_combatant", id="a", sheet=SHEET)
    table.ok("gm", do="set_options", set={"odds": "all", "confirm": "all"})
    act = {"do": "act", "actor": "a", "maneuver": maneuver, "targets": ["b"] if maneuver == "punch" else []}
    odds.reckon(RULESET, table.state, PAT, read(RULESET, {**act, "params": honest}))
    wrong = {**act, "params": {**honest, name: false}}
    assert table.refused("pat", **wrong) == ("malformed", f"$.params.{name}")


def test_what_is_kept_is_found_by_equal_things_of_equal_types() -> None:
    """Down to what lists and tables hold, and whatever the order of a table."""
    table: Table = Table(RULESET, "a", "b")
    scene = scene_of(RULESET, table.state)
    kept: Again[str] = Again()

    def act(**params: Any) -> Act:
        return Act(actor="a", maneuver="punch", targets=("b",), params=params)

    kept.keep(scene, act(one=1, more=[{"x": 0}]), "this")
    assert kept.known(scene, act(one=1, more=[{"x": 0}])) == "this"
    assert kept.known(scene, act(more=[{"x": 0}], one=1)) == "this"
    for other in (act(one=True, more=[{"x": 0}]), act(one=1.0, more=[{"x": 0}]), act(one=1, more=[{"x": False}])):
        assert kept.known(scene, other) is None
    assert kept.known(scene, act(one=1, more=[{"x": 0}, 1])) is None
    assert kept.known(scene, act(one=1)) is None
    kept.keep(scene, (act(one=1), "b"), "that")
    assert kept.known(scene, (act(one=1), "b")) == "that"
    assert kept.known(scene, (act(one=True), "b")) is None
