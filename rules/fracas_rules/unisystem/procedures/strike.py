"""Attacks that do damage: a blow, a kick, a weapon, a gun; one script for all of them.

The defender chooses before the attack die exists. A tie is the defender's (UNI-C-CONTEST, UNI-M-BASE-ATTACK).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...errors import refuse
from ...kernel.formula import Formula, Term
from ...kernel.ids import CombatantId
from ...kernel.requests import GM, Ask, Option
from ...kernel.script import Script, choose
from .. import facts as f
from ..commands import Act
from ..harm import armor_value, hurt, is_out, levels_of, multiplier, points
from ..legality import Move, bands_of
from ..modifiers import bodily, gang, range_penalty, several, stated, term
from ..play import Scene, Traits, together, told
from ..sheet import QuickLine, is_natural
from ..state import Combatant, current, has
from . import ammunition
from .act import heroic, take_action
from .defend import BLOCKING, Defense, defend, roll_defense
from .rolls import Total, add_die, rolls, traits_total

#: Outcome of an attack that a defence answered, or that was too low by itself.
HIT, MISS, BLOCKED = "hit", "miss", "blocked"


@dataclass
class Blow:
    """An attack on its way: its total, the defence it met, and the quick line it may follow."""

    total: Total
    defense: Defense
    line: QuickLine | None = None

    def outcome(self, threshold: int, shot: int = 0) -> str:
        """The word for it; `shot` is what a later shot of a volley loses."""
        total = self.total.value + shot
        if self.defense.pick != "none" and self.defense.value >= total:
            return BLOCKED if self.defense.pick in BLOCKING else MISS
        return HIT if total >= (9 if self.defense.pick != "none" else threshold) else MISS


def strike(scene: Scene, move: Move) -> Script[None]:
    """Hit one target (UNI-C-ATTACK-SEQUENCE, UNI-M-PUNCH, UNI-M-KICK, UNI-M-MELEE-WEAPON, UNI-M-GUNSHOT, UNI-M-RANGED)."""
    shots = ammunition.shots(scene, move)
    blow = yield from exchange(scene, move)
    outcome = yield from _land(scene, move, blow, shots)
    if outcome != HIT:
        _failed(scene, move)
    if outcome == BLOCKED and move.row.despite:
        yield from _grab_leg(scene, move)
    if move.row.ranged:
        yield from ammunition.after(scene, move, blow.total.die, shots)


def exchange(scene: Scene, move: Move) -> Script[Blow]:
    """Attack against defence, up to both totals: the choice first, then the attack die, then the defence die."""
    actor, target = scene.state.combatants[move.actor], move.target
    line = actor.sheet.quick.get(move.id) or (actor.sheet.quick.get(move.weapon.id) if move.weapon else None)
    if rolls(actor):
        line = None
    total = _acting(scene, move, actor, line)
    take_action(scene, move)
    defense = yield from defend(scene, move, target)
    yield from add_die(scene, move.actor, total, "attack", "attack", heroic(move))
    yield from roll_defense(scene, target, defense)
    _tell(scene, total, defense)
    return Blow(total, defense, line)


def _tell(scene: Scene, total: Total, defense: Defense) -> None:
    result = scene.result
    result["total"], result["modifier"] = total.value, total.modifier
    result["defense_total"], result["defense_modifier"] = defense.value, defense.total.modifier
    result["success_levels"] = levels_of(total.value)
    if total.die is not None:
        result["die"] = total.die


def _acting(scene: Scene, move: Move, actor: Combatant, line: QuickLine | None) -> Total:
    """The attack total without its die, every modifier in its order."""
    met, row = scene.state.encounter, move.row
    if line is not None:
        total = Total([Term("score", "Score", line.score)], line.score)
    else:
        total = traits_total(actor, _roll_of(move, actor), row.score)
    total.add(*several(actor, met), *bodily(actor, scene.options, move.limbs))
    if row.close and row.answers:
        bonus = gang(move.actor, move.target, met, int(move.param("gang", 0)), _changed(scene), lambda one: _close(scene, one))
        total.add(term("gang_up", bonus))
    total.add(term("full_offense", 2 if has(actor, "full_offense") else 0))
    if row.ranged and move.weapon is not None:
        total.add(term("range", range_penalty(move.yards, bands_of(move.weapon)) or 0))
    if move.weapon is not None and move.weapon.attack_mod:
        total.add(term("attack_mod", move.weapon.attack_mod))
    clumsy = move.param("awkward_hand") and not any(one in actor.sheet.qualities for one in ("ambidexterity", "omnidexterity"))
    total.add(term("off_hand", -2 if clumsy else 0), *stated(move.act.modifiers))
    return total


def _roll_of(move: Move, actor: Combatant) -> Formula | None:
    skill = move.param("skill")
    if skill is None or not move.row.skills:
        return move.row.roll
    if skill not in move.row.skills:
        refuse("illegal-choice", f"{move.row.name} may use {', '.join(move.row.skills)}.", "$.params.skill")
    needed = move.row.trainings.get(skill, ())
    if needed and not any(one in actor.sheet.trainings for one in needed):
        refuse("requirement", f"{skill.capitalize()} serves only those trained in {' or '.join(needed)}.", "$.params.skill")
    if needed and move.weapon is not None and not move.weapon.stick:
        refuse("requirement", f"{skill.capitalize()} serves only for stick-like weapons.", "$.params.skill")
    return move.row.skills[skill]


def _changed(scene: Scene) -> list[Combatant]:
    return [one for one in scene.state.combatants.values() if has(one, "changed_intention")]


def _close(scene: Scene, maneuver: str) -> bool:
    row = scene.catalogue.maneuvers.get(maneuver)
    return row is not None and row.close and bool(row.answers)


def _land(scene: Scene, move: Move, blow: Blow, shots: list[int]) -> Script[str]:
    """What the blow, or each shot of the volley, does; then the tests of whoever was hurt (UNI-M-BASE-DAMAGE, UNI-C-SHOTS)."""
    target = scene.state.combatants[move.target]
    kind = move.weapon.type if move.weapon is not None and move.row.weapon else move.row.type
    threshold = scene.options.undefended_threshold
    base = _base(scene, move)
    armor = armor_value(target, kind)
    factor = multiplier(target, kind, scene.options.simple_damage)
    damage = raw_sum = hits = 0
    for shot in shots:
        if blow.outcome(threshold, shot) == HIT:
            hits += 1
            raw = max(0, _before_armor(scene, blow, base, shot) - armor)
            raw_sum += raw
            damage += points(raw, factor)
    outcome = blow.outcome(threshold)
    result = scene.result
    result["outcome"], result["damage"] = outcome, damage
    if hits:
        result.update(base_damage=base, raw_damage=raw_sum, multiplier=_whole(factor))
    if move.param("shots") is not None:
        result["hits"] = hits
    levels = levels_of(blow.total.value) if hits else 0
    defense, weapon = blow.defense, move.weapon.id if move.weapon and move.row.weapon else ""
    scene.record(
        f.Attacked(
            move.actor, move.target, move.id, outcome, blow.total.value, tuple(blow.total.terms), defense.pick, defense.value,
            tuple(defense.total.terms), levels, base, armor, raw_sum, str(factor), kind, damage, weapon, hits=hits,
        )
    )  # fmt: skip
    yield from hurt(scene, move.target, damage, kind, move.actor)
    yield from _parry_damage(scene, move, blow)
    if damage > 0:
        yield from _knockdown(scene, move.target, raw_sum, move.actor)
    return outcome


def _whole(factor: Fraction) -> int | Fraction:
    return factor.numerator if factor.denominator == 1 else factor


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


def _parry_damage(scene: Scene, move: Move, blow: Blow) -> Script[None]:
    """Who strikes bare-handed into a parrying weapon takes its base damage (UNI-M-PARRY)."""
    weapon, defense = blow.defense.weapon, blow.defense
    bare = move.row.answers == "unarmed" or (move.weapon is not None and is_natural(move.weapon))
    if weapon is None or not bare or not move.row.close or defense.value < blow.total.value:
        return
    holder, striker = scene.state.combatants[move.target], scene.state.combatants[move.actor]
    base = weapon.base.value(Traits(holder)) + (levels_of(defense.value) if scene.options.parry_damage_levels else 0)
    raw = max(0, base - armor_value(striker, weapon.type))
    damage = points(raw, multiplier(striker, weapon.type, scene.options.simple_damage))
    scene.result["parry_damage"] = damage
    scene.result["attacker_damage"] = scene.result.get("attacker_damage", 0) + damage
    yield from hurt(scene, move.actor, damage, weapon.type, move.target)


def _knockdown(scene: Scene, who: CombatantId, raw: int, by: CombatantId) -> Script[None]:
    """A blow of more than three times the victim's Strength may knock it down (UNI-C-KNOCKDOWN-BLOW)."""
    victim = scene.state.combatants[who]
    if victim.sheet.kind in ("vehicle", "object") or raw <= 3 * current(victim, "strength"):
        return
    if has(victim, "prone") or any(one.id in _DOWN for one in victim.conditions):
        return
    prompt = f"The blow is heavy. Does {told(scene, who, GM)} go down?"
    falls = yield from choose(Ask("knockdown", GM, prompt, "no", (Option("no", "No"), Option("yes", "Yes"))))
    scene.result["knockdown"] = falls == "yes"
    if falls == "yes":
        knock_down(scene, who, by)


