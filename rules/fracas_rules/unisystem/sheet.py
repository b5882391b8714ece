"""The sheet: the trait vocabulary, what a sheet may hold, and the numbers that follow from it.

Cast members roll attribute + skill + d10. Adversaries have a quick sheet of Scores, from which missing attributes are
derived (UNI-C-SCORES). Every number is rounded down.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from ..errors import FormulaError
from ..kernel.formula import Formula, check_formula, parse

ATTRIBUTES = ("strength", "dexterity", "constitution", "intelligence", "perception", "willpower")
SKILLS = (
    "acrobatics", "art", "computers", "crime", "doctor", "driving", "getting_medieval", "gun_fu", "influence", "knowledge",
    "kung_fu", "languages", "mr_fix_it", "notice", "occultism", "riding", "science", "sports",
)  # fmt: skip
SCORES = ("muscle", "combat", "brains")
DAMAGE_TYPES = ("bash", "slash_stab", "bullet", "fire")
#: The traits that formulas of rows and weapons may use.
TRAITS = (*ATTRIBUTES, *SKILLS, *SCORES, "senses", "fast_draw", "handling")

DamageType = Literal["bash", "slash_stab", "bullet", "fire"]
Level = Annotated[int, Meta(ge=0, le=50)]
Points = Annotated[int, Meta(ge=-1000, le=1000)]
Count = Annotated[int, Meta(ge=0, le=100_000)]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Id = Annotated[str, Meta(pattern="^[a-z0-9_]{1,48}$")]


class _Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class Attributes(_Part, frozen=True):
    """The six attributes; absent ones are 2 on a cast sheet, derived from the Scores on a quick sheet."""

    strength: Level | None = None
    dexterity: Level | None = None
    constitution: Level | None = None
    intelligence: Level | None = None
    perception: Level | None = None
    willpower: Level | None = None


class Skills(_Part, frozen=True):
    """Skill levels; an absent skill is 0 (UNI-C-MANEUVER-LIST)."""

    acrobatics: Level = 0
    art: Level = 0
    computers: Level = 0
    crime: Level = 0
    doctor: Level = 0
    driving: Level = 0
    getting_medieval: Level = 0
    gun_fu: Level = 0
    influence: Level = 0
    knowledge: Level = 0
    kung_fu: Level = 0
    languages: Level = 0
    mr_fix_it: Level = 0
    notice: Level = 0
    occultism: Level = 0
    riding: Level = 0
    science: Level = 0
    sports: Level = 0


class Scores(_Part, frozen=True):
    """The three Scores of a quick sheet."""

    muscle: Level = 8
    combat: Level = 8
    brains: Level = 8


class QuickLine(_Part, frozen=True):
    """A printed line of a quick sheet: `score` with the maneuver's modifier in it, `damage` with its levels in it."""

    score: Points
    damage: Points = 0


class Armor(_Part, frozen=True):
    """A piece of armour: points stopped, per damage type where it differs; `natural` pieces add up with worn ones."""

    name: Name
    av: Count = 0
    av_by_type: dict[DamageType, Count] = {}
    natural: bool = False


class Body(_Part, frozen=True):
    """What the body is: tags, and multipliers that replace the usual ones of a damage type."""

    vampire: bool = False
    undead: bool = False
    needs_no_breath: bool | None = None
    poison_immune: bool | None = None
    heart_vulnerable_to: tuple[str, ...] = ()
    damage_factors: dict[str, Fraction] = {}
    vulnerable_to_fire: bool = False
    fearless: bool = False
    feels_no_wounds: bool = False
    unfazed_by_gore: bool = False
    bursting_with_blood: bool = False
    natural_biter: bool = False
    no_brain: bool = False
    no_heart: bool = False
    bloodless: bool = False


WeaponClass = Literal[
    "unarmed", "short", "medium", "long", "polearm", "lance", "shield", "thrown", "bow", "crossbow", "pistol", "big_pistol",
    "smg", "rifle", "assault_rifle", "shotgun", "machine_gun", "launcher",
]  # fmt: skip


class Weapon(_Part, frozen=True):
    """A weapon. `base`: points, or a formula over `strength`. `range`: short, medium, long in yards (UNI-C-RANGE)."""

    id: Id
    name: str = ""
    class_: WeaponClass = field(name="class", default="medium")
    base: Formula = field(default_factory=lambda: parse("strength"))
    type: DamageType = "bash"
    hands: Annotated[int, Meta(ge=0, le=2)] = 1
    reach: Literal["close", "medium", "long"] = "medium"
    range: tuple[Count, Count, Count] | None = None
    clip_value: Annotated[int, Meta(ge=0, le=10)] | None = None
    shots: Count | None = None
    rate: Annotated[int, Meta(ge=1, le=100)] | None = None
    material: str = ""
    shield_bonus: Level = 0
    av: Count = 0
    damage_capacity: Points | None = None
    where: Literal["hand", "reachable", "stowed", "buried"] = "hand"
    hand: Literal["main", "off"] = "main"
    prepared: bool = False
    modes: tuple[Literal["single", "burst", "auto"], ...] = ("single",)
    size: Annotated[int, Meta(ge=0, le=4)] | None = None
    edge: bool | None = None
    blunt: bool = True
    balanced: bool = False
    stick: bool = False
    powered: bool = False
    attack_mod: Points = 0
    throwable: bool = False
    garrote: bool = False
    natural: bool = False
    improvised: bool = False
    reload_turns: Count | None = None
    reload_per_action: Count | None = None
    reload_rapid: Count | None = None


class Door(_Part, frozen=True):
    """A door: levels that each blow ignores, and levels needed."""

    ignore: Level
    need: Level


