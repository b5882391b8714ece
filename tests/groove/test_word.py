"""The GM's word on conditions, what its log says, and what the table's options let everybody see."""

from __future__ import annotations

from typing import Any

import pytest
from fracas_rules.errors import Refused
from fracas_rules.groove import RULESET
from fracas_rules.groove.facts import ConditionGained, ConditionLost, FightBegan, FightEnded
from fracas_rules.kernel.lines import lines
from fracas_rules.kernel.view import view
from fracas_rules.kernel.viewer import Viewer
from tabletop import Table

PAT = Viewer("pat", "player", ("a",))


def pair() -> Table:
    """`a`, who is Pat's, and `b`."""
    table = Table(RULESET, "spare")
    for one in ("a", "b"):
        table.ok("gm", do="add_combatant", id=one, sheet={"name": one.upper(), "health": 20})
    return table


def heard(table: Table, **command: Any) -> list[str]:
    """What everybody hears of a GM's command."""
    before = table.state
    table.ok("gm", **command)
    return [line.all.text for line in lines(RULESET, before, table.log[-1], table.state) if line.all is not None]


def test_a_hold_of_nobody() -> None:
    """A net holds as well as an enemy does: by nobody, beside an enemy's hold, and it is broken by itself."""
    table = pair()
    net = {"id": "entangled", "strength": 2}
    assert heard(table, do="adjust", targets=["a"], add_condition=net) == ["A is now entangled."]
    assert heard(table, do="adjust", targets=["a"], add_condition={"id": "entangled", "by": "b", "strength": 9}) == []
    assert [one.params for one in table.state.game.combatants["a"].conditions] == [{"strength": 2}, {"by": "b", "strength": 9}]
    facts = table.ok("gm", do="adjust", targets=["a"], add_condition={**net, "strength": 3})
    assert [one for one in facts if isinstance(one, ConditionGained | ConditionLost)] == [
        ConditionLost("a", "entangled", {"by": None}),
        ConditionGained("a", "entangled", {"strength": 3}, beside=True),
    ]
    table.ok("gm", do="adjust", targets=["a"], remove_condition={"id": "entangled", "by": "b"})
    table.ok("gm", (20,), do="act", actor="a", maneuver="grapple_break")
    assert table.state.game.combatants["a"].conditions == ()


@pytest.mark.parametrize("by", ["a", "ghost"])
@pytest.mark.parametrize("way", ["add_condition", "set"])
def test_nobody_is_held_by_himself_or_by_one_who_is_absent(by: str, way: str) -> None:
    """A condition that names its own holder, or nobody at the table, is not laid on."""
    table, code = pair(), "illegal-target" if by == "a" else "unknown-id"
    if way == "add_condition":
        command: dict[str, Any] = {"add_condition": {"id": "pinned", "by": by}}
        path = "$.add_condition.by"
    else:
        command, path = {"set": {"condition_info": {"pinned": {"by": by}}}}, "$.set.condition_info.pinned.by"
    assert table.refused("gm", do="adjust", targets=["a"], **command) == (code, path)


def test_whoever_leaves_holds_nobody() -> None:
    """Holds, wind-ups and openings end when the one whom they are about is taken from the table."""
    table = pair()
    ties = [{"id": "grappled", "by": "b"}, {"id": "grappled", "by": "spare"}, {"id": "winding_up", "target": "b"}]
    table.ok("gm", do="adjust", targets=["a"], add_condition=ties)
    table.ok("gm", do="remove_combatant", id="b")
    assert [(one.id, one.params.get("by")) for one in table.state.game.combatants["a"].conditions] == [("grappled", "spare")]


def test_numbers_of_all() -> None:
    """Where the table shows numbers, players see them of everybody, and those of conditions; sheets stay their owners'."""
    table = pair()
    table.ok("gm", do="adjust", targets=["b"], damage=3, add_condition=["prone", {"id": "off_guard", "penalty": 3}])
    before = view(RULESET, table.line, PAT)["combatants"]["b"]
    assert "numbers" not in before
    assert before["conditions"] == [
        {"id": "prone", "label": "Prone", "detail": ""},
        {"id": "off_guard", "label": "Off guard", "detail": ""},
    ]
    assert before["wound"]["track"][0]["kind"] == "ladder"
    table.ok("gm", do="set_options", set={"numbers": "all"})
    after = view(RULESET, table.line, PAT)["combatants"]["b"]
    assert {one["key"]: one["value"] for one in after["numbers"]}["lethal"] == 3
    assert [one["detail"] for one in after["conditions"]] == ["", "penalty 3"]
    assert after["wound"]["track"][0]["value"] == 3
    assert not {"sheet", "weapons"} & set(after)


def test_the_log_tells_the_numbers_of_all() -> None:
    """Where the table shows numbers, everybody hears them, but of nobody who is hidden."""
    table = pair()
    hit = {"do": "adjust", "targets": ["b"], "damage": 3}
    assert heard(table, **hit) == ["B is hurt."]
    table.ok("gm", do="set_options", set={"numbers": "all"})
    assert heard(table, **hit) == ["B takes 3 and has 6 lethal (hurt)."]
    table.ok("gm", do="set_hidden", id="b", hidden=True)
    assert heard(table, **hit) == []


def test_a_fight_is_an_episode() -> None:
    """A fight opens and closes a stream of dice; nothing else does."""
    assert RULESET.episode(FightBegan()) == "opens"
    assert RULESET.episode(FightEnded()) == "closes"
    assert RULESET.episode(ConditionLost("a", "prone")) is None


def test_forms_of_parameters() -> None:
    """Conditions, checks, hazards and acts tell front ends their parameters in one form, claims marked."""
    told = RULESET.schemas(RULESET.catalogue(RULESET.core.rows))
    by = {kind: {one["id"]: one["params"] for one in told[kind]} for kind in ("conditions", "checks", "hazards")}
    assert by["conditions"]["pinned"] == [
        {"id": "by", "label": "By", "kind": "who"},
        {"id": "strength", "label": "Strength", "kind": "number", "min": 0, "max": 1000},
    ]
    assert by["checks"]["skill"][0] == {"id": "skill", "label": "Skill", "kind": "text", "needed": True}
    assert by["hazards"]["bleeding"] == [
        {"id": "minutes", "label": "Minutes", "kind": "number", "min": 1, "max": 100_000, "default": 1}
    ]
    reach = next(one for one in told["options"] if one["id"] == "reach_limit")
    assert (reach["min"], reach["max"], reach["default"]) == (0, 100, 2)


def test_what_the_gm_sets_is_told_in_words() -> None:
    """A table of reserved defences is told as people would, an empty one as nothing."""
    table = pair()

    def told(**fields: Any) -> str:
        before = table.state
        table.ok("gm", do="adjust", targets=["a"], set=fields)
        return lines(RULESET, before, table.log[-1], table.state)[0].gm.text

    assert told(reserved={"parry": 2, "block": 1}) == "The GM set reserved = parry 2, block 1 for A."
    assert told(reserved={}, grooves=0) == "The GM set grooves = 0, reserved = nothing for A."


def test_one_foot_is_a_foot() -> None:
    """A grapple reaches as far as an arm."""
    came = pair().send("gm", do="act", actor="a", maneuver="grapple", targets=["b"], distance=9)
    assert isinstance(came, Refused)
    assert came.message == "Grapple reaches 1 foot here."
