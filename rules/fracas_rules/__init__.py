"""The rules of four tabletop games, pure: no I/O, no clock, no randomness."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from .kernel.ruleset import Ruleset

#: The games that are built: the system's id, which is also the name of its package. One line a game.
_BUILT = (
    "unisystem",
    "vampire",
    "groove",
    "d6",
)  # fmt: skip

#: Every game's id and title; those without a ruleset are not built yet.
SYSTEMS = {
    "unisystem": "Cinematic Unisystem",
    "vampire": "Vampire",
    "groove": "Groove",
    "d6": "D6 Legend",
}


class _Games(Mapping[str, Ruleset]):
    """The games that are built; a game's package is imported when it is first asked for."""

    def __init__(self) -> None:
        self._loaded: dict[str, Ruleset] = {}

    def __getitem__(self, system: str) -> Ruleset:
        if system not in _BUILT:
            raise KeyError(system)
        if system not in self._loaded:
            self._loaded[system] = import_module(f".{system}", __name__).RULESET
        return self._loaded[system]

    def __iter__(self) -> Iterator[str]:
        return iter(_BUILT)

    def __len__(self) -> int:
        return len(_BUILT)


#: The games that can be played, by the system's id.
RULESETS: Mapping[str, Ruleset] = _Games()
