"""Objects and vehicles that are hit: Damage Capacity, and what may keep a vehicle going (UNI-C-VQ-DAMAGE, UNI-C-VF-SURVIVAL)."""

from __future__ import annotations

from ...kernel.formula import Term
from ...kernel.ids import CombatantId
from ...kernel.requests import GM, Ask, Option
from ...kernel.roster import told
from ...kernel.script import Script, choose
from ..common import Scene, d10, gain
from ..harm import tens_below, wound
from ..state import has
from .rolls import Total, tested


def wear(scene: Scene, thing: CombatantId, damage: int, by: CombatantId = "") -> Script[None]:
    """A thing takes damage; a vehicle at the end of its capacity may go on, by the full rules."""
    if damage <= 0:
        return
    wound(scene, thing, damage, "bash", by)
    hit = scene.state.combatants[thing]
    if hit.sheet.kind != "vehicle" or hit.damage_capacity > 0 or has(hit, "wrecked"):
        return
    if scene.options.vehicle_rules == "full":
        prompt = f"{told(scene, thing, GM)} is wrecked. May a survival roll keep it going?"
        options = (Option("roll", "Roll"), Option("no", "No"))
        grant = yield from choose(Ask("vehicle_survival", GM, prompt, "roll", options))
        if grant == "roll":
            passed = yield from survival(scene, thing)
            if passed:
                return
    options = (Option("stops", "It stops"), Option("explodes", "It explodes"))
    how = yield from choose(Ask("vehicle_end", GM, f"How does {told(scene, thing, GM)} end?", "stops", options))
    gain(scene, thing, "wrecked", {"how": how})


def survival(scene: Scene, thing: CombatantId) -> Script[bool]:
    """d10 + 2 x Toughness, -1 for every full ten points below zero (UNI-C-VF-SURVIVAL)."""
    hit = scene.state.combatants[thing]
    below = tens_below(hit.damage_capacity)
    terms = (Term("toughness", "2 x Toughness", 2 * hit.sheet.toughness), Term("capacity", "Below zero", below))
    total = Total(terms, 2 * hit.sheet.toughness + below, 2 * hit.sheet.toughness)
    face = yield from d10("vehicle_survival", thing, (9 - total.value,))
    total = total.with_die(face)
    tested(scene, thing, "vehicle_survival", total, total.value >= 9)
    return total.value >= 9
