"""An act that is about to be played, with everything that its words mean: weapon, place, power, pool, difficulty."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ..kernel.formula import Formula, Term
from ..kernel.ids import CombatantId
from ..kernel.roster import distance
from . import params as p
from .commands import Act
from .common import Scene, dice_of, difficulty_of, earlier, in_extra, in_hand, weapon_of
from .harm import helpless
from .modifiers import (
    ability,
    blind,
    bodily,
    hampered,
    of_actor,
    of_place,
    of_shot,
    of_target,
    potence,
    skill_of,
    stated,
    steady,
    tens_of,
    trait_terms,
)
from .rows import Maneuver, Place, generation
from .sheet import ATTRIBUTES, Power, Weapon, is_ranged, natural_weapons
from .state import Combatant, get, has


class Spec(NamedTuple):
    """A roll that is to be made: addends of its pool and of its difficulty, successes without dice, how tens count."""

    terms: tuple[Term, ...]
    against: tuple[Term, ...]
    auto: int = 0
    tens: Literal["off", "double", "reroll"] = "off"

    @property
    def dice(self) -> int:
        """The dice of the pool."""
        return dice_of(self.terms)

    @property
    def difficulty(self) -> int:
        """The difficulty, between 2 and 10."""
        return difficulty_of(self.against)


class Move(Struct, frozen=True):
    """An act that is about to be played: who, what by which row, with what, against whom, at which place of the plan.

    place: -1 for a single action. extra: it is one of Celerity's. natural: the claws or fangs that are used.
    """

    actor: CombatantId
    id: str
    row: Maneuver
    act: Act
    weapon: Weapon | None = None
    natural: str = ""
    aimed: Place | None = None
    power: Power | None = None
    metres: int | None = None
    place: int = -1
    extra: bool = False
    free: bool = False
    spec: Spec | None = None
    before: tuple[int | str, ...] = ()
    tally: int = 0

    @property
    def target(self) -> CombatantId:
        """The first target."""
        return self.act.targets[0]

    def roll(self) -> Spec:
        """Its roll."""
        assert self.spec is not None, f"{self.id} has a roll"
        return self.spec

    def param(self, name: str) -> Any:
        """A parameter of the act, or its default."""
        return self.act.params.get(name, p.ACT[name].default)

    @property
    def several(self) -> bool:
        """Whether it is one of several actions of the turn."""
        return self.place >= 0


def prepare(scene: Scene, row: Maneuver, act: Act) -> Move:
    """The move that an act is. What it names may still be wrong: that is for the checks to say."""
    who = scene.state.combatants[act.actor]
    weapon = _weapon(who, row, act)
    if weapon is not None and act.weapon and row.armed_roll is not None:
        row = replace(row, roll=row.armed_roll, damage=row.armed_damage or row.damage)
    natural = ""
    if row.needs == "claws" or (row.procedure == "crush" and "natural" in act.params):
        natural = act.params.get("natural") or next(iter(claws(who)), "")
    power = power_of(scene, who, str(act.params.get("power", ""))) if row.procedure == "power" else None
    metres = act.distance
    if row.attack and act.targets and act.targets[0] in scene.state.combatants:
        metres = distance(scene, act.actor, act.targets[0], act.distance)
    elif "to" in act.params:
        metres = scene.way(act.actor, act.params["to"])
    elif metres is None and "metres" in act.params:
        metres = act.params["metres"]
    extra, free = in_extra(scene, act.actor), _is_free(scene, who, act.maneuver, row, power)
    move = Move(
        act.actor, act.maneuver, row, act, weapon, natural,
        scene.catalogue.places.get(act.location) if act.location and row.aim else None, power, metres,
        next_place(who) if who.plan and not extra and not free else -1, extra, free,
    )  # fmt: skip
    single = act.targets[0] if len(act.targets) == 1 and row.procedure not in ("volley", "strafe") else None
    return replace(move, spec=spec_of(scene, who, move, None if single is None else scene.state.combatants[single]))


def _weapon(who: Combatant, row: Maneuver, act: Act) -> Weapon | None:
    """The weapon that was named; else a fitting one in hand, a loaded one rather than another."""
    if act.weapon and row.needs:
        return weapon_of(who, act.weapon)
    if row.needs in ("", "claws", "fangs") or row.optional:
        return None
    usable = who.weapons if row.needs in ("any", "bow") else in_hand(who)
    fitting = [one for one in usable if fits(row.needs, one)]
    loaded = (one for one in fitting if not row.rounds or who.ammo.get(one.id, 0) >= row.rounds)
    return next(loaded, fitting[0] if fitting else None)


def _is_free(scene: Scene, who: Combatant, maneuver: str, row: Maneuver, power: Power | None) -> bool:
    if maneuver == "move":
        return not hampered(who)
    if power is None:
        return row.cost == "free"
    return power.kind == "free" or owed(who, power) > payable(scene, who)  # instalments use no action


def fits(needs: str, weapon: Weapon) -> bool:
    """Whether a weapon is of the sort that a maneuver needs."""
    if needs in ("melee", "shooter"):
        return is_ranged(weapon) == (needs == "shooter") and (needs == "shooter" or weapon.ability != "brawl")
    if needs == "knuckles":
        return weapon.ability == "brawl"
    if needs == "gun":
        return weapon.kind == "firearm"
    if needs == "bow":
        return weapon.kind == "bow"
    if needs == "aimed":
        return weapon.kind in ("firearm", "crossbow", "bow")
    return needs == "any" or bool(getattr(weapon, needs)) or (needs == "whip" and weapon.kind == "firearm")


def claws(who: Combatant) -> list[str]:
    """Claws that a body may strike with (VTM-M-CLAW)."""
    found = [one for one in natural_weapons(who.sheet) if one in ("feral_claws", "claws", "bone_spurs")]
    return [*found, "feral_claws"] if has(who, "feral_claws") and "feral_claws" not in found else found


def spikes(who: Combatant) -> list[str]:
    """Whatever makes a grapple rend (VTM-M-GRAPPLE-SPIKES)."""
    return [*claws(who), *(one for one in natural_weapons(who.sheet) if one == "spikes")]


def power_of(scene: Scene, who: Combatant, power: str) -> Power | None:
    """A power of the sheet's, else of the table."""
    own = next((one for one in who.sheet.powers if one.id == power), None)
    return own if own is not None else scene.catalogue.powers.get(power)


