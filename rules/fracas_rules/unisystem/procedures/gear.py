"""Things in hand and plain deeds: moving, using, drawing, dropping, loading (UNI-C-MULTI-NONCOMBAT, UNI-C-WEAPON-READY)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...errors import refuse
from ...kernel.formula import parse
from ...kernel.script import Script, gm_says
from .. import economy
from .. import facts as f
from ..checks import refuse_first
from ..common import Scene, lose, out_of_reach, put_away, ready, take_up, unready
from ..modifiers import bodily, several, stated, term
from ..move import Move
from ..sheet import Weapon, is_gun, is_natural, quality, weapon_title
from ..state import Combatant
from .exchange import heroic, take_action
from .rolls import Total, add_die, tested, traits_total

#: Moving this many yards is free; beyond it is an action.
FREE_YARDS = 3
_READY = parse("max(2 * dexterity, dexterity + fast_draw)")
_COMBAT = parse("combat")
_DRAW_GUN = parse("dexterity + max(gun_fu - 3, fast_draw)")
_DRAW_BLADE = parse("dexterity + max(getting_medieval - 3, fast_draw)")
_DRAW_SCORE = parse("combat - 3")


def plain(scene: Scene, move: Move) -> Script[None]:
    """A deed without a roll: moving, or using an item."""
    if move.id != "move":
        take_action(scene, move)
    elif int(move.param("yards", 0)) > FREE_YARDS:
        _pay(scene, move, replace(move.row, cost="noncombat"))
    scene.result["outcome"] = "success"
    return
    yield


def _pay(scene: Scene, move: Move, row: Any) -> None:
    """Take an action of another cost than the row's, if it may be taken."""
    who = scene.state.combatants[move.actor]
    refuse_first(economy.problems(scene, who, row, move.row.name))
    take_action(scene, replace(move, row=row))


def _own(scene: Scene, move: Move) -> tuple[Combatant, Weapon]:
    who, weapon = scene.state.combatants[move.actor], move.weapon
    if weapon is None or all(one.id != weapon.id for one in who.sheet.weapons):
        refuse("requirement", f"{move.row.name} needs a weapon of {who.sheet.name}'s.", "$.weapon")
    return who, weapon


def drop(scene: Scene, move: Move) -> Script[None]:
    """Let go of a weapon, for nothing (UNI-C-WEAPON-DROP, UNI-C-DUAL-NATURAL)."""
    who, weapon = _own(scene, move)
    if weapon.id in unready(who) or is_natural(weapon):
        refuse("requirement", f"{weapon_title(weapon)} cannot be dropped.", "$.weapon")
    put_away(scene, move.actor, weapon.id)
    scene.result["outcome"] = "success"
    return
    yield


def draw(scene: Scene, move: Move) -> Script[None]:
    """An action from a place in reach, the Turn from a muddle, several Turns for what is buried (UNI-C-WEAPON-READY)."""
    who, weapon = _own(scene, move)
    _can_take(who, weapon)
    cost, done, turns = _work(scene, move, who, weapon)
    scene.result.update(outcome="success" if done else "failure", cost=cost)
    if turns is not None:
        scene.result["turns_done"] = turns
    return
    yield


def _can_take(who: Combatant, *weapons: Weapon) -> None:
    """Out of the hand, and a hand free for it (UNI-C-DUAL-HANDS-FULL)."""
    why = _why_not(who, *weapons)
    if why:
        refuse("requirement", why, "$.weapon")


def _why_not(who: Combatant, *weapons: Weapon) -> str:
    """Why these cannot be taken up; empty when they can."""
    for weapon in weapons:
        if weapon.id not in unready(who):
            return f"{weapon_title(weapon)} is in hand."
        if weapon.id in out_of_reach(who):
            return f"{weapon_title(weapon)} must be fetched first."
    hands = 2 + quality(who.sheet, "extra_arms") - sum(one.hands for one in ready(who) if not is_natural(one))
    if sum(weapon.hands for weapon in weapons) > hands:
        return f"{who.sheet.name} has no hand free for {weapon_title(weapons[0])}."
    return ""


