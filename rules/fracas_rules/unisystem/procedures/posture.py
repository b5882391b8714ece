"""Stances, and getting up again (UNI-M-FULL-OFFENSE, UNI-M-FULL-DEFENSE, UNI-C-KNOCKDOWN-RISE)."""

from __future__ import annotations

from ...errors import refuse
from ...kernel.script import Script
from .. import facts as f
from ..harm import levels_of
from ..legality import Move
from ..modifiers import bodily, several, stated
from ..play import Scene
from ..sheet import full_life_points
from ..state import has, params_of
from .act import heroic, take_action
from .rolls import add_die, traits_total


def stance(scene: Scene, move: Move) -> Script[None]:
    """Full Offense or Full Defense for the rest of the Turn."""
    take_stance(scene, move.actor, move.id)
    scene.result["outcome"] = "success"
    return
    yield


def take_stance(scene: Scene, actor: str, which: str) -> None:
    """Take a stance; refused after a defence (Full Offense) or an attack (Full Defense) of the Turn."""
    who = scene.state.combatants[actor]
    if scene.state.encounter is not None:
        if which == "full_offense" and who.defenses_made:
            refuse("illegal-choice", f"{who.sheet.name} has defended this Turn: no Full Offense any more.", "$.maneuver")
        if which == "full_defense" and who.attacks_made:
            refuse("no-actions-left", f"{who.sheet.name} has acted this Turn: no Full Defense any more.", "$.maneuver")
    other = "full_defense" if which == "full_offense" else "full_offense"
    if has(who, other):
        refuse("illegal-choice", f"{who.sheet.name} has taken the other stance.", "$.maneuver")
    scene.record(f.ConditionGained(actor, which))


def stand_up(scene: Scene, move: Move) -> Script[None]:
    """Spend the Turn getting up; on one's feet when it ends (UNI-C-KNOCKDOWN-RISE)."""
    _must_lie(scene, move)
    take_action(scene, move)
    scene.record(f.ConditionGained(move.actor, "standing_up"))
    scene.result["outcome"] = "success"
    return
    yield


def kip_up(scene: Scene, move: Move) -> Script[None]:
    """Flip to one's feet: two Success Levels on Dexterity + Acrobatics."""
    _must_lie(scene, move)
    who = scene.state.combatants[move.actor]
    total = traits_total(who, move.row.roll, move.row.score)
    despite = [one for one in bodily(who, scene.options, move.limbs) if one.key not in move.row.despite]
    total.add(*several(who, scene.state.encounter), *despite, *stated(move.act.modifiers))
    take_action(scene, move)
    yield from add_die(scene, move.actor, total, "kip_up", heroic=heroic(move))
    up = total.value >= 11
    scene.result.update(
        outcome="success" if up else "failure",
        total=total.value,
        modifier=total.modifier,
        success_levels=levels_of(total.value),
    )
    scene.record(f.Tested(move.actor, "kip_up", total.value, tuple(total.terms), up))
    if up:
        scene.record(f.ConditionLost(move.actor, "prone"))


def _must_lie(scene: Scene, move: Move) -> None:
    who = scene.state.combatants[move.actor]
    if not has(who, "prone"):
        refuse("requirement", f"{who.sheet.name} is not down.", "$.maneuver")


def shake_off(scene: Scene, move: Move) -> Script[None]:
    """A Drama Point heals half of the damage taken, the rest rounded down (UNI-C-DRAMA-HEAL)."""
    who = scene.state.combatants[move.actor]
    if not move.act.spend.get("drama_points"):
        refuse("resource", "It costs a Drama Point: spend = { drama_points = 1 }.", "$.spend")
    full = full_life_points(who.sheet)
    lost = full - who.life_points
    remains = lost // 2
    if lost > 0:
        scene.record(f.Healed(move.actor, lost - remains, full - remains, who.fire_damage // 2))
        if full - remains > -10 and has(who, "dying"):
            scene.record(f.ConditionLost(move.actor, "dying"))
    scene.result.update(outcome="success", healed=max(0, lost - remains))
    return
    yield


def extinguish(scene: Scene, move: Move) -> Script[None]:
    """Put out a fire, one's own or a friend's: each Success Level takes a point off it (UNI-C-FIRE-EXTINGUISH)."""
    burning = move.act.targets[0] if move.act.targets else move.actor
    fire = params_of(scene.state.combatants[burning], "on_fire")
    if fire is None:
        refuse("requirement", f"{scene.state.combatants[burning].sheet.name} does not burn.", "$.targets")
    who = scene.state.combatants[move.actor]
    per_turn = int(fire.get("per_turn", 3))
    if move.param("water") and fire.get("normal", True):
        take_action(scene, move)
        per_turn = 0
        scene.result["outcome"] = "success"
    elif move.param("water"):
        take_action(scene, move)
        scene.result["outcome"] = "failure"
    else:
        total = traits_total(who, move.row.roll, move.row.score)
        despite = [one for one in bodily(who, scene.options, move.limbs) if one.key not in move.row.despite]
        total.add(*several(who, scene.state.encounter), *despite, *stated(move.act.modifiers))
        take_action(scene, move)
        yield from add_die(scene, move.actor, total, "extinguish", heroic=heroic(move))
        levels = levels_of(total.value)
        per_turn = max(0, per_turn - levels)
        scene.result.update(
            outcome="success" if levels else "failure", total=total.value, modifier=total.modifier, success_levels=levels
        )
        scene.record(f.Tested(move.actor, "extinguish", total.value, tuple(total.terms), bool(levels)))
    if per_turn:
        scene.record(f.ConditionGained(burning, "on_fire", {**fire, "per_turn": per_turn}))
        return
    for one in ("on_fire", "fire_panic"):
        if has(scene.state.combatants[burning], one):
            scene.record(f.ConditionLost(burning, one))
