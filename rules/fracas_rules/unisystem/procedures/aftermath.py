"""What follows an attack once its totals stand: resistances, damage, cuts and falls; and the result of it all."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ...kernel.ids import CombatantId
from ...kernel.script import Script
from .. import facts as f
from ..common import Scene, amount, d10, is_mount, is_thing, mark, put_away
from ..harm import armor_value, levels_of, multiplier, points
from ..move import Move
from ..sheet import Weapon
from ..state import has, params_of
from . import described, fallout
from .damage import Landed
from .exchange import BLOCKED, HIT, MISS, Blow


class Aftermath(Struct, frozen=True):
    """What an attack did besides: to the attacker, by a parrying weapon, to the feet; and what the result says of it."""

    attacker: int = 0
    parry: int | None = None
    knockdown: bool | None = None
    told: dict[str, Any] = {}


def finish(scene: Scene, blow: Blow, landed: tuple[Landed, ...]) -> Script[Aftermath]:
    """Resistances, then damage with its tests target by target, then what follows (README, Order of dice and questions)."""
    move = blow.move
    resisted = []
    for one in landed:
        resisted.append((yield from fallout.resistances(scene, blow, one)))
    for one, failed_at in zip(landed, resisted, strict=True):
        alive = not has(scene.state.combatants[one.target], "dead")
        yield from fallout.strike_home(scene, blow, one, failed_at)
        if scene.options.buckets_of_blood and one.damage:
            died = alive and any(c.id == "dead" for c in scene.state.combatants[one.target].conditions)
            yield from fallout.gore(scene, move, one.target, one.damage, one.kind, died)
    made = Aftermath()
    for one in landed:
        made = yield from _after(scene, blow, one, made)
    if "hold" in move.row.effects and landed[0].outcome == HIT:
        yield from fallout.free_hold(scene, move)
    settle(scene, move, landed)
    return made


def _after(scene: Scene, blow: Blow, one: Landed, made: Aftermath) -> Script[Aftermath]:
    """What a blow on one target brings besides: cuts of a parrying weapon, a fall, an opening, a walk into the saw."""
    move, told = blow.move, dict(made.told)
    attacker, parry, knockdown = made.attacker, made.parry, made.knockdown
    cut = parry_damage(scene, blow, one)
    if cut is not None:
        parry, attacker = cut, attacker + cut
        yield from fallout.backlash(scene, move.actor, cut, _parrying(scene, one).type, one.target)  # type: ignore[union-attr]
    elif move.id == "head_butt" and one.outcome != HIT:
        attacker += yield from _butt_backfires(scene, move, one)
    if one.item:
        _wear_shield(scene, one)
    if one.raw > 0 and one.outcome == HIT:
        fell = yield from fallout.heavy_blow(scene, one.target, one.raw, move.actor)
        knockdown = fell if fell is not None else knockdown
    if scene.state.combatants[one.target].conditions and not is_thing(scene.state.combatants[one.target]):
        yield from fallout.lost_mount(scene, one.target)
    if one.guard.described:
        bonus = yield from described.outcome(scene, move, one.target, one.guard, blow.stopped(one.aim))
        told |= {"followup_bonus": bonus} if bonus is not None else {}
    if move.row.close and one.guard.pick == "power_tool_dance":
        walked, die = yield from walk_in(scene, move, one.target)
        told["walk_in_die"] = die
        attacker += walked
    _note_attack(scene, move, one)
    return Aftermath(attacker, parry, knockdown, told)


def _wear_shield(scene: Scene, one: Landed) -> None:
    """What a shield stops it takes itself; with more than its capacity it breaks (UNI-M-BLOCK)."""
    shield = one.guard.weapon
    assert shield is not None
    taken = scene.state.combatants[one.target].gear.get(shield.id, 0) + int(one.item or 0)
    broken = shield.damage_capacity is not None and taken > shield.damage_capacity
    scene.record(f.GearWorn(one.target, shield.id, taken, broken))
    if broken:
        put_away(scene, one.target, shield.id, far=True)


def _note_attack(scene: Scene, move: Move, one: Landed) -> None:
    """Who has attacked a mount, or somebody on the flip, matters later in the Turn (UNI-C-MOUNT-DIRECT, UNI-M-WALL-FLIP)."""
    if one.guard.pick == "wall_flip" or is_mount(scene.state, one.target):
        mark(scene, one.target, f"{'struck' if one.outcome == HIT else 'missed'}:{move.actor}")


def settle(scene: Scene, move: Move, landed: tuple[Landed, ...]) -> None:
    """An attack that hit nobody ends the series of the Turn (UNI-C-MULTI-FAIL)."""
    if all(one.outcome != HIT for one in landed):
        failed(scene, move)


def failed(scene: Scene, move: Move) -> None:
    """The attack has failed: no further one this Turn. An opportunity's miss ends nothing (UNI-C-HR-OPPORTUNITY)."""
    opportunity = move.followup and scene.options.revised_multiple_actions
    if scene.state.encounter is not None and not move.free and move.row.cost != "free" and not opportunity:
        scene.record(f.AttackFailed(move.actor))


