"""The map's walls: what stands between two tokens, exactly; how they are set and undone; and scripts that move tokens."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace as alter
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from duel import DUEL, Act, Fight, Options
from fracas_rules.errors import Refusal, refuse
from fracas_rules.kernel import facts as f
from fracas_rules.kernel.grid import Crossing, Grid, Token, Wall, crossings, way
from fracas_rules.kernel.memory import Memory
from fracas_rules.kernel.params import check, square
from fracas_rules.kernel.requests import GM, Ask, Option, Roll
from fracas_rules.kernel.scene import Scene
from fracas_rules.kernel.script import Script, choose, roll
from fracas_rules.kernel.verify import verify
from fracas_rules.kernel.view import view
from fracas_rules.kernel.viewer import Viewer
from tabletop import Table

A, B = Token(0, 0), Token(4, 0)  # centres at (50, 50) and (450, 50)
WALL = {"ax": 200, "ay": 0, "bx": 200, "by": 100, "cover": "low"}


def wall(ax: int, ay: int, bx: int, by: int) -> Wall:
    return Wall(ax, ay, bx, by, "low")


@pytest.mark.parametrize(
    ("between", "near_target"),
    [
        (wall(300, 0, 300, 100), True),  # behind the middle
        (wall(100, 0, 100, 100), False),  # before it
        (wall(250, 0, 250, 100), True),  # in the middle: the target's
        (wall(249, 0, 249, 100), False),
        (wall(300, 50, 300, 400), True),  # touched with one end
        (wall(50, 0, 50, 100), False),  # one stands in it
        (wall(450, 50, 900, 50), True),  # touched by the line's own end, along it
        (wall(60, 50, 200, 50), False),  # along the line
        (wall(60, 50, 440, 50), True),  # along it, as near to one as to the other
        (wall(60, 50, 441, 50), True),
        (wall(59, 50, 440, 50), False),
        (wall(0, 50, 900, 50), True),  # along all of it
        (wall(200, 50, 200, 50), False),  # a point on it
        (wall(0, 51, 0, 900), None),  # elsewhere
        (wall(300, 51, 300, 900), None),  # one hundredth short
        (wall(460, 0, 460, 100), None),  # behind the target
        (wall(451, 50, 900, 50), None),  # along it, but beyond
        (wall(0, 50, 49, 50), None),
        (wall(0, 51, 900, 51), None),  # beside it
        (wall(200, 51, 200, 51), None),
    ],
)
def test_crossed(between: Wall, near_target: bool | None) -> None:
    """A wall is crossed where the line between two centres meets it, an end included; it is nearer to one of the two."""
    found = crossings(A, B, (between,))
    assert found == (() if near_target is None else (Crossing(between, near_target),))


def test_from_both_sides() -> None:
    """Seen from the other end the same walls are crossed, and each is as near to the same one, but in the middle."""
    dice = random.Random(5)
    met = 0
    for _ in range(3000):
        a, b = (Token(dice.randrange(8), dice.randrange(8), dice.randrange(1, 4)) for _ in range(2))
        one = wall(*(50 * dice.randrange(16) for _ in range(4)))
        there, back = crossings(a, b, (one,)), crossings(b, a, (one,))
        assert len(there) == len(back)
        if there and (there[0].near_target, back[0].near_target) != (True, True):
            assert there[0].near_target is not back[0].near_target
        assert bool(there) == _meets(a.centre, b.centre, (one.ax, one.ay), (one.bx, one.by))
        met += len(there)
    assert met > 300


_Point = tuple[int, int]


def _meets(a: _Point, b: _Point, c: _Point, d: _Point) -> bool:
    """The same question asked with fractions: is there a share of the way from a to b at which it is on the wall?"""
    if a == b:
        return False
    (rx, ry), (sx, sy), (qx, qy) = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1]), (c[0] - a[0], c[1] - a[1])
    turn = rx * sy - ry * sx
    if turn:
        t, u = Fraction(qx * sy - qy * sx, turn), Fraction(qx * ry - qy * rx, turn)
        return 0 <= t <= 1 and 0 <= u <= 1
    if qx * ry - qy * rx:
        return False
    length = rx * rx + ry * ry
    shares = sorted(Fraction((x - a[0]) * rx + (y - a[1]) * ry, length) for x, y in (c, d))
    return shares[1] >= 0 and shares[0] <= 1


def test_order_and_size() -> None:
    """Walls are told in their own order; a large token has its centre in the middle; one spot has nothing between."""
    walls = (wall(300, 0, 300, 100), wall(999, 0, 999, 9), wall(100, 0, 100, 100))
    assert [one.wall for one in crossings(A, B, walls)] == [walls[0], walls[2]]
    assert Token(2, 3, 3).centre == (350, 450)
    assert crossings(Token(0, 0, 3), Token(1, 1), (wall(0, 0, 900, 900),)) == ()


# ── The command ──────────────────────────────────────────────────────────────────────────────────────────────────────

WALLED = alter(DUEL, covers=("low", "high"))


def _map(table: Table, seat: str = "eve") -> Mapping[str, Any]:
    shown: Mapping[str, Any] = view(table.ruleset, table.line, Viewer(seat, "observer"))["map"]
    return shown


def test_set() -> None:
    """All walls are replaced at once, shown to everybody, undone like anything else; without any there is no field."""
    table = Table(WALLED)
    before = table.state.fingerprint()
    assert "walls" not in _map(table)
    assert table.ok("gm", do="set_walls", walls=[WALL, {**WALL, "cover": "high"}]) == (
        f.WallsSet((Wall(200, 0, 200, 100, "low"), Wall(200, 0, 200, 100, "high"))),
    )
    assert _map(table)["walls"] == [WALL, {**WALL, "cover": "high"}]
    assert table.state.fingerprint() != before
    table.ok("gm", do="set_map", width=30)
    assert len(_map(table)["walls"]) == 2
    table.ok("gm", do="set_walls", walls=[WALL])
    assert _map(table)["walls"] == [WALL]
    assert [mark.label for mark in table.line.marks] == ["Walls changed", "Map changed", "Walls changed"]
    table.ok("gm", do="undo")
    assert len(_map(table)["walls"]) == 2
    table.ok("gm", do="redo")
    assert _map(table)["walls"] == [WALL]
    table.ok("gm", do="set_walls", walls=[])
    assert "walls" not in _map(table)
    table.ok("gm", do="undo", steps=4)
    assert table.state.fingerprint() == before


@pytest.mark.parametrize(
    ("walls", "refused"),
    [
        ([{**WALL, "cover": "fog"}], ("unknown-id", "$.walls[0].cover")),
        ([WALL, {**WALL, "cover": "fog"}], ("unknown-id", "$.walls[1].cover")),
        ([{**WALL, "ax": 100_001}], ("malformed", "$.walls[0].ax")),
        ([{**WALL, "by": "2"}], ("malformed", "$.walls[0].by")),
        ([{**WALL, "height": 3}], ("malformed", "$.walls[0]")),
        ([{"ax": 1, "ay": 1, "bx": 2, "by": 2}], ("malformed", "$.walls[0]")),
        ([WALL] * 501, ("malformed", "$.walls")),
    ],
)
def test_refused(walls: list[dict[str, Any]], refused: tuple[str, str]) -> None:
    """A cover that the game does not know, a place off any map, one wall too many: nothing changes, and the path is told."""
    assert Table(WALLED).refused("gm", do="set_walls", walls=walls) == refused


def test_a_game_without_cover() -> None:
    """It has no walls, and says so."""
    came = Table().send("gm", do="set_walls", walls=[])
    assert (came.code, came.path) == ("requirement", "$.walls")  # type: ignore[union-attr]
    assert "knows no cover" in came.message  # type: ignore[union-attr]


def test_500_walls() -> None:
    """So many are taken, kept in the log, and what is shown of them is made once for a viewer."""
    table = Table(WALLED)
    many = [{**WALL, "ax": at} for at in range(500)]
    table.ok("gm", do="set_walls", walls=many)
    assert _map(table)["walls"] == many
    memory = Memory()
    shown = [view(WALLED, table.line, Viewer("eve", "observer"), memory=memory)["map"]["walls"] for _ in range(2)]
    assert shown[0] is shown[1]
    kept = WALLED.decoder.decode(WALLED.encoder.encode(table.log[-1]))
    assert kept == table.log[-1]
    assert len(msgspec.msgpack.encode(kept)) < 40_000


# ── Scripts on the map ───────────────────────────────────────────────────────────────────────────────────────────────


def _walk(scene: Scene[Fight, Options, Any], act: Act) -> Script[None]:
    """Go to a square, with a roll and a question on the way; tell the way and what walls were between here and b."""
    to = {"x": act.params["x"], "y": act.params["y"]}
    way, barred = scene.way(act.actor, to), scene.no_way(act.actor, to)
    if barred is not None:
        assert way is None
        refuse(*barred, "$.params")
    walls = [one.wall.cover for one in scene.between(act.actor, "b")]
    luck = yield from roll(Roll("luck", act.actor, (6,)))
    yield from choose(Ask("sure", GM, "Is it?", "yes", (Option("yes", "Yes"), Option("no", "No"))))
    scene.place(act.actor, to)
    scene.result = {"way": way, "walls": walls, "left": scene.map_distance(act.actor, "b"), "luck": luck}


WALKING = alter(WALLED, play=lambda scene, act: _walk(scene, act) if act.maneuver == "walk" else DUEL.play(scene, act))


def _walking() -> Table:
    table = Table(WALKING)
    table.ok("gm", do="set_map", unit_per_square=3)
    for one, x in (("a", 0), ("b", 4)):
        table.ok("gm", do="move_token", id=one, x=x, y=0)
    table.ok("gm", do="set_walls", walls=[WALL])
    return table


def _go(table: Table, x: int, y: int) -> tuple[Any, ...]:
    return table.ok("pat", (4,), do="act", actor="a", maneuver="walk", params={"x": x, "y": y})


def test_a_script_moves_a_token() -> None:
    """The token stands there when the action has ended, not before; undone, redone and amended with the rest of it."""
    table = _walking()
    before = table.state.fingerprint()
    _go(table, 3, 3)
    assert table.state.tokens["a"] == Token(0, 0)
    facts = table.answer("gm", "yes")
    assert f.TokenPlaced("a", Token(3, 3)) in facts
    assert facts[-1].result == {"way": 13, "walls": ["low"], "left": 9, "luck": 4}
    assert table.state.tokens == {"a": Token(3, 3), "b": Token(4, 0)}
    table.ok("gm", do="undo")
    assert table.state.fingerprint() == before
    table.ok("gm", do="redo")
    assert table.state.tokens["a"] == Token(3, 3)
    table.ok("gm", (), do="amend", who="a", key="luck", faces=[2])
    assert (table.state.tokens["a"], table.log[-1].facts[-1].result["luck"]) == (Token(3, 3), 2)
    verdict = verify(WALKING, f.Created("t1", "duel", "A table", b"sixteen bytes or more", "duel-1"), table.log)
    assert (verdict.faults, verdict.resolutions) == ([], 2)


def test_an_altered_token_shows() -> None:
    """A log in which a script has moved a token elsewhere than the rules do is found out."""
    table = _walking()
    _go(table, 3, 3)
    table.answer("gm", "yes")
    last = table.log[-1]
    moved = tuple(f.TokenPlaced("a", Token(9, 9)) if isinstance(one, f.TokenPlaced) else one for one in last.facts)
    log = [*table.log[:-1], msgspec.structs.replace(last, facts=moved)]
    faults = verify(WALKING, f.Created("t1", "duel", "A table", b"sixteen bytes or more", "duel-1"), log).faults
    assert [(one.seq, one.kind) for one in faults] == [(last.seq, "fact")]


def test_an_open_action_sees_the_map_as_it_was() -> None:
    """Walls and tokens may change meanwhile; what is open plays on the map that it was begun on."""
    table = _walking()
    _go(table, 1, 0)
    table.ok("gm", do="set_walls", walls=[])
    table.ok("gm", do="move_token", id="b", x=20, y=0)
    result = table.answer("gm", "yes")[-1].result
    assert result == {"way": 3, "walls": ["low"], "left": 9, "luck": 4}
    assert table.state.walls == ()
    assert table.state.tokens == {"a": Token(1, 0), "b": Token(20, 0)}


def test_no_way() -> None:
    """Off the map there is no square, and without a token no way to one."""
    table = _walking()
    for x, y in ((24, 0), (0, 16), (-1, 0)):
        params = {"x": x, "y": y}
        assert table.refused("pat", do="act", actor="a", maneuver="walk", params=params) == ("illegal-target", "$.params")
    assert table.refused("gm", do="act", actor="c", maneuver="walk", params={"x": 1, "y": 1}) == ("requirement", "$.params")


def test_placing() -> None:
    """A script may put somebody on the map who was not there; a large one stays large; and nobody beyond it."""
    tokens = {"b": Token(1, 1, 2)}
    scene: Scene[None, None, None] = Scene(None, lambda state, _fact: state, None, None, tokens, Grid())
    scene.place("a", {"x": 3, "y": 4})
    scene.place("b", {"x": 3, "y": 4})
    assert scene.facts == [f.TokenPlaced("a", Token(3, 4)), f.TokenPlaced("b", Token(3, 4, 2))]
    assert (scene.tokens["b"], tokens) == (Token(3, 4, 2), {"b": Token(1, 1, 2)})
    with pytest.raises(Refusal, match="24 x 16 squares"):
        scene.place("a", {"x": 24, "y": 4})


@pytest.mark.parametrize("value", [{"x": 1}, {"x": 1, "y": 2, "z": 3}, {"x": 1, "y": True}, {"x": "1", "y": 2}, [1, 2], 3])
def test_the_kind_of_parameter(value: Any) -> None:
    """A square is `x` and `y`, whole numbers, and is drawn as such."""
    table = {"to": square("To")}
    check({"to": {"x": 1, "y": 2}}, table, "$.params", "It")
    with pytest.raises(Exception, match="takes a square of the map"):
        check({"to": value}, table, "$.params", "It")
    assert table["to"].shown("to") == {"id": "to", "label": "To", "kind": "square"}


@pytest.mark.parametrize(
    ("to", "unit", "told"), [((1, 1), 1, 2), ((3, 4), 1, 5), ((0, 0), 2, 0), ((4, 5), 2, 13), ((1, 0), 5, 5), ((2, 2), 1, 3)]
)
def test_a_way_is_rounded_up(to: tuple[int, int], unit: int, told: int) -> None:
    """By Pythagoras, and up: short ways one after the other add up to no less than one long one."""
    assert way(Token(0, 0), Token(*to), unit) == told
    assert way(Token(0, 0, 2), Token(*to, 2), unit) == told
