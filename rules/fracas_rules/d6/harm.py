"""Damage after armour: Character Points, Body Points, massive damage, staying conscious, and what falls with a fighter."""

from __future__ import annotations

from dataclasses import dataclass

from ..kernel.ids import CombatantId
from ..kernel.requests import TABLE, Ask, Number, Option
from ..kernel.script import Script, ask, choose, throw
from . import facts as f
from .common import Scene
from .dice import PointDice
from .modifiers import is_out, massive_dice, wound_dice, wound_level
from .rolls import roll_bdv, roll_pool
from .state import Combatant, has, params_of
from .vocabulary import HOLDS

#: Rows of massive damage from the fourth on: out cold, and dying (D6-X-MASSIVE).
OUT_COLD, MORTAL = 4, 5
#: Being out counts as so many levels to Willpower (D6-X-STAY-CONSCIOUS).
_OUT_LEVELS = 4


def massive_row(full: int, lost: int) -> int:
    """The row of massive damage: 0 none, 1 to 3 dice, 4 unconscious, 5 dying (D6-X-MASSIVE)."""
    if lost >= full:
        return MORTAL
    quarter = -(-full // 4)
    if lost < quarter:
        return 0
    if lost == quarter:
        return 1
    if 2 * lost <= full:
        return 2
    return 3 if 4 * lost <= 3 * full else OUT_COLD


def reduce(scene: Scene, who: CombatantId, total: int) -> Script[int]:
    """What Character Points take off a damage total, right after it is known (D6-X-CP)."""
    victim = scene.state.combatants[who]
    if total <= 0 or victim.character_points <= 0:
        return 0
    name = victim.sheet.name
    most = victim.character_points
    prompt = f"{name} would lose {total} Body Points. How many Character Points against it?"
    spent = yield from ask(Ask("character_points", who, prompt, 0, (), Number(0, most)))
    if not isinstance(spent, int) or spent <= 0:
        return 0
    thrown = yield from throw(PointDice("character_points", who, (6,) * spent))
    assert isinstance(thrown.value, int)
    reduction = max(0, thrown.value)
    scene.record(f.PointsSpent(who, spent, most - spent, reduction, thrown.at))
    return reduction


def lose(scene: Scene, who: CombatantId, amount: int) -> Script[None]:
    """Lose Body Points, with all that follows (D6-X-WOUNDS, D6-X-ZERO, D6-X-MASSIVE, D6-X-WILLPOWER-LASTS)."""
    if amount <= 0:
        return
    before = scene.state.combatants[who]
    was_out, level = is_out(before), wound_level(before)
    so_far = _lost_so_far(scene, before)
    full, left = before.sheet.body_points, before.body_points - amount
    scene.record(f.Hurt(who, amount, left, so_far + amount))
    if before.aim_rounds:
        scene.record(f.Aimed(who, 0))
    row = massive_row(full, amount if scene.options.massive_tally == "blow" else so_far + amount)
    earlier = 0 if scene.options.massive_tally == "blow" else massive_row(full, so_far)
    fresh = row if row > earlier else 0
    if fresh == MORTAL:
        scene.record(f.Felled(who, True))
    elif 0 < fresh < OUT_COLD and fresh >= massive_dice(before):
        scene.record(f.ConditionGained(who, "massive", {"level": fresh, "rounds": 1}))
    if before.relief and (fresh or wound_level(scene.state.combatants[who]) != level):
        scene.record(f.Relieved(who, 0))
    if left != 0 and has(before, "clinging"):
        scene.record(f.ConditionLost(who, "clinging"))
    zero = left == 0 and fresh != MORTAL and not before.dying
    if zero or fresh == OUT_COLD:
        yield from _stay_conscious(scene, who, zero, fresh == OUT_COLD, was_out)
    if is_out(scene.state.combatants[who]):
        fall(scene, who)


def _lost_so_far(scene: Scene, who: Combatant) -> int:
    """Body Points lost this round; outside an encounter only those of this act."""
    if scene.state.encounter is not None:
        return who.round_damage
    return sum(fact.amount for fact in scene.facts if isinstance(fact, f.Hurt) and fact.who == who.id)


def felling(scene: Scene, who: Combatant) -> int:
    """The least loss that puts somebody out who lets go: down to 0, or out cold by massive damage."""
    so_far = 0 if scene.options.massive_tally == "blow" else _lost_so_far(scene, who)
    full = who.sheet.body_points
    massive = next(lost for lost in range(full + 1) if massive_row(full, lost) >= OUT_COLD)
    return min(who.body_points, max(1, massive - so_far))


def _stay_conscious(scene: Scene, who: CombatantId, zero: bool, knocked: bool, was_out: bool) -> Script[None]:
    """At exactly 0, or knocked out by massive damage: Willpower may keep one awake (D6-X-STAY-CONSCIOUS)."""
    victim = scene.state.combatants[who]
    awake = False
    if not was_out and victim.body_points >= 0:
        name = victim.sheet.name
        options = (Option("yes", "Fight to stay awake", "Willpower"), Option("no", "Let go"))
        pick = yield from choose(Ask("stay_conscious", who, f"{name} is about to pass out.", "no", options))
        if pick == "yes":
            awake = yield from _cling(scene, who, zero, knocked)
    if knocked and not awake and wound_level(victim) != "dead":
        faint(scene, who, 1)


def _cling(scene: Scene, who: CombatantId, zero: bool, knocked: bool) -> Script[bool]:
    victim = scene.state.combatants[who]
    other = massive_dice(victim) if zero else wound_dice(victim)
    injury = _OUT_LEVELS + (_OUT_LEVELS if zero and knocked else other)
    difficulty = 1 + injury
    count = yield from roll_pool(scene, who, "stay_conscious", "willpower", wounds=False, needs=difficulty, beyond=True)
    passed = count.successes >= difficulty
    scene.record(f.Tested(who, "stay_conscious", count.successes, difficulty, count.terms, count.at, passed))
    if not passed:
        return False
    if zero:
        scene.record(f.ConditionGained(who, "clinging"))
    if knocked:
        scene.record(f.ConditionGained(who, "massive", {"level": _OUT_LEVELS, "rounds": 1}))
    scene.record(f.Relieved(who, relieved(scene, count.successes - difficulty, injury)))
    if scene.state.encounter is not None:
        scene.record(f.ConditionGained(who, "acted_out"))
    return True


def relieved(scene: Scene, margin: int, injury: int) -> int:
    """Levels that a successful Willpower roll takes off: one and its margin, or the margin alone (D6-X-WILLPOWER)."""
    return min(injury, margin + (1 if scene.options.willpower_margin == "rule" else 0))


def faint(scene: Scene, who: CombatantId, rounds: int) -> None:
    """Lose consciousness for so many rounds, or for longer if it is lost for longer already."""
    known = params_of(scene.state.combatants[who], "unconscious")
    longer = known is not None and int(known.get("rounds", 10_000)) >= rounds
    if not longer:
        scene.record(f.ConditionGained(who, "unconscious", {"rounds": rounds}))
    fall(scene, who)


def fall(scene: Scene, who: CombatantId) -> None:
    """Whoever goes down lets go of everyone, stops running and aiming, and defends no more."""
    let_go(scene, who)
    victim = scene.state.combatants[who]
    if victim.charge_rounds:
        scene.record(f.Ran(who, 0))
    if has(victim, "overrun"):
        scene.record(f.ConditionLost(who, "overrun"))
    if victim.aim_rounds:
        scene.record(f.Aimed(who, 0))
    if victim.dodge is not None or victim.parry is not None:
        scene.record(f.GuardDropped(who))


def let_go(scene: Scene, holder: CombatantId) -> None:
    """End every hold of somebody."""
    for one, who in scene.state.combatants.items():
        for hold in HOLDS:
            if any(own.id == hold and own.params.get("by") == holder for own in who.conditions):
                scene.record(f.ConditionLost(one, hold, {"by": holder}))


@dataclass(frozen=True)
class Crash:
    """Damage by a thing: what was rolled, the total after armour, what Character Points took off, what was lost."""

    bdv: int
    total: int
    reduction: int
    lost: int


def crash(
    scene: Scene, who: CombatantId, cause: str, dice: int, points: int, plus: int = 0, by: CombatantId = TABLE
) -> Script[Crash]:
    """Run into something: its BDV and a modifier, less armour and Character Points (D6-C-OBSTACLE, D6-C-ARMOR)."""
    rolled = yield from roll_bdv(scene, cause, by, dice, points)
    total = max(0, rolled.value + plus - scene.state.combatants[who].sheet.armor)
    reduction = yield from reduce(scene, who, total)
    lost = max(0, total - reduction)
    scene.record(f.Crashed(who, cause, total, lost, rolled.at, rolled.by))
    yield from lose(scene, who, lost)
    return Crash(rolled.value, total, reduction, lost)


def change_points(scene: Scene, who: CombatantId, left: int) -> None:
    """Body Points by the GM's word: no massive damage and no questions, but the ladder and Willpower follow."""
    before = scene.state.combatants[who]
    level = wound_level(before)
    scene.record(f.Healed(who, left - before.body_points, left))
    if before.dying and left > 0:
        scene.record(f.Felled(who, False))
    after(scene, who, level)


def after(scene: Scene, who: CombatantId, level: str) -> None:
    """What a changed wound level brings: Willpower's relief ends, and whoever is out now falls."""
    now = scene.state.combatants[who]
    if wound_level(now) != level and now.relief:
        scene.record(f.Relieved(who, 0))
    if now.body_points != 0 and has(now, "clinging"):
        scene.record(f.ConditionLost(who, "clinging"))
    if is_out(scene.state.combatants[who]):
        fall(scene, who)
