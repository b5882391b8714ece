"""Values that facts and state are made of: a roll that was made, a condition, an aim, an ambush, the GM's changes."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ..kernel.formula import Term
from ..kernel.ids import CombatantId
from .sheet import Armor, Weapon

Params = dict[str, Any]


class Cast(Struct, frozen=True, omit_defaults=True):
    """A roll that was made: whose, what for, its addends, dice, difficulty (0 for none) and net successes.

    `at`: the place of its faces among the replies of the resolution; -1 where no dice fell. `auto`: successes without dice.
    `against`: what makes the difficulty of an attack other than its maneuver's own.
    """

    who: CombatantId
    label: str
    terms: tuple[Term, ...]
    dice: int
    difficulty: int
    successes: int
    botch: bool = False
    auto: int = 0
    at: int = -1
    against: tuple[Term, ...] = ()


class Condition(Struct, frozen=True, omit_defaults=True):
    """A condition with its parameters. `fresh`: gained in one's own turn; `since`: the round (0 outside a fight)."""

    id: str
    params: Params = {}
    fresh: bool = False
    since: int = 0


class Aim(Struct, frozen=True, omit_defaults=True):
    """Whom one aims at, with what, for how many turns, and the dice that gives."""

    target: CombatantId
    weapon: str
    turns: int
    dice: int


class Ambush(Struct, frozen=True, omit_defaults=True):
    """A free attack that an ambush has won: on whom, with how many more dice, and whether it may be defended."""

    target: CombatantId
    bonus: int = 0
    defended: bool = False


class Changes(Struct, frozen=True, omit_defaults=True):
    """Fields of a combatant's state with new values; None leaves one as it is. `unaimed`: nothing is aimed at any more."""

    track: str | None = None
    fate: str | None = None
    blood_pool: int | None = None
    blood_spent: int | None = None
    willpower: int | None = None
    buffs: dict[str, int] | None = None
    paid: dict[str, int] | None = None
    celerity_used: int | None = None
    weapons: tuple[Weapon, ...] | None = None
    ready: tuple[str, ...] | None = None
    dropped: tuple[str, ...] | None = None
    ammo: dict[str, int] | None = None
    reload_progress: dict[str, int] | None = None
    armor: Armor | None = None
    cover: str | None = None
    aim: Aim | None = None
    unaimed: bool = False
    acted: bool | None = None
    defending: bool | None = None
    defense_count: int | None = None
    moved: int | None = None
    conditions: tuple[Condition, ...] | None = None
