"""First aid to the severely injured."""

from __future__ import annotations

from ...kernel.formula import Term
from ...kernel.script import Script
from .. import facts as f
from ..common import Scene, terms, total
from ..dice import d20, effect_of, succeeds
from ..modifiers import funk, stated
from ..move import Move
from ..sheet import plain_skill
from ..state import has
from .fumble import botched


def first_aid(scene: Scene, move: Move) -> Script[None]:
    """An easy roll of the helper's skill stops the loss of Health; its effect helps healing (GRV-STABILIZE)."""
    helper = scene.state.combatants[move.actor]
    own = [
        *terms(("score", "First aid", plain_skill(helper.sheet, "first_aid")), ("funk", "Funk", -funk(helper))),
        *stated(move.act.modifiers),
    ]
    rolled = yield from d20(scene, move.actor, "first_aid")
    came = rolled.face + total(own)
    works = succeeds(came, rolled)
    effect = effect_of(came, rolled, scene.options.critical_damage) if works else max(1, 10 - came)
    outcome = ("critical" if rolled.critical else "success") if works else "botch" if rolled.fumble else "failure"
    card = f.Dice(move.actor, "First aid", rolled.at, came, (Term("die", "Die", rolled.face), *own))
    scene.record(f.Tested(move.actor, "first_aid", outcome, (card,)))
    if works:
        if has(scene.state.combatants[move.target], "bleeding"):
            scene.record(f.ConditionLost(move.target, "bleeding"))
        scene.record(f.ConditionGained(move.target, "stabilized"))
        scene.record(f.Aided(move.target, effect))
    if rolled.fumble:
        yield from botched(scene, move.actor)
    scene.result = {"outcome": outcome, "roll": rolled.face, "total": came, "effect": effect}
