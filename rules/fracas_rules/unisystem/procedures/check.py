"""Stand-alone tests and what befalls: the commands `check` and `hazard`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...errors import refuse
from ...kernel.formula import parse
from ...kernel.requests import Ask, Option
from ...kernel.script import Script, choose
from .. import facts as f
from ..commands import Check, Hazard
from ..harm import consciousness_test, dying, levels_of, pass_out, survival_test
from ..modifiers import term
from ..play import Scene, Traits, may_spend, spend_drama
from ..sheet import ATTRIBUTES, SKILLS
from ..state import has
from .boundary import fear, ignite, touch
from .rolls import Total, add_die, rolls

_SCORE_OF = {
    "strength": "muscle",
    "constitution": "muscle",
    "dexterity": "combat",
    "intelligence": "brains",
    "perception": "brains",
    "willpower": "brains",
}


def check(scene: Scene, command: Check) -> Script[None]:
    """Make one of the tests in `CHECKS`."""
    if command.actor not in scene.state.combatants:
        refuse("unknown-id", f"There is no combatant `{command.actor}` here.", "$.actor")
    how = CHECKS.get(command.check)
    if how is None:
        refuse("unknown-id", f"There is no check `{command.check}`; there are {', '.join(CHECKS)}.", "$.check")
    yield from how(scene, command)


def _number(params: dict[str, Any], name: str, default: int = 0) -> int:
    value = params.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool):
        refuse("malformed", f"`{name}` is a whole number.", f"$.params.{name}")
    return value


def _survival(scene: Scene, command: Check) -> Script[None]:
    """Survival, or with `minutes` a test of slow death (UNI-C-SURVIVAL, UNI-C-SLOW-DEATH)."""
    minutes = _number(command.params, "minutes") if command.check == "slow_death" else 0
    if command.check == "slow_death" and not has(scene.state.combatants[command.actor], "dying"):
        refuse("illegal-target", "Slow death takes only those who are dying.", "$.actor")
    modifier = _number(command.params, "modifier") - minutes
    passed = yield from survival_test(scene, command.actor, modifier, command.check)
    _tell_test(scene, command.actor, command.check)
    if not passed:
        yield from dying(scene, command.actor)
    elif command.check == "slow_death" and has(scene.state.combatants[command.actor], "dying"):
        scene.record(f.ConditionGained(command.actor, "dying", {"minutes": minutes}))


def _consciousness(scene: Scene, command: Check) -> Script[None]:
    passed = yield from consciousness_test(scene, command.actor, _number(command.params, "modifier"))
    _tell_test(scene, command.actor, "consciousness")
    if not passed:
        yield from pass_out(scene, command.actor)


def _tell_test(scene: Scene, who: str, key: str) -> None:
    told = scene.result["tests"][who][key]
    scene.result.update(outcome="success" if told["passed"] else "failure", total=told["total"])


def _attribute(scene: Scene, command: Check) -> Script[None]:
    """d10 + Attribute (+ skill), or doubled; a quick sheet's Score, halved when not doubled and without skill (UNI-C-ROLL)."""
    who, params = scene.state.combatants[command.actor], command.params
    name, skill, doubled = params.get("attribute"), params.get("skill"), bool(params.get("doubled"))
    if name not in ATTRIBUTES:
        refuse("malformed", f"`attribute` is one of {', '.join(ATTRIBUTES)}.", "$.params.attribute")
    if skill is not None and skill not in SKILLS:
        refuse("malformed", f"`skill` is one of {', '.join(SKILLS)}.", "$.params.skill")
    total = Total()
    if rolls(who):
        formula = parse(f"{name} + {skill}" if skill else f"2 * {name}" if doubled else name)
        total.terms = formula.terms(Traits(who))
    else:
        score = Traits(who)[_SCORE_OF[name]]
        plain = not skill and not doubled and name != "dexterity"
        total.terms = [term("score", score // 2 if plain else score, "Score")]
    total.base = total.value
    if name == "perception":
        total.add(term("senses", who.sheet.senses))
    total.add(term("gm", _number(params, "modifier"), "Modifier"), term("righteous_fury", 5 if has(who, "righteous_fury") else 0))
    heroic = bool(command.spend.get("drama_points"))
    if heroic and not may_spend(scene, command.actor):
        refuse("resource", f"{who.sheet.name} has no Drama Point to spend now.", "$.spend.drama_points")
    if not heroic and may_spend(scene, command.actor):
        options = (Option("none", "No"), Option("heroic_feat", "Heroic feat", "+10"))
        pick = yield from choose(Ask("drama_check", command.actor, "Spend a Drama Point on the roll?", "none", options))
        heroic = pick == "heroic_feat"
    if heroic:
        spend_drama(scene, command.actor, 1, "heroic_feat")
    yield from add_die(scene, command.actor, total, "check", heroic=heroic)
    levels, need = levels_of(total.value), _number(params, "need", 1)
    scene.record(f.Tested(command.actor, f"{name}_check", total.value, tuple(total.terms), levels >= need))
    outcome = "success" if levels >= need else "failure"
    scene.result.update(outcome=outcome, total=total.value, success_levels=levels, modifier=total.modifier)


def _fire_fear(scene: Scene, command: Check) -> Script[None]:
    yield from fear(scene, command.actor)
    if command.actor in scene.result.get("tests", {}):
        _tell_test(scene, command.actor, "fire_fear")


CHECKS: dict[str, Callable[[Scene, Check], Script[None]]] = {
    "attribute": _attribute,
    "survival": _survival,
    "slow_death": _survival,
    "consciousness": _consciousness,
    "fire_fear": _fire_fear,
}


def hazard(scene: Scene, command: Hazard) -> Script[None]:
    """Let one of `HAZARDS` befall the targets."""
    for at, one in enumerate(command.targets):
        if one not in scene.state.combatants:
            refuse("unknown-id", f"There is no combatant `{one}` here.", f"$.targets[{at}]")
    how = HAZARDS.get(command.hazard)
    if how is None:
        refuse("unknown-id", f"There is no hazard `{command.hazard}`; there are {', '.join(HAZARDS)}.", "$.hazard")
    for one in command.targets:
        yield from how(scene, one, command.params)


def _fire(scene: Scene, who: str, params: dict[str, Any]) -> Script[None]:
    yield from ignite(scene, who, _number(params, "per_turn", 3), bool(params.get("normal", True)))


def _contact(scene: Scene, who: str, params: dict[str, Any]) -> Script[None]:
    yield from touch(scene, who, _number(params, "per_turn", 3))


HAZARDS: dict[str, Callable[[Scene, str, dict[str, Any]], Script[None]]] = {"fire": _fire, "burning_contact": _contact}
