"""Every bonus and penalty, gathered in one visible order: pools, difficulties, wounds, movement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..kernel.formula import Formula, Term
from ..kernel.grid import Crossing
from .commands import Modifier
from .options import Options
from .rows import Catalogue, CoverRow, Place
from .sheet import PHYSICAL, SKILLS, TRAITS, Weapon, soaks
from .state import Combatant, get, has
from .vocabulary import HEALTH

_NAMES: dict[str, str] = {one: one.replace("_", " ").capitalize() for one in TRAITS}


def named(trait: str) -> str:
    """A trait's printed name."""
    return _NAMES.get(trait) or trait.replace("_", " ").capitalize()


def current(who: Combatant, attribute: str) -> int:
    """An attribute as it is now: raised with blood, and by the Horrid Form (VTM-R-BUFF)."""
    value: int = getattr(who.sheet.attributes, attribute)
    if attribute in PHYSICAL:
        value += who.buffs.get(attribute, 0)
        if has(who, "horrid_form"):
            value += 3
    return value


def discipline(who: Combatant, name: str) -> int:
    """Dots of a Discipline."""
    return who.sheet.disciplines.get(name, 0)


def ability(who: Combatant, name: str) -> int:
    """Dots of an ability."""
    return who.sheet.abilities.get(name, 0)


def celerity(who: Combatant) -> int:
    """Dots of Celerity that are dice this round: those turned into extra actions are not (VTM-R-CELERITY)."""
    return max(0, discipline(who, "celerity") - who.celerity_used)


class Traits(dict[str, int]):
    """A combatant's traits for formulas; with a weapon also its `skill` and `weapon`."""

    def __init__(self, who: Combatant, weapon: Weapon | None = None) -> None:
        super().__init__()
        self._who = who
        self._weapon = weapon

    def __missing__(self, name: str) -> int:
        if name == "weapon":
            return 0 if self._weapon is None else self._weapon.damage
        if name == "skill":
            return 0 if self._weapon is None else ability(self._who, skill_of(self._who, self._weapon))
        value = current(self._who, name) if hasattr(self._who.sheet.attributes, name) else ability(self._who, name)
        self[name] = value
        return value


def skill_of(who: Combatant, weapon: Weapon) -> str:
    """The ability that a weapon is used with: a bow without Archery is shot with Athletics (VTM-E-ARCHERY)."""
    if weapon.kind == "bow" and not ability(who, weapon.ability):
        return "athletics"
    return weapon.ability


# ── Health (VTM-H-TRACK, VTM-H-PENALTY, VTM-H-MOVEMENT) ──────────────────────────────────────────────────────────────


def health(who: Combatant) -> str:
    """The rung of the ladder: by filled boxes, unless torpor or death overrides it."""
    return who.fate or who.rung


def wounds(who: Combatant) -> int:
    """Dice lost to wounds, as a number of 0 or less (VTM-H-PENALTY, VTM-R-IGNORE-WOUNDS)."""
    return 0 if has(who, "ignoring_wounds") else HEALTH[who.rung].dice


def hampered(who: Combatant) -> bool:
    """Whether moving takes the action: from Wounded on (VTM-H-WOUNDED, VTM-H-MAULED, VTM-H-CRIPPLED)."""
    return who.rung in _CRAWL and not has(who, "ignoring_wounds")


#: Metres a turn of those who cannot run.
_CRAWL = {"wounded": 7, "mauled": 3, "crippled": 1, "incapacitated": 0}


def speed(who: Combatant) -> tuple[int, int, int]:
    """Metres of a run, of free movement, and at most in a turn (VTM-F-MOVE, VTM-F-RUN, VTM-H-INJURED, VTM-H-MOVEMENT)."""
    rung = "healthy" if has(who, "ignoring_wounds") and not who.full else who.rung
    if who.fate or rung in _CRAWL:
        return 0, 0, 0 if who.fate else _CRAWL[rung]
    run = 20 + 3 * (current(who, "dexterity") + discipline(who, "celerity"))
    run = run // 2 if rung == "injured" else run
    return run, run // 2, run


