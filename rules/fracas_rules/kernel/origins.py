"""Where the replies of an action say they are from, held against what was before: for the verification of a log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from . import facts as f
from .requests import Reply, Rolled


class Origins:
    """Where the replies of an action may say they are from: those of an amended one were there before, but for the changed."""

    def __init__(self, old: Sequence[Reply], amended: f.Amended | None) -> None:
        self._amended = amended
        self._changed = False
        self._left = [] if amended is None else [replace(one, origin=one.origin or "kept") for one in old]

    def carried(self, reply: Reply) -> bool:
        """Whether a reply was there before; each counts once."""
        if reply not in self._left:
            return False
        self._left.remove(reply)
        return True

    def wrong(self, reply: Reply, by_hand: bool) -> str:
        """What is wrong with where a reply says it is from, if anything. `by_hand`: people roll and type in what shows."""
        if reply.origin == "kept" or (reply.origin == "hand" and self._amended is not None):
            return "was not kept"
        if reply.origin == "amended":
            return "" if self._amends(reply) else "was not amended here"
        if isinstance(reply, Rolled) and reply.forced is not None:
            return "was given a value that no amendment gave"
        if reply.origin == "hand" and (not by_hand or not isinstance(reply, Rolled) or reply.at >= 0):
            return "was not rolled by hand: the server rolls"
        return ""

    def _amends(self, reply: Reply) -> bool:
        """Whether this is the one reply that the GM changed, and nothing of it but what may be changed."""
        fact = self._amended
        if fact is None or self._changed or (fact.who, fact.key) != (reply.who, reply.key):
            return False
        found = next((one for one in self._left if _place(one) == _place(reply)), None)
        if found is None:
            return False
        self._left.remove(found)
        self._changed = True
        return True


def _place(reply: Reply) -> tuple[Any, ...]:
    """What an amendment leaves of a reply as it was."""
    if isinstance(reply, Rolled):
        return (reply.key, reply.who, reply.dice, reply.at)
    return (reply.key, reply.who, reply.by)
