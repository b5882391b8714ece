"""What one may not know of an enemy is not told by refusals, odds, the palette or conditions either."""

from __future__ import annotations

from typing import Any

import pytest
from arena import SEATS, Arena
from fracas_rules.errors import Refused
from fracas_rules.kernel import odds
from fracas_rules.kernel.resolve import read, try_out
from fracas_rules.kernel.table import viewer_of
from fracas_rules.unisystem import RULESET

PISTOL = {"id": "pistol", "class": "pistol", "hands": 1, "type": "bullet", "base": "12"}


def refusal(arena: Arena, seat: str, **command: Any) -> tuple[str, str | None, str]:
    """The code, the path and the words of a refusal."""
    came = arena.send(seat, **command)
    assert isinstance(came, Refused), came
    return came.code, came.path, came.message


# ── Who helps to lift (UNI-C-THROW-OBJECT) ───────────────────────────────────────────────────────────────────────────


def crew(strength: int = 3) -> Arena:
    """A, B and the helper C are heroes, D is not; C is the GM's, so strong."""
    heroes = {"side": "heroes"}
    helper = {**heroes, "attributes": {"strength": strength}}
    return Arena(a=heroes, b=heroes, c=helper, d={"side": "monsters", "attributes": {"strength": strength}})


def throw(helpers: list[str], pounds: int, **more: Any) -> dict[str, Any]:
    params = {"weight_lb": pounds, "helpers": helpers}
    return {"do": "act", "actor": "a", "maneuver": "throw_object", "targets": ["d"], "params": params, **more}


@pytest.mark.parametrize(
    ("helper", "why"),
    [
        ("d", "D is in it already, and helps nobody to throw."),
        ("a", "A is in it already, and helps nobody to throw."),
        ("e", "E is not on A's side."),
    ],
)
def test_whoever_is_not_on_ones_side_does_not_help(helper: str, why: str) -> None:
    """Neither a foe, nor the one it is thrown at, nor oneself once more: not by a player's word, nor by the GM's."""
    arena = crew()
    arena.ok("gm", do="add_combatant", id="e", sheet={"name": "E", "side": "monsters", "life_points": 20})
    arena.ok("gm", do="set_options", set={"trust_players": True})
    for seat in ("pat", "gm"):
        assert refusal(arena, seat, **throw([helper], 1_000_000)) == ("illegal-choice", "$.params.helpers[0]", why)


@pytest.mark.parametrize("strength", [2, 5, 9])
def test_a_helpers_strength_is_not_found_out_by_trying(strength: int) -> None:
    """However strong the helper: what is too heavy goes to the GM before it is refused, and no number of anybody's is told."""
    arena = crew(strength)
    arena.ok("gm", do="set_options", set={"trust_players": True})
    arena.send("pat", **throw(["c"], 1_000_000, distance=2))
    assert arena.asked() == ["too_heavy"]
    assert arena.view("pat").get("asks", {}) == {}
    pending = arena.line.state.pending
    assert pending is not None
    arena.send("gm", do="answer", ask=pending.asks[0].id, pick="no")
    assert arena.line.state.pending is None
    assert "1000000 lb are too heavy for them together." in arena.texts("gm")[-1]
    assert arena.texts("pat")[-1] == "The open action was dropped."
    too_far = refusal(arena, "pat", **throw(["c"], 1_000_000, distance=9))
    assert too_far == ("out-of-range", "$.targets[0]", "9 yards is beyond the 2 of that throw.")


def test_the_gm_may_let_them_throw_it() -> None:
    """Strength 3 and 3 lift 300 lb together: 300 are thrown at once, 301 with the GM's leave, and else refused."""
    arena = crew()
    arena.ok("gm", **throw(["c"], 300, distance=2))
    assert arena.texts("gm", "attack")
    arena.ok("gm", **throw(["c"], 301, distance=2), picks={"too_heavy": "yes"})
    assert len(arena.texts("gm", "attack")) == 2
    arena.ok("gm", **throw(["c"], 301, distance=2))
    assert len(arena.texts("gm", "attack")) == 2
    alone = refusal(arena, "gm", **throw([], 151, distance=2))
    assert alone == ("requirement", "$.params.weight_lb", "151 lb are too heavy; 150 lb can be lifted.")


