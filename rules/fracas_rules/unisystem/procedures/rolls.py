"""The acting total and its die: who rolls, who uses a Score, and which die of the Turn is shared (UNI-C-ROLL, UNI-C-SCORES)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...kernel.formula import Formula, Term
from ...kernel.ids import CombatantId
from ...kernel.script import Script
from .. import facts as f
from ..play import Scene, Traits, d10
from ..state import Combatant

_NAMES = {"combat": "Combat Score", "muscle": "Muscle Score", "brains": "Brains Score"}


@dataclass
class Total:
    """A total with its addends. `base` of them are traits (or a Score) and the die; the others are modifiers."""

    terms: list[Term] = field(default_factory=list)
    base: int = 0
    die: int | None = None

    @property
    def value(self) -> int:
        """The total."""
        return sum(one.value for one in self.terms)

    @property
    def modifier(self) -> int:
        """The sum of every modifier: neither trait nor die."""
        return self.value - self.base

    def add(self, *terms: Term) -> None:
        """Add modifiers; zeros are left out."""
        self.terms.extend(one for one in terms if one.value)


def rolls(who: Combatant) -> bool:
    """Whether this combatant rolls dice: an adversary uses Scores instead."""
    return who.sheet.kind != "adversary"


def traits_total(who: Combatant, roll: Formula | None, score: Formula | None) -> Total:
    """The traits of a roll, or the Score of a quick sheet, without die or circumstances."""
    formula = roll if rolls(who) else score
    total = Total()
    if formula is None:
        return total
    for one in formula.terms(Traits(who), _NAMES):
        number = one.key.isdigit()
        total.terms.append(Term("maneuver", "Maneuver", one.value) if number else one)
        if not number:
            total.base += one.value
    return total


def add_die(scene: Scene, who: CombatantId, total: Total, key: str, use: str = "", heroic: bool = False) -> Script[None]:
    """Roll the d10 of a total. `use` (`attack`, `defense`) names the Turn's shared die (UNI-C-MULTI-ONE-DIE).

    A Heroic Feat that was spent on the shared die counts for everything that uses it (UNI-C-DRAMA-HEROIC).
    """
    combatant = scene.state.combatants[who]
    shared = use if scene.state.encounter is not None else ""
    if use == "defense" and scene.options.defense_dice == "each":
        shared = ""
    heroic = heroic or (bool(shared) and shared in combatant.heroic)
    if heroic:
        total.add(Term("heroic_feat", "Heroic feat", 10))
    if not rolls(combatant):
        return
    face = getattr(combatant, f"{shared}_die") if shared else None
    if face is None:
        face = yield from d10(key, who)
    if shared:
        scene.record(f.DieKept(who, shared, face, heroic))
    total.die = face
    total.base += face
    total.terms.insert(0, Term("die", "Die", face))


def rolled(scene: Scene, who: CombatantId, total: Total, key: str, modifiers: Sequence[Term] = ()) -> Script[int]:
    """A fresh roll of traits and modifiers that shares no die; the value comes back."""
    total.add(*modifiers)
    yield from add_die(scene, who, total, key)
    return total.value
