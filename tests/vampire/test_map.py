"""The map in play: walls as cover for both sides, in cards and odds, and moves to a square."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fracas_rules.errors import Refused
from fracas_rules.kernel import facts as f
from fracas_rules.kernel import odds
from fracas_rules.kernel.decide import create, decide, timeline
from fracas_rules.kernel.grid import Token
from fracas_rules.kernel.lines import lines
from fracas_rules.kernel.resolve import read, try_out
from fracas_rules.kernel.table import catalogue_of, options_of
from fracas_rules.kernel.verify import verify
from fracas_rules.kernel.view import view
from fracas_rules.kernel.viewer import Viewer
from fracas_rules.vampire import RULESET

GM, PAT, EVE = Viewer("gm", "gm"), Viewer("pat", "player", ("ann",)), Viewer("eve", "observer")
ANN = {"name": "Ann", "attributes": {"dexterity": 2}, "abilities": {"firearms": 2}, "weapons": ["pistol_heavy"]}
BO = {"name": "Bo", "attributes": {"dexterity": 2}, "abilities": {"athletics": 1}}
CREATED = create(RULESET, "t", "T", bytes(32))
SHOT = {"do": "act", "actor": "ann", "maneuver": "shoot", "targets": ["bo"]}


def wall(x: int, cover: str) -> dict[str, Any]:
    """Across the way between the two, at so many hundredths."""
    return {"ax": x, "ay": 0, "bx": x, "by": 100, "cover": cover}


class Street:
    """Ann at (0, 0), whom Pat plays; Bo at (6, 0)."""

    def __init__(self, *walls: dict[str, Any], hidden: bool = False) -> None:
        self.line = timeline(RULESET, CREATED)
        self.log: list[f.Commit[Any]] = []
        seats = tuple(f.SeatSet(f.Seat(one.seat, one.seat, one.role, one.owns)) for one in (GM, PAT, EVE))
        self._keep(f.Commit(1, "gm", "", 0, f.Receipt(""), seats))
        self.ok(do="add_combatant", id="ann", sheet=ANN, x=0, y=0)
        self.ok(do="add_combatant", id="bo", sheet=BO, x=6, y=0, hidden=hidden)
        if walls:
            self.ok(do="set_walls", walls=list(walls))

    def _keep(self, commit: f.Commit[Any]) -> None:
        self.log.append(commit)
        self.before = self.line.state
        self.line.fold(RULESET.decoder.decode(RULESET.encoder.encode(commit)))

    def send(self, seat: str = "gm", dice: tuple[int, ...] = (), /, **command: Any) -> f.Commit[Any] | Refused:
        left = list(dice)
        came = decide(RULESET, self.line, seat, command, f"c{len(self.log)}-{seat}", lambda _who, _sides: left.pop(0))
        assert isinstance(came, f.Commit | Refused)
        assert not left
        if isinstance(came, f.Commit):
            self._keep(came)
        return came

    def ok(self, seat: str = "gm", dice: tuple[int, ...] = (), /, **command: Any) -> f.Commit[Any]:
        came = self.send(seat, dice, **command)
        assert isinstance(came, f.Commit), came
        return came

    def answer(self, pick: Any, dice: tuple[int, ...] = ()) -> f.Commit[Any]:
        pending = self.line.state.pending
        assert pending is not None
        return self.ok("gm", dice, do="answer", ask=pending.asks[0].id, pick=pick)

    def card(self, viewer: Viewer = GM) -> str:
        """What the attack of the last commit was rolled against, as its card tells this viewer."""
        (told,) = [line for line in lines(RULESET, self.before, self.log[-1], self.line.state) if line.gm.key == "attack"]
        seen = told.seen_by(viewer)
        return seen["rolls"][0]["label"] if seen is not None and "rolls" in seen else ""


def difficulty(street: Street, **act: Any) -> list[tuple[str, int]]:
    """What a shot's difficulty is made of, as a dry run has it."""
    from fracas_rules.kernel.resolve import scene_of
    from fracas_rules.vampire.checks import check

    scene = scene_of(RULESET, street.line.state)
    move = check(scene, read(RULESET, {**SHOT, **act}))
    return [(term.label, term.value) for term in move.roll().against]


