"""The sheet: the trait vocabulary, what a sheet may hold, and the numbers that follow from it.

Attributes, skills and powers are die codes: 3 is 3D. A base damage value (BDV) is a text such as `"3D"` or `"2D+1"`, or a
whole number of points.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, Any

from msgspec import Meta, Struct

ATTRIBUTES = ("reflexes", "coordination", "physique", "knowledge", "perception", "presence")

#: The skills by the attribute that serves when one is missing (D6-C-SKILLS).
SKILLS_OF = {
    "reflexes": (
        "acrobatics", "brawling", "climbing", "dodge", "driving", "martial_arts", "melee_weapons", "piloting", "riding", "sneak",
    ),
    "coordination": ("catch", "marksmanship", "missile_weapons", "thrown_weapons"),
    "physique": ("leap", "lifting", "running", "swimming"),
    "presence": ("willpower",),
}  # fmt: skip
#: Skills in one maneuver: they count only where the sheet has them; all are Reflexes skills.
SPECIALISATIONS = (
    "clothesline", "elbow", "flip", "arm_pin", "bear_hug", "headbutt", "double_kick", "flying_kick", "backhand", "haymaker",
    "uppercut", "slam", "spin_attack", "leg_sweep", "weapon_parry",
)  # fmt: skip
ATTRIBUTE_OF = {
    **{skill: attribute for attribute, skills in SKILLS_OF.items() for skill in skills},
    **dict.fromkeys(SPECIALISATIONS, "reflexes"),
}
SKILLS = tuple(ATTRIBUTE_OF)

Code = Annotated[int, Meta(ge=0, le=200, description="A die code: 3 is 3D.")]
Count = Annotated[int, Meta(ge=0, le=100_000)]
Small = Annotated[int, Meta(ge=0, le=1000)]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Id = Annotated[str, Meta(pattern="^[a-z0-9_]{1,48}$")]
_DICE = r"^([1-9]\d?)D([+-]\d{1,3})?$"
Bdv = (
    Annotated[str, Meta(pattern=_DICE, description="Dice, with an addend perhaps: 3D, 2D+1.")]
    | Annotated[int, Meta(ge=0, le=1000, description="Flat points.")]
)


class _Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class Attributes(_Part, frozen=True):
    """The six attributes, as die codes."""

    reflexes: Code = 2
    coordination: Code = 2
    physique: Code = 2
    knowledge: Code = 2
    perception: Code = 2
    presence: Code = 2


class Skills(_Part, frozen=True):
    """Die codes of skills, the attribute included; an absent skill is its attribute, an absent specialisation nothing."""

    acrobatics: Code | None = None
    brawling: Code | None = None
    climbing: Code | None = None
    dodge: Code | None = None
    driving: Code | None = None
    martial_arts: Code | None = None
    melee_weapons: Code | None = None
    piloting: Code | None = None
    riding: Code | None = None
    sneak: Code | None = None
    catch: Code | None = None
    marksmanship: Code | None = None
    missile_weapons: Code | None = None
    thrown_weapons: Code | None = None
    leap: Code | None = None
    lifting: Code | None = None
    running: Code | None = None
    swimming: Code | None = None
    willpower: Code | None = None
    clothesline: Code | None = None
    elbow: Code | None = None
    flip: Code | None = None
    arm_pin: Code | None = None
    bear_hug: Code | None = None
    headbutt: Code | None = None
    double_kick: Code | None = None
    flying_kick: Code | None = None
    backhand: Code | None = None
    haymaker: Code | None = None
    uppercut: Code | None = None
    slam: Code | None = None
    spin_attack: Code | None = None
    leg_sweep: Code | None = None
    weapon_parry: Code | None = None


class Weapon(_Part, frozen=True):
    """A weapon: BDV (none for a net), the skill it takes, tags, range bands in feet, whether the P/L bonus adds, ammunition.

    `defense_total`: what those have to reach whom it entangles.
    """

    skill: Id
    name: str = ""
    bdv: Bdv | None = None
    tags: tuple[Id, ...] = ()
    range: tuple[Small, Small, Small] | None = None
    pl: bool | None = None
    defense_total: Small = 0
    ammo: Small | None = None


class Sheet(_Part, frozen=True):
    """A combatant's sheet. `body_points` are the full ones; `weight` is in pounds, `speed` in feet a move."""

    name: Name
    side: str = ""
    attributes: Attributes = Attributes()
    skills: Skills = Skills()
    powers: dict[Id, Code] = {}
    power_damage: tuple[Id, ...] = ()
    body_points: Annotated[int, Meta(ge=1, le=10_000)] = 30
    pdv: Small | None = None
    pl_bonus: Small | None = None
    bdv: Bdv = "1D"
    armor: Small = 0
    speed: Small = 30
    weight: Count = 180
    size: Annotated[int, Meta(ge=-100, le=100)] = 0
    free_actions: Annotated[int, Meta(ge=1, le=100)] = 1
    character_points: Small = 0
    weapon_ready: str = ""
    weapons: dict[Id, Weapon] = {}


