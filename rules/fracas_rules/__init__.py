"""The rules of four tabletop games, pure: no I/O, no clock, no randomness."""

from __future__ import annotations

from .kernel.ruleset import Ruleset
from .unisystem import RULESET as UNISYSTEM

#: The games that can be played, by the system's id.
RULESETS: dict[str, Ruleset] = {game.id: game for game in (UNISYSTEM,)}

#: Every game's id and title; those without a ruleset are not built yet.
SYSTEMS = {
    "unisystem": "Cinematic Unisystem",
    "vampire": "Vampire",
    "groove": "Groove",
    "d6": "D6 Legend",
}
