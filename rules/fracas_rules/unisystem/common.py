"""What every procedure uses: its scene, its dice, who is told what, conditions, Drama Points, and what happens at one time."""

from __future__ import annotations

from typing import Any

from ..kernel import ranked
from ..kernel import scene as kernel_scene
from ..kernel.formula import Formula
from ..kernel.ids import CombatantId
from ..kernel.requests import Ask, Option, Roll
from ..kernel.script import Script, choose, roll
from . import facts as f
from .options import Options
from .rows import Catalogue
from .sheet import Weapon, is_natural
from .state import Combatant, Encounter, Fight, has, params_of, traits
from .vocabulary import CONDITIONS

Scene = kernel_scene.Scene[Fight, Options, Catalogue]


def d10(key: str, who: CombatantId, breaks: tuple[int, ...] = ()) -> Script[int]:
    """A fresh ten-sided die of that roller (UNI-C-ROLL). `breaks`: only the side of these faces matters."""
    face = yield from roll(Roll(key, who, (10,), breaks))
    return face


def known(scene: Scene, one: CombatantId, path: str) -> None:
    """Refuse (`unknown-id`) a combatant who is not there."""
    ranked.known(one, scene.state.combatants, path)


def together(scene: Scene, one: CombatantId, other: CombatantId) -> bool:
    """Whether two act at the same time and the first has not had its place yet (UNI-C-INIT-SIMULTANEOUS)."""
    met = scene.state.encounter
    if met is None or one in met.done:
        return False
    return any(one in group and other in group for group in met.simultaneous)


def places_left(met: Encounter) -> list[CombatantId]:
    """The places of the order that are not over, in order; who aims and shoots has two."""
    over = list(met.done)
    left = []
    for one in met.order:
        if one in over:
            over.remove(one)
        else:
            left.append(one)
    return left


def up(met: Encounter, fight: Fight) -> tuple[CombatantId, ...]:
    """Whose place it is: the first who has not ended it and can act, with its simultaneous group."""
    able = [one for one in places_left(met) if one in fight.combatants and not is_absent(fight.combatants[one])]
    if not able:
        return ()
    group = next((group for group in met.simultaneous if able[0] in group), (able[0],))
    return tuple(one for one in group if one in able)


def is_absent(who: Combatant) -> bool:
    """Whether somebody can take no place in the order: dead, unconscious or helpless."""
    return any(one.id in ("dead", "unconscious", "incapacitated") and not one.later for one in who.conditions)


def gain(scene: Scene, who: CombatantId, condition: str, params: f.Params | None = None, by: CombatantId = "") -> None:
    """A condition begins, unless only the living have it.

    What comes from `by`, who acts at the same time, bites only after the holder's place.
    """
    if not CONDITIONS[condition].body and has(scene.state.combatants[who], "dead"):
        return
    later = bool(by) and by != who and together(scene, who, by)
    scene.record(f.ConditionGained(who, condition, params or {}, later, CONDITIONS[condition].many))


def change(scene: Scene, who: CombatantId, condition: str, was: f.Params, params: f.Params) -> None:
    """A condition goes on with other parameters."""
    if was != params:
        scene.record(f.ConditionChanged(who, condition, was, params))


def lose(scene: Scene, who: CombatantId, condition: str, params: f.Params | None = None) -> None:
    """A condition ends, if it is there: the instances with these parameters."""
    wanted = params or {}
    for one in scene.state.combatants[who].conditions:
        if one.id == condition and all(one.params.get(key) == value for key, value in wanted.items()):
            scene.record(f.ConditionLost(who, condition, wanted))
            return


def mark(scene: Scene, who: CombatantId, word: str) -> None:
    """Note something that holds for this Turn."""
    if word not in scene.state.combatants[who].marks:
        scene.record(f.Marked(who, word))


def may_spend(scene: Scene, who: CombatantId, amount: int = 1) -> bool:
    """Whether a Drama Point may be spent: enough are left, and none was used this Turn, or this step (UNI-C-DRAMA-LIMIT)."""
    combatant = scene.state.combatants[who]
    if combatant.drama_points < amount:
        return False
    if scene.state.encounter is not None:
        return not combatant.drama_used
    return not any(isinstance(fact, f.DramaSpent) and fact.who == who for fact in scene.facts)


