"""Grabbing hold, breaking free and letting go (UNI-M-GRAPPLE, UNI-M-BREAK-FREE, UNI-M-RELEASE)."""

from __future__ import annotations

from msgspec.structs import replace

from ...errors import refuse
from ...kernel.formula import parse
from ...kernel.ids import CombatantId
from ...kernel.script import Script
from .. import facts as f
from ..harm import HOLDS, levels_of
from ..legality import Move
from ..modifiers import bodily, several, stated, term, wound_penalty
from ..play import Scene, together
from ..state import Combatant
from .act import heroic, take_action
from .rolls import add_die, traits_total
from .strike import HIT, exchange

_GRAPPLE = parse("dexterity + kung_fu + 2")
_GRAPPLE_SCORE = parse("combat + 2")
#: Parts that may be held.
PARTS = ("arm_left", "arm_right", "leg_left", "leg_right", "wing_left", "wing_right", "tentacle", "body", "neck")


def grapple(scene: Scene, move: Move) -> Script[None]:
    """Take hold of a part of the target; it can only dodge."""
    outcome = yield from grab(scene, move)
    if outcome != HIT and scene.state.encounter is not None:
        scene.record(f.AttackFailed(move.actor))


def grab(scene: Scene, move: Move, free: bool = False) -> Script[str]:
    """A grapple roll against the target's dodge; the outcome comes back. `free`: it counts as no action of the Turn."""
    if free:
        move = Move(move.actor, move.id, replace(move.row, cost="free"), move.act, yards=move.yards)
    blow = yield from exchange(scene, move)
    outcome = blow.outcome(move.target, scene.options.undefended_threshold)
    defense = blow.defenses[move.target]
    scene.result["outcome"], scene.result["damage"] = outcome, 0
    part = move.act.location or "body"
    scene.record(
        f.Attacked(
            move.actor, move.target, move.id, outcome, blow.total.value, tuple(blow.total.terms), defense.pick,
            defense.value, tuple(defense.total.terms), levels_of(blow.total.value), 0, 0, 0, "1", "bash", 0,
            location=part,
        )
    )  # fmt: skip
    if outcome == HIT:
        held = {"by": move.actor, "part": part}
        scene.record(f.ConditionGained(move.target, "grappled", held, together(scene, move.target, move.actor)))
    return outcome


def holds(victim: Combatant, holder: CombatantId, part: str = "") -> list[str]:
    """The parts by which `holder` has hold of `victim`."""
    found = [str(one.params.get("part", "body")) for one in victim.conditions if _is_hold(one.id, one.params, holder)]
    return [one for one in found if not part or one == part]


def _is_hold(condition: str, params: f.Params, holder: CombatantId) -> bool:
    return condition == "grappled" and params.get("by") == holder


def break_free(scene: Scene, move: Move) -> Script[None]:
    """Strength (doubled) against another grapple roll of the holder; a tie keeps the hold (UNI-M-BASE-CONTEST)."""
    actor, holder = scene.state.combatants[move.actor], scene.state.combatants[move.target]
    part = move.act.location
    if not holds(actor, move.target, part):
        refuse("illegal-target", f"{holder.sheet.name} does not hold {actor.sheet.name} there.", "$.targets[0]")
    total = traits_total(actor, move.row.roll, move.row.score)
    total.add(*several(actor, scene.state.encounter), *bodily(actor, scene.options, (), move.target), *stated(move.act.modifiers))
    take_action(scene, move)
    other = traits_total(holder, _GRAPPLE, _GRAPPLE_SCORE)
    other.add(term("wounds", wound_penalty(holder, scene.options)))
    yield from add_die(scene, move.actor, total, "break_free", heroic=heroic(move))
    yield from add_die(scene, move.target, other, "hold")
    free = total.value >= 9 and total.value > other.value
    scene.result.update(
        outcome="success" if free else "failure",
        total=total.value,
        modifier=total.modifier,
        defense_total=other.value,
        success_levels=levels_of(total.value),
    )
    scene.record(
        f.Contested(
            move.actor, move.target, move.id, scene.result["outcome"], total.value, tuple(total.terms), other.value,
            tuple(other.terms),
        )
    )  # fmt: skip
    if free:
        end_holds(scene, move.actor, move.target, part)


def release(scene: Scene, move: Move) -> Script[None]:
    """Let go of the target, of one part or of all; it costs nothing."""
    victim = scene.state.combatants[move.target]
    part = move.act.location
    if not holds(victim, move.actor, part):
        refuse("illegal-target", f"{victim.sheet.name} is not held there.", "$.targets[0]")
    end_holds(scene, move.target, move.actor, part)
    scene.result["outcome"] = "success"
    return
    yield


def end_holds(scene: Scene, victim: CombatantId, holder: CombatantId, part: str = "") -> None:
    """End a hold, and all that hangs on it once the last part is free."""
    if part:
        scene.record(f.ConditionLost(victim, "grappled", {"by": holder, "part": part}))
        if part == "neck":
            scene.record(f.ConditionLost(victim, "choked", {"by": holder}))
        if holds(scene.state.combatants[victim], holder):
            return
    for condition in HOLDS:
        if any(one.id == condition and one.params.get("by") == holder for one in scene.state.combatants[victim].conditions):
            scene.record(f.ConditionLost(victim, condition, {"by": holder}))