def next_place(who: Combatant) -> int:
    """The next place of the plan that is no reserved defence; its length when there is none left."""
    waiting = (at for at, one in enumerate(who.plan) if at not in who.taken and one not in ("block", "dodge", "parry"))
    return next(waiting, len(who.plan))


def owed(who: Combatant, power: Power) -> int:
    """Blood that is still to be paid for a power (VTM-R-INSTALMENT)."""
    return max(0, power.cost - who.paid.get(power.id, 0))


def payable(scene: Scene, who: Combatant) -> int:
    """Blood that a vampire may still spend in this turn (VTM-R-LIMIT)."""
    if who.sheet.kind != "vampire":
        return 0
    return max(0, min(who.blood_pool, generation(scene.catalogue, who.sheet).per_turn - who.blood_spent))


def act_class(move: Move) -> tuple[str, ...]:
    """The classes of acts that a move belongs to, for what conditions leave."""
    power = move.power
    if power is None:
        return (move.row.acts,) if move.row.acts else ()
    found = ["power"]
    if power.kind == "free":
        found.append("free_power")
    if power.mental:
        found.append("mental_power")
    return tuple(found)


# ── The roll ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def spec_of(scene: Scene, who: Combatant, move: Move, target: Combatant | None) -> Spec | None:
    """The roll of an act against this target, if it has one (VTM-C-POOLS, VTM-C-LISTING, VTM-DICE-DIFFICULTY)."""
    row, power = move.row, move.power
    if row.procedure == "other":
        return _plain_roll(scene, who, move, str(move.param("attribute")), str(move.act.params.get("ability", "")),
                           int(move.param("difficulty")))  # fmt: skip
    if power is not None:
        if power.kind != "roll":
            return None
        return _plain_roll(scene, who, move, power.attribute, power.ability, power.difficulty)
    if row.several:
        if not move.several:
            return None
        skill = "athletics" if row.several == "athletics" else _readying(move.weapon)
        return _plain_roll(scene, who, move, "dexterity", skill, row.several_difficulty)
    if row.roll is None:
        return None
    formula, skill = row.roll, skill_in(row.roll, who, move.weapon)
    if row.procedure == "escape" and move.param("attribute") == "dexterity":
        return _plain_roll(scene, who, move, "dexterity", "brawl", row.difficulty)
    terms = [*steady(who, formula, move.weapon), *_several(who, move)]
    if row.attack:
        terms += _on_attack(who, move, target)
    terms += stated(move.act.modifiers)
    against = _against(scene, who, move, target, skill)
    return Spec(tuple(terms), tuple(against), potence(who, formula.traits), tens_of(who, skill, scene.options))


