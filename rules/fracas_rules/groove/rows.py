"""The rows of packs: maneuvers, weapons, armour, templates and the game's charts; and the catalogue a table plays with."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ..errors import PackError
from ..kernel.packs import RowKind, enc_hook, sheet_fits
from ..kernel.params import Param
from .params import ACT, ATTACK
from .sheet import BANDS, LOCATIONS, MODES, Band, DamageClass, Location, OwnWeapon, Sheet, Tag, Weapon

Feet = Annotated[int, Meta(ge=0, le=1_000_000)]
Small = Annotated[int, Meta(ge=-100, le=100)]
Chart = tuple[Annotated[int, Meta(ge=1, le=100)], Annotated[int, Meta(ge=1, le=20)]]


class Maneuver(Struct, frozen=True, forbid_unknown_fields=True):
    """A maneuver: numbers; `procedure` says how it is played.

    attack: it is one (a dazed character may not, a target is needed). against: how many targets it takes;
    optional_target: none is possible too. weapon: the kind it is done with; tags: one of which the weapon must have.
    reach: the farthest band it reaches by itself. score: what is rolled with. multiplier: of the weapon roll.
    to_hit: added to the attack. dodge_cut: taken from the defender's Dodge, or by option from the attacker's own.
    off_guard: taken from the attacker's own Dodge until his next action. answers: what the target may do about it.
    moves: it needs room to move. foul: in a duel a dirty trick. free: it takes no action and needs no count.
    takes: parameters beside those of every attack. sets: what a plan entry declares.
    """

    name: str
    group: Literal["attack", "hold", "trick", "move", "help", "plan"]
    procedure: str
    rule: str = ""
    attack: bool = False
    against: Annotated[int, Meta(ge=0, le=1)] = 0
    optional_target: bool = False
    weapon: Literal["", "melee", "ranged"] = ""
    tags: tuple[Tag, ...] = ()
    reach: Band | None = None
    score: Literal["hth", "grapple", "weapon"] = "hth"
    class_: DamageClass | None = msgspec.field(name="class", default=None)
    multiplier: Fraction = Fraction(1)
    to_hit: Small = 0
    dodge_cut: Small = 0
    off_guard: Small = 0
    answers: tuple[Literal["parry", "parry_flat", "block", "sidestep"], ...] = ()
    moves: bool = False
    foul: bool = False
    free: bool = False
    takes: tuple[str, ...] = ()
    sets: dict[str, Any] = {}
    cost: str = "1 action"
    help: str = ""

    def params(self) -> dict[str, Param]:
        """The parameters that this maneuver understands."""
        names = (*(ATTACK if self.attack else ("instant",)), *self.takes)
        return {one: ACT[one] for one in names}


class Armor(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the penetration chart: the locations it covers; needed number and divider by class (GRV-ARMOR-CHART)."""

    name: str
    covers: tuple[Location, ...]
    slashing: Chart
    piercing: Chart
    blunt: Chart
    bullet: Chart

    def against(self, kind: str) -> Chart:
        """Needed number and divider against a class."""
        found: Chart = getattr(self, kind)
        return found


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """A hit location: the faces of a d10 that strike it, and its multiplier (GRV-LOCATION)."""

    faces: tuple[Annotated[int, Meta(ge=1, le=10)], ...]
    multiplier: Fraction


class Reach(Struct, frozen=True, forbid_unknown_fields=True):
    """A melee range band, up to so many feet (GRV-RANGE)."""

    to: Feet


class Steps(Struct, frozen=True, forbid_unknown_fields=True):
    """A chart of steps: a row's id is `from_n` and counts from n on."""

    at: Fraction
    value: Annotated[int, Meta(ge=0, le=100)]


class FallRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A fall of so many feet: dice, seconds, speed in feet a second (GRV-H-FALL, GRV-H-FALL-TIME)."""

    feet: Feet
    dice: Annotated[int, Meta(ge=0, le=100)]
    seconds: Fraction
    speed: Annotated[int, Meta(ge=0, le=10_000)]


class Care(Struct, frozen=True, forbid_unknown_fields=True):
    """What a circumstance adds to the daily healing rate (GRV-HEAL-MODS)."""

    value: Small


class Template(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready combatant: a sheet under a heading. `weapons` are ids of the table."""

    name: str
    group: str
    sheet: dict[str, Any]
    summary: str = ""
    weapons: tuple[str, ...] = ()


