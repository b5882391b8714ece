"""Critical failures: what becomes of those who fail badly (GRV-CRIT)."""

from __future__ import annotations

from ...kernel.ids import CombatantId
from ...kernel.requests import GM, Ask, Option
from ...kernel.roster import told
from ...kernel.script import Script, choose
from .. import facts as f
from ..common import Scene
from ..harm import lay
from ..rounds import actions, without_last


def botched(scene: Scene, who: CombatantId) -> Script[None]:
    """A critical failure: the Director picks what comes of it (GRV-CRIT)."""
    options = (
        Option("lose_actions", "Loses the round", "remaining and reserved actions are gone"),
        Option("drop_weapon", "Drops the weapon"),
        Option("fall", "Falls"),
        Option("none", "Nothing more"),
    )
    prompt = f"{told(scene, who, GM)} fails critically. What happens?"
    pick = yield from choose(Ask("critical_failure", GM, prompt, "lose_actions", options))
    if pick == "drop_weapon":
        lay(scene, who, "disarmed")
    elif pick == "fall":
        lay(scene, who, "prone")
    elif pick == "lose_actions":
        lose_actions(scene, who)


def lose_actions(scene: Scene, who: CombatantId) -> None:
    """The remaining slots and reserved actions of the round are gone."""
    met = scene.state.encounter
    if met is None:
        return
    now = scene.state.combatants[who]
    if now.reserved:
        scene.record(f.ReservedSet(who, {}))
    if met.phase == "actions":
        left = without_last(met.slots, met.passed, who, 0)
        if left != met.slots:
            scene.record(f.SlotsSet(left, met.passed, who))
    else:
        scene.record(f.InstantTaken(who, actions(scene.catalogue, scene.options, now, now.mode, now.use)))
