"""Who acts when: categories, initiative values, ties, second places. No script waits here."""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel.ids import CombatantId
from ..kernel.roster import distance
from .common import Scene, is_absent, is_mount
from .sheet import quality
from .state import Combatant, Encounter, current, params_of

_CATEGORIES = {"mental": 0, "ranged": 1, "melee": 2}
#: A foe who starts this near keeps a shooter from shooting first; yards.
_GRABBED_WITHIN = 2

Slot = tuple[CombatantId, ...]


def initiative_value(who: Combatant) -> int:
    """Dexterity, +1 for each level of Fast Reaction Time (UNI-C-INIT-DEX)."""
    return current(who, "dexterity") + quality(who.sheet, "fast_reaction_time")


def takes_part(scene: Scene) -> list[CombatantId]:
    """Who has a place in the order, as they joined: neither things, nor mounts, nor who can do nothing."""
    fight = scene.state
    return [
        one
        for one, who in fight.combatants.items()
        if who.sheet.kind in ("cast", "adversary") and not is_mount(fight, one) and not is_absent(who)
    ]


def category(scene: Scene, who: CombatantId) -> int:
    """0 mental, 1 ranged, 2 melee: by the first entry of the plan (UNI-C-INIT-CATEGORY, UNI-C-HR-CLOSING)."""
    met = scene.state.encounter
    assert met is not None
    plan = met.plans.get(who, ())
    row = scene.catalogue.maneuvers.get(plan[0].maneuver) if plan else None
    kind = row.category if row is not None else "melee"
    if kind == "ranged" and _crowded(scene, met, who):
        kind = "melee"
    return _CATEGORIES[kind]


def _crowded(scene: Scene, met: Encounter, shooter: CombatantId) -> bool:
    for foe, plan in met.plans.items():
        for planned in plan:
            row = scene.catalogue.maneuvers.get(planned.maneuver)
            if row is None or not row.attack or not row.close or shooter not in planned.targets:
                continue
            yards = distance(scene, shooter, foe)
            if yards is not None and yards <= _GRABBED_WITHIN:
                return True
    return False


def tied(scene: Scene, who: Sequence[CombatantId]) -> list[list[CombatantId]]:
    """The combatants in groups of equal rank, first to act first: category, then initiative value."""
    fight = scene.state

    def rank(one: CombatantId) -> tuple[int, int]:
        return category(scene, one), -initiative_value(fight.combatants[one])

    groups: dict[tuple[int, int], list[CombatantId]] = {}
    for one in who:
        groups.setdefault(rank(one), []).append(one)
    return [groups[key] for key in sorted(groups)]


def sides(scene: Scene, group: Sequence[CombatantId]) -> dict[str, list[CombatantId]]:
    """The members of a tied group by side, in the order in which they joined; whoever has no side is one of his own."""
    found: dict[str, list[CombatantId]] = {}
    for one in group:
        side = scene.state.combatants[one].sheet.side or f"\x00{one}"
        found.setdefault(side, []).append(one)
    return found


def arranged(scene: Scene, slots: list[Slot]) -> list[Slot]:
    """The order with what moves in it: who is behind somebody acts before him, a set pole arm before the charge.

    UNI-M-WALL-FLIP, UNI-C-MOUNT-POLEARM-SET.
    """
    singles = list(slots)
    for one, who in scene.state.combatants.items():
        behind = params_of(who, "behind") if who.conditions else None
        if behind is not None:
            singles = _before(singles, one, str(behind.get("of", "")))
    for charger, holder in _charges(scene):
        singles = _before(singles, holder, charger)
    return singles


def _before(slots: list[Slot], mover: CombatantId, other: CombatantId) -> list[Slot]:
    """`mover` just before `other`, if it would come later or at the same time."""
    at = next((index for index, slot in enumerate(slots) if mover in slot), None)
    to = next((index for index, slot in enumerate(slots) if other in slot), None)
    if at is None or to is None or at < to:
        return slots
    left = [tuple(one for one in slot if one != mover) for slot in slots]
    left.insert(to, (mover,))
    return [slot for slot in left if slot]


def _charges(scene: Scene) -> list[tuple[CombatantId, CombatantId]]:
    met = scene.state.encounter
    assert met is not None
    found = []
    for rider, plan in met.plans.items():
        for entry in plan:
            if entry.params.get("charge") and scene.state.combatants[rider].mount:
                found += [(rider, one) for one in entry.targets if _set(scene, met, one)]
    return found


def _set(scene: Scene, met: Encounter, holder: CombatantId) -> bool:
    planned = any(entry.maneuver == "set_polearm" for entry in met.plans.get(holder, ()))
    who = scene.state.combatants.get(holder)
    return planned or (who is not None and any(one.id == "set_polearm" for one in who.conditions))


def second_places(scene: Scene, slots: Sequence[Slot]) -> list[CombatantId]:
    """Who plans to aim and then to shoot has a second place at the very end (UNI-M-AIM, UNI-C-HR-AIM)."""
    met = scene.state.encounter
    assert met is not None
    found = []
    for one in (one for slot in slots for one in slot):
        plan = [entry.maneuver for entry in met.plans.get(one, ())]
        if "aim" in plan:
            later = [scene.catalogue.maneuvers.get(maneuver) for maneuver in plan[plan.index("aim") + 1 :]]
            if any(row is not None and row.ranged for row in later):
                found.append(one)
    return found
