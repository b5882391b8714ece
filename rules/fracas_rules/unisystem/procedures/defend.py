"""The answer to an attack: standing rolls, what comes from behind, the choice, and its dice (UNI-M-DEFENSE, UNI-C-BEHIND)."""

from __future__ import annotations

from msgspec.structs import replace

from ...kernel.formula import Term, parse
from ...kernel.ids import CombatantId
from ...kernel.requests import GM, Ask, Noted, Number, Option
from ...kernel.roster import told
from ...kernel.script import Script, ask, choose, gm_says
from ..common import Scene, heroic_feat, is_thing, lose, mark, rider_of, up
from ..economy import take_defense
from ..harm import is_out, knock_down
from ..modifiers import term, unseen
from ..move import Aim, Move
from ..sheet import quality
from ..state import Combatant, has, params_of
from . import described
from .offers import NONE, Guard, Offers, offers
from .rolls import Total, add_die, tested, traits_total

_NOTICE = parse("perception + notice + senses")
_BRAINS = parse("brains + senses")
_WILL = parse("willpower")
_HALF_BRAINS = parse("brains // 2")
_RIDING = parse("dexterity + riding")
_COMBAT = parse("combat")
_ASK_NONE = Option("none", "No defense", "Meets the attack with 0")
#: Standing rolls that answer missiles as well, and what a missile takes off them.
_AGAINST_MISSILES = {"deflecting_kata": -2, "wall_flip": 0}


def defend(scene: Scene, move: Move, aim: Aim) -> Script[Guard]:
    """Ask the target for its defence, with everything that hangs on it. A chosen defence is used up."""
    victim = scene.state.combatants[aim.target]
    if is_thing(victim) or is_out(victim):
        return NONE
    standing = params_of(victim, "standing_roll") if victim.conditions else None
    if standing is not None and not has(victim, "full_offense"):
        return _standing(move, standing)
    behind = yield from _behind(scene, move, aim.target)
    found = Offers(scene, move, victim) if behind == "helpless" else offers(scene, move, aim, behind != "")
    attacker = told(scene, move.actor, aim.target)
    prompt = f"{attacker[:1].upper()}{attacker[1:]}: {move.row.name}. How does {victim.sheet.name} defend?"
    options = (_ASK_NONE, *found.options())
    pick = yield from choose(Noted("defense", aim.target, prompt, found.default(), options, notes=found.notes))
    if pick == "none":
        return NONE
    guard = found.guard(pick)
    if behind == "notice":
        seen = yield from notice(scene, aim.target)
        if not seen:
            return NONE
    if has(victim, "drained"):
        awake = yield from against_draining(scene, aim.target)
        if not awake:
            return NONE
    guard = yield from _settle(scene, move, victim, guard)
    _use_up(scene, move, victim, pick)
    return guard


def _settle(scene: Scene, move: Move, victim: Combatant, guard: Guard) -> Script[Guard]:
    """The decisions that hang on a chosen defence."""
    rider = victim if victim.mount else rider_of(scene.state, victim.id)
    if rider is not None and "mount_team" not in rider.marks and not is_out(rider):  # UNI-C-MOUNT-TEAM
        options = (Option("no", "No"), Option("yes", "Yes", "A Riding roll takes the -1 away"))
        prompt = f"Work with the mount for the defense of {victim.sheet.name}?"
        team = yield from choose(Ask("mount_team", rider.id, prompt, "no", options))
        if team == "yes":
            mark(scene, rider.id, "mount_team")
            guard = replace(guard, team=rider.id)
    if scene.options.descriptive_defense:
        guard = yield from described.settle(scene, move, victim, guard)
    if guard.pick == "dive_for_cover":
        prompt = f"{told(scene, victim.id, GM)} dives for cover. What is the cover worth?"
        bonus = yield from ask(Ask("cover_bonus", GM, prompt, 0, (), Number(-10, 10)))
        guard = replace(guard, total=guard.total.plus([term("cover_bonus", int(str(bonus)), "Cover")]))
    if victim.drama_points and "defense" not in victim.heroic and not _rolled_already(scene, victim):
        prompt = f"Spend a Drama Point on {victim.sheet.name}'s defense?"
        heroic = yield from heroic_feat(scene, victim.id, "drama_defense", prompt)
        guard = replace(guard, heroic=heroic)
    return guard


def _rolled_already(scene: Scene, victim: Combatant) -> bool:
    """Under the house rule a Heroic Feat goes with the defence that rolls the die (UNI-C-HR-HEROIC-DEFENSE)."""
    shared = scene.state.encounter is not None and scene.options.defense_dice == "one"
    return scene.options.revised_multiple_actions and shared and victim.defense_die is not None


def roll_defense(scene: Scene, move: Move, target: CombatantId, guard: Guard, needs: tuple[int, ...]) -> Script[Guard]:
    """The dice of a chosen defence. `needs`: attack totals; it only matters which of them it reaches."""
    if guard.pick == "none" or guard.standing:
        return guard
    total = guard.total
    if guard.team:
        passed = yield from riding(scene, guard.team)
        if passed:
            total = _without(total, "mounted")
    if guard.described == "evasion_roll":
        total = yield from described.acrobatics(scene, target, total)
        needs = ()
    elif guard.described or (guard.weapon is not None and (scene.options.parry_damage_levels or move.answers == "disarm")):
        needs = ()  # its levels matter as well
    else:
        needs = tuple(dict.fromkeys((*needs, *(need + guard.bonus for need in needs))))
    total = yield from add_die(scene, target, total, "defense", "defense", guard.heroic, needs)
    if guard.pick == "dive_for_cover":
        knock_down(scene, target, fresh=False)
    return replace(guard, total=total)


