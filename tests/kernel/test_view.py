"""What a seat sees is granted line by line; everything else does not exist for it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from fracas_rules.kernel.lines import lines
from fracas_rules.kernel.table import viewer_of
from fracas_rules.kernel.view import view
from fracas_rules.kernel.viewer import Die, Entry, Line, RollCard, Viewer
from tabletop import Table
from toy import TOY


def board() -> Table:
    """`a` is Pat's, `b` is Bob's, and `c` is hidden."""
    table = Table(TOY)
    table.ok("gm", do="move_token", id="c", x=5, y=5)
    table.ok("gm", do="set_hidden", id="c", hidden=True)
    return table


def seen(table: Table, seat: str) -> dict[str, Any]:
    """The view of a seat."""
    return view(table.ruleset, table.line, viewer_of(table.state, seat), ["gm", "pat"])


def poke(table: Table, actor: str, target: str) -> None:
    """An action that waits for its target."""
    table.ok("gm", do="poke", actor=actor, targets=[target])


def nulls(value: Any) -> bool:
    """Whether there is a null anywhere."""
    if isinstance(value, dict):
        return any(map(nulls, value.values()))
    return value is None or (isinstance(value, list) and any(map(nulls, value)))


def test_keys() -> None:
    """Players and observers get the table, themselves, the map, the fight and their asks: nothing of the GM's."""
    table = board()
    for seat in ("pat", "eve"):
        assert set(seen(table, seat)) == {"table", "you", "map", "combatants", "asks"}
    gm = {"table", "you", "map", "combatants", "asks", "undo", "redo", "replies", "options", "seats", "packs"}
    assert set(seen(table, "gm")) == gm
    assert seen(table, "pat")["you"] == {"seat": "pat", "role": "player", "owns": ["a"], "name": "Pat"}
    assert [mark["label"] for mark in seen(table, "gm")["undo"]] == ["Hidden or shown", "Token moved"]
    assert seen(table, "gm")["seats"]["bob"] == {
        "name": "Bob", "role": "player", "owns": ["b"], "online": False, "revoked": False,
    }  # fmt: skip


def test_no_nulls() -> None:
    """A view holds no null: an absent key means none."""
    table = board()
    poke(table, "a", "b")
    assert not any(nulls(seen(table, seat)) for seat in ("gm", "pat", "bob", "eve"))


def test_hidden() -> None:
    """A hidden combatant is nowhere in what others get; the GM sees that it is hidden."""
    table = board()
    assert sorted(seen(table, "pat")["combatants"]) == ["a", "b"]
    assert seen(table, "gm")["combatants"]["c"]["hidden"] is True
    assert seen(table, "gm")["combatants"]["c"]["token"] == {"x": 5, "y": 5, "size": 1}


def test_numbers() -> None:
    """Numbers are for those who may act for a combatant, unless the table shows all."""
    table = board()
    assert "numbers" in seen(table, "pat")["combatants"]["a"]
    assert "numbers" not in seen(table, "pat")["combatants"]["b"]
    assert "numbers" not in seen(table, "eve")["combatants"]["a"]
    table.ok("gm", do="set_options", set={"numbers": "all"})
    assert "numbers" in seen(table, "eve")["combatants"]["b"]
    assert seen(table, "pat")["combatants"]["a"]["mine"] is True
    assert "mine" not in seen(table, "pat")["combatants"]["b"]


def test_asks() -> None:
    """An ask is shown to those who may answer it, and to the GM as a deputy; the others see who is waited for."""
    table = board()
    poke(table, "a", "b")
    (ask,) = seen(table, "bob")["asks"].values()
    assert ask == {
        "key": "defense", "who": "b", "who_name": "B", "prompt": "You are poked.", "default": "none",
        "options": [{"id": "none", "label": "Nothing", "note": ""}, {"id": "brace", "label": "Brace", "note": "half"}],
    }  # fmt: skip
    assert seen(table, "gm")["asks"] == {table.state.pending.asks[0].id: {**ask, "deputy": True}}  # type: ignore[union-attr]
    for seat in ("pat", "eve"):
        assert seen(table, seat)["asks"] == {}
        pending = seen(table, seat)["pending"]
        assert (pending["label"], pending["actor"], pending["waiting"]) == ("A: Poke → B", "a", ["B"])


def test_someone() -> None:
    """What a hidden combatant does is done by someone, and nobody is told whom the table waits for."""
    table = board()
    poke(table, "c", "b")
    pending = seen(table, "bob")["pending"]
    assert pending["label"] == "someone: Poke → B"
    assert "actor" not in pending
    table.ok("gm", do="void")
    poke(table, "b", "c")
    assert seen(table, "bob")["pending"]["waiting"] == ["the GM"]
    assert seen(table, "bob")["pending"]["label"] == "B: Poke → someone"


def test_nothing_of_the_hidden() -> None:
    """Tables that differ only in someone hidden look the same, to the last byte."""
    views = []
    for name in ("Count", "Vampire with a very long name"):
        table = Table(TOY, "a", "b")
        table.ok("gm", do="add_combatant", id="c", sheet={"name": name, "hp": len(name)}, x=1, y=1, hidden=True)
        poke(table, "c", "b")
        views.append([msgspec.json.encode(seen(table, seat)) for seat in ("pat", "bob", "eve")])
    assert views[0] == views[1]


