"""Contests inside maneuvers: choking, breaking necks, tossing, holding, breaking free, feints, closing in (UNI-M-BASE-CONTEST).

Both sides roll; the acting side needs 9 and more than the other. Nobody is asked: resisting is no defence.
"""

from __future__ import annotations

from msgspec import Struct

from ...kernel.formula import Term, parse
from ...kernel.ids import CombatantId
from ...kernel.script import Script
from .. import facts as f
from ..common import Scene, amount, gain, heroic_feat, instance, lose, ready
from ..harm import armor_value, end_holds, is_out, knock_down, levels_of, make_tests, multiplier, points, wound
from ..modifiers import bodily, several, term, wound_penalty
from ..move import Move
from ..sheet import is_melee, needs_breath
from ..state import Combatant, has
from .exchange import heroic, situation, take_action
from .rolls import Total, add_die, traits_total

_CLOSE_MEDIEVAL = parse("dexterity + max(acrobatics, getting_medieval)")
_CLOSE_KUNG_FU = parse("dexterity + max(acrobatics, kung_fu)")
_COMBAT = parse("combat")


class Settled(Struct, frozen=True):
    """A contest: both totals, and who had the better of it."""

    total: Total
    other: Total
    won: bool

    @property
    def levels(self) -> int:
        """Success Levels of the acting side, won or lost."""
        return levels_of(self.total.value)


def contest(scene: Scene, move: Move, total: Total, other: Total, breaking: CombatantId = "") -> Script[Settled]:
    """Roll both sides: circumstances weigh on the one who acts, wounds alone on the one who resists."""
    actor, victim = scene.state.combatants[move.actor], scene.state.combatants[move.target]
    total = total.plus([*several(scene, actor), *bodily(actor, scene.options, move.limbs, breaking, move.row.despite)])
    total = total.plus(situation(scene, move, actor))
    take_action(scene, move)
    other = other.plus([term("wounds", wound_penalty(victim, scene.options))])
    total = yield from add_die(scene, move.actor, total, move.id, heroic=heroic(move))
    other = yield from answer(scene, victim, other, total.value)
    won = total.value >= 9 and total.value > other.value
    outcome = "success" if won else "failure"
    scene.record(
        f.Contested(
            move.actor, move.target, move.id, outcome, total.value, total.terms, other.value, other.terms,
            {**total.owed, **other.owed},
        )
    )  # fmt: skip
    if not won and move.row.attack and scene.state.encounter is not None and not move.free:
        scene.record(f.AttackFailed(move.actor))
    return Settled(total, other, won)


def answer(scene: Scene, victim: Combatant, other: Total, need: int) -> Script[Total]:
    """The other side's die; whoever is out resists nothing."""
    if is_out(victim) and not has(victim, "doubled_over"):
        return Total()
    better = False
    if victim.drama_points:
        prompt = f"{victim.sheet.name} resists. Spend a Drama Point on it?"
        better = yield from heroic_feat(scene, victim.id, "drama_resist", prompt)
    other = yield from add_die(scene, victim.id, other, "resist", heroic=better, needs=(need,))
    return other


def usual(scene: Scene, move: Move) -> Script[Settled]:
    """The contest that the row describes."""
    total = traits_total(scene.state.combatants[move.actor], move.row.roll, move.row.score)
    other = traits_total(scene.state.combatants[move.target], move.row.resist, move.row.resist_score)
    settled = yield from contest(scene, move, total, other)
    return settled


def report(scene: Scene, settled: Settled, **extra: object) -> None:
    """The one place where a contest writes its result."""
    scene.result.update(
        outcome="success" if settled.won else "failure",
        total=settled.total.value,
        modifier=settled.total.modifier,
        defense_total=settled.other.value,
        success_levels=settled.levels,
    )
    scene.result.update(extra)


def grip(
    scene: Scene,
    move: Move,
    levels: int,
    kind: str,
    survival: int = 0,
    cause: str = "wounds",
    destroyed: bool = False,
) -> Script[int]:
    """Damage of a contest that was won: base and levels, armour, multiplier; with its tests."""
    actor, victim = scene.state.combatants[move.actor], scene.state.combatants[move.target]
    formula = move.weapon.base if move.weapon is not None and move.row.weapon else move.row.base
    raw = max(0, amount(formula, actor) + levels - armor_value(victim, kind))
    damage = points(raw, multiplier(victim, kind, scene.options.simple_damage))
    if damage:
        wound(scene, move.target, damage, kind, move.actor)
        yield from make_tests(scene, move.target, move.actor, survival, cause, destroyed)
    return damage


def choke(scene: Scene, move: Move) -> Script[None]:
    """Squeeze the throat that is held (UNI-M-CHOKE)."""
    settled = yield from usual(scene, move)
    damage = 0
    if settled.won:
        damage = yield from grip(scene, move, settled.levels, move.row.type)
        throttle(scene, move)
    report(scene, settled, damage=damage)


