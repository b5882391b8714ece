"""A command in, a commit out: or the reason why not. Permission first, then what is open, then the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ..errors import PackError, Refusal, Refused, refuse
from . import admin
from . import facts as f
from .commands import WHILE_OPEN, Answer, MoveToken, TableCommand, Undo, Void
from .fold import Timeline
from .ids import CommandId, SeatId, digest
from .resolve import Outcome, answer, begin, busy, read
from .ruleset import Ruleset
from .run import Dice
from .state import TableState
from .table import viewer_of
from .viewer import Viewer


class Repeated(msgspec.Struct, frozen=True):
    """The command id was accepted before: this is the answer it got."""

    receipt: f.Receipt


def create(ruleset: Ruleset, table: str, title: str, secret: bytes) -> f.Created:
    """The fact that begins a table. `secret` are at least 16 random bytes."""
    return f.Created(table, ruleset.id, title, secret, ruleset.version)


def timeline(ruleset: Ruleset, created: f.Created) -> Timeline:
    """An empty table, ready to fold its commits."""

    def empty(fact: f.Created) -> TableState:
        return TableState(fact.table, fact.system, fact.title, fact.secret, ruleset.new())

    return Timeline(empty, ruleset.apply, created)


def decide(
    ruleset: Ruleset,
    line: Timeline,
    seat: SeatId,
    command: Mapping[str, Any],
    command_id: CommandId,
    dice: Dice,
    now: int = 0,
) -> f.Commit[Any] | Refused | Repeated:
    """Decide a command of a seat.

    Returns the commit to be stored and then folded; or `Refused`, with nothing changed; or `Repeated` when this id was
    answered before. `now` is milliseconds since 1970 and only stored. `dice(who, sides)` draws a face.
    """
    state = line.state
    try:
        content = digest(msgspec.msgpack.encode(command, order="deterministic"))
    except (TypeError, ValueError, OverflowError, RecursionError):
        return Refused("malformed", "A command is a table of texts, whole numbers, flags, lists and tables.", "$")
    known = line.recent.get(f"{seat}/{command_id}")
    if known is not None:
        if known.digest == content:
            return Repeated(known)
        return Refused("conflict", f"The id {command_id} was used before, for another command: use a new one.")
    try:
        viewer = viewer_of(state, seat)
        asked = read(ruleset, command)
        if isinstance(asked, TableCommand):
            facts, resolution, result = _table_command(ruleset, line, viewer, asked, dice)
        else:
            facts, resolution, result = begin(ruleset, state, viewer, dict(command), asked, dice)
    except Refusal as refusal:
        return refusal.refused
    receipt = f.Receipt(content, resolution, result)
    return f.Commit(state.seq + 1, seat, command_id, now, receipt, tuple(facts))


def _table_command(ruleset: Ruleset, line: Timeline, viewer: Viewer, asked: Any, dice: Dice) -> Outcome:
    state = line.state
    if not isinstance(asked, Answer | MoveToken):
        admin.gm_only(viewer)
    if state.pending is not None and not isinstance(asked, WHILE_OPEN):
        busy(ruleset, state, viewer, state.pending)
    if isinstance(asked, Answer):
        return answer(ruleset, state, viewer, asked, dice)
    if isinstance(asked, Void):
        if state.pending is None:
            refuse("requirement", "Nothing is open that could be dropped.")
        return [f.Voided(state.pending.resolution, "dropped by the GM")], state.pending.resolution, {}
    if isinstance(asked, Undo):
        if len(line.marks) < asked.steps:
            refuse("illegal-choice", f"Only {len(line.marks)} commands can be taken back.", "$.steps")
        labels = tuple(mark.label for mark in reversed(line.marks[-asked.steps :]))
        return [f.Rewound(asked.steps, labels)], None, {}
    try:
        facts, result = admin.decide(ruleset, state, viewer, asked)
    except PackError as error:
        refuse("malformed", str(error), f"$.text: {error.path}")
    return facts, None, result
