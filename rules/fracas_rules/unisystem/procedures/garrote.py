"""A noose from behind: stealth, grab and strangling in one action (UNI-M-GARROTE)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...kernel.formula import Term, parse
from ...kernel.requests import GM
from ...kernel.roster import told
from ...kernel.script import Script, gm_says
from .. import facts as f
from ..common import Scene, gain, holds
from ..modifiers import bodily, several, term, wound_penalty
from ..move import Move
from ..sheet import quality
from . import contests
from .damage import land
from .defend import notice
from .exchange import HIT, Blow, acting, exchange, heroic, take_action
from .offers import NONE
from .rolls import Total, add_die, tested, traits_total

_STEALTH = parse("dexterity + crime")
_COMBAT = parse("combat")
_NOTICE = parse("perception + notice + senses")
_SEES = parse("brains + senses")
_STRANGLE = parse("strength + kung_fu")
_MUSCLE = parse("muscle")
_HOLD_OUT = parse("strength + constitution")


def garrote(scene: Scene, move: Move) -> Script[None]:
    """Up to three steps; once the noose lies, only the last."""
    told_so_far: dict[str, Any] = {"stage": "strangle"}
    if not holds(scene.state.combatants[move.target], move.actor, "neck"):
        caught = yield from _noose(scene, move, told_so_far)
        if not caught:
            scene.result.update(outcome="failure", damage=0, **told_so_far)
            return
    else:
        take_action(scene, move)
    yield from _strangle(scene, move, told_so_far)


def _noose(scene: Scene, move: Move, so_far: dict[str, Any]) -> Script[bool]:
    """Sneak up and throw the noose; whoever knows of it is not sneaked up on and may dodge."""
    met = scene.state.encounter
    expected = "yes" if met is not None and move.target not in met.surprised else "no"
    aware = yield from gm_says("target_aware", f"Does {told(scene, move.target, GM)} know what is coming?", expected)
    may_dodge = aware
    bent = -2
    if not aware:
        unseen = yield from _sneak(scene, move, so_far)
        if not unseen:
            take_action(scene, move)
            _lost(scene, move)
            so_far["stage"] = "stealth"
            return False
        if quality(scene.state.combatants[move.target].sheet, "situational_awareness"):
            may_dodge = yield from notice(scene, move.target)
            alert = [fact for fact in scene.facts if isinstance(fact, f.Tested) and fact.test == "notice"]
            so_far["alert_total"] = alert[-1].total
    else:
        bent = -4
    actor = scene.state.combatants[move.actor]
    total = acting(scene, move, actor).plus([Term("maneuver", "Noose", bent)])
    so_far["stage"] = "grapple"
    take_action(scene, move)
    if may_dodge:
        params = {**move.act.params, **({} if aware else {"from_behind": True})}
        blow = yield from exchange(scene, replace(move, act=replace(move.act, params=params), free=True), total, rolls_die=True)
    else:
        total = yield from add_die(scene, move.actor, total, "attack", "attack", heroic(move))
        blow = Blow(move, total, move.aims, {move.target: NONE})
    landed = land(scene, replace(blow, move=replace(move, weapon=None)), blow.aims[0])
    so_far.update(total=blow.total.value, modifier=blow.total.modifier, defense_total=landed.guard.value)
    if landed.outcome != HIT:
        _lost(scene, move)
        return False
    gain(scene, move.target, "grappled", {"by": move.actor, "part": "neck"}, move.actor)
    so_far["stage"] = "strangle"
    return True


def _lost(scene: Scene, move: Move) -> None:
    if scene.state.encounter is not None:
        scene.record(f.AttackFailed(move.actor))


def _sneak(scene: Scene, move: Move, so_far: dict[str, Any]) -> Script[bool]:
    actor, victim = scene.state.combatants[move.actor], scene.state.combatants[move.target]
    stealth = traits_total(actor, _STEALTH, _COMBAT)
    stealth = stealth.plus([*several(scene, actor), *bodily(actor, scene.options, move.limbs)])
    stealth = yield from add_die(scene, move.actor, stealth, "stealth")
    other = traits_total(victim, _NOTICE, _SEES).plus([term("wounds", wound_penalty(victim, scene.options))])
    other = yield from contests.answer(scene, victim, other, stealth.value)
    unseen = stealth.value >= 9 and stealth.value > other.value
    tested(scene, move.actor, "stealth", stealth, unseen)
    so_far.update(stealth_total=stealth.value, notice_total=other.value)
    return unseen


def _strangle(scene: Scene, move: Move, so_far: dict[str, Any]) -> Script[None]:
    """Strength against strength; wire that leaves the victim at -10 may take the head off."""
    weapon = move.weapon
    assert weapon is not None
    total: Total = traits_total(scene.state.combatants[move.actor], _STRANGLE, _MUSCLE)
    other = traits_total(scene.state.combatants[move.target], _HOLD_OUT, _MUSCLE)
    settled = yield from contests.contest(scene, replace(move, free=True), total, other)
    so_far.update(strangle_total=settled.total.value, resist_total=settled.other.value, success_levels=settled.levels)
    damage = 0
    if settled.won:
        wire = weapon.type == "slash_stab"
        damage = yield from contests.grip(
            scene, move, settled.levels, weapon.type, 0, "beheaded" if wire else "wounds", destroyed=wire
        )
        contests.throttle(scene, move)
    else:
        _lost(scene, move)
    scene.result.update(outcome="success" if settled.won else "failure", damage=damage, **so_far)
