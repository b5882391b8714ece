"""Vampire's odds against an independent count of every face: small pools one by one, large ones by multinomials."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest
from fracas_rules import RULESETS
from fracas_rules.kernel import facts as f
from fracas_rules.kernel import odds
from fracas_rules.kernel.decide import create, decide, timeline
from fracas_rules.kernel.resolve import read
from fracas_rules.kernel.viewer import Viewer
from odds_clock import quick

GAME = RULESETS["vampire"]
FACES = range(1, 11)
#: Pools: Brawl 4, Melee 5, Firearms 4; Strength 2.
ANNA = {
    "name": "Anna",
    "attributes": {"strength": 2, "dexterity": 3, "stamina": 2},
    "abilities": {"brawl": 1, "melee": 2, "firearms": 1},
    "weapons": ["knife", "club", "stake", "pistol_light", "assault_rifle"],
    "ready": ["knife", "club", "stake", "pistol_light", "assault_rifle"],
}
#: A mortal: dodges with 3 dice, blocks with 4.
BO = {"name": "Bo", "attributes": {"dexterity": 2, "stamina": 2}, "abilities": {"athletics": 1, "brawl": 2}}
#: A vampire with Stamina 3.
VIC = {"name": "Vic", "kind": "vampire", "attributes": {"dexterity": 2, "stamina": 3}, "abilities": {"athletics": 1}}

Way = tuple[Fraction, bool, int, bool]  # chance, hit, damage, dropped or staked
Spread = dict[int, Fraction]


def spread(dice: int, difficulty: int = 6, ones: bool = True, ten: int = 1) -> Spread:
    """The chance of each number of successes: every face of up to five dice, multinomials beyond."""
    found: Counter[int] = Counter()
    if dice <= 5:
        for faces in product(FACES, repeat=dice):
            hits = sum((ten if face == 10 else 1) for face in faces if face >= difficulty)
            found[max(0, hits - (faces.count(1) if ones else 0))] += 1
    else:
        assert ten == 1
        good = 11 - difficulty
        for hits in range(dice + 1):
            for bad in range(dice - hits + 1):
                ways = comb(dice, hits) * comb(dice - hits, bad) * good**hits * (9 - good) ** (dice - hits - bad)
                found[max(0, hits - (bad if ones else 0))] += ways
    return {net: Fraction(ways, 10**dice) for net, ways in found.items()}


def blow(
    attack: Spread, base: int, soak: int, guard: Spread | None = None, *, vampire: bool = False, auto: int = 0, deep: int = 99
) -> Iterator[Way]:
    """Attack against defence, damage with the successes beyond the first, at least one level, halved for vampires, soak."""
    for (mine, p), (theirs, q) in product(attack.items(), (guard or {0: Fraction(1)}).items()):
        net = max(0, mine - theirs)
        if not net:
            yield p * q, False, 0, False
            continue
        for rolled, r in spread(max(1, base + net - 1), ones=False).items():
            dealt = max(1, rolled + auto)
            dealt = dealt // 2 if vampire else dealt
            for stopped, s in spread(soak if dealt else 0, ones=False).items():
                left = max(0, dealt - stopped)
                yield p * q * r * s, True, left, left >= deep


def helpless(dealt: int, soak: int) -> Iterator[Way]:
    """No attack roll, and the pool is what it does."""
    for stopped, s in spread(soak, ones=False).items():
        yield s, True, max(0, dealt - stopped), False


def two(first: Callable[[], Iterator[Way]], second: Callable[[], Iterator[Way]]) -> Iterator[Way]:
    """Two shots, each rolled by itself."""
    for (p, hit, damage, _), (q, other, more, _no) in product(list(first()), list(second())):
        yield p * q, hit or other, damage + more, False


Case = tuple[str, dict[str, Any], dict[str, Any], dict[str, Any], list[dict[str, Any]], Callable[[], Iterator[Way]]]
PUNCH = {"maneuver": "punch", "targets": ["bo"]}
KNIFE = {"maneuver": "strike", "weapon": "knife"}
CASES: list[Case] = [
    ("punch, undefended", PUNCH, {}, {}, [], lambda: blow(spread(4), 2, 2)),
    ("punch against a dodge", PUNCH, {"defense": "dodge"}, {}, [], lambda: blow(spread(4), 2, 2, spread(3))),
    (
        "kick against a block",
        {"maneuver": "kick", "targets": ["bo"]},
        {"defense": "block"},
        {},
        [],
        lambda: blow(spread(4, 7), 3, 2, spread(4)),
    ),
    ("knife at a mortal", {**KNIFE, "targets": ["bo"]}, {}, {}, [], lambda: blow(spread(5), 3, 0)),
    ("knife at a vampire", {**KNIFE, "targets": ["vic"]}, {}, {}, [], lambda: blow(spread(5), 3, 3)),
    (
        "club at a vampire: halved",
        {"maneuver": "strike", "weapon": "club", "targets": ["vic"]},
        {},
        {},
        [],
        lambda: blow(spread(5), 4, 3, vampire=True),
    ),
    (
        "aimed at the head of a vampire beyond range",
        {"maneuver": "shoot", "weapon": "pistol_light", "targets": ["vic"], "location": "head", "distance": 30},
        {},
        {},
        [],
        lambda: blow(spread(4, 10), 5, 3),
    ),
    (
        "full automatic fire, fourteen dice",
        {"maneuver": "auto_fire", "weapon": "assault_rifle", "targets": ["bo"]},
        {},
        {},
        [],
        lambda: blow(spread(14, 8), 7, 0),
    ),
    (
        "a wounded one against the blind",
        PUNCH,
        {},
        {},
        [{"targets": ["anna"], "set": {"track": "////..."}}, {"targets": ["bo"], "add_condition": "blinded"}],
        lambda: blow(spread(4 - 2 + 2), 2, 2),
    ),
    (
        "tens of a speciality count twice",
        PUNCH,
        {},
        {"specialty_tens": "double"},
        [],
        lambda: blow(spread(4, ten=2), 2, 2),
    ),
    (
        "at least one level by option, against a mortal",
        {**KNIFE, "targets": ["bo"]},
        {},
        {"minimum_damage_after_soak": True},
        [],
        lambda: blow(spread(5), 3, 0),
    ),
    (
        "a stake through the heart",
        {"maneuver": "stake", "weapon": "stake", "targets": ["vic"]},
        {},
        {},
        [],
        lambda: blow(spread(5, 9), 3, 3, deep=3),
    ),
    (
        "a tackle, whoever keeps his feet",
        {"maneuver": "tackle", "targets": ["bo"]},
        {"defense": "dodge"},
        {},
        [],
        lambda: blow(spread(3, 7), 2, 2, spread(3)),
    ),
    (
        "a club at a vampire with active Potence: halved with its successes",
        {"maneuver": "strike", "weapon": "club", "targets": ["vic"]},
        {},
        {},
        [{"targets": ["anna"], "add_condition": "potence_active"}],
        lambda: blow(spread(5), 4, 3, vampire=True),
    ),
    (
        "somebody bound",
        {"maneuver": "kick", "targets": ["bo"]},
        {},
        {},
        [{"targets": ["bo"], "add_condition": "bound"}],
        lambda: helpless(3, 2),
    ),
    (
        "two shots from a divided pool",
        {"maneuver": "multi_shot", "weapon": "pistol_light", "targets": ["bo", "vic"]},
        {},
        {},
        [],
        lambda: two(lambda: blow(spread(2), 4, 0), lambda: blow(spread(2), 4, 3, vampire=True)),
    ),
]


def table(options: dict[str, Any], before: list[dict[str, Any]]) -> Any:
    line = timeline(GAME, create(GAME, "t", "T", bytes(16)))
    line.fold(f.Commit(1, "gm", "", 0, f.Receipt(""), (f.SeatSet(f.Seat("gm", "GM", "gm")),)))
    anna = {**ANNA, "specialties": ["brawl"]}
    commands: list[dict[str, Any]] = [{"do": "set_options", "set": options}] if options else []
    commands += [{"do": "add_combatant", "id": one, "sheet": who} for one, who in (("anna", anna), ("bo", BO), ("vic", VIC))]
    for at, command in enumerate([*commands, *({"do": "adjust", **one} for one in before)]):
        commit = decide(GAME, line, "gm", command, str(at), lambda _who, _sides: 1)
        assert isinstance(commit, f.Commit), commit
        line.fold(commit)
    return line.state


def share(dealt: Spread, soak: int, vampire: bool) -> Spread:
    """The levels of one who has got successes of a burst."""
    found: Counter[int] = Counter()
    for rolled, p in dealt.items():
        left = max(1, rolled) // 2 if vampire else max(1, rolled)
        for stopped, q in spread(soak if left else 0, ones=False).items():
            found[max(0, left - stopped)] += p * q  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


def test_strafing() -> None:
    """Two under one burst: exact in time, though what one of them takes hangs together with what the other does."""
    state = table({}, [])
    burst = {"maneuver": "strafe", "weapon": "assault_rifle", "targets": ["bo", "vic"]}
    command = read(GAME, {"do": "act", "actor": "anna", **burst})
    found = odds.reckon(GAME, state, Viewer("gm", "gm"), command)
    hit, mean, drop = Fraction(0), Fraction(0), Fraction(0)
    for successes, p in spread(14, 8).items():
        each, rest = divmod(successes, 2)
        hit += p if successes else 0
        shares = ((each + rest, 0, False), (each, 3, True))
        levels = [share(spread(7 + got, ones=False), soak, vampire) if got else {0: Fraction(1)} for got, soak, vampire in shares]
        mean += p * sum(level * q for one in levels for level, q in one.items())
        up = [sum(q for level, q in one.items() if level < 7) for one in levels]
        drop += p * (1 - up[0] * up[1])
    assert (found.exact, found.chances, found.means) == (True, {"hit": hit, "drop": drop}, {"damage": mean})
    assert quick(lambda: odds.reckon(GAME, state, Viewer("gm", "gm"), command)) == ""


@pytest.mark.parametrize("maneuver", ["tackle", "sweep"])
def test_every_defense(maneuver: str) -> None:
    """The whole answer, with each way to defend, is there in time."""
    state = table({}, [])
    command = read(GAME, {"do": "act", "actor": "anna", "maneuver": maneuver, "targets": ["bo"]})
    told = odds.query(GAME, state, Viewer("gm", "gm"), command)
    assert [one["pick"] for one in told["options"]] == ["none", "block", "dodge"]
    assert quick(lambda: odds.query(GAME, state, Viewer("gm", "gm"), command)) == ""


@pytest.mark.parametrize(("title", "act", "picks", "options", "before", "count"), CASES, ids=[case[0] for case in CASES])
def test_odds(
    title: str,
    act: dict[str, Any],
    picks: dict[str, Any],
    options: dict[str, Any],
    before: list[dict[str, Any]],
    count: Callable[[], Iterator[Way]],
) -> None:
    """The odds are the exact fractions that counting gives, and are there within 50 ms."""
    state = table(options, before)
    command = read(GAME, {"do": "act", "actor": "anna", **act})

    def reckon() -> odds.Odds:
        return odds.reckon(GAME, state, Viewer("gm", "gm"), command, lambda ask: picks.get(ask.key, ask.default))

    found = reckon()
    ways = list(count())
    assert sum(chance for chance, *_ in ways) == 1
    assert found.exact
    assert found.chances["hit"] == sum(chance for chance, hit, _damage, _drop in ways if hit)
    assert found.means["damage"] == sum(chance * damage for chance, _hit, damage, _drop in ways)
    key = "stake" if "stake" in found.chances else "drop"
    dropped = sum(chance for chance, _hit, damage, deep in ways if (deep if key == "stake" else damage >= 7))
    if len(act["targets"]) == 1:
        assert found.chances[key] == dropped
    assert quick(reckon) == "", title
