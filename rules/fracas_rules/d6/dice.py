"""The dice of the game: pools with their Wild Die, ordinary dice that count successes, Character Point dice.

A 6 on the Wild Die is rolled again, and so on; the odds know every result that makes a difference with its exact chance.
Beyond eight successes of one Wild Die (once in a million and a half) they keep the mean and the chance to reach nine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache

from ..kernel.requests import Roll, Value

#: From this face on an ordinary die is a success.
SUCCESS = 3
#: No Wild Die is rolled again more often: no table has seen it, but a broken source of dice must not hang one.
_LONGEST = 60
#: The odds follow the Wild Die up to so many successes.
_FOLLOWED = 8
#: What a Character Point die takes off by its face; a 6 also rolls again (D6-X-CP).
POINTS = (0, 1, 2, 4, 4, 4, 5)
_POINTS_FOLLOWED = 6

Chances = dict[int, Fraction]


class Pool(Roll, frozen=True):
    """A pool: the Wild Die, the other dice, the re-rolls of the Wild Die (D6-C-POOL, D6-C-WILD).

    Its value: the successes, and 1 if the Wild Die showed a 1 (a critical failure), else 0. The successes are those before
    anything is taken off for that. `breaks` are numbers of successes, as they count in the end.
    """

    def draw(self, die: Callable[[int], int]) -> tuple[int, ...]:
        """Throw the pool, the re-rolls last."""
        faces = [die(6) for _ in self.dice]
        wild = faces[0] if faces else 0
        while wild == 6 and len(faces) < len(self.dice) + _LONGEST:
            wild = die(6)
            faces.append(wild)
        return tuple(faces)

    def value(self, faces: Sequence[int]) -> Value:
        """The successes, and whether it was a critical failure.

        Re-rolls count as far as 6s lead to them: faces may be amended.
        """
        dice = len(self.dice)
        count, last = sum(face >= SUCCESS for face in faces[:dice]), faces[0] if faces else 0
        for face in faces[dice:]:
            if last != 6:
                break
            count, last = count + (face >= SUCCESS), face
        return count, int(bool(faces) and faces[0] == 1)

    def fits(self, faces: Sequence[int]) -> bool:
        """Whether these faces can be what the dice show: the Wild Die first, its re-rolls last, up to one that is no 6."""
        dice = len(self.dice)
        again = faces[dice:]
        if len(faces) < dice or not all(1 <= face <= 6 for face in faces):
            return False
        if not dice or faces[0] != 6:
            return not again
        return bool(again) and all(face == 6 for face in again[:-1]) and again[-1] != 6

    def outcomes(self) -> Sequence[tuple[Value, Fraction]]:
        """Every value that makes a difference."""
        return _pool(len(self.dice), self.breaks)


class Ordinary(Roll, frozen=True):
    """Dice without a Wild Die; the value is their successes (D6-C-BDV)."""

    def value(self, faces: Sequence[int]) -> Value:
        """The successes."""
        return sum(face >= SUCCESS for face in faces)

    def outcomes(self) -> Sequence[tuple[Value, Fraction]]:
        """Every number of successes, or the least of each class between `breaks`."""
        found = _successes(len(self.dice))
        if not self.breaks:
            return tuple(found.items())
        merged: dict[int, tuple[Value, Fraction]] = {}
        for count, chance in found.items():
            side = sum(count >= at for at in self.breaks)
            least, so_far = merged.get(side, (count, Fraction(0)))
            merged[side] = (least, so_far + chance)
        return tuple(merged.values())


class PointDice(Roll, frozen=True):
    """Character Point dice, each 6 rolled again after them; the value is what they take off (D6-X-CP)."""

    def draw(self, die: Callable[[int], int]) -> tuple[int, ...]:
        """Throw one die for each point, and one for each 6."""
        faces = [die(6) for _ in self.dice]
        again = faces.count(6)
        while again and len(faces) < len(self.dice) + _LONGEST:
            faces.append(die(6))
            again += (faces[-1] == 6) - 1
        return tuple(faces)

    def value(self, faces: Sequence[int]) -> Value:
        """The points taken off."""
        return sum(POINTS[face] for face in faces)

    def fits(self, faces: Sequence[int]) -> bool:
        """Whether these faces can be what the dice show: one for each point, and one for each 6."""
        return all(1 <= face <= 6 for face in faces) and len(faces) == len(self.dice) + list(faces).count(6)

    def outcomes(self) -> Sequence[tuple[Value, Fraction]]:
        """Every sum; past six 6s of one die its mean stands in."""
        return _point_sums(len(self.dice))


@lru_cache(maxsize=256)
def _successes(dice: int) -> Chances:
    """The successes of ordinary dice: two faces in three."""
    chances = {0: Fraction(1)}
    for _ in range(dice):
        grown: Chances = {}
        for count, chance in chances.items():
            grown[count] = grown.get(count, Fraction(0)) + chance / 3
            grown[count + 1] = grown.get(count + 1, Fraction(0)) + chance * 2 / 3
        chances = grown
    return chances


@lru_cache(maxsize=1)
def _wild() -> Chances:
    """The successes of a Wild Die that is no critical failure."""
    chances: Chances = {0: Fraction(1, 6), 1: Fraction(1, 2)}
    chain = Fraction(1, 6)
    for count in range(1, _FOLLOWED):
        chances[count] = chances.get(count, Fraction(0)) + chain / 3
        chances[count + 1] = chances.get(count + 1, Fraction(0)) + chain / 2
        chain /= 6
    # The last re-roll and all that may follow: on average 4/5 of a success, none in one case of three.
    chances[_FOLLOWED] += chain / 3
    chances[_FOLLOWED + 1] = chain * 8 / 15
    chances[_FOLLOWED + 2] = chain * 2 / 15
    return chances


@lru_cache(maxsize=2048)
def _pool(dice: int, breaks: tuple[int, ...]) -> tuple[tuple[Value, Fraction], ...]:
    if not dice:
        return (((0, 0), Fraction(1)),)
    found: dict[tuple[int, int], Fraction] = {}
    for count, chance in _successes(dice - 1).items():
        found[count, 1] = found.get((count, 1), Fraction(0)) + chance / 6
        for wild, share in _wild().items():
            found[count + wild, 0] = found.get((count + wild, 0), Fraction(0)) + chance * share
    if not breaks:
        return tuple(found.items())
    merged: dict[tuple[int, int], tuple[tuple[int, int], Fraction]] = {}
    for (count, critical), chance in sorted(found.items()):
        kept, lost = (sum(after >= at for at in breaks) for after in (count, max(0, count - critical)))
        least, so_far = merged.get((kept, lost), ((count, critical if kept != lost else 0), Fraction(0)))
        merged[kept, lost] = (least, so_far + chance)
    return tuple(merged.values())


@lru_cache(maxsize=64)
def _point_sums(dice: int) -> tuple[tuple[Value, Fraction], ...]:
    one: Chances = {}
    chain, so_far = Fraction(1), 0
    for _ in range(_POINTS_FOLLOWED):
        for face in range(1, 6):
            value = so_far + POINTS[face]
            one[value] = one.get(value, Fraction(0)) + chain / 6
        chain, so_far = chain / 6, so_far + POINTS[6]
    one[so_far + 4] = one.get(so_far + 4, Fraction(0)) + chain  # the mean of a die, re-rolls included, is 4
    sums = {0: Fraction(1)}
    for _ in range(dice):
        grown: Chances = {}
        for total, chance in sums.items():
            for value, share in one.items():
                grown[total + value] = grown.get(total + value, Fraction(0)) + chance * share
        sums = grown
    return tuple(sums.items())