def test_named() -> None:
    """What a wall adds says that it is a wall's; cover that was taken says what it is."""
    street = Street(wall(500, "good"), wall(200, "superior"))
    assert difficulty(street) == [
        ("Difficulty", 6), ("Cover: good, a wall on the map", 2), ("Own cover, a wall on the map", 2),
    ]  # fmt: skip
    street.ok(do="adjust", targets=["ann", "bo"], set={"cover": "superior"})
    assert difficulty(street) == [("Difficulty", 6), ("Cover: superior", 3), ("Own cover", 2)]


def test_the_game_masters_word_stands() -> None:
    """Cover that was granted counts where it is better, and what is claimed or ruled of the difficulty counts besides."""
    street = Street(wall(500, "light"))
    assert sum(value for _label, value in difficulty(street)) == 7
    street.ok(do="act", actor="bo", maneuver="take_cover", params={"cover": "good"})
    assert sum(value for _label, value in difficulty(street)) == 8
    assert sum(value for _label, value in difficulty(street, params={"difficulty_mod": -2})) == 6
    street.ok(do="act", actor="bo", maneuver="take_cover", params={"cover": "none"})
    assert difficulty(street)[1:] == [("Cover: light, a wall on the map", 1)]


def test_only_on_the_map() -> None:
    """Without a token on the map, or with no wall between, nothing is added."""
    street = Street(wall(500, "good"))
    street.ok(do="add_combatant", id="cy", sheet={"name": "Cy"})
    street.ok(do="add_combatant", id="di", sheet={"name": "Di"}, x=3, y=0)
    assert [difficulty(street, targets=[one]) for one in ("cy", "di")] == [[("Difficulty", 6)]] * 2


def test_a_house_pack_says_what_they_are_worth() -> None:
    """What walls may be worth is offered to whoever draws them; the numbers are the table's rows."""
    street = Street(wall(500, "good"))
    shown = RULESET.schemas(catalogue_of(RULESET, street.line.state.packs))["covers"]
    assert shown == [{"id": "light", "label": "Light"}, {"id": "good", "label": "Good"}, {"id": "superior", "label": "Superior"}]
    street.ok(do="install_pack", text='name = "open"\n[cover.good]\nname = "hedge"\nhit = 1\nown = 0\n')
    assert difficulty(street)[1:] == [("Cover: hedge, a wall on the map", 1)]


def test_several_shots() -> None:
    """Each target has the walls that stand before it."""
    street = Street(wall(500, "good"))
    street.ok(do="add_combatant", id="cy", sheet={"name": "Cy"}, x=0, y=6)
    shots = {"maneuver": "multi_shot", "targets": ["bo", "cy"]}
    street.ok("gm", (), do="act", actor="ann", **shots)
    street.answer("none")
    came = street.answer("none", (7, 7, 5, 5))
    assert came.facts[-1].result["successes"] == {"bo": 0, "cy": 0}
    street.ok(do="undo")
    street.ok(do="set_walls", walls=[])
    street.ok("gm", (), do="act", actor="ann", **shots)
    street.answer("none")
    street.answer("none", (7, 7, 5, 5, 5, 5, 5, 5, 5, 5))
    assert street.line.state.pending is None
    assert street.log[-1].facts[-1].result["successes"] == {"bo": 2, "cy": 0}


def test_odds() -> None:
    """Chances are reckoned with the walls as they stand."""
    command = read(RULESET, SHOT)
    chances = [
        odds.reckon(RULESET, Street(*walls).line.state, GM, command).chances["hit"]
        for walls in ((), (wall(500, "light"),), (wall(500, "superior"),), (wall(500, "superior"), wall(200, "good")))
    ]
    assert chances == sorted(chances, reverse=True)
    assert len(set(chances)) == 4


def test_an_open_shot_keeps_its_walls() -> None:
    """Once the defender is asked, walls may come and go: the dice fall against the wall that stood there."""
    street = Street(wall(500, "superior"))
    street.ok(**SHOT)
    street.ok(do="set_walls", walls=[])
    street.ok(do="move_token", id="bo", x=2, y=0)
    result = street.answer("none", (8, 8, 8, 8)).facts[-1].result
    assert (result["difficulty"], result["outcome"]) == (9, "miss")
    assert street.card(PAT) == "Attack against 9 (Cover: superior, a wall on the map +3)"
    assert street.card(EVE) == ""
    assert verify(RULESET, CREATED, street.log).faults == []
    assert difficulty(street) == [("Difficulty", 6)]


