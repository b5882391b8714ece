"""Teeth, blood, and stopping in time (UNI-M-BITE, UNI-M-VAMPIRE-BITE, -DRAIN, -REGEN, -FEEDING)."""

from __future__ import annotations

from msgspec.structs import replace

from ...errors import refuse
from ...kernel.formula import parse
from ...kernel.requests import GM, Ask
from ...kernel.roster import told
from ...kernel.script import YES_NO, Script, choose, gm_says
from ..commands import Modifier
from ..common import Scene, amount, change, gain, holds, instance, lose, mark
from ..harm import armor_value, heal, is_out, make_tests, multiplier, points, wound
from ..modifiers import bodily, several, stated
from ..move import Move
from ..sheet import quality
from ..state import current, has
from ..vocabulary import LOCATIONS
from . import strike
from .exchange import HIT, heroic, take_action
from .rolls import add_die, tested, traits_total

_SEDUCE = parse("constitution + influence")
_WILL = parse("2 * willpower")
_BRAINS = parse("brains")


def bite(scene: Scene, move: Move) -> Script[None]:
    """Bite: easy where one holds the victim, awkward without any hold, free at the limb that holds one (UNI-M-BITE)."""
    biter, victim = scene.state.combatants[move.actor], scene.state.combatants[move.target]
    place = move.act.location or "body"
    held_by = [part for part in holds(biter, move.target) if part != "neck"]
    mine = holds(victim, move.actor)
    penalty = LOCATIONS.get(place, 0)
    if move.param("grappling_limb"):
        if not held_by:
            refuse("illegal-target", f"No limb of {victim.sheet.name} holds {biter.sheet.name}.", "$.params.grappling_limb")
        penalty = 0
        move = replace(move, row=replace(move.row, despite=("restrained",)))
    elif place in mine:
        penalty = 0
    elif not mine and not held_by:
        exempt = biter.sheet.body.natural_biter and scene.options.natural_biters_exempt
        penalty -= 0 if exempt else 1
    where = Modifier(label="Place", value=penalty)
    act = replace(move.act, modifiers=(*move.act.modifiers, where) if penalty else move.act.modifiers)
    yield from strike.strike(scene, replace(move, act=act))


def vampire_bite(scene: Scene, move: Move) -> Script[None]:
    """Sink the fangs in: without a roll where the victim is helpless, else in a hold (UNI-M-VAMPIRE-BITE)."""
    victim = scene.state.combatants[move.target]
    helpless = is_out(victim) or has(victim, "restrained") or has(victim, "willing")
    if not helpless and not holds(victim, move.actor):
        refuse("requirement", f"{victim.sheet.name} is neither held nor helpless.", "$.targets[0]")
    hit = True
    if helpless:
        take_action(scene, move)
        damage = yield from _helpless(scene, move)
        scene.result.update(outcome=HIT, damage=damage)
    else:
        hit = yield from strike.attack(scene, move)
    victim = scene.state.combatants[move.target]
    fresh = not has(victim, "dead") and instance(victim, "bitten", by=move.actor) is None
    if hit and fresh:
        gain(scene, move.target, "bitten", {"by": move.actor}, move.actor)


def _helpless(scene: Scene, move: Move) -> Script[int]:
    """No roll, no levels: the base damage alone."""
    biter, victim = scene.state.combatants[move.actor], scene.state.combatants[move.target]
    raw = max(0, amount(move.row.base, biter) - armor_value(victim, move.row.type))
    factor = multiplier(victim, move.row.type, scene.options.simple_damage, 0, not scene.options.bite_doubles)
    damage = points(raw, factor)
    wound(scene, move.target, damage, move.row.type, move.actor)
    yield from make_tests(scene, move.target, move.actor)
    return damage


def drain(scene: Scene, move: Move) -> Script[None]:
    """Drink: no roll, no armour, no multiplier (UNI-M-VAMPIRE-DRAIN, UNI-M-VAMPIRE-FEEDING)."""
    vampire, victim = scene.state.combatants[move.actor], scene.state.combatants[move.target]
    full = 3 * current(vampire, "strength")
    wanted = int(move.param("amount", full))
    if not 1 <= wanted <= full:
        refuse("illegal-choice", f"{vampire.sheet.name} drinks 1 to {full} Life Points.", "$.params.amount")
    ease, total = 0, None
    if 2 * wanted <= full:
        pick = yield from choose(Ask("pleasure", move.actor, "Drink slowly, for pleasure?", "no", YES_NO))
        if pick == "yes":
            total = traits_total(vampire, _SEDUCE, _BRAINS).plus(several(scene, vampire))
            total = total.plus([*bodily(vampire, scene.options, ()), *stated(move.act.modifiers)])
    take_action(scene, move)
    mark(scene, move.actor, f"once:{move.id}")
    if total is not None:
        total = yield from add_die(scene, move.actor, total, "pleasure", heroic=heroic(move))
        tested(scene, move.actor, "pleasure", total, total.levels > 0)
        ease = total.levels
    lose(scene, move.target, "drained", {"by": move.actor})
    gain(scene, move.target, "drained", {"by": move.actor, "ease": ease, "fresh": True})
    drunk = max(0, min(wanted, victim.life_points))
    regained = _regain(scene, move, drunk)
    wound(scene, move.target, wanted, "bash", move.actor)
    yield from make_tests(scene, move.target, move.actor)
    scene.result.update(outcome="success", damage=wanted)
    if regained:
        scene.result["regained"] = regained
    if total is not None:
        scene.result.update(total=total.value, success_levels=total.levels)


def _regain(scene: Scene, move: Move, drunk: int) -> int:
    """One Life Point for every five drunk of the whole feeding (UNI-M-VAMPIRE-REGEN)."""
    vampire, victim = scene.state.combatants[move.actor], scene.state.combatants[move.target]
    bitten = instance(victim, "bitten", by=move.actor) or {}
    before = int(bitten.get("drunk", 0))
    change(scene, move.target, "bitten", bitten, {**bitten, "drunk": before + drunk})
    if not quality(vampire.sheet, "vampiric_regeneration"):
        return 0
    due = (before + drunk) // 5 - before // 5
    had = vampire.life_points
    heal(scene, move.actor, due)
    return scene.state.combatants[move.actor].life_points - had


def stop_feeding(scene: Scene, move: Move) -> Script[None]:
    """Who is hungry needs the will to stop (UNI-M-VAMPIRE-FEEDING)."""
    vampire = scene.state.combatants[move.actor]
    starving = "yes" if vampire.life_points <= 10 else "no"
    hungry = yield from gm_says("hungry", f"Is {told(scene, move.actor, GM)} hungry?", starving)
    take_action(scene, move)
    stops = True
    if hungry:
        total = traits_total(vampire, _WILL, _BRAINS).plus(stated(move.act.modifiers))
        total = yield from add_die(scene, move.actor, total, "stop_feeding", heroic=heroic(move), needs=(9,))
        tested(scene, move.actor, "stop_feeding", total, total.value >= 9)
        scene.result.update(total=total.value, success_levels=total.levels)
        stops = total.value >= 9
    if stops:
        lose(scene, move.target, "bitten", {"by": move.actor})
        lose(scene, move.target, "drained", {"by": move.actor})
    scene.result["outcome"] = "success" if stops else "failure"
