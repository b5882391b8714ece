"""Dodge and Parry: in place of the passive defence until the next turn; with an option also when attacked."""

from __future__ import annotations

from dataclasses import dataclass

from ...kernel.ids import CombatantId
from ...kernel.requests import GM, Ask, Option
from ...kernel.roster import told
from ...kernel.script import Script, choose
from .. import facts as f
from ..common import Scene, actions_left, in_hand, is_gone, weapon_of
from ..modifiers import current_pdv
from ..move import Move
from ..rolls import Count, lost_dice, roll_pool
from ..sheet import code, has_skill
from ..state import Combatant, has
from ..vocabulary import FAST
from .act import struggle

_DODGES = ("acrobatics", "dodge")
_PARRIES = ("brawling", "martial_arts", "melee_weapons")


@dataclass(frozen=True)
class Guard:
    """An active defence: what it comes to, and its roll."""

    value: int
    count: Count


def dodge(scene: Scene, move: Move) -> Script[None]:
    """The successes replace the PDV, or else it is one better (D6-M-DODGE)."""
    guard = yield from _dodge(scene, move.actor, move.skill, lost_dice(scene, move.actor, move.cost))
    _settle(scene, guard)


def parry(scene: Scene, move: Move) -> Script[None]:
    """As Dodge, against close attacks only (D6-M-PARRY); a Weapon Parry deflects edges safely (D6-W-PARRY)."""
    who = scene.state.combatants[move.actor]
    weapon = move.id != "parry"
    held = "" if weapon else str(move.act.params.get("with") or _held(scene, who, move.skill))
    guard = yield from _parry(scene, move.actor, move.skill, held, weapon, lost_dice(scene, move.actor, move.cost))
    _settle(scene, guard)


def _settle(scene: Scene, guard: Guard) -> None:
    count = guard.count
    scene.result.update(
        outcome="success", value=guard.value, successes=count.successes, pool=count.pool, critical_failure=count.critical
    )


def _held(scene: Scene, who: Combatant, skill: str) -> str:
    """What parries when nothing is said: the body, or the readied weapon for melee weapons (D6-M-PARRY-SHARP)."""
    return who.weapon_ready if skill == "melee_weapons" and who.weapon_ready else "body"


def _dodge(scene: Scene, who: CombatantId, skill: str, several: int) -> Script[Guard]:
    pdv = current_pdv(scene.state.combatants[who])
    count = yield from roll_pool(scene, who, "dodge", skill, several=several, ask_gm=False)
    value = max(count.successes, pdv + 1)
    if count.critical:
        value = yield from _fumbled(scene, who, pdv, count)
    scene.record(f.Guarded(who, "dodge", value, count.successes, count.terms, count.at))
    return Guard(value, count)


def _fumbled(scene: Scene, who: CombatantId, pdv: int, count: Count) -> Script[int]:
    """A critical failure on a dodge is the GM's to settle (D6-M-DODGE-CRIT)."""
    worse = max(0, count.successes - 1)
    values = {"pdv": pdv, "pdv_plus_one": pdv + 1, "roll": worse, "none": 0}
    labels = {
        "pdv": "The passive defense", "pdv_plus_one": "One better after all", "roll": "The roll, less one", "none": "No defense",
    }  # fmt: skip
    options = tuple(Option(one, label, str(values[one])) for one, label in labels.items())
    prompt = f"{told(scene, who, GM)} dodges with a critical failure. What does the dodge come to?"
    return values[(yield from choose(Ask("dodge_critical_failure", GM, prompt, "pdv", options)))]


def _parry(scene: Scene, who: CombatantId, skill: str, held: str, weapon: bool, several: int) -> Script[Guard]:
    fighter = scene.state.combatants[who]
    pdv = current_pdv(fighter)
    count = yield from roll_pool(scene, who, "parry", skill, several=several)
    value = max(count.successes, pdv + 1)
    safe = weapon or (held == "body" and has_skill(fighter.sheet, "weapon_parry"))
    scene.record(f.Guarded(who, "parry", value, count.successes, count.terms, count.at, held, safe))
    return Guard(value, count)


def react(scene: Scene, move: Move, target: CombatantId) -> Script[bool]:
    """With the option `reactive_defense` the target may still dodge or parry with an action that is left (D6-M-DODGE).

    Whether it does.
    """
    if not scene.options.reactive_defense:
        return False
    who = scene.state.combatants[target]
    offered = _offered(scene, who, move.close)
    if len(offered) < 2:
        return False
    prompt = f"{told(scene, move.actor, target)} attacks {who.sheet.name}: {move.row.name}. Defend?"
    pick = yield from choose(Ask("defense", target, prompt, "none", offered))
    if pick == "none":
        return False
    struggle(scene, target, pick)
    if who.aim_rounds:
        scene.record(f.Aimed(target, 0))
    several = lost_dice(scene, target, 1)
    if pick == "dodge":
        yield from _dodge(scene, target, _best(who, _DODGES), several)
        return True
    skill = _best(who, _parry_skills(scene, who))
    yield from _parry(scene, target, skill, _held(scene, who, skill), False, several)
    return True


def _offered(scene: Scene, who: Combatant, close: bool) -> tuple[Option, ...]:
    found = [Option("none", "No defense")]
    met = scene.state.encounter
    left = actions_left(who, met) if met is not None else None
    able = not is_gone(who) and not has(who, "stunned") and not any(has(who, one) for one in FAST)
    if not able or left == 0:
        return tuple(found)
    found.append(Option("dodge", "Dodge", f"{code(who.sheet, _best(who, _DODGES))}D"))
    if close and not has(who, "prone"):
        found.append(Option("parry", "Parry", f"{code(who.sheet, _best(who, _parry_skills(scene, who)))}D"))
    return tuple(found)


def _parry_skills(scene: Scene, who: Combatant) -> tuple[str, ...]:
    ready = weapon_of(scene, who, who.weapon_ready)
    armed = ready is not None and ready.skill == "melee_weapons" and in_hand(scene, who, who.weapon_ready)
    return _PARRIES if armed else _PARRIES[:2]


def _best(who: Combatant, skills: tuple[str, ...]) -> str:
    return max(skills, key=lambda one: code(who.sheet, one))
