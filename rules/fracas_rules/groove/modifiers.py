"""Every bonus and penalty of a roll, gathered in one visible order, each with its key for the card; and Dodge."""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel.formula import Term
from ..kernel.ids import CombatantId
from .commands import Modifier
from .common import terms
from .rows import Catalogue
from .sheet import Weapon, bonus, mcl, ranged, raw_ability, score, skills
from .state import Combatant, has, instances
from .vocabulary import OUT

#: -2 to hit for every range band away from optimal, and for every increment beyond the first (GRV-RANGE, GRV-RANGE-GUN).
STEP = 2
#: Conditions that leave no defence.
_OPEN = ("unaware", "exposed", "pinned", *OUT)
#: Further than this many increments nothing is hit.
INCREMENTS = 5


def hth(who: Combatant, duel: str = "") -> int:
    """The HTH Score, or in a duel the skill itself (GRV-DUEL)."""
    return skills(who.sheet, "hth").get(duel, 0) if duel else score(who.sheet, "hth")


def level(who: Combatant, duel: str = "") -> int:
    """The Melee Combat Level, or in a duel the skill itself (GRV-MCL, GRV-DUEL)."""
    return skills(who.sheet, "hth").get(duel, 0) if duel else mcl(who.sheet)


def held_by(who: Combatant, *kinds: str) -> list[CombatantId]:
    """Who holds somebody, by holds of these kinds."""
    if not who.conditions:
        return []
    return [str(one.get("by", "")) for kind in kinds for one in instances(who, kind)]


def dodge(who: Combatant, against: CombatantId = "", duel: str = "", cut: int = 0) -> int:
    """Dodge as it stands, before any parry; never below 0 (GRV-DODGE, GRV-MODE-DEFENSIVE).

    against: whose attack it is, where one is known. cut: what that attack takes from it.
    """
    own = hth(who, duel)
    found = own + bonus(who.sheet, "ref") if who.base_dodge is None else who.base_dodge
    if who.mode == "defensive":
        found += own
    if who.mode == "aggressive" or defenseless(who) or (against and against in held_by(who, "grappled", "entangled")):
        return 0  # GRV-MODE-AGGRESSIVE, GRV-AWARE
    if who.conditions:
        found += sum(int(one.get("bonus", 0)) for one in instances(who, "giving_ground"))
        found -= sum(int(one.get("penalty", 0)) for one in instances(who, "off_guard"))
        found -= 4 * has(who, "prone") + 2 * has(who, "hands_and_knees")
    return max(0, found - cut)


def defenseless(who: Combatant) -> bool:
    """Whether somebody may pick no defence at all (GRV-C-STUNNED, GRV-AWARE, GRV-M-GREAT-BLOW, GRV-M-SUBDUE)."""
    return has(who, *_OPEN)


def skill_terms(who: Combatant, kind: str, weapon: Weapon | None, duel: str) -> list[Term]:
    """What an attack is rolled with: a Combat Score, a ranged skill, the duel's skill, or raw ability (GRV-TOHIT)."""
    dex = ("dex", "Dex bonus", bonus(who.sheet, "dex"))
    if kind == "grapple" and not who.sheet.grapple_skills and not duel:
        return terms(("score", "Raw ability", raw_ability(who.sheet)))  # GRV-M-GRAPPLE
    if kind == "weapon" and weapon is not None and weapon.kind == "gun":
        own = skills(who.sheet, "gun").get(duel, 0) if duel else score(who.sheet, "gun")
        return terms(("score", duel.capitalize() if duel else "Gun Score", own), dex)
    if kind == "weapon" and weapon is not None and weapon.kind == "ranged":
        return terms(("score", f"{weapon.skill.capitalize()} skill", ranged(who.sheet, weapon.skill)), dex)
    return terms(("score", duel.replace("_", " ").capitalize() if duel else "HTH Score", hth(who, duel)), dex)


def bodily(who: Combatant) -> list[Term]:
    """What the attacker's own state does to an attack (GRV-M-STAND, GRV-FUNK)."""
    if not who.conditions:
        return []
    return terms(
        ("prone", "Prone", -4 if has(who, "prone") else 0),
        ("hands_and_knees", "On hands and knees", -2 if has(who, "hands_and_knees") else 0),
        ("funk", "Funk", -funk(who)),
    )


def funk(who: Combatant) -> int:
    """What a funk takes off every roll, or adds to the sum of a roll-under check (GRV-FUNK)."""
    return 1 if has(who, "in_funk") else 0


def opening(who: Combatant, target: CombatantId) -> int:
    """The bonus of a feint that came off, against the one who fell for it (GRV-M-FEINT)."""
    if not who.conditions:
        return 0
    return sum(int(one.get("bonus", 0)) for one in instances(who, "opening") if one.get("target") == target)


def stated(modifiers: Sequence[Modifier]) -> list[Term]:
    """The circumstances given with the act, each under its own label."""
    return [Term("gm", one.label, one.value) for one in modifiers if one.value]


def range_steps(rows: Catalogue, weapon: Weapon, feet: int | None) -> int:
    """Bands between a distance and the weapon's optimal range: beyond it above 0, nearer below; 0 when unknown (GRV-RANGE)."""
    if feet is None:
        return 0
    return rows.band(feet) - [one for one, _ in rows.bands].index(weapon.range)


def increments(weapon: Weapon, feet: int | None) -> int:
    """The range increment in which a distance lies, from 1 (GRV-RANGE-GUN)."""
    return 1 if feet is None else max(1, -(-feet // weapon.increment))
