"""Rolling pools and base damage: each gives a frozen count, and asks the GM about critical failures (D6-C-WILD)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..kernel.formula import Term
from ..kernel.ids import CombatantId
from ..kernel.requests import GM, Ask, Option
from ..kernel.roster import told
from ..kernel.script import Script, choose, throw
from . import facts as f
from .common import Scene
from .dice import Ordinary, Pool
from .modifiers import pool_terms, several
from .sheet import is_reflexes, title
from .state import Combatant, has


@dataclass(frozen=True)
class Count:
    """A pool that was rolled: successes that count, whether the Wild Die showed a 1, dice rolled, how they came about."""

    successes: int
    critical: bool
    pool: int
    terms: tuple[Term, ...]
    at: int


def roll_pool(
    scene: Scene,
    who: CombatantId,
    key: str,
    trait: str,
    *,
    several: int = 0,
    wounds: bool = True,
    bonus: Sequence[Term] = (),
    needs: int | None = None,
    beyond: bool = False,
    ask_gm: bool = True,
    after: tuple[int | str, ...] | None = None,
) -> Script[Count]:
    """Roll a pool; none of 0D or less (D6-C-POOL, D6-C-ZERO-POOL). Off balance is used up by a Reflexes roll.

    wounds: whether they take dice off it. needs: the successes that it takes, where the odds need to tell no more, or with
    `beyond` only what goes over it. ask_gm: whether a critical failure is the GM's to settle in the usual way.
    after: what of before matters from here on (`kernel.requests.Roll`).
    """
    roller = scene.state.combatants[who]
    terms = pool_terms(roller, trait, scene.options, several, wounds, bonus)
    dice = max(0, sum(one.value for one in terms))
    if is_reflexes(trait) and has(roller, "off_balance"):
        scene.record(f.ConditionLost(who, "off_balance"))
    if not dice:
        return Count(0, False, 0, terms, -1)
    thrown = yield from throw(Pool(key, who, (6,) * dice, _breaks(needs, beyond, dice), after))
    successes, critical = thrown.value if isinstance(thrown.value, tuple) else (max(0, thrown.value), 0)
    if critical and ask_gm:
        name = told(scene, who, GM)
        prompt = f"{name}: critical failure on {title(key).lower()} with {successes} success{'es' * (successes != 1)}."
        options = (
            Option("remove_success", "Take a success away", f"{max(0, successes - 1)} left"),
            Option("complication", "A complication", "the successes stay"),
        )
        if (yield from choose(Ask("critical_failure", GM, prompt, "remove_success", options))) == "remove_success":
            successes = max(0, successes - 1)
    return Count(successes, bool(critical), dice, terms, thrown.at)


def crossing(scene: Scene, *who: CombatantId, past: tuple[int | str, ...] = ()) -> tuple[int | str, ...]:
    """What still matters once some of an act is played: how these fighters stand now, and what has counted so far (`past`)."""
    found: list[int | str] = list(past)
    for one in who:
        fighter = scene.state.combatants[one]
        found += [fighter.body_points, fighter.relief, fighter.round_damage, fighter.character_points, fighter.dying]
        found += [-1 if guard is None else guard for guard in (fighter.dodge, fighter.parry)]
        found += conditions(fighter)
    return tuple(found)


def conditions(who: Combatant) -> tuple[str, ...]:
    """Conditions as texts, for comparing."""
    return tuple(f"{one.id}{sorted(one.params.items())}" for one in who.conditions)


def weighed(scene: Scene) -> bool:
    """Whether wounds take dice off rolls that have a difficulty (D6-X-WOUNDS)."""
    return scene.options.wound_penalty == "dice"


def lost_dice(scene: Scene, who: CombatantId, cost: int) -> int:
    """Dice that somebody loses to several actions, for an act of `cost` (D6-C-MULTI)."""
    return several(scene.state.combatants[who], scene.state.encounter, cost)


def _breaks(needs: int | None, beyond: bool, dice: int) -> tuple[int, ...]:
    if needs is None:
        return ()
    least = max(1, needs)
    return tuple(range(least, max(least, dice) + 12)) if beyond else (least,)


@dataclass(frozen=True)
class Damage:
    """Base damage that was rolled, with the place of its dice (-1 for none) and their owner."""

    value: int
    at: int
    by: CombatantId


def roll_bdv(
    scene: Scene, key: str, by: CombatantId, dice: int, points: int, after: tuple[int | str, ...] | None = None
) -> Script[Damage]:
    """Base damage: dice that count successes, and points; no Wild Die (D6-C-BDV). `by` throws: a combatant, or the table."""
    if scene.options.bdv_mode == "flat" or not dice:
        return Damage(max(0, dice + points), -1, by)
    thrown = yield from throw(Ordinary(key, by, (6,) * dice, (), after))
    assert isinstance(thrown.value, int)
    return Damage(max(0, thrown.value + points), thrown.at, by)
