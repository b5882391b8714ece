"""A blow at one target: the questions, attack against defence, damage, counter-attack, and how it is told.

Order of dice: attack; defence; counter-attack; damage; soak; balance or stun, attacker before target (VTM-C-SEQUENCE).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...kernel.formula import Term
from ...kernel.ids import CombatantId
from ...kernel.requests import GM, Ask, Option
from ...kernel.roster import told
from ...kernel.script import Script, choose
from .. import facts as f
from ..commands import Act
from ..common import After, Scene, cast, dice_of, difficulty_of, drop, levels
from ..harm import Wound, helpless, wound
from ..modifiers import blind, bodily, formula_terms, of_actor, potence, tens_of, trait_terms
from ..move import Move
from ..rows import Maneuver
from ..sheet import is_ranged
from ..state import Combatant
from .act import take
from .defend import Defense, choose_defense, parrying, roll_defense, take_cover

HIT, MISS, BLOCKED, BOTCH = "hit", "miss", "blocked", "botch"


class Blow(NamedTuple):
    """An attack on one target as it came out: its roll (none where it was automatic), the defence, net successes, the word."""

    target: CombatantId
    roll: f.Cast | None
    defense: Defense
    net: int
    outcome: str

    @property
    def automatic(self) -> bool:
        """Whether it hit without a roll."""
        return self.roll is None


#: Effects to which net successes still matter once the damage is rolled, up to so many.
_COUNTED = {"sprawl": 4, "blind": 5}


class Landed(NamedTuple):
    """What came of it: damage if any was dealt, its pool, and further keys of the result."""

    blow: Blow
    rolled: f.Cast | None = None
    wound: Wound | None = None
    more: dict[str, Any] = {}  # noqa: RUF012 - never changed


def strike(scene: Scene, move: Move) -> Script[Blow]:
    """Up to net successes: the choice, the attack's dice, the defence's dice."""
    target = move.target
    victim = scene.state.combatants[target]
    if helpless(victim):
        take(scene, move)
        fire(scene, move, 1)
        return Blow(target, None, Defense(), 1, HIT)
    defense = yield from choose_defense(scene, move, target, listed_type(scene, move, victim))
    spec = move.roll()
    take(scene, move)
    fire(scene, move, 1)
    roll = yield from cast(
        "attack", move.actor, "Attack", spec.terms, spec.difficulty, tens=spec.tens, auto=spec.auto, against=spec.against
    )  # fmt: skip
    return (yield from answer(scene, move, target, roll, roll.successes, defense))


def answer(scene: Scene, move: Move, target: CombatantId, roll: f.Cast, successes: int, defense: Defense) -> Script[Blow]:
    """Set the defence against so many successes (VTM-DF-SUBTRACT, VTM-DICE-BOTCH)."""
    defense = yield from roll_defense(scene, move, target, defense, successes)
    yield from take_cover(scene, move, target, defense)
    net = max(0, successes - defense.successes)
    outcome = HIT if net else BOTCH if roll.botch else BLOCKED if successes else MISS
    return Blow(target, roll, defense, net, outcome)


def fire(scene: Scene, move: Move, count: int) -> None:
    """Rounds leave the weapon; a thrown one leaves the hand (VTM-E-CAPACITY, VTM-E-RATE, VTM-M-THROW)."""
    weapon, row = move.weapon, move.row
    if row.effect == "throw" and weapon is not None:
        drop(scene, move.actor, weapon.id)
    if weapon is None or not (row.rounds or row.all):
        return
    who = scene.state.combatants[move.actor]
    left = 0 if row.all else max(0, who.ammo.get(weapon.id, 0) - row.rounds * count)
    fights = scene.state.encounter is not None and not row.all
    shots = who.shots.get(weapon.id, 0) + count if fights else 0
    scene.record(f.AmmoSet(move.actor, weapon.id, left, shots))


def spent(scene: Scene, move: Move) -> dict[str, int]:
    """Rounds left, for the result."""
    if move.weapon is None or not (move.row.rounds or move.row.all):
        return {}
    return {"rounds_left": scene.state.combatants[move.actor].ammo.get(move.weapon.id, 0)}


# ── Damage ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def listed_type(scene: Scene, move: Move, victim: Combatant) -> str:
    """The type of damage as listed, before the GM changes it; empty where none is dealt (VTM-DF-BLOCK).

    Blunt weapons are lethal at the head (VTM-E-BLUNT); arrows and bolts to vampires bashing, but lethal at head and heart
    (VTM-E-ARCHERY, VTM-E-CROSSBOW); firearms are bashing to vampires (VTM-D-FIREARM-KINDRED).
    """
    row, weapon, place = move.row, move.weapon, move.act.location
    if row.damage is None and not (row.effect == "blind" and scene.options.blinding_deals_damage):
        return ""
    if move.natural:
        return "lethal" if move.natural in ("bone_spurs", "spikes") else "aggravated"
    if weapon is None or (row.type and not row.optional):  # a maneuver's own type stands, whatever it is done with
        return row.type or "bashing"
    if weapon.blunt and place == "head":
        return "lethal"
    if victim.sheet.kind == "vampire" and is_ranged(weapon) and row.answers == "ranged":
        if weapon.kind == "firearm":
            return "lethal" if place == "head" and scene.options.head_shot_lethal else "bashing"
        aimed = place in ("head", "heart") or scene.options.projectiles_lethal_to_kindred
        return "lethal" if aimed else "bashing"
    return weapon.type


def damage_type(scene: Scene, move: Move, victim: Combatant) -> Script[str]:
    """The type of a hit; the GM is asked where circumstances may change it (VTM-D-FIREARM-KINDRED, VTM-M-PUNCH-LETHAL)."""
    listed = listed_type(scene, move, victim)
    row, weapon = move.row, move.weapon
    firearm = weapon is not None and weapon.kind == "firearm" and row.answers == "ranged" and victim.sheet.kind == "vampire"
    bare = weapon is None and (row.ask == "any" or (row.ask == "mortal" and victim.sheet.kind == "mortal"))
    if not (firearm or bare):
        return listed
    options = (Option("bashing", "Bashing"), Option("lethal", "Lethal"))
    prompt = f"{told(scene, move.actor, GM)}: {row.name} hits {told(scene, victim.id, GM)}. Which damage?"
    pick = yield from choose(Ask("damage_type", GM, prompt, listed, options))
    return pick


def damage_terms(who: Combatant, move: Move, extra: int) -> list[Term]:
    """Strength, Potence and weapon, or the firearm's figure; further successes, the place, circumstances (VTM-E-DAMAGE)."""
    formula = move.row.damage
    terms: list[Term] = []
    if formula is not None:
        terms = [*formula_terms(who, formula, move.weapon), *_strength_dice(who, move.row)]
    if extra:
        terms.append(Term("successes", "Successes", extra))
    if move.aimed is not None and move.aimed.damage:
        terms.append(Term("location", move.aimed.name, move.aimed.damage))
    if move.act.params.get("damage_mod"):
        terms.append(Term("damage_mod", "Circumstances", int(move.param("damage_mod"))))
    short = 1 - sum(one.value for one in terms)
    if short > 0:  # never less than one die (VTM-DICE-DAMAGE)
        terms.append(Term("least", "At least one", short))
    return terms


