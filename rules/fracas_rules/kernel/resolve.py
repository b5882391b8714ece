"""Resolutions: a game command opened, answered and ended; always by playing its script from the start."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from ..errors import BadAnswer, Refusal, Refused, ReplayMismatch, located, refuse
from . import facts as f
from . import gate
from .commands import TABLE_DO, Answer
from .ids import CombatantId, opaque
from .packs import dec_hook
from .params import is_whole
from .requests import GM, Answered, Ask, OpenAsk, Option, Pick, Reply, Roll, Rolled
from .ruleset import Look, Ruleset
from .run import Dice, Done, Stopped, Waiting, draw, run
from .scene import Scene
from .script import Script, choose
from .state import Pending, TableState
from .table import catalogue_of, house_of, look_of, options_of, viewer_of
from .viewer import Viewer

#: Facts to store, the resolution they belong to, and what to tell the one who sent the command.
Outcome = tuple[list[Any], str | None, dict[str, Any]]
AnyScene = Scene[Any, Any, Any]


def read(ruleset: Ruleset, command: Mapping[str, Any]) -> Any:
    """A command from plain data, of the table or of the game. Refuses (`malformed`) with the path of the first fault."""
    do = command.get("do")
    kind = TABLE_DO.get(do) or ruleset.by_do.get(do) if isinstance(do, str) else None
    if kind is None:
        allowed = ", ".join((*ruleset.commands, *TABLE_DO))
        refuse("malformed", f"There is no command `{do}`; known are {allowed}.", "$.do")
    try:
        return msgspec.convert(command, kind, dec_hook=dec_hook)
    except msgspec.ValidationError as error:
        refuse("malformed", *located(error))


def called(ruleset: Ruleset, state: TableState, viewer: Viewer) -> Callable[[CombatantId], str]:
    """Names of combatants as this viewer may hear them: `someone` for whoever does not exist for it."""
    names, look = ruleset.names(state.game), look_of(ruleset, state, viewer)
    return lambda one: names.get(one, one) if look.exists(one) else "someone"


def named(ruleset: Ruleset, command: Mapping[str, Any]) -> list[CombatantId]:
    """Every combatant that the command of an action names, in its order; none where the rules of today do not know it."""
    try:
        return list(dict.fromkeys(one for one, _path in ruleset.mentions(read(ruleset, command))))
    except Refusal:
        return []


def concerns(ruleset: Ruleset, look: Look, pending: Pending) -> bool:
    """Whether these eyes may know of an open action: of none that is secret, nor where nobody in it exists for them."""
    if look.viewer.is_gm or pending.secret:
        return look.viewer.is_gm
    if not look.unseen:
        return True
    who = named(ruleset, pending.command)
    return not who or any(map(look.exists, who))


def busy(ruleset: Ruleset, state: TableState, viewer: Viewer, pending: Pending) -> None:
    """Refuse because another action is open; it is named as far as the viewer may know."""
    if not concerns(ruleset, look_of(ruleset, state, viewer), pending):
        refuse("busy", "Another action is open: it must be answered first.")
    asked = read(ruleset, pending.command)
    label = ruleset.label(asked, state.game, called(ruleset, state, viewer))
    refuse("busy", f"Another action is open ({label}): it must be answered first.")


def scene_of(ruleset: Ruleset, state: TableState, hidden: tuple[CombatantId, ...] = ()) -> AnyScene:
    """A fresh scene on a table as it is; for an open resolution the table as it was when that opened.

    `hidden`: who besides has been hidden meanwhile, and is named to nobody from here on.
    """
    return Scene(
        state.game,
        ruleset.apply,
        options_of(ruleset, state.options),
        catalogue_of(ruleset, state.packs),
        state.tokens,
        state.grid,
        tuple(dict.fromkeys((*state.hidden, *hidden))),
        state.walls,
    )


def script_of(
    ruleset: Ruleset, state: TableState, viewer: Viewer, asked: Any, secret: bool = False
) -> Callable[[AnyScene], Script[None]]:
    """The script of a game command between its two gates.

    A player's claimed circumstances go to the GM for a ruling first. At the end, where the table wants it, what the dice
    came to is held until it is approved: if `secret`, by the GM alone.
    """
    house = house_of(ruleset, state.options)
    whom = "gm" if secret and house.confirm == "all" else house.confirm
    claims = () if viewer.is_gm or house.trust_players else ruleset.claims(asked, state.game)

    def play(scene: AnyScene) -> Script[None]:
        command = asked
        if claims:
            told = "; ".join(f"{what}: {value}" for what, value in claims)
            options = (Option("allow", "Allow"), Option("without", "Play it without"), Option("deny", "Deny"))
            names = ruleset.names(scene.state)
            deed = ruleset.label(asked, scene.state, lambda one: names.get(one, one))
            ruling = yield from choose(Ask("ruling", GM, f"{deed} claims {told}. Does that hold?", "without", options))
            if ruling == "deny":
                refuse("forbidden", "The GM does not grant the claimed circumstances.")
            if ruling == "without":
                command = ruleset.unclaimed(asked, state.game)
        if whom == "none":
            yield from ruleset.play(scene, command)
        else:
            yield from gate.held(ruleset, state, scene, command, whom)

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


def begin(
    ruleset: Ruleset, state: TableState, viewer: Viewer, raw: dict[str, Any], asked: Any, dice: Dice, now: int, secret: bool
) -> Outcome:
    """Open the resolution of a game command and play it as far as it goes. `secret`: only game masters are told of it."""
    actor = permit(ruleset, state, viewer, asked)
    if state.pending is not None:
        busy(ruleset, state, viewer, state.pending)
    _not_in_vain(ruleset, state, viewer, asked)
    names = ruleset.names(state.game)
    label = ruleset.label(asked, state.game, lambda one: names.get(one, one))
    resolution = opaque(state.secret, "resolution", state.seq + 1)
    opened = f.Opened(resolution, raw, viewer.seat, label, ruleset.version, actor or "", secret)
    script = script_of(ruleset, state, viewer, asked, secret)
    played = run(script, scene_of(ruleset, state), (), by_house(ruleset, state, dice))
    return [opened, *after(ruleset, state, resolution, (), 0, played, now)], resolution, {}


def _not_in_vain(ruleset: Ruleset, state: TableState, viewer: Viewer, asked: Any) -> None:
    """Refuse what cannot be done whatever the GM rules on its claims: nobody is asked about it first."""
    if viewer.is_gm or house_of(ruleset, state.options).trust_players or not ruleset.claims(asked, state.game):
        return
    granted = _refused(ruleset, state, asked)
    if granted is None:
        return
    if granted.code in ("malformed", "unknown-id") or _refused(ruleset, state, ruleset.unclaimed(asked, state.game)) is not None:
        raise Refusal(granted)


def _refused(ruleset: Ruleset, state: TableState, asked: Any) -> Refused | None:
    """Whether the rules refuse a command before anything is asked or rolled."""
    try:
        run(lambda scene: ruleset.play(scene, asked), scene_of(ruleset, state))
    except Refusal as refusal:
        return refusal.refused
    return None


def by_house(ruleset: Ruleset, state: TableState, dice: Dice) -> Dice | None:
    """The table's dice: None where they are rolled by hand and typed in."""
    return dice if house_of(ruleset, state.options).dice == "server" else None


