"""Blood and powers: raising attributes, healing, Disciplines and other powers (VTM-R-BLOOD, VTM-A-POWER-…)."""

from __future__ import annotations

from typing import Any

from ...kernel.ids import CombatantId
from ...kernel.script import Script
from .. import facts as f
from ..common import Scene, cast, gain, outcome_of
from ..harm import heal as heal_levels
from ..harm import settle
from ..modifiers import bodily, potence, trait_terms
from ..move import Move, owed, payable
from ..sheet import Power
from ..vocabulary import CONDITIONS
from .act import take
from .effects import told_roll


def spend(scene: Scene, who: CombatantId, points: int, use: str, counts: bool = True) -> None:
    """Blood leaves the pool; it counts against the limit of the turn unless a rule says otherwise (VTM-R-LIMIT)."""
    vampire = scene.state.combatants[who]
    left = vampire.blood_pool - points
    scene.record(f.BloodSpent(who, points, left, vampire.blood_spent + (points if counts else 0), use))


def buff(scene: Scene, move: Move) -> Script[None]:
    """One point for one dot, until the scene ends (VTM-R-BUFF)."""
    take(scene, move)
    points, attribute = int(move.param("points")), str(move.param("attribute"))
    spend(scene, move.actor, points, attribute)
    raised = scene.state.combatants[move.actor].buffs.get(attribute, 0) + points
    scene.record(f.Buffed(move.actor, attribute, raised))
    settle(scene, move.actor)
    scene.result = {"outcome": "success"}
    return
    yield


def heal(scene: Scene, move: Move) -> Script[None]:
    """A point closes a level, the mildest first; the pool is looked at afterwards (VTM-R-HEAL, VTM-H-BLOODLESS)."""
    take(scene, move)
    count = int(move.param("levels"))
    spend(scene, move.actor, count, "healing")
    heal_levels(scene, move.actor, count)
    scene.result = {"outcome": "success", "healed": count}
    return
    yield


def power(scene: Scene, move: Move) -> Script[None]:
    """Pay as far as the turn allows; once paid it takes effect (VTM-R-INSTALMENT, VTM-R-DISCIPLINE-BLOOD)."""
    this = move.power
    assert this is not None
    who = scene.state.combatants[move.actor]
    due = owed(who, this)
    now = min(due, payable(scene, who))
    complete = now == due
    take(scene, move)
    if now:
        spend(scene, move.actor, now, this.id)
    if this.cost:
        scene.record(f.Paid(move.actor, this.id, who.paid.get(this.id, 0) + now, complete))
    found: dict[str, Any] = {"outcome": "success", "paid": now, "owed": due - now, "complete": complete}
    if complete:
        found.update((yield from _work(scene, move, this)))
    settle(scene, move.actor)
    scene.result = found


def _work(scene: Scene, move: Move, this: Power) -> Script[dict[str, Any]]:
    """The power takes effect (VTM-A-POWER-FREE, VTM-A-POWER-ACTION, VTM-A-POWER-ROLL, VTM-A-POWER-TRANSFORM)."""
    if this.kind == "transform":
        gain(scene, move.actor, "transforming", {"power": this.id, "turns": max(1, this.turns)}, fresh=False)
        scene.record(f.Noted(move.actor, "power", f"begins to change: {this.name or this.id}"))
        return {}
    if this.kind == "roll":
        return (yield from _contest(scene, move, this))
    scene.record(f.Noted(move.actor, "power", f"uses {this.name or this.id}"))
    _bring(scene, this, move.actor)
    return {}


def _bring(scene: Scene, this: Power, who: CombatantId) -> None:
    if this.condition in CONDITIONS:
        turned = "turns" in CONDITIONS[this.condition].params and this.turns
        gain(scene, who, this.condition, {**CONDITIONS[this.condition].gives, **({"turns": this.turns} if turned else {})})


def _contest(scene: Scene, move: Move, this: Power) -> Script[dict[str, Any]]:
    """A roll, which the victim contests by reflex, without wounds (VTM-A-POWER-ROLL)."""
    spec = move.roll()
    own = yield from cast(
        "power", move.actor, this.name or this.id, spec.terms, spec.difficulty, tens=spec.tens, auto=spec.auto
    )  # fmt: skip
    found: dict[str, Any] = {"pool": own.dice, "difficulty": own.difficulty, "successes": own.successes}
    other: f.Cast | None = None
    if move.act.targets and this.resist is not None and move.target != move.actor:
        resist, victim = this.resist, scene.state.combatants[move.target]
        terms = [*trait_terms(victim, resist.attribute, resist.ability), *bodily(victim, (resist.attribute,), True)]
        auto = potence(victim, (resist.attribute,))
        other = yield from cast("resist", move.target, "Resistance", terms, resist.difficulty, auto=auto)
        found["resist"] = {move.target: told_roll(other)}
    net = max(0, own.successes - (0 if other is None else other.successes))
    outcome = "success" if net else "botch" if own.botch else "failure"
    target = move.target if move.act.targets else move.actor
    if move.act.targets:
        scene.record(f.Contested(move.actor, target, this.id, outcome, own, other))
    else:
        scene.record(f.Tested(this.id, outcome_of(own), own))
    if net:
        _bring(scene, this, target)
    return {**found, "outcome": outcome, "net_successes": net}