def _strength_dice(who: Combatant, row: Maneuver) -> list[Term]:
    assert row.damage is not None
    return [one for one in bodily(who, row.damage.traits, True) if one.key == "potence"]


def roll_damage(
    scene: Scene, move: Move, who: CombatantId, terms: list[Term], automatic: bool, after: After = None, halved: bool = False
) -> Script[f.Cast]:
    """Roll a damage pool, or take it as successes against the helpless; at least one level (VTM-D-MINIMUM).

    `halved`: only half of it will count (VTM-D-HALVE).
    """
    striker = scene.state.combatants[who]
    auto = potence(striker, move.row.damage.traits) if move.row.damage is not None else 0
    if automatic:
        return f.Cast(who, "Damage", tuple(terms), dice_of(terms), 0, dice_of(terms) + auto, auto=auto)
    roll = yield from levels(scene, "damage", who, "Damage", terms, auto=auto, after=after, tally=move.tally, halved=halved)
    return roll


def hurt(scene: Scene, move: Move, blow: Blow, extra: Term | None = None) -> Script[Landed]:
    """Damage of a hit, as listed: its type, its roll, soak and marks (VTM-D-ROLL, VTM-T-ARMOR-GAP)."""
    victim = scene.state.combatants[blow.target]
    kind = yield from damage_type(scene, move, victim)
    terms = damage_terms(scene.state.combatants[move.actor], move, blow.net - 1)
    if extra is not None:
        terms.insert(-1 if terms[-1].key == "least" else len(terms), extra)
    so_far = (*move.before, blow.target, kind)
    halved = kind == "bashing" and victim.sheet.kind == "vampire"
    rolled = yield from roll_damage(scene, move, move.actor, terms, blow.automatic, (*so_far, blow.net), halved)
    place = move.act.location or move.row.place
    armored = not place or place in victim.armor.covers
    dealt = max(1, rolled.successes)
    done = yield from wound(
        scene, blow.target, kind, dealt, armored=armored, tally=move.tally,
        after=(*so_far, min(blow.net, _COUNTED.get(move.row.effect, 1))),
    )
    return Landed(blow, rolled, done)


