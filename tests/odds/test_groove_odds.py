"""Groove's odds against an independent count of every face."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from fracas_rules import RULESETS
from fracas_rules.kernel import facts as f
from fracas_rules.kernel import odds
from fracas_rules.kernel.decide import create, decide, timeline
from fracas_rules.kernel.resolve import read
from fracas_rules.kernel.viewer import Viewer
from odds_clock import quick

GAME = RULESETS["groove"]
D20 = range(1, 21)
ONE = Fraction(1)
#: HTH 5 and Dex +2: +7 to hit by hand; Gun 4: +6 with a gun. Str 13.
ANN = {
    "name": "Ann",
    "stats": {"str": 13},
    "bonuses": {"dex": 2},
    "combat_scores": {"hth": 5, "gun": 4},
    "grapple_skills": ["judo"],
    "health": 20,
}
#: Dodge 4, MCL 4, Dex +1, Wil 9, Health 20, a leather jacket (4/2 against blades and clubs). Str 12.
BOB = {
    "name": "Bob",
    "stats": {"wil": 9, "str": 12},
    "bonuses": {"ref": 1, "dex": 1},
    "combat_scores": {"hth": 3, "mcl": 4},
    "armor": [{"type": "leather_jacket"}],
    "health": 20,
}
#: d10: legs, belly, chest, arms, head.
PLACES = ("leg", "leg", "trunk", "trunk", "trunk", "trunk", "trunk", "arm", "arm", "head")
TIMES = {"leg": Fraction(1, 2), "arm": Fraction(1, 2), "trunk": Fraction(1), "head": Fraction(2)}

Way = tuple[bool, int, bool, bool]  # hit, damage, stunned or dazed, dropped
Ways = dict[Way, Fraction]
MISS: Way = (False, 0, False, False)


def add(ways: Ways, way: Way, chance: Fraction) -> None:
    """Count one way in."""
    ways[way] = ways.get(way, Fraction(0)) + chance


def mixed(*parts: tuple[Fraction, Ways]) -> Ways:
    """Several counts, each with its share."""
    out: Ways = {}
    for share, ways in parts:
        for way, chance in ways.items():
            add(out, way, share * chance)
    return out


@cache
def sums(count: int, sides: int) -> dict[int, Fraction]:
    """The chances of the sums of equal dice."""
    found = Counter(sum(faces) for faces in product(range(1, sides + 1), repeat=count))
    return {total: Fraction(ways, sides**count) for total, ways in found.items()}


@cache
def stun_of(damage: int) -> Fraction:
    """The chance that the dice do not stay below Wil 9: 2 to 6 of them by quarters of Health 20."""
    dice = 2 + sum(damage >= quarter for quarter in (5, 10, 15, 20))
    return sum((chance for total, chance in sums(dice, 6).items() if total >= 9), Fraction(0))


@cache
def lands(
    dice: tuple[int, int, int],
    crit: bool = False,
    times: Fraction = ONE,
    plus: int = 0,
    less: int = 0,
    place: str = "",
    jacket: tuple[int, int] = (4, 2),
    pen: int = 1,
    worse: int = 0,
    had: int = 0,
) -> Ways:
    """Everything after a hit: d10, penetration of jacket (needed, divider), weapon dice (count, sides, flat), stun."""
    count, sides, flat = dice
    out: Ways = {}
    for where in [place] if place else PLACES:
        spot = ONE if place else ONE / 10
        covered = where in ("arm", "trunk")
        for face in D20 if covered else (0,):
            piece = spot / 20 if covered else spot
            over = face + pen - worse - jacket[0]
            if covered and over < 0:
                add(out, (True, 0, False, False), piece)
                continue
            divider = max(1, jacket[1] - over // 5) if covered else 1
            for total, share in sums(count * (2 if crit else 1), sides).items():
                weapon = max(0, total + flat - worse)
                damage = int(max(Fraction(0), weapon * times + plus - less) / divider * TIMES[where])
                drop = had <= 20 < had + damage
                stun = stun_of(damage) if damage and had + damage < 40 else Fraction(0)
                add(out, (True, damage, True, drop), piece * share * stun)
                add(out, (True, damage, False, drop), piece * share * (1 - stun))
    return out


def attack(bonus: int, dodge: int, dice: tuple[int, int, int], *, funk: bool = False, twice: bool = False, **more: Any) -> Ways:
    """The roll to hit, and what follows."""
    parts = []
    for face in D20:
        share = Fraction(2 * face - 1, 400) if twice else Fraction(1, 20)
        crit = face == 20 and not funk
        fails = face == 1 or (funk and face == 2) or (face + bonus - dodge < 10 and not crit)
        parts.append((share, {MISS: ONE} if fails else lands(dice, crit, **more)))
    return mixed(*parts)


CLUB, SWORD, KICK = (1, 6, 0), (1, 8, 0), (1, 6, 0)


def guard(face: int) -> int:
    """The effect of MCL 4 + Dex 1 on a d20, 5 more for a 20; -1 when it fails."""
    return face - 5 + (5 if face == 20 else 0) if face >= 5 else -1


def parried(bonus: int, dodge: int, dice: tuple[int, int, int], **more: Any) -> Ways:
    """The effect adds to Dodge."""
    return mixed(*((ONE / 20, attack(bonus, dodge + max(0, guard(face)), dice, **more)) for face in D20))


def blocked(bonus: int, dice: tuple[int, int, int]) -> Ways:
    """A block that comes off moves the blow to the left arm and weakens it by its effect."""
    parts = []
    for face in D20:
        less = guard(face)
        parts.append((ONE / 20, attack(bonus, 4, dice) if less < 0 else attack(bonus, 4, dice, place="arm", less=less)))
    return mixed(*parts)


def sidestepped(bonus: int, dice: tuple[int, int, int]) -> Ways:
    """HTH 3 + Ref 1 reaches 10 from a 6 on: a lunge becomes a plain blow at full Dodge."""
    return mixed((ONE * 15 / 20, attack(bonus, 4, dice)), (ONE * 5 / 20, attack(bonus, 2, dice, times=Fraction(3, 2))))


def grip() -> Ways:
    """Only whether the hold is taken, through a parry."""
    out: Ways = {}
    for theirs, face in product(D20, D20):
        hit = face == 20 or (face > 1 and face + 7 - 4 - max(0, guard(theirs)) >= 10)
        add(out, (hit, 0, False, False), ONE / 400)
    return out


def choked() -> Ways:
    """Dodge 0 against the holder; subdual damage by the effect, at least 1."""
    out: Ways = {}
    for face in D20:
        if face == 1 or face + 7 < 10:
            add(out, MISS, ONE / 20)
            continue
        damage = max(1, face + 7 - 10 + (5 if face == 20 else 0))
        add(out, (True, damage, True, damage > 20), ONE / 20 * stun_of(damage))
        add(out, (True, damage, False, damage > 20), ONE / 20 * (1 - stun_of(damage)))
    return out


@cache
def floored(effect: int) -> Fraction:
    """The chance that Str 13 and the effect beat Str 12 on 4d6 each by five or more: dazed or stunned."""
    return sum(
        (
            one * other
            for mine, one in sums(4, 6).items()
            for theirs, other in sums(4, 6).items()
            if theirs - mine + 1 + effect >= 5
        ),
        Fraction(0),
    )


def thrown(parry: bool) -> Ways:
    """The roll to hit, then the contest."""
    out: Ways = {}
    guards = [max(0, guard(face)) for face in D20] if parry else [0]
    for adds, face in product(guards, D20):
        share, total = ONE / len(guards) / 20, face + 7 - 4 - adds
        if face == 1 or (total < 10 and face < 20):
            add(out, MISS, share)
            continue
        stun = floored(max(0, total - 10) + (5 if face == 20 else 0))
        add(out, (True, 0, True, False), share * stun)
        add(out, (True, 0, False, False), share * (1 - stun))
    return out


def free(needed: int) -> Ways:
    """Raw ability (13 + 10) / 5 = 4."""
    out: Ways = {}
    for face in D20:
        add(out, (face == 20 or (face > 1 and face + 4 >= needed), 0, False, False), ONE / 20)
    return out


AT = {"targets": ["bob"]}
HELD = [{"targets": ["bob"], "add_condition": {"id": "grappled", "by": "ann", "strength": 2}}]
CASES: list[tuple[str, dict[str, Any], str, list[dict[str, Any]], Callable[[], Ways]]] = [
    ("a club", {"maneuver": "strike", "weapon": "club", **AT}, "none", [], lambda: attack(7, 4, CLUB)),
    ("a club, parried", {"maneuver": "strike", "weapon": "club", **AT}, "parry", [], lambda: parried(7, 4, CLUB)),
    ("a club, parried flat", {"maneuver": "strike", "weapon": "club", **AT}, "parry_flat", [], lambda: attack(7, 8, CLUB)),
    ("a club, blocked", {"maneuver": "strike", "weapon": "club", **AT}, "block", [], lambda: blocked(7, CLUB)),
    (
        "a great blow with a sword",
        {"maneuver": "great_blow", "weapon": "sword", **AT},
        "none",
        [],
        lambda: attack(7, 4, SWORD, times=Fraction(2)),
    ),
    (
        "a great sword, parried",
        {"maneuver": "strike", "weapon": "great_sword", **AT},
        "parry",
        [],
        lambda: parried(7, 4, (2, 6, 0), pen=2),
    ),
    (
        "a rifle at the second increment",
        {"maneuver": "shoot", "weapon": "rifle", "distance": 151, **AT},
        "none",
        [],
        lambda: attack(4, 4, (3, 6, 0), jacket=(2, 2), pen=2),
    ),
    ("a lunge, sidestepped", {"maneuver": "lunge", "weapon": "sword", **AT}, "sidestep", [], lambda: sidestepped(7, SWORD)),
    (
        "a lunge, parried",
        {"maneuver": "lunge", "weapon": "sword", **AT},
        "parry",
        [],
        lambda: parried(7, 2, SWORD, times=Fraction(3, 2)),
    ),
    ("a charge", {"maneuver": "charge", "weapon": "club", **AT}, "none", [], lambda: attack(9, 4, CLUB, times=Fraction(2))),
    (
        "a kick too near, in a funk",
        {"maneuver": "strike", "weapon": "kick", "distance": 1, **AT},
        "none",
        [{"targets": ["ann"], "add_condition": "in_funk"}],
        lambda: attack(4, 4, KICK, funk=True, worse=1),
    ),
    (
        "a blow that may drop",
        {"maneuver": "strike", "weapon": "club", **AT},
        "none",
        [{"targets": ["bob"], "set": {"lethal": 18}}],
        lambda: attack(7, 4, CLUB, had=18),
    ),
    (
        "a blow that may kill",
        {"maneuver": "strike", "weapon": "sword", **AT},
        "parry",
        [{"targets": ["bob"], "set": {"lethal": 36}}],
        lambda: parried(7, 4, SWORD, had=36),
    ),
    ("a grapple, parried", {"maneuver": "grapple", **AT}, "parry", [], grip),
    ("a choke", {"maneuver": "choke", **AT}, "none", HELD, choked),
    ("a throw", {"maneuver": "throw", **AT}, "none", [], lambda: thrown(False)),
    ("a throw, parried", {"maneuver": "throw", **AT}, "parry", [], lambda: thrown(True)),
    (
        "breaking free",
        {"maneuver": "grapple_break"},
        "none",
        [{"targets": ["ann"], "add_condition": {"id": "entangled", "by": "bob", "strength": 3}}],
        lambda: free(13),
    ),
]


@pytest.mark.parametrize(("title", "act", "pick", "before", "count"), CASES, ids=[case[0] for case in CASES])
def test_odds(title: str, act: dict[str, Any], pick: str, before: list[dict[str, Any]], count: Callable[[], Ways]) -> None:
    """The odds are the exact fractions that counting gives, and are there within 50 ms."""
    line = timeline(GAME, create(GAME, "t", "T", bytes(16)))
    line.fold(f.Commit(1, "gm", "", 0, f.Receipt(""), (f.SeatSet(f.Seat("gm", "GM", "gm")),)))
    commands = [{"do": "add_combatant", "id": one, "sheet": who} for one, who in (("ann", ANN), ("bob", BOB))]
    for at, command in enumerate([*commands, *({"do": "adjust", **one} for one in before)]):
        commit = decide(GAME, line, "gm", command, str(at), lambda _who, _sides: 1)
        assert isinstance(commit, f.Commit), commit
        line.fold(commit)
    command = read(GAME, {"do": "act", "actor": "ann", **act})

    def reckon() -> odds.Odds:
        viewer = Viewer("gm", "gm")
        return odds.reckon(GAME, line.state, viewer, command, lambda ask: pick if ask.key == "defense" else ask.default)

    found = reckon()
    ways = count()
    assert sum(ways.values()) == 1
    assert found.exact
    assert found.chances["hit"] == sum(chance for way, chance in ways.items() if way[0])
    assert found.means.get("damage", 0) == sum(chance * way[1] for way, chance in ways.items())
    assert found.chances.get("stun", 0) == sum(chance for way, chance in ways.items() if way[2])
    assert found.chances.get("drop", 0) == sum(chance for way, chance in ways.items() if way[3])
    assert quick(reckon) == "", title
