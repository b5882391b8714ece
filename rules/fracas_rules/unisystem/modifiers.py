"""Every bonus and penalty of a roll, gathered in one visible order, each with its key for the card.

Which modifier weighs on what is one table in the game's README: attacks, the acting side of contests and rolled
noncombat actions take `acting`; defences take `defending`; resistance takes the wounds alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from ..kernel.formula import Term
from ..kernel.ids import CombatantId
from . import economy
from .commands import Modifier
from .common import Scene, is_mount, is_thing, ready, rider_of
from .move import Aim, Move, Owed
from .options import Options
from .params import GAITS
from .sheet import Weapon, full_life_points, quality
from .state import Combatant, Encounter, current, has, instances, params_of

LABELS = {
    "multiple_actions": "Multiple actions",
    "wounds": "Wounds",
    "on_fire": "On fire",
    "restrained": "Held",
    "bound": "Bound",
    "gang_up": "Gang-up",
    "full_offense": "Full offense",
    "full_defense": "Full defense",
    "righteous_fury": "Righteous fury",
    "no_cover": "No cover",
    "behind": "From behind",
    "heroic_feat": "Heroic feat",
    "off_hand": "Wrong hand",
    "attack_mod": "Weapon",
    "gm": "Game master",
    "height": "From the saddle",
    "attack_up": "Up at a rider",
    "mounted": "Mounted",
    "followup": "Follow-up",
    "opportunity": "Opportunities taken",
    "watched_over": "Watchful eye",
    "feinted": "Feint",
    "aiming": "Aim",
    "distracted": "Distracted",
}

#: Range bands by class of weapon, in yards: short under, medium under, long up to (UNI-C-RANGE).
RANGES = {
    "pistol": (5, 20, 50),
    "big_pistol": (5, 20, 50),
    "smg": (5, 20, 50),
    "shotgun": (10, 30, 60),
    "bow": (20, 60, 120),
    "crossbow": (20, 60, 120),
}
_RIFLE = (20, 100, 300)


@lru_cache(maxsize=2048)
def term(key: str, value: int, label: str = "") -> Term:
    """One addend with its printed label."""
    return Term(key, label or LABELS.get(key, key.replace("_", " ").capitalize()), value)


def wound_step(who: Combatant) -> str:
    """The wound ladder: fine, severe, critical, down, mortal or dead (UNI-C-WOUND-PENALTY, UNI-C-SURVIVAL)."""
    if has(who, "dead"):
        return "dead"
    points = who.life_points
    if points > 10 or points >= full_life_points(who.sheet):
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
    if who.life_points > 10:
        return 0
    body = who.sheet.body
    unfelt = body.feels_no_wounds or (who.sheet.kind == "adversary" and not options.wounded_adversaries)
    if unfelt or is_thing(who) or has(who, "last_deed"):
        return 0
    step = wound_step(who)
    penalty = 0 if step == "fine" else 2 if step == "severe" else 4
    if resisting_pain:
        penalty = max(0, penalty - quality(who.sheet, "resistance_pain"))
    return -penalty


def hold_penalty(who: Combatant, limbs: Sequence[str], breaking: CombatantId = "", biting: bool = False) -> int:
    """What grapples and holds take off an action that uses `limbs` (UNI-M-GRAPPLE-EFFECTS, UNI-M-WRESTLING-HOLD).

    `breaking`: the foe whose plain grapple is being broken, which does not weigh on that. Jaws are hindered by neither
    limb nor throat (UNI-M-BITE).
    """
    held = instances(who, "held")
    held_by = [one.get("by") for one in held]
    total = sum(-int(one.get("levels", 0)) for one in held)
    both = both_arms_held(who)
    holders = []
    for one in instances(who, "grappled"):
        by, part = str(one.get("by", "")), str(one.get("part", "body"))
        if part.startswith("arm_"):
            holders.append(by)
        if by in held_by or by == breaking or part == "neck":
            continue
        if part == "body":
            total -= 1
        elif part in limbs and not both:
            total -= 2
    if both and breaking not in holders:
        total -= 4
    return total - (0 if biting else 2 * len(instances(who, "choked")))


def both_arms_held(who: Combatant) -> bool:
    """Whether two different foes hold the two arms: -4 to everything and no dodge (UNI-M-GRAPPLE-EFFECTS)."""
    holders: dict[str, str] = {}
    for one in instances(who, "grappled"):
        holders.setdefault(str(one.get("part")), str(one.get("by")))
    left, right = holders.get("arm_left"), holders.get("arm_right")
    return left is not None and right is not None and left != right


def bodily(
    who: Combatant,
    options: Options,
    limbs: Sequence[str],
    breaking: CombatantId = "",
    despite: Sequence[str] = (),
    biting: bool = False,
) -> list[Term]:
    """What the state of the body does to actions and defences alike (UNI-C-KNOCKDOWN, UNI-C-FIRE-ACT, UNI-C-WOUND-PENALTY).

    Zeros are left out, as is what is in `despite`.
    """
    wounds = wound_penalty(who, options)
    if not who.conditions:
        return [term("wounds", wounds)] if wounds else []
    found = [
        term("wounds", wounds),
        term("prone", -4 if has(who, "prone") else 0),
        term("on_fire", -2 if has(who, "on_fire") else 0),
        term("restrained", hold_penalty(who, limbs, breaking, biting)),
        term("righteous_fury", 5 if has(who, "righteous_fury") else 0),
    ]
    return [one for one in found if one.value and one.key not in despite]


def several(scene: Scene, who: Combatant, off_hand: bool = False) -> list[Term]:
    """Multiple actions, a change of plans, and opportunities taken (UNI-C-MULTI-ATTACK, UNI-C-HR-OPPORTUNITY)."""
    if scene.state.encounter is None:
        return []
    penalty = economy.action_penalty(scene, who, off_hand)
    found = [term("multiple_actions", penalty)] if penalty else []
    if who.conditions:
        found += [term("changed_intention", -2)] if has(who, "changed_intention") else []
        found += opportunism(who)
    return found


def opportunism(who: Combatant) -> list[Term]:
    """-2 for each attack of opportunity that was taken (UNI-C-HR-OPPORTUNITY)."""
    taken = params_of(who, "opportunist")
    return [term("opportunity", -2 * int(taken.get("count", 1)))] if taken else []


def stated(modifiers: Sequence[Modifier]) -> list[Term]:
    """The circumstances given with the act, each under its own label.

    UNI-C-STUNT-BONUS, UNI-M-BASE-STUNT, UNI-C-UNLISTED-MANEUVER.
    """
    return [Term("gm", one.label, one.value) for one in modifiers if one.value]


def diverted(who: Combatant) -> int:
    """What a diverting taunt takes off everything Perception-based (UNI-M-TAUNT-DIVERT)."""
    taunt = params_of(who, "taunted") if who.conditions else None
    return -int(taunt.get("levels", 0)) if taunt and taunt.get("effect") == "divert" else 0


def gang(scene: Scene, move: Move, target: CombatantId) -> tuple[int, tuple[CombatantId, ...]]:
    """The gang-up bonus and those it comes from: +1 for every attacker, two at least, at most +4 (UNI-C-GANG, UNI-C-GANG-INTENT).

    In an encounter the attackers are those who planned a close attack on the target; a change of plans costs everyone the
    bonus on the targets that the changer had declared. Elsewhere the claimed number counts.
    """
    met = scene.state.encounter
    claimed = int(move.param("gang", 0))
    if met is None or claimed:
        return (min(4, claimed), ()) if claimed >= 2 else (0, ())
    if move.actor not in met.plans:
        return 0, ()
    for one in scene.state.combatants.values():
        lost = params_of(one, "changed_intention") if one.conditions else None
        if lost is not None and (target in lost.get("targets", ()) or one.id == move.actor):
            return 0, ()
    planned = _attackers(scene, met, target)
    if move.actor not in planned or len(planned) < 2:
        return 0, ()
    return min(4, len(planned)), tuple(planned)


def _attackers(scene: Scene, met: Encounter, target: CombatantId) -> list[CombatantId]:
    def close(maneuver: str) -> bool:
        row = scene.catalogue.maneuvers.get(maneuver)
        return row is not None and row.close and row.attack

    return [one for one, plan in met.plans.items() if any(target in act.targets and close(act.maneuver) for act in plan)]


def bands_of(move: Move, who: Combatant) -> tuple[int, int, int]:
    """The range bands of an act: those of a throw, of the weapon, or of its class (UNI-C-RANGE, UNI-M-THROW-WEAPON)."""
    if move.row.answers == "thrown":
        far = 2 + 2 * current(who, "strength")
        return (far + 1, far + 1, far)
    if move.weapon is None:
        return (100_000, 100_000, 100_000)
    return move.weapon.range or RANGES.get(move.weapon.class_, _RIFLE)


def range_penalty(distance: int | None, bands: tuple[int, int, int]) -> int:
    """0 under the first number, -1 under the second, -3 from there (UNI-C-RANGE). Yards."""
    if distance is None or distance < bands[0]:
        return 0
    return -1 if distance < bands[1] else -3


def saddle_penalty(gait: str, ground: str) -> int:
    """What shooting from a mount costs: by gait, uneven ground one step worse, never below -4 (UNI-C-MOUNT-RANGED)."""
    step = max(1, GAITS.index(gait))
    return -min(4, step + (1 if ground == "uneven" else 0))


def height_bonus(scene: Scene, move: Move, who: Combatant, target: Combatant) -> bool:
    """Whether a rider strikes down with a weapon of some reach at somebody on foot (UNI-C-MOUNT-HEIGHT, -VERSUS)."""
    if not who.mount or not move.row.close or move.weapon is None or move.natural or move.weapon.reach == "close":
        return False
    return not target.mount and not is_mount(scene.state, target.id) and target.sheet.kind in ("cast", "adversary")


def strikes_up(scene: Scene, move: Move, who: Combatant, target: Combatant) -> bool:
    """Whether somebody on foot attacks up at a rider without a pole arm (UNI-C-MOUNT-ATTACK-UP)."""
    polearm = move.weapon is not None and move.weapon.class_ == "polearm"
    return bool(target.mount) and move.row.close and not who.mount and not is_mount(scene.state, who.id) and not polearm


def unseen(who: Combatant, other: Combatant) -> str:
    """How somebody fares against the invisible: `` (sees), `marked`, `located` or `blind` (UNI-C-INVISIBLE-MARKED)."""
    if not other.conditions or not has(other, "invisible"):
        return ""
    if has(other, "marked"):
        return "marked"
    place = params_of(who, "located")
    return "located" if place is not None and place.get("of") == other.id else "blind"


#: What hits and parries against the half-seen cost.
UNSEEN = {"": 0, "marked": -2, "located": -4, "blind": 0}


def weigh(scene: Scene, move: Move, who: Combatant, aim: Aim) -> tuple[list[Term], Owed]:
    """What weighs on an attack on this target alone: gang-up, range, height, what is unseen, a feint; and whence it comes."""
    found: list[Term] = []
    owed: Owed = {}
    target = scene.state.combatants[aim.target]
    if move.row.close and move.row.answers:
        bonus, friends = gang(scene, move, aim.target)
        if bonus:
            found.append(term("gang_up", bonus))
            owed["gang_up"] = friends
    if move.row.ranged:
        found.append(term("range", range_penalty(aim.yards, bands_of(move, who))))
    if who.mount or target.mount:
        found.append(term("height", 3 if height_bonus(scene, move, who, target) else 0))
        found.append(term("attack_up", -3 if strikes_up(scene, move, who, target) else 0))
    if target.conditions:
        hidden = unseen(who, target)
        found.append(term("marked" if hidden == "marked" else "invisible", UNSEEN[hidden]))
        feint = next((one for one in instances(target, "feinted") if one.get("by") == move.actor), None)
        if feint is not None:
            found.append(term("feinted", int(feint.get("levels", 0))))
    return [one for one in found if one.value], owed


def helped(who: Combatant, use: str) -> tuple[list[Term], Owed]:
    """Hints by others for a roll of this kind (UNI-M-WATCHFUL-EYE), and whence they come."""
    hints = [one for one in instances(who, "watched_over") if one.get("use", "any") in (use, "any")] if who.conditions else []
    return (
        [term("watched_over", int(one.get("bonus", 0))) for one in hints if one.get("bonus")],
        {"watched_over": tuple(str(one.get("by", "")) for one in hints)} if hints else {},
    )


def awkward(move: Move, who: Combatant) -> int:
    """-2 for the wrong hand, unless both are as good (UNI-C-OFF-HAND)."""
    able = "ambidexterity" in who.sheet.qualities or "omnidexterity" in who.sheet.qualities
    return -2 if move.param("awkward_hand") and not able else 0


def knocks_down(victim: Combatant, raw: int) -> bool:
    """Whether a blow may knock down: more than three times the victim's Strength after armour (UNI-C-KNOCKDOWN-BLOW)."""
    if is_thing(victim) or raw <= 3 * current(victim, "strength"):
        return False
    return all(one.id not in ("prone", "dead", "unconscious", "incapacitated") for one in victim.conditions)


def mounted_defense(scene: Scene, who: Combatant) -> bool:
    """Whether somebody defends as a rider or as a ridden mount, at -1 (UNI-C-MOUNT-DEFEND)."""
    return bool(who.mount) or rider_of(scene.state, who.id) is not None


def armed_with(who: Combatant, fits: Callable[[Weapon], bool]) -> Weapon | None:
    """The first weapon in hand that fits."""
    return next((one for one in ready(who) if fits(one)), None)
