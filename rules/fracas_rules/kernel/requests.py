"""What a script may wait for: a `Roll` of dice or an `Ask` put to somebody; and the recorded replies.

A script reads only the derived value of a roll (`Roll.value`), so that the odds can walk its outcomes instead of its
faces. A game with pools or exploding dice derives its own kind of `Roll`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct

from ..errors import BadAnswer
from .ids import AskId, CombatantId
from .params import is_whole

#: A pick: an option or number, a list of ids or of faces, or a table by id.
Pick = str | int | list[str | int] | dict[str, Any]
#: Who answers or rolls besides a combatant: the game master; dice that nobody owns.
GM = "gm"
TABLE = "table"


#: What a script reads of a roll: a number, or several.
Value = int | tuple[int, ...]


@lru_cache(maxsize=4096)
def _classes(dice: tuple[int, ...], breaks: tuple[int, ...]) -> tuple[tuple[int, Fraction], ...]:
    """The sums, or where only the side of some breaks matters the least sum of each class, with exact chances."""
    if not breaks:
        return _sums(dice)
    merged: dict[tuple[bool, ...], tuple[int, Fraction]] = {}
    for total, chance in _sums(dice):
        side = tuple(total >= at for at in breaks)
        least, so_far = merged.get(side, (total, Fraction(0)))
        merged[side] = (min(least, total), so_far + chance)
    return tuple(merged.values())


@lru_cache(maxsize=256)
def _sums(dice: tuple[int, ...]) -> tuple[tuple[int, Fraction], ...]:
    chances: dict[int, Fraction] = {0: Fraction(1)}
    for sides in dice:
        grown: dict[int, Fraction] = {}
        for total, chance in chances.items():
            for face in range(1, sides + 1):
                grown[total + face] = grown.get(total + face, Fraction(0)) + chance / sides
        chances = grown
    return tuple(chances.items())


class Roll(Struct, frozen=True):
    """Dice of `who` (a combatant, or `table`), for the purpose `key`. `dice` are their sizes; the value is their sum.

    `breaks`: the script does the same for all sums on the same side of each of these numbers (a sum that equals one is on
    its upper side). Dice are thrown as ever; the odds walk one sum of each class.
    `after`: what of all that was before matters from here on: from equal requests the script goes on alike, and what counts
    in its outcome is alike. The odds walk on once from all of them; None where nothing of the kind is promised.
    `tally`: what has come together so far of the number that only adds up (`Ruleset.tallied`): requests that differ in nothing
    else go on alike, but for that difference in the sum at the end.
    """

    key: str
    who: CombatantId
    dice: tuple[int, ...]
    breaks: tuple[int, ...] = ()
    after: tuple[int | str, ...] | None = None
    tally: int = 0

    def draw(self, die: Callable[[int], int]) -> tuple[int, ...]:
        """Throw the dice: `die(sides)` gives a face from 1 to `sides`."""
        return tuple(die(sides) for sides in self.dice)

    def value(self, faces: Sequence[int]) -> Value:
        """What the script reads of the faces."""
        return sum(faces)

    def counted_as(self, value: Value) -> Value:
        """The value that a GM gives in place of the faces'. Raises `BadAnswer` where the script could not go on from it."""
        return value

    def fits(self, faces: Sequence[int]) -> bool:
        """Whether these faces, typed in by hand, can be what the dice show."""
        return len(faces) == len(self.dice) and all(1 <= face <= sides for face, sides in zip(faces, self.dice, strict=True))

    def outcomes(self) -> Sequence[tuple[Value, Fraction]]:
        """Every value that makes a difference, with its exact probability; they add up to 1."""
        return _classes(self.dice, self.breaks)

    def weight(self) -> int:
        """About how many of the odds' steps working out `outcomes` takes, for the first time."""
        return sum(self.dice) ** 2 // 10


class Thrown(NamedTuple):
    """A roll as a script gets it: its value, and the place of its faces among the replies of the resolution (for cards)."""

    value: Value
    at: int


class Option(Struct, frozen=True, omit_defaults=True):
    """One legal pick: its id, its name, and a note that helps to choose."""

    id: str
    label: str
    note: str = ""


class Number(Struct, frozen=True):
    """A whole number from `min` to `max`, both included."""

    min: int
    max: int


class Ids(Struct, frozen=True):
    """A list of ids: all of them in some `order`, or `some` of them."""

    of: tuple[str, ...]
    mode: str = "order"