def _work(scene: Scene, move: Move, who: Combatant, weapon: Weapon) -> tuple[str, bool, int | None]:
    """What taking up a weapon costs, whether it is done, and the Turns of digging."""
    if weapon.where not in ("stowed", "buried"):
        _pay(scene, move, replace(move.row, cost="noncombat"))
        take_up(scene, move.actor, weapon.id)
        return "action", True, None
    _pay(scene, move, replace(move.row, cost="full"))
    turns = None
    if weapon.where == "buried":
        turns = who.work.get(weapon.id, 0) + 1
        done = turns >= move.param("turns", 2)
        scene.record(f.Worked(move.actor, weapon.id, 0 if done else turns))
        if not done:
            return "turn", False, turns
    take_up(scene, move.actor, weapon.id)
    return "turn", True, turns


def ready_weapon(scene: Scene, move: Move) -> Script[None]:
    """A quick hand readies what is in reach for nothing (UNI-M-READY-WEAPON)."""
    who, weapon = _own(scene, move)
    _can_take(who, weapon)
    if weapon.where in ("stowed", "buried"):
        cost, done, _ = _work(scene, move, who, weapon)
        scene.result.update(outcome="success" if done else "failure", cost=cost)
        return
    total = yield from _quick(scene, move, traits_total(who, _READY, _COMBAT))
    _settle(scene, move, total, weapon)


def _quick(scene: Scene, move: Move, total: Total) -> Script[Total]:
    who = scene.state.combatants[move.actor]
    total = total.plus([*several(scene, who), *bodily(who, scene.options, move.limbs), *stated(move.act.modifiers)])
    total = yield from add_die(scene, move.actor, total, move.id, heroic=heroic(move), needs=(9,))
    tested(scene, move.actor, move.id, total, total.value >= 9)
    return total


def _settle(scene: Scene, move: Move, total: Total, *weapons: Weapon) -> None:
    """In hand: for nothing on a success, for an action otherwise."""
    quick = total.value >= 9
    if not quick:
        _pay(scene, move, replace(move.row, cost="noncombat"))
    take_up(scene, move.actor, *(one.id for one in weapons))
    scene.result.update(
        outcome="success" if quick else "failure", total=total.value, modifier=total.modifier, success_levels=total.levels,
        cost="free" if quick else "action",
    )  # fmt: skip


def fast_draw(scene: Scene, move: Move) -> Script[None]:
    """Draw fast: against others, or to have something small in hand (UNI-M-FAST-DRAW-READY, UNI-C-DUAL-READY)."""
    if move.act.targets:
        yield from _duel(scene, move)
        return
    who = scene.state.combatants[move.actor]
    named = move.param("weapons") or ([move.weapon.id] if move.weapon is not None else [])
    weapons = [one for one in who.sheet.weapons if one.id in named]
    if not weapons or len(weapons) != len(named):
        refuse("requirement", f"{move.row.name} needs a weapon of {who.sheet.name}'s.", "$.weapon")
    _can_take(who, *weapons)
    pair = len(weapons) > 1
    if len(weapons) > 2 or any(one.where != "reachable" for one in weapons) or len({one.class_: 0 for one in weapons}) > 1:
        refuse("requirement", "Only like weapons at hand are drawn together, two at most.", "$.params.weapons")
    blade = move.param("skill") == "getting_medieval"
    if not blade and not is_gun(weapons[0]):
        refuse("requirement", 'A gun is drawn with Gun Fu; small blades with skill = "getting_medieval".', "$.params.skill")
    total = traits_total(who, _DRAW_BLADE if blade else _DRAW_GUN, _DRAW_SCORE).plus([term("pair", -2 if pair else 0)])
    total = yield from _quick(scene, move, total)
    _settle(scene, move, total, *weapons)


