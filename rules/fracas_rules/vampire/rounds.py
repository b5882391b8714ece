"""The order of a fight: ratings, ties, who takes part (VTM-I-ROLL, VTM-I-TIE, VTM-I-COMMAND)."""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel.formula import Term
from ..kernel.ids import CombatantId
from ..kernel.requests import Roll
from ..kernel.script import Script, throw
from . import facts as f
from .common import Scene, gone
from .modifiers import rating
from .state import Encounter


def takes_part(scene: Scene) -> list[CombatantId]:
    """Who rolls initiative, as they joined: neither the dead nor the torpid."""
    return [one for one, who in scene.state.combatants.items() if not gone(who)]


def _die(scene: Scene, who: CombatantId, key: str) -> Script[f.Cast]:
    thrown = yield from throw(Roll(key, who, (10,)))
    face = thrown.value if isinstance(thrown.value, int) else 0
    base = rating(scene.state.combatants[who], scene.options) if key == "initiative" else 0
    terms = [Term("die", "Die", face)]
    if key == "initiative":
        terms.append(Term("rating", "Dexterity + Celerity + Wits", base))
    label = "Initiative" if key == "initiative" else "Roll-off"
    return f.Cast(who, label, tuple(terms), 1, 0, face + base, at=thrown.at)


#: Of whom an earlier release kept no total: they stay before all who come later.
_UNKNOWN = 1000


def roll_order(scene: Scene) -> Script[tuple[list[CombatantId], dict[CombatantId, int], list[f.Cast]]]:
    """Roll for everybody; the order, the totals, and the rolls as they fell."""
    totals: dict[CombatantId, int] = {}
    rolls: list[f.Cast] = []
    for one in takes_part(scene):
        roll = yield from _die(scene, one, "initiative")
        totals[one] = roll.successes
        rolls.append(roll)

    def rank(one: CombatantId) -> tuple[int, int]:
        return totals[one], rating(scene.state.combatants[one], scene.options)

    order: list[CombatantId] = []
    for key in sorted({rank(one) for one in totals}, reverse=True):
        tied = [one for one in totals if rank(one) == key]
        order += yield from _untie(scene, tied, rolls)
    return order, totals, rolls


def late_order(scene: Scene, met: Encounter) -> Script[tuple[list[CombatantId], dict[CombatantId, int], list[f.Cast]]]:
    """Roll for those who joined since, and put each among the others; of equals those who were there before come first."""
    totals: dict[CombatantId, int] = {}
    rolls: list[f.Cast] = []
    for one in takes_part(scene):
        if one not in met.order:
            roll = yield from _die(scene, one, "initiative")
            totals[one] = roll.successes
            rolls.append(roll)
    all_of = {**met.totals, **totals}

    def rank(one: CombatantId) -> tuple[int, int]:
        return all_of.get(one, _UNKNOWN), rating(scene.state.combatants[one], scene.options)

    order = list(met.order)
    for one in sorted(totals, key=rank, reverse=True):
        order.insert(next((at for at, other in enumerate(order) if rank(other) < rank(one)), len(order)), one)
    return order, totals, rolls


def _untie(scene: Scene, tied: Sequence[CombatantId], rolls: list[f.Cast]) -> Script[list[CombatantId]]:
    """Equal in total and rating: one further die each, repeated while tied (VTM-I-TIE)."""
    if len(tied) < 2:
        return list(tied)
    faces: dict[CombatantId, int] = {}
    for one in tied:
        roll = yield from _die(scene, one, "roll_off")
        faces[one] = roll.successes
        rolls.append(roll)
    order: list[CombatantId] = []
    for face in sorted(set(faces.values()), reverse=True):
        order += yield from _untie(scene, [one for one in tied if faces[one] == face], rolls)
    return order
