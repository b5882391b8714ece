"""Things in hand and plain deeds: moving, using, drawing, dropping (UNI-C-MULTI-NONCOMBAT, UNI-C-WEAPON-READY, -DROP)."""

from __future__ import annotations

from msgspec.structs import replace

from ...errors import refuse
from ...kernel.script import Script
from .. import facts as f
from ..legality import Move, extra_left
from ..play import Scene, ready_weapons, unready
from ..sheet import Weapon, is_natural, quality, weapon_title
from .act import take_action
from .strike import strike

#: Moving this many yards is free; beyond it is an action.
FREE_YARDS = 3


def plain(scene: Scene, move: Move) -> Script[None]:
    """A deed without a roll: moving, or using an item."""
    if move.id != "move":
        take_action(scene, move)
    elif int(move.param("yards", 0)) > FREE_YARDS:
        _move_far(scene, move)
    scene.result["outcome"] = "success"
    return
    yield


def _move_far(scene: Scene, move: Move) -> None:
    who = scene.state.combatants[move.actor]
    if scene.state.encounter is not None and (who.full_action or (who.attacks_made and not extra_left(scene, who))):
        refuse("no-actions-left", f"{who.sheet.name} has no action left to move so far.", "$.params.yards")
    take_action(scene, Move(move.actor, move.id, replace(move.row, cost="noncombat"), move.act, plan_index=move.plan_index))


def handle(scene: Scene, move: Move) -> Script[None]:
    """Draw a weapon that is in reach, or drop one."""
    who = scene.state.combatants[move.actor]
    weapon = move.weapon
    if weapon is None or all(one.id != weapon.id for one in who.sheet.weapons):
        refuse("requirement", f"{move.row.name} needs a weapon of {who.sheet.name}'s.", "$.weapon")
    away = unready(who)
    if move.id == "drop":
        if weapon.id in away or is_natural(weapon):
            refuse("requirement", f"{weapon_title(weapon)} cannot be dropped.", "$.weapon")
        scene.record(f.ConditionGained(move.actor, "unready", {"weapons": [*away, weapon.id]}))
        scene.result["outcome"] = "success"
    else:
        scene.result["outcome"] = "success" if _draw(scene, move, weapon, away) else "failure"
    return
    yield


def _draw(scene: Scene, move: Move, weapon: Weapon, away: list[str]) -> bool:
    """An action from a place in reach, the Turn from a muddle, several Turns for what is buried (UNI-C-WEAPON-READY)."""
    who = scene.state.combatants[move.actor]
    if weapon.id not in away:
        refuse("requirement", f"{weapon_title(weapon)} is in hand.", "$.weapon")
    hands = 2 + quality(who.sheet, "extra_arms")
    ready = ready_weapons(who)
    hands -= sum(one.hands for one in who.sheet.weapons if one.id in ready and not is_natural(one))
    if weapon.hands > hands:  # UNI-C-DUAL-HANDS-FULL
        refuse("requirement", f"{who.sheet.name} has no hand free for {weapon_title(weapon)}.", "$.weapon")
    whole = weapon.where in ("stowed", "buried")
    if whole and scene.state.encounter is not None and who.attacks_made:
        refuse("no-actions-left", f"{weapon_title(weapon)} takes the whole Turn to get out.", "$.weapon")
    row = replace(move.row, cost="full") if whole else move.row
    take_action(scene, Move(move.actor, move.id, row, move.act, plan_index=move.plan_index))
    scene.result["cost"] = "turn" if whole else "action"
    if weapon.where == "buried":
        worked = who.work.get(weapon.id, 0) + 1
        done = worked >= move.param("turns", 2)
        scene.record(f.Worked(move.actor, weapon.id, 0 if done else worked))
        scene.result["turns_done"] = worked
        if not done:
            return False
    left = [one for one in away if one != weapon.id]
    if left:
        scene.record(f.ConditionGained(move.actor, "unready", {"weapons": left}))
    else:
        scene.record(f.ConditionLost(move.actor, "unready"))
    return True


def throw(scene: Scene, move: Move) -> Script[None]:
    """Throw a weapon: it leaves the hand, hit or miss (UNI-M-THROW-WEAPON, UNI-C-WEAPON-DROP)."""
    yield from strike(scene, move)
    who = scene.state.combatants[move.actor]
    if move.weapon is not None and any(one.id == move.weapon.id for one in who.sheet.weapons):
        scene.record(f.ConditionGained(move.actor, "unready", {"weapons": [*unready(who), move.weapon.id]}))
