"""Unisystem's odds against an independent count of every face."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
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

GAME = RULESETS["unisystem"]
FACES = range(1, 11)
#: Strength 3, Dexterity 4, Kung Fu 3, Getting Medieval 2, Gun Fu 3; a knife, a pistol that never fails.
ANNA = {
    "name": "Anna",
    "life_points": 40,
    "drama_points": 1,
    "attributes": {"strength": 3, "dexterity": 4},
    "skills": {"kung_fu": 3, "getting_medieval": 2, "gun_fu": 3},
    "weapons": [
        {"id": "knife", "class": "short", "base": "2 x strength", "type": "slash_stab"},
        {"id": "pistol", "class": "pistol", "base": 12, "type": "bullet", "clip_value": 0},
    ],
}
#: Dexterity 3, Kung Fu 2, Willpower 2, Constitution 2; armour 2, against bullets 8.
BO = {
    "name": "Bo",
    "side": "others",
    "life_points": 60,
    "attributes": {"strength": 9, "dexterity": 3},
    "skills": {"kung_fu": 2},
    "armor": [{"name": "Vest", "av": 2, "av_by_type": {"bullet": 8}}],
}
THUG = {"name": "Thug", "side": "others", "kind": "adversary", "life_points": 60, "scores": {"muscle": 12, "combat": 12}}

Way = tuple[Fraction, bool, int, bool]  # chance, hit, damage, dropped


def levels(total: int) -> int:
    """Success Levels by the printed table."""
    return 0 if total < 9 else (total - 9) // 2 + 1


def blow(attack: int, guard: int | None, base: int, armor: int, factor: int) -> tuple[bool, int]:
    """Whether an attack total meets its mark, and what it does."""
    hit = attack >= 9 and (guard is None or attack > guard)
    return hit, max(0, base + levels(attack) - armor) * factor if hit else 0


def attack_and_dodge(bonus: int, guard: int, base: int, armor: int = 2, factor: int = 1) -> Iterator[Way]:
    """Both roll one die."""
    for mine, theirs in product(FACES, FACES):
        hit, damage = blow(mine + bonus, theirs + guard, base, armor, factor)
        yield Fraction(1, 100), hit, damage, False


def undefended(bonus: int, base: int, armor: int, factor: int = 1, life: int = 60) -> Iterator[Way]:
    """One die; whoever is at 0 or below then tests Consciousness, and Survival first at -10 or below (2 + 2)."""
    for mine in FACES:
        hit, damage = blow(mine + bonus, None, base, armor, factor)
        left = life - damage
        if not damage or left > 0:
            yield Fraction(1, 10), hit, damage, False
        elif left > -10:
            for will in FACES:
                yield Fraction(1, 100), hit, damage, will + 4 + left < 9
        else:
            for lives, will in product(FACES, FACES):
                dies = lives + 4 + -(-left // 10) * -1 < 9
                yield Fraction(1, 1000), hit, damage, dies or will + 4 + left < 9


def against_score(bonus: int, score: int, base: int, armor: int = 0) -> Iterator[Way]:
    """One die against a fixed Score."""
    for mine in FACES:
        hit, damage = blow(mine + bonus, score, base, armor, 1)
        yield Fraction(1, 10), hit, damage, False


def two_shots(bonus: int, guard: int) -> Iterator[Way]:
    """One attack die for both shots, the second at -1; one dodge against both; vest 8, bullets doubled."""
    for mine, theirs in product(FACES, FACES):
        shots = [blow(mine + bonus - step, theirs + guard, 12, 8, 2) for step in (0, 1)]
        yield Fraction(1, 100), shots[0][0], sum(damage for _hit, damage in shots), False


def contest(bonus: int, other: int) -> Iterator[Way]:
    """Breaking free: both roll, the holder keeps a tie."""
    for mine, theirs in product(FACES, FACES):
        yield Fraction(1, 100), mine + bonus >= 9 and mine + bonus > theirs + other, 0, False


NONE, DODGE = {"defense": "none"}, {"defense": "dodge"}
CASES: list[tuple[str, dict[str, Any], dict[str, str], list[dict[str, Any]], Callable[[], Iterator[Way]]]] = [
    ("punch against a dodge", {"maneuver": "punch", "targets": ["bo"]}, DODGE, [], lambda: attack_and_dodge(7, 5, 6)),
    ("punch against nothing", {"maneuver": "punch", "targets": ["bo"]}, NONE, [], lambda: undefended(7, 6, 2)),
    ("punch against a Score", {"maneuver": "punch", "targets": ["thug"]}, DODGE, [], lambda: against_score(7, 12, 6)),
    ("kick against a dodge", {"maneuver": "kick", "targets": ["bo"]}, DODGE, [], lambda: attack_and_dodge(6, 5, 8)),
    (
        "knife against a dodge",
        {"maneuver": "melee_weapon", "weapon": "knife", "targets": ["bo"]},
        DODGE,
        [],
        lambda: attack_and_dodge(6, 5, 6, 2, 2),
    ),
    (
        "shot at medium range, cover to duck behind",
        {"maneuver": "gunshot", "weapon": "pistol", "targets": ["bo"], "distance": 10},
        DODGE,
        [],
        lambda: attack_and_dodge(6, 3, 12, 8, 2),
    ),
    (
        "two shots at short range",
        {"maneuver": "gunshot", "weapon": "pistol", "targets": ["bo"], "distance": 2, "params": {"shots": 2}},
        DODGE,
        [],
        lambda: two_shots(7, 3),
    ),
    (
        "a heroic punch",
        {"maneuver": "punch", "targets": ["bo"], "spend": {"drama_points": 1}, "params": {"drama": "heroic_feat"}},
        DODGE,
        [],
        lambda: attack_and_dodge(17, 5, 6),
    ),
    (
        "a wounded puncher",
        {"maneuver": "punch", "targets": ["bo"]},
        DODGE,
        [{"targets": ["anna"], "set": {"life_points": 9}}],
        lambda: attack_and_dodge(5, 5, 6),
    ),
    (
        "full offense from the ground",
        {"maneuver": "punch", "targets": ["bo"]},
        DODGE,
        [{"targets": ["anna"], "add_condition": ["full_offense", "prone"]}],
        lambda: attack_and_dodge(5, 5, 6),
    ),
    (
        "a punch that may drop",
        {"maneuver": "punch", "targets": ["bo"]},
        NONE,
        [{"targets": ["bo"], "set": {"life_points": 5}}],
        lambda: undefended(7, 6, 2, 1, 5),
    ),
    (
        "a punch that may kill",
        {"maneuver": "punch", "targets": ["bo"]},
        NONE,
        [{"targets": ["bo"], "set": {"life_points": -6}}],
        lambda: undefended(7, 6, 2, 1, -6),
    ),
    (
        "breaking free",
        {"maneuver": "break_free", "targets": ["bo"]},
        {},
        [{"targets": ["anna"], "add_condition": {"id": "grappled", "by": "bo", "part": "body"}}],
        lambda: contest(6, 7),
    ),
]


@pytest.mark.parametrize(("title", "act", "picks", "before", "count"), CASES, ids=[case[0] for case in CASES])
def test_odds(
    title: str,
    act: dict[str, Any],
    picks: dict[str, str],
    before: list[dict[str, Any]],
    count: Callable[[], Iterator[Way]],
) -> None:
    """The odds are the exact fractions that counting gives, and are there within 50 ms."""
    line = timeline(GAME, create(GAME, "t", "T", bytes(16)))
    line.fold(f.Commit(1, "gm", "", 0, f.Receipt(""), (f.SeatSet(f.Seat("gm", "GM", "gm")),)))
    commands = [{"do": "add_combatant", "id": one, "sheet": who} for one, who in (("anna", ANNA), ("bo", BO), ("thug", THUG))]
    for at, command in enumerate([*commands, *({"do": "adjust", **one} for one in before)]):
        commit = decide(GAME, line, "gm", command, str(at), lambda _who, _sides: 1)
        assert isinstance(commit, f.Commit), commit
        line.fold(commit)
    command = read(GAME, {"do": "act", "actor": "anna", **act})

    def reckon() -> odds.Odds:
        return odds.reckon(GAME, line.state, Viewer("gm", "gm"), command, lambda ask: picks.get(ask.key, ask.default))

    found = reckon()
    ways = list(count())
    assert sum(chance for chance, *_ in ways) == 1
    assert found.exact
    assert (found.chances.get("hit") or found.chances["success"]) == sum(chance for chance, hit, _damage, _drop in ways if hit)
    assert found.means.get("damage", 0) == sum(chance * damage for chance, _hit, damage, _drop in ways)
    assert found.chances.get("drop", 0) == sum(chance for chance, _hit, _damage, drop in ways if drop)
    assert quick(reckon) == "", title
