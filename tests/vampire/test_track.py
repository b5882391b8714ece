"""The health track: seven boxes, marks in order, damage beyond the last box, and what it does to its bearer."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import msgspec
import pytest
from fracas_rules.kernel.formula import Term
from fracas_rules.vampire.harm import add_level, heal_track, senseless, settled_fate, sorted_track
from fracas_rules.vampire.modifiers import bodily, wounds
from fracas_rules.vampire.options import Options
from fracas_rules.vampire.sheet import Kind, Sheet
from fracas_rules.vampire.state import Combatant
from msgspec.structs import replace

PLAIN = Options()
INSERT = Options(overflow_rule="step_and_insert")
KINDS: tuple[Kind, ...] = ("mortal", "vampire", "supernatural")


@pytest.mark.parametrize(
    ("track", "kind", "value", "options", "after"),
    [
        ("///....", "vampire", 2, PLAIN, ("X///...", "")),
        ("///////", "vampire", 1, PLAIN, ("X//////", "")),
        ("X//////", "vampire", 2, PLAIN, ("*X/////", "")),
        ("///////", "vampire", 2, PLAIN, ("*//////", "")),
        ("///////", "vampire", 2, INSERT, ("*X/////", "")),
        ("///////", "mortal", 3, PLAIN, ("X//////", "")),
        ("XXXXXXX", "vampire", 1, PLAIN, ("*XXXXXX", "torpor")),
        ("XXXXXXX", "mortal", 1, PLAIN, ("XXXXXXX", "dead")),
        ("*XXXXXX", "supernatural", 1, PLAIN, ("*XXXXXX", "dead")),
        ("*******", "vampire", 2, PLAIN, ("*******", "")),
        ("*******", "vampire", 3, PLAIN, ("*******", "final_death")),
        ("*******", "vampire", 1, Options(full_aggravated_any_damage=True), ("*******", "final_death")),
    ],
)
def test_one_level(track: str, kind: Kind, value: int, options: Options, after: tuple[str, str]) -> None:
    """The printed examples and the edges of the ladder."""
    assert add_level(track, "", kind, value, options) == after


def test_never_backwards() -> None:
    """Whatever the track, a level keeps it sorted and seven long, makes it no milder, and never gets stuck short of the end."""
    for marks in combinations_with_replacement("*X/.", 7):
        for kind, value, options in product(KINDS, (1, 2, 3), (PLAIN, INSERT)):
            track = "".join(marks)
            if kind == "mortal" and "*" in track:
                continue
            came, fate = add_level(track, "", kind, value, options)
            assert len(came) == 7
            assert came == sorted_track(came)
            assert sum(map("./X*".index, came)) >= sum(map("./X*".index, track))
            assert came != track or fate or (kind == "vampire" and track == "*******")
            assert kind != "mortal" or "*" not in came


@pytest.mark.parametrize("kind", KINDS)
def test_enough_damage_ends_it(kind: Kind) -> None:
    """Aggravated levels bring everybody down in the end, and nothing rises by being hurt."""
    track, fate = ".......", ""
    for _ in range(30):
        track, fate = add_level(track, fate, kind, 3, PLAIN)
    assert fate == ("final_death" if kind == "vampire" else "dead")
    assert add_level(track, fate, kind, 3, PLAIN) == (track, fate)


@pytest.mark.parametrize(
    ("track", "count", "after"),
    [("*XX//..", 2, "*XX...."), ("*XX//..", 9, "......."), (".......", 1, "......."), ("///////", 1, "//////.")],
)
def test_healing(track: str, count: int, after: str) -> None:
    """The mildest marks close first."""
    assert heal_track(track, count) == after


def test_what_follows() -> None:
    """Torpor without blood or of a full aggravated track; unconscious with a bashing mark left, else comatose."""
    assert settled_fate("///////", "", "vampire", 0) == "torpor"
    assert settled_fate("///////", "", "vampire", 1) == ""
    assert settled_fate("*******", "", "vampire", 9) == "torpor"
    assert settled_fate("//////.", "", "vampire", 0) == ""
    assert settled_fate("XXXXXXX", "", "mortal", 0) == ""
    assert senseless("XXXXXX/", "", "mortal") == "unconscious"
    assert senseless("XXXXXXX", "", "supernatural") == "comatose"
    assert senseless("XXXXXX.", "", "mortal") == ""
    assert senseless("XXXXXXX", "", "vampire") == ""


def test_worked_out_once() -> None:
    """What follows from a combatant is kept beside it: no part of its state, and worked out anew for the next one."""
    who = Combatant("a", Sheet(name="A", kind="vampire"), "X//....")
    plain = msgspec.json.encode(who)
    assert (who.filled, wounds(who)) == (3, -1)
    pool = bodily(who, ("dexterity",), False)
    assert pool == (Term("wounds", "Wounds", -1),)
    assert bodily(who, ("dexterity",), False) is pool
    assert msgspec.json.encode(who) == plain
    assert who == replace(who)
    worse = replace(who, track="XXXX///")
    assert (worse.filled, bodily(worse, ("dexterity",), False)) == (7, ())
    assert bodily(replace(who, track="XXXX//."), ("dexterity",), False) == (Term("wounds", "Wounds", -5),)
