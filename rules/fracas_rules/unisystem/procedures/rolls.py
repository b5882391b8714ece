"""Totals and their dice: who rolls, who uses a Score, and which die of the Turn is shared (UNI-C-ROLL, UNI-C-SCORES)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from ...kernel.formula import Formula, Term
from ...kernel.ids import CombatantId
from ...kernel.script import Script
from .. import facts as f
from ..common import Scene, d10, heroic_feat
from ..harm import levels_of
from ..modifiers import diverted, term
from ..move import Owed
from ..state import Combatant, traits

_NAMES = {"combat": "Combat Score", "muscle": "Muscle Score", "brains": "Brains Score"}


class Total(Struct, frozen=True):
    """A total with its addends. `base` of them are traits (or a Score) and the die; the others are modifiers.

    `owed`: by the key of an addend, the combatants it comes from.
    """

    terms: tuple[Term, ...] = ()
    value: int = 0
    base: int = 0
    die: int | None = None
    owed: Owed = {}

    @property
    def modifier(self) -> int:
        """The sum of every modifier: neither trait nor die."""
        return self.value - self.base

    @property
    def levels(self) -> int:
        """Success Levels."""
        return levels_of(self.value)

    def plus(self, terms: Iterable[Term], owed: Owed | None = None) -> Total:
        """With more modifiers; zeros are left out."""
        more, value = [], self.value
        for one in terms:
            if one.value:
                more.append(one)
                value += one.value
        if not more:
            return self
        return Total((*self.terms, *more), value, self.base, self.die, {**self.owed, **owed} if owed else self.owed)

    def with_die(self, face: int) -> Total:
        """With its die."""
        return Total((Term("die", "Die", face), *self.terms), self.value + face, self.base + face, face, self.owed)


def rolls(who: Combatant) -> bool:
    """Whether this combatant rolls dice: an adversary uses Scores instead."""
    return who.sheet.kind != "adversary"


def traits_total(who: Combatant, roll: Formula | None, score: Formula | None) -> Total:
    """The traits of a roll, or the Score of a quick sheet, without die or circumstances.

    Perception-based rolls suffer from a diverting taunt, Scores that stand for them as well (UNI-M-TAUNT-DIVERT).
    """
    formula = roll if rolls(who) else score
    if formula is None:
        return Total()
    total: Total | None = None if who.attribute_loss else who.sheet.totals.get(formula)
    if total is None:
        total = _reckoned(formula, traits(who))
        if not who.attribute_loss:
            who.sheet.totals[formula] = total
    if who.conditions and roll is not None and "perception" in roll.traits:
        return total.plus([term("diverted", diverted(who))])
    return total


def _reckoned(formula: Formula, own: Mapping[str, int]) -> Total:
    terms, value, base = [], 0, 0
    for one in formula.terms(own, _NAMES):
        number = one.key.isdigit()
        terms.append(Term("maneuver", "Maneuver", one.value) if number else one)
        value += one.value
        base += 0 if number else one.value
    return Total(tuple(terms), value, base)


def shared_die(scene: Scene, use: str) -> str:
    """Which die of the Turn a roll shares: `attack`, `defense`, or none (UNI-C-MULTI-ONE-DIE)."""
    if scene.state.encounter is None or (use == "defense" and scene.options.defense_dice == "each"):
        return ""
    return use


def add_die(
    scene: Scene, who: CombatantId, total: Total, key: str, use: str = "", heroic: bool = False, needs: Sequence[int] = ()
) -> Script[Total]:
    """The total with its d10. `use` (`attack`, `defense`) names the Turn's shared die.

    `needs`: it only matters which of these totals are reached. A Heroic Feat that was spent on the shared die counts for
    everything that uses it (UNI-C-DRAMA-HEROIC, UNI-C-HR-HEROIC-DEFENSE).
    """
    combatant = scene.state.combatants[who]
    shared = shared_die(scene, use) if use else ""
    heroic = heroic or (bool(shared) and shared in combatant.heroic)
    if heroic:
        total = total.plus((term("heroic_feat", 10),))
    if not rolls(combatant):
        return total
    face = (combatant.attack_die if shared == "attack" else combatant.defense_die) if shared else None
    if face is None:
        face = yield from d10(key, who, tuple(need - total.value for need in needs))
    if shared:
        scene.record(f.DieKept(who, shared, face, heroic))
    return total.with_die(face)


def resist(scene: Scene, who: CombatantId, total: Total, key: str, need: int, drama: bool = True) -> Script[Total]:
    """A resistance roll that needs `need` or more; a Drama Point may help (`drama_resist`)."""
    heroic = False
    if drama:
        prompt = f"{scene.state.combatants[who].sheet.name} resists ({key.replace('_', ' ')}). Spend a Drama Point on it?"
        heroic = yield from heroic_feat(scene, who, "drama_resist", prompt)
    total = yield from add_die(scene, who, total, key, heroic=heroic, needs=(need,))
    return total


def tested(scene: Scene, who: CombatantId, test: str, total: Total, passed: bool) -> None:
    """Record a test for the log."""
    scene.record(f.Tested(who, test, total.value, total.terms, passed))
