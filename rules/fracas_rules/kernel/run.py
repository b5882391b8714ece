"""Playing a script: from its start, every time, against the replies it has had so far.

There is no live generator anywhere. Suspending is forgetting the generator; going on is running it again with one reply
more. Each recorded reply must answer the same request as when it was given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..errors import BadAnswer, Refusal, Refused, ReplayMismatch
from .requests import Answered, Ask, Pick, Reply, Roll, Rolled, Thrown
from .scene import Scene
from .script import Script

#: `die(who, sides)` gives the next face of that roller.
Dice = Callable[[str, int], int]
AnyScene = Scene[Any, Any, Any]


class Waiting(Struct, frozen=True):
    """The script waits for `requests`: one roll, or one or more asks. `replies` are all so far, new dice included."""

    requests: tuple[Roll, ...] | tuple[Ask, ...]
    replies: tuple[Reply, ...]


class Done(Struct, frozen=True):
    """The script has ended with these facts and this result."""

    facts: tuple[Any, ...]
    result: dict[str, Any]
    replies: tuple[Reply, ...]


class Stopped(Refusal):
    """The rules refused after dice were thrown: `replies` are all so far, so that no die is thrown twice."""

    def __init__(self, refused: Refused, replies: tuple[Reply, ...]) -> None:
        super().__init__(refused)
        self.replies = replies


def run(
    play: Callable[[AnyScene], Script[None]],
    scene: AnyScene,
    replies: Sequence[Reply] = (),
    dice: Dice | None = None,
    keep: Sequence[Reply] = (),
) -> Waiting | Done:
    """Play `play` on a fresh `scene` until it ends or an ask is open.

    Without `dice` a roll that has no recorded reply also stops the run (a dry run: nothing is drawn).
    An ask with a single legal option is put to nobody: that option is taken.
    `keep` are replies of an action that is played anew: whatever of them still answers a request is used again.

    Raises `Stopped` where the rules refuse, `ReplayMismatch` where a recorded reply answers another request, and
    `BadAnswer` where it is not a legal answer.
    """
    known = list(replies)
    try:
        return _run(play, scene, known, dice, list(keep))
    except Refusal as refusal:
        raise Stopped(refusal.refused, tuple(known)) from None


def _run(
    play: Callable[[AnyScene], Script[None]], scene: AnyScene, known: list[Reply], dice: Dice | None, keep: list[Reply]
) -> Waiting | Done:
    recorded, at = len(known), 0
    script = play(scene)
    value: Any = None
    while True:
        try:
            request = script.send(value)
        except StopIteration:
            if at < recorded:
                raise ReplayMismatch(f"The script ended, but a recorded reply to {known[at].key} is left.") from None
            return Done(tuple(scene.facts), scene.result, tuple(known))
        if isinstance(request, Roll):
            if at == len(known):
                rolled = _kept_dice(request, keep)
                if rolled is None and dice is None:
                    return Waiting((request,), tuple(known))
                known.append(rolled or draw(request, dice))
            rolled = _rolled(request, known[at])
            came_to = request.value(rolled.faces) if rolled.forced is None else request.counted_as(rolled.forced)
            value = Thrown(came_to, at)
            at += 1
        elif isinstance(request, Ask):
            value = request.only()
            if value is None:
                if at == len(known):
                    given = _kept_pick(request, keep)
                    if given is None:
                        return Waiting((request.asked(),), tuple(known))
                    known.append(given)
                value = request.check(_pick(request, known[at]))
                at += 1
        else:
            if at == len(known):
                kept = [_kept_pick(ask, keep) for ask in request.asks if ask.only() is None]
                known.extend(given for given in kept if given is not None)
            picks, missing, at = _together(request.asks, known, at)
            if missing:
                if at < len(known):
                    raise ReplayMismatch(f"The script waits for {missing[0].key}; recorded is {known[at].key}.")
                return Waiting(tuple(one.asked() for one in missing), tuple(known))
            value = tuple(picks)


def draw(request: Roll, dice: Dice | None) -> Rolled:
    """Throw the dice of a request, noting where in the committed stream they stand."""
    assert dice is not None
    at: int = getattr(dice, "at", -1)
    return Rolled(request.key, request.who, request.dice, request.draw(lambda sides: dice(request.who, sides)), at)


def _kept_dice(request: Roll, keep: list[Reply]) -> Rolled | None:
    for at, old in enumerate(keep):
        if isinstance(old, Rolled) and (old.key, old.who, old.dice) == (request.key, request.who, request.dice):
            return replace(keep.pop(at), origin=old.origin or "kept")  # type: ignore[return-value]
    return None


def _kept_pick(ask: Ask, keep: list[Reply]) -> Answered | None:
    for at, old in enumerate(keep):
        if isinstance(old, Answered) and (old.key, old.who) == (ask.key, ask.who):
            del keep[at]
            try:
                ask.check(old.pick)
            except BadAnswer:
                return None
            return replace(old, origin=old.origin or "kept")
    return None


def _together(asks: tuple[Ask, ...], known: list[Reply], at: int) -> tuple[list[Pick], list[Ask], int]:
    """The picks of asks put at the same time, whose answers may have come in any order; and those that are missing."""
    put = {(ask.key, ask.who): ask for ask in asks if ask.only() is None}
    given: dict[tuple[str, str], Pick] = {}
    while at < len(known) and len(given) < len(put):
        reply = known[at]
        here = (reply.key, reply.who)
        if not isinstance(reply, Answered) or here not in put or here in given:
            break
        given[here] = put[here].check(reply.pick)
        at += 1
    picks: list[Pick] = []
    missing: list[Ask] = []
    for ask in asks:
        single = ask.only()
        pick = single if single is not None else given.get((ask.key, ask.who))
        if pick is None:
            missing.append(ask)
        else:
            picks.append(pick)
    return picks, missing, at


def _rolled(request: Roll, reply: Reply) -> Rolled:
    same = isinstance(reply, Rolled) and (reply.key, reply.who, reply.dice) == (request.key, request.who, request.dice)
    if not same:
        raise ReplayMismatch(f"The script rolls {request.key} for {request.who}; recorded is {reply.key} for {reply.who}.")
    assert isinstance(reply, Rolled)
    return reply


def _pick(request: Ask, reply: Reply) -> Pick:
    if not isinstance(reply, Answered) or (reply.key, reply.who) != (request.key, request.who):
        raise ReplayMismatch(f"The script asks {request.key} of {request.who}; recorded is {reply.key} of {reply.who}.")
    return reply.pick
