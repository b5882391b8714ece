"""D6's odds against an independent count: binomials for the ordinary dice, the Wild Die's chain face by face."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import ceil, comb
from typing import Any

import pytest
from fracas_rules import RULESETS
from fracas_rules.kernel import facts as f
from fracas_rules.kernel import odds
from fracas_rules.kernel.decide import create, decide, timeline
from fracas_rules.kernel.requests import Ask, Pick
from fracas_rules.kernel.resolve import read
from fracas_rules.kernel.viewer import Viewer
from odds_clock import quick

GAME = RULESETS["d6"]
#: So many re-rolls of the Wild Die are counted; all that may follow adds 4/5 of a success: x = 1/2 + (1 + x) / 6.
FOLLOWED = 20
REST = Fraction(4, 5)
#: Physique 4 (P/L bonus 2), brawling 7D, martial arts 15D, marksmanship 10D; a fist of 1D.
ANNA = {
    "name": "Anna",
    "body_points": 40,
    "attributes": {"physique": 4},
    "skills": {"brawling": 7, "martial_arts": 15, "marksmanship": 10, "running": 6, "leap": 5, "willpower": 6},
    "powers": {"stun": 6},
    "power_damage": ["stun"],
}
#: Passive defence 2, Physique 3, nothing else.
BO = {"name": "Bo", "side": "others", "body_points": 40, "pdv": 2, "attributes": {"physique": 3}}
DI = {"name": "Di", "side": "others", "body_points": 40, "pdv": 2, "skills": {"dodge": 4}}
CY = {"name": "Cy", "side": "others", "body_points": 40, "pdv": 3, "armor": 3}

FIGHTERS = {"anna": ANNA, "bo": BO, "cy": CY, "di": DI}

Counted = dict[Fraction | int, Fraction]  # successes that count, with their chance
Way = tuple[Fraction, bool, Fraction | int, bool]  # chance, hit, damage, dropped


def dice(count: int) -> Iterator[tuple[int, Fraction]]:
    """Ordinary dice: four faces in six are successes."""
    for hits in range(count + 1):
        yield hits, Fraction(comb(count, hits) * 2**hits, 3**count)


def wild() -> Iterator[tuple[Fraction | int, Fraction]]:
    """The Wild Die with its re-rolls; -1 for a 1, which takes a success away."""
    chain = Fraction(1, 6)
    yield -1, chain
    yield 0, chain
    yield 1, 3 * chain
    for count in range(1, FOLLOWED):
        yield count, chain * 2 / 6
        yield count + 1, chain * 3 / 6
        chain /= 6
    yield FOLLOWED + REST, chain


def pool(count: int) -> Counted:
    """A pool with everything that counts in the end; none of 0D."""
    if count <= 0:
        return {0: Fraction(1)}
    found: Counted = {}
    for (hits, chance), (more, share) in product(dice(count - 1), wild()):
        total = max(0, hits + more)
        found[total] = found.get(total, Fraction(0)) + chance * share
    return found


def blow(
    count: int, defense: int, bdv: int, plus: int = 0, *, armor: int = 0, left: int = 40, flat: bool = False
) -> Iterator[Way]:
    """One attack: what goes over the Defense total is damage, with the base damage and what is added."""
    base = [(bdv, Fraction(1))] if flat else list(dice(bdv))
    for successes, chance in pool(count).items():
        if successes < defense:
            yield chance, False, 0, False
            continue
        for rolled, share in base:
            damage = max(0, successes - defense + rolled + plus - armor)
            yield chance * share, True, damage, damage >= left or damage > 30


def at_each(first: Callable[[int], Iterator[Way]], second: Callable[[int], Iterator[Way]], left: int = 40) -> Iterator[Way]:
    """Two blows; 30 of 40 lost at once are massive damage, more than that puts out."""
    for chance, hit, damage, drop in first(left):
        for share, hits, more, drops in second(left):
            yield chance * share, hit or hits, damage + more, drop or drops


def same_target(count: int, defense: int, bdv: int, plus: int, left: int) -> Iterator[Way]:
    """Both blows at one: the sum counts; whoever is out after the first defends no more."""
    for chance, hit, damage, drop in blow(count, defense, bdv, plus, left=left):
        for share, hits, more, _ in blow(count, 1 if drop else defense, bdv, plus):
            yield chance * share, hit or hits, damage + more, damage + more >= left or damage + more > 30


def knocked_out(count: int, defense: int, bdv: int, resists: int) -> Iterator[Way]:
    """Half the damage; if there is any, Physique against what went over the defence."""
    for successes, chance in pool(count).items():
        if successes < defense:
            yield chance, False, 0, False
            continue
        effect = successes - defense
        for rolled, share in dice(bdv):
            damage = (effect + rolled) // 2
            for stays, part in pool(resists).items():
                yield chance * share * part, True, damage, damage > 0 and stays < effect


def dodged(count: int, dodge: int, pdv: int, plus: int) -> Iterator[Way]:
    """First the dodge, in place of the passive defence or one above it; the GM lets a fumble be the passive defence."""
    for (hits, chance), (more, share) in product(dice(dodge - 1), wild()):
        guard = pdv if more < 0 else max(hits + more, pdv + 1)
        for part, hit, damage, drop in blow(count, ceil(guard) + 1, 1, plus):
            yield chance * share * part, hit, damage, drop


def rolled_against(count: int, needs: int) -> Iterator[Way]:
    """A roll against a number."""
    for successes, chance in pool(count).items():
        yield chance, successes >= needs, 0, False


def contest(mine: int, other: int) -> Iterator[Way]:
    """More successes win."""
    for (successes, chance), (theirs, share) in product(pool(mine).items(), pool(other).items()):
        yield chance * share, successes > theirs, 0, False


def charge(run: int, count: int, defense: int, plus: int) -> Iterator[Way]:
    """First the run against 2, then the blow; a miss runs on without harm."""
    for successes, chance in pool(run).items():
        for share, hit, damage, drop in blow(count, defense, 1, plus) if successes >= 2 else [(Fraction(1), False, 0, False)]:
            yield chance * share, hit, damage, drop


def act(maneuver: str, *targets: str, **more: Any) -> dict[str, Any]:
    return {"do": "act", "actor": "anna", "maneuver": maneuver, "targets": list(targets), **more}


def skill(name: str) -> dict[str, str]:
    return {"skill": name}


def word(target: str, **more: Any) -> dict[str, Any]:
    return {"do": "adjust", "targets": [target], **more}


def option(**set_: Any) -> dict[str, Any]:
    return {"do": "set_options", "set": set_}


#: Endless chains against each other, half of one rounded down, a guard that falls with the first kick: these come only near.
ENDLESS = ("escape", "knockout", "double_kick")
NEAR = Fraction(1, 10**6)
GUN = {"weapon": "pistol", "distance": 40}
Case = tuple[str, dict[str, Any], list[dict[str, Any]], Callable[[], Iterator[Way]]]
CASES: list[Case] = [
    ("seven dice, a fist", act("punch", "bo", params=skill("brawling")), [], lambda: blow(7, 3, 1, 2)),
    ("fifteen dice, a fist", act("punch", "bo"), [], lambda: blow(15, 3, 1, 2)),
    ("fifteen dice, a sword of 4D, armour", act("charge", "cy", weapon="sword", params=skill("martial_arts")),
     [word("anna", set={"charge_rounds": 2})], lambda: armored_charge()),
    ("a gun at 40 feet", act("shoot", "bo", **GUN), [], lambda: blow(10, 5, 4)),
    ("a gun, aimed for three rounds", act("shoot", "cy", **GUN), [word("anna", set={"aim_rounds": 3})],
     lambda: blow(13, 6, 4, armor=3)),
    ("a called shot in the dark", act("shoot", "bo", location="abdomen", modifiers=[{"label": "dark", "value": 1}], **GUN), [],
     lambda: blow(10, 8, 4, 6)),
    ("a wounded puncher", act("punch", "bo", params=skill("brawling")),
     [word("anna", set={"body_points": 20}, add_condition={"id": "massive", "level": 1})], lambda: blow(4, 3, 1, 2)),
    ("wounds as difficulty", act("punch", "bo", params=skill("brawling")),
     [option(wound_penalty="difficulty"), word("anna", set={"body_points": 20})], lambda: blow(7, 5, 1, 2)),
    ("flat base damage", act("shoot", "bo", **GUN), [option(bdv_mode="flat")], lambda: blow(10, 5, 4, flat=True)),
    ("against a dodge of 5", act("punch", "bo"), [word("bo", set={"dodge_value": 5})], lambda: blow(15, 6, 1, 2)),
    ("a target with 6 Body Points left", act("punch", "bo"), [word("bo", set={"body_points": 6})],
     lambda: blow(15, 3, 1, 2, left=6)),
    ("a target that is down", act("punch", "bo", params=skill("brawling")), [word("bo", set={"body_points": 0})],
     lambda: ((chance, hit, damage, False) for chance, hit, damage, _ in blow(7, 1, 1, 2))),
    ("a double kick", act("double_kick", "bo", params=skill("brawling")), [word("bo", set={"body_points": 9})],
     lambda: same_target(6, 3, 1, 2, 9)),
    ("a spin at two", act("spin_attack", "bo", "cy", params=skill("brawling")), [],
     lambda: at_each(lambda left: blow(6, 3, 1, 2, left=left), lambda left: blow(6, 4, 1, 2, armor=3, left=left))),
    ("a charge with two rounds of run", act("charge", "bo", params=skill("brawling")),
     [word("anna", set={"charge_rounds": 2})], lambda: charge(6, 7, 3, 4)),
    ("a knockout with a power", act("knockout", "bo", params={"power": "stun"}), [], lambda: knocked_out(6, 5, 6, 3)),
    ("a dodge when attacked", act("punch", "di", params=skill("brawling")), [option(reactive_defense=True)],
     lambda: dodged(7, 4, 2, 2)),
    ("a leap", act("leap", params={"difficulty": 4}), [], lambda: rolled_against(5, 4)),
    ("fighting the pain", act("resist_wounds"), [word("anna", set={"body_points": 20})], lambda: rolled_against(6, 3)),
    ("an escape", act("escape"), [word("anna", add_condition={"id": "tackled", "by": "bo"})], lambda: contest(4, 3)),
]  # fmt: skip


def defends(ask: Ask) -> Pick:
    """Whoever is asked dodges; all else as it stands."""
    return "dodge" if ask.key == "defense" else ask.default


def armored_charge() -> Iterator[Way]:
    """The run of 6D, then 15D against 3 + 1 with a sword of 4D, P/L 2, two rounds of run, against armour 3."""
    for successes, chance in pool(6).items():
        missed = [(Fraction(1), False, 0, False)]
        for share, hit, damage, drop in blow(15, 4, 4, 4, armor=3) if successes >= 2 else missed:
            yield chance * share, hit, damage, drop


@pytest.mark.parametrize(("title", "command", "before", "count"), CASES, ids=[case[0] for case in CASES])
def test_odds(title: str, command: dict[str, Any], before: list[dict[str, Any]], count: Callable[[], Iterator[Way]]) -> None:
    """The odds are the exact fractions that counting gives, and are there within 50 ms."""
    line = timeline(GAME, create(GAME, "t", "T", bytes(16)))
    line.fold(f.Commit(1, "gm", "", 0, f.Receipt(""), (f.SeatSet(f.Seat("gm", "GM", "gm")),)))
    joining = [{"do": "add_combatant", "id": one, "sheet": who} for one, who in FIGHTERS.items()]
    for at, one in enumerate([*joining, *before]):
        commit = decide(GAME, line, "gm", one, str(at), lambda _who, _sides: 1)
        assert isinstance(commit, f.Commit), commit
        line.fold(commit)
    asked = read(GAME, command)
    found = odds.reckon(GAME, line.state, Viewer("gm", "gm"), asked, defends)
    ways = list(count())
    assert sum(chance for chance, *_ in ways) == 1
    assert found.exact
    hit, drop, mean = (sum(chance * part for chance, *told in ways if (part := told[at])) for at in (0, 2, 1))
    near = command["maneuver"] in ENDLESS or title == "a dodge when attacked"
    assert abs(found.chances["hit"] - hit) <= (NEAR if near else 0)
    assert abs(found.chances.get("drop", 0) - drop) <= NEAR
    assert abs(found.means.get("damage", 0) - mean) <= (NEAR if near else 0)
    assert quick(lambda: odds.reckon(GAME, line.state, Viewer("gm", "gm"), asked, defends)) == "", title
