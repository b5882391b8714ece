"""What every procedure uses: its scene, its dice, who is told what, Drama Points, and what happens at one time."""

from __future__ import annotations

from ..kernel import scene as kernel_scene
from ..kernel.ids import CombatantId
from ..kernel.requests import GM, Roll
from ..kernel.script import Script, roll
from . import facts as f
from .options import Options
from .rows import Catalogue
from .sheet import is_natural
from .state import Combatant, Encounter, Fight, current, params_of

Scene = kernel_scene.Scene[Fight, Options, Catalogue]


def d10(key: str, who: CombatantId) -> Script[int]:
    """A fresh ten-sided die of that roller (UNI-C-ROLL)."""
    face = yield from roll(Roll(key, who, (10,)))
    return face


def told(scene: Scene, who: CombatantId, to: CombatantId) -> str:
    """A combatant's name as `to` may hear it: whoever is hidden is `someone` to all but the GM."""
    if who in scene.hidden and to not in (GM, who):
        return "someone"
    return scene.state.combatants[who].sheet.name


def together(scene: Scene, one: CombatantId, other: CombatantId) -> bool:
    """Whether two act at the same time and the first has not had its place yet (UNI-C-INIT-SIMULTANEOUS)."""
    met = scene.state.encounter
    if met is None or one in met.done:
        return False
    return any(one in group and other in group for group in met.simultaneous)


def distance(scene: Scene, a: CombatantId, b: CombatantId, claimed: int | None = None) -> int | None:
    """Yards between two: as ruled, else on the map, else as the encounter began; None when nobody knows."""
    if claimed is not None:
        return claimed
    measured = scene.map_distance(a, b)
    if measured is not None or scene.state.encounter is None:
        return measured
    return scene.state.encounter.distances.get(a, {}).get(b)


def up(met: Encounter, fight: Fight) -> tuple[CombatantId, ...]:
    """Whose place it is: the first who has not ended it and can act, with its simultaneous group."""
    waiting = [one for one in met.order if one not in met.done and one in fight.combatants]
    able = [one for one in waiting if not any(c.id in _ABSENT and not c.later for c in fight.combatants[one].conditions)]
    if not able:
        return ()
    group = next((group for group in met.simultaneous if able[0] in group), (able[0],))
    return tuple(one for one in group if one in able)


_ABSENT = ("dead", "unconscious", "incapacitated")


def may_spend(scene: Scene, who: CombatantId, amount: int = 1) -> bool:
    """Whether a Drama Point may be spent: enough are left, and none was used this Turn, or this step (UNI-C-DRAMA-LIMIT)."""
    combatant = scene.state.combatants[who]
    if combatant.drama_points < amount:
        return False
    if scene.state.encounter is not None:
        return not combatant.drama_used
    return not any(isinstance(fact, f.DramaSpent) and fact.who == who for fact in scene.facts)


def spend_drama(scene: Scene, who: CombatantId, amount: int, use: str) -> None:
    """Spend Drama Points on `use`."""
    scene.record(f.DramaSpent(who, amount, scene.state.combatants[who].drama_points - amount, use))


class Traits(dict[str, int]):
    """A combatant's traits for formulas: current attributes, skills, and the Scores of a quick sheet."""

    def __init__(self, who: Combatant) -> None:
        super().__init__()
        self._who = who

    def __missing__(self, name: str) -> int:
        sheet = self._who.sheet
        if hasattr(sheet.skills, name):
            value: int = getattr(sheet.skills, name)
        elif hasattr(sheet.scores, name):
            value = getattr(sheet.scores, name)
        else:
            value = current(self._who, name)
        self[name] = value
        return value


def unready(who: Combatant) -> list[str]:
    """Ids of weapons that are not in hand."""
    found = params_of(who, "unready")
    return list(found.get("weapons", ())) if found else []


def ready_weapons(who: Combatant) -> list[str]:
    """Ids of the weapons in hand, natural ones included, in the sheet's order."""
    away = unready(who)
    return [one.id for one in who.sheet.weapons if is_natural(one) or one.id not in away]
