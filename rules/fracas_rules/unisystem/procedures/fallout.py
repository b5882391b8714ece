"""What a hit does besides damage: keeping one's feet, knockouts, groin shots, gore, falls (UNI-M-KNOCKOUT, UNI-M-GROIN-SHOT).

First the resistances, then damage with its tests, then what follows: the order of the game's README.
"""

from __future__ import annotations

from msgspec import Struct

from ...kernel.formula import parse
from ...kernel.ids import CombatantId
from ...kernel.requests import GM, Ask, Number, Option
from ...kernel.roster import distance, told
from ...kernel.script import Script, ask, choose, gm_says
from ..common import Scene, gain, heroic_feat, is_thing
from ..harm import ASLEEP, collapse, die, dismount, hurt, is_out, knock_down, lose_limb, make_tests, ridden, wound
from ..modifiers import knocks_down, term, wound_penalty
from ..move import Move
from ..state import Combatant, has
from .damage import Landed
from .defend import riding
from .exchange import HIT, Blow
from .rolls import Total, add_die, tested, traits_total
from .things import wear

_TOUGH = parse("2 * constitution")
_FRAIL = parse("constitution")
_MUSCLE = parse("muscle")
_HALF_MUSCLE = parse("muscle // 2")
_WILL = parse("2 * willpower")
_BRAINS = parse("brains")


class Resisted(Struct, frozen=True):
    """What a target could not resist: it falls, is knocked out, doubles over (with the penalty of its recovery)."""

    falls: bool = False
    asleep: bool = False
    doubled: int | None = None


UNTOUCHED = Resisted()


def resistances(scene: Scene, blow: Blow, landed: Landed) -> Script[Resisted]:
    """The rolls that a hit asks of its target before the wounds of the blow count."""
    move, victim = blow.move, scene.state.combatants[landed.target]
    if landed.outcome != HIT or is_thing(victim) or has(victim, "dead"):
        return UNTOUCHED
    falls, asleep, doubled = "prone" in move.row.effects, False, None
    if "feet" in move.row.effects and not is_out(victim):
        total = traits_total(victim, move.row.resist, move.row.resist_score)
        total = yield from _roll(scene, victim, total, "feet", blow.reach(landed.aim))
        falls = total.value < blow.reach(landed.aim)
    if not move.riders:
        return Resisted(falls=True) if falls else UNTOUCHED
    rules = [rider.rule for rider in move.riders]
    if "UNI-M-KNOCKOUT" in rules and landed.damage and not is_out(victim):
        total = traits_total(victim, _TOUGH, _MUSCLE).plus([term("levels", -landed.levels)])
        total = yield from _roll(scene, victim, total, "knockout", 9)
        asleep = total.value < 9
    if "UNI-M-GROIN-SHOT" in rules and landed.damage and victim.sheet.sex and not is_out(victim):
        penalty = -2 * landed.levels if victim.sheet.sex == "male" else -1
        total = traits_total(victim, _WILL, _BRAINS).plus([term("groin_shot", penalty)])
        total = yield from _roll(scene, victim, total, "groin", 9)
        doubled = penalty if total.value < 9 else None
    return Resisted(falls, asleep, doubled)


def _roll(scene: Scene, victim: Combatant, total: Total, key: str, need: int) -> Script[Total]:
    """A resistance: the wounds weigh on it, a Drama Point may help (README, Order of dice)."""
    total = total.plus([term("wounds", wound_penalty(victim, scene.options))])
    heroic = False
    if victim.drama_points:
        prompt = f"{victim.sheet.name} resists ({key}). Spend a Drama Point on it?"
        heroic = yield from heroic_feat(scene, victim.id, "drama_resist", prompt)
    total = yield from add_die(scene, victim.id, total, key, heroic=heroic, needs=(need,))
    tested(scene, victim.id, key, total, total.value >= need)
    return total