_DOWN = ("dead", "unconscious", "incapacitated")


def knock_down(scene: Scene, who: CombatantId, by: CombatantId = "") -> None:
    """Prone, and without an attack for the rest of the Turn (UNI-C-KNOCKDOWN)."""
    scene.record(f.ConditionGained(who, "prone", {"fresh": True}, bool(by) and together(scene, who, by)))


def _failed(scene: Scene, move: Move) -> None:
    if scene.state.encounter is not None:
        scene.record(f.AttackFailed(move.actor))


def _grab_leg(scene: Scene, move: Move) -> Script[None]:
    """A parried kick exposes the leg: its target may grapple it at once, for nothing (UNI-M-KICK)."""
    from .grapple import grab

    target = scene.state.combatants[move.target]
    if is_out(target) or is_out(scene.state.combatants[move.actor]):
        return
    prompt = f"{target.sheet.name} parried the kick. Grab the leg?"
    options = (Option("decline", "No"), Option("grapple", "Grab it"))
    pick = yield from choose(Ask("grab_leg", move.target, prompt, "decline", options))
    if pick != "grapple":
        return
    kept = dict(scene.result)
    leg = move.limbs[0]
    act = Act(actor=move.target, maneuver="grapple", targets=(move.actor,), location=leg)
    counter = Move(move.target, "grapple", scene.catalogue.maneuvers["grapple"], act)
    outcome = yield from grab(scene, counter, free=True)
    total = scene.result["total"]
    scene.result.clear()
    scene.result.update(kept, grab_total=total, grab_outcome=outcome)
