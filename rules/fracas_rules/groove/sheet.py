"""The sheet: abilities, skills, scores, gear, and the numbers that follow from them. Feet, Health points, whole numbers.

The tables that a rule reads (action counts, weapons, armour) are rows of packs; here is only what a sheet says by itself.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal, cast

from msgspec import Meta, Struct, field

from ..kernel.formula import Formula, parse

STATS = ("str", "dex", "ref", "fit", "wil", "luck")
RANGED_SKILLS = ("thrown", "bow", "crossbow", "sling", "blowgun")
LOCATIONS = ("left_leg", "right_leg", "abdomen", "chest", "left_arm", "right_arm", "head")
CLASSES = ("slashing", "piercing", "blunt", "bullet")
BANDS = ("contact", "short", "medium", "long", "extra_long")
MODES = ("normal", "defensive", "aggressive")

Location = Literal["left_leg", "right_leg", "abdomen", "chest", "left_arm", "right_arm", "head"]
DamageClass = Literal["slashing", "piercing", "blunt", "bullet"]
Band = Literal["contact", "short", "medium", "long", "extra_long"]
Tag = Literal["unarmed", "subdual", "point", "flexible", "multi_point"]
RangedSkill = Literal["thrown", "bow", "crossbow", "sling", "blowgun"]

Ability = Annotated[int, Meta(ge=0, le=100)]
Level = Annotated[int, Meta(ge=0, le=100)]
Bonus = Annotated[int, Meta(ge=-50, le=50)]
Actions = Annotated[int, Meta(ge=1, le=20)]
Count = Annotated[int, Meta(ge=0, le=100_000)]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Id = Annotated[str, Meta(pattern="^[a-z0-9_]{1,48}$")]


class _Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class Stats(_Part, frozen=True):
    """The six abilities, roughly 3 to 20."""

    str: Ability = 10
    dex: Ability = 10
    ref: Ability = 10
    fit: Ability = 10
    wil: Ability = 10
    luck: Ability = 10


class Bonuses(_Part, frozen=True):
    """Ability bonuses; an absent one follows from the score (GRV-BONUS)."""

    dex: Bonus | None = None
    ref: Bonus | None = None
    fit: Bonus | None = None


class Scores(_Part, frozen=True):
    """Combat Scores; absent ones follow from the skills, `mcl` from `hth` (GRV-SCORE, GRV-MCL)."""

    hth: Level | None = None
    gun: Level | None = None
    mcl: Level | None = None


class Counts(_Part, frozen=True):
    """Weapon actions a round; absent ones follow from the Combat Score (GRV-ACTIONS)."""

    melee: Actions | None = None
    gun: Actions | None = None


class Worn(_Part, frozen=True):
    """A piece of armour: a row's id, and the locations it covers where they differ from the row's."""

    type: Id
    locations: tuple[Location, ...] | None = None


class Weapon(_Part, frozen=True):
    """A weapon. `range`: the optimal melee band; `increment`: feet; `skill`: which ranged skill it takes."""

    name: str = ""
    kind: Literal["hth", "gun", "ranged"] = "hth"
    damage: Formula = field(default_factory=lambda: parse("1d4"))
    class_: DamageClass = field(name="class", default="blunt")
    range: Band = "contact"
    pen: Bonus = 0
    tags: tuple[Tag, ...] = ()
    increment: Annotated[int, Meta(ge=1, le=100_000)] = 30
    skill: RangedSkill = "thrown"

    def __post_init__(self) -> None:
        if not adds_up(self.damage):
            raise ValueError("`damage` is dice and whole numbers added up, such as 1d8+1")


class OwnWeapon(_Part, frozen=True):
    """A weapon of a sheet: what it leaves out is the row's of the same id, or a plain weapon's."""

    name: str | None = None
    kind: Literal["hth", "gun", "ranged"] | None = None
    damage: Formula | None = None
    class_: DamageClass | None = field(name="class", default=None)
    range: Band | None = None
    pen: Bonus | None = None
    tags: tuple[Tag, ...] | None = None
    increment: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    skill: RangedSkill | None = None

    def __post_init__(self) -> None:
        if self.damage is not None and not adds_up(self.damage):
            raise ValueError("`damage` is dice and whole numbers added up, such as 1d8+1")


def adds_up(damage: Formula) -> bool:
    """Whether a damage formula is dice and whole numbers that are added: no traits, nothing multiplied."""
    if damage.traits or any(sign in damage.text for sign in "(*/x"):
        return False
    counts = sum(count for count, _ in damage.dice)
    flat = damage.value({}, lambda count, _sides: 0)
    return 0 < counts <= 30 and damage.value({}, lambda count, _sides: count) == flat + counts


class Sheet(_Part, frozen=True, dict=True):
    """A combatant's sheet. Under `skills`: `hth`, `gun` and `ranged` hold skills by name, every other entry is a plain skill.

    What follows from these fields is worked out once for a sheet, and kept beside them.
    """

    name: Name
    side: str = ""
    stats: Stats = Stats()
    bonuses: Bonuses = Bonuses()
    skills: dict[Id, Level | dict[Id, Level]] = {}
    combat_scores: Scores = Scores()
    grapple_skills: tuple[Id, ...] = ()
    break_skills: tuple[Id, ...] = ()
    actions: Counts = Counts()
    health: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    move: Annotated[int, Meta(ge=0, le=1000)] = 15
    armor: tuple[Worn, ...] = ()
    parry_bonus: Bonus = 0
    weapons: dict[Id, OwnWeapon] = {}
    grooves: Level = 0
    experience: Count = 0

    def __post_init__(self) -> None:
        for kind, skills in self.skills.items():
            if (kind in ("hth", "gun", "ranged")) != isinstance(skills, dict):
                raise ValueError(f"`skills.{kind}` is {'a level' if isinstance(skills, dict) else 'a table of skills'}")
            if kind == "ranged" and isinstance(skills, dict) and any(one not in RANGED_SKILLS for one in skills):
                raise ValueError(f"the ranged skills are {', '.join(RANGED_SKILLS)}")

    @cached_property
    def scores(self) -> dict[str, int]:
        """The two Combat Scores (GRV-SCORE)."""
        return {"hth": _score(self, "hth"), "gun": _score(self, "gun")}


def stat(sheet: Sheet, name: str) -> int:
    """An ability score by its id."""
    return cast(int, getattr(sheet.stats, name))


def bonus(sheet: Sheet, name: Literal["dex", "ref", "fit"]) -> int:
    """An ability bonus: as written, or (score - 10) / 2 rounded down (GRV-BONUS)."""
    written: int | None = getattr(sheet.bonuses, name)
    return (stat(sheet, name) - 10) // 2 if written is None else written


def skills(sheet: Sheet, kind: Literal["hth", "gun", "ranged"]) -> dict[str, int]:
    """The skills of a kind, by name."""
    found = sheet.skills.get(kind, {})
    return found if isinstance(found, dict) else {}


def plain_skill(sheet: Sheet, name: str) -> int:
    """A plain skill; 0 without it."""
    found = sheet.skills.get(name, 0)
    return found if isinstance(found, int) else 0


def score(sheet: Sheet, kind: Literal["hth", "gun"]) -> int:
    """A Combat Score."""
    return sheet.scores[kind]


def _score(sheet: Sheet, kind: Literal["hth", "gun"]) -> int:
    """As written; the average of the best three skills; fewer skills count less (GRV-SCORE, GRV-SCORE-FEW)."""
    written: int | None = getattr(sheet.combat_scores, kind)
    if written is not None:
        return written
    best = sorted(skills(sheet, kind).values(), reverse=True)[:3]
    if len(best) < 3:
        return max(0, sum(best) // len(best) - (3 - len(best))) if best else 0
    return sum(best) // 3


def mcl(sheet: Sheet) -> int:
    """The Melee Combat Level: as written, or the HTH Score (GRV-MCL)."""
    written = sheet.combat_scores.mcl
    return score(sheet, "hth") if written is None else written


def ranged(sheet: Sheet, skill: str) -> int:
    """A ranged attack skill, which is used directly; 0 without it (GRV-OTHER-RANGED)."""
    return skills(sheet, "ranged").get(skill, 0)


def health(sheet: Sheet) -> int:
    """Health points: as written, or Str + Fit, at least 1."""
    return max(1, sheet.stats.str + sheet.stats.fit) if sheet.health is None else sheet.health


def raw_ability(sheet: Sheet) -> int:
    """(Str + Dex) / 5, for those whom nobody taught to grapple or to break holds (GRV-M-GRAPPLE-BREAK)."""
    return (sheet.stats.str + sheet.stats.dex) // 5


def groove_cap(sheet: Sheet) -> int:
    """How many grooves may be stored: a third of Luck (GRV-GROOVE-CAP)."""
    return sheet.stats.luck // 3


def can_break(sheet: Sheet) -> int | None:
    """The best skill that teaches to break holds, or None (GRV-M-GRAPPLE-BREAK)."""
    known = skills(sheet, "hth")
    return max((known[one] for one in sheet.break_skills if one in known), default=None)


def title(one: str) -> str:
    """An id as words."""
    return one.replace("_", " ").capitalize()
