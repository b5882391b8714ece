"""Shots of a volley, and what is left in the weapon afterwards (UNI-C-SHOTS, UNI-C-CLIP, UNI-C-CLIP-COUNT)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...errors import refuse
from ...kernel.ids import CombatantId
from ...kernel.requests import GM, Ask, Number
from ...kernel.roster import told
from ...kernel.script import Script, ask, gm_says
from .. import facts as f
from ..common import Scene, d10, gain
from ..move import Move, replace_targets
from ..sheet import Weapon, is_gun, single_shot, weapon_title
from .rolls import rolls

#: Shots of a weapon whose sheet names none, by class, where shots are counted (UNI-C-MAGAZINES).
MAGAZINES = {
    "pistol": 15,
    "big_pistol": 6,
    "rifle": 5,
    "shotgun": 5,
    "assault_rifle": 30,
    "smg": 30,
    "machine_gun": 200,
}
#: What burst and automatic fire add to the Clip Value (UNI-C-CLIP-MODE).
HARDER = {"single": 0, "burst": 1, "auto": 2}
Volley = dict[CombatantId, tuple[int, ...]]


def volley(scene: Scene, move: Move) -> Volley:
    """What each shot loses, by target: the first nothing, later ones -1 each with pistols, -2 each with larger guns.

    `shots` at one target, or one shot at each of several, in their order: one attack.

    UNI-C-SHOTS, UNI-C-SHOTS-SPREAD, UNI-C-HR-SEMIAUTO.
    """
    targets = move.act.targets
    if not move.row.ranged or move.weapon is None or not is_gun(move.weapon):
        return dict.fromkeys(targets, (0,))
    wanted = max(int(move.param("shots", 1)), len(targets))
    if len(targets) > 1 and move.param("spread"):
        refuse("illegal-target", "Targets far apart are shot at in acts of their own.", "$.params.spread")
    if move.weapon.rate is not None and wanted > move.weapon.rate:
        refuse("requirement", f"{weapon_title(move.weapon)} fires at most {move.weapon.rate} shots a Turn.", "$.params.shots")
    left = loaded(scene, move, move.weapon)
    if left is not None:
        wanted = min(wanted, left)
    step = 1 if move.weapon.class_ == "pistol" else 2
    if len(targets) == 1:
        return {targets[0]: tuple(-step * index for index in range(wanted))}
    return {target: (-step * index,) for index, target in enumerate(targets[:wanted])}


def reached(move: Move, shots: Volley) -> Move:
    """The move without the targets that no shot is left for."""
    if len(shots) == len(move.aims):
        return move
    aims = tuple(aim for aim in move.aims if aim.target in shots)
    return replace(move, aims=aims, act=replace_targets(move.act, tuple(shots)))


def loaded(scene: Scene, move: Move, weapon: Weapon) -> int | None:
    """Shots left in a weapon whose shots are counted; None where they are not."""
    if scene.options.ammunition == "free" or (not weapon.shots and not single_shot(weapon) and not is_gun(weapon)):
        return None
    known = scene.state.combatants[move.actor].ammo.get(weapon.id)
    if known is not None:
        return known
    if single_shot(weapon):
        return 1
    few = weapon.shots is not None and weapon.shots <= 2 and is_gun(weapon) and weapon.clip_value is None
    if scene.options.ammunition == "count" or few:
        return weapon.shots if weapon.shots is not None else MAGAZINES.get(weapon.class_, 1)
    return None


def clip_value(weapon: Weapon) -> int | None:
    """The Clip Value: the weapon's own, or by its capacity; None for a weapon that never fails (UNI-C-CLIP-TABLE)."""
    if weapon.clip_value is not None:
        return weapon.clip_value
    if weapon.shots is None or not is_gun(weapon) or weapon.shots < 3:
        return None
    if weapon.shots <= 6:
        return 3
    if weapon.shots <= 15:
        return 2
    return 1 if weapon.shots < 100 else 0


def after(
    scene: Scene, move: Move, die: int | None, fired: int, weapon: Weapon | None = None, mode: str = "single"
) -> Script[dict[str, Any]]:
    """Count the shots, or look whether the Clip Value bit; what the result says of it comes back.

    UNI-C-CLIP, UNI-C-CLIP-ADVERSARY, UNI-C-CLIP-COUNT.
    """
    weapon = weapon or move.weapon
    if weapon is None or not (is_gun(weapon) or single_shot(weapon)) or scene.options.ammunition == "free":
        return {}
    if is_gun(weapon):
        scene.record(f.Noise(move.actor, fired, scene.state.noise + fired))  # UNI-C-GUN-NOISE, UNI-C-GUN-TRACE
    left = loaded(scene, move, weapon)
    if left is not None:
        scene.record(f.AmmoSet(move.actor, weapon.id, max(0, left - fired)))
        if single_shot(weapon):
            gain(scene, move.actor, "jammed", {"weapon": weapon.id, "turns": weapon.reload_turns or 1})
        return {}
    clip = clip_value(weapon)
    if scene.options.ammunition != "clip_value" or clip is None:
        return {}
    actor = scene.state.combatants[move.actor]
    if not rolls(actor):
        if scene.options.adversary_clip == "gm":
            dry = yield from gm_says("out_of_ammo", f"Does {told(scene, move.actor, GM)} run out of ammunition?")
            if dry:
                yield from _trouble(scene, move, weapon)
            return {"clip": dry}
        die = yield from d10("clip", move.actor)
    bites = die is not None and die <= clip + HARDER[mode]
    if bites:
        yield from _trouble(scene, move, weapon)
    return {"clip": bites}


def _trouble(scene: Scene, move: Move, weapon: Weapon) -> Script[None]:
    prompt = f"{weapon_title(weapon)} fails. How many Turns does it take to fix? 0 lets the shooter off."
    turns = yield from ask(Ask("clip_problem", GM, prompt, 1, (), Number(0, 3)))
    if turns:
        gain(scene, move.actor, "jammed", {"weapon": weapon.id, "turns": turns})
