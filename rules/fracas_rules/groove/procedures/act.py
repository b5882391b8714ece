"""An act from its first check to its end: slot, severe injury, what ends with the next action, the procedure, what settles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ...kernel.ids import CombatantId
from ...kernel.script import Script
from .. import facts as f
from ..checks import check
from ..commands import Act
from ..common import Scene
from ..harm import lay, settle, standing, under
from ..move import Move
from ..rounds import current, together
from ..state import has

#: Plays a move that was checked.
Procedure = Callable[[Scene, Move], Script[None]]
#: What lasts until one's next action.
_UNTIL_NEXT = ("exposed", "off_guard", "giving_ground", "winding_up")


def act(scene: Scene, command: Act, procedures: Mapping[str, Procedure]) -> Script[None]:
    """Play one act by the procedure that its row names (GRV-ROUND, GRV-INSTANT, GRV-SEVERE-ACT)."""
    move = check(scene, command)
    if command.distance is not None and move.target:
        scene.record(f.Spaced(move.actor, move.target, command.distance))
    if move.row.free:
        yield from procedures[move.row.procedure](scene, move)
        return
    _take_slot(scene, move)
    forced = yield from force(scene, move.actor)
    if forced is not None and (forced.outcome == "out" or (forced.outcome == "dazed" and move.row.attack)):
        scene.result = {"outcome": "failure", "total": forced.total, "dice_count": 5}
    else:
        _next_action(scene, move)
        yield from procedures[move.row.procedure](scene, move)
    settle_passed(scene)


def _take_slot(scene: Scene, move: Move) -> None:
    met = scene.state.encounter
    if met is None:
        return
    if met.phase != "actions":
        scene.record(f.InstantTaken(move.actor, scene.state.combatants[move.actor].instants + 1))
        return
    at = current(scene.state, scene.options)
    assert at is not None
    scene.record(f.SlotsSet(met.slots, at + 1))


class Forcing(NamedTuple):
    """How a severely injured combatant's roll to act came out: its sum, and by how much that is over Wil."""

    total: int
    over: int

    @property
    def outcome(self) -> str:
        """`free`, `dazed` or `out`."""
        return "free" if self.over < 0 else "dazed" if self.over == 0 else "out"


def force(scene: Scene, who: CombatantId) -> Script[Forcing | None]:
    """5d6 against Wil before the first act of a round, for the severely injured; None when none is due (GRV-SEVERE-ACT)."""
    injured = scene.state.combatants[who]
    if standing(injured, scene.options) != "severe" or injured.forced:
        return None
    wil = injured.sheet.stats.wil
    rolled = yield from under(scene, who, "acting", "Acting", 5, wil)
    came = Forcing(rolled.total, rolled.total - wil)
    scene.record(f.Tested(who, "acting", came.outcome, (rolled.dice,)))
    if scene.state.encounter is not None:
        scene.record(f.Forced(who))
    if came.outcome == "dazed":
        lay(scene, who, "dazed", {"rounds": 1})
    elif came.outcome == "out":
        lay(scene, who, "incapacitated", {"rounds": came.over})
    return came


def _next_action(scene: Scene, move: Move) -> None:
    """End what lasts until the next action; an opening goes with any act but the wind-up of a blow through it."""
    who = scene.state.combatants[move.actor]
    for one in _UNTIL_NEXT:
        if has(who, one):
            scene.record(f.ConditionLost(move.actor, one))
    waits = move.row.procedure == "great_blow" and not move.blow and move.opening
    if has(who, "opening") and not waits:
        scene.record(f.ConditionLost(move.actor, "opening"))


def settle_passed(scene: Scene) -> None:
    """What was done at one moment takes hold for everyone who has nothing left to do at that moment."""
    met = scene.state.encounter
    if met is not None and met.phase != "actions":
        return
    waiting: list[CombatantId] = []
    if met is not None and met.passed:
        moment = met.slots[met.passed - 1]
        waiting = [slot.who for slot in met.slots[met.passed :] if together(met, moment, slot)]
    for one in scene.state.combatants:
        if one not in waiting:
            settle(scene, one)
