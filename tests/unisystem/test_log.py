"""The log: harm in words for all, points for the owners of both sides, nothing of what the hidden do."""

from __future__ import annotations

from typing import Any

import msgspec
from arena import Arena
from fracas_rules.errors import Refused


def punch(arena: Arena, **more: Any) -> None:
    """A punches B: 6 + 4 + 3 = 13 against no defence, 3 levels: 6 + 3 = 9."""
    arena.send("gm", (6,), do="act", actor="a", maneuver="punch", targets=["b"], **more)
    while arena.line.state.pending is not None:
        ask = arena.line.state.pending.asks[0]
        arena.send("gm", do="answer", ask=ask.id, pick="none" if ask.ask.key == "defense" else ask.ask.default)


def test_damage_is_for_those_whose_dice_or_wounds_it_is() -> None:
    """An onlooker reads the outcome and the wound; both owners read the points; the GM reads the sum."""
    arena = Arena()
    punch(arena)
    assert arena.texts("eve", "attack") == ["A: punch hits B, and leaves a scratch."]
    assert arena.texts("pat", "attack") == ["A: punch hits B for 9."]
    assert arena.texts("bob", "attack") == ["A: punch hits B for 9."]
    gm = arena.texts("gm", "attack")
    assert gm == ["A: punch hits B: 13, undefended for 9 (6 + 3 levels - 0 armor, x 1 = 9 Bash)."]
    assert arena.texts("eve", "hurt") == ["B is scratched."]
    assert arena.texts("bob", "hurt") == ["B loses 9 Life Points and has 31 left (unhurt or lightly hurt)."]
    assert arena.texts("pat", "hurt") == arena.texts("eve", "hurt")
    told = [one for one in arena.read["eve"] if one["key"] == "attack"]
    assert "damage" not in told[0]["data"]
    assert "rolls" not in told[0]


def test_a_table_may_show_all_numbers() -> None:
    """With `numbers = all` everybody reads the points."""
    arena = Arena()
    arena.ok("gm", do="set_options", set={"numbers": "all"})
    punch(arena)
    assert arena.texts("eve", "attack") == ["A: punch hits B for 9."]
    assert arena.texts("eve", "hurt") == ["B loses 9 Life Points and has 31 left (unhurt or lightly hurt)."]


def test_what_the_hidden_add_is_nameless() -> None:
    """A gang-up bonus that comes from a hidden friend does not say so on the card."""
    arena = Arena(c={})
    arena.ok("gm", do="set_hidden", id="c", hidden=True)
    arena.ok("gm", do="start")
    for one in ("a", "c"):
        arena.ok("gm", do="declare", actor=one, intent=[{"maneuver": "punch", "targets": ["b"]}])
    arena.ok("gm", do="initiative")
    while "a" not in arena.view("gm")["encounter"]["up"]:
        arena.ok("gm", do="end_turn", actor=arena.view("gm")["encounter"]["up"][0])
    punch(arena)
    cards = {seat: [one["rolls"] for one in arena.read[seat] if one["key"] == "attack"] for seat in ("gm", "pat")}
    keys = {seat: [term["key"] for term in rolls[0][0]["terms"]] for seat, rolls in cards.items()}
    assert "gang_up" in keys["gm"]
    assert "gang_up" not in keys["pat"]
    assert "circumstances" in keys["pat"]
    total = sum(term["value"] for term in cards["pat"][0][0]["terms"])
    assert total == cards["gm"][0][0]["total"]


def test_the_hidden_among_themselves_publish_nothing() -> None:
    """When actor and target are hidden, no player reads a line."""
    arena = Arena(c={}, d={})
    for one in ("c", "d"):
        arena.ok("gm", do="set_hidden", id=one, hidden=True)
    before = {seat: len(arena.read[seat]) for seat in ("pat", "bob", "eve")}
    arena.ok("gm", (9,), do="act", actor="c", maneuver="punch", targets=["d"])
    arena.ok("gm", do="adjust", targets=["c"], add_condition="prone")
    assert {seat: len(arena.read[seat]) for seat in before} == before
    assert arena.texts("gm", "attack")


def test_a_countdown_is_no_end() -> None:
    """Somebody who is out for three more Turns does not wake at the first."""
    arena = Arena()
    arena.ok("gm", do="adjust", targets=["b"], add_condition={"id": "unconscious", "turns": 3})
    arena.read["eve"].clear()
    arena.ok("gm", do="next_round")
    assert arena.texts("eve", "condition") == []
    assert arena.view("eve")["combatants"]["b"]["conditions"][0]["detail"] == "Turns 2"
    arena.ok("gm", do="next_round")
    arena.ok("gm", do="next_round")
    assert arena.texts("eve", "condition") == ["B is no longer unconscious.", "B is now prone."]


def test_what_does_not_show_is_told_to_its_owner() -> None:
    """A feint is known to the one who was misled only by its owner's log; onlookers see nothing of it."""
    arena = Arena()
    arena.ok("gm", do="adjust", targets=["b"], add_condition={"id": "feinted", "by": "a", "levels": 2})
    assert arena.texts("eve", "condition") == []
    assert arena.texts("bob", "condition") == ["B is now feinted by A."]
    assert arena.view("eve")["combatants"]["b"]["conditions"] == []


def test_a_view_has_no_nulls() -> None:
    """An absent key means none."""
    arena = Arena()
    arena.ok("gm", do="start")
    for seat in ("gm", "pat", "eve"):
        assert b"null" not in msgspec.json.encode(arena.view(seat))
    numbers = {one["key"]: one["value"] for one in arena.view("pat")["combatants"]["a"]["numbers"]}
    assert (numbers["attacks_made"], numbers["extra_actions"]) == (0, 2)


def test_what_the_gm_sets_is_told_in_words() -> None:
    """Fields and tables as people write them; who has no place in the order is nobody."""
    arena = Arena()
    arena.ok("gm", do="adjust", targets=["a"], set={"ammo": {"x": 5}, "life_points": 0, "mount": ""})
    assert arena.texts("gm")[-1] == "The GM set ammo = x 5, life points = 0, mount = nothing for A."
    arena.ok("gm", do="adjust", targets=["b"], set={"ammo": {}})
    assert arena.texts("bob")[-1] == "The GM set ammo = nothing for B."
    for one in ("a", "b"):
        arena.ok("gm", do="set_hidden", id=one, hidden=True)
    arena.ok("gm", do="start")
    arena.ok("gm", do="initiative")
    assert arena.texts("eve", "order") == ["Order: nobody."]


def test_what_costs_drama_points_says_so() -> None:
    """In words, not as a program would have it."""
    came = Arena().send("gm", do="act", actor="a", maneuver="righteous_fury")
    assert isinstance(came, Refused)
    assert (came.code, came.message) == ("resource", "Righteous fury costs 2 Drama Points: say so in `spend`.")
