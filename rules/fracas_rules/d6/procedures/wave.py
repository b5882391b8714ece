"""The Force Wave: a blow at the ground that runs along a strip and throws people down (D6-O-FORCE-WAVE)."""

from __future__ import annotations

from ...kernel.ids import CombatantId
from ...kernel.requests import TABLE
from ...kernel.roster import distance
from ...kernel.script import Script
from .. import facts as f
from ..common import Scene
from ..harm import lose, reduce
from ..modifiers import difficulty_terms, is_out, term
from ..move import Move
from ..rolls import Count, Damage, lost_dice, roll_bdv, roll_pool, weighed
from ..sheet import bdv_number, bdv_parts, code
from ..state import has

_FEET_A_POINT = 5


def force_wave(scene: Scene, move: Move) -> Script[None]:
    """Against the ground's PDV alone: a match is a tremor, more is a ground wave as well (D6-O-FORCE-WAVE)."""
    who = scene.state.combatants[move.actor]
    material = scene.catalogue.materials[move.param("material")]
    length = _FEET_A_POINT * code(who.sheet, move.param("power") or move.skill)
    terms = difficulty_terms(who, (term("base", material.pdv, material.name),), move.act.modifiers, scene.options)
    total = sum(one.value for one in terms)
    count = yield from roll_pool(
        scene, move.actor, "force_wave", move.skill,
        several=lost_dice(scene, move.actor, move.cost), wounds=weighed(scene), needs=total, beyond=True,
    )  # fmt: skip
    effect = count.successes - total
    scene.record(f.Tested(move.actor, "force_wave", count.successes, total, count.terms, count.at, effect >= 0))
    wave = "none" if effect < 0 else "ground_wave" if effect else "tremor"
    bdv: Damage | None = None
    if wave == "ground_wave":
        bdv = yield from roll_bdv(scene, "wave", TABLE, *bdv_parts(material.bdv))
    lost: dict[CombatantId, int] = {}
    for target in move.act.targets:
        feet = _feet(scene, move, target)
        if effect >= 0 and feet <= length:
            blow = bdv.value + effect + feet // _FEET_A_POINT if bdv is not None else 0
            lost[target] = yield from _reach(scene, target, blow, bdv)
            yield from _shake(scene, target, bdv_number(material.bdv) + effect)
    _settle(scene, move, count, total, wave, length, lost)
    if bdv is not None:
        scene.result["bdv_roll"] = bdv.value
    if len(move.act.targets) > 1:
        scene.result["results"] = {one: {"damage": amount} for one, amount in lost.items()}


def _settle(scene: Scene, move: Move, count: Count, total: int, wave: str, length: int, lost: dict[CombatantId, int]) -> None:
    targets = move.act.targets
    several = len(targets) > 1
    scene.result.update(
        outcome="miss" if wave == "none" else "hit",
        wave=wave,
        length=length,
        successes=count.successes,
        pool=count.pool,
        defense_total=total,
        damage=(lost or dict.fromkeys(targets, 0)) if several else lost.get(targets[0], 0),
        critical_failure=count.critical,
    )
    if wave != "none":
        scene.result["effect_value"] = count.successes - total


def _feet(scene: Scene, move: Move, target: CombatantId) -> int:
    stated = move.act.params.get("feet") or {}
    if target in stated:
        return int(stated[target])
    return distance(scene, move.actor, target, move.act.distance) or 0


def _reach(scene: Scene, target: CombatantId, blow: int, bdv: Damage | None) -> Script[int]:
    """The material's BDV, the Effect Value, and a point for every five feet; no P/L bonus (D6-O-WAVE-DAMAGE)."""
    if bdv is None:
        return 0
    total = max(0, blow - scene.state.combatants[target].sheet.armor)
    reduction = yield from reduce(scene, target, total)
    lost = max(0, total - reduction)
    scene.record(f.Crashed(target, "wave", total, lost, bdv.at, bdv.by))
    yield from lose(scene, target, lost)
    return lost


def _shake(scene: Scene, target: CombatantId, base: int) -> Script[None]:
    """Coordination against BDV and Effect Value, free, or down (D6-O-WAVE-TREMOR)."""
    who = scene.state.combatants[target]
    if is_out(who):
        return
    difficulty = sum(one.value for one in difficulty_terms(who, (term("base", base),), (), scene.options))
    count = yield from roll_pool(scene, target, "tremor", "coordination", wounds=weighed(scene), needs=difficulty)
    passed = count.successes >= difficulty
    scene.record(f.Tested(target, "tremor", count.successes, difficulty, count.terms, count.at, passed))
    if not passed and not has(who, "prone"):
        scene.record(f.ConditionGained(target, "prone", {"rise": "action"}))