def _without(total: Total, key: str) -> Total:
    kept = tuple(one for one in total.terms if one.key != key)
    gone = total.value - sum(one.value for one in kept)
    return replace(total, terms=kept, value=total.value - gone)


def riding(scene: Scene, rider: CombatantId, extra: tuple[Term, ...] = (), test: str = "riding", need: int = 9) -> Script[bool]:
    """Dexterity + Riding, or Combat, of 9 or more (UNI-C-MOUNT-DIRECT, UNI-C-MOUNT-TEAM)."""
    total = traits_total(scene.state.combatants[rider], _RIDING, _COMBAT).plus(extra)
    total = yield from add_die(scene, rider, total, test, needs=(need,))
    passed = total.value >= need
    tested(scene, rider, test, total, passed)
    return passed


def _standing(move: Move, standing: dict[str, object]) -> Guard:
    """A roll that stands for the whole Turn answers by itself (UNI-M-WHIRLING-SWORD and its kin)."""
    maneuver, value = str(standing.get("maneuver", "")), int(str(standing.get("total", 0)))
    total = Total((Term("standing", maneuver.replace("_", " ").capitalize(), value),), value, value)
    if not move.row.close:
        if maneuver not in _AGAINST_MISSILES:
            return NONE
        missile = _AGAINST_MISSILES[maneuver]
        uncovered = -2 if missile and not move.param("cover", True) else 0
        total = total.plus([term("missile", missile), term("no_cover", uncovered)])
    word = "blocked" if maneuver == "whirling_sword" else "miss"
    return Guard(maneuver, total, word=word, standing=True)


def _use_up(scene: Scene, move: Move, victim: Combatant, pick: str) -> None:
    """Count the defence; hints and places found are gone with it (UNI-M-WATCHFUL-EYE, UNI-C-INVISIBLE-CONCENTRATE)."""
    if pick == "off_hand_parry":
        mark(scene, victim.id, "off_hand_parry")
    take_defense(scene, scene.state.combatants[victim.id], pick)
    if victim.conditions:
        for one in victim.conditions:
            if one.id == "watched_over" and one.params.get("use", "any") in ("defense", "any") and not one.later:
                lose(scene, victim.id, "watched_over", one.params)
        if unseen(victim, scene.state.combatants[move.actor]) == "located":
            lose(scene, victim.id, "located")


def _behind(scene: Scene, move: Move, target: CombatantId) -> Script[str]:
    """How an attack from behind meets its target: `helpless`, `aware` (-2), `notice`, or `` when it is none (UNI-C-BEHIND)."""
    victim = scene.state.combatants[target]
    surprised = _surprised(scene, target)
    if not (move.param("from_behind") or surprised):
        return ""
    if not (surprised or move.param("distracted")):
        return "aware"
    if quality(victim.sheet, "situational_awareness"):  # UNI-C-BEHIND-AWARENESS
        return "notice" if move.param("undetectable") else "aware"
    if move.param("undetectable"):
        return "helpless"
    prompt = f"{told(scene, target, GM)} is attacked from behind. May a Notice roll be made?"
    grant = yield from choose(Ask("notice_attack", GM, prompt, "no", (Option("no", "No"), Option("roll", "Roll"))))
    if grant == "no":
        return "helpless"
    seen = yield from notice(scene, target)  # UNI-C-BEHIND-NOTICE
    return "aware" if seen else "helpless"


def _surprised(scene: Scene, target: CombatantId) -> bool:
    met = scene.state.encounter
    return met is not None and target in met.surprised and target not in met.done and target not in up(met, scene.state)


def notice(scene: Scene, who: CombatantId) -> Script[bool]:
    """Perception + Notice + senses of 9 or more; a quick sheet's Brains + senses (UNI-C-BEHIND-NOTICE)."""
    total = traits_total(scene.state.combatants[who], _NOTICE, _BRAINS)
    total = yield from add_die(scene, who, total, "notice", needs=(9,))
    tested(scene, who, "notice", total, total.value >= 9)
    return total.value >= 9


def against_draining(scene: Scene, who: CombatantId) -> Script[bool]:
    """Who is being drunk from needs Willpower, not doubled, to do anything at all (UNI-M-VAMPIRE-DRAIN)."""
    victim = scene.state.combatants[who]
    ease = max((int(one.params.get("ease", 0)) for one in victim.conditions if one.id == "drained"), default=0)
    total = traits_total(victim, _WILL, _HALF_BRAINS).plus([term("ease", -ease, "Pleasure")])
    total = yield from add_die(scene, who, total, "drained", needs=(9,))
    tested(scene, who, "drained", total, total.value >= 9)
    return total.value >= 9


def grant_surface(scene: Scene) -> Script[bool]:
    """Whether there is a wall (UNI-M-WALL-FLIP, UNI-M-WALL-SLAM)."""
    there = yield from gm_says("surface_available", "Is there a wall or another solid surface at hand?", "yes")
    return there
