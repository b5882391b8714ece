"""What an attack does once its totals stand: damage, parries that cut, shields that break, heavy blows (UNI-M-BASE-DAMAGE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...kernel.ids import CombatantId
from ...kernel.requests import GM, Ask, Option
from ...kernel.script import Script, choose
from .. import facts as f
from ..harm import armor_value, hurt, levels_of, multiplier, points
from ..legality import Move
from ..modifiers import knocks_down
from ..play import Scene, Traits, together, told
from ..sheet import is_natural
from ..state import has

if TYPE_CHECKING:
    from .strike import Blow

#: What each shot of a volley loses, by target.
Volley = dict[CombatantId, list[int]]


def land(scene: Scene, move: Move, blow: Blow, volley: Volley) -> Script[dict[CombatantId, str]]:
    """The effect on every target in turn, tests included; the outcome words come back by target."""
    outcomes: dict[CombatantId, str] = {}
    damages: dict[CombatantId, int] = {}
    hits: dict[CombatantId, int] = {}
    for target, shots in volley.items():
        outcomes[target], damages[target], hits[target], raw = _reckon(scene, move, blow, target, shots)
        yield from hurt(scene, target, damages[target], _type(move), move.actor)
        yield from _parry_damage(scene, move, blow, target)
        if raw > 0:
            yield from _knockdown(scene, target, raw, move.actor)
    alone = len(volley) == 1
    scene.result["damage"] = damages[move.target] if alone else damages
    if move.param("shots") is not None or not alone:
        scene.result["hits"] = hits[move.target] if alone else hits
    return outcomes


def _reckon(scene: Scene, move: Move, blow: Blow, target: CombatantId, shots: list[int]) -> tuple[str, int, int, int]:
    """Outcome, damage, hits and the points after armour of all that struck one target; recorded for the log."""
    victim, kind, threshold = scene.state.combatants[target], _type(move), scene.options.undefended_threshold
    base = _base(scene, move) + blow.bonus
    armor = armor_value(victim, kind) + _shield_armor(blow, target)
    factor = multiplier(victim, kind, scene.options.simple_damage)
    damage = raw_sum = hits = 0
    for shot in shots:
        if blow.outcome(target, threshold, shot) == "hit":
            hits += 1
            raw = max(0, _before_armor(scene, blow, base, shot) - armor)
            raw_sum += raw
            damage += points(raw, factor)
    outcome = blow.outcome(target, threshold, shots[0])
    if hits:
        whole = factor.numerator if factor.denominator == 1 else factor
        scene.result.update(base_damage=base, raw_damage=raw_sum, multiplier=whole)
    defense = blow.defenses[target]
    if hits and defense.only_shield(blow.total.value):
        scene.result["blocked_by_shield"] = True
    if outcome == "blocked" and defense.pick == "off_hand_block" and defense.weapon is not None:
        scene.result["item_damage"] = max(0, base + levels_of(blow.total.value) - defense.weapon.av)
    levels = levels_of(blow.total.value + shots[0]) if hits else 0
    scene.record(
        f.Attacked(
            move.actor, target, move.id, outcome, blow.total.value, tuple(blow.total.terms), defense.pick, defense.value,
            tuple(defense.total.terms), levels, base, armor, raw_sum, str(factor), kind, damage,
            move.weapon.id if move.weapon and move.row.weapon else "", hits=hits,
        )
    )  # fmt: skip
    return outcome, damage, hits, raw_sum


def _type(move: Move) -> str:
    return move.weapon.type if move.weapon is not None and move.row.weapon else move.row.type


def _base(scene: Scene, move: Move) -> int:
    """Base damage, by the row or the weapon, with the attacker's current Strength (UNI-C-DAMAGE-BASE)."""
    actor = scene.state.combatants[move.actor]
    formula = move.weapon.base if move.weapon is not None and move.row.weapon else move.row.base
    base = formula.value(Traits(actor)) if formula is not None else 0
    if move.act.spend.get("drama_points") and move.param("drama") == "heroic_damage":
        base += 10
    return base


def _before_armor(scene: Scene, blow: Blow, base: int, shot: int) -> int:
    """Base and Success Levels, or the printed damage of a quick line (UNI-C-QUICK-DAMAGE)."""
    levels = levels_of(blow.total.value + shot)
    if blow.line is None:
        return base + levels
    if scene.options.quick_damage == "printed":
        return blow.line.damage
    return blow.line.damage - levels_of(blow.line.score) + levels


def _shield_armor(blow: Blow, target: CombatantId) -> int:
    """A block that only the shield's bonus makes lets the blow through, less the shield's AV (UNI-C-DUAL-SHIELD)."""
    defense = blow.defenses[target]
    return defense.weapon.av if defense.weapon is not None and defense.only_shield(blow.total.value) else 0


def _parry_damage(scene: Scene, move: Move, blow: Blow, target: CombatantId) -> Script[None]:
    """Who strikes bare-handed into a parrying weapon takes its base damage (UNI-M-PARRY)."""
    defense = blow.defenses[target]
    bare = move.row.answers == "unarmed" or (move.weapon is not None and is_natural(move.weapon))
    if defense.weapon is None or defense.pick != "parry" or not bare or not move.row.close:
        return
    if defense.value < blow.total.value:
        return
    holder, striker, weapon = scene.state.combatants[target], scene.state.combatants[move.actor], defense.weapon
    base = weapon.base.value(Traits(holder)) + (levels_of(defense.value) if scene.options.parry_damage_levels else 0)
    raw = max(0, base - armor_value(striker, weapon.type))
    damage = points(raw, multiplier(striker, weapon.type, scene.options.simple_damage))
    scene.result["parry_damage"] = damage
    scene.result["attacker_damage"] = scene.result.get("attacker_damage", 0) + damage
    yield from hurt(scene, move.actor, damage, weapon.type, target)


def _knockdown(scene: Scene, who: CombatantId, raw: int, by: CombatantId) -> Script[None]:
    """A heavy blow may knock the victim down (UNI-C-KNOCKDOWN-BLOW)."""
    if not knocks_down(scene.state.combatants[who], raw):
        return
    prompt = f"The blow is heavy. Does {told(scene, who, GM)} go down?"
    falls = yield from choose(Ask("knockdown", GM, prompt, "no", (Option("no", "No"), Option("yes", "Yes"))))
    scene.result["knockdown"] = falls == "yes"
    if falls == "yes":
        knock_down(scene, who, by)


def knock_down(scene: Scene, who: CombatantId, by: CombatantId = "", fresh: bool = True) -> None:
    """Prone; `fresh`: without an attack for the rest of the Turn (UNI-C-KNOCKDOWN). Not for those already down or out."""
    if any(has(scene.state.combatants[who], one) for one in ("prone", "dead", "unconscious", "incapacitated")):
        return
    params: f.Params = {"fresh": True} if fresh else {}
    scene.record(f.ConditionGained(who, "prone", params, bool(by) and together(scene, who, by)))


