"""The GM may let a die count as something else, as far as that leads anywhere."""

from __future__ import annotations

import pytest
from fracas_rules.groove import RULESET
from fracas_rules.kernel.table import catalogue_of
from tabletop import Table


def hit() -> Table:
    """`a` has hit `b`: 19 to hit, the chest, for little, and that is shaken off."""
    table = Table(RULESET, "spare")
    for one in ("a", "b"):
        table.ok("gm", do="add_combatant", id=one, sheet={"name": one.upper(), "health": 20})
    table.ok("gm", do="act", actor="a", maneuver="strike", targets=["b"], weapon="fist", distance=1)
    while (pending := table.state.pending) is not None:
        dice = (19, 5, 1, 1, 1) if len(pending.asks) == 1 else ()
        table.answer("gm", "none", dice)
    return table


@pytest.mark.parametrize("value", [11, 200, 0, -1, -9])
def test_a_place_that_no_die_shows(value: int) -> None:
    """A location is a face of its die: no other number is any place."""
    table = hit()
    assert table.refused("gm", do="amend", who="a", key="location", value=value) == ("illegal-choice", "$.value")


@pytest.mark.parametrize(("value", "place"), [(1, "left_leg"), (10, "head")])
def test_another_place(value: int, place: str) -> None:
    """Every face of it is one."""
    table = hit()
    table.ok("gm", do="amend", who="a", key="location", value=value)
    assert catalogue_of(RULESET, ()).faces[value - 1] == place
    assert place in {getattr(fact, "location", "") for fact in table.log[-1].facts}
