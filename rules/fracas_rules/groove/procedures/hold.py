"""Holds: taking one, pinning and choking, breaking free."""

from __future__ import annotations

from ...kernel.formula import Term
from ...kernel.ids import CombatantId
from ...kernel.requests import Ask, Option
from ...kernel.script import Script, choose
from .. import facts as f
from ..common import Scene, terms, total
from ..dice import d20, succeeds
from ..harm import hurt, lay, let_go
from ..modifiers import funk, stated
from ..move import Move
from ..sheet import bonus, can_break, raw_ability
from ..state import Combatant, instances
from ..vocabulary import HOLDS
from .exchange import Exchange, exchange
from .fumble import botched

#: The condition that each way of taking hold sets.
_SETS = {"grapple": "grappled", "entangle": "entangled"}


def hold(scene: Scene, move: Move) -> Script[None]:
    """Take hold, without damage: strength is the effect number (GRV-M-GRAPPLE, GRV-M-ENTANGLE)."""
    came = yield from exchange(scene, move)
    _tell(scene, move, came)
    strength = {}
    if came.hit:
        lay(scene, move.target, _SETS[move.row.procedure], {"by": move.actor, "strength": came.effect}, move.target in move.later)
        strength = {"strength": came.effect}
    scene.result = {**came.result(), "damage": 0, **strength}


def pin(scene: Scene, move: Move) -> Script[None]:
    """Pin a held enemy: the better of the old strength and the new (GRV-M-SUBDUE)."""
    came = yield from exchange(scene, move)
    _tell(scene, move, came)
    strength = {}
    if came.hit:
        best = max(came.effect, strength_of(scene.state.combatants[move.target], move.actor))
        lay(scene, move.target, "pinned", {"by": move.actor, "strength": best}, move.target in move.later)
        strength = {"strength": best}
    scene.result = {**came.result(), "damage": 0, **strength}


def choke(scene: Scene, move: Move) -> Script[None]:
    """Choke a held enemy: subdual damage by the effect number, at least 1 (GRV-M-SUBDUE, GRV-SUBDUAL)."""
    came = yield from exchange(scene, move, every=True)
    damage = max(1, came.effect) if came.hit else 0
    _tell(scene, move, came, damage)
    stun = yield from hurt(scene, move.target, damage, True, "", move.target in move.later)
    scene.result = {**came.result(), "damage": damage, **(stun.result() if came.hit else {})}


def _tell(scene: Scene, move: Move, came: Exchange, damage: int | None = None) -> None:
    fact = f.Attacked(
        move.actor, move.target, move.id, came.outcome, came.total, came.dodge, came.defense.kind, came.defense.effect,
        move.weapon_id, damage=damage, subdual=damage is not None, rolls=came.rolls,
    )  # fmt: skip
    scene.record(fact)


def strength_of(held: Combatant, holder: CombatantId) -> int:
    """The strength of the best hold that a holder has."""
    return max(
        (int(one.get("strength", 0)) for kind in HOLDS for one in instances(held, kind) if one.get("by") == holder), default=0
    )


def release(scene: Scene, move: Move) -> Script[None]:
    """Let go of the target, or of everybody: an instant that takes no action (GRV-INSTANT, GRV-M-GRAPPLE)."""
    let_go(scene, move.actor, move.target)
    scene.result = {"outcome": "success"}
    return
    yield


def break_free(scene: Scene, move: Move) -> Script[None]:
    """Against 10 and the strength of the hold, by a skill that teaches it or by raw ability (GRV-M-GRAPPLE-BREAK)."""
    who = scene.state.combatants[move.actor]
    holders = dict.fromkeys(str(one.get("by", "")) for kind in HOLDS for one in instances(who, kind))
    holder = move.target or max(holders, key=lambda one: strength_of(who, one))
    strength = strength_of(who, holder)
    method = yield from _method(who)
    if method == "skill":
        own = terms(("score", "Break skill", can_break(who.sheet) or 0), ("dex", "Dex bonus", bonus(who.sheet, "dex")))
    else:
        own = terms(("score", "Raw ability", raw_ability(who.sheet)))
    own += [*terms(("funk", "Funk", -funk(who))), *stated(move.act.modifiers)]
    needed = 10 + strength
    rolled = yield from d20(scene, move.actor, "grapple_break", (needed - total(own),))
    came = rolled.face + total(own)
    free = succeeds(came, rolled, needed)
    outcome = ("critical" if rolled.critical else "success") if free else "botch" if rolled.fumble else "failure"
    card = f.Dice(move.actor, "Break free", rolled.at, came, (Term("die", "Die", rolled.face), *own))
    scene.record(f.Tested(move.actor, "grapple_break", outcome, (card,)))
    if free:
        for kind in dict.fromkeys(one.id for one in who.conditions if one.id in HOLDS and one.params.get("by", "") == holder):
            scene.record(f.ConditionLost(move.actor, kind, {"by": holder or None}))
    if rolled.fumble:
        yield from botched(scene, move.actor)
    extra = 5 if rolled.critical and scene.options.critical_damage else 0
    effect = max(0, came - needed) + extra if free else max(1, needed - came)
    scene.result = {"outcome": outcome, "roll": rolled.face, "total": came, "effect": effect, "strength": strength}


def _method(who: Combatant) -> Script[str]:
    skill, raw = can_break(who.sheet), raw_ability(who.sheet)
    if skill is None:
        return "raw"
    better = "skill" if skill + bonus(who.sheet, "dex") >= raw else "raw"
    options = (
        Option("skill", "Skill", f"{skill + bonus(who.sheet, 'dex'):+d}"),
        Option("raw", "Raw ability", f"{raw:+d}"),
    )
    pick = yield from choose(Ask("break_method", who.id, "How do you break free?", better, options))
    return pick