def _duel(scene: Scene, move: Move) -> Script[None]:
    """The highest total shoots first; equal ones at the same time (UNI-M-FAST-DRAW)."""
    totals: dict[str, int] = {}
    everyone = (move.actor, *move.act.targets)
    guns: dict[str, Weapon | None] = {move.actor: _own_gun(scene, move)}
    for one in move.act.targets:
        guns[one] = yield from _gun_of(scene, one)
    for one in everyone:
        who = scene.state.combatants[one]
        in_hand = any(is_gun(weapon) for weapon in ready(who))
        extra = [
            term("fast_reaction_time", 3 if quality(who.sheet, "fast_reaction_time") else 0),
            term("in_hand", 6 if in_hand else 0, "Gun in hand"),
            *bodily(who, scene.options, ("arm_right",)),
        ]
        total = traits_total(who, _DRAW_GUN, _DRAW_SCORE).plus(extra)
        if one == move.actor:
            total = total.plus(stated(move.act.modifiers))
        total = yield from add_die(scene, one, total, "fast_draw", heroic=heroic(move) and one == move.actor)
        tested(scene, one, "fast_draw", total, total.value >= 9)
        totals[one] = total.value
    for one, gun in guns.items():
        if gun is not None and gun.id in unready(scene.state.combatants[one]):
            take_up(scene, one, gun.id)
    best = max(totals.values())
    first = [one for one in everyone if totals[one] == best]
    outcome = "tie" if len(first) > 1 else "success" if first == [move.actor] else "failure"
    scene.result.update(outcome=outcome, totals=totals, first=first, total=totals[move.actor])


def _own_gun(scene: Scene, move: Move) -> Weapon:
    """The gun that the actor draws: as named, else one in hand, else one that is drawn as `draw` would (UNI-C-WEAPON-READY)."""
    who, named = scene.state.combatants[move.actor], move.weapon
    gun = named if named is not None and is_gun(named) else _at_hand(who)
    gun = gun or next((one for one in who.sheet.weapons if is_gun(one)), None)
    if gun is None:
        refuse("requirement", f"{who.sheet.name} has no gun.", "$.weapon")
    why = _no_draw(who, gun)
    if why:
        refuse("requirement", why, "$.weapon")
    return gun


def _gun_of(scene: Scene, target: str) -> Script[Weapon | None]:
    """The gun that a target draws; None where the GM says that it has one which its sheet does not show.

    The GM hears of it before anything is refused: what an enemy carries is not for a player to find out by trying.
    """
    who = scene.state.combatants[target]
    gun = _at_hand(who)
    if gun is None and not (yield from gm_says("gun", f"{who.sheet.name} has no gun to draw. Is there one after all?")):
        refuse("requirement", f"{who.sheet.name} has no gun to draw.", "$.targets")
    return gun


def _at_hand(who: Combatant) -> Weapon | None:
    """A gun in hand, or else one that can be drawn at once."""
    guns = [one for one in who.sheet.weapons if is_gun(one)]
    held = next((one for one in guns if one.id not in unready(who)), None)
    return held or next((one for one in guns if not _no_draw(who, one)), None)


def _no_draw(who: Combatant, gun: Weapon) -> str:
    """Why a gun does not come to hand at once; empty when it is there, or comes."""
    if gun.id not in unready(who):
        return ""
    if gun.where in ("stowed", "buried"):
        return f"{weapon_title(gun)} is not at hand: drawing it takes longer."
    return _why_not(who, gun)


# ── Loading ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def reload(scene: Scene, move: Move) -> Script[None]:
    """A Turn of work on what is jammed or takes Turns; an action for a clip or loose rounds.

    UNI-M-RELOAD, UNI-C-WEAPON-RELOAD, UNI-C-CLIP-FIX.
    """
    who, weapon = _own(scene, move)
    jam = _jam(who, weapon)
    if jam is not None:
        _pay(scene, move, replace(move.row, cost="full"))
        _clear(scene, move, weapon, jam, 1)
        scene.result.update(outcome="success", cost="turn", turns_done=1)
    else:
        left = _rounds_missing(scene, who, weapon) or 0
        if not left:
            refuse("requirement", f"{weapon_title(weapon)} is loaded.", "$.weapon")
        _pay(scene, move, replace(move.row, cost="noncombat"))
        put = min(left, weapon.reload_per_action or left)
        _fill(scene, move, who, weapon, put)
        scene.result.update(outcome="success", cost="action", loaded=put)
    return
    yield


