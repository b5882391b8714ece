"""The one hand that writes a table's log: what a command comes to, on disk before it is true. It knows no connection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fracas_rules.errors import Refused
from fracas_rules.kernel.decide import Repeated, Spent, decide, expired
from fracas_rules.kernel.facts import Commit, Receipt, Voided
from fracas_rules.kernel.fold import Timeline
from fracas_rules.kernel.gm import open_of
from fracas_rules.kernel.resolve import still_open
from fracas_rules.kernel.ruleset import Ruleset
from fracas_rules.kernel.state import TableState

from . import clock, seats
from .history import History, of_server
from .publish import Told
from .seals import Safe
from .store.base import Store, StoreError, TableRow


@dataclass(frozen=True)
class Done:
    """A command was carried out and is on disk: its resolution's id, if it has one, and what it gives back."""

    resolution: str | None
    result: dict[str, Any]


Answer = Done | Refused


@dataclass(frozen=True)
class Proposal:
    """A commit that is not on disk yet: the table and the new lines after it, and the answer once it is."""

    commit: Commit[Any]
    after: Timeline
    news: Sequence[Told]
    answer: Answer


class Writer:
    """Holds what is true at one table. A proposal changes nothing; `write` makes it the truth, or raises and is `stale`."""

    def __init__(self, ruleset: Ruleset, row: TableRow, history: History, store: Store, safe: Safe) -> None:
        self.stale = False
        self._ruleset = ruleset
        self._row = row
        self._history = history
        self._store = store
        self._safe = safe
        self._mint = seats.Mint(row.id)

    @classmethod
    async def load(cls, ruleset: Ruleset, row: TableRow, store: Store) -> Writer:
        """Read a table from the store. An open resolution that the rules no longer play alike is dropped."""
        safe = Safe(await store.seeds(row.id))
        writer = cls(ruleset, row, History(ruleset, row, await store.read(row.id)), store, safe)
        voided = still_open(ruleset, writer.state)
        if voided is not None:
            await writer.write(writer._proposal(of_server(writer.state.seq + 1, voided), Done(None, {})))
        return writer

    @property
    def line(self) -> Timeline:
        """The timeline up to the last commit that is on disk."""
        return self._history.line

    @property
    def state(self) -> TableState:
        """The state there."""
        return self._history.line.state

    @property
    def seed_lost(self) -> str:
        """What is wrong with the seed of the table's dice; see `seals.lost`."""
        return self._safe.lost(self.state)

    @property
    def log(self) -> Sequence[Told]:
        """The newest lines of the log."""
        return self._history.log

    def propose(self, seat: str, command_id: str, command: Any) -> Answer | Proposal:
        """What a command comes to: an answer that needs no commit, or a proposal."""
        if not isinstance(command, dict):
            return Refused("malformed", "A command is an object with the field `do`.", "$")
        token = None
        if command.get("do") in seats.MINTING:
            filled = self._mint.fill(seat, command_id, command)
            if isinstance(filled, Refused):
                return filled
            command, token = filled
        dice = self._safe.stream(self.state, self._in_secret(command))
        decided = decide(self._ruleset, self.line, seat, command, command_id, dice, clock.now(), self._safe)
        if isinstance(decided, Refused):
            lost = token is not None and decided.code == "conflict"
            return Refused("conflict", seats.AGAIN) if lost else decided
        if isinstance(decided, Repeated):
            return _done(decided.receipt, token)
        if isinstance(decided, Spent):
            return self._proposal(decided.commit, decided.refused)
        return self._proposal(decided, _done(decided.receipt, token))

    def expire(self) -> Proposal | None:
        """The commit of the deadline that has passed, if one has."""
        dice = self._safe.stream(self.state, self._in_secret({}))
        commit = expired(self._ruleset, self.line, dice, clock.now(), self._safe)
        return None if commit is None else self._proposal(commit, _done(commit.receipt, None))

    def drop(self, reason: str) -> Proposal:
        """The commit that drops the open action."""
        assert self.state.pending is not None
        voided = Voided(self.state.pending.resolution, reason)
        return self._proposal(of_server(self.state.seq + 1, voided), Done(None, {}))

    @property
    def due(self) -> int | None:
        """When the next ask takes its default, in milliseconds since 1970."""
        state = self.state
        if state.pending is None or state.paused:
            return None
        return min((one.due for one in state.pending.asks if one.due), default=None)

    async def write(self, proposal: Proposal) -> None:
        """Put a commit on disk, then take it for true. Raises `StoreError`: nobody knows then what is on disk."""
        title = proposal.after.state.title if proposal.after.state.title != self.state.title else None
        body = self._ruleset.encoder.encode(proposal.commit)
        try:
            await self._store.append(self._row.id, self.state.seq, [body], title, self._safe.fresh)
        except StoreError:
            self.stale = True
            raise
        self._safe.stored()
        self._history.take(proposal.after, proposal.news)

    async def reload(self) -> list[Told]:
        """Read the table again; the lines that were not known. Raises `StoreError`."""
        known = self.state.seq
        self._safe = Safe(await self._store.seeds(self._row.id))
        self._history = History(self._ruleset, self._row, await self._store.read(self._row.id))
        self.stale = False
        return [told for told in self._history.log if told.seq > known]

    def _proposal(self, commit: Commit[Any], answer: Answer) -> Proposal:
        after, news = self._history.tried(commit)
        return Proposal(commit, after, news, answer)

    def _in_secret(self, command: dict[str, Any]) -> bool:
        """Whether dice that are rolled now belong to a secret action."""
        if command.get("secret"):
            return True
        pending = open_of(self.line) if command.get("do") == "amend" else self.state.pending
        return pending is not None and pending.secret


def _done(receipt: Receipt, token: str | None) -> Done:
    return Done(receipt.resolution, receipt.result if token is None else {**receipt.result, "token": token})
