"""Stances, getting up, fires, bonds, the unseen, doors, Drama Points: what one does with oneself and things at hand."""

from __future__ import annotations

from ...errors import refuse
from ...kernel.formula import Term
from ...kernel.script import Script
from .. import facts as f
from ..common import Scene, change, gain, lose
from ..harm import levels_of
from ..modifiers import bodily, several, stated, term
from ..move import Move
from ..sheet import full_life_points
from ..state import has, params_of
from .exchange import heroic, take_action
from .rolls import Total, add_die, tested, traits_total

STANCES = ("full_offense", "full_defense")


def stance(scene: Scene, move: Move) -> Script[None]:
    """Full Offense or Full Defense for the rest of the Turn."""
    take_stance(scene, move.actor, move.id)
    scene.result["outcome"] = "success"
    return
    yield


def take_stance(scene: Scene, actor: str, which: str) -> None:
    """Take a stance (UNI-M-FULL-OFFENSE, UNI-M-FULL-DEFENSE).

    Refused after a defence (Full Offense) or an attack (Full Defense) of the Turn.
    """
    who = scene.state.combatants[actor]
    if scene.state.encounter is not None:
        if which == "full_offense" and who.defenses_made:
            refuse("illegal-choice", f"{who.sheet.name} has defended this Turn: no Full Offense any more.", "$.maneuver")
        if which == "full_defense" and who.attacked:
            refuse("no-actions-left", f"{who.sheet.name} has attacked this Turn: no Full Defense any more.", "$.maneuver")
    other = "full_defense" if which == "full_offense" else "full_offense"
    if has(who, other):
        refuse("illegal-choice", f"{who.sheet.name} has taken the other stance.", "$.maneuver")
    gain(scene, actor, which)


def attempt(scene: Scene, move: Move, extra: tuple[Term, ...] = ()) -> Script[Total]:
    """A noncombat action with a roll; its total comes back, and the result says it."""
    who = scene.state.combatants[move.actor]
    total = traits_total(who, move.row.roll, move.row.score).plus(extra)
    total = total.plus([*several(scene, who), *bodily(who, scene.options, move.limbs, despite=move.row.despite)])
    total = total.plus(stated(move.act.modifiers))
    take_action(scene, move)
    total = yield from add_die(scene, move.actor, total, move.id, heroic=heroic(move))
    _tell(scene, total, total.levels > 0)
    return total


def _tell(scene: Scene, total: Total, passed: bool) -> None:
    scene.result.update(
        outcome="success" if passed else "failure",
        total=total.value,
        modifier=total.modifier,
        success_levels=levels_of(total.value),
    )


def stand_up(scene: Scene, move: Move) -> Script[None]:
    """Spend the Turn getting up; on one's feet when it ends (UNI-C-KNOCKDOWN-RISE)."""
    take_action(scene, move)
    gain(scene, move.actor, "standing_up")
    scene.result["outcome"] = "success"
    return
    yield


def kip_up(scene: Scene, move: Move) -> Script[None]:
    """Flip to one's feet: two Success Levels on Dexterity + Acrobatics."""
    total = yield from attempt(scene, move)
    up = total.levels >= 2
    tested(scene, move.actor, move.id, total, up)
    _tell(scene, total, up)
    if up:
        lose(scene, move.actor, "prone")


def extinguish(scene: Scene, move: Move) -> Script[None]:
    """Put out a fire, one's own or a friend's: each Success Level takes a point off it (UNI-C-FIRE-EXTINGUISH)."""
    burning = move.act.targets[0] if move.act.targets else move.actor
    fire = params_of(scene.state.combatants[burning], "on_fire") or {}
    per_turn = int(fire.get("per_turn", 3))
    if move.param("water"):
        take_action(scene, move)
        per_turn = 0 if fire.get("normal", True) else per_turn
        scene.result["outcome"] = "failure" if per_turn else "success"
    else:
        total = yield from attempt(scene, move)
        tested(scene, move.actor, move.id, total, total.levels > 0)
        per_turn = max(0, per_turn - total.levels)
    if per_turn:
        change(scene, burning, "on_fire", fire, {**fire, "per_turn": per_turn})
        return
    for one in ("on_fire", "fire_panic"):
        lose(scene, burning, one)


def escape_bonds(scene: Scene, move: Move) -> Script[None]:
    """Slip the bonds (UNI-C-TIED-ESCAPE)."""
    bonds = params_of(scene.state.combatants[move.actor], "restrained") or {}
    scene.record(f.Marked(move.actor, f"once:{move.id}"))
    total = yield from attempt(scene, move, (term("bonds", int(bonds.get("bonds", -3))),))
    tested(scene, move.actor, move.id, total, total.levels > 0)
    if total.levels:
        lose(scene, move.actor, "restrained")


def concentrate(scene: Scene, move: Move) -> Script[None]:
    """Spend the Turn listening for the unseen (UNI-C-INVISIBLE-CONCENTRATE)."""
    total = yield from attempt(scene, move)
    tested(scene, move.actor, move.id, total, total.levels > 0)
    if total.levels:
        met = scene.state.encounter
        until = met.turn + 1 if met is not None else 1
        gain(scene, move.actor, "located", {"of": move.target, "until": until})


def force_door(scene: Scene, move: Move) -> Script[None]:
    """Break a door down: levels beyond what it ignores add up (UNI-C-BREAK-DOOR)."""
    door = scene.state.combatants[move.target]
    assert door.sheet.door is not None
    total = yield from attempt(scene, move)
    gained = max(0, total.levels - door.sheet.door.ignore)
    tested(scene, move.actor, move.id, total, gained > 0)
    progress = door.progress + gained
    if gained:
        scene.record(f.Progressed(move.target, progress))
    if progress >= door.sheet.door.need:
        gain(scene, move.target, "wrecked")
    _tell(scene, total, gained > 0)
    scene.result["progress"] = progress


def shake_off(scene: Scene, move: Move) -> Script[None]:
    """A Drama Point heals half of the damage taken, the rest rounded down (UNI-C-DRAMA-HEAL)."""
    who = scene.state.combatants[move.actor]
    full = full_life_points(who.sheet)
    lost = full - who.life_points
    remains = lost // 2
    if lost > 0:
        scene.record(f.Healed(move.actor, lost - remains, full - remains, who.fire_damage // 2))
        if full - remains > -10:
            lose(scene, move.actor, "dying")
    scene.result.update(outcome="success", healed=max(0, lost - remains))
    return
    yield


def fury(scene: Scene, move: Move) -> Script[None]:
    """Righteous Fury: +5 to everything until the fight is over (UNI-C-DRAMA-FURY, UNI-C-HR-FURY)."""
    gain(scene, move.actor, "righteous_fury")
    scene.result["outcome"] = "success"
    return
    yield
