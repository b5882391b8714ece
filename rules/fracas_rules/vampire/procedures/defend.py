"""Defences: who may answer what, the roll, and what a dodge and a parry bring besides (VTM-DF-…)."""

from __future__ import annotations

from typing import NamedTuple

from ...kernel.formula import Formula, Term
from ...kernel.ids import CombatantId
from ...kernel.requests import GM, Ask, Option
from ...kernel.roster import told
from ...kernel.script import Script, choose
from .. import facts as f
from ..common import Scene, cast, dice_of, difficulty_of, gain, in_hand
from ..harm import helpless
from ..modifiers import discipline, of_actor, steady, tens_of
from ..move import Move, skill_in
from ..sheet import Weapon, is_ranged
from ..state import Combatant, has
from ..vocabulary import CONDITIONS, DEFENSES


class Defense(NamedTuple):
    """A defence that was chosen: its kind, the place of the plan it was reserved at (-1), and its roll once it is made."""

    kind: str = "none"
    place: int = -1
    roll: f.Cast | None = None

    @property
    def successes(self) -> int:
        """Successes that it takes from the attack."""
        return 0 if self.roll is None else self.roll.successes


def parrying(who: Combatant) -> Weapon | None:
    """The weapon that a parry is made with: the first melee weapon in hand (VTM-DF-PARRY)."""
    return next((one for one in in_hand(who) if not is_ranged(one) and one.ability != "brawl"), None)


def reserved(who: Combatant) -> dict[str, int]:
    """Reserved defences that are left, with their places (VTM-DF-SPLIT)."""
    found: dict[str, int] = {}
    for at, one in enumerate(who.plan):
        if one in ("block", "dodge", "parry") and at not in who.taken:
            found.setdefault(one, at)
    return found


def offered(scene: Scene, move: Move, who: Combatant, kind: str) -> dict[str, int]:
    """The defences that a target may use now, each with the place it was reserved at, or -1."""
    if helpless(who) or any(not CONDITIONS[one.id].defends for one in who.conditions):
        return {}
    met = scene.state.encounter
    if met is not None and met.phase == "gear":  # an ambush: only a tie leaves a defence (VTM-I-AMBUSH-TIE)
        ambush = scene.state.combatants[move.actor].ambush
        allowed = dict.fromkeys(_KINDS, -1) if ambush is None or ambush.defended else {}
    elif met is None:
        ambush = scene.state.combatants[move.actor].ambush
        won = ambush is not None and ambush.target == who.id and not ambush.defended
        allowed = {} if won else dict.fromkeys(_KINDS, -1)
    elif who.plan:
        allowed = reserved(who)
    elif who.defending or (not who.acted and who.id not in met.done):
        allowed = dict.fromkeys(_KINDS, -1)
    else:
        allowed = {}
    if scene.options.defense_maneuver_fixed and who.defense_kind and not who.plan:
        allowed = {one: at for one, at in allowed.items() if one == who.defense_kind}
    return {one: at for one, at in allowed.items() if _possible(move, who, one, kind)}


_KINDS = ("block", "dodge", "parry")


def _possible(move: Move, who: Combatant, defense: str, kind: str) -> bool:
    close = move.row.answers == "close"
    if defense == "dodge":  # VTM-DF-DODGE, VTM-DF-DODGE-ROOM
        return not has(who, "clinched") and not move.param("no_room")
    if not close:
        return False
    if defense == "parry":
        return parrying(who) is not None
    protected = discipline(who, "fortitude") > 0 or who.armor.rating > 0  # VTM-DF-BLOCK, VTM-DF-BLOCK-LETHAL
    return kind in ("", "bashing") or protected


def choose_defense(scene: Scene, move: Move, target: CombatantId, kind: str) -> Script[Defense]:
    """Ask the target, before any die falls; whoever gives the turn to it uses the full pool (VTM-DF-FULL)."""
    who = scene.state.combatants[target]
    found = offered(scene, move, who, kind)
    notes = {one: f"{dice_of(_terms(scene, who, one, at))} dice" for one, at in found.items()}
    options = (Option("none", "None"), *(Option(one, DEFENSES[one], notes[one]) for one in found))
    prompt = f"{told(scene, move.actor, who.id)}: {move.row.name} at {who.sheet.name}."
    pick = yield from choose(Ask("defense", target, prompt, "none", options))
    if pick == "none":
        return Defense()
    return Defense(pick, found[pick])


def _terms(scene: Scene, who: Combatant, defense: str, place: int) -> tuple[Term, ...]:
    """Addends of a defence's pool (VTM-DF-REPEAT, VTM-DF-SUBTRACT)."""
    terms = steady(who, _roll(scene, defense))
    if place < 0:
        return (*terms, Term("repeat", "Defended before", -who.defense_count)) if who.defense_count else terms
    lost = who.penalties[place] if place < len(who.penalties) else 0
    return (*terms, Term("several", "Several actions", -lost)) if lost else terms


def _roll(scene: Scene, defense: str) -> Formula:
    roll = scene.catalogue.maneuvers[defense].roll
    assert roll is not None, "a defence is rolled"
    return roll


def _against(scene: Scene, move: Move, who: Combatant, defense: str, skill: str) -> list[Term]:
    """Addends of a defence's difficulty."""
    row = scene.catalogue.maneuvers[defense]
    against = [Term("base", "Difficulty", row.difficulty), *of_actor(who, skill, scene.options)]
    burst = move.id == "burst" and scene.options.burst_dodge_penalty  # VTM-M-BURST-DODGE
    if defense == "dodge" and (move.row.procedure == "strafe" or burst):  # VTM-M-STRAFE-DODGE
        against.append(Term("spray", "Spray of bullets", 1))
    return against


def roll_defense(scene: Scene, move: Move, target: CombatantId, defense: Defense, attack: int) -> Script[Defense]:
    """Roll a chosen defence, also against an attack that has missed. `attack`: its net successes."""
    if defense.kind == "none":
        return defense
    who = scene.state.combatants[target]
    terms, skill = _terms(scene, who, defense.kind, defense.place), skill_in(_roll(scene, defense.kind), who, None)
    against = _against(scene, move, who, defense.kind, skill)
    met = scene.state.encounter
    full = met is not None and met.phase == "actions" and defense.place < 0 and not who.defending
    counted = who.defense_count + (1 if defense.place < 0 else 0)
    scene.record(f.Defended(target, defense.kind, counted, defense.place, full))
    if who.aim is not None:
        scene.record(f.Aimed(target))
    ripostes = defense.kind == "parry" and move.row.unarmed and move.weapon is None
    roll = yield from cast(
        "defense", target, DEFENSES[defense.kind], terms, difficulty_of(against), tens=tens_of(who, skill, scene.options),
        most=None if ripostes else attack,
    )  # fmt: skip
    return defense._replace(roll=roll)


def take_cover(scene: Scene, move: Move, target: CombatantId, defense: Defense) -> Script[None]:
    """A dodge in a gunfight ends behind cover, or on the ground (VTM-DF-DODGE-COVER)."""
    if defense.kind != "dodge" or move.row.answers != "ranged":
        return
    name = told(scene, target, GM)
    options = (
        Option("light", "Drops to the ground"),
        Option("good", "Behind a wall"),
        Option("superior", "Only the head shows"),
    )
    pick = yield from choose(Ask("dodge_to", GM, f"{name} dodges: where to?", "light", options))
    if pick == "light":
        if not has(scene.state.combatants[target], "prone"):
            gain(scene, target, "prone")
    else:
        scene.record(f.Covered(target, pick))
