"""Groove's odds against an independent count of every face."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
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

GAME = RULESETS["groove"]
D20 = range(1, 21)
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

Way = tuple[Fraction, bool, int, bool, bool]  # chance, hit, damage, stunned or dazed, dropped


@cache
def sums(count: int, sides: int) -> dict[int, Fraction]:
    """The chances of the sums of equal dice."""
    found = Counter(sum(faces) for faces in product(range(1, sides + 1), repeat=count))
    return {total: Fraction(ways, sides**count) for total, ways in found.items()}


def stun_of(damage: int, worse: int = 0) -> Fraction:
    """The chance that Wil 9 does not stay below it: 2 to 6 dice by quarters of Health 20."""
    dice = 2 + sum(damage >= quarter for quarter in (5, 10, 15, 20))
    return sum((chance for total, chance in sums(dice, 6).items() if total + worse >= 9), Fraction(0))


def lands(
    chance: Fraction,
    dice: tuple[int, int, int],
    *,
    crit: bool = False,
    times: Fraction = Fraction(1),
    plus: int = 0,
    less: int = 0,
    place: str = "",
    jacket: tuple[int, int] = (4, 2),
    pen: int = 1,
    worse: int = 0,
    had: int = 0,
) -> Iterator[Way]:
    """Everything after a hit: d10, penetration of jacket (needed, divider), weapon dice (count, sides, flat), stun."""
    count, sides, flat = dice
    for where in [place] if place else PLACES:
        spot = chance if place else chance / 10
        covered = where in ("arm", "trunk")
        for face in D20 if covered else (0,):
            piece = spot / 20 if covered else spot
            over = face + pen - worse - jacket[0]
            if covered and over < 0:
                yield piece, True, 0, False, False
                continue
            divider = max(1, jacket[1] - over // 5) if covered else 1
            for total, share in sums(count * (2 if crit else 1), sides).items():
                weapon = max(0, total + flat - worse)
                damage = int(max(Fraction(0), weapon * times + plus - less) / divider * TIMES[where])
                drop = had <= 20 < had + damage
                if not damage or had + damage >= 40:
                    yield piece * share, True, damage, False, drop
                    continue
                stun = stun_of(damage)
                yield piece * share * stun, True, damage, True, drop
                yield piece * share * (1 - stun), True, damage, False, drop


def attack(
    bonus: int, dodge: int, chance: Fraction, dice: tuple[int, int, int], *, funk: bool = False, twice: bool = False, **more: Any
) -> Iterator[Way]:
    """The roll to hit, and what follows."""
    for face in D20:
        share = chance * (Fraction(2 * face - 1, 400) if twice else Fraction(1, 20))
        crit = face == 20 and not funk
        if face == 1 or (funk and face == 2) or (face + bonus - dodge < 10 and not crit):
            yield share, False, 0, False, False
        else:
            yield from lands(share, dice, crit=crit, **more)


ONE = Fraction(1)
CLUB, SWORD, KICK = (1, 6, 0), (1, 8, 0), (1, 6, 0)


def parried(bonus: int, dodge: int, dice: tuple[int, int, int], **more: Any) -> Iterator[Way]:
    """MCL 4 + Dex 1 on a d20; the effect adds to Dodge, 5 more for a 20."""
    for face in D20:
        adds = face - 5 + (5 if face == 20 else 0) if face >= 5 else 0
        yield from attack(bonus, dodge + adds, ONE / 20, dice, **more)


def blocked(bonus: int, dice: tuple[int, int, int]) -> Iterator[Way]:
    """A block that comes off moves the blow to the left arm and weakens it by its effect."""
    for face in D20:
        if face < 5:
            yield from attack(bonus, 4, ONE / 20, dice)
        else:
            yield from attack(bonus, 4, ONE / 20, dice, place="arm", less=face - 5 + (5 if face == 20 else 0))


def sidestepped(bonus: int, dice: tuple[int, int, int]) -> Iterator[Way]:
    """HTH 3 + Ref 1: a lunge becomes a plain blow at full Dodge."""
    for face in D20:
        if face >= 6:
            yield from attack(bonus, 4, ONE / 20, dice)
        else:
            yield from attack(bonus, 2, ONE / 20, dice, times=Fraction(3, 2))


def grip(parry: bool) -> Iterator[Way]:
    """Only whether the hold is taken."""
    for guard in D20 if parry else (1,):
        share = ONE / 20 if parry else ONE
        adds = guard - 5 + (5 if guard == 20 else 0) if guard >= 5 else 0
        for face in D20:
            yield share / 20, face == 20 or (face > 1 and face + 7 - 4 - adds >= 10), 0, False, False


def choked() -> Iterator[Way]:
    """Dodge 0 against the holder; subdual damage by the effect, at least 1."""
    for face in D20:
        if face == 1 or face + 7 < 10:
            yield ONE / 20, False, 0, False, False
            continue
        damage = max(1, face + 7 - 10 + (5 if face == 20 else 0))
        stun = stun_of(damage)
        yield ONE / 20 * stun, True, damage, True, damage > 20
        yield ONE / 20 * (1 - stun), True, damage, False, damage > 20


def thrown(parry: bool) -> Iterator[Way]:
    """Str 13 and the effect against Str 12 on 4d6 each: by five or more the target is dazed or stunned."""
    for guard in D20 if parry else (1,):
        share = ONE / 20 if parry else ONE
        adds = guard - 5 + (5 if guard == 20 else 0) if parry and guard >= 5 else 0
        for face in D20:
            total = face + 7 - 4 - adds
            if face == 1 or (total < 10 and face < 20):
                yield share / 20, False, 0, False, False
                continue
            effect = max(0, total - 10) + (5 if face == 20 else 0)
            for mine, one in sums(4, 6).items():
                for theirs, other in sums(4, 6).items():
                    yield share / 20 * one * other, True, 0, 13 - mine + effect - (12 - theirs) >= 5, False


def free(needed: int) -> Iterator[Way]:
    """Raw ability (13 + 10) / 5 = 4."""
    for face in D20:
        yield ONE / 20, face == 20 or (face > 1 and face + 4 >= needed), 0, False, False


AT = {"targets": ["bob"]}
HELD = [{"targets": ["bob"], "add_condition": {"id": "grappled", "by": "ann", "strength": 2}}]
CASES: list[tuple[str, dict[str, Any], str, list[dict[str, Any]], Callable[[], Iterator[Way]]]] = [
    ("a club", {"maneuver": "strike", "weapon": "club", **AT}, "none", [], lambda: attack(7, 4, ONE, CLUB)),
    ("a club, parried", {"maneuver": "strike", "weapon": "club", **AT}, "parry", [], lambda: parried(7, 4, CLUB)),
    ("a club, parried flat", {"maneuver": "strike", "weapon": "club", **AT}, "parry_flat", [], lambda: attack(7, 8, ONE, CLUB)),
    ("a club, blocked", {"maneuver": "strike", "weapon": "club", **AT}, "block", [], lambda: blocked(7, CLUB)),
    (
        "a great blow with a sword",
        {"maneuver": "great_blow", "weapon": "sword", **AT},
        "none",
        [],
        lambda: attack(7, 4, ONE, SWORD, times=Fraction(2)),
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
        lambda: attack(4, 4, ONE, (3, 6, 0), jacket=(2, 2), pen=2),
    ),
    ("a lunge, sidestepped", {"maneuver": "lunge", "weapon": "sword", **AT}, "sidestep", [], lambda: sidestepped(7, SWORD)),
    (
        "a lunge, parried",
        {"maneuver": "lunge", "weapon": "sword", **AT},
        "parry",
        [],
        lambda: parried(7, 2, SWORD, times=Fraction(3, 2)),
    ),
    ("a charge", {"maneuver": "charge", "weapon": "club", **AT}, "none", [], lambda: attack(9, 4, ONE, CLUB, times=Fraction(2))),
    (
        "a kick too near, in a funk",
        {"maneuver": "strike", "weapon": "kick", "distance": 1, **AT},
        "none",
        [{"targets": ["ann"], "add_condition": "in_funk"}],
        lambda: attack(4, 4, ONE, KICK, funk=True, worse=1),
    ),
    (
        "a blow that may drop",
        {"maneuver": "strike", "weapon": "club", **AT},
        "none",
        [{"targets": ["bob"], "set": {"lethal": 18}}],
        lambda: attack(7, 4, ONE, CLUB, had=18),
    ),
    (
        "a blow that may kill",
        {"maneuver": "strike", "weapon": "sword", **AT},
        "parry",
        [{"targets": ["bob"], "set": {"lethal": 36}}],
        lambda: parried(7, 4, SWORD, had=36),
    ),
    ("a grapple, parried", {"maneuver": "grapple", **AT}, "parry", [], lambda: grip(True)),
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
def test_odds(
    title: str, act: dict[str, Any], pick: str, before: list[dict[str, Any]], count: Callable[[], Iterator[Way]]
) -> None:
    """The odds are the exact fractions that counting gives, and are there within 50 ms."""
    line = timeline(GAME, create(GAME, "t", "T", bytes(16)))
    line.fold(f.Commit(1, "gm", "", 0, f.Receipt(""), (f.SeatSet(f.Seat("gm", "GM", "gm")),)))
    commands = [{"do": "add_combatant", "id": one, "sheet": who} for one, who in (("ann", ANN), ("bob", BOB))]
    for at, command in enumerate([*commands, *({"do": "adjust", **one} for one in before)]):
        commit = decide(GAME, line, "gm", command, str(at), lambda _who, _sides: 1)
        assert isinstance(commit, f.Commit), commit
        line.fold(commit)
    command = read(GAME, {"do": "act", "actor": "ann", **act})
    took = []
    for _ in range(3):
        start = time.process_time()
        found = odds.reckon(
            GAME, line.state, Viewer("gm", "gm"), command, lambda ask: pick if ask.key == "defense" else ask.default
        )
        took.append(time.process_time() - start)
    ways = list(count())
    assert sum(chance for chance, *_ in ways) == 1
    assert found.exact
    assert found.chances["hit"] == sum(chance for chance, hit, *_ in ways if hit)
    assert found.means.get("damage", 0) == sum(way[0] * way[2] for way in ways)
    assert found.chances.get("stun", 0) == sum(way[0] for way in ways if way[3])
    assert found.chances.get("drop", 0) == sum(way[0] for way in ways if way[4])
    assert min(took) < 0.05, f"{title} took {1000 * min(took):.0f} ms"