def skill_in(formula: Formula, who: Combatant, weapon: Weapon | None) -> str:
    """The ability of a roll."""
    found = next((one for one in formula.traits if one not in ATTRIBUTES), "")
    return skill_of(who, weapon) if found == "skill" and weapon is not None else found


def _readying(weapon: Weapon | None) -> str:
    """Melee weapons are readied with Melee, all that shoots with Firearms (VTM-A-READY-MULTI)."""
    return "firearms" if weapon is not None and is_ranged(weapon) else "melee"


def _several(who: Combatant, move: Move) -> tuple[Term, ...]:
    """Dice that a place among several actions costs (VTM-C-MULTI)."""
    lost = who.penalties[move.place] if 0 <= move.place < len(who.penalties) else 0
    return (Term("several", "Several actions", -lost),) if lost else ()


def _plain_roll(scene: Scene, who: Combatant, move: Move, attribute: str, skill: str, difficulty: int) -> Spec:
    terms = [
        *trait_terms(who, attribute, skill),
        *bodily(who, (attribute,), False),
        *_several(who, move),
        *stated(move.act.modifiers),
    ]
    against = [Term("base", "Difficulty", difficulty), *of_actor(who, skill, scene.options)]
    if move.act.params.get("difficulty_mod"):
        against.append(Term("difficulty_mod", "Circumstances", int(move.param("difficulty_mod"))))
    return Spec(tuple(terms), tuple(against), potence(who, (attribute,)), tens_of(who, skill, scene.options))


def _on_attack(who: Combatant, move: Move, target: Combatant | None) -> list[Term]:
    """Dice of an ambush, of aiming, and against the blind (VTM-I-AMBUSH-WIN, VTM-M-AIM, VTM-X-BLINDED)."""
    found = []
    if who.ambush is not None and target is not None and who.ambush.target == target.id:
        found.append(Term("ambush", "Ambush", who.ambush.bonus))
    if who.aim is not None and move.id == "shoot" and target is not None and move.weapon is not None:
        same = who.aim.target == target.id and who.aim.weapon == move.weapon.id
        found.append(Term("aim", "Aim", who.aim.dice if same else 0))
    if target is not None and blind(target):
        found.append(Term("blind_target", "Blind target", 2))
    return [one for one in found if one.value]


def _against(scene: Scene, who: Combatant, move: Move, target: Combatant | None, skill: str) -> list[Term]:
    row, weapon = move.row, move.weapon
    found = [Term("base", "Difficulty", row.difficulty)]
    if row.answers == "ranged" and weapon is not None and is_ranged(weapon):
        if move.metres is not None and move.metres > weapon.range:  # VTM-E-RANGE: 8 instead of 6
            found.append(Term("range", "Beyond range", 2))
        if weapon.kind == "bow" and not ability(who, weapon.ability):
            found.append(Term("untrained", "Without Archery", 1))
    found += of_place(move.aimed)
    found += of_actor(who, skill, scene.options)
    if target is not None:
        if row.answers == "ranged":
            found += of_shot(who, target, scene.catalogue, scene.between(who.id, target.id))
        found += of_target(target) if row.attack else []
    if move.act.params.get("difficulty_mod"):
        found.append(Term("difficulty_mod", "Circumstances", int(move.param("difficulty_mod"))))
    return found


def grip(scene: Scene, who: Combatant, target: CombatantId, mode: str = "") -> bool:
    """Whether one holds that target by a grapple of an earlier turn."""
    hold = get(who, "grappling")
    if hold is None or hold.params.get("target") != target or (mode and hold.params.get("mode") != mode):
        return False
    return earlier(scene, hold.since)


def easy_prey(who: Combatant) -> bool:
    """Whether its face can be placed: stunned, dazed, held or helpless (VTM-M-CURBSTOMP)."""
    return helpless(who) or any(has(who, one) for one in ("stunned", "dazed", "held"))
