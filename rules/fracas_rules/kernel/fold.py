"""State is the fold of facts. Here they are folded, and rewinds find the state they go back to."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from . import facts as f
from .ids import ResolutionId
from .state import PackText, Pending, TableState

#: So many commands can be taken back.
UNDOABLE = 200
#: So many answered command ids are remembered.
REMEMBERED = 512


class Mark(Struct, frozen=True):
    """A command that can be taken back: what it is called, and the table before it.

    Of a resolution that was played to its end, `pending` has the command and all its replies.
    """

    resolution: ResolutionId
    label: str
    before: TableState
    pending: Pending | None = None


class Timeline:
    """A table's state, the marks that an undo can return to, and the command ids that were answered.

    States share what they have in common. `recent` holds the receipts of the last `REMEMBERED` commands by
    `seat/command id`; an undo takes none of them back.
    """

    __slots__ = ("_apply_game", "marks", "recent", "state")

    def __init__(self, empty: Callable[[f.Created], TableState], apply_game: Callable[[Any, Any], Any], created: f.Created):
        self._apply_game = apply_game
        self.state = empty(created)
        self.marks: list[Mark] = []
        self.recent: dict[str, f.Receipt] = {}

    def fork(self) -> Timeline:
        """A second timeline from here on: what is folded into one does not show in the other."""
        other = copy(self)
        other.marks = list(self.marks)
        other.recent = dict(self.recent)
        return other

    def fold(self, commit: f.Commit[Any]) -> None:
        """Take in the next commit. Raises `ValueError` when it is not the next one."""
        before = state = self.state
        if commit.seq != state.seq + 1:
            raise ValueError(f"Commit {commit.seq} does not follow {state.seq}.")
        label = label_of(commit)
        if label is not None and before.pending is None:  # what happens under an open resolution is undone with it
            self.marks.append(Mark(commit.receipt.resolution or "", label, before))
            del self.marks[:-UNDOABLE]
        for fact in commit.facts:
            state = self._one(state, fact)
        if commit.command:
            self.recent[f"{commit.seat}/{commit.command}"] = commit.receipt
            while len(self.recent) > REMEMBERED:
                del self.recent[next(iter(self.recent))]
        self.state = replace(state, seq=commit.seq)

    def _one(self, state: TableState, fact: Any) -> TableState:
        how = _HANDLERS.get(type(fact))
        if how is not None:
            return how(state, fact)
        if isinstance(fact, f.Rewound):
            return self._rewind(state, fact)
        if isinstance(fact, f.Closed):
            self._remember(fact.resolution, state.pending)
            return replace(state, pending=None)
        if isinstance(fact, f.Voided):
            return self._drop(replace(state, pending=None), fact)
        return replace(state, game=self._apply_game(state.game, fact))

    def _remember(self, resolution: ResolutionId, pending: Pending | None) -> None:
        if self.marks and self.marks[-1].resolution == resolution:
            self.marks[-1] = replace(self.marks[-1], pending=pending)

    def _drop(self, state: TableState, fact: f.Voided) -> TableState:
        """A dropped resolution leaves no mark, unless something else happened meanwhile that can be taken back."""
        if self.marks and self.marks[-1].resolution == fact.resolution:
            mark = self.marks.pop()
            if mark.before.fingerprint() != state.fingerprint():
                self.marks.append(Mark(mark.resolution, f"{MEANWHILE} ({mark.label})", mark.before))
        return state

    def _rewind(self, state: TableState, fact: f.Rewound) -> TableState:
        before = self.marks[-fact.steps].before
        del self.marks[-fact.steps :]
        return replace(before, seats=state.seats, seq=state.seq)


MEANWHILE = "What happened during a dropped action"


def label_of(commit: f.Commit[Any]) -> str | None:
    """What an undo would call this commit; None for one that an undo passes over."""
    first = commit.facts[0] if commit.facts else None
    if first is None or isinstance(first, _PASSED_OVER):
        return None
    return first.label if isinstance(first, f.Opened) else _LABELS.get(type(first), _JOINING)


_JOINING = "Combatants"
_PASSED_OVER = (f.Replied, f.Closed, f.Voided, f.Rewound, f.SeatSet, f.Created)
_LABELS: dict[Any, str] = {
    f.TokenPlaced: "Token moved",
    f.HiddenSet: "Hidden or shown",
    f.RefSet: "Combatant linked",
    f.OptionsSet: "Table options",
    f.PackInstalled: "House pack added",
    f.PackRemoved: "House pack taken out",
    f.MapSet: "Map changed",
    f.Renamed: "Table renamed",
}


def _opened(state: TableState, fact: f.Opened) -> TableState:
    pending = Pending(fact.resolution, fact.command, fact.seat, fact.label, fact.rules, fact.actor, state)
    return replace(state, pending=pending)


def _replied(state: TableState, fact: f.Replied) -> TableState:
    assert state.pending is not None
    pending = replace(state.pending, replies=(*state.pending.replies, *fact.replies), asks=fact.asks)
    return replace(state, pending=pending)


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
    f.Opened: _opened,
    f.Replied: _replied,
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
    f.Renamed: lambda state, fact: replace(state, title=fact.title),
}
