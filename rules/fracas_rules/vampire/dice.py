"""Pools of ten-sided dice against a difficulty: what a script reads of them, and the exact odds of that (VTM-DICE-ROLL)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from ..kernel.requests import Roll, Value

#: What a botch is read as; every other value is a number of net successes.
BOTCH = -1
#: Chains of rerolled tens have no end; the odds count what is rarer than this to the last value that is not.
_RARE = 10**12
#: Steps of the odds that counting takes, by how tens are read: so many times the cube of the number of dice, as measured.
_WEIGHTS = {"off": 0.05, "double": 0.14, "reroll": 5.0}


class Pool(Roll, frozen=True):
    """Ten-sided dice; the value is the number of net successes, or `BOTCH`.

    ones: each 1 cancels a success. botches: no success and a 1 is a botch (never with `auto`, successes without dice).
    tens: `double` counts a 10 twice; `reroll` adds a die for each 10, whose 1s cancel nothing (VTM-DICE-TENS).
    most: the script does the same for this many and more; only the odds make use of it.
    halved: the script only makes use of the half, rounded down; of this too only the odds make use.
    """

    difficulty: int = 6
    ones: bool = True
    botches: bool = True
    tens: Literal["off", "double", "reroll"] = "off"
    auto: int = 0
    most: int | None = None
    halved: bool = False

    def draw(self, die: Callable[[int], int]) -> tuple[int, ...]:
        """Throw the dice, and one more for each 10 where tens are rerolled."""
        faces = [die(10) for _ in self.dice]
        if self.tens == "reroll":
            waiting = faces.count(10)
            while waiting:
                faces.append(die(10))
                waiting += (faces[-1] == 10) - 1
        return tuple(faces)

    def value(self, faces: Sequence[int]) -> Value:
        """Net successes, or `BOTCH` (VTM-DICE-BOTCH)."""
        own, added = faces[: len(self.dice)], faces[len(self.dice) :]
        hits = sum(1 for face in own if face >= self.difficulty)
        if self.tens == "double":
            hits += sum(1 for face in own if face == 10)
        hits += sum(1 for face in added if face >= self.difficulty)
        ones = sum(1 for face in own if face == 1)
        return _net(hits, ones, self.ones, self.botches, self.auto)

    def fits(self, faces: Sequence[int]) -> bool:
        """Whether these faces can be what the dice show, rerolled tens included."""
        if not all(1 <= face <= 10 for face in faces):
            return False
        if self.tens != "reroll":
            return len(faces) == len(self.dice)
        waiting = len(self.dice)
        for face in faces:
            if not waiting:
                return False
            waiting += (face == 10) - 1
        return not waiting

    def outcomes(self) -> Sequence[tuple[Value, Fraction]]:
        """Every value with its exact chance."""
        return _chances(
            len(self.dice), self.difficulty, self.ones, self.botches, self.tens, self.auto,
            None if self.most is None else max(0, self.most), self.halved,
        )  # fmt: skip

    def weight(self) -> int:
        """See `Roll.weight`. Counting goes over dice, successes and ones; tens that are thrown again make it long."""
        return int(_WEIGHTS[self.tens] * len(self.dice) ** 3)


def _net(hits: int, ones: int, cancel: bool, botches: bool, auto: int) -> int:
    if botches and not auto and not hits and ones:
        return BOTCH
    return max(0, hits - ones if cancel else hits) + auto


Weights = dict[tuple[int, int], int]


@lru_cache(maxsize=1024)
def _chances(
    count: int, difficulty: int, cancel: bool, botches: bool, tens: str, auto: int, most: int | None, halved: bool
) -> tuple[tuple[int, Fraction], ...]:
    chances: dict[int, Fraction] = {}
    for (hits, ones), share in _counted(count, difficulty, tens):
        net = _net(hits, ones, cancel, botches, auto)
        net = net if most is None else min(net, most)
        net = net - net % 2 if halved else net
        chances[net] = chances.get(net, Fraction(0)) + share
    return tuple(sorted(chances.items()))


@lru_cache(maxsize=32)  # each may take a megabyte
def _counted(count: int, difficulty: int, tens: str) -> tuple[tuple[tuple[int, int], Fraction], ...]:
    """The chance of each number of successes and ones; the dice are added one by one in whole tenths."""
    if tens == "reroll":
        return tuple(_endless(count, difficulty).items())
    ten = 2 if tens == "double" else 1
    die: Weights = {}
    for face in range(1, 11):
        key = (ten if face == 10 else int(face >= difficulty), int(face == 1))
        die[key] = die.get(key, 0) + 1
    total: Weights = {(0, 0): 1}
    for _ in range(count):
        grown: Weights = {}
        for (hits, ones), weight in total.items():
            for (more, one), times in die.items():
                key = (hits + more, ones + one)
                grown[key] = grown.get(key, 0) + weight * times
        total = grown
    whole = 10**count
    return tuple((key, Fraction(weight, whole)) for key, weight in total.items())


def _chain(difficulty: int) -> dict[int, Fraction]:
    """Successes of one die and of all that its tens add, up to `_RARE`; the endless rest goes to the last of them."""
    plain = Fraction(10 - difficulty, 10)  # a success that is no ten; a difficulty is at most 10
    nothing = Fraction(difficulty - 1, 10)
    chain: dict[int, Fraction] = {}
    share, hits = Fraction(1), 0
    while share > Fraction(1, _RARE):
        chain[hits] = chain.get(hits, Fraction(0)) + share * nothing
        chain[hits + 1] = chain.get(hits + 1, Fraction(0)) + share * plain
        share, hits = share / 10, hits + 1
    chain[hits] = chain.get(hits, Fraction(0)) + share
    return chain


def _endless(count: int, difficulty: int) -> dict[tuple[int, int], Fraction]:
    added = _chain(difficulty)
    die: dict[tuple[int, int], Fraction] = {}
    for face in range(1, 10):
        key = (int(face >= difficulty), int(face == 1))
        die[key] = die.get(key, Fraction(0)) + Fraction(1, 10)
    for hits, share in added.items():
        key = (1 + hits, 0)
        die[key] = die.get(key, Fraction(0)) + share / 10
    total: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
    for _ in range(count):
        grown: dict[tuple[int, int], Fraction] = {}
        for (hits, ones), weight in total.items():
            for (more, one), share in die.items():
                key = (hits + more, ones + one)
                grown[key] = grown.get(key, Fraction(0)) + weight * share
        total = _trimmed(grown)
    return total


def _trimmed(chances: dict[tuple[int, int], Fraction]) -> dict[tuple[int, int], Fraction]:
    """The same with the rare upper end of successes, for each number of ones, put on its last likely one."""
    rare = Fraction(1, _RARE)
    kept: dict[tuple[int, int], Fraction] = {}
    last: dict[int, tuple[int, int]] = {}
    for key in sorted(chances):
        if chances[key] >= rare or key[1] not in last:
            kept[key] = chances[key]
            last[key[1]] = key
        else:
            kept[last[key[1]]] += chances[key]
    return kept