# ── Counter-attack ───────────────────────────────────────────────────────────────────────────────────────────────────


def riposte(scene: Scene, move: Move, blow: Blow) -> Script[dict[str, Any] | None]:
    """A parry with more successes than an unarmed attack allows a blow at once (VTM-DF-RIPOSTE)."""
    ahead = blow.defense.successes - (0 if blow.roll is None else blow.roll.successes)
    defender = scene.state.combatants[blow.target]
    weapon = parrying(defender)
    if blow.defense.kind != "parry" or not move.row.unarmed or move.weapon is not None or ahead < 1 or weapon is None:
        return None
    prompt = f"{defender.sheet.name} has parried, {ahead} ahead. Strike back?"
    options = (Option("no", "No"), Option("yes", "Yes"))
    pick = yield from choose(Ask("riposte", blow.target, prompt, "no", options))
    if pick == "no":
        return None
    act = Act(actor=blow.target, maneuver="strike", targets=(move.actor,), weapon=weapon.id)
    counter = Move(blow.target, "riposte", scene.catalogue.maneuvers["strike"], act, weapon)
    landed = yield from _strike_back(scene, counter, ahead)
    note(scene, counter, landed)
    return told_blow(counter, landed)


def _strike_back(scene: Scene, counter: Move, ahead: int) -> Script[Landed]:
    who, foe = counter.actor, counter.target
    fighter = scene.state.combatants[who]
    if helpless(scene.state.combatants[foe]):
        blow = Blow(foe, None, Defense(), 1, HIT)
    else:
        terms = [*trait_terms(fighter, "dexterity", "melee"), *bodily(fighter, ("dexterity",), False)]
        terms += [Term("blind_target", "Blind target", 2)] if blind(scene.state.combatants[foe]) else []
        against = [Term("base", "Difficulty", counter.row.difficulty), *of_actor(fighter, "melee", scene.options)]
        roll = yield from cast(
            "riposte", who, "Riposte", terms, difficulty_of(against), tens=tens_of(fighter, "melee", scene.options)
        )
        word = HIT if roll.successes else BOTCH if roll.botch else MISS
        blow = Blow(foe, roll, Defense(), roll.successes, word)
    if not blow.net:
        return Landed(blow)
    return (yield from hurt(scene, counter, blow, Term("ahead", "Ahead of the attack", ahead)))


# ── Telling ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def note(scene: Scene, move: Move, landed: Landed) -> None:
    """Record how an attack on one target came out."""
    blow, done = landed.blow, landed.wound
    scene.record(
        f.Attacked(
            move.actor, blow.target, move.id, blow.outcome, blow.net, blow.roll, blow.defense.kind, blow.defense.roll,
            landed.rolled, done.soak if done is not None else None, done.dealt if done is not None else 0,
            done.type if done is not None else str(landed.more.get("damage_type", "")),
            done.damage if done is not None else int(landed.more.get("damage", 0)),
            "" if move.weapon is None else move.weapon.id, move.act.location, blow.automatic,
            bool(landed.more.get("disarmed")),
            done.halved if done is not None and done.halved is not None else -1,
        )
    )  # fmt: skip


def told_blow(move: Move, landed: Landed) -> dict[str, Any]:
    """The keys of a result for an attack on one target."""
    blow = landed.blow
    found: dict[str, Any] = {"outcome": blow.outcome, "defense": blow.defense.kind, "net_successes": blow.net, "damage": 0}
    if blow.roll is not None:
        found.update(pool=blow.roll.dice, difficulty=blow.roll.difficulty, successes=blow.roll.successes)
    else:
        found["automatic"] = True
    if blow.defense.roll is not None:
        made = blow.defense.roll
        found.update(defense_pool=made.dice, defense_difficulty=made.difficulty, defense_successes=made.successes)
    if landed.rolled is not None:
        found["damage_pool"] = landed.rolled.dice
    if landed.wound is not None:
        found.update(landed.wound.told())
    found.update(landed.more)
    return found
