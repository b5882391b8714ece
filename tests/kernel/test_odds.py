"""Odds: the same scripts, every outcome with its exact chance, told only to those who may know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace as alter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from duel import DUEL
from fracas_rules.errors import Refusal
from fracas_rules.kernel import odds
from fracas_rules.kernel.requests import Ask, Pick, Roll
from fracas_rules.kernel.resolve import scene_of, script_of
from fracas_rules.kernel.script import Script, roll
from fracas_rules.kernel.viewer import Viewer
from msgspec import convert
from tabletop import Table

GM = Viewer("gm", "gm")
PAT = Viewer("pat", "player", ("a",))


def act(maneuver: str, *targets: str) -> Any:
    """A command of `a`."""
    return convert({"do": "act", "actor": "a", "maneuver": maneuver, "targets": list(targets)}, DUEL.command)


def brace(ask: Ask) -> Pick:
    """The policy of one who always braces."""
    return "brace" if any(option.id == "brace" for option in ask.options) else ask.default


def table(hp: int = 20) -> Table:
    """A table where `b` has so much health left."""
    made = Table(DUEL, "a")
    made.ok("gm", do="add_combatant", id="b", sheet={"name": "B", "hp": hp})
    return made


def test_push() -> None:
    """2d6 against 1d6, counted by hand: the chance is exactly that."""
    wins = sum(x + y > z for x, y, z in product(range(1, 7), repeat=3))
    came = odds.reckon(DUEL, table().state, GM, act("push", "b"))
    assert came == odds.Odds({"hit": Fraction(wins, 216)}, {"damage": Fraction(0)})
    assert wins == 181


def test_flurry_follows_the_state() -> None:
    """A second poke finds whom the first one left, and braces only if that can still be done: every pair of dice counted."""
    total = 0
    for first, second in product(range(1, 11), repeat=2):
        left = 12 - first // 2
        total += first // 2 + (second // 2 if left >= 10 else second)
    came = odds.reckon(DUEL, table(hp=12).state, GM, act("flurry", "b"), brace)
    assert came.means == {"damage": Fraction(total, 100)}
    assert came.chances == {"hit": Fraction(1)}
    assert came.exact


def test_every_leaf_once() -> None:
    """The walk gives every outcome once and their chances add up to one; a short allowance is said to be exceeded."""
    board = table()
    play = script_of(DUEL, board.state, GM, act("push", "b"))

    def fresh() -> Any:
        return scene_of(DUEL, board.state)

    leaves = list(odds.walk(play, fresh))
    assert len(leaves) == 11 * 6
    assert sum(chance for _, chance in leaves) == 1
    steps = odds.Steps(1000)
    assert len(list(odds.walk(play, fresh, steps=steps))) == 66
    assert steps.taken == 315  # each starts, rolls twice and asks about the wall; 51 record a fall
    with pytest.raises(odds.TooLarge):
        list(odds.walk(play, fresh, steps=odds.Steps(300)))


def test_what_only_adds_up() -> None:
    """Ways that differ only in a sum so far go on as one; the mean is exact all the same, and without a sum they stay apart."""

    def volley(scene: Any, command: Any) -> Script[None]:
        hits = damage = 0
        for nth in range(4):
            face = yield from roll(Roll("shot", "a", (10,), after=(nth, int(hits > 0)), tally=damage))
            hits, damage = hits + (face > 6), damage + max(0, face - 6) * (nth + 1)
        scene.result = {"outcome": "hit" if hits else "miss", "damage": damage}

    def runs(game: Any) -> tuple[odds.Odds, int]:
        asked = odds._Asked(game, table().state, GM, act("poke", "b"), None)
        came = asked.walked(odds.default, odds.WALKED)
        assert came is not None
        return came, odds.BUDGET - asked.left

    (plain, many), (adding, few) = (runs(alter(DUEL, play=volley, tallied=one)) for one in ("", "damage"))
    assert plain == adding
    assert adding.means == {"damage": Fraction(sum(range(1, 5)) * (1 + 2 + 3 + 4), 10)}
    assert adding.chances["hit"] == 1 - Fraction(6, 10) ** 4
    assert few < many / 4


def test_ways_that_meet() -> None:
    """Ways that meet in an equal roll go on as one: the same chances from far fewer runs, and those that differ stay apart."""

    def climb(after: bool) -> tuple[list[tuple[int, Fraction]], int]:
        ran = 0

        def play(scene: Any) -> Any:
            nonlocal ran
            ran += 1
            total = 0
            for step in range(3):
                now = (total // 4,) if after and total else None
                thrown = yield Roll(f"step {step}", "a", (6,), after=now)
                total = 4 * (total // 4) + thrown.value
            scene.result["height"] = total // 4

        board = table()
        ends = odds.walk(play, lambda: scene_of(DUEL, board.state))
        return [(scene.result["height"], chance) for scene, chance in ends], ran

    def chances(ends: list[tuple[int, Fraction]]) -> dict[int, Fraction]:
        found: dict[int, Fraction] = {}
        for end, chance in ends:
            found[end] = found.get(end, Fraction(0)) + chance
        return found

    apart, runs = climb(False)
    joined, fewer = climb(True)
    assert (len(apart), runs) == (216, 216)
    assert chances(joined) == chances(apart)
    assert sum(chance for _, chance in joined) == 1
    assert fewer < 60


def test_nothing_is_changed() -> None:
    """Reckoning changes nothing at the table."""
    board = table()
    before = board.state.fingerprint()
    odds.reckon(DUEL, board.state, GM, act("flurry", "b"))
    assert board.state.fingerprint() == before


def test_sampled() -> None:
    """A tree that is too large is sampled with the caller's dice, says so, and without dice is not told at all."""
    board = table()
    with pytest.raises(odds.TooLarge):
        odds.reckon(DUEL, board.state, GM, act("storm", "b"))
    came = odds.reckon(DUEL, board.state, GM, act("storm", "b"), draw=cycle())
    assert (came.exact, came.samples) == (False, 2500)  # six steps each: the start of a run, and five rolls
    assert came.error == pytest.approx(0.0196, abs=0.0001)
    assert abs(came.chances["hit"] - Fraction(1, 2)) < Fraction(1, 20)
    assert abs(came.means["damage"] - Fraction(55, 2)) < 1


