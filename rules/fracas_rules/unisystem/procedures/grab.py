"""Taking hold (UNI-M-GRAPPLE), of a kicking leg too (UNI-M-KICK), and of riders (UNI-C-MOUNT-GRAPPLE)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...kernel.ids import CombatantId
from ...kernel.requests import Ask, Option
from ...kernel.script import Script, choose
from .. import facts as f
from ..commands import Act
from ..common import Scene, gain
from ..harm import dismount, is_out, knock_down
from ..move import Move, prepare
from ..state import has
from . import prelude
from .damage import Landed, land
from .defend import riding
from .exchange import HIT, Blow, exchange


def grab(scene: Scene, move: Move) -> Script[tuple[Blow, Landed]]:
    """A grapple roll against the target's dodge; a rider may be pulled from the saddle."""
    blow = yield from exchange(scene, move)
    landed = land(scene, blow, blow.aims[0])
    if landed.outcome == HIT:
        held = {"by": move.actor, "part": move.act.location or move.row.place}
        gain(scene, move.target, "grappled", held, move.actor)
        if scene.state.combatants[move.target].mount:
            yield from _pull_down(scene, move.target, blow.total.value)
    return blow, landed


def _pull_down(scene: Scene, rider: CombatantId, total: int) -> Script[None]:
    """Riding against the grapple's total; a tie keeps the seat (UNI-C-MOUNT-GRAPPLE)."""
    passed = yield from riding(scene, rider, test="unhorse", need=total)
    if not passed:
        dismount(scene, rider)
        knock_down(scene, rider)


def grapple(scene: Scene, move: Move) -> Script[None]:
    """Take hold of a part of the target; it can only dodge."""
    before = yield from prelude.approach(scene, move)
    if before.stopped:
        prelude.report(scene, move, before)
        return
    blow, landed = yield from grab(scene, move)
    if landed.outcome != HIT and scene.state.encounter is not None:
        scene.record(f.AttackFailed(move.actor))
    total = blow.total
    scene.result.update(
        outcome=landed.outcome, total=total.value, modifier=total.modifier, success_levels=landed.levels, damage=0,
        defense_total=landed.guard.value, defense_modifier=landed.guard.total.modifier, **before.told,
    )  # fmt: skip
    if total.die is not None:
        scene.result["die"] = total.die


def grab_leg(scene: Scene, move: Move) -> Script[dict[str, Any]]:
    """A parried kick exposes the leg: its target may grapple it at once, for nothing (UNI-M-KICK, UNI-M-SPIN-KICK)."""
    target = scene.state.combatants[move.target]
    if is_out(target) or is_out(scene.state.combatants[move.actor]) or has(target, "full_defense"):
        return {}
    prompt = f"{target.sheet.name} parried the kick. Grab the leg?"
    options = (Option("decline", "No"), Option("grapple", "Grab it"))
    pick = yield from choose(Ask("grab_leg", move.target, prompt, "decline", options))
    if pick != "grapple":
        return {}
    act = Act(actor=move.target, maneuver="grapple", targets=(move.actor,), location=move.limbs[0])
    counter = prepare(scene, act)
    counter = replace(counter, free=True, index=None, changed=False)
    blow, landed = yield from grab(scene, counter)
    return {"grab_total": blow.total.value, "grab_outcome": landed.outcome}
