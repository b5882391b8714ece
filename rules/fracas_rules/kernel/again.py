"""What a part of a script came to, kept for the next time that it is played on the very same table."""

from __future__ import annotations

from operator import is_
from typing import Any, Generic, TypeVar

from msgspec import Struct

from .scene import Scene

T = TypeVar("T")


class Again(Generic[T]):
    """What something last came to.

    Every answer plays its resolution from the start, and odds play it over and over: the same thing on the very same state,
    rows, options and map comes to the same, as long as it names nobody.
    """

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: tuple[tuple[Any, ...], Any, T] | None = None

    def known(self, scene: Scene[Any, Any, Any], what: Any) -> T | None:
        """What it came to on this scene, if that was the last."""
        last = self._last  # read once: odds are reckoned in another thread
        if last is None or not all(map(is_, _beneath(scene), last[0])) or not _alike(last[1], what):
            return None
        return last[2]

    def keep(self, scene: Scene[Any, Any, Any], what: Any, came: T) -> T:
        """Note what it came to."""
        self._last = (_beneath(scene), what, came)
        return came


def _beneath(scene: Scene[Any, Any, Any]) -> tuple[Any, ...]:
    return (scene.state, scene.options, scene.catalogue, scene.tokens, scene.grid, scene.walls)


def _alike(one: Any, other: Any) -> bool:
    """Whether two things are equal down to the types of what they hold.

    For Python `False` is 0 and `1.0` is 1: what was found legal with the one is not therefore legal with the other.
    """
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, Struct):
        return all(_alike(getattr(one, name), getattr(other, name)) for name in one.__struct_fields__)
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_alike(value, other[key]) for key, value in one.items())
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(_alike, one, other))
    return bool(one == other)
