"""A command in, a commit out: or the reason why not. Permission first, then what is open, then the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from ..errors import BadAnswer, PackError, Refusal, Refused, ReplayMismatch, refuse
from . import admin
from . import facts as f
from .commands import TABLE_DO, WHILE_OPEN, Answer, MoveToken, TableCommand, Undo, Void
from .fold import Timeline
from .ids import CombatantId, CommandId, SeatId, digest, opaque
from .packs import dec_hook
from .requests import GM, Answered, Ask, OpenAsk, Option, Reply
from .ruleset import Ruleset
from .run import Dice, Done, Waiting, run
from .scene import Scene
from .script import Script, choose
from .state import Pending, TableState
from .table import catalogue_of, house_of, options_of, viewer_of
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
    known = state.recent.get(f"{seat}/{command_id}")
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
            facts, resolution, result = _open(ruleset, state, viewer, dict(command), asked, dice)
    except Refusal as refusal:
        return refusal.refused
    receipt = f.Receipt(content, resolution, result)
    return f.Commit(state.seq + 1, seat, command_id, now, receipt, tuple(facts))


Outcome = tuple[list[Any], str | None, dict[str, Any]]


def read(ruleset: Ruleset, command: Mapping[str, Any]) -> Any:
    """A command from plain data, of the table or of the game. Refuses (`malformed`) with the path of the first fault."""
    do = command.get("do")
    if do not in TABLE_DO and do not in ruleset.commands:
        allowed = ", ".join((*ruleset.commands, *TABLE_DO))
        refuse("malformed", f"There is no command `{do}`; known are {allowed}.", "$.do")
    kind: Any = TableCommand if do in TABLE_DO else ruleset.command
    try:
        return msgspec.convert(command, kind, dec_hook=dec_hook)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `")
        refuse("malformed", message, path.rstrip("`") or "$")


def _table_command(ruleset: Ruleset, line: Timeline, viewer: Viewer, asked: Any, dice: Dice) -> Outcome:
    state = line.state
    if not isinstance(asked, Answer | MoveToken):
        admin.gm_only(viewer)
    if state.pending is not None and not isinstance(asked, WHILE_OPEN):
        _busy(state.pending)
    if isinstance(asked, Answer):
        return _answer(ruleset, state, viewer, asked, dice)
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


def _busy(pending: Pending) -> None:
    waits = f"it waits for {pending.ask.ask.key}" if pending.ask else "it is being played"
    refuse("busy", f"Another action is open ({pending.label}); {waits}.")


def scene_of(ruleset: Ruleset, state: TableState, pending: Pending | None = None) -> Scene[Any, Any, Any]:
    """A fresh scene: on the state as it is, or as it was when `pending` opened."""
    return Scene(
        pending.base if pending else state.game,
        ruleset.apply,
        options_of(ruleset, state.options),
        catalogue_of(ruleset, state.packs),
        pending.tokens if pending else state.tokens,
        state.grid.unit_per_square,
        state.hidden,
    )


def script_of(ruleset: Ruleset, state: TableState, viewer: Viewer, asked: Any) -> Callable[[Scene[Any, Any, Any]], Script[None]]:
    """The script of a game command; a player's claimed circumstances go to the GM for a ruling first."""
    claims = {} if viewer.is_gm or house_of(ruleset, state.options).trust_players else ruleset.claims(asked)

    def play(scene: Scene[Any, Any, Any]) -> Script[None]:
        command = asked
        if claims:
            told = "; ".join(f"{key}: {value}" for key, value in claims.items())
            options = (Option("allow", "Allow"), Option("without", "Play it without"), Option("deny", "Deny"))
            names = ruleset.names(scene.state)
            what = ruleset.label(asked, scene.state, lambda one: names.get(one, one))
            ruling = yield from choose(Ask("ruling", GM, f"{what} claims {told}. Does that hold?", "without", options))
            if ruling == "deny":
                refuse("forbidden", "The GM does not grant the claimed circumstances.")
            if ruling == "without":
                command = ruleset.unclaimed(asked)
        yield from ruleset.play(scene, command)

    return play


