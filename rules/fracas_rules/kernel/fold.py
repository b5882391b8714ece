"""State is the fold of facts. Here they are folded, and rewinds find the state they go back to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from . import facts as f
from .ids import CombatantId, CommandId, ResolutionId, SeatId
from .requests import Rolled
from .state import Dice, PackText, Pending, TableState

#: So many commands can be taken back one by one; behind them up to so many more, of which moves in a row may be one.
UNDOABLE, _BEHIND = 200, 50
#: So many answered command ids of a seat are remembered at least.
REMEMBERED = 256
#: They are kept in lots of so many, of which only the newest is written to.
_LOT = 32
_NONE: tuple[dict[CommandId, f.Receipt], ...] = ({},)


class Mark(Struct, frozen=True):
    """A command that can be taken back: what it is called, the table before it, and its facts, for doing it again.

    An action plays on `base`: the table before it, or before its first time where it was done again or amended.
    Of a resolution that was played to its end, `pending` has the command and all its replies. `hidden` is of a command that
    was taken back: who was after it.
    """

    resolution: ResolutionId
    label: str
    before: TableState
    base: TableState
    facts: tuple[Any, ...] = ()
    pending: Pending | None = None
    hidden: tuple[CombatantId, ...] = ()


class Timeline:
    """A table's state, the marks that an undo can return to, and the command ids that were answered.

    States share what they have in common. `undone` are the marks that were taken back last, latest first, until something
    else is done. The receipts of a seat's last `REMEMBERED` commands are kept: no other seat crowds them out, and an undo takes
    none of them back.
    """

    __slots__ = ("_answered", "_apply_game", "_names", "marks", "state", "undone")

    def __init__(
        self,
        empty: Callable[[f.Created], TableState],
        apply_game: Callable[[Any, Any], Any],
        names: Callable[[Any], Mapping[CombatantId, str]],
        created: f.Created,
    ) -> None:
        self._apply_game = apply_game
        self._names = names
        self.state = empty(created)
        self.marks: list[Mark] = []
        self.undone: list[Mark] = []
        self._answered: dict[SeatId, tuple[dict[CommandId, f.Receipt], ...]] = {}

    def answered(self, seat: SeatId, command: CommandId) -> f.Receipt | None:
        """The answer that a seat's command got, if it is remembered."""
        return next((lot[command] for lot in self._answered.get(seat, ()) if command in lot), None)

    def fork(self) -> Timeline:
        """A second timeline from here on: what is folded into one does not show in the other."""
        other = Timeline.__new__(Timeline)
        other._apply_game = self._apply_game
        other._names = self._names
        other.state = self.state
        other.marks = list(self.marks)
        other.undone = list(self.undone)
        other._answered = self._answered
        return other

    def fold(self, commit: f.Commit[Any]) -> None:
        """Take in the next commit. Raises `ValueError` when it is not the next one."""
        before = state = self.state
        if commit.seq != state.seq + 1:
            raise ValueError(f"Commit {commit.seq} does not follow {state.seq}.")
        start = due = 0
        once: Mark | None = None  # the command that is done once more
        for at, fact in enumerate(commit.facts):
            if isinstance(fact, _BACK):
                start = at + 1
                state, once = self._step_back(state, fact)
                due = fact.due if isinstance(fact, f.Redone) else 0
                continue
            base = state if once is None else once.base
            if at == start and before.pending is None:  # what happens under an open resolution is undone with it
                self._mark(commit, at, state, base, "" if once is None else once.label)
            state = _opened(state, fact, base) if isinstance(fact, f.Opened) else self._one(state, fact)
        if due and state.pending is not None:
            state = replace(state, pending=_in_time(state.pending, due))
        if once is not None and isinstance(commit.facts[0], f.Redone):
            state = replace(state, hidden=once.hidden)
        if before.pending is not None and start == 0:
            self._more(before.pending.resolution, commit.facts)
        if commit.command:
            lots = self._answered.get(commit.seat, _NONE)
            if len(lots[0]) >= _LOT:
                lots = ({}, *lots[: REMEMBERED // _LOT])
            self._answered = {**self._answered, commit.seat: ({**lots[0], commit.command: commit.receipt}, *lots[1:])}
        self.state = replace(state, seq=commit.seq)

    def _mark(self, commit: f.Commit[Any], at: int, state: TableState, base: TableState, called: str) -> None:
        first = commit.facts[at]
        label = label_of(first)
        if label is None:
            return
        label = commit.receipt.label or called or label
        resolution = first.resolution if isinstance(first, f.Opened) else commit.receipt.resolution or ""
        if not (at and isinstance(commit.facts[at - 1], f.Redone)):
            self.undone.clear()
        self.marks.append(Mark(resolution, label, state, base, _repeatable(commit.facts[at:])))
        if len(self.marks) > UNDOABLE + _BEHIND:
            self._shorten()

    def _shorten(self) -> None:
        """Make moves in a row one where they lie far back, so that whoever moves a token to and fro pushes nothing out.

        What is still too much is let go of, and more than need be, so that this is seldom done.
        """
        kept: list[Mark] = []
        for mark in self.marks[:-UNDOABLE]:
            if kept and _is_move(mark) and _is_move(kept[-1]):
                ends = {fact.id: fact for fact in (*kept[-1].facts, *mark.facts)}
                kept[-1] = replace(kept[-1], facts=tuple(ends.values()))
            else:
                kept.append(mark)
        self.marks[:-UNDOABLE] = kept[-_BEHIND // 2 :]

    def _more(self, resolution: ResolutionId, facts: tuple[Any, ...]) -> None:
        """What happens while an action is open belongs to that action, and to none once it was dropped."""
        kept = _repeatable(facts)
        if kept and self.marks and self.marks[-1].resolution == resolution:
            self.marks[-1] = replace(self.marks[-1], facts=(*self.marks[-1].facts, *kept))

    def _one(self, state: TableState, fact: Any) -> TableState:
        how = _HANDLERS.get(type(fact))
        if how is not None:
            return how(state, fact)
        if isinstance(fact, f.Closed):
            if self.marks and self.marks[-1].resolution == fact.resolution:
                self.marks[-1] = replace(self.marks[-1], pending=state.pending)
            return replace(state, pending=None)
        if isinstance(fact, f.Voided):
            return self._drop(replace(state, pending=None), fact)
        return replace(state, game=self._apply_game(state.game, fact))

    def _drop(self, state: TableState, fact: f.Voided) -> TableState:
        """A dropped resolution leaves no mark, unless something else happened meanwhile that can be taken back."""
        if self.marks and self.marks[-1].resolution == fact.resolution:
            mark = self.marks.pop()
            if not mark.before.alike(state):
                again = mark.label.startswith(MEANWHILE)
                self.marks.append(mark if again else replace(mark, label=f"{MEANWHILE} ({mark.label})"))
            elif self.marks:  # a link or a title is no part of the fight: it goes with what was done before
                last, links = self.marks[-1], [one for one in mark.facts if isinstance(one, _LINKS)]
                self.marks[-1] = replace(last, facts=(*last.facts, *links)) if links else last
        return state

    def _step_back(self, state: TableState, fact: f.Redone | f.Rewound) -> tuple[TableState, Mark]:
        """The state to go on from, and the first command that was taken back, or the one that is done again.

        Whoever is hidden stays so, unless a command that hid them is taken back: an undo shows nobody by the way.
        """
        if isinstance(fact, f.Redone):
            return state, self.undone.pop(0)
        taken = self.marks[-fact.steps :]
        del self.marks[-fact.steps :]
        before, hidden = taken[0].before, state.hidden
        for mark in reversed(taken):
            self.undone.insert(0, replace(mark, hidden=hidden))
            hidden = _hidden_before(mark, hidden)
        there = self._names(before.game)
        hidden = tuple(one for one in hidden if one in there)
        return replace(before, hidden=hidden, seats=state.seats, seq=state.seq, dice=state.dice, paused=state.paused), taken[0]


def _hidden_before(mark: Mark, hidden: tuple[CombatantId, ...]) -> tuple[CombatantId, ...]:
    """Who is hidden once a command is taken back: who was before, and who is now unless that command hid them.

    Of whom was hidden while an action was open the action itself says nothing.
    """
    by_it: set[CombatantId] = set()
    if not isinstance(mark.facts[0] if mark.facts else None, f.Opened):
        by_it = {fact.id for fact in mark.facts if isinstance(fact, f.HiddenSet) and fact.hidden}
    return tuple(dict.fromkeys((*mark.before.hidden, *(one for one in hidden if one not in by_it))))


def meanwhile(facts: Sequence[Any]) -> list[Any]:
    """Of the facts of an action: what happened beside it while it was open. What it did itself comes after its last reply."""
    last = max((at for at, fact in enumerate(facts) if isinstance(fact, f.Replied)), default=0)
    return [
        fact for at, fact in enumerate(facts) if not isinstance(fact, _OF_ACTIONS) and (at < last or isinstance(fact, _LINKS))
    ]


def apart(facts: Sequence[Any]) -> tuple[Sequence[Any], list[Any] | None]:
    """The facts of a commit, and apart from them what an amended action has again of what happened beside it.

    None where no action is played anew from its beginning.
    """
    at = next((at for at, fact in enumerate(facts) if isinstance(fact, f.Opened)), 0)
    if not any(isinstance(fact, f.Rewound) for fact in facts[:at]):
        return facts, None
    again = meanwhile(facts[at:])
    return [fact for fact in facts if not any(fact is one for one in again)], again


def _is_move(mark: Mark) -> bool:
    return all(isinstance(fact, f.TokenPlaced) for fact in mark.facts)


def _repeatable(facts: tuple[Any, ...]) -> tuple[Any, ...]:
    """The facts that doing a command again has again: neither seats nor pauses nor the seals of the dice."""
    return tuple([fact for fact in facts if type(fact) not in _ONCE])


_BACK = (f.Redone, f.Rewound)
_LINKS = (f.RefSet, f.Renamed)
_OF_ACTIONS = (f.Opened, f.Replied, f.Amended)
_ONCE = (f.SeatSet, f.Paused, f.DiceSealed, f.DiceRevealed, f.EntropyAdded)


MEANWHILE = "What happened during a dropped action"


def label_of(first: Any) -> str | None:
    """What an undo would call a command by its first fact; None for one that an undo passes over."""
    if isinstance(first, _PASSED_OVER):
        return None
    return first.label if isinstance(first, f.Opened) else _LABELS.get(type(first), _JOINING)


_JOINING = "Combatants join"
_PASSED_OVER = (
    f.Replied, f.Closed, f.Voided, f.Amended, f.SeatSet, f.Created, f.Paused, f.DiceSealed, f.EntropyAdded, f.DiceRevealed,
    f.DiceSpent,
)  # fmt: skip
_LABELS: dict[Any, str] = {
    f.TokenPlaced: "Token moved",
    f.Retired: "Combatant removed",
    f.HiddenSet: "Hidden or shown",
    f.RefSet: "Combatant linked",
    f.OptionsSet: "Table options",
    f.PackInstalled: "House pack added",
    f.PackRemoved: "House pack taken out",
    f.MapSet: "Map changed",
    f.WallsSet: "Walls changed",
    f.Renamed: "Table renamed",
}


def _opened(state: TableState, fact: f.Opened, base: TableState) -> TableState:
    pending = Pending(fact.resolution, fact.command, fact.seat, fact.label, fact.rules, fact.actor, base, secret=fact.secret)
    return replace(state, pending=pending)


def _in_time(pending: Pending, due: int) -> Pending:
    """Questions that are put once more have their time once more."""
    return replace(pending, asks=tuple(replace(one, due=due) if one.due else one for one in pending.asks))


def _replied(state: TableState, fact: f.Replied) -> TableState:
    assert state.pending is not None
    before = () if fact.anew else state.pending.replies
    pending = replace(state.pending, replies=(*before, *fact.replies), asks=fact.asks)
    drawn = [one.at + len(one.faces) for one in fact.replies if isinstance(one, Rolled) and one.at >= 0]
    if drawn and max(drawn) > state.dice.counter:
        return replace(state, pending=pending, dice=replace(state.dice, counter=max(drawn)))
    return replace(state, pending=pending)


def _paused(state: TableState, fact: f.Paused) -> TableState:
    """Pausing stops the clock of every open ask; going on moves their deadlines by as long as it took."""
    pending = state.pending
    if not fact.paused and pending is not None and state.paused:
        waited = fact.at - state.paused
        asks = tuple(replace(one, due=one.due + waited) if one.due else one for one in pending.asks)
        pending = replace(pending, asks=asks)
    return replace(state, paused=fact.at if fact.paused else 0, pending=pending)


def _pack_in(state: TableState, fact: f.PackInstalled) -> TableState:
    others = tuple(pack for pack in state.packs if pack.name != fact.name)
    return replace(state, packs=(*others, PackText(fact.name, fact.text, fact.digest)))


def _hidden(state: TableState, fact: f.HiddenSet) -> TableState:
    others = tuple(one for one in state.hidden if one != fact.id)
    return replace(state, hidden=(*others, fact.id) if fact.hidden else others)


def _ref(state: TableState, fact: f.RefSet) -> TableState:
    others = {one: ref for one, ref in state.refs.items() if one != fact.id}
    return replace(state, refs={**others, fact.id: fact.ref} if fact.ref else others)


_HANDLERS: dict[type, Callable[[TableState, Any], TableState]] = {
    f.Created: lambda state, _fact: state,
    f.Replied: _replied,
    f.Amended: lambda state, _fact: state,
    f.Paused: _paused,
    f.DiceSealed: lambda state, fact: replace(state, dice=Dice(fact.epoch, fact.commitment)),
    f.EntropyAdded: lambda state, fact: replace(
        state,
        dice=replace(
            state.dice, entropy=(*state.dice.entropy, fact.text), added_by=(*state.dice.added_by, fact.seat)
        ),
    ),
    f.DiceRevealed: lambda state, _fact: replace(state, dice=Dice(state.dice.epoch)),
    f.DiceSpent: lambda state, fact: replace(
        state, dice=replace(state.dice, counter=max(state.dice.counter, fact.counter))
    ),
    f.SeatSet: lambda state, fact: replace(state, seats={**state.seats, fact.seat.id: fact.seat}),
    f.TokenPlaced: lambda state, fact: replace(state, tokens={**state.tokens, fact.id: fact.token}),
    f.TokenRemoved: lambda state, fact: replace(
        state, tokens={one: token for one, token in state.tokens.items() if one != fact.id}
    ),
    f.Retired: lambda state, fact: replace(state, retired=(*state.retired, fact.id)),
    f.HiddenSet: _hidden,
    f.RefSet: _ref,
    f.OptionsSet: lambda state, fact: replace(state, options={**state.options, **fact.set}),
    f.PackInstalled: _pack_in,
    f.PackRemoved: lambda state, fact: replace(state, packs=tuple(p for p in state.packs if p.name != fact.name)),
    f.MapSet: lambda state, fact: replace(state, grid=fact.grid),
    f.WallsSet: lambda state, fact: replace(state, walls=fact.walls),
    f.Renamed: lambda state, fact: replace(state, title=fact.title),
}