def throttle(scene: Scene, move: Move) -> None:
    """Who needs breath cannot get it, as long as the throat is held."""
    victim = scene.state.combatants[move.target]
    choked = instance(victim, "choked", by=move.actor) is not None
    if needs_breath(victim.sheet) and not choked and not has(victim, "dead"):
        gain(scene, move.target, "choked", {"by": move.actor}, move.actor)


def break_neck(scene: Scene, move: Move) -> Script[None]:
    """Wrench the neck that is held: the levels weigh on the Survival test of whoever is no vampire (UNI-M-BREAK-NECK)."""
    settled = yield from usual(scene, move)
    damage = 0
    if settled.won:
        body = scene.state.combatants[move.target].sheet.body
        undead = body.vampire or body.undead
        extra = 0 if undead else -settled.levels
        damage = yield from grip(scene, move, settled.levels, move.row.type, extra, "neck", body.vampire)
    report(scene, settled, damage=damage)


def toss(scene: Scene, move: Move) -> Script[None]:
    """Throw the one who is held: a yard for each level, to the ground, and out of the hold (UNI-M-TOSS)."""
    settled = yield from usual(scene, move)
    damage = yards = 0
    if settled.won:
        yards = settled.levels
        end_holds(scene, move.target, move.actor)
        damage = yield from grip(scene, move, settled.levels, move.row.type)
        knock_down(scene, move.target, move.actor)
    report(scene, settled, damage=damage, **({"yards": yards} if settled.won else {}))


def hold(scene: Scene, move: Move) -> Script[None]:
    """Hold fast the one who is grappled (UNI-M-WRESTLING-HOLD)."""
    settled = yield from usual(scene, move)
    if settled.won:
        lose(scene, move.target, "held", {"by": move.actor})
        gain(scene, move.target, "held", {"by": move.actor, "levels": settled.levels}, move.actor)
    report(scene, settled)


def break_free(scene: Scene, move: Move) -> Script[None]:
    """Strength against another grapple roll of the holder; a tie keeps the hold (UNI-M-BREAK-FREE)."""
    total = traits_total(scene.state.combatants[move.actor], move.row.roll, move.row.score)
    other = traits_total(scene.state.combatants[move.target], move.row.resist, move.row.resist_score)
    held = instance(scene.state.combatants[move.actor], "held", by=move.target) is not None
    settled = yield from contest(scene, move, total, other, "" if held else move.target)
    if settled.won:
        end_holds(scene, move.actor, move.target, move.act.location)
    report(scene, settled)


def release(scene: Scene, move: Move) -> Script[None]:
    """Let go of the target, of one part or of all; it costs nothing (UNI-M-RELEASE)."""
    end_holds(scene, move.target, move.actor, move.act.location)
    scene.result["outcome"] = "success"
    return
    yield


def feint(scene: Scene, move: Move) -> Script[None]:
    """Mislead a foe: the levels go on the next attack on him (UNI-M-UNARMED-FEINT, UNI-M-MELEE-FEINT, UNI-C-HR-FEINT)."""
    actor = scene.state.combatants[move.actor]
    armed = any(is_melee(one) for one in ready(actor))
    skill = move.param("skill", "getting_medieval" if armed else "kung_fu")
    total = traits_total(actor, move.row.skills[skill], move.row.score)
    other = traits_total(scene.state.combatants[move.target], move.row.resist, move.row.resist_score)
    settled = yield from contest(scene, move, total, other)
    bonus = settled.levels if settled.won else 0
    if settled.won:
        lose(scene, move.target, "feinted", {"by": move.actor})
        gain(scene, move.target, "feinted", {"by": move.actor, "levels": bonus, "turns": 1})
    report(scene, settled, bonus=bonus)


def close_ranks(scene: Scene, move: Move) -> Script[None]:
    """Get inside the reach of a foe's weapon (UNI-M-CLOSE-RANKS)."""
    settled = yield from _step(scene, move, 0)
    if settled.won:
        gain(scene, move.actor, "inside_reach", {"of": move.target})
    report(scene, settled)


def fall_back(scene: Scene, move: Move) -> Script[None]:
    """Get out again (UNI-M-FALL-BACK)."""
    settled = yield from _step(scene, move, 2 if move.param("straight_back") else 0)
    if settled.won:
        lose(scene, move.actor, "inside_reach", {"of": move.target})
        lose(scene, move.target, "inside_reach", {"of": move.actor})
    report(scene, settled)


def _step(scene: Scene, move: Move, bonus: int) -> Script[Settled]:
    total = _footwork(scene.state.combatants[move.actor]).plus([Term("straight_back", "Stepping back", bonus)])
    other = _footwork(scene.state.combatants[move.target])
    settled = yield from contest(scene, move, total, other)
    return settled


def _footwork(who: Combatant) -> Total:
    """Dexterity and the best of Acrobatics and the skill of the weapon in use; Combat."""
    armed = any(is_melee(one) for one in ready(who))
    return traits_total(who, _CLOSE_MEDIEVAL if armed else _CLOSE_KUNG_FU, _COMBAT)
