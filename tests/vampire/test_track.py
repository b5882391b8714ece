"""The health track: seven boxes or more, marks in order, damage beyond the last box, and what it does to its bearer."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import msgspec
import pytest
from fracas_rules.errors import Refused
from fracas_rules.kernel.decide import create, decide, timeline
from fracas_rules.kernel.facts import Commit, Receipt, Seat, SeatSet
from fracas_rules.kernel.formula import Term
from fracas_rules.vampire import RULESET
from fracas_rules.vampire.harm import add_level, heal_track, senseless, settled_fate, sorted_track
from fracas_rules.vampire.modifiers import bodily, hampered, speed, wounds
from fracas_rules.vampire.options import Options
from fracas_rules.vampire.sheet import RUNGS, HealthLevel, Kind, Sheet, boxes
from fracas_rules.vampire.state import Combatant
from fracas_rules.vampire.view import wound
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


def test_extra_levels() -> None:
    """Boxes of a kind stand together; each brings its level's penalty; Incapacitated is the last one, whatever comes before."""
    extra: tuple[HealthLevel, ...] = ("crippled", "bruised", "bruised")
    sheet = Sheet(name="Ox", kind="vampire", extra_levels=extra)
    assert boxes(sheet) == (
        "bruised", "bruised", "bruised", "hurt", "injured", "wounded", "mauled", "crippled", "crippled", "incapacitated",
    )  # fmt: skip
    ladder = [Combatant("ox", sheet, "/" * filled + "." * (10 - filled)) for filled in range(11)]
    assert [wounds(one) for one in ladder] == [0, 0, 0, 0, -1, -1, -2, -2, -5, -5, 0]
    assert [speed(one)[2] for one in ladder] == [23, 23, 23, 23, 23, 11, 7, 3, 1, 1, 0]
    assert [hampered(one) for one in ladder] == [False] * 6 + [True] * 5
    assert [one.full for one in ladder] == [False] * 10 + [True]
    assert boxes(Sheet(name="A")) == RUNGS
    assert Combatant("a", Sheet(name="A"), ".......").rung == "healthy"


def test_longer_tracks() -> None:
    """Levels, overflow, healing and what follows count the boxes that are there."""
    assert add_level("///////..", "", "vampire", 2, PLAIN) == ("X///////.", "")
    assert add_level("/////////", "", "vampire", 2, INSERT) == ("*X///////", "")
    assert add_level("XXXXXXXXX", "", "vampire", 1, PLAIN) == ("*XXXXXXXX", "torpor")
    assert heal_track("*XXXXXX//", 3) == "*XXXXX..."
    assert settled_fate("*******..", "", "vampire", 9) == ""
    assert settled_fate("*********", "", "vampire", 9) == "torpor"


@pytest.mark.parametrize(
    ("sheet", "path"),
    [
        ({"track": "////////"}, "$.sheet.track"),
        ({"track": "//////"}, "$.sheet.track"),
        ({"extra_levels": ["bruised"], "track": "/////////"}, "$.sheet.track"),
        ({"extra_levels": ["incapacitated"]}, "$.sheet.extra_levels[0]"),
        ({"extra_levels": ["bruised"] * 15}, "$.sheet.extra_levels"),
    ],
)
def test_no_such_sheet(sheet: dict[str, object], path: str) -> None:
    """More marks than boxes, fewer than seven signs, a level that cannot be had twice, too many: refused with the path."""
    line = timeline(RULESET, create(RULESET, "t", "T", bytes(16)))
    line.fold(Commit(1, "gm", "", 0, Receipt(""), (SeatSet(Seat("gm", "GM", "gm")),)))
    came = decide(RULESET, line, "gm", {"do": "add_combatant", "sheet": {"name": "Ox", **sheet}}, "c", lambda _who, _sides: 1)
    assert isinstance(came, Refused)
    assert (came.code, came.path) == ("malformed", path)


def test_shown() -> None:
    """Each box is drawn under its own name; who may not know the numbers is not told how many there are."""
    who = Combatant("ox", Sheet(name="Ox", extra_levels=("hurt",)), "X//.....")
    (track,) = wound(who)["track"]
    assert [box["label"] for box in track["boxes"]] == [
        "Bruised", "Hurt -1", "Hurt -1", "Injured -1", "Wounded -2", "Mauled -2", "Crippled -5", "Incapacitated",
    ]  # fmt: skip
    assert [box["glyph"] for box in track["boxes"]] == ["X", "/", "/", "", "", "", "", ""]
    plain = Combatant("al", Sheet(name="Ox"), "X/.....")
    assert wound(who, known=False) == wound(plain, known=False)


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