def _parrying(scene: Scene, one: Landed) -> Weapon | None:
    """The weapon that met the attack: of a parry, or of a whirling sword."""
    if one.guard.standing:
        standing = params_of(scene.state.combatants[one.target], "standing_roll") or {}
        if one.guard.pick != "whirling_sword":
            return None
        owner = scene.state.combatants[one.target]
        return next((w for w in owner.sheet.weapons if w.id == standing.get("weapon")), None)
    return one.guard.weapon if one.guard.pick in ("parry", "off_hand_parry") else None


def parry_damage(scene: Scene, blow: Blow, one: Landed) -> int | None:
    """Who strikes bare-handed into a parrying weapon takes its base damage (UNI-M-PARRY, UNI-C-HR-PARRY); None elsewhere."""
    weapon, guard = _parrying(scene, one), one.guard
    if weapon is None or weapon.natural or weapon.class_ == "unarmed" or blow.move.answers != "unarmed":
        return None
    if guard.value < blow.reach(one.aim):
        return None
    striker = scene.state.combatants[blow.move.actor]
    base = amount(weapon.base, scene.state.combatants[one.target])
    base += levels_of(guard.value) if scene.options.parry_damage_levels else 0
    raw = max(0, base - armor_value(striker, weapon.type))
    return points(raw, multiplier(striker, weapon.type, scene.options.simple_damage))


def _butt_backfires(scene: Scene, move: Move, one: Landed) -> Script[int]:
    """A head butt that misses hurts the head: base damage without levels (UNI-M-HEAD-BUTT)."""
    actor = scene.state.combatants[move.actor]
    damage = max(0, amount(move.row.base, actor) - armor_value(actor, "bash"))
    damage = points(damage, multiplier(actor, "bash", scene.options.simple_damage))
    yield from fallout.backlash(scene, move.actor, damage, "bash", one.target)
    return damage


def walk_in(scene: Scene, move: Move, dancer: CombatantId) -> Script[tuple[int, int]]:
    """Whoever attacks a dancer with a power tool may walk into it, on a 1 (UNI-M-POWER-TOOL-DANCE)."""
    owner = scene.state.combatants[dancer]
    face = yield from d10("walk_in", dancer, (2,))
    standing = params_of(owner, "standing_roll") or {}
    tool = next((one for one in owner.sheet.weapons if one.id == standing.get("weapon")), None)
    if face != 1 or tool is None:
        return 0, face
    victim = scene.state.combatants[move.actor]
    base = amount(tool.base, owner) + levels_of(int(standing.get("total", 0)))
    damage = points(max(0, base - armor_value(victim, tool.type)), multiplier(victim, tool.type, scene.options.simple_damage))
    yield from fallout.backlash(scene, move.actor, damage, tool.type, dancer)
    return damage, face


def report(
    scene: Scene,
    blow: Blow,
    landed: tuple[Landed, ...],
    after: Aftermath,
    extra: dict[str, Any],
    counted: bool = False,
    many: bool = False,
) -> None:
    """The one place where an attack writes its result (README, Result keys)."""
    result, total, first = scene.result, blow.total, landed[0] if landed else None
    words = {one.target: one.outcome for one in landed}
    alone = len(landed) == 1 and not many
    hit = HIT in words.values()
    result["outcome"] = HIT if hit else MISS if many or first is None else first.outcome
    if not blow.chance:
        result.update(total=blow.reach(first.aim) if alone and first else total.value, modifier=total.modifier)
    levels = first.levels if alone and first is not None else total.levels
    result["success_levels"] = levels
    if total.die is not None:
        result["die"] = total.die
    if alone and first is not None:
        result.update(defense_total=first.guard.value, defense_modifier=first.guard.total.modifier, damage=first.damage)
        if counted:
            result["hits"] = first.hits
    else:
        result.update(
            outcomes=words,
            defense_total={one.target: one.guard.value for one in landed},
            defense_modifier={one.target: one.guard.total.modifier for one in landed},
            damage={one.target: one.damage for one in landed},
            hits={one.target: one.hits for one in landed},
        )
    if first is not None:
        _tell_first(result, next((one for one in landed if one.hits), first), first, scene)
    if after.attacker or after.parry is not None:
        result["attacker_damage"] = after.attacker + extra.pop("attacker_damage", 0)
    if after.parry is not None:
        result["parry_damage"] = after.parry
    if after.knockdown is not None:
        result["knockdown"] = after.knockdown
    result.update(extra)


def _tell_first(result: dict[str, Any], best: Landed, first: Landed, scene: Scene) -> None:
    if best.hits:
        factor = best.factor
        whole = factor.numerator if factor.denominator == 1 else factor
        result.update(base_damage=best.base, raw_damage=best.raw, multiplier=whole)
    if best.shield:
        result["blocked_by_shield"] = True
    if first.item is not None:
        result["item_damage"] = first.item
    if best.limb:
        result["limb"] = best.limb
    if best.location:
        result["location"] = best.location
    if best.killed is not None:
        result["killed"] = best.killed
    if first.guard.pick == "catch" and first.outcome == BLOCKED:
        thrown = next((fact.weapon for fact in scene.facts if isinstance(fact, f.Attacked)), "")
        result["caught"] = thrown