def strike_home(scene: Scene, blow: Blow, landed: Landed, resisted: Resisted) -> Script[None]:
    """Damage, limbs, and the tests that fall due; then what the target could not resist."""
    move, target = blow.move, landed.target
    if is_thing(scene.state.combatants[target]):
        yield from wear(scene, target, landed.damage, move.actor)
        return
    if landed.limb:
        lose_limb(scene, target, landed.location or move.act.location, landed.limb)
    if landed.killed:
        wound(scene, target, landed.damage, landed.kind, move.actor)
        die(scene, target, "through_heart", move.actor, destroyed=True)
        return
    beheads = move.row.times == 5
    if landed.damage:
        wound(scene, target, landed.damage, landed.kind, move.actor)
        if move.id == "throat_slit" and _bleeds(scene.state.combatants[target]):
            gain(scene, target, "bleeding", {"per_turn": 1, "doctor_penalty": -3})
        yield from make_tests(scene, target, move.actor, 0, "beheaded" if beheads else "wounds", beheads)
    if has(scene.state.combatants[target], "dead"):
        return
    if resisted.doubled is not None:
        knock_down(scene, target, move.actor)
        gain(scene, target, "doubled_over", {"penalty": resisted.doubled, "turn": 0}, move.actor)
    if resisted.falls:
        knock_down(scene, target, move.actor)
    if resisted.asleep and not any(one.id in ASLEEP for one in scene.state.combatants[target].conditions):
        options = (Option("scene", "Until the GM says so"),)
        prompt = f"{told(scene, target, GM)} is knocked out. For how many Turns?"
        turns = yield from ask(Ask("knockout_duration", GM, prompt, "scene", options, Number(1, 1000)))
        collapse(scene, target, "unconscious", {"turns": turns} if isinstance(turns, int) else {}, move.actor)


def _bleeds(victim: Combatant) -> bool:
    body = victim.sheet.body
    return not (body.vampire or body.undead or body.bloodless)


def heavy_blow(scene: Scene, target: CombatantId, raw: int, by: CombatantId) -> Script[bool | None]:
    """A heavy blow may knock the victim down, as the GM says; None where it was no question (UNI-C-KNOCKDOWN-BLOW)."""
    if not knocks_down(scene.state.combatants[target], raw):
        return None
    falls = yield from gm_says("knockdown", f"The blow is heavy. Does {told(scene, target, GM)} go down?")
    if falls:
        knock_down(scene, target, by)
    return falls


def gore(scene: Scene, move: Move, target: CombatantId, damage: int, kind: str, died: bool) -> Script[None]:
    """Option: terrible wounds and bloody deaths cost everyone near an action.

    UNI-C-GORE-WOUND, UNI-C-GORE-DEATH, UNI-C-GORE-DEMON.
    """
    victim = scene.state.combatants[target]
    death = died and not victim.sheet.body.vampire
    if not scene.options.buckets_of_blood or not (death or damage > 30):
        return
    prompt = f"Is what happens to {told(scene, target, GM)} bloody?"
    bloody = yield from gm_says("bloody", prompt, "yes" if kind == "slash_stab" else "no")
    if not bloody:
        return
    for one, witness in scene.state.combatants.items():
        yards = distance(scene, target, one)
        near = (one == move.actor and move.row.close and not move.missile) or (yards is not None and yards <= 3)
        if one == move.actor and move.missile and (move.yards is not None and move.yards <= 3):
            near = True
        if one == target or not near or is_thing(witness) or is_out(witness) or witness.sheet.body.unfazed_by_gore:
            continue
        roll, score = (_FRAIL, _HALF_MUSCLE) if death else (_TOUGH, _MUSCLE)
        total = traits_total(witness, roll, score).plus([term("gore", -2 if victim.sheet.body.bursting_with_blood else 0)])
        total = yield from add_die(scene, one, total, "gore", needs=(9,))
        tested(scene, one, "gore", total, total.value >= 9)
        if total.value < 9:
            gain(scene, one, "stunned", {"actions": 1})


def lost_mount(scene: Scene, mount: CombatantId) -> Script[None]:
    """Whose mount goes down must stay on his feet (UNI-C-MOUNT-VERSUS)."""
    rider = ridden(scene, mount)
    if rider is None:
        return
    passed = yield from riding(scene, rider.id, test="unhorse")
    dismount(scene, rider.id)
    if not passed:
        knock_down(scene, rider.id)


def free_hold(scene: Scene, move: Move) -> Script[None]:
    """A tackle that hits may grapple at once, legs or body, without a roll (UNI-M-TACKLE)."""
    victim = scene.state.combatants[move.target]
    if is_out(scene.state.combatants[move.actor]) or has(victim, "dead"):
        return
    options = (Option("body", "The body"), Option("legs", "The legs"), Option("none", "No hold"))
    pick = yield from choose(Ask("tackle_grapple", move.actor, "Grapple the one you tackled?", "body", options))
    for part in {"body": ("body",), "legs": ("leg_left", "leg_right"), "none": ()}[pick]:
        gain(scene, move.target, "grappled", {"by": move.actor, "part": part}, move.actor)


def backlash(scene: Scene, who: CombatantId, damage: int, kind: str, by: CombatantId) -> Script[None]:
    """The attacker takes something in return."""
    if damage:
        yield from hurt(scene, who, damage, kind, by)
