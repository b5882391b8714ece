"""What may stand in `params`: typed, claimed or not, and refused with the path before anything happens."""

from __future__ import annotations

from typing import Any

import pytest
from arena import Arena
from fracas_rules.errors import Refused
from fracas_rules.unisystem import RULESET
from fracas_rules.unisystem.commands import Act

FEINT = {"do": "act", "actor": "a", "maneuver": "feint", "targets": ["b"]}
PUNCH = {"do": "act", "actor": "a", "maneuver": "punch", "targets": ["b"]}


@pytest.mark.parametrize(
    ("command", "code", "path"),
    [
        ({**PUNCH, "params": {"gang": "two"}}, "malformed", "$.params.gang"),
        ({**PUNCH, "params": {"gang": 2.0}}, "malformed", "$.params.gang"),
        ({**PUNCH, "params": {"gang": -1}}, "malformed", "$.params.gang"),
        ({**PUNCH, "params": {"water": True}}, "malformed", "$.params.water"),
        ({**PUNCH, "params": {"nonsense": 1}}, "malformed", "$.params.nonsense"),
        ({**PUNCH, "params": {"limb": "leg_left"}}, None, None),
        ({**PUNCH, "params": {"riders": "knockout"}}, "malformed", "$.params.riders"),
        ({**PUNCH, "params": {"riders": ["nowhere"]}}, "illegal-choice", "$.params.riders"),
        ({**PUNCH, "location": "tail"}, "unknown-id", "$.location"),
        ({**PUNCH, "targets": ["b", "b"]}, "illegal-target", "$.targets[1]"),
        ({"do": "act", "actor": "a", "maneuver": "move", "params": {"yards": "x"}}, "malformed", "$.params.yards"),
        ({**PUNCH, "spend": {"mana": 1}}, "malformed", "$.spend.mana"),
        ({"do": "act", "actor": "a", "maneuver": "move", "spend": {"drama_points": 1}}, "illegal-choice", "$.spend.drama_points"),
        ({**PUNCH, "spend": {"drama_points": 2}}, "illegal-choice", "$.spend.drama_points"),
        ({**FEINT, "params": {"skill": "riding"}}, "illegal-choice", "$.params.skill"),
        ({"do": "hazard", "hazard": "fall", "targets": ["a"], "params": {"yards": True}}, "malformed", "$.params.yards"),
        ({"do": "hazard", "hazard": "fire", "targets": ["a"], "params": {"colour": 1}}, "malformed", "$.params.colour"),
        ({"do": "check", "actor": "a", "check": "chase", "params": {"pursuer": "a"}}, "malformed", "$.params.quarry"),
        ({"do": "check", "actor": "a", "check": "survival", "params": {"modifier": 1.5}}, "malformed", "$.params.modifier"),
    ],
)
def test_what_does_not_fit_is_refused(command: dict[str, Any], code: str | None, path: str | None) -> None:
    """A parameter of the wrong kind, or that a maneuver does not take, is named in the refusal."""
    arena = Arena()
    came = arena.send("gm", **command)
    if code is None:
        assert not isinstance(came, Refused), came
        return
    assert isinstance(came, Refused)
    assert came.code == code, came
    assert path is None or came.path == path


def test_plans_are_checked_like_acts() -> None:
    """What a plan holds stays in the state: no number with a fraction, nobody who is not there."""
    arena = Arena()
    arena.ok("gm", do="start")
    intent = [{"maneuver": "punch", "targets": ["b"], "params": {"gang": 0.5}}]
    came = arena.send("gm", do="declare", actor="a", intent=intent)
    assert isinstance(came, Refused)
    assert (came.code, came.path) == ("malformed", "$.intent[0].params.gang")


def test_claims_come_out_of_the_table() -> None:
    """Whatever says something about the world is a claim; one's own choices are none."""
    act = Act(actor="a", maneuver="gunshot", targets=("b",), distance=3, params={"shots": 2, "cover": False, "gait": "gallop"})
    told = RULESET.claims(act, RULESET.new())
    assert told == [("cover for the target", "no"), ("gait of the mount", "gallop"), ("distance", "3 yards")]
    assert RULESET.unclaimed(act, RULESET.new()).params == {"shots": 2}
    water = Act(actor="a", maneuver="extinguish", params={"water": True})
    assert RULESET.claims(water, RULESET.new()) == [("water at hand", "yes")]


def test_a_players_claim_waits_for_the_gm() -> None:
    """Water, helpers, speeds: a player's word alone puts out no fire."""
    arena = Arena()
    arena.ok("gm", do="adjust", targets=["a"], add_condition="on_fire")
    arena.send("pat", do="act", actor="a", maneuver="extinguish", params={"water": True})
    assert arena.asked() == ["ruling"]


def test_mentions_name_everybody() -> None:
    """Targets and those whom parameters name, each with the path."""
    act = Act(actor="a", maneuver="watchful_eye", params={"recipient": "b"})
    assert RULESET.mentions(act) == [("a", "$.actor"), ("b", "$.params.recipient")]
    act = Act(actor="a", maneuver="autofire", targets=("b",), params={"in_area": ["c"]})
    assert RULESET.mentions(act)[1:] == [("b", "$.targets[0]"), ("c", "$.params.in_area[0]")]


@pytest.mark.parametrize(
    ("laid", "code", "path"),
    [
        ({"id": "on_fire", "per_turn": "hot"}, "malformed", "$.add_condition.per_turn"),
        ({"id": "on_fire", "heat": 3}, "malformed", "$.add_condition.heat"),
        ({"id": "grappled", "by": "nobody", "part": "neck"}, "unknown-id", "$.add_condition.by"),
        ({"id": "grappled", "by": "b", "part": "tail"}, "malformed", "$.add_condition.part"),
        ({"id": "poisoned", "attribute": "beauty"}, "malformed", "$.add_condition.attribute"),
        ("sleepy", "unknown-id", "$.add_condition.id"),
    ],
)
def test_conditions_are_checked_where_they_enter(laid: Any, code: str, path: str) -> None:
    """No value gets into the state that the boundary or the view could stumble over."""
    came = Arena().send("gm", do="adjust", targets=["a"], add_condition=laid)
    assert isinstance(came, Refused)
    assert (came.code, came.path) == (code, path)


@pytest.mark.parametrize(("base", "why"), [("2 x charisma", "charisma"), ("1d6 + strength", "Dice")])
def test_a_sheet_with_an_unknown_formula_does_not_join(base: str, why: str) -> None:
    """Weapons are reckoned with Strength alone; anything else is refused when the combatant comes in."""
    sheet = {"name": "Zed", "weapons": [{"id": "club", "base": base}]}
    came = Arena().send("gm", do="add_combatant", id="z", sheet=sheet)
    assert isinstance(came, Refused)
    assert (came.code, came.path) == ("malformed", "$.sheet.weapons[0].base")
    assert why in came.message
