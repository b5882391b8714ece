"""The stand-alone test of a skill."""

from __future__ import annotations

from ...errors import refuse
from ...kernel import params
from ...kernel.ranked import known
from ...kernel.script import Script
from .. import facts as f
from ..commands import Check
from ..common import Scene
from ..modifiers import difficulty_terms, term
from ..params import CHECKS
from ..rolls import roll_pool, weighed
from ..sheet import SPECIALISATIONS, has_skill, title


def check(scene: Scene, command: Check) -> Script[None]:
    """A skill or attribute against a difficulty; no action (D6-C-POOL, D6-C-DIFFICULTY)."""
    known(command.actor, scene.state.combatants, "$.actor")
    table = CHECKS.get(command.check)
    if table is None:
        refuse("unknown-id", f"There is no check `{command.check}`; there are {', '.join(CHECKS)}.", "$.check")
    params.check(command.params, table, "$.params", f"The check {command.check}")
    trait = command.params["skill"]
    who = scene.state.combatants[command.actor]
    if trait in SPECIALISATIONS and not has_skill(who.sheet, trait):
        refuse("requirement", f"{who.sheet.name} does not have {title(trait)}.", "$.params.skill")
    base = term("base", params.value_of(command.params, table, "difficulty"))
    difficulty = sum(one.value for one in difficulty_terms(who, (base,), (), scene.options))
    count = yield from roll_pool(scene, command.actor, trait, trait, wounds=weighed(scene), needs=difficulty)
    passed = count.successes >= difficulty
    scene.record(f.Tested(command.actor, trait, count.successes, difficulty, count.terms, count.at, passed))
    scene.result.update(
        outcome="success" if passed else "failure", successes=count.successes, difficulty=difficulty, pool=count.pool,
        critical_failure=count.critical,
    )  # fmt: skip
