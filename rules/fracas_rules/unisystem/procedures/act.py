"""An act from its first check to its end: plan, Drama Points, blood loss of the will, and the maneuver's own procedure."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...errors import refuse
from ...kernel.ids import CombatantId
from ...kernel.requests import GM, Ask, Option
from ...kernel.roster import told
from ...kernel.script import Script, choose
from .. import economy
from .. import facts as f
from ..checks import checked, refuse_first
from ..commands import Act
from ..common import Scene, gain, lose, spend_drama
from ..move import Move
from ..state import Combatant, has, params_of
from .defend import against_draining
from .exchange import take_action
from .shooting import exposed

Procedure = Callable[[Scene, Move], Script[None]]


def act(scene: Scene, command: Act, procedures: Mapping[str, Procedure]) -> Script[None]:
    """Play one act (UNI-C-PHASES, UNI-C-INTENT-CHANGE, UNI-C-DRAMA-HEROIC, UNI-M-BASE-COST)."""
    move = checked(scene, command)
    _opening(scene, move)
    if move.changed:
        yield from _change_intention(scene, move)
    points = command.spend.get("drama_points", 0)
    if points:
        spend_drama(scene, move.actor, points, move.param("drama", "heroic_feat"))
    _cease_fire(scene, move.actor)
    if move.row.cost != "free" and has(scene.state.combatants[move.actor], "drained"):
        free = yield from against_draining(scene, move.actor)
        if not free:
            take_action(scene, move)
            scene.result.update(outcome="failure", prevented=True)
            return
    yield from procedures[move.row.procedure](scene, move)
    if move.row.ranged:
        exposed(scene, move)


def _opening(scene: Scene, move: Move) -> None:
    """A follow-up must be the next act and go for the one who gave the opening; any other act loses it (UNI-C-HR-SETUP)."""
    actor = scene.state.combatants[move.actor]
    if move.followup:
        opening = params_of(actor, "followup")
        if opening is None:
            refuse("requirement", f"{actor.sheet.name} has no opening to follow up.", "$.params.followup")
        if opening.get("against") not in move.act.targets:
            refuse("illegal-target", "The follow-up goes for the one who gave the opening.", "$.targets[0]")
        _has_attack_left(scene, move, actor)
        return
    for one, who in scene.state.combatants.items():
        if who.conditions and has(who, "followup"):
            lose(scene, one, "followup")


def _has_attack_left(scene: Scene, move: Move, actor: Combatant) -> None:
    """A follow-up is one of the attacks of the Turn, except under the house rule (UNI-C-HR-OPPORTUNITY)."""

    if not scene.options.revised_multiple_actions:
        refuse_first(economy.problems(scene, actor, move.row))


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
        gain(scene, move.actor, "changed_intention", {"targets": list(dict.fromkeys(left))})


def _cease_fire(scene: Scene, actor: CombatantId) -> None:
    """Suppressive fire ends when its shooter does something else in a later Turn (UNI-C-SUPPRESS)."""
    if not scene.state.areas:
        return
    turn = scene.state.encounter.turn if scene.state.encounter is not None else 0
    if any(one.by == actor and one.turn < turn for one in scene.state.areas):
        scene.record(f.AreaClosed(actor))
