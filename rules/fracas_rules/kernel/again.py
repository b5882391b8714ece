"""What a part of a script came to, kept for the next time that it is played on the very same table."""

from __future__ import annotations

from operator import is_
from typing import Any, Generic, TypeVar

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
        if last is None or not all(map(is_, _beneath(scene), last[0])) or last[1] != what:
            return None
        return last[2]

    def keep(self, scene: Scene[Any, Any, Any], what: Any, came: T) -> T:
        """Note what it came to."""
        self._last = (_beneath(scene), what, came)
        return came


def _beneath(scene: Scene[Any, Any, Any]) -> tuple[Any, ...]:
    return (scene.state, scene.options, scene.catalogue, scene.tokens, scene.grid, scene.walls)
