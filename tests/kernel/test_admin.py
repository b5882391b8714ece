"""Permission first: who may do what; then seats, combatants, tokens and options as the GM sets them."""

from __future__ import annotations

from dataclasses import replace as alter
from typing import Any

import pytest
from duel import DUEL
from fracas_rules.errors import Refused
from fracas_rules.kernel import facts as f
from tabletop import Table
from toy import TOY

POKE = {"do": "act", "actor": "a", "maneuver": "poke", "targets": ["b"]}
GM_ONLY: list[dict[str, Any]] = [
    {"do": "add_combatant", "sheet": {"name": "D"}},
    {"do": "remove_combatant", "id": "b"},
    {"do": "set_hidden", "id": "b", "hidden": True},
    {"do": "set_ref", "id": "b", "ref": "token-1"},
    {"do": "void"},
    {"do": "undo"},
    {"do": "set_options", "set": {"hard": True}},
    {"do": "install_pack", "text": 'name = "house"'},
    {"do": "remove_pack", "name": "house"},
    {"do": "set_map", "width": 10},
    {"do": "set_walls", "walls": []},
    {"do": "rename", "title": "Mine"},
    {"do": "seat_add", "name": "Friend", "role": "gm"},
    {"do": "seat_change", "seat": "pat", "role": "gm"},
    {"do": "seat_link", "seat": "gm"},
    {"do": "seat_revoke", "seat": "gm"},
    {"do": "next_round"},
]


@pytest.mark.parametrize("open_first", [False, True])
@pytest.mark.parametrize("seat", ["pat", "eve"])
@pytest.mark.parametrize("command", GM_ONLY, ids=lambda command: command["do"])
def test_gm_only(command: dict[str, Any], seat: str, open_first: bool) -> None:
    """What is the GM's alone is forbidden to players and observers, open resolution or not."""
    table = Table()
    if open_first:
        table.poke()
    assert table.refused(seat, **command)[0] == "forbidden"


def test_own_combatants() -> None:
    """A player acts for their own combatants, an observer for nobody, the GM for anyone."""
    table = Table()
    assert table.refused("bob", **POKE) == ("forbidden", "$.actor")
    assert table.refused("eve", **POKE) == ("forbidden", "$.actor")
    assert table.refused("pat", **{**POKE, "actor": "c"}) == ("forbidden", "$.actor")
    assert isinstance(table.ok("pat", **POKE)[0], f.Opened)
    table.ok("gm", do="void")
    assert isinstance(table.ok("gm", **{**POKE, "actor": "c"})[0], f.Opened)


def test_hidden_is_absent() -> None:
    """Acting for, or moving, a hidden combatant is answered exactly as for one that is not there."""
    table = Table()
    table.ok("gm", do="set_hidden", id="c", hidden=True)
    told = []
    for one in ("c", "zed"):
        for command in ({**POKE, "actor": one}, {"do": "move_token", "id": one, "x": 1, "y": 1}):
            came = table.send("pat", **command)
            assert isinstance(came, Refused)
            told.append((came.code, came.message.replace(f"`{one}`", "`ONE`"), came.path))
    assert told[:2] == told[2:]
    assert told[0] == ("unknown-id", "There is no combatant `ONE` here.", "$.actor")


def test_tokens() -> None:
    """A player moves their own token, on the map, and nobody else's; the game says when."""
    table = Table()
    assert table.ok("pat", do="move_token", id="a", x=23, y=15)[0].token.x == 23
    assert table.refused("pat", do="move_token", id="b", x=1, y=1) == ("forbidden", "$.id")
    assert table.refused("pat", do="move_token", id="a", x=24, y=1) == ("illegal-target", "$.x")
    assert table.refused("gm", do="move_token", id="a", x=-1, y=1) == ("illegal-target", "$.x")
    assert table.refused("gm", do="move_token", id="zed", x=1, y=1) == ("unknown-id", "$.id")


def test_tokens_by_the_tables_options() -> None:
    """The game judges whose token may move now by the options of the table."""
    table = Table(alter(DUEL, may_move=lambda _state, _one, options: not options.hard))
    assert table.ok("pat", do="move_token", id="a", x=3, y=4)[0].token.x == 3
    table.ok("gm", do="set_options", set={"hard": True})
    assert table.refused("pat", do="move_token", id="a", x=4, y=4) == ("not-your-turn", "$.id")
    assert table.ok("gm", do="move_token", id="a", x=5, y=4)[0].token.x == 5


