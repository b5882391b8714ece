"""Words and eyes: taunts, aiming, watching over friends, and deeds that no list holds (UNI-M-TAUNT, -AIM, -WATCHFUL-EYE)."""

from __future__ import annotations

from typing import Any

from ...kernel.formula import Term, parse
from ...kernel.requests import GM, Ask, Number, Option
from ...kernel.roster import told
from ...kernel.script import Script, ask, choose, gm_says
from .. import facts as f
from ..common import Scene, gain, mark
from ..modifiers import bodily, several, stated, term
from ..move import Move
from ..sheet import is_gun, quality
from ..state import has
from . import aftermath, contests
from .damage import land
from .exchange import exchange, heroic, take_action
from .rolls import Total, add_die, tested, traits_total

_TAUNT = parse("max(perception, intelligence) + influence - 2")
_TAUNT_SCORE = parse("brains - 2")
_WILL = parse("2 * willpower")
_BRAINS = parse("brains")
_AIM_GUN = parse("perception + gun_fu")
_AIM_OLD = parse("perception + getting_medieval")
#: How one watches, by the world one is in (UNI-M-WATCHFUL-EYE-MODES).
_EYES = {
    "battlefield": parse("perception + notice + senses"),
    "astral": parse("intelligence + occultism + senses"),
    "musical": parse("perception + art + senses"),
    "cyberspace": parse("intelligence + computers"),
}
_SEES = parse("brains + senses")


def taunt(scene: Scene, move: Move) -> Script[None]:
    """Provoke, distract or divert with words; the latest taunt counts.

    UNI-M-TAUNT, UNI-M-TAUNT-PROVOKE, UNI-M-TAUNT-DISTRACT, UNI-M-TAUNT-DIVERT, UNI-M-TAUNT-STACK.
    """
    victim = scene.state.combatants[move.target]
    if quality(victim.sheet, "iron_will"):
        take_action(scene, move)
        scene.result.update(outcome="failure", immune=True)
        return
    effect = move.param("effect", "provoke")
    drawback = "none"
    if victim.sheet.drawbacks:
        options = (Option("none", "None"), *(Option(one, one.replace("_", " ").capitalize()) for one in victim.sheet.drawbacks))
        prompt = f"Which drawback of {told(scene, move.target, GM)} does the taunt play on?"
        drawback = yield from choose(Ask("taunt_drawback", GM, prompt, "none", options))
    bonus = yield from ask(Ask("taunt_bonus", GM, "What are the taunter's gifts worth here?", 0, (), Number(-10, 10)))
    total = traits_total(scene.state.combatants[move.actor], _TAUNT, _TAUNT_SCORE).plus([term("gifts", int(str(bonus)))])
    weakness = -victim.sheet.drawbacks.get(drawback, 0)
    other = traits_total(victim, _WILL, _BRAINS).plus([Term("drawback", drawback.capitalize(), weakness)])
    settled = yield from contests.contest(scene, move, total, other)
    extra: dict[str, Any] = {}
    if settled.won:
        fits = drawback != "none"
        turns = settled.levels if fits and effect != "distract" else 1
        levels = settled.levels if fits or effect == "divert" else 1
        params = {"effect": effect, "by": move.actor, "levels": levels, "turns": turns}
        gain(scene, move.target, "taunted", params)
        extra["turns"] = turns
        if effect == "divert" and fits:
            sets_off = yield from gm_says("trigger_drawback", f"Does the taunt set off {drawback}?")
            if sets_off:
                gain(scene, move.target, "triggered", {"drawback": drawback})
    contests.report(scene, settled, **extra)


def _roll(scene: Scene, move: Move, total: Total, key: str) -> Script[Total]:
    who = scene.state.combatants[move.actor]
    total = total.plus([*bodily(who, scene.options, move.limbs), *stated(move.act.modifiers)])
    total = yield from add_die(scene, move.actor, total, key, heroic=heroic(move))
    tested(scene, move.actor, key, total, total.levels > 0)
    return total


