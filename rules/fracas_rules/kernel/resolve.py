"""Resolutions: a game command opened, answered and ended; always by playing its script from the start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from ..errors import BadAnswer, Refusal, Refused, ReplayMismatch, refuse
from . import facts as f
from .commands import TABLE_DO, Answer, TableCommand
from .ids import CombatantId, opaque
from .packs import dec_hook
from .requests import GM, Answered, Ask, OpenAsk, Option, Reply, Rolled
from .ruleset import Look, Ruleset
from .run import Dice, Done, Stopped, Waiting, run
from .scene import Scene
from .script import Script, choose
from .state import Pending, TableState
from .table import catalogue_of, house_of, options_of, viewer_of
from .viewer import Viewer

#: Facts to store, the resolution they belong to, and what to tell the one who sent the command.
Outcome = tuple[list[Any], str | None, dict[str, Any]]
AnyScene = Scene[Any, Any, Any]


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


def look_of(ruleset: Ruleset, state: TableState, viewer: Viewer) -> Look:
    """The viewer's eyes on this table."""
    return Look(viewer, house_of(ruleset, state.options), state.hidden, options_of(ruleset, state.options))


def called(ruleset: Ruleset, state: TableState, viewer: Viewer) -> Callable[[CombatantId], str]:
    """Names of combatants as this viewer may hear them: `someone` for whoever does not exist for it."""
    names, look = ruleset.names(state.game), look_of(ruleset, state, viewer)
    return lambda one: names.get(one, one) if look.exists(one) else "someone"


def busy(ruleset: Ruleset, state: TableState, viewer: Viewer, pending: Pending) -> None:
    """Refuse because another action is open; it is named as far as the viewer may know."""
    asked = read(ruleset, pending.command)
    label = ruleset.label(asked, state.game, called(ruleset, state, viewer))
    refuse("busy", f"Another action is open ({label}): it must be answered first.")


def scene_of(ruleset: Ruleset, state: TableState) -> AnyScene:
    """A fresh scene on a table as it is; for an open resolution the table as it was when that opened."""
    return Scene(
        state.game,
        ruleset.apply,
        options_of(ruleset, state.options),
        catalogue_of(ruleset, state.packs),
        state.tokens,
        state.grid.unit_per_square,
        state.hidden,
    )


def script_of(ruleset: Ruleset, state: TableState, viewer: Viewer, asked: Any) -> Callable[[AnyScene], Script[None]]:
    """The script of a game command; a player's claimed circumstances go to the GM for a ruling first."""
    claims = {} if viewer.is_gm or house_of(ruleset, state.options).trust_players else ruleset.claims(asked)

    def play(scene: AnyScene) -> Script[None]:
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
    """Who acts in a game command. Refuses where this seat may not give it.

    For a player a hidden combatant is as unknown as an absent one, whoever names it, in any field.
    """
    actor = ruleset.player_may(asked, state.game)
    if viewer.is_gm:
        return actor
    names = ruleset.names(state.game)
    look = look_of(ruleset, state, viewer)
    for one, path in ruleset.mentions(asked):
        if one not in names or not look.exists(one):
            refuse("unknown-id", f"There is no combatant `{one}` here.", path)
    if actor is None:
        refuse("forbidden", "Only a game master may do that.", "$.do")
    if not viewer.may_act_for(actor):
        refuse("forbidden", f"{names[actor]} is not yours.", "$.actor")
    return actor


def begin(ruleset: Ruleset, state: TableState, viewer: Viewer, raw: dict[str, Any], asked: Any, dice: Dice) -> Outcome:
    """Open the resolution of a game command and play it as far as it goes."""
    actor = permit(ruleset, state, viewer, asked)
    if state.pending is not None:
        busy(ruleset, state, viewer, state.pending)
    names = ruleset.names(state.game)
    label = ruleset.label(asked, state.game, lambda one: names.get(one, one))
    resolution = opaque(state.secret, "resolution", state.seq + 1)
    opened = f.Opened(resolution, raw, viewer.seat, label, ruleset.version, actor or "")
    played = run(script_of(ruleset, state, viewer, asked), scene_of(ruleset, state), (), dice)
    return [opened, *_after(state, resolution, (), 0, played)], resolution, {}


