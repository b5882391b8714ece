"""Who acts when: categories, initiative values, ties, surprise and momentum (UNI-C-INIT-…). No script waits here."""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel.ids import CombatantId
from .play import Scene, distance
from .sheet import quality
from .state import Combatant, Encounter, current

_CATEGORIES = {"mental": 0, "ranged": 1, "melee": 2}
#: A foe who starts this near keeps a shooter from shooting first; yards.
_GRABBED_WITHIN = 2

Slot = tuple[CombatantId, ...]


def initiative_value(who: Combatant) -> int:
    """Dexterity, +1 for each level of Fast Reaction Time (UNI-C-INIT-DEX)."""
    return current(who, "dexterity") + quality(who.sheet, "fast_reaction_time")


def takes_part(scene: Scene) -> list[CombatantId]:
    """Who has a place in the order, as they joined: neither things, nor mounts, nor the dead."""
    fight = scene.state
    mounts = {one.sheet.mount for one in fight.combatants.values() if one.sheet.mount}
    return [
        one
        for one, who in fight.combatants.items()
        if who.sheet.kind in ("cast", "adversary") and one not in mounts and all(c.id != "dead" for c in who.conditions)
    ]


def category(scene: Scene, who: CombatantId) -> int:
    """0 mental, 1 ranged, 2 melee: by the first entry of the plan (UNI-C-INIT-CATEGORY)."""
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
            if row is None or not row.answers or not row.close or shooter not in planned.targets:
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
