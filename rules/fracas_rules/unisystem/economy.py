"""What a combatant has done this Turn, what it may still do, and what that costs (UNI-C-MULTI-LIMIT, UNI-C-HR-PLANNED).

One account for the checks, the scripts and the view. Outside an encounter nothing is counted.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..kernel.ranked import Problem
from . import facts as f
from .common import Scene
from .options import Options
from .rows import Maneuver
from .state import Combatant, current, has, params_of


def extra_actions(dexterity: int, how: str) -> int | None:
    """How many extra actions a Turn allows; None for any number (UNI-C-MULTI-LIMIT)."""
    if how == "unlimited":
        return None
    if how == "dexterity_minus_4":
        return max(0, dexterity - 4)
    if how == "slow_steps":
        return max(0, (dexterity - 3) // 2)
    return max(0, dexterity // 2)


def extra_left(options: Options, who: Combatant) -> int | None:
    """Extra actions left this Turn; None for any number, as with planned attacks (UNI-C-HR-PLANNED)."""
    if options.revised_multiple_actions:
        return None
    pool = extra_actions(current(who, "dexterity"), options.extra_actions)
    return None if pool is None else max(0, pool - who.extra_used)


def free_defenses(who: Combatant) -> int:
    """How many defences of a Turn cost nothing (UNI-M-FULL-DEFENSE, UNI-C-HR-FULL-DEFENSE)."""
    return 2 if has(who, "full_defense") else 1


def free_defense_left(scene: Scene, who: Combatant) -> bool:
    """Whether a defence would cost nothing. Outside an encounter always."""
    return scene.state.encounter is None or who.defenses_made < free_defenses(who)


def may_defend(scene: Scene, who: Combatant) -> bool:
    """Whether a defence is left: a free one, or an extra action to pay for one."""
    return free_defense_left(scene, who) or extra_left(scene.options, who) != 0


def saving(who: Combatant, use: str, now: bool = False) -> int:
    """What two weapons take off the penalties of a Turn from the off-hand action on (UNI-C-DUAL-PENALTIES)."""
    if not now and f"off_hand_{use}" not in who.marks:
        return 0
    return 2 if "ambidexterity" in who.sheet.qualities else 1


def action_penalty(scene: Scene, who: Combatant, off_hand: bool = False) -> int:
    """-2 for each attack or noncombat action of the Turn so far (UNI-C-MULTI-ATTACK, UNI-C-MULTI-NONCOMBAT)."""
    if scene.state.encounter is None or not who.attacks_made:
        return 0
    return min(0, -2 * who.attacks_made + saving(who, "strike", off_hand))


def defense_penalty(scene: Scene, who: Combatant, off_hand: bool = False) -> int:
    """-2 for each defence beyond the free ones of the Turn (UNI-C-MULTI-DEFENSE, UNI-C-HR-DEFENSES)."""
    if scene.state.encounter is None:
        return 0
    beyond = who.defenses_made - (free_defenses(who) - 1)
    return min(0, -2 * beyond + saving(who, "parry", off_hand)) if beyond > 0 else 0


def problems(scene: Scene, who: Combatant, row: Maneuver, name: str = "") -> Iterator[Problem]:
    """Why an action of this cost may not be taken now, as far as the count of actions goes."""
    if row.cost == "free":
        return
    called, what = who.sheet.name, name or row.name
    if row.attack and has(who, "full_defense"):
        yield "forbidden", f"{called} is on Full Defense: no attack this Turn.", "$.maneuver"
    if row.attack and (params_of(who, "prone") or {}).get("fresh"):
        yield "no-actions-left", f"{called} was knocked down this Turn.", "$.actor"
    if scene.state.encounter is None:
        return
    if row.attack and who.attack_failed:
        yield "no-actions-left", f"An attack of {called}'s has failed this Turn: the others fail with it.", "$.maneuver"
    if row.attack and "watchful_eye" in who.done_with:  # UNI-M-WATCHFUL-EYE
        yield "no-actions-left", f"{called} has been watching instead of attacking.", "$.maneuver"
    if who.full_action or (row.cost == "full" and who.attacks_made):
        yield "no-actions-left", f"{what} would have to be the only action of {called}'s Turn.", "$.maneuver"
    elif who.attacks_made and extra_left(scene.options, who) == 0:
        yield "no-actions-left", f"{called} has no extra action left this Turn.", "$.actor"


def take_action(scene: Scene, who: Combatant, maneuver: str, row: Maneuver, full: bool = False) -> None:
    """Count an action of this Turn, and pay for it with an extra action where the free one is gone (UNI-M-BASE-COST)."""
    if scene.state.encounter is None:
        return
    paid = who.extra_used + (1 if who.attacks_made else 0)
    scene.record(f.ActionTaken(who.id, maneuver, who.attacks_made + 1, paid, full or row.cost == "full", row.attack))


def take_defense(scene: Scene, who: Combatant, pick: str) -> None:
    """Count a defence of this Turn, and pay for it where no free one is left."""
    if scene.state.encounter is None:
        return
    made = who.defenses_made + 1
    paid = who.extra_used + (1 if made > free_defenses(who) else 0)
    scene.record(f.DefenseTaken(who.id, pick, made, paid))
