"""Help for the hurt: the bleeding, the dying, the dead, the poisoned."""

from __future__ import annotations

from ...errors import refuse
from ...kernel.formula import Formula, Term, parse
from ...kernel.script import Script
from .. import facts as f
from ..common import Scene, d10, gain, heroic_feat, lose
from ..harm import tens_below
from ..modifiers import bodily, several, stated, term
from ..move import Move
from ..sheet import quality
from ..state import Combatant, current, has, params_of
from .exchange import heroic, take_action
from .rolls import Total, add_die, tested, traits_total

_DOCTOR = parse("intelligence + doctor")
_HEALER = parse("intelligence + max(doctor, science)")
_BRAINS = parse("brains")


def _treat(scene: Scene, move: Move, formula: Formula, extra: tuple[Term, ...] = ()) -> Script[Total]:
    who = scene.state.combatants[move.actor]
    total = traits_total(who, formula, _BRAINS).plus(extra)
    total = total.plus([*several(scene, who), *bodily(who, scene.options, move.limbs), *stated(move.act.modifiers)])
    take_action(scene, move)
    total = yield from add_die(scene, move.actor, total, move.id, heroic=heroic(move))
    tested(scene, move.actor, move.id, total, total.levels > 0)
    scene.result.update(
        outcome="success" if total.levels else "failure", total=total.value, modifier=total.modifier, success_levels=total.levels
    )
    return total


def stop_bleeding(scene: Scene, move: Move) -> Script[None]:
    """Staunch the blood; being care, it ends a slow death as well (UNI-M-THROAT-SLIT)."""
    bleeding = params_of(scene.state.combatants[move.target], "bleeding") or {}
    total = yield from _treat(scene, move, _DOCTOR, (term("wound", int(bleeding.get("doctor_penalty", -3))),))
    if total.levels:
        lose(scene, move.target, "bleeding")
        lose(scene, move.target, "dying")


def stabilize(scene: Scene, move: Move) -> Script[None]:
    """No further Survival tests from this injury (UNI-C-STABILIZE)."""
    total = yield from _treat(scene, move, _DOCTOR)
    if total.levels:
        lose(scene, move.target, "dying")


def resuscitate(scene: Scene, move: Move) -> Script[None]:
    """Bring back the dead whose body is whole, or wake the suffocated (UNI-C-RESUSCITATE, UNI-C-SUFFOCATE-REVIVE)."""
    victim = scene.state.combatants[move.target]
    dead = params_of(victim, "dead")
    if dead is None:
        if not has(victim, "unconscious") or has(victim, "choked"):
            refuse("illegal-target", f"{victim.sheet.name} needs no reviving, or cannot breathe yet.", "$.targets[0]")
        total = yield from _treat(scene, move, _DOCTOR)
        if total.levels:
            lose(scene, move.target, "unconscious")
        return
    if dead.get("destroyed"):
        refuse("illegal-target", f"Nothing is left of {victim.sheet.name} to bring back.", "$.targets[0]")
    if dead.get("tried"):
        refuse("forbidden", f"{victim.sheet.name} was tried in vain.", "$.targets[0]")
    total = yield from _treat(scene, move, _DOCTOR)
    lives = False
    if total.levels:
        lives = yield from _comes_back(scene, victim, dead, total.levels, int(move.param("minutes", 0)))
    if lives:
        lose(scene, move.target, "dead")
        gain(scene, move.target, "unconscious")
    else:
        scene.record(f.ConditionChanged(move.target, "dead", dead, {**dead, "tried": True}))
    scene.result["outcome"] = "success" if lives else "failure"


def _comes_back(scene: Scene, victim: Combatant, dead: f.Params, levels: int, minutes: int) -> Script[bool]:
    """Survival once more, with all former modifiers, the healer's levels, and -1 for every five minutes."""
    below = tens_below(victim.life_points)
    traits = current(victim, "willpower") + current(victim, "constitution")
    extra = (
        term("hard_to_kill", quality(victim.sheet, "hard_to_kill")),
        term("life_points", below, "Below zero"),
        term("minutes", -int(dead.get("minutes", 0)), "Slow death"),
        term("healer", levels),
        term("late", -(minutes // 5), "Minutes since"),
    )
    total = Total((Term("body", "Willpower + Constitution", traits),), traits, traits).plus(extra)
    prompt = f"{victim.sheet.name} may come back. Spend a Drama Point on the Survival test?"
    spent = yield from heroic_feat(scene, victim.id, "drama_survival", prompt)
    total = total.plus([term("heroic_feat", 10 if spent else 0)])

    face = yield from d10("victim_survival", victim.id, (9 - total.value,))
    total = total.with_die(face)
    tested(scene, victim.id, "victim_survival", total, total.value >= 9)
    return total.value >= 9


def treat_poison(scene: Scene, move: Move) -> Script[None]:
    """Doctor or Science stops a poison; some yield to their antidote alone (UNI-C-POISON-TREAT)."""
    victim = scene.state.combatants[move.target]
    sick = params_of(victim, "poisoned") or params_of(victim, "diseased")
    if sick is None:
        refuse("illegal-target", f"{victim.sheet.name} is neither poisoned nor ill.", "$.targets[0]")
    cured = bool(move.param("antidote"))
    if sick.get("antidote_only") and not cured:
        refuse("requirement", "Only its antidote helps.", "$.params.antidote")
    if cured:
        take_action(scene, move)
        scene.result["outcome"] = "success"
    else:
        total = yield from _treat(scene, move, _HEALER)
        cured = total.levels > 0
    if cured:
        lose(scene, move.target, "poisoned")
        lose(scene, move.target, "diseased")
