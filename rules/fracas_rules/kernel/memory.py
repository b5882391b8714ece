"""What a viewer was shown last. What has not changed since is shown as the same object, which costs nothing to compare."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Any, TypeVar

from .ids import CombatantId

T = TypeVar("T")


class Memory:
    """Of one viewer; `common` is of all viewers at the table: for what looks the same to everybody."""

    __slots__ = ("_parts", "_values", "common", "drawn")

    def __init__(self, common: Memory | None = None) -> None:
        self.common = self if common is None else common
        self.drawn: dict[CombatantId, tuple[tuple[Any, ...], dict[str, Any]]] = {}
        self._parts: dict[str, tuple[tuple[Any, ...], Any]] = {}
        self._values: dict[str, Any] = {}

    def part(self, name: str, about: tuple[Any, ...], make: Callable[..., T], *of: Any) -> T:
        """What was made about these very objects before, or `make(*of)` now; not to be changed.

        Whatever `make` reads must be among `about`.
        """
        known = self._parts.get(name)
        if known is not None and all(map(is_, known[0], about)):
            kept: T = known[1]
            return kept
        made = make(*of)
        self._parts[name] = (about, made)
        return made

    def same(self, name: str, value: T) -> T:
        """The value of before, if it is equal: so that it is the same object."""
        known: T | None = self._values.get(name)
        if known is not None and (known is value or known == value):
            return known
        self._values[name] = value
        return value