def aim(scene: Scene, move: Move) -> Script[None]:
    """Wait and aim: the levels go on the next shot, which comes when the others are done (UNI-M-AIM, UNI-C-HR-AIM)."""
    who = scene.state.combatants[move.actor]
    gun = move.weapon is not None and is_gun(move.weapon)
    total = yield from _roll(scene, move, traits_total(who, _AIM_GUN if gun else _AIM_OLD, _BRAINS), "aim")
    if total.levels:
        gain(scene, move.actor, "aiming", {"bonus": total.levels})
    mark(scene, move.actor, "aimed")
    if move.index is not None:
        scene.record(f.PlanDone(move.actor, move.index))
    met = scene.state.encounter
    extra: dict[str, Any] = {}
    if met is not None and met.order.count(move.actor) == 1:
        at = met.order.index(move.actor)
        order = (*met.order[:at], *met.order[at + 1 :], move.actor)
        scene.record(f.Reordered(order))
        extra["order"] = list(order)
    outcome = "success" if total.levels else "failure"
    scene.result.update(
        outcome=outcome, total=total.value, modifier=total.modifier, success_levels=total.levels, bonus=total.levels, **extra
    )


def watchful_eye(scene: Scene, move: Move) -> Script[None]:
    """Watch instead of attacking: the levels help a friend's next roll, or in cyberspace hinder a foe's (UNI-M-WATCHFUL-EYE)."""
    who, mode = scene.state.combatants[move.actor], scene.options.watchful_eye_mode
    total = traits_total(who, _EYES[mode], _BRAINS if mode == "cyberspace" else _SEES)
    total = total.plus(several(scene, who))
    take_action(scene, move)
    total = yield from _roll(scene, move, total, "watchful_eye")
    if total.levels:
        bonus = -total.levels if mode == "cyberspace" else total.levels
        use = "defense" if mode == "astral" else move.param("use", "any")
        params = {"by": move.actor, "bonus": bonus, "use": use, "turns": 1}
        gain(scene, str(move.param("recipient", move.actor)), "watched_over", params)
    outcome = "success" if total.levels else "failure"
    scene.result.update(
        outcome=outcome, total=total.value, modifier=total.modifier, success_levels=total.levels, bonus=total.levels
    )


def improvised(scene: Scene, move: Move) -> Script[None]:
    """What no list holds: attribute, skill and the GM's penalty; the effect is the GM's as well (UNI-M-BASE-IMPROVISED)."""
    actor = scene.state.combatants[move.actor]
    attribute, skill = move.param("attribute", "dexterity"), move.param("skill")
    prompt = f"{told(scene, move.actor, GM)}: {move.param('label', 'something new')}. At which penalty?"
    penalty = yield from ask(Ask("improvised_penalty", GM, prompt, -1, (), Number(-20, 20)))
    formula = parse(f"{attribute} + {skill}" if skill else attribute)
    total = traits_total(actor, formula, parse(move.param("score", "combat"))).plus([term("improvised", int(str(penalty)))])
    total = total.plus([*several(scene, actor), *bodily(actor, scene.options, move.limbs)])
    total = total.plus([term("full_offense", 2 if has(actor, "full_offense") else 0), *stated(move.act.modifiers)])
    take_action(scene, move)
    if not move.aims:
        total = yield from add_die(scene, move.actor, total, "improvised", heroic=heroic(move))
        tested(scene, move.actor, "improvised", total, total.levels > 0)
        outcome = "success" if total.levels else "failure"
        scene.result.update(outcome=outcome, total=total.value, modifier=total.modifier, success_levels=total.levels)
        return
    blow = yield from exchange(scene, move, total, rolls_die=True)
    landed = land(scene, blow, blow.aims[0])
    after = yield from aftermath.finish(scene, blow, (landed,))
    aftermath.report(scene, blow, (landed,), after, dict(after.told))
