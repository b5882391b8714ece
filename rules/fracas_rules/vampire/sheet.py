"""The sheet: the trait vocabulary, what a sheet may hold, and what follows from it without any rule of play.

Absent attributes are 1, absent abilities and Disciplines 0 (VTM-C-POOLS). Every number is a whole one.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..kernel.bounds import Few, Key, Text

PHYSICAL = ("strength", "dexterity", "stamina")
ATTRIBUTES = (
    "strength", "dexterity", "stamina", "charisma", "manipulation", "appearance", "perception", "intelligence", "wits",
)  # fmt: skip
TALENTS = (
    "alertness", "athletics", "awareness", "brawl", "empathy", "expression", "intimidation", "leadership", "streetwise",
    "subterfuge",
)  # fmt: skip
SKILLS = (
    "animal_ken", "archery", "crafts", "drive", "etiquette", "firearms", "larceny", "melee", "performance", "stealth",
    "survival",
)  # fmt: skip
KNOWLEDGES = (
    "academics", "computer", "finance", "investigation", "law", "medicine", "occult", "politics", "science", "technology",
)  # fmt: skip
ABILITIES = (*TALENTS, *SKILLS, *KNOWLEDGES)
#: What formulas of rows may use: `skill` is the ability that the weapon is used with, `weapon` its damage.
TRAITS = (*ATTRIBUTES, *ABILITIES, "skill", "weapon")

#: What each box of the track stands for, top first (VTM-H-TRACK).
RUNGS = ("bruised", "hurt", "injured", "wounded", "mauled", "crippled", "incapacitated")
EMPTY = "." * len(RUNGS)
#: Health levels that a sheet may have besides.
EXTRA = 14
MOST_BOXES = len(RUNGS) + EXTRA

Kind = Literal["mortal", "vampire", "supernatural"]
DamageType = Literal["bashing", "lethal", "aggravated"]
Attribute = Literal[
    "strength", "dexterity", "stamina", "charisma", "manipulation", "appearance", "perception", "intelligence", "wits"
]
Cover = Literal["none", "light", "good", "superior"]
HealthLevel = Literal["bruised", "hurt", "injured", "wounded", "mauled", "crippled"]
Natural = Literal["fangs", "feral_claws", "claws", "bone_spurs", "spikes"]
Level = Annotated[int, Meta(ge=0, le=50)]
Points = Annotated[int, Meta(ge=-50, le=50)]
Count = Annotated[int, Meta(ge=0, le=100_000)]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Id = Annotated[str, Meta(pattern="^[a-z0-9_]{1,48}$")]
Track = Annotated[
    str,
    Meta(
        pattern=rf"^[*X/.]{{{len(RUNGS)},{MOST_BOXES}}}$",
        description="Boxes, top first: * aggravated, X lethal, / bashing, . empty. Seven, and one for each extra level.",
    ),
]


class _Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class Attributes(_Part, frozen=True):
    """The nine attributes."""

    strength: Level = 1
    dexterity: Level = 1
    stamina: Level = 1
    charisma: Level = 1
    manipulation: Level = 1
    appearance: Level = 1
    perception: Level = 1
    intelligence: Level = 1
    wits: Level = 1


class Armor(_Part, frozen=True):
    """Armour: dice of soak, dice lost on Dexterity, places that it covers (VTM-E-ARMOR). `id` is the table's, if it is one."""

    rating: Level = 0
    penalty: Level = 0
    covers: Annotated[tuple[Key, ...], Few] = ()
    id: Key = ""
    name: Text = ""


class Weapon(_Part, frozen=True):
    """A weapon. `damage`: added to Strength hand to hand, the whole figure of a ranged one. `range` in metres.

    capacity, chamber: rounds in the clip, and one more ready to fire. reload_turns: reload acts until it is loaded.
    """

    id: str = ""
    name: str = ""
    kind: Literal["melee", "firearm", "bow", "crossbow"] = "melee"
    ability: str = "melee"
    damage: Points = 0
    type: DamageType = "lethal"
    conceal: Literal["P", "J", "T", "N"] = "N"
    range: Count = 0
    rate: Count = 1
    capacity: Count = 0
    chamber: Level = 0
    reload_turns: Annotated[int, Meta(ge=1, le=100)] = 1
    automatic: bool = False
    blunt: bool = False
    whip: bool = False
    sweep: bool = False
    wood: bool = False
    stake: bool = False