def _after(
    state: TableState, resolution: str, still: tuple[OpenAsk, ...], known: int, played: Waiting | Done
) -> list[Any]:
    """The facts of a run: its fresh replies, and its effects or the asks that are open now. `still`: asks open before."""
    fresh: tuple[Reply, ...] = played.replies[known:]
    if isinstance(played, Done):
        replied = [f.Replied(fresh)] if fresh else []
        return [*replied, *played.facts, f.Closed(resolution, played.result)]
    open_asks = []
    for at, ask in enumerate(played.requests):
        assert isinstance(ask, Ask)
        before = next((one for one in still if (one.ask.key, one.ask.who) == (ask.key, ask.who)), None)
        open_asks.append(before or OpenAsk(opaque(state.secret, "ask", state.seq + 1, at), ask))
    return [f.Replied(fresh, tuple(open_asks))]


def answer(ruleset: Ruleset, state: TableState, viewer: Viewer, asked: Answer, dice: Dice) -> Outcome:
    """Answer an open ask and go on; a late refusal, or changed rules, drop the resolution."""
    pending = state.pending
    open_ask = next((one for one in pending.asks if one.id == asked.ask), None) if pending is not None else None
    if pending is None or open_ask is None or not may_answer(viewer, open_ask.ask):
        refuse("stale-answer", "That question is not open for you: it may have been answered already.", "$.ask")
    try:
        pick = open_ask.ask.check(asked.pick)
    except BadAnswer as bad:
        refuse("illegal-choice", str(bad), "$.pick")
    given = Answered(open_ask.ask.key, open_ask.ask.who, pick, viewer.seat)
    replies = (*pending.replies, given)
    try:
        script, scene = _again(ruleset, pending)
        played = run(script, scene, replies, dice)
        still = tuple(one for one in pending.asks if one is not open_ask)
        facts = _after(state, pending.resolution, still, len(pending.replies), played)
    except Stopped as late:
        drawn = f.Replied(late.replies[len(pending.replies) :])
        facts = [drawn, f.Voided(pending.resolution, "refused", late.refused.code, late.refused.message)]
    except (Refusal, ReplayMismatch, BadAnswer):
        facts = [f.Voided(pending.resolution, CHANGED)]
    return facts, pending.resolution, {}


CHANGED = "the rules changed while it was open"


def _again(ruleset: Ruleset, pending: Pending) -> tuple[Callable[[AnyScene], Script[None]], AnyScene]:
    """The script of an open resolution and its scene: both on the table as it was when it opened."""
    base = pending.base
    opener = viewer_of(base, pending.seat)
    return script_of(ruleset, base, opener, read(ruleset, pending.command)), scene_of(ruleset, base)


def may_answer(viewer: Viewer, ask: Ask) -> bool:
    """Whether a seat may answer an ask: whoever may act for the one who is asked; game masters for anyone."""
    return viewer.is_gm or (ask.who != GM and viewer.may_act_for(ask.who))


def rolled_in(state: TableState, facts: tuple[Any, ...]) -> tuple[Rolled | Answered, ...]:
    """All replies of the resolution that a commit goes on with or ends, by their place."""
    before = state.pending.replies if state.pending is not None else ()
    return (*before, *(reply for fact in facts if isinstance(fact, f.Replied) for reply in fact.replies))


def still_open(ruleset: Ruleset, state: TableState) -> f.Voided | None:
    """After loading: None when the open resolution still plays to the same asks, else the fact that drops it."""
    pending = state.pending
    if pending is None:
        return None
    try:
        if pending.rules == ruleset.version:
            script, scene = _again(ruleset, pending)
            played = run(script, scene, pending.replies)
            if isinstance(played, Waiting) and played.requests == tuple(one.ask for one in pending.asks):
                return None
    except (Refusal, ReplayMismatch, BadAnswer):
        pass
    return f.Voided(pending.resolution, CHANGED)


def try_out(ruleset: Ruleset, state: TableState, viewer: Viewer, command: Mapping[str, Any]) -> Refused | None:
    """Whether a command would be refused before anything is asked or rolled. Draws nothing and changes nothing."""
    try:
        asked = read(ruleset, command)
        run(script_of(ruleset, state, viewer, asked), scene_of(ruleset, state))
    except Refusal as refusal:
        return refusal.refused
    return None
