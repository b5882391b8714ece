"""Playing a script: from its start, every time, against the replies it has had so far.

There is no live generator anywhere. Suspending is forgetting the generator; going on is running it again with one reply
more. Each recorded reply must answer the same request as when it was given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from ..errors import ReplayMismatch
from .requests import Answered, Ask, Pick, Reply, Request, Roll, Rolled
from .scene import Scene
from .script import Script

#: `die(who, sides)` gives the next face of that roller.
Dice = Callable[[str, int], int]
AnyScene = Scene[Any, Any, Any]


class Waiting(Struct, frozen=True):
    """The script waits for `request`; `replies` are all so far, new dice included."""

    request: Request
    replies: tuple[Reply, ...]


class Done(Struct, frozen=True):
    """The script has ended with these facts and this result."""

    facts: tuple[Any, ...]
    result: dict[str, Any]
    replies: tuple[Reply, ...]


def run(
    play: Callable[[AnyScene], Script[None]],
    scene: AnyScene,
    replies: Sequence[Reply] = (),
    dice: Dice | None = None,
) -> Waiting | Done:
    """Play `play` on a fresh `scene` until it ends or an ask is open.

    Without `dice` a roll that has no recorded reply also stops the run (a dry run: nothing is drawn).
    An ask with a single legal option is put to nobody.

    Raises `Refusal` where the rules refuse, `ReplayMismatch` where a recorded reply answers another request, and
    `BadAnswer` where it is not a legal answer.
    """
    known = list(replies)
    at = 0
    script = play(scene)
    value: int | Pick | None = None
    while True:
        try:
            request = script.send(value)
        except StopIteration:
            if at < len(replies):
                raise ReplayMismatch(f"The script ended, but a recorded reply to {known[at].key} is left.") from None
            return Done(tuple(scene.facts), scene.result, tuple(known))
        if isinstance(request, Roll):
            if at < len(known):
                value = request.value(_faces(request, known[at]))
            elif dice is None:
                return Waiting(request, tuple(known))
            else:
                who = request.who
                faces = request.draw(lambda sides, who=who: dice(who, sides))  # type: ignore[misc]
                known.append(Rolled(request.key, who, request.dice, faces))
                value = request.value(faces)
            at += 1
            continue
        single = request.only()
        if single is not None:
            value = single
        elif at < len(known):
            value = request.check(_pick(request, known[at]))
            at += 1
        else:
            return Waiting(request, tuple(known))


def _faces(request: Roll, reply: Reply) -> tuple[int, ...]:
    same = isinstance(reply, Rolled) and (reply.key, reply.who, reply.dice) == (request.key, request.who, request.dice)
    if not same:
        raise ReplayMismatch(f"The script rolls {request.key} for {request.who}; recorded is {reply.key} for {reply.who}.")
    assert isinstance(reply, Rolled)
    return reply.faces


def _pick(request: Ask, reply: Reply) -> Pick:
    if not isinstance(reply, Answered) or (reply.key, reply.who) != (request.key, request.who):
        raise ReplayMismatch(f"The script asks {request.key} of {request.who}; recorded is {reply.key} of {reply.who}.")
    return reply.pick