CARDS = (RollCard("Poke", "a", "A", 7, (Die(10, 7),)), RollCard("Guard", "b", "B", 5))
GM_ENTRY = Entry("poke", "A pokes B: 7.", {"face": 7}, CARDS)


@pytest.mark.parametrize(
    ("line", "pat", "eve"),
    [
        (Line(GM_ENTRY), None, None),
        (Line(GM_ENTRY, Entry("poke", "A pokes B.", {}, CARDS)), "A pokes B.", "A pokes B."),
        (Line(GM_ENTRY, Entry("poke", "A pokes B."), Entry("poke", "You poke."), ("a",)), "You poke.", "A pokes B."),
        (Line(GM_ENTRY, None, Entry("poke", "You poke."), ("a",)), "You poke.", None),
        (Line(GM_ENTRY, None, Entry("poke", "You poke."), ("b",)), None, None),
    ],
)
def test_lines(line: Line, pat: str | None, eve: str | None) -> None:
    """A line is the GM's unless more is granted, to all or to the owners of someone."""
    told = [line.seen_by(Viewer("pat", "player", ("a",))), line.seen_by(Viewer("eve", "observer", ("a",)))]
    assert [entry and entry["text"] for entry in told] == [pat, eve]
    gm = line.seen_by(Viewer("gm", "gm"))
    assert gm is not None
    assert gm["text"] == "A pokes B: 7."
    assert [card["label"] for card in gm["rolls"]] == ["Poke", "Guard"]
    assert ("gm" in gm) == (line.all is None)


def test_cards() -> None:
    """Dice are itemised for those who may act for the one who rolled, unless the table rolls in the open."""
    line = Line(GM_ENTRY, Entry("poke", "A pokes B.", {}, CARDS))
    pat = line.seen_by(Viewer("pat", "player", ("a",)))
    eve = line.seen_by(Viewer("eve", "observer"))
    assert pat is not None
    assert eve is not None
    assert [card["label"] for card in pat["rolls"]] == ["Poke"]
    assert "rolls" not in eve
    everyone = line.seen_by(Viewer("eve", "observer"), open_rolls=True)
    assert everyone is not None
    assert len(everyone["rolls"]) == 2


def told(seat: str, *commands: dict[str, Any]) -> list[str]:
    """The log of a seat after these commands of the GM."""
    table = board()
    out = []
    for command in commands:
        before = table.state
        table.ok("gm", **command)
        for line in lines(table.ruleset, before, table.log[-1], table.state):
            entry = line.seen_by(viewer_of(table.state, seat))
            if entry is not None:
                out.append(entry["text"])
    return out


def test_log() -> None:
    """The table's own facts are told: options, packs and what was taken back to all, hiding and seats to the GM."""
    commands: tuple[dict[str, Any], ...] = (
        {"do": "set_options", "set": {"hard": True}},
        {"do": "set_hidden", "id": "b", "hidden": True},
        {"do": "seat_add", "name": "New"},
        {"do": "install_pack", "text": 'name = "house"'},
        {"do": "remove_pack", "name": "house"},
        {"do": "undo", "steps": 2},
        {"do": "poke", "actor": "a", "targets": ["c"]},
        {"do": "void"},
    )
    assert told("eve", *commands) == [
        "Table options: hard = yes.",
        "House pack house is in play.",
        "House pack house was taken out.",
        "The GM took back 2 steps.",
        "The open action was dropped.",
    ]
    assert told("gm", *commands) == [
        "Table options: hard = yes.",
        "B is now hidden.",
        "Seat of New: player.",
        "House pack house is in play.",
        "House pack house was taken out.",
        "The GM took back: House pack taken out; House pack added.",
        "The open action was dropped: dropped by the GM",
    ]


def test_ref_and_seen() -> None:
    """Whoever sees a combatant sees its reference; a GM also gets each combatant as everybody sees it."""
    table = board()
    table.ok("gm", do="set_ref", id="a", ref="token-1")
    table.ok("gm", do="set_ref", id="c", ref="token-2")
    assert seen(table, "eve")["combatants"]["a"]["ref"] == "token-1"
    assert "seen" not in seen(table, "eve")["combatants"]["a"]
    gm, eve = seen(table, "gm")["combatants"], seen(table, "eve")["combatants"]
    assert gm["c"]["ref"] == "token-2"
    assert "seen" not in gm["c"]
    assert gm["b"]["seen"] == eve["b"]
    assert gm["b"]["seen"] != {key: value for key, value in gm["b"].items() if key != "seen"}


def test_told() -> None:
    """A GM's line says what everybody was told, where that is another text."""
    gm, other = Entry("k", "The ghoul rolls 3."), Entry("k", "Something moves.")
    watcher = Viewer("gm", "gm")
    assert (Line(gm, other).seen_by(watcher) or {})["told"] == "Something moves."
    assert "told" not in (Line(gm, gm).seen_by(watcher) or {})
    assert "told" not in (Line(gm).seen_by(watcher) or {})
    assert "told" not in (Line(gm, other).seen_by(Viewer("eve", "observer")) or {})