def has_skill(sheet: Sheet, skill: str) -> bool:
    """Whether the sheet itself has a skill."""
    return getattr(sheet.skills, skill, None) is not None


def code(sheet: Sheet, trait: str) -> int:
    """The die code of an attribute, a skill, or a power; a missing skill is its attribute, a missing power 0 (D6-C-SKILLS)."""
    if trait in ATTRIBUTES:
        value: int = getattr(sheet.attributes, trait)
        return value
    if trait in ATTRIBUTE_OF:
        own: int | None = getattr(sheet.skills, trait)
        return own if own is not None else code(sheet, ATTRIBUTE_OF[trait])
    return sheet.powers.get(trait, 0)


def is_reflexes(trait: str) -> bool:
    """Whether a trait is Reflexes or one of its skills."""
    return trait == "reflexes" or ATTRIBUTE_OF.get(trait) == "reflexes"


def strength(sheet: Sheet) -> int:
    """The higher of Physique and lifting (D6-C-PL)."""
    return max(code(sheet, "physique"), code(sheet, "lifting"))


def pl_bonus(sheet: Sheet) -> int:
    """The Physique/lifting bonus: as the sheet states it, else half of the higher code, rounded down (D6-C-PL)."""
    return sheet.pl_bonus if sheet.pl_bonus is not None else strength(sheet) // 2


def passive_defense(sheet: Sheet) -> int:
    """The Passive Defence Value: as the sheet states it, else half of Reflexes, rounded up (D6-C-PDV)."""
    return sheet.pdv if sheet.pdv is not None else (code(sheet, "reflexes") + 1) // 2


def muscle_powered(weapon: Weapon) -> bool:
    """Whether the P/L bonus adds to a weapon's damage: not to guns (D6-C-PL)."""
    return weapon.pl if weapon.pl is not None else weapon.skill != "marksmanship"


@lru_cache(maxsize=512)
def bdv_parts(bdv: str | int) -> tuple[int, int]:
    """The dice and the points of a BDV: `"2D+1"` -> (2, 1), 4 -> (0, 4) (D6-C-BDV)."""
    if isinstance(bdv, int):
        return 0, bdv
    found = re.match(_DICE, bdv)
    assert found is not None
    return int(found[1]), int(found[2] or 0)


def is_bdv(value: Any) -> bool:
    """Whether a value that a client sent is a BDV."""
    if isinstance(value, int) and not isinstance(value, bool):
        return 0 <= value <= 1000
    return isinstance(value, str) and re.match(_DICE, value) is not None


def bdv_number(bdv: str | int) -> int:
    """A BDV as a number to reach: its dice, or its points where it has none (D6-C-BDV)."""
    dice, points = bdv_parts(bdv)
    return dice or points


def title(trait: str) -> str:
    """A trait, weapon or maneuver id in words."""
    return trait.replace("_", " ").capitalize()


def weapon_title(weapon_id: str, weapon: Weapon | None) -> str:
    """The weapon's name for people."""
    return weapon.name if weapon is not None and weapon.name else title(weapon_id)
