"""The stand-alone test of a skill, and the hazard of running into things."""

from __future__ import annotations

from typing import Any

from ...errors import refuse
from ...kernel.script import Script
from .. import facts as f
from ..checks import refuse_first, unknown
from ..commands import Check, Hazard
from ..common import Scene
from ..harm import Crash, crash
from ..modifiers import difficulty_terms, term
from ..params import CHECKS, HAZARDS
from ..params import check as check_params
from ..rolls import roll_pool, weighed
from ..sheet import SPECIALISATIONS, bdv_parts, has_skill, title


def check(scene: Scene, command: Check) -> Script[None]:
    """A skill or attribute against a difficulty; no action (D6-C-POOL, D6-C-DIFFICULTY)."""
    refuse_first(unknown(scene, (command.actor,), "$.actor"))
    table = CHECKS.get(command.check)
    if table is None:
        refuse("unknown-id", f"There is no check `{command.check}`; there are {', '.join(CHECKS)}.", "$.check")
    check_params(command.params, table, "$.params", f"The check {command.check}")
    trait = command.params.get("skill")
    if trait is None:
        refuse("malformed", "Which skill or attribute? `skill` is missing.", "$.params.skill")
    who = scene.state.combatants[command.actor]
    if trait in SPECIALISATIONS and not has_skill(who.sheet, trait):
        refuse("requirement", f"{who.sheet.name} does not have {title(trait)}.", "$.params.skill")
    base = term("base", command.params.get("difficulty", table["difficulty"].default))
    difficulty = sum(one.value for one in difficulty_terms(who, (base,), (), scene.options))
    count = yield from roll_pool(scene, command.actor, trait, trait, wounds=weighed(scene), needs=difficulty)
    passed = count.successes >= difficulty
    scene.record(f.Tested(command.actor, trait, count.successes, difficulty, count.terms, count.at, passed))
    scene.result.update(
        outcome="success" if passed else "failure", successes=count.successes, difficulty=difficulty, pool=count.pool,
        critical_failure=count.critical,
    )  # fmt: skip


def hazard(scene: Scene, command: Hazard) -> Script[None]:
    """Run or be flung into something: BDV and a modifier, rolled for each (D6-C-OBSTACLE)."""
    if not command.targets:
        refuse("malformed", "Say whom: `targets` is empty.", "$.targets")
    refuse_first(unknown(scene, command.targets, "$.targets"))
    table = HAZARDS.get(command.hazard)
    if table is None:
        refuse("unknown-id", f"There is no hazard `{command.hazard}`; there are {', '.join(HAZARDS)}.", "$.hazard")
    check_params(command.params, table, "$.params", f"The hazard {command.hazard}")
    given = {name: command.params.get(name, param.default) for name, param in table.items()}
    found: dict[str, Crash] = {}
    for one in dict.fromkeys(command.targets):
        found[one] = yield from crash(scene, one, "impact", *bdv_parts(given["bdv"]), plus=given["modifier"])
    told = {one: _told(hit) for one, hit in found.items()}
    if len(told) == 1:
        scene.result.update(next(iter(told.values())))
    else:
        scene.result.update(damage={one: hit.lost for one, hit in found.items()}, results=told)


def _told(hit: Crash) -> dict[str, Any]:
    out = {"damage": hit.lost, "damage_total": hit.total, "bdv_roll": hit.bdv}
    return {**out, "cp_reduction": hit.reduction} if hit.reduction else out