def after(
    ruleset: Ruleset,
    state: TableState,
    resolution: str,
    still: tuple[OpenAsk, ...],
    known: int,
    played: Waiting | Done,
    now: int,
) -> list[Any]:
    """The facts of a run: its fresh replies, and its effects or the asks that are open now. `still`: asks open before."""
    fresh: tuple[Reply, ...] = played.replies[known:]
    if isinstance(played, Done):
        replied = [f.Replied(fresh)] if fresh else []
        return [*replied, *played.facts, f.Closed(resolution, played.result)]
    open_asks = []
    due = due_of(ruleset, state, now)
    for at, request in enumerate(played.requests):
        ask = gate.by_hand(ruleset, state, request) if isinstance(request, Roll) else request
        assert isinstance(ask, Ask)
        before = next((one for one in still if one.ask == ask), None)  # the very same question keeps its id
        open_asks.append(before or OpenAsk(opaque(state.secret, "ask", state.seq + 1, at), ask, due))
    return [f.Replied(fresh, tuple(open_asks))]


def due_of(ruleset: Ruleset, state: TableState, now: int) -> int:
    """When a question that is put now takes its default; 0 for never. A pause counts from its beginning: all of it is added."""
    wait = house_of(ruleset, state.options).ask_seconds
    return (state.paused or now) + 1000 * wait if wait else 0


def answer(ruleset: Ruleset, state: TableState, viewer: Viewer, asked: Answer, dice: Dice, now: int) -> Outcome:
    """Answer an open ask and go on; a late refusal, or changed rules, drop the resolution."""
    pending = state.pending
    open_ask = next((one for one in pending.asks if one.id == asked.ask), None) if pending is not None else None
    if pending is None or open_ask is None or not may_answer(viewer, pending, open_ask.ask):
        refuse("stale-answer", "That question is not open for you: it may have been answered already.", "$.ask")
    try:
        given = _given(ruleset, pending, open_ask, asked.pick, viewer.seat)
    except BadAnswer as bad:
        refuse("illegal-choice", str(bad), "$.pick")
    return go_on(ruleset, state, pending, open_ask, given, dice, now), pending.resolution, {}


