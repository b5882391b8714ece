"""Kicks out of a leap: two rolls, one action (UNI-M-JUMP-KICK)."""

from __future__ import annotations

from ...kernel.script import Script
from .. import facts as f
from ..harm import is_out, levels_of
from ..legality import Move
from ..modifiers import bodily, several
from ..play import Scene
from .act import take_action
from .landing import knock_down, land
from .rolls import add_die, traits_total
from .strike import HIT, MISS, exchange, settle


def jump_kick(scene: Scene, move: Move) -> Script[None]:
    """The leap must get airborne; its levels go on the kick's base. Whoever misses lies on the ground."""
    actor = scene.state.combatants[move.actor]
    leap = traits_total(actor, move.row.leap, move.row.leap_score)
    leap.add(*several(actor, scene.state.encounter), *bodily(actor, scene.options, move.limbs))
    yield from add_die(scene, move.actor, leap, "leap")
    levels = levels_of(leap.value)
    scene.record(f.Tested(move.actor, "leap", leap.value, tuple(leap.terms), levels > 0))
    scene.result.update(leap_total=leap.value, leap_levels=levels, stage="kick" if levels else "leap")
    if not levels:
        take_action(scene, move)
        scene.result["damage"] = 0
        settle(scene, move, {move.target: MISS})
        knock_down(scene, move.actor)
        return
    blow = yield from exchange(scene, move)
    blow.bonus = levels
    outcomes = yield from land(scene, move, blow, {move.target: [0]})
    settle(scene, move, outcomes)
    if outcomes[move.target] != HIT and not is_out(scene.state.combatants[move.actor]):
        knock_down(scene, move.actor)