class Shares(Struct, frozen=True):
    """A `total` shared out among ids, as a table of whole numbers; `most` for each, 0 for as much as one likes."""

    of: tuple[str, ...]
    total: int
    most: int = 0

    def fits(self, pick: Pick) -> bool:
        """Whether a pick shares out the total, no more and no less."""
        if not isinstance(pick, dict) or not set(pick) <= set(self.of):
            return False
        parts = list(pick.values())
        if not all(is_whole(part) and part >= 0 for part in parts):
            return False
        return sum(parts) == self.total and not (self.most and max(parts, default=0) > self.most)


class Ask(Struct, frozen=True, omit_defaults=True):
    """A decision of `who` (a combatant, or `gm`): listed options, or a number, or a list of ids, or shares of a total; and
    what is taken by default.

    `faces`: no decision, but dice of these sizes that are rolled by hand; the pick is what they show.
    """

    key: str
    who: CombatantId
    prompt: str
    default: Pick
    options: tuple[Option, ...] = ()
    number: Number | None = None
    ids: Ids | None = None
    faces: tuple[int, ...] = ()
    shares: Shares | None = None

    def asked(self) -> Ask:
        """The ask as it is put to whoever answers, and stored."""
        return self

    def only(self) -> Pick | None:
        """The single legal pick, where there is just one: it is taken without asking."""
        if len(self.options) == 1 and self.number is None and self.ids is None and self.shares is None:
            return self.options[0].id
        if not self.options and self.number is not None and self.number.min == self.number.max:
            return self.number.min
        return None

    def check(self, pick: Pick) -> Pick:
        """Return the pick if it is legal.

        Raises `BadAnswer` with what is allowed otherwise.
        """
        if isinstance(pick, str) and any(option.id == pick for option in self.options):
            return pick
        if self.number is not None and is_whole(pick):
            if self.number.min <= pick <= self.number.max:
                return pick
        elif self.ids is not None and isinstance(pick, list) and all(isinstance(one, str) for one in pick):
            chosen = [str(one) for one in pick]
            fits = sorted(chosen) == sorted(self.ids.of) if self.ids.mode == "order" else set(chosen) <= set(self.ids.of)
            if fits and len(set(chosen)) == len(chosen):
                return pick
        elif self.shares is not None and self.shares.fits(pick):
            return pick
        raise BadAnswer(f"`{pick}` is not a legal answer to {self.key}: {self._allowed()}.")

    def _allowed(self) -> str:
        parts = [", ".join(option.id for option in self.options)] if self.options else []
        if self.number is not None:
            parts.append(f"a whole number from {self.number.min} to {self.number.max}")
        if self.ids is not None:
            parts.append(f"a list of {', '.join(self.ids.of)}" + (", each once" if self.ids.mode == "order" else ""))
        if self.shares is not None:
            most = f", at most {self.shares.most} each" if self.shares.most else ""
            parts.append(f"a table that shares out {self.shares.total} among {', '.join(self.shares.of)}{most}")
        return "allowed are " + "; or ".join(parts)


class Noted(Ask, frozen=True, omit_defaults=True, kw_only=True):
    """An ask whose notes are worked out only when it is put to somebody: a run that knows the answer needs none.

    `notes`: by id of an option. Scripts yield it; what is stored and sent is `asked()`.
    """

    notes: Callable[[], Mapping[str, str]]

    def asked(self) -> Ask:
        """The ask with its notes."""
        notes = self.notes()
        options = tuple(Option(one.id, one.label, notes.get(one.id, one.note)) for one in self.options)
        return Ask(self.key, self.who, self.prompt, self.default, options, self.number, self.ids, self.faces, self.shares)


class Rolled(Struct, frozen=True, tag="rolled", omit_defaults=True):
    """The faces that answered a roll.

    `at`: the counter of the first of them in the committed stream; -1 for dice from elsewhere. `origin`: `hand` for dice
    that were typed in, `kept` for those of an action that was amended, `amended` for those that the GM changed. `forced`:
    the value that the GM gave in place of what the faces come to.
    """

    key: str
    who: CombatantId
    dice: tuple[int, ...]
    faces: tuple[int, ...]
    at: int = -1
    origin: str = ""
    forced: Value | None = None


class Answered(Struct, frozen=True, tag="answered", omit_defaults=True):
    """The pick that answered an ask, and the seat that gave it (`rules` for a default). `origin` as with dice."""

    key: str
    who: CombatantId
    pick: Pick
    by: str
    origin: str = ""


Reply = Rolled | Answered


class Together(Struct, frozen=True):
    """Decisions that are asked at the same time, each of somebody else; the script goes on when all are made."""

    asks: tuple[Ask, ...]


Request = Roll | Ask | Together


class OpenAsk(Struct, frozen=True, omit_defaults=True):
    """An ask that waits for its answer, under an id that late answers cannot match.

    `due`: when its default is taken, in milliseconds since 1970; 0 for never.
    """

    id: AskId
    ask: Ask
    due: int = 0
