"""The end of a turn, and the boundary between two rounds: what counts turns runs on, what lasts a round starts again."""

from __future__ import annotations

from ...errors import refuse
from ...kernel.ids import CombatantId
from ...kernel.ranked import known
from ...kernel.roster import running
from ...kernel.script import Script
from .. import facts as f
from ..commands import EndTurn
from ..common import Scene, gain, gone, up
from ..vocabulary import CONDITIONS, words


def end_turn(scene: Scene, command: EndTurn) -> Script[None]:
    """A combatant is done; what counts its own turns runs on (VTM-C-TURN)."""
    known(command.actor, scene.state.combatants, "$.actor")
    met = running(scene.state.encounter)
    if met.phase != "actions" or command.actor not in up(met, scene.state):
        name = scene.state.combatants[command.actor].sheet.name
        refuse("not-your-turn", f"It is not {name}'s turn.", "$.actor")
    extra = command.actor in met.done
    if not extra:
        count_down(scene, command.actor)
    scene.record(f.TurnEnded(command.actor, extra))
    scene.result = {"outcome": "success"}
    return
    yield


def count_down(scene: Scene, who: CombatantId) -> None:
    """Conditions that count turns: what began in this very turn does not count it (VTM-X-DAZED, VTM-A-POWER-TRANSFORM)."""
    for one in scene.state.combatants[who].conditions:
        runs = CONDITIONS[one.id].runs
        if not runs or one.fresh or (runs == "turns" and "turns" not in one.params):
            continue
        left = int(one.params.get("turns", 1)) - 1
        if runs == "once" or left <= 0:
            scene.record(f.ConditionLost(who, one.id))
            if one.id == "transforming":
                power = str(one.params.get("power", ""))
                gain(scene, who, "transformed", {"power": power} if power else {}, fresh=False)
                scene.record(f.Noted(who, "power", f"has changed: {words(power)}" if power else "has changed"))
        else:
            scene.record(f.ConditionGained(who, f.Condition(one.id, {**one.params, "turns": left}, False, one.since)))


def next_round(scene: Scene) -> Script[None]:
    """Turns that were not ended end now; what counts for a round starts again (VTM-C-ROUND)."""
    fight = scene.state
    met = fight.encounter
    if met is not None and met.phase != "actions":
        refuse("not-your-turn", "Initiative has not been rolled yet.", "$.do")
    open_turns = list(fight.combatants) if met is None else [one for one in met.order if one not in met.done]
    if met is not None:
        open_turns += [one for one in fight.combatants if one not in met.order]
    for one in open_turns:
        if one in scene.state.combatants and not gone(scene.state.combatants[one]):
            count_down(scene, one)
            if met is not None and one in met.order:
                scene.record(f.TurnEnded(one))
    number = met.round + 1 if met is not None else 0
    scene.record(f.RoundBegan(number, scene.options.initiative_each_round and met is not None))
    if met is not None:
        scene.result = {"round": number}
    return
    yield