def rapid_reload(scene: Scene, move: Move) -> Script[None]:
    """A deft hand: what it gains depends on how long the weapon takes (UNI-M-RAPID-RELOAD and its kinds)."""
    who, weapon = _own(scene, move)
    jam = _jam(who, weapon)
    if jam is None and f"rapid:{weapon.id}" in who.marks and scene.state.encounter is not None:
        refuse("no-actions-left", f"{weapon_title(weapon)} was tried this Turn.", "$.weapon")
    turns = int(jam.get("turns", 1)) if jam is not None else 0
    missing = _rounds_missing(scene, who, weapon)
    if not jam and missing == 0:
        refuse("requirement", f"{weapon_title(weapon)} is loaded.", "$.weapon")
    if turns > 1:
        refuse_first(economy.problems(scene, who, replace(move.row, cost="full"), move.row.name))
    else:
        refuse_first(economy.problems(scene, who, replace(move.row, cost="noncombat"), move.row.name))
    total = yield from _quick(scene, move, traits_total(who, _READY, _COMBAT))
    quick = total.value >= 9
    told: dict[str, Any] = {}
    if turns > 1:  # UNI-M-RAPID-RELOAD-LONG
        done = max(2, 1 + total.levels // 2) if quick else 1
        take_action(scene, replace(move, row=replace(move.row, cost="full")), full=True)
        _clear(scene, move, weapon, jam or {}, done)
        told = {"cost": "turn", "turns_done": done}
    elif jam is not None:  # UNI-M-RAPID-RELOAD-TURN
        take_action(scene, replace(move, row=replace(move.row, cost="noncombat" if quick else "full")), full=not quick)
        _clear(scene, move, weapon, jam, 1)
        told = {"cost": "action" if quick else "turn", "turns_done": 1}
    elif weapon.reload_per_action:  # UNI-M-RAPID-RELOAD-PARTIAL
        rate = int(weapon.reload_rapid or 2 * weapon.reload_per_action) if quick else weapon.reload_per_action
        put = rate if missing is None else min(rate, missing)
        take_action(scene, replace(move, row=replace(move.row, cost="noncombat")))
        _fill(scene, move, who, weapon, put)
        told = {"cost": "action", "loaded": put}
    else:  # UNI-M-RAPID-RELOAD-CLIP
        if not quick:
            take_action(scene, replace(move, row=replace(move.row, cost="noncombat")))
        if missing:
            _fill(scene, move, who, weapon, missing)
        scene.record(f.Marked(move.actor, f"rapid:{weapon.id}"))
        told = {"cost": "free" if quick else "action"}
    scene.result.update(
        outcome="success" if quick else "failure", total=total.value, modifier=total.modifier, success_levels=total.levels, **told
    )


def _jam(who: Combatant, weapon: Weapon) -> f.Params | None:
    return next((one.params for one in who.conditions if one.id == "jammed" and one.params.get("weapon") == weapon.id), None)


def _clear(scene: Scene, move: Move, weapon: Weapon, jam: f.Params, turns: int) -> None:
    """Turns of work go into a jam; when they are done it works, and holds its one shot again."""
    left = int(jam.get("turns", 1)) - turns
    if left > 0:
        scene.record(f.ConditionChanged(move.actor, "jammed", jam, {**jam, "turns": left}))
        return
    lose(scene, move.actor, "jammed", {"weapon": weapon.id})
    if scene.state.combatants[move.actor].ammo.get(weapon.id) == 0:
        scene.record(f.AmmoSet(move.actor, weapon.id, weapon.shots or 1))


def _rounds_missing(scene: Scene, who: Combatant, weapon: Weapon) -> int | None:
    """Rounds that fit in; None where nobody counts them."""
    left = who.ammo.get(weapon.id)
    if left is None:
        return None
    return max(0, (weapon.shots or 1) - left)


def _fill(scene: Scene, move: Move, who: Combatant, weapon: Weapon, rounds: int) -> None:
    left = who.ammo.get(weapon.id)
    if left is not None:
        scene.record(f.AmmoSet(move.actor, weapon.id, left + rounds))