class WeaponEntry(_Part, frozen=True):
    """A weapon of one's own: `like` one of the table, with other properties where they are given."""

    id: Id
    like: Key = ""
    name: Text | None = None
    kind: Literal["melee", "firearm", "bow", "crossbow"] | None = None
    ability: Id | None = None
    damage: Points | None = None
    type: DamageType | None = None
    conceal: Literal["P", "J", "T", "N"] | None = None
    range: Count | None = None
    rate: Count | None = None
    capacity: Count | None = None
    chamber: Level | None = None
    reload_turns: Annotated[int, Meta(ge=1, le=100)] | None = None
    automatic: bool | None = None
    blunt: bool | None = None
    whip: bool | None = None
    sweep: bool | None = None
    wood: bool | None = None
    stake: bool | None = None


class Resist(_Part, frozen=True):
    """The reflexive roll of a power's victim."""

    attribute: Attribute
    ability: str = ""
    difficulty: Annotated[int, Meta(ge=2, le=10)] = 6


class Power(_Part, frozen=True):
    """A power. `cost` in blood; `needs`: dots of Disciplines; `condition` (for `turns`) is what it brings.

    kind: free beside other actions, action, roll (against the victim's `resist`), transform (for `turns` nothing else).
    """

    id: Id
    kind: Literal["free", "action", "roll", "transform"] = "free"
    name: str = ""
    cost: Level = 0
    at_start: bool = False
    mental: bool = False
    condition: str = ""
    turns: Level = 0
    attribute: Attribute = "wits"
    ability: str = ""
    difficulty: Annotated[int, Meta(ge=2, le=10)] = 6
    resist: Resist | None = None
    needs: dict[str, Level] = {}


class Sheet(_Part, frozen=True):
    """A combatant's sheet; every field but `name` may be left out."""

    name: Name
    side: str = ""
    kind: Kind = "mortal"
    attributes: Attributes = Attributes()
    abilities: dict[Id, Level] = {}
    specialties: tuple[Id, ...] = ()
    disciplines: dict[Id, Level] = {}
    powers: tuple[Power, ...] = ()
    generation: Annotated[int, Meta(ge=4, le=15)] = 13
    blood_pool: Count | None = None
    willpower: Level = 5
    humanity: Annotated[int, Meta(ge=0, le=10)] = 7
    armor: str | Armor = "none"
    weapons: tuple[Id | WeaponEntry, ...] = ()
    ready: tuple[Id, ...] | None = None
    ammo: dict[Id, Count] = {}
    accessories: dict[Id, tuple[Id, ...]] = {}
    natural_weapons: tuple[Natural, ...] | None = None
    soaks: tuple[DamageType, ...] | None = None
    initiative_rating: Annotated[int, Meta(ge=-50, le=200)] | None = None
    merits: str | tuple[str, ...] | dict[str, int] = ()
    archetype: str = ""
    clan: str = ""
    track: Track = EMPTY
    extra_levels: Annotated[
        tuple[HealthLevel, ...],
        Meta(max_length=EXTRA, description="Health levels besides the seven: each is one box more, with that level's penalty."),
    ] = ()
    conditions: tuple[Id, ...] = ()
    condition_data: dict[Id, dict[str, str | int | bool]] = {}
    cover: Cover = "none"


_SOAKS: dict[str, tuple[DamageType, ...]] = {
    "mortal": ("bashing",),
    "vampire": ("bashing", "lethal"),
    "supernatural": ("bashing",),
}
#: Pools of blood of those who are no vampires.
MORTAL_BLOOD = 10


def soaks(sheet: Sheet) -> tuple[DamageType, ...]:
    """The damage types that are soaked with Stamina (VTM-D-SOAK)."""
    return sheet.soaks if sheet.soaks is not None else _SOAKS[sheet.kind]


def boxes(sheet: Sheet) -> tuple[str, ...]:
    """What each box of a sheet's track stands for, top first: extra levels beside those of their kind (VTM-H-TRACK)."""
    if not sheet.extra_levels:
        return RUNGS
    return tuple(rung for rung in RUNGS for _ in range(1 + sheet.extra_levels.count(rung)))


def natural_weapons(sheet: Sheet) -> tuple[str, ...]:
    """Teeth and claws that the body has: fangs for vampires, unless the sheet says otherwise."""
    if sheet.natural_weapons is not None:
        return sheet.natural_weapons
    return ("fangs",) if sheet.kind == "vampire" else ()


def title(weapon: Weapon) -> str:
    """The weapon's name for people."""
    return weapon.name or weapon.id.replace("_", " ").capitalize()


def is_ranged(weapon: Weapon) -> bool:
    """Whether it shoots."""
    return weapon.kind != "melee"


def full_load(weapon: Weapon) -> int:
    """Rounds of a full weapon, the chambered one included; bows are not nocked (VTM-E-CAPACITY, VTM-E-ARCHERY)."""
    return 0 if weapon.kind == "bow" else weapon.capacity + weapon.chamber
