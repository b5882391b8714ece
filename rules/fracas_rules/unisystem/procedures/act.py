"""An act from its first check to its end: plan, Drama Points, action count, and the maneuver's own procedure."""

from __future__ import annotations

from ...errors import refuse
from ...kernel.requests import GM, Ask, Option
from ...kernel.script import Script, choose
from .. import facts as f
from ..commands import Act
from ..legality import Move, check
from ..play import Scene, spend_drama, told
from ..state import has


def act(scene: Scene, command: Act) -> Script[None]:
    """Play one act (UNI-C-PHASES, UNI-C-INTENT-CHANGE, UNI-C-DRAMA-HEROIC, UNI-M-BASE-COST)."""
    from . import PROCEDURES

    move = check(scene, command)
    if move.changed:
        yield from _change_intention(scene, move)
    if command.spend.get("drama_points"):
        spend_drama(scene, move.actor, command.spend["drama_points"], move.param("drama", "heroic_feat"))
    yield from PROCEDURES[move.row.procedure](scene, move)


def _change_intention(scene: Scene, move: Move) -> Script[None]:
    """The GM may allow another act than the planned one; it costs -2 for the Turn and the gang-up bonus."""
    who = scene.state.combatants[move.actor]
    prompt = f"{told(scene, move.actor, GM)} did not plan {move.row.name}. May the intention change?"
    word = yield from choose(Ask("change_intention", GM, prompt, "allow", (Option("allow", "Allow"), Option("deny", "Deny"))))
    if word == "deny":
        refuse("forbidden", f"The GM does not allow {who.sheet.name} to change intentions.", "$.maneuver")
    met = scene.state.encounter
    if met is not None and not has(who, "changed_intention"):
        done = met.plan_done.get(move.actor, ())
        plans = met.plans.get(move.actor, ())
        left = [one for index, plan in enumerate(plans) if index not in done for one in plan.targets]
        scene.record(f.ConditionGained(move.actor, "changed_intention", {"targets": left}))


def heroic(move: Move) -> bool:
    """Whether a Heroic Feat was bought for this act's roll."""
    return bool(move.act.spend.get("drama_points")) and move.param("drama", "heroic_feat") == "heroic_feat"


def take_action(scene: Scene, move: Move) -> None:
    """Count the action of this Turn, and pay for it with an extra action where the free one is gone."""
    if scene.state.encounter is None or move.row.cost == "free":
        return
    who = scene.state.combatants[move.actor]
    if move.plan_index is not None:
        scene.record(f.PlanDone(move.actor, move.plan_index))
    paid = who.extra_used + (1 if who.attacks_made else 0)
    scene.record(f.ActionTaken(move.actor, move.id, who.attacks_made + 1, paid, move.row.cost == "full"))