def _given(ruleset: Ruleset, pending: Pending, open_ask: OpenAsk, pick: Pick, by: str) -> Reply:
    """The reply that a pick is: a decision, or dice that were rolled by hand."""
    ask = open_ask.ask
    if not ask.faces:
        return Answered(ask.key, ask.who, ask.check(pick), by)
    request = _by_hand(ruleset, pending)
    faces = tuple(pick) if isinstance(pick, list) else (pick,)
    numbers = tuple(one for one in faces if is_whole(one))
    if not isinstance(request, Roll) or len(numbers) != len(faces) or not request.fits(numbers):
        raise BadAnswer(f"Type in what the dice show: {gate.told(ask.faces)}, as a list of numbers.")
    return Rolled(request.key, request.who, request.dice, numbers, origin="hand")


def _by_hand(ruleset: Ruleset, pending: Pending) -> Roll | None:
    """The roll that waits for dice rolled by hand."""
    script, scene = again(ruleset, pending, ())
    played = run(script, scene, pending.replies)
    request = played.requests[0] if isinstance(played, Waiting) else None
    return request if isinstance(request, Roll) else None


def go_on(
    ruleset: Ruleset, state: TableState, pending: Pending, open_ask: OpenAsk, given: Reply, dice: Dice, now: int
) -> list[Any]:
    """The facts of an open resolution that has got one reply more."""
    known = len(pending.replies)
    try:
        script, scene = again(ruleset, pending, state.hidden)
        played = run(script, scene, (*pending.replies, given), by_house(ruleset, pending.base, dice))
        still = tuple(one for one in pending.asks if one is not open_ask)
        return after(ruleset, state, pending.resolution, still, known, played, now)
    except Stopped as late:
        drawn = f.Replied(late.replies[known:])
        return [drawn, f.Voided(pending.resolution, "refused", late.refused.code, late.refused.message)]
    except (Refusal, ReplayMismatch, BadAnswer):
        return [f.Voided(pending.resolution, CHANGED)]


def expire(ruleset: Ruleset, state: TableState, dice: Dice, now: int) -> list[Any]:
    """The facts of a deadline that has passed: the default of the ask is taken. Empty while none has, or while paused."""
    pending = state.pending
    if pending is None or state.paused:
        return []
    late = next((one for one in pending.asks if one.due and one.due <= now), None)
    if late is None:
        return []
    request = _by_hand(ruleset, pending) if late.ask.faces else None
    given: Reply = Answered(late.ask.key, late.ask.who, late.ask.default, "rules")
    if request is not None:  # dice that nobody rolled in time: the server does
        given = draw(request, dice)
    return go_on(ruleset, state, pending, late, given, dice, now)


CHANGED = "the rules changed while it was open"


def again(
    ruleset: Ruleset, pending: Pending, hidden: tuple[CombatantId, ...]
) -> tuple[Callable[[AnyScene], Script[None]], AnyScene]:
    """The script of an open resolution and its scene: both on the table as it was when it opened, but for who is `hidden` now."""
    base = pending.base
    opener = viewer_of(base, pending.seat)
    script = script_of(ruleset, base, opener, read(ruleset, pending.command), pending.secret)
    return script, scene_of(ruleset, base, hidden)


def may_answer(viewer: Viewer, pending: Pending, ask: Ask) -> bool:
    """Whether a seat may answer an ask: whoever may act for the one who is asked; game masters for anyone.

    Of a secret action nobody else may know, and so they alone decide for everybody in it.
    """
    return viewer.is_gm or (not pending.secret and ask.who != GM and viewer.may_act_for(ask.who))


def rolled_in(state: TableState, facts: Sequence[Any]) -> tuple[Rolled | Answered, ...]:
    """All replies of the resolution that a commit goes on with or ends, by their place."""
    found = list(state.pending.replies) if state.pending is not None else []
    for fact in facts:
        if isinstance(fact, f.Opened) or (isinstance(fact, f.Replied) and fact.anew):
            found.clear()
        if isinstance(fact, f.Replied):
            found += fact.replies
    return tuple(found)


def waits_for(pending: Pending, played: object) -> bool:
    """Whether what was played stopped at what is asked, however that is put: names may be hidden since. Dice that are rolled by
    hand are asked for as a list of faces.
    """
    if not isinstance(played, Waiting):
        return False
    asks = [one.ask for one in pending.asks]
    return all(ask.faces for ask in asks) or list(map(_wordless, asks)) == list(map(_wordless, played.requests))


def _wordless(request: Ask | Roll) -> Ask | Roll:
    if isinstance(request, Roll):
        return request
    return replace(request, prompt="", options=tuple(Option(one.id, "") for one in request.options))


def still_open(ruleset: Ruleset, state: TableState) -> f.Voided | None:
    """After loading: None when the open resolution still plays to the same asks, else the fact that drops it."""
    pending = state.pending
    if pending is None:
        return None
    try:
        if pending.rules == ruleset.version:
            script, scene = again(ruleset, pending, state.hidden)
            played = run(script, scene, pending.replies)
            if waits_for(pending, played):
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