def test_odds_are_about_everybody_whom_an_act_names() -> None:
    """The helper's and the bystander's numbers count, so chances stay hidden from whoever may not know these."""
    arena = crew()
    arena.ok("gm", do="seat_change", seat="pat", owns=["a", "d"])
    command = read(RULESET, throw(["c"], 200, distance=2))
    assert list(RULESET.odds_about(command, arena.line.state.game)) == ["a", "d", "c"]
    pat = viewer_of(arena.line.state, "pat")
    assert odds.query(RULESET, arena.line.state, pat, command)["known"] is False
    alone = read(RULESET, throw([], 100, distance=2))
    assert odds.query(RULESET, arena.line.state, pat, alone)["known"] is True


# ── Numbers of conditions ────────────────────────────────────────────────────────────────────────────────────────────

LAID: list[dict[str, Any]] = [
    {"id": "standing_roll", "maneuver": "whirling_sword", "total": 17, "attack_total": 21},
    {"id": "aiming", "bonus": 4},
    {"id": "drained", "by": "b", "ease": 2},
    {"id": "unconscious", "turns": 3},
]


def details(arena: Arena, seat: str) -> dict[str, str]:
    return {one["id"]: one["detail"] for one in arena.view(seat)["combatants"]["a"]["conditions"]}


def test_numbers_of_conditions_go_with_the_other_numbers() -> None:
    """Onlookers see that somebody aims and who drains whom, and count the Turns; how much is for the owner and the GM."""
    arena = Arena()
    arena.ok("gm", do="adjust", targets=["a"], add_condition=LAID)
    plain = {"standing_roll": "", "aiming": "", "drained": "by B", "unconscious": "Turns 3"}
    full = {"standing_roll": "total 17, attack 21", "aiming": "bonus 4", "drained": "by B, ease 2", "unconscious": "Turns 3"}
    assert {seat: details(arena, seat) for seat in SEATS} == {"gm": full, "pat": full, "bob": plain, "eve": plain}
    arena.ok("gm", do="set_options", set={"numbers": "all"})
    assert details(arena, "eve") == full


# ── Who has a gun (UNI-M-FAST-DRAW) ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("hidden", [[], [{**PISTOL, "where": "stowed"}], [{**PISTOL, "where": "reachable"}], [PISTOL]])
def test_the_palette_does_not_tell_who_has_a_gun(hidden: list[dict[str, Any]]) -> None:
    """A shoot-out may be begun with anybody; whether the other has a gun to draw shows then."""
    arena = Arena(g={"weapons": [PISTOL]}, s={"weapons": hidden})
    arena.ok("gm", do="seat_change", seat="pat", owns=["g"])
    command = {"do": "act", "actor": "g", "maneuver": "fast_draw", "targets": ["s"]}
    assert try_out(RULESET, arena.line.state, viewer_of(arena.line.state, "pat"), command) is None
    arena.send("pat", **command)
    armed = bool(hidden) and hidden[0].get("where") != "stowed"
    assert arena.asked() == ([] if armed else ["gun"])


def test_the_gm_says_whether_there_is_a_gun_after_all() -> None:
    """By default there is none and the shoot-out is off; if there is one, it goes on."""
    arena = Arena(g={"weapons": [PISTOL]}, s={})
    command = {"do": "act", "actor": "g", "maneuver": "fast_draw", "targets": ["s"]}
    arena.ok("gm", **command)
    assert "S has no gun to draw." in " ".join(arena.texts("gm"))
    assert arena.texts("gm", "test") == []
    arena.ok("gm", **command, picks={"gun": "yes"})
    assert len(arena.texts("gm", "test")) == 2