def spend_drama(scene: Scene, who: CombatantId, amount: int, use: str) -> None:
    """Spend Drama Points on `use`."""
    scene.record(f.DramaSpent(who, amount, scene.state.combatants[who].drama_points - amount, use))


def heroic_feat(scene: Scene, who: CombatantId, key: str, prompt: str) -> Script[bool]:
    """Ask whoever may spend a Drama Point whether the coming roll gets +10 (UNI-C-DRAMA-HEROIC)."""
    if not may_spend(scene, who):
        return False
    options = (Option("none", "No"), Option("heroic_feat", "Heroic feat", "+10"))
    pick = yield from choose(Ask(key, who, prompt, "none", options))
    if pick == "heroic_feat":
        spend_drama(scene, who, 1, "heroic_feat")
    return pick == "heroic_feat"


def amount(formula: Formula | None, who: Combatant, more: int = 0) -> int:
    """What a formula comes to for somebody; 0 without one."""
    return formula.value(traits(who, more)) if formula is not None else 0


def unready(who: Combatant) -> list[str]:
    """Ids of weapons that are not in hand."""
    found = params_of(who, "unready")
    return list(found.get("weapons", ())) if found else []


def ready(who: Combatant) -> list[Weapon]:
    """The weapons in hand, natural ones included, in the sheet's order."""
    weapons = who.sheet.weapons
    if not (weapons and who.conditions):
        return list(weapons)
    away = unready(who)
    return [one for one in weapons if one.id not in away or is_natural(one)]


def out_of_reach(who: Combatant) -> list[str]:
    """Ids of weapons that lie where somebody must fetch them: thrown, or broken (UNI-C-WEAPON-DROP)."""
    found = params_of(who, "unready")
    return list(found.get("far", ())) if found else []


def put_away(scene: Scene, who: CombatantId, *weapons: str, far: bool = False) -> None:
    """Weapons leave the hand (UNI-C-WEAPON-DROP); `far`: out of reach as well."""
    combatant = scene.state.combatants[who]
    away, gone = unready(combatant), out_of_reach(combatant)
    new = [one for one in weapons if one not in away]
    if new:
        _set_aside(scene, who, [*away, *new], [*gone, *new] if far else gone)


def take_up(scene: Scene, who: CombatantId, *weapons: str) -> None:
    """Weapons come to hand."""
    combatant = scene.state.combatants[who]
    left = [one for one in unready(combatant) if one not in weapons]
    _set_aside(scene, who, left, [one for one in out_of_reach(combatant) if one in left])


def _set_aside(scene: Scene, who: CombatantId, away: list[str], far: list[str]) -> None:
    if away:
        gain(scene, who, "unready", {"weapons": away, "far": far} if far else {"weapons": away})
    else:
        lose(scene, who, "unready")


def holds(victim: Combatant, holder: CombatantId, part: str = "") -> list[str]:
    """The parts by which `holder` has hold of `victim`; of `part` alone, if it is given."""
    found = [
        str(one.params.get("part", "body"))
        for one in victim.conditions
        if one.id == "grappled" and one.params.get("by") == holder
    ]
    return [one for one in found if not part or one == part]


def instance(who: Combatant, condition: str, **wanted: Any) -> f.Params | None:
    """The parameters of the first biting instance of a condition that has these, or None."""
    for one in who.conditions:
        if one.id == condition and not one.later and all(one.params.get(key) == value for key, value in wanted.items()):
            return one.params
    return None


def is_thing(who: Combatant) -> bool:
    """Whether this is a vehicle or an object."""
    return who.sheet.kind in ("vehicle", "object")


def rider_of(fight: Fight, mount: CombatantId) -> Combatant | None:
    """Who sits on a mount."""
    for one in fight.combatants.values():
        if one.mount == mount:
            return one
    return None


def is_mount(fight: Fight, who: CombatantId) -> bool:
    """Whether somebody's sheet or state names this one as a mount."""
    return bool(who) and any(who in (one.mount, one.sheet.mount) for one in fight.combatants.values())


def at_reach(who: Combatant, other: Combatant) -> bool:
    """Whether two are inside each other's reach: closed in, or one holds the other (UNI-M-CLOSE-RANKS)."""
    if not who.conditions and not other.conditions:
        return False
    inside = instance(who, "inside_reach", of=other.id) is not None
    return inside or bool(holds(who, other.id)) or bool(holds(other, who.id))
