"""The GM's word: any state is changed without roll, question or legality, by the track's own rules (VTM-H-COMMAND)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ...errors import located, refuse
from ...kernel.conditions import listed, resolve
from ...kernel.ids import CombatantId
from ...kernel.ranked import known
from ...kernel.script import Script
from .. import facts as f
from ..commands import Adjust, Damage
from ..common import Scene, lose
from ..harm import VALUES, come_free, heal, let_go, mark, settle, sorted_track
from ..params import TYPES
from ..rows import weapons_of, worn
from ..sheet import Armor, Count, Cover, Id, Level, Track, WeaponEntry, full_load
from ..state import Combatant
from ..vocabulary import CONDITIONS, FATES, condition

Ids = Annotated[tuple[Id, ...], Meta(max_length=30)]
Health = Literal[
    "healthy", "bruised", "hurt", "injured", "wounded", "mauled", "crippled", "incapacitated", "torpor", "dead", "final_death"
]


class Settable(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of a combatant's state that the GM may set, with what they take."""

    track: Track | None = None
    health: Health | None = None
    conditions: Ids | None = None
    condition_data: dict[Id, dict[str, str | int | bool]] | None = None
    blood_pool: Count | None = None
    blood_spent: Count | None = None
    willpower: Level | None = None
    buffs: dict[Literal["strength", "dexterity", "stamina"], Level] | None = None
    paid: dict[Id, Level] | None = None
    celerity_used: Level | None = None
    weapons: Annotated[tuple[Id | WeaponEntry, ...], Meta(max_length=30)] | None = None
    ready: Ids | None = None
    dropped: Ids | None = None
    ammo: dict[Id, Count] | None = None
    reload_progress: dict[Id, Level] | None = None
    armor: str | Armor | None = None
    cover: Cover | None = None
    aim: dict[str, str | int] | None = None
    acted: bool | None = None
    defending: bool | None = None
    defense_count: Level | None = None
    moved: Count | None = None


SETTABLE = Settable.__struct_fields__
_PLAIN = (
    "blood_pool", "blood_spent", "willpower", "celerity_used", "ready", "dropped", "cover", "acted", "defending", "defense_count",
    "moved",
)  # fmt: skip
_MERGED = ("buffs", "paid", "ammo", "reload_progress")


def adjust(scene: Scene, command: Adjust) -> Script[None]:
    """Set, heal, hurt, lift and lay on, in this order, for every target."""
    if not command.targets:
        refuse("malformed", "Say whom: `targets` is empty.", "$.targets")
    for at, one in enumerate(command.targets):
        known(one, scene.state.combatants, f"$.targets[{at}]")
    wanted = _read(command.set)
    lifted = [condition(one, "$.remove_condition") for one in listed(command.remove_condition)]
    laid = [condition(one, "$.add_condition") for one in listed(command.add_condition)]
    kind, count = _damage(command)
    for who in dict.fromkeys(command.targets):
        if command.set:
            _set(scene, who, wanted)
        if command.heal is not None:
            heal(scene, who, command.heal if isinstance(command.heal, int) else command.heal.levels)
        if count:
            mark(scene, who, kind, count)
        for gone in lifted:
            _lift(scene, who, gone.id)
        for new in laid:
            resolve(CONDITIONS, new.id, new.params, scene.state.combatants, who, "$.add_condition")
            _lay_on(scene, who, new)
    return
    yield


def _read(fields: dict[str, Any]) -> Settable:
    try:
        return msgspec.convert(fields, Settable)
    except msgspec.ValidationError as error:
        message, path = located(error, "$.set")
        refuse("malformed", f"{message} Fields that can be set: {', '.join(SETTABLE)}.", path)


