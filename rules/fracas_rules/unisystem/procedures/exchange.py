"""Attack against defence, up to all totals (UNI-C-ATTACK-SEQUENCE, UNI-M-BASE-ATTACK, UNI-C-CONTEST).

The defenders choose before the attack die exists. A tie is the defender's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ...kernel.formula import Formula, Term
from ...kernel.ids import CombatantId
from ...kernel.requests import GM, Ask, Number
from ...kernel.roster import told
from ...kernel.script import Script, ask
from .. import economy, modifiers
from .. import facts as f
from ..common import Scene, d10, lose, mark
from ..modifiers import bodily, several, stated, term
from ..move import Aim, Move
from ..sheet import is_gun
from ..state import Combatant, has, params_of
from ..vocabulary import LOCATIONS
from .defend import defend, roll_defense
from .offers import NONE, Guard
from .rolls import Total, add_die, traits_total

#: Outcome words of an attack.
HIT, MISS, BLOCKED = "hit", "miss", "blocked"


class Blow(Struct, frozen=True):
    """An attack with all its totals: at whom (`aims`), and by target what was done against it.

    bonus: what its base damage gains from a leap. chance: it is struck at the unseen.
    """

    move: Move
    total: Total
    aims: tuple[Aim, ...]
    guards: dict[CombatantId, Guard]
    bonus: int = 0
    chance: bool = False

    def reach(self, aim: Aim, shot: int = 0) -> int:
        """The total against this target; `shot` is what a later shot of a volley loses."""
        return self.total.value + aim.bonus + shot

    def stopped(self, aim: Aim, shot: int = 0) -> bool:
        """Whether a defence equals or beats it."""
        guard, total = self.guards[aim.target], self.reach(aim, shot)
        return guard.pick != "none" and guard.value >= total and not guard.only_shield(total)

    def outcome(self, aim: Aim, threshold: int, shot: int = 0) -> str:
        """The word for it. `threshold`: the least total against no defence (UNI-C-NO-DEFENSE)."""
        if self.stopped(aim, shot):
            return self.guards[aim.target].word
        undefended = self.guards[aim.target].pick == "none"
        return HIT if self.reach(aim, shot) >= (threshold if undefended else 9) else MISS


def heroic(move: Move) -> bool:
    """Whether a Heroic Feat was bought for this act's roll."""
    return bool(move.act.spend.get("drama_points")) and move.param("drama", "heroic_feat") == "heroic_feat"


def take_action(scene: Scene, move: Move, full: bool = False) -> None:
    """Count the act: a place of the plan, an action of the Turn, or an opening used (UNI-M-BASE-COST, UNI-C-HR-OPPORTUNITY)."""
    if move.free:
        return
    who = scene.state.combatants[move.actor]
    if move.followup:
        lose(scene, move.actor, "followup")
        if scene.options.revised_multiple_actions:
            taken = int((params_of(who, "opportunist") or {}).get("count", 0)) + 1
            turn = scene.state.encounter.turn if scene.state.encounter else 0
            params = {"count": taken, "turn": turn} if move.actor in _over(scene) else {"count": taken}
            scene.record(f.ConditionGained(move.actor, "opportunist", params))
            return
    elif move.row.cost == "free" and not full:
        return
    if move.index is not None:
        scene.record(f.PlanDone(move.actor, move.index))
    economy.take_action(scene, scene.state.combatants[move.actor], move.id, move.row, full)


def _over(scene: Scene) -> tuple[CombatantId, ...]:
    return scene.state.encounter.done if scene.state.encounter is not None else ()


def exchange(
    scene: Scene,
    move: Move,
    total: Total | None = None,
    bonus: int = 0,
    rolls_die: bool = False,
    losses: Mapping[CombatantId, Sequence[int]] | None = None,
) -> Script[Blow]:
    """Attack against defence. `total`: a sum that is reckoned already, and rolled unless it `rolls_die` yet.

    `bonus` goes on the base damage. `losses`: what each shot of a volley loses, by target: one defence meets them all.
    """
    actor = scene.state.combatants[move.actor]
    aims = move.aims
    if total is None or rolls_die:
        aims = tuple([_weighed(scene, move, actor, aim) for aim in aims])
    blind = len(aims) == 1 and modifiers.unseen(actor, scene.state.combatants[aims[0].target]) == "blind"
    known = total is not None
    made = total if total is not None else acting(scene, move, actor)
    if len(aims) == 1 and (not known or rolls_die):
        made = made.plus(aims[0].terms, aims[0].owed)
        aims = (replace(aims[0], terms=(), owed={}),) if aims[0].terms else aims
    if not known:
        if move.riders:
            located = yield from _called(scene, move)
            made = made.plus(located)
        take_action(scene, move)
        _use_up(scene, move)
    if blind:
        struck = yield from _chance(scene, move.actor)
        lucky = Total((Term("chance", "Chance", struck),), struck, struck)
        return Blow(move, lucky, aims, {aim.target: NONE for aim in aims}, bonus, True)
    guards: dict[CombatantId, Guard] = {}
    for aim in aims:
        guards[aim.target] = yield from defend(scene, move, aim)
    if not known or rolls_die:
        made = yield from add_die(scene, move.actor, made, "attack", "attack", heroic(move))
    blow = Blow(move, made, aims, guards, bonus)
    for aim in aims:
        guard = guards[aim.target]
        if guard.pick != "none":
            shots = (losses or {}).get(aim.target, (0,))
            reached = tuple(blow.reach(aim, lost) for lost in shots)
            guards[aim.target] = yield from roll_defense(scene, move, aim.target, guard, reached)
    return blow


