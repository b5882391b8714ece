"""The game master's tools: drop what is open, take back, do again, change a reply, pause; and the seals of the dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec.structs import replace

from ..errors import BadAnswer, refuse
from . import commands as c
from . import facts as f
from .fold import Mark, Timeline, meanwhile
from .gate import AGREE, CONFIRM
from .ids import CombatantId
from .requests import Answered, Reply, Rolled
from .resolve import Outcome, after, again, by_house, due_of, read
from .ruleset import Ruleset
from .run import Dice, run
from .state import Pending, TableState

#: So often a seat may add to what the dice follow from: one that it alone chose is enough to trust them.
_ADDITIONS = 10


class Seals(Protocol):
    """Keeps the seeds of the dice: they are secret until revealed, and part of no log before."""

    def seal(self, epoch: int) -> str:
        """Make and keep the seed of a new stream; the commitment to it comes back."""

    def reveal(self, epoch: int) -> str:
        """The seed of a stream, in hexadecimal."""


def void(state: TableState) -> Outcome:
    """Drop the open resolution as if it had never been begun."""
    if state.pending is None:
        refuse("requirement", "Nothing is open that could be dropped.")
    return [f.Voided(state.pending.resolution, "dropped by the GM")], state.pending.resolution, {}


def undo(ruleset: Ruleset, line: Timeline, asked: c.Undo) -> Outcome:
    """Take back the last commands: the state before them returns, to the bit."""
    if len(line.marks) < asked.steps:
        refuse("illegal-choice", f"Only {len(line.marks)} commands can be taken back.", "$.steps")
    taken = line.marks[-asked.steps :]
    unseen = sum(_unseen(ruleset, mark) for mark in taken)
    return [f.Rewound(asked.steps, tuple(mark.label for mark in reversed(taken)), unseen)], None, {}


def _unseen(ruleset: Ruleset, mark: Mark) -> bool:
    """Whether only game masters know of a command: it was secret, or was about hidden combatants alone."""
    first = mark.facts[0] if mark.facts else None
    if isinstance(first, f.Opened):
        named = [one for one, _path in ruleset.mentions(read(ruleset, first.command))]
        return first.secret or (bool(named) and all(one in mark.before.hidden for one in named))
    there = ruleset.names(mark.before.game)
    if any(isinstance(fact, f.HiddenSet) and fact.hidden and fact.id not in there for fact in mark.facts):
        return True  # somebody came in hidden
    if isinstance(first, f.Retired):
        return first.id in mark.before.hidden  # or left so
    return all(_of_hidden(fact) in mark.before.hidden for fact in mark.facts)


def _of_hidden(fact: Any) -> CombatantId:
    """Whom a fact is about that shows of a hidden combatant to nobody; empty for any other."""
    if isinstance(fact, f.HiddenSet):
        return fact.id if fact.hidden else ""
    return fact.id if isinstance(fact, f.TokenPlaced | f.TokenRemoved | f.RefSet) else ""


def redo(ruleset: Ruleset, line: Timeline, now: int) -> Outcome:
    """Do the command that was taken back last again: the same facts on the same state, so the same state after.

    Only the time for questions that are open again begins anew.
    """
    if line.state.pending is not None:
        refuse("busy", "Another action is open: it must be answered or dropped first.")
    if not line.undone:
        refuse("requirement", "Nothing was taken back that could be done again.")
    mark = line.undone[0]
    redone = f.Redone(mark.label, _unseen(ruleset, mark), due_of(ruleset, line.state, now))
    return [redone, *mark.facts], mark.resolution or None, {}


def pause(state: TableState, asked: c.Pause, now: int) -> Outcome:
    """Stop the table, or let it go on."""
    if bool(state.paused) == asked.paused:
        refuse("requirement", "The table is paused already." if asked.paused else "The table is not paused.", "$.paused")
    return [f.Paused(asked.paused, now)], None, {}


def entropy(state: TableState, seat: str, asked: c.AddEntropy) -> Outcome:
    """Add to what the next dice follow from."""
    if not state.dice.commitment:
        refuse("requirement", "The dice of this table follow from no committed seed.")
    if state.dice.added_by.count(seat) >= _ADDITIONS:
        refuse("resource", f"{_ADDITIONS} additions of a seat are enough.")
    return [f.EntropyAdded(seat, asked.text)], None, {}


def new_stream(state: TableState, seals: Seals) -> list[Any]:
    """Publish the seed of the dice so far, and commit to that of those to come."""
    epoch = state.dice.epoch
    told = [f.DiceRevealed(epoch, seals.reveal(epoch))] if state.dice.commitment else []
    return [*told, f.DiceSealed(epoch + 1, seals.seal(epoch + 1))]


def amend(ruleset: Ruleset, line: Timeline, asked: c.Amend, dice: Dice, now: int) -> Outcome:
    """Change one reply of the open action or of the last one, and play it anew from there.

    Every other die and answer is kept, and marked, as long as it still answers something; and so is what happened otherwise
    while the action was open.
    """
    state = line.state
    last = line.marks[-1] if line.marks else None
    pending = state.pending or (last.pending if last is not None else None)
    if pending is None:
        refuse("requirement", "There is no action whose replies could be changed: the last command was none.")
    keep = _changed(pending.replies, asked)
    if asked.key not in (AGREE, CONFIRM) and any(one.key == AGREE for one in keep):
        keep = [one for one in keep if one.key not in (AGREE, CONFIRM)]  # they agreed to another result
    script, scene = again(ruleset, pending, state.hidden)
    try:
        played = run(script, scene, (), by_house(ruleset, pending.base, dice), keep)
    except BadAnswer as bad:
        refuse("illegal-choice", str(bad), "$.pick" if asked.value is None else "$.value")
    amended = f.Amended(asked.who, asked.key, f"{asked.key.replace('_', ' ')} is now {_told(asked)}")
    facts = after(ruleset, state, pending.resolution, pending.asks, 0, played, now)
    if state.pending is not None:
        return [amended, replace(facts[0], anew=True), *facts[1:]], pending.resolution, {}
    opened = f.Opened(
        pending.resolution, pending.command, pending.seat, pending.label, ruleset.version, pending.actor, pending.secret
    )
    assert last is not None
    return [amended, f.Rewound(1, (pending.label,)), opened, *meanwhile(last.facts), *facts], pending.resolution, {}


def _told(asked: c.Amend) -> str:
    new = asked.faces if asked.faces is not None else asked.value if asked.value is not None else asked.pick
    return (" and ".join(map(str, new)) or "nothing") if isinstance(new, list | tuple) else str(new).replace("_", " ")


def _changed(replies: Sequence[Reply], asked: c.Amend) -> list[Reply]:
    """The replies with the one changed that the GM names."""
    if [asked.faces, asked.value, asked.pick].count(None) != 2:
        refuse("malformed", "Give one of `faces`, `value` and `pick`.", "$")
    found = [at for at, one in enumerate(replies) if (one.who, one.key) == (asked.who, asked.key)]
    if asked.nth >= len(found):
        there = ", ".join(dict.fromkeys(f"{one.key} of {one.who}" for one in replies)) or "none"
        refuse("unknown-id", f"The action has no such reply; it has: {there}.", "$.key")
    old = replies[found[asked.nth]]
    new: Reply
    if isinstance(old, Answered):
        if asked.pick is None:
            refuse("malformed", "That is a decision: give its new `pick`.", "$.pick")
        new = replace(old, pick=asked.pick, origin="amended")
    elif asked.pick is not None:
        refuse("malformed", "Those are dice: give their `faces`, or the `value` they shall count as.", "$.pick")
    elif asked.value is not None:
        new = replace(old, forced=asked.value, origin="amended")
    else:
        new = _faces(old, asked.faces or ())
    return [*replies[: found[asked.nth]], new, *replies[found[asked.nth] + 1 :]]


def _faces(old: Rolled, faces: tuple[int, ...]) -> Rolled:
    fits = len(faces) == len(old.faces) and all(1 <= face <= max(old.dice) for face in faces)
    if not fits:
        refuse("illegal-choice", f"It takes {len(old.faces)} faces from 1 to {max(old.dice)}.", "$.faces")
    return replace(old, faces=faces, forced=None, origin="amended")


def open_of(line: Timeline) -> Pending | None:
    """The action whose replies an amendment would change."""
    if line.state.pending is not None:
        return line.state.pending
    return line.marks[-1].pending if line.marks else None