def rating(who: Combatant, options: Options) -> int:
    """The initiative rating: Dexterity + Celerity + Wits, or the sheet's own (VTM-I-ROLL, VTM-I-COMMAND)."""
    own = who.sheet.initiative_rating
    base = own if own is not None else current(who, "dexterity") + discipline(who, "celerity") + current(who, "wits")
    return base + (wounds(who) if options.wounds_reduce_initiative else 0)


# ── Pools ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def bodily(who: Combatant, traits: tuple[str, ...], reflexive: bool) -> tuple[Term, ...]:
    """What body, armour and wounds add to a pool of these traits (VTM-C-POOLS)."""
    found = who.pools.get((traits, reflexive))
    if found is None:
        found = who.pools[traits, reflexive] = _bodily(who, traits, reflexive)
    return found


def steady(who: Combatant, formula: Formula, weapon: Weapon | None = None) -> tuple[Term, ...]:
    """A pool as far as it follows from the combatant and a weapon of its own: the formula, and what the body adds."""
    key = ("steady", formula, None if weapon is None else weapon.id)
    found = who.pools.get(key)
    if found is None:
        terms = (*formula_terms(who, formula, weapon), *bodily(who, formula.traits, False))
        found = who.pools[key] = terms
    return found


def _bodily(who: Combatant, traits: tuple[str, ...], reflexive: bool) -> tuple[Term, ...]:
    found = []
    if "dexterity" in traits:
        found.append(Term("celerity", "Celerity", celerity(who)))
        found.append(Term("armor", "Armor", -who.armor.penalty))
    if "strength" in traits and not has(who, "potence_active"):
        found.append(Term("potence", "Potence", discipline(who, "potence")))
    if not reflexive:
        found.append(Term("wounds", "Wounds", wounds(who)))
        blow = get(who, "blinded")
        found.append(Term("blinded", "Blinded", int(blow.params.get("dice", 0)) if blow is not None else 0))
    return tuple(one for one in found if one.value)


def potence(who: Combatant, traits: Sequence[str]) -> int:
    """Successes without dice of activated Potence on a pool built on Strength (VTM-R-POTENCE)."""
    return discipline(who, "potence") if "strength" in traits and has(who, "potence_active") else 0


def formula_terms(who: Combatant, formula: Formula, weapon: Weapon | None = None) -> tuple[Term, ...]:
    """The addends of a formula with their printed names. `weapon` is one of its own."""
    key = (formula, None if weapon is None else weapon.id)
    found = who.pools.get(key)
    if found is None:
        found = who.pools[key] = _formula_terms(who, formula, weapon)
    return found


def _formula_terms(who: Combatant, formula: Formula, weapon: Weapon | None) -> tuple[Term, ...]:
    names = _NAMES if weapon is None else {**_NAMES, "skill": named(skill_of(who, weapon))}
    found = formula.terms(Traits(who, weapon), names)
    return tuple([one if one.key in names else _printed(one) for one in found])


def _printed(term: Term) -> Term:
    """An addend that is no plain trait: a number of the maneuver's own, or several traits in one."""
    return Term("maneuver", "Maneuver", term.value) if term.key.isdigit() else Term(term.key, named(term.key), term.value)


def trait_terms(who: Combatant, attribute: str, skill: str = "") -> list[Term]:
    """Attribute and ability of a roll that no row describes."""
    found = [Term(attribute, named(attribute), current(who, attribute))]
    if skill:
        found.append(Term(skill, named(skill), ability(who, skill)))
    return found


def stated(modifiers: Sequence[Modifier]) -> list[Term]:
    """The circumstances that a command gives."""
    return [Term("modifier", one.label, one.value) for one in modifiers if one.value]