def test_a_large_answer_keeps_to_its_steps() -> None:
    """The command and each option share what walking left over; less of it means a wider error, which is told."""
    ran: list[int] = []
    draw = cycle()

    def counted(sides: int) -> int:
        ran.append(sides)
        return draw(sides)

    came = odds.query(DUEL, table().state, GM, act("hail", "b"), counted)
    # Half of the 15,000 steps that are left, at sixteen a run: the start, five defenses, five dice, five facts.
    assert (came["exact"], came["samples"]) == (False, 469)
    assert came["error"] == pytest.approx(0.0453, abs=0.0001)
    assert [one["text"][-23:] for one in came["options"]] == ["(sampled, within 4.5 %)"] * 2
    assert abs(came["means"][0]["value"] - 27.5) < 2
    assert len(ran) == (469 + 468) * 5


def cycle() -> Callable[[int], int]:
    """Numbers that are spread evenly and are the same each time."""
    seed = 1

    def draw(sides: int) -> int:
        nonlocal seed
        seed = (seed * 1103515245 + 12345) % 2**31
        return (seed >> 8) % sides

    return draw


def test_refused() -> None:
    """What may not be done has no odds."""
    with pytest.raises(Refusal):
        odds.reckon(DUEL, table().state, GM, act("poke", "zed"))


def test_told() -> None:
    """The answer names what it assumes and what each option of the one who is asked would make of it."""
    came = odds.query(DUEL, table().state, GM, act("poke", "b"))
    assert came["text"] == "100 % to hit · average 5.5"
    assert came["chances"] == [{"key": "hit", "label": "to hit", "p": 1.0}]
    assert came["means"] == [{"key": "damage", "label": "average", "value": 5.5}]
    assert came["assumes"] == "B: Nothing"
    assert came["options"] == [
        {"pick": "none", "label": "Nothing", "text": "100 % to hit · average 5.5"},
        {"pick": "brace", "label": "Brace", "text": "100 % to hit · average 2.5"},
    ]


def test_unknown() -> None:
    """Against numbers that a player may not know the chances are unknown, unless the table shows them all."""
    board = table()
    came = odds.query(DUEL, board.state, PAT, act("poke", "b"))
    assert (came["known"], came["text"]) == (False, "unknown")
    board.ok("gm", do="set_options", set={"odds": "all"})
    assert odds.query(DUEL, board.state, PAT, act("poke", "b"))["text"] == "100 % to hit · average 5.5"


def test_hidden() -> None:
    """Someone hidden is as unknown as someone who is not there, whatever the options."""
    board = table()
    board.ok("gm", do="set_options", set={"odds": "all"})
    board.ok("gm", do="set_hidden", id="b", hidden=True)
    with pytest.raises(Refusal) as hidden:
        odds.query(DUEL, board.state, PAT, act("poke", "b"))
    with pytest.raises(Refusal) as absent:
        odds.query(DUEL, board.state, PAT, act("poke", "zed"))
    assert (hidden.value.refused.code, hidden.value.refused.path) == ("unknown-id", "$.targets[0]")
    assert hidden.value.refused.message.replace("`b`", "`zed`") == absent.value.refused.message
    assert odds.query(DUEL, board.state, GM, act("poke", "b"))["known"] is True


def test_a_mountain_of_dice() -> None:
    """Too many dice to count are an error at once, or thrown instead, few times enough to be over soon."""
    many = (10,) * 2_000

    def play(scene: odds.AnyScene) -> Script[None]:
        yield Roll("heap", "a", many)

    steps = odds.Steps(odds.WALKED)
    with pytest.raises(odds.TooLarge):
        list(odds.walk(play, lambda: scene_of(DUEL, table().state), steps=steps))
    assert steps.taken < 10
    few = odds.Steps(5_000)
    ways = list(odds.sample(play, lambda: scene_of(DUEL, table().state), lambda sides: sides // 2, steps=few))
    assert 5 <= len(ways) <= 10