class Sheet(_Part, frozen=True, dict=True):
    """A combatant's sheet. `life_points` is the maximum. What follows from it is worked out once, and kept beside the fields."""

    name: Name
    side: str = ""
    kind: Literal["cast", "adversary", "vehicle", "object"] = "cast"
    life_points: Annotated[int, Meta(ge=1, le=1000)] | None = None
    drama_points: Level = 0
    attributes: Attributes = Attributes()
    skills: Skills = Skills()
    wild_cards: dict[str, Level] = {}
    scores: Scores = Scores()
    quick: dict[str, QuickLine] = {}
    qualities: dict[str, Level] = {}
    drawbacks: dict[str, Level] = {}
    armor: tuple[Armor, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    ammo: dict[str, Count] = {}
    body: Body = Body()
    sex: Literal["", "female", "male"] = ""
    senses: Points = 0
    size: Annotated[int, Meta(ge=0, le=20)] = 1
    trainings: tuple[Literal["football", "soccer", "ballet", "baseball", "hockey", "fencing", "archery"], ...] = ()
    weight: Count = 150
    mount: str = ""
    vehicle: str = ""
    belted: bool = False
    airbag: bool = False
    weight_lb: Count = 0
    speed_max: Count = 0
    speed_cruise: Count = 0
    av: Count = 0
    damage_capacity: Points = 0
    toughness: Level = 0
    handling: Level = 0
    size_value: Level = 0
    occupants: tuple[str, ...] = ()
    open: bool = False
    door: Door | None = None

    @cached_property
    def traits(self) -> dict[str, int]:
        """Every trait by name, for formulas."""
        found = {one: attribute(self, one) for one in ATTRIBUTES}
        found |= {one: getattr(self.skills, one) for one in SKILLS} | {one: getattr(self.scores, one) for one in SCORES}
        return found | {
            "senses": self.senses, "fast_draw": self.wild_cards.get("fast_draw", -100), "handling": self.handling
        }  # fmt: skip

    @cached_property
    def totals(self) -> dict[Formula, Any]:
        """What formulas have come to for these traits, to be kept by whoever reckons."""
        return {}


#: From which Score a missing attribute of a quick sheet is derived.
SCORE_OF = {
    "strength": "muscle",
    "constitution": "muscle",
    "dexterity": "combat",
    "intelligence": "brains",
    "perception": "brains",
    "willpower": "brains",
}


def attribute(sheet: Sheet, name: str) -> int:
    """An attribute as the sheet gives it: written, 2 for cast members, or derived from a Score, at least 1 (UNI-C-SCORES)."""
    written: int | None = getattr(sheet.attributes, name)
    if written is not None:
        return written
    if sheet.kind == "cast":
        return 2
    score: int = getattr(sheet.scores, SCORE_OF[name])
    return max(1, (score - 6) // 2)


def full_life_points(sheet: Sheet) -> int:
    """The maximum of Life Points: as written, or 10 + 4 x (Strength + Constitution) and 3 a level of Hard to Kill."""
    if sheet.life_points is not None:
        return sheet.life_points
    extra = 3 * sheet.qualities.get("hard_to_kill", 0)
    return 10 + 4 * (attribute(sheet, "strength") + attribute(sheet, "constitution")) + extra


def quality(sheet: Sheet, name: str) -> int:
    """The level of a quality; 0 without it."""
    return sheet.qualities.get(name, 0)


def faults(sheet: Sheet) -> tuple[str, str] | None:
    """What of a sheet could not be played, in words and with its path; None when all is well."""
    for at, weapon in enumerate(sheet.weapons):
        try:
            check_formula(weapon.base, ("strength",))
        except FormulaError as error:
            return str(error), f"$.sheet.weapons[{at}].base"
        if weapon.id in [one.id for one in sheet.weapons[:at]]:
            return f"There are two weapons `{weapon.id}`: each needs an id of its own.", f"$.sheet.weapons[{at}].id"
    return None


def needs_breath(sheet: Sheet) -> bool:
    """Whether the body breathes; vampires do not unless the sheet says otherwise."""
    if sheet.body.needs_no_breath is not None:
        return not sheet.body.needs_no_breath
    return not sheet.body.vampire


def damage_factor(sheet: Sheet, kind: str) -> Fraction | None:
    """The body's own multiplier of a damage type, if it has one (UNI-C-GUN-VAMPIRE for vampires and bullets)."""
    own = sheet.body.damage_factors.get(kind)
    if own is None and kind == "bullet" and sheet.body.vampire:
        return Fraction(1, 2)
    return own


def is_melee(weapon: Weapon) -> bool:
    """A melee weapon: one that strikes hand to hand and is no garrote."""
    return weapon.class_ in ("short", "medium", "long", "polearm", "lance", "thrown") and not weapon.garrote


def is_natural(weapon: Weapon) -> bool:
    """A natural weapon: always ready, cannot be dropped (UNI-C-DUAL-NATURAL)."""
    return weapon.natural or weapon.class_ == "unarmed"


GUNS = ("pistol", "big_pistol", "smg", "rifle", "assault_rifle", "shotgun", "machine_gun", "launcher")


def is_gun(weapon: Weapon) -> bool:
    """A weapon that is fired with Gun Fu."""
    return weapon.class_ in GUNS


def single_shot(weapon: Weapon) -> bool:
    """A crossbow, or whatever else holds one shot (UNI-C-SHOTS-SINGLE)."""
    return weapon.class_ == "crossbow" or (weapon.shots == 1 and is_gun(weapon))


def weapon_title(weapon: Weapon) -> str:
    """The weapon's name for people."""
    return weapon.name or weapon.id.replace("_", " ").capitalize()