class Catalogue(Struct, frozen=True, eq=False):
    """All rows of a table: maneuvers, weapons, armour and templates by id, charts in their order. Each is itself alone."""

    maneuvers: dict[str, Maneuver]
    weapons: dict[str, Weapon]
    armor: dict[str, Armor]
    templates: dict[str, Template]
    faces: tuple[str, ...]
    multipliers: dict[str, Fraction]
    bands: tuple[tuple[str, int], ...]
    action_steps: tuple[tuple[Fraction, int], ...]
    stun_steps: tuple[tuple[Fraction, int], ...]
    falls: tuple[FallRow, ...]
    care: dict[str, int]

    def band(self, feet: int) -> int:
        """The place of a distance among the bands; their number when it is beyond them all."""
        return next((at for at, (_, to) in enumerate(self.bands) if feet <= to), len(self.bands))


def step(steps: tuple[tuple[Fraction, int], ...], at: int, of: int = 1) -> int:
    """The value of the last step that `at` / `of` has reached; 0 below the first."""
    found = 0
    for from_, value in steps:
        if from_.numerator * of > at * from_.denominator:
            break
        found = value
    return found


def _played_somehow(row_id: str, row: Maneuver) -> None:
    from .procedures import PROCEDURES

    if row.procedure not in PROCEDURES:
        known = ", ".join(sorted(PROCEDURES))
        raise ValueError(f"`{row_id}` names no procedure `{row.procedure}`; known are {known}.")
    for one in row.takes:
        if one not in ACT:
            raise ValueError(f"`{row_id}` takes no parameter `{one}`; known are {', '.join(ACT)}.")
    if row.procedure in ("strike", "great_blow", "lunge", "charge") and not row.weapon:
        raise ValueError(f"`{row_id}` needs `weapon`: it does the damage of one.")
    if row.attack and row.against != 1:
        raise ValueError(f"`{row_id}` is an attack and takes one target: `against = 1`.")
    fits = {"mode": MODES, "use": ("melee", "gun", "ranged"), "half_move": (True,), "reserve": ("parry", "block", "sidestep")}
    for key, said in row.sets.items():
        if key not in fits or said not in fits[key]:
            raise ValueError(f"`{row_id}` cannot declare {key} = {said}.")


KINDS: Mapping[str, RowKind] = {
    "maneuver": RowKind(Maneuver, (), _played_somehow),
    "weapon": RowKind(Weapon, (), None, True),
    "armor": RowKind(Armor),
    "location": RowKind(Place),
    "band": RowKind(Reach),
    "actions": RowKind(Steps),
    "stun": RowKind(Steps),
    "fall": RowKind(FallRow),
    "care": RowKind(Care),
    "template": RowKind(Template, (), sheet_fits(Sheet)),
}


def catalogue(rows: Mapping[str, Mapping[str, Any]]) -> Catalogue:
    """The rows as one record. Raises `PackError` where a chart has a gap."""
    places = rows.get("location", {})
    faces: dict[int, str] = {}
    for one, row in places.items():
        if one not in LOCATIONS:
            raise PackError(f"There is no location `{one}`; there are {', '.join(LOCATIONS)}.", f"$.location.{one}")
        faces.update(dict.fromkeys(row.faces, one))
    if len(faces) != 10 or sum(len(row.faces) for row in places.values()) != 10:
        raise PackError("The faces of all locations together are 1 to 10, each once.", "$.location")
    bands = tuple((one, rows["band"][one].to) for one in BANDS if one in rows.get("band", {}))
    if len(bands) != len(BANDS) or sorted(bands, key=lambda band: band[1]) != list(bands):
        raise PackError(f"The bands are {', '.join(BANDS)}, each with a larger `to` than the one before.", "$.band")

    def steps(kind: str) -> tuple[tuple[Fraction, int], ...]:
        return tuple(sorted((row.at, row.value) for row in rows.get(kind, {}).values()))

    return Catalogue(
        dict(rows.get("maneuver", {})),
        dict(rows.get("weapon", {})),
        dict(rows.get("armor", {})),
        dict(rows.get("template", {})),
        tuple(faces[face] for face in range(1, 11)),
        {one: row.multiplier for one, row in places.items()},
        bands,
        steps("actions"),
        steps("stun"),
        tuple(sorted(rows.get("fall", {}).values(), key=lambda row: row.feet)),
        {one: row.value for one, row in rows.get("care", {}).items()},
    )


def template(rows: Catalogue, template_id: str) -> dict[str, Any] | None:
    """The sheet of a template as plain data, with its weapons named."""
    row = rows.templates.get(template_id)
    if row is None:
        return None
    sheet = {"name": row.name, **row.sheet}
    if row.weapons:
        empty = msgspec.to_builtins(OwnWeapon(), enc_hook=enc_hook)
        sheet["weapons"] = {**dict.fromkeys(row.weapons, empty), **sheet.get("weapons", {})}
    return sheet