def test_seats() -> None:
    """Seats are added, changed, linked and revoked; the last game master stays; a revoked seat may do nothing."""
    table = Table()
    (added,) = table.ok("gm", do="seat_add", name="New", owns=["c"], token_hash="h1")
    assert (added.seat.name, added.seat.role, added.seat.owns, added.seat.token_hash) == ("New", "player", ("c",), "h1")
    seat = added.seat.id
    assert table.refused("gm", do="seat_add", name="New", owns=["a", "zed"]) == ("unknown-id", "$.owns[1]")
    assert table.refused("gm", do="seat_change", seat="zed") == ("unknown-id", "$.seat")
    assert table.ok("gm", do="seat_change", seat=seat, name="Newer", owns=[])[0].seat.owns == ()
    assert table.ok("gm", do="seat_link", seat=seat, token_hash="h2")[0].seat.token_hash == "h2"
    assert table.refused("gm", do="seat_revoke", seat="gm") == ("requirement", "$.seat")
    assert table.refused("gm", do="seat_change", seat="gm", role="player") == ("requirement", "$.seat")
    assert table.ok("gm", do="seat_revoke", seat="pat")[0].seat == f.Seat("pat", "Pat", "player", ("a",), "", True)
    assert table.refused("pat", **POKE) == ("forbidden", None)
    assert table.refused("nobody", **POKE) == ("forbidden", None)


def test_joining() -> None:
    """A combatant comes from a sheet or a template, gets an id and a name of its own, and stands where it was put."""
    table = Table(TOY, "a")
    facts = table.ok("gm", do="add_combatant", template="doll", x=2, y=3, hidden=True)
    assert [type(fact).__name__ for fact in facts] == ["Joined", "HiddenSet", "TokenPlaced"]
    assert (facts[0].id, facts[0].body.name) == ("doll", "Doll")
    assert table.line.marks[-1].label == "Doll joins"
    second = table.ok("gm", do="add_combatant", template="doll")[0]
    assert (second.id, second.body.name) == ("doll_2", "Doll 2")
    named = table.ok("gm", do="add_combatant", template="doll", name="Officer Ray", side="law")[0]
    assert (named.id, named.body.name, named.body.side) == ("officer_ray", "Officer Ray", "law")
    assert table.refused("gm", do="add_combatant", template="dog") == ("unknown-id", "$.template")
    assert table.refused("gm", do="add_combatant", template="doll", id="a") == ("conflict", "$.id")
    assert table.refused("gm", do="add_combatant", template="doll", sheet={"name": "D"}) == ("malformed", "$")
    gone = table.ok("gm", do="remove_combatant", id="doll")
    assert [type(fact).__name__ for fact in gone] == ["Retired", "Left", "TokenRemoved", "HiddenSet"]
    assert table.refused("gm", do="add_combatant", template="doll", id="doll") == ("conflict", "$.id")
    assert table.refused("gm", do="remove_combatant", id="doll") == ("unknown-id", "$.id")


def test_options_of_any_shape() -> None:
    """An option may be a list: it is checked and kept like any other."""
    table = Table()
    table.ok("gm", do="set_options", set={"names": ["x", "y"]})
    table.poke()
    table.answer("gm", "none", (4,))
    assert table.state.options == {"names": ["x", "y"]}


def test_options_count() -> None:
    """What a table's options say, the scripts read."""
    table = Table()
    table.ok("gm", do="set_options", set={"hard": True})
    table.poke()
    table.answer("gm", "none", (4,))
    assert table.hp("b") == 12


def test_refs() -> None:
    """A reference names one combatant, is set with it or later, and is free again when the combatant leaves or lets it go."""
    table = Table()
    table.ok("gm", do="add_combatant", id="d", sheet={"name": "D"}, ref="token-1")
    assert table.state.refs == {"d": "token-1"}
    assert table.refused("gm", do="add_combatant", id="e", sheet={"name": "E"}, ref="token-1") == ("conflict", "$.ref")
    assert table.refused("gm", do="set_ref", id="a", ref="token-1") == ("conflict", "$.ref")
    assert table.refused("gm", do="set_ref", id="zed", ref="token-2") == ("unknown-id", "$.id")
    table.ok("gm", do="set_ref", id="d", ref="token-1")
    table.ok("gm", do="set_ref", id="d", ref="")
    table.ok("gm", do="set_ref", id="a", ref="token-1")
    assert table.state.refs == {"a": "token-1"}
    table.ok("gm", do="remove_combatant", id="a")
    assert table.state.refs == {}


def test_undo_takes_a_ref_back() -> None:
    """A link is a command like others: it can be taken back."""
    table = Table()
    table.ok("gm", do="set_ref", id="a", ref="token-1")
    assert [mark.label for mark in table.line.marks] == ["Combatant linked"]
    table.ok("gm", do="undo")
    assert table.state.refs == {}


def test_packs_change_between_fights() -> None:
    """While a fight is on, no house pack comes in or goes out."""
    fighting = alter(DUEL, look=lambda state, rows, eyes: {"combatants": {}, **({"encounter": {}} if state.round else {})})
    table = Table(fighting)
    table.ok("gm", do="install_pack", text='name = "house"')
    table.ok("gm", do="next_round")
    assert table.refused("gm", do="install_pack", text='name = "other"') == ("requirement", None)
    assert table.refused("gm", do="remove_pack", name="house") == ("requirement", None)
    table.ok("gm", do="undo", steps=1)
    table.ok("gm", do="remove_pack", name="house")
