"""What happens between turns and between rounds: what is not kept up ends, durations count down (D6-C-ROUND, D6-C-INIT)."""

from __future__ import annotations

from collections.abc import Mapping

from ...kernel.ids import CombatantId
from ...kernel.script import Script
from .. import facts as f
from ..common import Scene, held_by, takes_turn, up
from ..facts import Condition
from ..modifiers import is_out
from ..state import has
from ..vocabulary import UPKEEP


def turn_over(scene: Scene, who: CombatantId) -> None:
    """What is not kept up ends with the turn: holds, aim (D6-M-GRAB-HOLD, D6-M-CHOKE-HOLD, D6-O-AIM)."""
    fighter, met = scene.state.combatants[who], scene.state.encounter
    for one, victim in scene.state.combatants.items():
        if one in fighter.renewed:
            continue
        for hold in held_by(victim, who):
            if hold in UPKEEP:
                scene.record(f.ConditionLost(one, hold, {"by": who}))
    if fighter.aim_rounds and met is not None and fighter.aim_round != met.round:
        scene.record(f.Aimed(who, 0))
    scene.record(f.TurnEnded(who))


def pass_on(scene: Scene) -> None:
    """After any command: the turns of the stunned pass, and the turn of whoever is up now begins (D6-C-INIT, D6-M-DODGE)."""
    met = scene.state.encounter
    if met is None or met.phase != "actions":
        return
    current = up(scene.state)
    for one in met.order:
        if one == current:
            break
        who = scene.state.combatants[one]
        if one not in met.done and has(who, "stunned") and not is_out(who):
            turn_over(scene, one)
    now = scene.state.encounter
    if current and now is not None and now.turn_of != current:
        scene.record(f.TurnBegan(current))


def next_round(scene: Scene) -> Script[None]:
    """Turns that were not ended end; then durations count down, and the round's counts start again (D6-C-ROUND)."""
    met = scene.state.encounter
    if met is not None and met.phase == "actions":
        for one in met.order:
            if one not in met.done and takes_turn(scene.state, one):
                turn_over(scene, one)
    for one, who in scene.state.combatants.items():
        left = tuple(kept for kept in map(_count_down, who.conditions) if kept is not None)
        if left != who.conditions:
            scene.record(f.ConditionsSet(one, left))
    number = met.round + 1 if met is not None else 0
    scene.record(f.RoundBegan(number))
    scene.result.update(outcome="success", round=number)
    return
    yield


def _count_down(one: Condition) -> Condition | None:
    if one.id in ("acted_out", "quick_draw"):
        return None
    rounds: Mapping[str, object] = one.params
    left = rounds.get("rounds")
    if not isinstance(left, int):
        return one
    return Condition(one.id, {**one.params, "rounds": left - 1}) if left > 0 else None