def _weighed(scene: Scene, move: Move, actor: Combatant, aim: Aim) -> Aim:
    terms, owed = modifiers.weigh(scene, move, actor, aim)
    return replace(aim, terms=tuple(terms), owed=owed) if terms else aim


def acting(scene: Scene, move: Move, actor: Combatant) -> Total:
    """The attack total without its die and what hangs on the target, every modifier in its order."""
    row = move.row
    if move.line is not None:
        total = Total((Term("score", "Score", move.line.score),), move.line.score, move.line.score)
    else:
        total = traits_total(actor, roll_of(move), row.score)
    off_hand = move.id == "off_hand_strike"
    opportunity = move.followup and scene.options.revised_multiple_actions
    turn = modifiers.opportunism(actor) if opportunity else several(scene, actor, off_hand)
    found = [*turn, *bodily(actor, scene.options, move.limbs, despite=row.despite, biting=row.bite)]
    found += situation(scene, move, actor)
    total = total.plus(found)
    return total.plus(*modifiers.helped(actor, "attack")) if actor.conditions else total


def situation(scene: Scene, move: Move, actor: Combatant) -> list[Term]:
    """What the stance, the weapon, the saddle and the circumstances do to an attack or a contest that counts as one.

    UNI-M-FULL-OFFENSE, UNI-C-HR-OFFENSE, UNI-M-AIM, UNI-C-MOUNT-RANGED, UNI-C-OFF-HAND.
    """
    row, weapon = move.row, move.weapon
    found = [term("aimed", sum(one.penalty for one in move.riders), move.riders[0].name)] if move.riders else []
    if row.attack and actor.conditions:
        found.append(term("full_offense", 2 if has(actor, "full_offense") else 0))
        found.append(term("bound", -2 if has(actor, "restrained") and move.id == "punch" else 0))
        aimed = params_of(actor, "aiming") if row.ranged else None
        found.append(term("aiming", int((aimed or {}).get("bonus", 0))))
        opening = params_of(actor, "followup") if move.followup else None
        found.append(term("followup", int((opening or {}).get("bonus", 0))))
    if weapon is not None and weapon.attack_mod and row.weapon:
        found.append(term("attack_mod", weapon.attack_mod))
    if row.tires:
        found.append(term("tired", -2 * actor.exertion.get(move.id, 0)))
    if row.missile and actor.mount:
        saddle = modifiers.saddle_penalty(move.param("gait", "walk"), move.param("ground", "even"))
        found.append(term("mounted", saddle))
    if move.act.params:
        found.append(term("off_hand", modifiers.awkward(move, actor)))
    return [*found, *stated(move.act.modifiers)]


def _called(scene: Scene, move: Move) -> Script[list[Term]]:
    """A called shot at a place without a rider of its own: the GM says how hard it is (UNI-M-CALLED-SHOT)."""
    if not any(rider.rule == "UNI-M-CALLED-SHOT" for rider in move.riders):
        return []
    place = move.act.location
    usual = LOCATIONS.get(place, -1)
    prompt = f"{told(scene, move.actor, GM)} aims at the {place.replace('_', ' ') or 'target'}. How hard is that?"
    penalty = yield from ask(Ask("called_shot_penalty", GM, prompt, usual, (), Number(-20, 20)))
    return [term("called_shot", int(str(penalty)))]


def roll_of(move: Move) -> Formula | None:
    """The roll of a maneuver, by the skill that the act names or the weapon asks for (UNI-M-KICK, UNI-M-RANGED-DISARM)."""
    if move.row.old is not None and move.weapon is not None and not is_gun(move.weapon):
        return move.row.old
    return move.row.skills.get(str(move.param("skill")), move.row.roll)


def _use_up(scene: Scene, move: Move) -> None:
    """Hints, aims, feints and places found go with the attack; the weapon that struck is noted."""
    actor = scene.state.combatants[move.actor]
    if move.weapon is not None and move.row.close:
        mark(scene, move.actor, f"struck_with:{move.weapon.id}")
    if move.id == "off_hand_strike":
        mark(scene, move.actor, "off_hand_strike")
    if actor.conditions:
        use_hint(scene, actor, "attack")
        if move.row.ranged:
            lose(scene, move.actor, "aiming")
        for target in move.act.targets:
            if modifiers.unseen(actor, scene.state.combatants[target]) == "located":
                lose(scene, move.actor, "located")
    for target in move.act.targets:
        if scene.state.combatants[target].conditions:
            lose(scene, target, "feinted", {"by": move.actor})


def use_hint(scene: Scene, who: Combatant, use: str) -> None:
    """A hint serves one roll of its kind (UNI-M-WATCHFUL-EYE)."""
    for one in who.conditions:
        if one.id == "watched_over" and one.params.get("use", "any") in (use, "any") and not one.later:
            lose(scene, who.id, "watched_over", one.params)


def _chance(scene: Scene, actor: CombatantId) -> Script[int]:
    """At the unseen: a 10, then a 9 or 10, hits with one level, whoever strikes (UNI-C-INVISIBLE-CHANCE)."""
    first = yield from d10("chance", actor, (10,))
    if first < 10:
        return 0
    second = yield from d10("chance", actor, (9,))
    return 9 if second >= 9 else 0
