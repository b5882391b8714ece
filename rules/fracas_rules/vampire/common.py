"""What every procedure uses: its scene, its rolls, who is told what, whose turn it is, and how far things are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..kernel import scene as kernel_scene
from ..kernel.formula import Term
from ..kernel.ids import CombatantId
from ..kernel.requests import Ask, Option, Shares, Thrown
from ..kernel.roster import told
from ..kernel.script import Script, ask, throw
from . import facts as f
from .dice import BOTCH, Pool
from .options import Options
from .rows import Catalogue
from .sheet import Weapon
from .state import Combatant, Encounter, Fight

Scene = kernel_scene.Scene[Fight, Options, Catalogue]
#: What of all that was before still matters from a roll on, for the odds; None where nothing is promised. Levels that were
#: marked before only add up: they are the roll's `tally`.
After = tuple[int | str, ...] | None


def dice_of(terms: Sequence[Term]) -> int:
    """The dice of a pool: the sum of its addends, never below 0 (VTM-DICE-ROLL)."""
    return max(0, sum([one.value for one in terms]))


def difficulty_of(terms: Sequence[Term]) -> int:
    """A difficulty: the sum of its addends, kept between 2 and 10 (VTM-DICE-DIFFICULTY)."""
    return min(10, max(2, sum([one.value for one in terms])))


def cast(
    key: str,
    who: CombatantId,
    label: str,
    terms: Sequence[Term],
    difficulty: int = 6,
    *,
    tens: Literal["off", "double", "reroll"] = "off",
    auto: int = 0,
    most: int | None = None,
    dice: int | None = None,
    after: After = None,
    tally: int = 0,
    against: Sequence[Term] = (),
) -> Script[f.Cast]:
    """An action or reflexive roll. Without dice nothing is thrown and only `auto` counts (VTM-DICE-ROLL).

    `against`: the addends of the difficulty, to be told.
    """
    count = dice_of(terms) if dice is None else dice
    why = tuple([one for one in against if one.key != "base"])
    if not count:
        return f.Cast(who, label, tuple(terms), 0, difficulty, auto, auto=auto, against=why)
    pool = Pool(key, who, (10,) * count, after=after, tally=tally, difficulty=difficulty, tens=tens, auto=auto, most=most)
    thrown = yield from throw(pool)
    value = _number(thrown)
    return f.Cast(who, label, tuple(terms), count, difficulty, max(0, value), value == BOTCH, auto, thrown.at, why)


def levels(
    scene: Scene,
    key: str,
    who: CombatantId,
    label: str,
    terms: Sequence[Term],
    *,
    auto: int = 0,
    most: int | None = None,
    after: After = None,
    tally: int = 0,
    halved: bool = False,
) -> Script[f.Cast]:
    """A damage or soak roll: difficulty 6, no botch, and 1s cancel only by option (VTM-DICE-DAMAGE)."""
    count = dice_of(terms)
    if not count:
        return f.Cast(who, label, tuple(terms), 0, 6, auto, auto=auto)
    ones = scene.options.ones_cancel_damage
    pool = Pool(
        key, who, (10,) * count, after=after, tally=tally, ones=ones, botches=False, auto=auto, most=most, halved=halved
    )  # fmt: skip
    thrown = yield from throw(pool)
    value = _number(thrown)
    return f.Cast(who, label, tuple(terms), count, 6, value, auto=auto, at=thrown.at)


def _number(thrown: Thrown) -> int:
    assert isinstance(thrown.value, int)
    return thrown.value


def outcome_of(roll: f.Cast) -> str:
    """The word for a roll (VTM-DICE-BOTCH)."""
    return "botch" if roll.botch else "success" if roll.successes else "failure"


def gone(who: Combatant) -> bool:
    """Whether turns pass over it: the dead and the torpid."""
    return bool(who.fate)


def up(met: Encounter, fight: Fight) -> tuple[CombatantId, ...]:
    """Whose turn it is: the next in the order, then Celerity's extra turns one at a time (VTM-C-TURN, VTM-R-CELERITY)."""
    present = [one for one in met.order if one in fight.combatants and not gone(fight.combatants[one])]
    for one in present:
        if one not in met.done:
            return (one,)
    waiting = [one for one in present if fight.combatants[one].extras < fight.combatants[one].celerity_used]
    return (min(waiting, key=lambda one: fight.combatants[one].extras),) if waiting else ()


def in_extra(scene: Scene, who: CombatantId) -> bool:
    """Whether it is one of Celerity's extra turns."""
    met = scene.state.encounter
    return met is not None and met.phase == "actions" and who in met.done and who in up(met, scene.state)


def own_turn(scene: Scene, who: CombatantId) -> bool:
    """Whether it is this combatant's turn; outside a fight nobody has one."""
    met = scene.state.encounter
    return met is not None and met.phase == "actions" and up(met, scene.state) == (who,) and who not in met.done


def this_round(scene: Scene) -> int:
    """The number of the round; 0 outside a fight and before initiative."""
    met = scene.state.encounter
    return met.round if met is not None and met.phase != "gear" else 0


def earlier(scene: Scene, since: int) -> bool:
    """Whether something happened on an earlier turn; outside a fight there are none, and everything did."""
    return scene.state.encounter is None or since < this_round(scene)


def weapon_of(who: Combatant, weapon: str) -> Weapon | None:
    """A declared weapon by its id."""
    return next((one for one in who.weapons if one.id == weapon), None)


def in_hand(who: Combatant) -> list[Weapon]:
    """The weapons in hand, in the order in which they were taken up."""
    found = (weapon_of(who, one) for one in who.ready)
    return [one for one in found if one is not None]


def gain(scene: Scene, who: CombatantId, condition: str, params: f.Params | None = None, fresh: bool | None = None) -> None:
    """A condition begins; one that is gained in the own turn does not count that turn (VTM-C-TURN)."""
    new = own_turn(scene, who) if fresh is None else fresh
    scene.record(f.ConditionGained(who, f.Condition(condition, params or {}, new, this_round(scene))))


def lose(scene: Scene, who: CombatantId, *conditions: str) -> None:
    """Conditions end, where they are there."""
    for one in conditions:
        if any(condition.id == one for condition in scene.state.combatants[who].conditions):
            scene.record(f.ConditionLost(who, one))


def drop(scene: Scene, who: CombatantId, weapon: str) -> None:
    """A weapon in hand falls to the ground."""
    holder = scene.state.combatants[who]
    ready = tuple(one for one in holder.ready if one != weapon)
    dropped = (*(one for one in holder.dropped if one != weapon), weapon)
    scene.record(f.Held(who, ready, dropped))


def share_out(
    scene: Scene, key: str, who: CombatantId, prompt: str, default: dict[CombatantId, int], shares: Shares
) -> Script[dict[CombatantId, int]]:
    """Let somebody share out a total: a table by id, or one of the plain ways as options: as by default, or all on one."""
    options = [Option("default", "As it stands", ", ".join(f"{told(scene, one, who)} {n}" for one, n in default.items() if n))]
    if not shares.most or shares.total <= shares.most:
        options += [Option(one, f"All on {told(scene, one, who)}") for one in shares.of]
    pick = yield from ask(Ask(key, who, prompt, dict(default), tuple(options), shares=shares))
    if isinstance(pick, dict):
        return {one: int(pick.get(one, 0)) for one in shares.of}
    if pick in shares.of:
        return {one: shares.total if one == pick else 0 for one in shares.of}
    return {one: default.get(one, 0) for one in shares.of}
