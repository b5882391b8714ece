"""A command in, a commit out: or the reason why not. Permission first, then what is open, then the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..errors import PackError, Refusal, Refused, refuse
from . import admin, gm
from . import facts as f
from .commands import TABLE_COMMANDS, WHILE_OPEN, AddEntropy, Amend, Answer, MoveToken, Pause, Redo, RevealDice, Undo, Void
from .fold import Timeline
from .gm import Seals
from .ids import CommandId, SeatId, digest
from .requests import Rolled
from .resolve import Outcome, answer, begin, busy, expire, read
from .ruleset import Ruleset
from .run import Dice, Stopped
from .state import TableState
from .table import viewer_of
from .viewer import Viewer


class Repeated(msgspec.Struct, frozen=True):
    """The command id was accepted before: this is the answer it got."""

    receipt: f.Receipt


class Spent(msgspec.Struct, frozen=True):
    """The rules refused, but only after dice were drawn: the commit notes that, and nothing else."""

    refused: Refused
    commit: f.Commit[Any]


def create(ruleset: Ruleset, table: str, title: str, secret: bytes) -> f.Created:
    """The fact that begins a table. `secret` are at least 16 random bytes."""
    return f.Created(table, ruleset.id, title, secret, ruleset.version)


def timeline(ruleset: Ruleset, created: f.Created) -> Timeline:
    """An empty table, ready to fold its commits."""

    def empty(fact: f.Created) -> TableState:
        return TableState(fact.table, fact.system, fact.title, fact.secret, ruleset.new())

    return Timeline(empty, ruleset.apply, ruleset.names, created)


def decide(
    ruleset: Ruleset,
    line: Timeline,
    seat: SeatId,
    command: Mapping[str, Any],
    command_id: CommandId,
    dice: Dice,
    now: int = 0,
    seals: Seals | None = None,
) -> f.Commit[Any] | Refused | Repeated | Spent:
    """Decide a command of a seat.

    Returns the commit to be stored and then folded; or `Refused`, with nothing changed; or `Repeated` when this id was
    answered before; or `Spent`. `now` is milliseconds since 1970, for deadlines. `dice(who, sides)` draws a face; its `at`,
    if it has one, is the counter of the next die in the committed stream, whose seeds `seals` keeps.
    """
    state = line.state
    try:
        content = digest(msgspec.msgpack.encode(command, order="deterministic"))
    except (TypeError, ValueError, OverflowError, RecursionError):
        return Refused("malformed", "A command is a table of texts, whole numbers, flags, lists and tables.", "$")
    known = line.answered(seat, command_id)
    if known is not None:
        if known.digest == content:
            return Repeated(known)
        return Refused("conflict", f"The id {command_id} was used before, for another command: use a new one.")
    try:
        facts, resolution, result = _decide(ruleset, line, viewer_of(state, seat), command, dice, now, seals)
    except Stopped as stopped:
        drawn = [one.at + len(one.faces) for one in stopped.replies if isinstance(one, Rolled) and one.at >= 0]
        if not drawn or max(drawn) <= state.dice.counter:
            return stopped.refused
        spent = (f.DiceSpent(max(drawn)),)
        return Spent(stopped.refused, f.Commit(state.seq + 1, seat, "", now, f.Receipt(""), spent))
    except Refusal as refusal:
        return refusal.refused
    receipt = f.Receipt(content, resolution, result, result.pop(admin.LABEL, ""))
    return f.Commit(state.seq + 1, seat, command_id, now, receipt, (*facts, *_sealed_anew(ruleset, state, facts, seals)))


def expired(ruleset: Ruleset, line: Timeline, dice: Dice, now: int, seals: Seals | None = None) -> f.Commit[Any] | None:
    """The commit of a deadline that has passed by `now` (milliseconds since 1970): the default of one ask is taken."""
    state = line.state
    facts = expire(ruleset, state, dice, now)
    if not facts or state.pending is None:
        return None
    receipt = f.Receipt("", state.pending.resolution)
    return f.Commit(state.seq + 1, "rules", "", now, receipt, (*facts, *_sealed_anew(ruleset, state, facts, seals)))


def _sealed_anew(ruleset: Ruleset, state: TableState, facts: Sequence[Any], seals: Seals | None) -> Sequence[Any]:
    """A fight that begins or ends begins a new stream of dice, and tells the seed of the one before."""
    if seals is None or not any(ruleset.episode(fact) for fact in facts if type(fact) not in f.TABLE_FACTS):
        return ()
    return gm.new_stream(state, seals)


def _decide(
    ruleset: Ruleset, line: Timeline, viewer: Viewer, command: Mapping[str, Any], dice: Dice, now: int, seals: Seals | None
) -> Outcome:
    secret = command.get("secret", False)
    if not isinstance(secret, bool):
        refuse("malformed", "`secret` is true or false.", "$.secret")
    if "secret" in command:
        command = {key: value for key, value in command.items() if key != "secret"}
    asked = read(ruleset, command)
    if line.state.paused and not viewer.is_gm and not isinstance(asked, AddEntropy):
        refuse("forbidden", "The table is paused.")
    if secret and not viewer.is_gm:
        refuse("forbidden", "Only a game master rolls in secret.", "$.secret")
    if secret and type(asked) in TABLE_COMMANDS:
        refuse("malformed", "Only an action is played in secret: `secret` goes with the commands of the game.", "$.secret")
    if type(asked) not in TABLE_COMMANDS:
        return begin(ruleset, line.state, viewer, dict(command), asked, dice, now, secret)
    return _table_command(ruleset, line, viewer, asked, dice, now, seals)


_ANYBODYS = (Answer, MoveToken, AddEntropy)


def _table_command(
    ruleset: Ruleset, line: Timeline, viewer: Viewer, asked: Any, dice: Dice, now: int, seals: Seals | None
) -> Outcome:
    state = line.state
    if not isinstance(asked, _ANYBODYS):
        admin.gm_only(viewer)
    if state.pending is not None and not isinstance(asked, WHILE_OPEN):
        busy(ruleset, state, viewer, state.pending)
    if isinstance(asked, Answer):
        return answer(ruleset, state, viewer, asked, dice, now)
    if isinstance(asked, Void):
        return gm.void(state)
    if isinstance(asked, Undo):
        return gm.undo(ruleset, line, asked)
    if isinstance(asked, Redo):
        return gm.redo(ruleset, line, now)
    if isinstance(asked, Amend):
        return gm.amend(ruleset, line, asked, dice, now)
    if isinstance(asked, Pause):
        return gm.pause(state, asked, now)
    if isinstance(asked, AddEntropy):
        return gm.entropy(state, viewer.seat, asked)
    if isinstance(asked, RevealDice):
        if seals is None:
            refuse("requirement", "The dice of this table follow from no committed seed.")
        return gm.new_stream(state, seals), None, {}
    try:
        facts, result = admin.decide(ruleset, state, viewer, asked)
    except PackError as error:
        refuse("malformed", str(error), f"$.text: {error.path}")
    return facts, None, result