def _set(scene: Scene, who: CombatantId, wanted: Settable) -> None:
    before = scene.state.combatants[who]
    made: dict[str, Any] = {name: getattr(wanted, name) for name in _PLAIN if getattr(wanted, name) is not None}
    for name in _MERGED:
        given = getattr(wanted, name)
        if given is not None:
            made[name] = {**getattr(before, name), **given}
    if wanted.track is not None:
        made["track"] = _fitting(before, sorted_track(wanted.track))
    if wanted.health is not None:
        made["fate"] = wanted.health if wanted.health in FATES else ""
        if wanted.health not in FATES and wanted.track is None:
            made["track"] = _filled(before, wanted.health)
    if wanted.armor is not None:
        made["armor"] = worn(scene.catalogue, wanted.armor, "$.set.armor")
    if wanted.weapons is not None:
        weapons = weapons_of(scene.catalogue, wanted.weapons, "$.set.weapons")
        loaded = {one.id: full_load(one) for one in weapons if one.capacity}
        made["weapons"] = weapons
        made["ammo"] = {**loaded, **before.ammo, **made.get("ammo", {})}
    if wanted.conditions is not None or wanted.condition_data is not None:
        made["conditions"] = _conditions(scene, before, wanted)
    if wanted.aim is not None:
        made.update(_aim(wanted.aim))
    scene.record(f.Adjusted(who, f.Changes(**made)))
    settle(scene, who, was_full=before.full)


def _fitting(who: Combatant, track: str) -> str:
    room = len(who.boxes)
    if len(track) > room:
        refuse("malformed", f"{who.sheet.name} has {room} boxes: the track has {len(track)}.", "$.set.track")
    track = track.ljust(room, ".")
    return track.replace("*", "X") if who.sheet.kind == "mortal" else track


def _filled(who: Combatant, rung: str) -> str:
    """The track with as few boxes filled as bring one to a rung: worst marks kept, new ones bashing."""
    if who.rung == rung:
        return who.track
    boxes = who.boxes.index(rung) + 1 if rung in who.boxes else 0
    return who.track.rstrip(".")[:boxes].ljust(boxes, "/").ljust(len(who.track), ".")


def _conditions(scene: Scene, before: Combatant, wanted: Settable) -> tuple[f.Condition, ...]:
    data = wanted.condition_data or {}
    had = {one.id: one for one in before.conditions}
    ids = wanted.conditions if wanted.conditions is not None else (*had, *(one for one in data if one not in had))
    found = []
    for one in dict.fromkeys(ids):
        if one in data or one not in had:
            params = {**(had[one].params if one in had else {}), **data.get(one, {})}
            laid = condition({**params, "id": one}, "$.set.conditions")
            resolve(CONDITIONS, one, laid.params, scene.state.combatants, before.id, "$.set.conditions")
            found.append(laid)
        else:
            found.append(had[one])
    return tuple(found)


def _aim(word: dict[str, str | int]) -> dict[str, Any]:
    if not word:
        return {"unaimed": True}
    try:
        return {"aim": msgspec.convert({"turns": 1, "dice": 1, **word}, f.Aim)}
    except msgspec.ValidationError as error:
        refuse("malformed", str(error), "$.set.aim")


def _damage(command: Adjust) -> tuple[str, int]:
    word = command.damage
    if word is None:
        return "bashing", 0
    if isinstance(word, int):
        return "bashing", word
    if isinstance(word, Damage) and word.type not in VALUES:
        refuse("malformed", f"There is no damage type `{word.type}`; there are {', '.join(TYPES)}.", "$.damage.type")
    return word.type, word.levels


def _lift(scene: Scene, who: CombatantId, condition_id: str) -> None:
    if condition_id == "grappling":
        let_go(scene, who)
    elif condition_id in ("clinched", "held"):
        come_free(scene, who)
    lose(scene, who, condition_id)


def _lay_on(scene: Scene, who: CombatantId, laid: f.Condition) -> None:
    """A condition by the GM's word; it counts from the next own turn that ends."""
    scene.record(f.ConditionGained(who, laid))
    if laid.id == "staked":
        let_go(scene, who)