def permit(ruleset: Ruleset, state: TableState, viewer: Viewer, asked: Any) -> CombatantId | None:
    """Who acts in a game command. Refuses where this seat may not give it; a hidden actor is as unknown as an absent one."""
    names = ruleset.names(state.game)
    actor = ruleset.player_may(asked, state.game)
    if not viewer.is_gm and (actor is None or not viewer.may_act_for(actor)):
        if actor is not None and (actor in state.hidden or actor not in names):
            refuse("unknown-id", f"There is no combatant `{actor}` here.", "$.actor")
        refuse("forbidden", f"{names[actor]} is not yours." if actor else "Only a game master may do that.", "$.actor")
    return actor


def _open(
    ruleset: Ruleset,
    state: TableState,
    viewer: Viewer,
    raw: dict[str, Any],
    asked: Any,
    dice: Dice,
) -> Outcome:
    actor = permit(ruleset, state, viewer, asked)
    if state.pending is not None:
        _busy(state.pending)
    names = ruleset.names(state.game)
    label = ruleset.label(asked, state.game, lambda one: names.get(one, one))
    resolution = opaque(state.secret, "resolution", state.seq + 1)
    opened = f.Opened(resolution, raw, viewer.seat, label, ruleset.version, actor or "")
    played = run(script_of(ruleset, state, viewer, asked), scene_of(ruleset, state), (), dice)
    return [opened, *_after(state, resolution, 0, played)], resolution, {}


def _after(state: TableState, resolution: str, known: int, played: Waiting | Done) -> list[Any]:
    fresh: tuple[Reply, ...] = played.replies[known:]
    if isinstance(played, Done):
        replied = [f.Replied(fresh)] if fresh else []
        return [*replied, *played.facts, f.Closed(resolution, played.result)]
    assert isinstance(played.request, Ask)
    ask_id = opaque(state.secret, "ask", resolution, len(played.replies))
    return [f.Replied(fresh, OpenAsk(ask_id, played.request))]


def _answer(ruleset: Ruleset, state: TableState, viewer: Viewer, asked: Answer, dice: Dice) -> Outcome:
    pending = state.pending
    if pending is None or pending.ask is None or pending.ask.id != asked.ask or not may_answer(viewer, pending.ask.ask):
        refuse("stale-answer", "That question is not open for you: it may have been answered already.", "$.ask")
    open_ask = pending.ask.ask
    try:
        pick = open_ask.check(asked.pick)
    except BadAnswer as bad:
        refuse("illegal-choice", str(bad), "$.pick")
    given = Answered(open_ask.key, open_ask.who, pick, viewer.seat)
    facts: list[Any] = []
    try:
        opener = viewer_of(state, pending.seat)
        script = script_of(ruleset, state, opener, read(ruleset, pending.command))
        played = run(script, scene_of(ruleset, state, pending), (*pending.replies, given), dice)
        facts = _after(state, pending.resolution, len(pending.replies), played)
    except Refusal as late:
        facts = [f.Voided(pending.resolution, "refused", late.refused.code, late.refused.message)]
    except (ReplayMismatch, BadAnswer):
        facts = [f.Voided(pending.resolution, "the rules changed while it was open")]
    return facts, pending.resolution, {}


def may_answer(viewer: Viewer, ask: Ask) -> bool:
    """Whether a seat may answer an ask: whoever may act for the one who is asked; game masters for anyone."""
    return viewer.is_gm or (ask.who != GM and viewer.may_act_for(ask.who))


def still_open(ruleset: Ruleset, state: TableState) -> f.Voided | None:
    """After loading: None when the open resolution still plays to the same ask, else the fact that drops it."""
    pending = state.pending
    if pending is None:
        return None
    try:
        script = script_of(ruleset, state, viewer_of(state, pending.seat), read(ruleset, pending.command))
        played = run(script, scene_of(ruleset, state, pending), pending.replies)
        if isinstance(played, Waiting) and pending.ask is not None:
            request = played.request
            if isinstance(request, Ask) and (request.key, request.who) == (pending.ask.ask.key, pending.ask.ask.who):
                return None
    except (Refusal, ReplayMismatch, BadAnswer):
        pass
    return f.Voided(pending.resolution, "the rules changed while it was open")


def try_out(ruleset: Ruleset, state: TableState, viewer: Viewer, command: Mapping[str, Any]) -> Refused | None:
    """Whether a command would be refused before anything is asked or rolled. Draws nothing and changes nothing."""
    try:
        asked = read(ruleset, command)
        run(script_of(ruleset, state, viewer, asked), scene_of(ruleset, state))
    except Refusal as refusal:
        return refusal.refused
    return None
