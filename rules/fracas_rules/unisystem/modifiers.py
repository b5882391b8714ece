"""Every bonus and penalty of a roll, gathered in one visible order, each with its key for the card.

Which modifier weighs on what is one table in the game's README: attacks, the acting side of contests and rolled
noncombat actions take all of `acting`; defences take `defending`; resistance takes the wounds alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from ..kernel.formula import Term
from ..kernel.ids import CombatantId
from .commands import Modifier
from .options import Options
from .sheet import full_life_points, quality
from .state import Combatant, Encounter, current, has, instances, params_of

LABELS = {
    "multiple_actions": "Multiple actions",
    "wounds": "Wounds",
    "prone": "Prone",
    "on_fire": "On fire",
    "restrained": "Held",
    "gang_up": "Gang-up",
    "full_offense": "Full offense",
    "full_defense": "Full defense",
    "righteous_fury": "Righteous fury",
    "range": "Range",
    "missile": "Missile",
    "no_cover": "No cover",
    "behind": "From behind",
    "heroic_feat": "Heroic feat",
    "off_hand": "Wrong hand",
    "changed_intention": "Changed intention",
    "attack_mod": "Weapon",
    "maneuver": "Maneuver",
    "gm": "Game master",
    "parry_missile": "Parrying a missile",
}


@lru_cache(maxsize=1024)
def term(key: str, value: int, label: str = "") -> Term:
    """One addend with its printed label."""
    return Term(key, label or LABELS.get(key, key.replace("_", " ").capitalize()), value)


def wound_step(who: Combatant) -> str:
    """The wound ladder: fine, severe, critical, down, mortal or dead (UNI-C-WOUND-PENALTY, UNI-C-SURVIVAL)."""
    if has(who, "dead"):
        return "dead"
    points = who.life_points
    if points >= full_life_points(who.sheet) or points > 10:
        return "fine"
    if points >= 5:
        return "severe"
    if points >= 1:
        return "critical"
    return "down" if points > -10 else "mortal"


def wound_penalty(who: Combatant, options: Options, resisting_pain: bool = True) -> int:
    """What wounds take off a combat roll: 0, -2 or -4, less Resistance (Pain) (UNI-C-WOUND-PENALTY)."""
    if who.spared is not None:
        return who.spared
    body = who.sheet.body
    unfelt = body.feels_no_wounds or (who.sheet.kind == "adversary" and not options.wounded_adversaries)
    if unfelt or who.sheet.kind in ("vehicle", "object") or has(who, "last_deed"):
        return 0
    step = wound_step(who)
    penalty = 0 if step == "fine" else 2 if step == "severe" else 4
    if resisting_pain:
        penalty = max(0, penalty - quality(who.sheet, "resistance_pain"))
    return -penalty


def hold_penalty(who: Combatant, limbs: Sequence[str], breaking: CombatantId = "") -> int:
    """What grapples and holds take off an action that uses `limbs` (UNI-M-GRAPPLE-EFFECTS).

    `breaking`: the foe whose plain grapple is being broken, which does not weigh on that.
    """
    if not who.conditions:
        return 0
    holds = instances(who, "held")
    held_by = {one.get("by") for one in holds}
    total = sum(-int(one.get("levels", 0)) for one in holds)
    arms: dict[str, str] = {}
    for one in instances(who, "grappled"):
        by, part = str(one.get("by", "")), str(one.get("part", "body"))
        if part.startswith("arm_"):
            arms.setdefault(part, by)
        if by in held_by or by == breaking or part == "neck":
            continue
        if part == "body":
            total -= 1
        elif part in limbs and not both_arms_held(who):
            total -= 2
    if both_arms_held(who) and breaking not in arms.values():
        total -= 4
    return total - 2 * len(instances(who, "choked"))


def both_arms_held(who: Combatant) -> bool:
    """Whether two different foes hold the two arms: -4 to everything and no dodge (UNI-M-GRAPPLE-EFFECTS)."""
    holders: dict[str, str] = {}
    for one in instances(who, "grappled"):
        holders.setdefault(str(one.get("part")), str(one.get("by")))
    left, right = holders.get("arm_left"), holders.get("arm_right")
    return left is not None and right is not None and left != right


def bodily(who: Combatant, options: Options, limbs: Sequence[str], breaking: CombatantId = "") -> list[Term]:
    """What the state of the body does to actions and defences alike; zeros are left out."""
    wounds = wound_penalty(who, options)
    if not who.conditions:
        return [term("wounds", wounds)] if wounds else []
    found = [
        term("wounds", wounds),
        term("prone", -4 if has(who, "prone") else 0),
        term("on_fire", -2 if has(who, "on_fire") else 0),
        term("restrained", hold_penalty(who, limbs, breaking)),
        term("righteous_fury", 5 if has(who, "righteous_fury") else 0),
    ]
    return [one for one in found if one.value]


def several(who: Combatant, met: Encounter | None) -> list[Term]:
    """Multiple actions: -2 for each attack or noncombat action already made this Turn (UNI-C-MULTI-ATTACK, -NONCOMBAT)."""
    if met is None:
        return []
    changed = has(who, "changed_intention")
    found = [
        term("multiple_actions", -2 * who.attacks_made),
        term("changed_intention", -2 if changed else 0),
    ]
    return [one for one in found if one.value]


def stated(modifiers: Sequence[Modifier]) -> list[Term]:
    """The circumstances given with the act, each under its own label."""
    return [Term("gm", one.label, one.value) for one in modifiers if one.value]


def gang(
    who: CombatantId,
    target: CombatantId,
    met: Encounter | None,
    claimed: int,
    changed: Sequence[Combatant],
    is_close: Callable[[str], bool],
) -> int:
    """The gang-up bonus: +1 for every attacker, two at least, at most +4 (UNI-C-GANG, UNI-C-GANG-INTENT).

    In an encounter the attackers are those who planned a close attack on the target; `changed` are all who have changed
    their intentions, which costs everyone the bonus on the targets that they had declared. Elsewhere `claimed` counts.
    """
    count = claimed
    if met is not None and not claimed:
        if any(target in (params_of(one, "changed_intention") or {}).get("targets", ()) for one in changed):
            return 0
        planned = [
            one for one, plan in met.plans.items() if any(target in act.targets and is_close(act.maneuver) for act in plan)
        ]
        if who not in planned:
            return 0
        count = len(planned)
    return min(4, count) if count >= 2 else 0


def range_penalty(distance: int | None, bands: tuple[int, int, int]) -> int | None:
    """0 under the first number, -1 under the second, -3 up to the third; None beyond it (UNI-C-RANGE). Yards."""
    if distance is None or distance < bands[0]:
        return 0
    if distance < bands[1]:
        return -1
    return -3 if distance <= bands[2] else None


def defense_count(who: Combatant, met: Encounter | None) -> int:
    """-2 for each defence beyond the free ones of the Turn: one, or two on Full Defense (UNI-C-MULTI-DEFENSE)."""
    if met is None:
        return 0
    return -2 * max(0, who.defenses_made - (free_defenses(who) - 1))


def free_defenses(who: Combatant) -> int:
    """How many defences of a Turn cost nothing (UNI-M-FULL-DEFENSE)."""
    return 2 if has(who, "full_defense") else 1


def extra_actions(dexterity: int, how: str) -> int | None:
    """How many extra actions a Turn allows; None for any number (UNI-C-MULTI-LIMIT)."""
    if how == "unlimited":
        return None
    if how == "dexterity_minus_4":
        return max(0, dexterity - 4)
    if how == "slow_steps":
        return max(0, (dexterity - 3) // 2)
    return dexterity // 2


def knocks_down(victim: Combatant, raw: int) -> bool:
    """Whether a blow may knock down: more than three times the victim's Strength after armour (UNI-C-KNOCKDOWN-BLOW)."""
    if victim.sheet.kind in ("vehicle", "object") or raw <= 3 * current(victim, "strength"):
        return False
    return all(one.id not in ("prone", "dead", "unconscious", "incapacitated") for one in victim.conditions)