# ── Moves ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def go(x: int, y: int, maneuver: str = "move", actor: str = "ann") -> dict[str, Any]:
    return {"do": "act", "actor": actor, "maneuver": maneuver, "params": {"to": {"x": x, "y": y}}}


def test_a_player_goes_to_a_square() -> None:
    """It is no claim that needs a ruling; the token stands there at once, all see it, and one undo brings it back."""
    street = Street()
    before = street.line.state.fingerprint()
    came = street.ok("pat", **go(3, 4))
    assert came.facts[-1].result == {"outcome": "success", "moved": 5}
    assert view(RULESET, street.line, EVE)["combatants"]["ann"]["token"] == {"x": 3, "y": 4, "size": 1}
    assert verify(RULESET, CREATED, street.log).faults == []
    street.ok(do="undo")
    assert street.line.state.fingerprint() == before


@pytest.mark.parametrize(
    ("command", "code", "path"),
    [
        (go(14, 0), "out-of-range", "$.params.to"),  # 26 metres a turn, half of them freely
        (go(23, 15, "run"), "out-of-range", "$.params.to"),  # 27
        (go(24, 0), "illegal-target", "$.params.to"),
        (go(0, -1), "illegal-target", "$.params.to"),
        ({**go(1, 1), "distance": 2}, "malformed", "$.params.to"),
        ({**go(1, 1), "params": {"to": {"x": 1, "y": 1}, "metres": 2}}, "malformed", "$.params.to"),
        ({**go(1, 1), "params": {"to": "1/1"}}, "malformed", "$.params.to"),
        ({**go(1, 1), "params": {}}, "malformed", "$.distance"),
        ({**go(1, 1, "punch"), "targets": ["bo"]}, "malformed", "$.params.to"),
    ],
)
def test_refused(command: dict[str, Any], code: str, path: str) -> None:
    """Too far, beyond the map, twice said, wrongly said: the token stays where it is."""
    street = Street()
    came = street.send("pat", **command)
    assert isinstance(came, Refused)
    assert (came.code, came.path) == (code, path)
    assert street.line.state.tokens["ann"] == Token(0, 0)


def test_metres_at_nothing_say_nothing() -> None:
    """A form that sends its untouched metres beside a square means the square."""
    street = Street()
    street.ok("pat", **{**go(3, 4), "params": {"to": {"x": 3, "y": 4}, "metres": 0}})
    assert street.line.state.tokens["ann"] == Token(3, 4)


def test_offered() -> None:
    """Moves take a square in the forms of every front end."""
    state = Street().line.state
    legal = RULESET.legal(
        state.game, catalogue_of(RULESET, state.packs), options_of(RULESET, state.options), {"actor": "ann"},
        lambda command: try_out(RULESET, state, PAT, command),
    )  # fmt: skip
    offers = {one["id"]: one for group in legal["groups"] for one in group["actions"]}
    for one in ("move", "run"):
        assert {"id": "to", "label": "To the square", "kind": "square"} in offers[one]["params"]


def test_who_hides_bars_no_way() -> None:
    """With somebody hidden on the square, or behind a wall, everything that a player gets is the same."""
    got = []
    for spot in ((3, 4), (9, 9)):
        street = Street(wall(500, "good"), hidden=True)
        street.ok(do="move_token", id="bo", x=spot[0], y=spot[1])
        street.ok("pat", **go(3, 4))
        street.ok("pat", **go(4, 4))
        shown = view(RULESET, street.line, PAT)
        told = [json.dumps(line.seen_by(PAT)) for line in lines(RULESET, street.before, street.log[-1], street.line.state)]
        legal = RULESET.legal(
            street.line.state.game, catalogue_of(RULESET, ()), options_of(RULESET, {}), {"actor": "ann"},
            lambda command, state=street.line.state: try_out(RULESET, state, PAT, command),
        )  # fmt: skip
        got.append((shown, told, legal))
    assert got[0] == got[1]
