"""Shots of a volley, and what is left in the weapon afterwards (UNI-C-SHOTS, UNI-C-CLIP)."""

from __future__ import annotations

from ...errors import refuse
from ...kernel.ids import CombatantId
from ...kernel.requests import GM, Ask, Number, Option
from ...kernel.script import Script, ask, choose
from .. import facts as f
from ..legality import Move
from ..play import Scene, d10, told
from ..sheet import Weapon, is_gun, weapon_title
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


def volley(scene: Scene, move: Move) -> dict[CombatantId, list[int]]:
    """What each shot loses, by target: the first nothing, later ones -1 each with pistols, -2 each with larger guns.

    `shots` at one target, or one shot at each of several, in their order (UNI-C-SHOTS, UNI-C-SHOTS-SPREAD).
    """
    targets = move.act.targets
    if not move.row.ranged or move.weapon is None or not is_gun(move.weapon):
        return {target: [0] for target in targets}
    wanted = move.param("shots", len(targets))
    if not isinstance(wanted, int) or isinstance(wanted, bool) or wanted < 1:
        refuse("malformed", "`shots` is a whole number from 1.", "$.params.shots")
    if len(targets) > 1 and move.param("spread"):
        refuse("illegal-target", "Targets far apart are shot at in acts of their own.", "$.params.spread")
    if move.weapon.rate is not None and wanted > move.weapon.rate:
        refuse("requirement", f"{weapon_title(move.weapon)} fires at most {move.weapon.rate} shots a Turn.", "$.params.shots")
    left = loaded(scene, move)
    if left is not None:
        wanted = min(wanted, left)
    step = 1 if move.weapon.class_ == "pistol" else 2
    if len(targets) == 1:
        return {targets[0]: [-step * index for index in range(wanted)]}
    return {target: [-step * index] for index, target in enumerate(targets[:wanted])}


def loaded(scene: Scene, move: Move) -> int | None:
    """Shots left in a weapon whose shots are counted; None where they are not."""
    weapon = move.weapon
    if weapon is None or scene.options.ammunition == "free":
        return None
    known = scene.state.combatants[move.actor].ammo.get(weapon.id)
    if known is not None:
        return known
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


def after(scene: Scene, move: Move, die: int | None, fired: int) -> Script[None]:
    """Count the shots, or look whether the Clip Value bit (UNI-C-CLIP, UNI-C-CLIP-ADVERSARY)."""
    weapon = move.weapon
    assert weapon is not None
    left = loaded(scene, move)
    if left is not None:
        scene.record(f.AmmoSet(move.actor, weapon.id, left - fired))
        return
    clip = clip_value(weapon)
    if scene.options.ammunition != "clip_value" or clip is None:
        return
    actor = scene.state.combatants[move.actor]
    if not rolls(actor):
        if scene.options.adversary_clip == "gm":
            prompt = f"Does {told(scene, move.actor, GM)} run out of ammunition?"
            dry = yield from choose(Ask("out_of_ammo", GM, prompt, "no", (Option("no", "No"), Option("yes", "Yes"))))
            scene.result["clip"] = dry == "yes"
            if dry == "yes":
                yield from _trouble(scene, move, weapon)
            return
        die = yield from d10("clip", move.actor)
    bites = die is not None and die <= clip
    scene.result["clip"] = bites
    if bites:
        yield from _trouble(scene, move, weapon)


def _trouble(scene: Scene, move: Move, weapon: Weapon) -> Script[None]:
    prompt = f"{weapon_title(weapon)} fails. How many Turns does it take to fix? 0 lets the shooter off."
    turns = yield from ask(Ask("clip_problem", GM, prompt, 1, (), Number(0, 3)))
    if turns:
        scene.record(f.ConditionGained(move.actor, "jammed", {"weapon": weapon.id, "turns": turns}))
