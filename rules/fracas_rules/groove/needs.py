"""What must have come before a maneuver, by the procedure of its row: each yields the reasons against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..kernel.english import in_feet
from ..kernel.ranked import Problem
from .common import Scene
from .harm import standing
from .modifiers import held_by
from .move import Move, feet_of, half_move, lunge_limit
from .state import Combatant, has, params_of
from .vocabulary import HOLDS


def holds(scene: Scene, who: Combatant) -> bool:
    """Whether somebody holds anybody."""
    return any(other.conditions and who.id in held_by(other, *HOLDS) for other in scene.state.combatants.values())


def _great_blow(_scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    """Not in aggressive mode; the blow falls on the one it was wound up against (GRV-M-GREAT-BLOW)."""
    if who.mode == "aggressive":
        yield "requirement", f"{who.sheet.name} is in aggressive mode: no great blow.", "$.maneuver"
    meant = (params_of(who, "winding_up") or {}).get("target")
    if meant not in (None, move.target):
        yield "illegal-choice", f"{who.sheet.name} winds up against another.", "$.targets[0]"


def _stand(_scene: Scene, _move: Move, who: Combatant) -> Iterator[Problem]:
    if not has(who, "prone", "hands_and_knees"):
        yield "requirement", f"{who.sheet.name} is on his feet.", "$.maneuver"


def _subdue(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    """An enemy that is held already (GRV-M-SUBDUE)."""
    if not holds(scene, who):
        yield "requirement", f"{who.sheet.name} holds nobody.", "$.maneuver"
    if move.target:
        target = scene.state.combatants[move.target]
        if who.id not in held_by(target, "grappled", "pinned"):
            yield "requirement", f"{who.sheet.name} does not hold {target.sheet.name}.", "$.targets[0]"


def _release(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    if not holds(scene, who):
        yield "requirement", f"{who.sheet.name} holds nobody.", "$.maneuver"
    if move.target:
        target = scene.state.combatants[move.target]
        if who.id not in held_by(target, *HOLDS):
            yield "illegal-target", f"{who.sheet.name} does not hold {target.sheet.name}.", "$.targets[0]"


def _break_free(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    holders = held_by(who, *HOLDS)
    if not holders:
        yield "requirement", f"Nobody holds {who.sheet.name}.", "$.maneuver"
    if move.target and move.target not in holders:
        target = scene.state.combatants[move.target]
        yield "illegal-target", f"{target.sheet.name} does not hold {who.sheet.name}.", "$.targets[0]"


def _first_aid(scene: Scene, move: Move, _who: Combatant) -> Iterator[Problem]:
    target = scene.state.combatants.get(move.target)
    if target is not None and standing(target, scene.options) != "severe":
        yield "illegal-target", f"{target.sheet.name} is not severely injured.", "$.targets[0]"


def _on_foot(_scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    """Half a move at most (GRV-M-STEP, GRV-M-FIGHTING-RETREAT)."""
    if abs(feet_of(who, move.row, move.act)) > half_move(who):
        yield "out-of-range", f"{who.sheet.name} moves {in_feet(half_move(who))} at most.", "$.params.feet"


def _lunge(_scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    if move.act.params.get("feet", 0) > lunge_limit(who, move.duel):
        yield "out-of-range", f"A lunge of {who.sheet.name}'s covers {in_feet(lunge_limit(who, move.duel))}.", "$.params.feet"


NEEDS: dict[str, Callable[[Scene, Move, Combatant], Iterator[Problem]]] = {
    "great_blow": _great_blow,
    "stand": _stand,
    "pin": _subdue,
    "choke": _subdue,
    "release": _release,
    "break_free": _break_free,
    "first_aid": _first_aid,
    "step": _on_foot,
    "retreat": _on_foot,
    "lunge": _lunge,
}
