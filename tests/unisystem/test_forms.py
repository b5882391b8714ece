"""What a table shows of its numbers and forms, and what the GM's word may not do."""

from __future__ import annotations

from typing import Any

import pytest
from arena import SEATS, Arena
from fracas_rules.errors import Refused
from fracas_rules.kernel.resolve import try_out
from fracas_rules.kernel.table import catalogue_of
from fracas_rules.kernel.view import view
from fracas_rules.unisystem import RULESET
from fracas_rules.unisystem.facts import FightBegan, FightEnded, TurnBegan

PUNCH = {"do": "act", "actor": "a", "maneuver": "punch", "targets": ["b"]}


def test_numbers_of_all_where_the_table_shows_them() -> None:
    """Others' numbers are shown where the table has it so; their sheet and their weapons stay their own."""
    arena = Arena()
    assert "numbers" not in view(RULESET, arena.line, SEATS["pat"])["combatants"]["b"]
    arena.ok("gm", do="set_options", set={"numbers": "all"})
    shown = view(RULESET, arena.line, SEATS["pat"])["combatants"]
    assert {"key": "drama_points", "label": "Drama Points", "value": 3} in shown["b"]["numbers"]
    assert [key for key in ("weapons", "sheet") if key in shown["b"]] == []
    assert {"weapons", "sheet"} <= shown["a"].keys()


def test_a_fight_is_an_episode() -> None:
    """The dice begin a new stream with a fight and after it; a Turn begins none."""
    assert RULESET.episode(FightBegan()) == "opens"
    assert RULESET.episode(FightEnded()) == "closes"
    assert RULESET.episode(TurnBegan(2)) is None


@pytest.mark.parametrize("laid", [{"id": "grappled", "by": "a", "part": "body"}, {"id": "inside_reach", "of": "a"}])
def test_nobody_holds_himself(laid: dict[str, Any]) -> None:
    """The GM's word lays no hold on somebody that is his own."""
    came = Arena().send("gm", do="adjust", targets=["a"], add_condition=laid)
    assert isinstance(came, Refused)
    assert came.code == "illegal-target"


def test_what_is_set_is_of_its_kind() -> None:
    """A face is 1 to 10, an attribute exists, a count is no fraction; each is named by its path."""
    arena = Arena()
    for fields, path in (
        ({"attack_die": 11}, "$.set.attack_die"),
        ({"attributes": {"beauty": 3}}, "$.set.attributes.beauty"),
        ({"ammo": {"pistol": 1.5}}, "$.set.ammo.pistol"),
        ({"luck": 1}, "$.set.luck"),
    ):
        came = arena.send("gm", do="adjust", targets=["a"], set=fields)
        assert isinstance(came, Refused)
        assert (came.code, came.path) == ("malformed", path)
    came = arena.send("gm", do="adjust", targets=["a"], set={"mount": "nobody"})
    assert isinstance(came, Refused)
    assert (came.code, came.path) == ("unknown-id", "$.set.mount")


def test_an_act_in_order_makes_no_other_so() -> None:
    """A flag is no number, though 1 and true are equal: what was found in order a moment ago is not asked for it."""
    arena = Arena()
    for gang, refused in ((1, None), (True, "malformed"), (1, None)):
        came = try_out(RULESET, arena.line.state, SEATS["gm"], {**PUNCH, "params": {"gang": gang}})
        assert (came.code if came is not None else None) == refused


def test_an_act_is_judged_on_the_table_as_it_is() -> None:
    """The same act a moment later may be out of order: what changed in between counts."""
    arena = Arena()
    assert try_out(RULESET, arena.line.state, SEATS["gm"], PUNCH) is None
    arena.ok("gm", do="adjust", targets=["a"], add_condition="unconscious")
    refused = try_out(RULESET, arena.line.state, SEATS["gm"], PUNCH)
    assert refused is not None
    assert refused.code == "incapacitated"


def test_forms_list_parameters_as_they_are_drawn() -> None:
    """Checks, hazards and conditions carry their parameters with kind, label, limits and default."""
    forms = RULESET.schemas(catalogue_of(RULESET, ()))
    checks = {one["id"]: one["params"] for one in forms["checks"]}
    assert checks["chase"][0] == {"id": "pursuer", "label": "Pursuer", "kind": "who", "needed": True}
    hazards = {one["id"]: one["params"] for one in forms["hazards"]}
    assert hazards["fall"][0] == {"id": "yards", "label": "Yards", "kind": "number", "min": 0, "max": 100_000, "default": 3}
    conditions = {one["id"]: one["params"] for one in forms["conditions"]}
    assert conditions["choked"] == [{"id": "by", "label": "By", "kind": "who"}]
