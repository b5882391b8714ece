"""Every die of a pool and every addend of a difficulty, gathered in one visible order, each with its key for the card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..kernel.formula import Term
from .commands import Modifier
from .options import Options
from .sheet import Weapon, code, is_reflexes, passive_defense, strength, title
from .state import Combatant, Encounter, has, params_of
from .vocabulary import LOCATIONS, WOUNDS

LABELS = {
    "wounds": "Wounds",
    "massive": "Massive damage",
    "relief": "Willpower",
    "several": "Several actions",
    "off_balance": "Off balance",
    "quick_draw": "Moved to initiative",
    "aim": "Aim",
    "pdv": "Passive defense",
    "dodge": "Dodge",
    "parry": "Parry",
    "helpless": "Helpless",
    "range": "Range",
    "maneuver": "Maneuver",
    "location": "Called shot",
    "floor": "At least 0",
    "base": "Difficulty",
}


@lru_cache(maxsize=2048)
def term(key: str, value: int, label: str = "") -> Term:
    """One addend with its printed label."""
    return Term(key, label or LABELS.get(key) or title(key), value)


def wound_level(who: Combatant) -> str:
    """The wound ladder; a boundary belongs to the worse level (D6-X-WOUNDS, D6-X-ZERO)."""
    points, full = who.body_points, who.sheet.body_points
    if points <= -full:
        return "dead"
    if points < 0 or who.dying:
        return "dying"
    if points == 0:
        return "unconscious"
    if 4 * points > 3 * full:
        return "healthy"
    if 2 * points > full:
        return "dazed"
    return "wounded" if 4 * points > full else "mortally_wounded"


def wound_dice(who: Combatant) -> int:
    """Dice that the wound level takes off."""
    return WOUNDS[wound_level(who)][2]


def massive_dice(who: Combatant) -> int:
    """Dice that massive damage takes off (D6-X-MASSIVE)."""
    return int((params_of(who, "massive") or {}).get("level", 0))


def penalty(who: Combatant) -> int:
    """Dice lost from wounds and massive damage together, after what Willpower makes one ignore (D6-X-WILLPOWER)."""
    return max(0, wound_dice(who) + massive_dice(who) - who.relief)


def is_down(who: Combatant) -> bool:
    """Whether the wound ladder itself puts somebody out: at 0 without clinging on, dying, dead."""
    level = wound_level(who)
    return level in ("dying", "dead") or (level == "unconscious" and not has(who, "clinging"))


def is_out(who: Combatant) -> bool:
    """Whether somebody can do nothing at all and does not defend."""
    return is_down(who) or has(who, "unconscious")


def pool_terms(
    who: Combatant, trait: str, options: Options, several: int = 0, wounds: bool = True, bonus: Sequence[Term] = ()
) -> tuple[Term, ...]:
    """The dice of a roll, itemised; zeros are left out but for the code itself.

    several: dice lost to several actions. wounds: whether wounds weigh on it (as dice; not with the option `difficulty`).
    """
    found = [term(trait, code(who.sheet, trait))]
    if wounds:
        found += wound_terms(who)
    if several:
        found.append(term("several", -several))
    quick = params_of(who, "quick_draw")
    if quick is not None and quick.get("skill") == trait:
        found.append(term("quick_draw", -int(quick.get("shift", 0))))
    off = params_of(who, "off_balance")
    if off is not None and is_reflexes(trait):
        found.append(term("off_balance", -int(off.get("dice", 2))))
    return (*found, *(one for one in bonus if one.value))


def wound_terms(who: Combatant) -> list[Term]:
    """What wounds take off a pool; relief never gives more back than they take."""
    wound, massive = wound_dice(who), massive_dice(who)
    back = min(who.relief, wound + massive)
    found = [term("wounds", -wound), term("massive", -massive), term("relief", back)]
    return [one for one in found if one.value]


def difficulty_terms(who: Combatant, base: Sequence[Term], modifiers: Sequence[Modifier], options: Options) -> tuple[Term, ...]:
    """A difficulty: its base, the circumstances given with the act, and the roller's wounds where they count that way."""
    found = [*base, *stated(modifiers)]
    if options.wound_penalty == "difficulty" and penalty(who):
        found.append(term("wounds", penalty(who)))
    total = sum(one.value for one in found)
    if total < 0:
        found.append(term("floor", -total))
    return tuple(found)


def stated(modifiers: Sequence[Modifier]) -> list[Term]:
    """The circumstances given with the act, each under its own label."""
    return [Term("gm", one.label, one.value) for one in modifiers if one.value]


def several(who: Combatant, met: Encounter | None, cost: int) -> int:
    """Dice lost to several actions: one for each planned beyond the free ones; elsewhere by the act's own cost (D6-C-MULTI)."""
    planned = cost if met is None else who.planned or 1
    return max(0, planned - who.sheet.free_actions)


def current_pdv(who: Combatant) -> int:
    """The passive defence now: none for whoever is out (D6-C-PDV)."""
    if is_out(who):
        return 0
    return who.pdv if who.pdv is not None else passive_defense(who.sheet)


def guard(who: Combatant, close: bool) -> Term:
    """What an attack has to reach before anything is added: a dodge or parry in place of the PDV, the better one (D6-M-DODGE)."""
    if is_out(who):
        return term("helpless", 0)
    active = [term("dodge", who.dodge)] if who.dodge is not None else []
    if close and who.parry is not None:
        active.append(term("parry", who.parry))
    return max(active, key=lambda one: one.value, default=term("pdv", current_pdv(who)))


def range_step(feet: int | None, weapon: Weapon | None) -> int | None:
    """1 up to 5 feet, 2, 3, 5 by the weapon's bands, None beyond; short when nobody knows (D6-C-RANGE)."""
    if feet is None:
        return 2
    if feet <= 5:
        return 1
    if weapon is None or weapon.range is None:
        return 2
    for band, step in zip(weapon.range, (2, 3, 5), strict=True):
        if feet <= band:
            return step
    return None


def defense_terms(target: Combatant, close: bool, step: int, maneuver: int, location: str) -> list[Term]:
    """The Defense total without circumstances: guard, range, maneuver, called shot (D6-C-PDV, D6-C-RANGE, D6-L-CALLED)."""
    called = LOCATIONS[location][0] if location else 0
    rest = [term("range", step), term("maneuver", maneuver), term("location", called)]
    return [guard(target, close), *(one for one in rest if one.value)]


def power_punch_bonus(who: Combatant) -> int:
    """The P/L bonus of a Power Punch, by the higher of Physique and lifting (D6-M-POWER-PUNCH)."""
    best = strength(who.sheet)
    if best <= 15:
        return best // 2 + 3
    return best * 3 // 4 if best <= 26 else best


def lifting_number(pounds: int) -> int:
    """What a lift of so many pounds has to reach (D6-M-SLAM)."""
    for most, number in ((100, 1), (200, 2), (300, 3), (500, 5), (1000, 7), (2000, 9)):
        if pounds <= most:
            return number
    return 12