def tens_of(who: Combatant, skill: str, options: Options) -> Literal["off", "double", "reroll"]:
    """How tens count on an action roll with an ability: only with a speciality, and only by option (VTM-DICE-TENS)."""
    return options.specialty_tens if skill and skill in who.sheet.specialties else "off"


# ── Difficulties (VTM-DICE-DIFFICULTY) ───────────────────────────────────────────────────────────────────────────────


def blind(who: Combatant) -> bool:
    """Whether it sees nothing (VTM-X-BLINDED, VTM-M-BLIND-EYES)."""
    return has(who, "blinded") or has(who, "eyes_destroyed")


def of_actor(who: Combatant, skill: str, options: Options) -> list[Term]:
    """What makes an action of one's own harder: blindness, and by option a Skill without dots."""
    found = [Term("blinded", "Blinded", 2)] if blind(who) else []
    if options.untrained_skill_penalty and skill in SKILLS and not ability(who, skill):
        found.append(Term("untrained", "Untrained", 1))
    return found


def cover_of(who: Combatant, rows: Catalogue, walls: Sequence[str] = ()) -> tuple[CoverRow, bool] | None:
    """The best of the cover taken, of lying on the ground (VTM-T-COVER-LIGHT), and of walls; and whether it is a wall's."""
    down = has(who, "prone") or has(who, "knocked_down")
    own = [(rows.covers[one], False) for one in (who.cover, "light" if down else "none") if one in rows.covers]
    found = [*own, *((rows.covers[one], True) for one in walls if one in rows.covers)]
    return max(found, key=lambda one: one[0].hit, default=None)


def of_shot(actor: Combatant, target: Combatant, rows: Catalogue, between: Sequence[Crossing] = ()) -> list[Term]:
    """Cover on both sides of a ranged attack; both add up (VTM-T-COVER-BOTH, VTM-T-COVER-FIRE, VTM-T-COVER-ACCURACY).

    A wall of the map that stands `between` them is cover for the one who is nearer to it (VTM-T-COVER).
    """
    theirs = cover_of(target, rows, [one.wall.cover for one in between if one.near_target])
    own = cover_of(actor, rows, [one.wall.cover for one in between if not one.near_target])
    found = []
    if theirs is not None:
        found.append(Term("cover", f"Cover: {theirs[0].name}{_ON_THE_MAP[theirs[1]]}", theirs[0].hit))
    if own is not None and own[0].own:
        found.append(Term("own_cover", f"Own cover{_ON_THE_MAP[own[1]]}", own[0].own))
    return found


_ON_THE_MAP = {False: "", True: ", a wall on the map"}


def of_target(target: Combatant) -> list[Term]:
    """A held target is easier to hit (VTM-X-IMMOBILIZED)."""
    return [Term("held", "Held", -2)] if has(target, "held") else []


def of_place(place: Place | None) -> list[Term]:
    """Aiming at a place (VTM-T-LOCATION, VTM-T-MEDIUM, VTM-T-SMALL, VTM-T-PRECISE)."""
    return [Term("location", place.name, place.difficulty)] if place is not None and place.difficulty else []


# ── Soak (VTM-D-SOAK) ────────────────────────────────────────────────────────────────────────────────────────────────


def soak_terms(who: Combatant, kind: str, armored: bool) -> list[Term]:
    """Stamina and Fortitude as far as the type allows, and armour (VTM-R-FORTITUDE, VTM-D-AGG-SOAK, VTM-D-LETHAL)."""
    found = []
    if kind in soaks(who.sheet):
        found.append(Term("stamina", "Stamina", current(who, "stamina")))
        found.append(Term("fortitude", "Fortitude", discipline(who, "fortitude")))
    elif who.sheet.kind != "mortal":
        found.append(Term("fortitude", "Fortitude", discipline(who, "fortitude")))
    if armored:
        found.append(Term("armor", "Armor", who.armor.rating))
    return [one for one in found if one.value]
