"""Attacks: a blow, a kick, a weapon, a shot; one script for all that a defence may answer.

The defenders choose before the attack die exists. A tie is the defender's (UNI-C-CONTEST, UNI-M-BASE-ATTACK).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...errors import refuse
from ...kernel.formula import Formula, Term
from ...kernel.ids import CombatantId
from ...kernel.requests import Ask, Option
from ...kernel.script import Script, choose
from .. import facts as f
from ..commands import Act
from ..harm import is_out, levels_of
from ..legality import Move, bands_of
from ..modifiers import bodily, gang, range_penalty, several, stated, term
from ..play import Scene
from ..sheet import QuickLine
from ..state import Combatant, has
from . import ammunition
from .act import heroic, take_action
from .defend import BLOCKING, Defense, defend, roll_defense
from .landing import land
from .rolls import Total, add_die, rolls, traits_total

#: Outcome of an attack that a defence answered, or that was too low by itself.
HIT, MISS, BLOCKED = "hit", "miss", "blocked"


@dataclass
class Blow:
    """An attack on its way: its total, the defences by target, the quick line it follows, and what its base gains."""

    total: Total
    defenses: dict[CombatantId, Defense] = field(default_factory=dict)
    line: QuickLine | None = None
    bonus: int = 0

    def outcome(self, target: CombatantId, threshold: int, shot: int = 0) -> str:
        """The word for it; `shot` is what a later shot of a volley loses. `threshold`: least total against no defence."""
        total, defense = self.total.value + shot, self.defenses[target]
        if defense.pick != "none" and defense.value >= total and not defense.only_shield(total):
            return BLOCKED if defense.pick in BLOCKING else MISS
        return HIT if total >= (9 if defense.pick != "none" else threshold) else MISS


def strike(scene: Scene, move: Move) -> Script[None]:
    """Hit one target, or several with a volley (UNI-C-ATTACK-SEQUENCE, UNI-M-RANGED, UNI-C-SHOTS)."""
    volley = ammunition.volley(scene, move)
    blow = yield from exchange(scene, move)
    outcomes = yield from land(scene, move, blow, volley)
    settle(scene, move, outcomes)
    if move.row.leg and outcomes[move.target] == BLOCKED and blow.defenses[move.target].pick in ("parry", "off_hand_parry"):
        yield from _grab_leg(scene, move)
    if move.row.ranged:
        yield from ammunition.after(scene, move, blow.total.die, sum(len(shots) for shots in volley.values()))


def settle(scene: Scene, move: Move, outcomes: dict[CombatantId, str]) -> None:
    """The word for the whole act; an attack that hit nobody ends the series of the Turn (UNI-C-MULTI-FAIL)."""
    words = list(outcomes.values())
    hit = HIT in words
    scene.result["outcome"] = HIT if hit else words[0]
    if len(outcomes) > 1:
        scene.result["outcomes"] = dict(outcomes)
    if not hit and scene.state.encounter is not None and move.row.cost != "free":
        scene.record(f.AttackFailed(move.actor))


def exchange(scene: Scene, move: Move) -> Script[Blow]:
    """Attack against defence, up to all totals: the choices first, then the attack die, then the defence dice."""
    actor = scene.state.combatants[move.actor]
    line = None
    if not rolls(actor):
        line = actor.sheet.quick.get(move.id) or (actor.sheet.quick.get(move.weapon.id) if move.weapon else None)
    blow = Blow(_acting(scene, move, actor, line), line=line)
    take_action(scene, move)
    for target in move.act.targets:
        blow.defenses[target] = yield from defend(scene, move, target)
    yield from add_die(scene, move.actor, blow.total, "attack", "attack", heroic(move))
    for target, defense in blow.defenses.items():
        yield from roll_defense(scene, target, defense)
    _tell(scene, blow)
    return blow


def _tell(scene: Scene, blow: Blow) -> None:
    result, total = scene.result, blow.total
    result.update(total=total.value, modifier=total.modifier, success_levels=levels_of(total.value))
    if total.die is not None:
        result["die"] = total.die
    met = {target: defense.value for target, defense in blow.defenses.items()}
    weights = {target: defense.total.modifier for target, defense in blow.defenses.items()}
    several_targets = len(met) > 1
    result["defense_total"] = met if several_targets else next(iter(met.values()))
    result["defense_modifier"] = weights if several_targets else next(iter(weights.values()))


def _acting(scene: Scene, move: Move, actor: Combatant, line: QuickLine | None) -> Total:
    """The attack total without its die, every modifier in its order."""
    met, row = scene.state.encounter, move.row
    if line is not None:
        total = Total([Term("score", "Score", line.score)], line.score)
    else:
        total = traits_total(actor, _roll_of(move, actor), row.score)
    total.add(*several(actor, met), *bodily(actor, scene.options, move.limbs))
    if row.close:
        bonus = gang(move.actor, move.target, met, int(move.param("gang", 0)), _changed(scene), lambda one: _close(scene, one))
        total.add(term("gang_up", bonus))
    total.add(term("full_offense", 2 if has(actor, "full_offense") else 0))
    if row.ranged and move.weapon is not None:
        total.add(term("range", range_penalty(move.yards, bands_of(move, actor)) or 0))
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
    act = Act(actor=move.target, maneuver="grapple", targets=(move.actor,), location=move.limbs[0])
    counter = Move(move.target, "grapple", scene.catalogue.maneuvers["grapple"], act)
    outcome = yield from grab(scene, counter, free=True)
    total = scene.result["total"]
    scene.result.clear()
    scene.result.update(kept, grab_total=total, grab_outcome=outcome)
