"""Bursts, automatic and suppressive fire, and a gun in each hand."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...errors import refuse
from ...kernel.formula import Term, parse
from ...kernel.ids import CombatantId
from ...kernel.requests import GM, Ask, Number
from ...kernel.script import Script, ask
from .. import facts as f
from ..commands import Modifier
from ..common import Scene, amount, gain, is_thing, ready, up
from ..harm import armor_value, is_out, levels_of, multiplier, points
from ..modifiers import bands_of, range_penalty, term
from ..move import Aim, Move, replace_targets, rides_in
from ..sheet import Weapon, is_gun, weapon_title
from ..state import Combatant
from . import aftermath, ammunition, fallout
from .damage import Landed, land
from .defend import defend, roll_defense
from .exchange import HIT, MISS, Blow, acting, exchange, heroic, take_action
from .rolls import Total, add_die, tested, traits_total

_NERVE = parse("2 * willpower")
_BRAINS = parse("brains")
#: Rounds of a burst, most rounds of a lot, and what each further burst or lot costs.
_BURST, _LOT = 3, 10
_FURTHER = {"burst": 3, "auto": 4}


def burst(scene: Scene, move: Move) -> Script[None]:
    """Three bullets a burst; each level lets one hit; further bursts at -3 each (UNI-C-BURST, UNI-C-HR-AUTO)."""
    bursts = int(move.param("bursts", 1))
    yield from _spray(scene, move, "burst", [_BURST] * bursts)


def autofire(scene: Scene, move: Move) -> Script[None]:
    """Lots of ten rounds; the levels are the bullets that hit; further lots at -4 each (UNI-C-AUTOFIRE, UNI-C-PINNED)."""
    rounds = int(move.param("rounds", _LOT))
    yield from _spray(scene, move, "auto", [min(_LOT, rounds - at) for at in range(0, rounds, _LOT)])


def _spray(scene: Scene, move: Move, mode: str, lots: list[int]) -> Script[None]:
    weapon = move.weapon
    assert weapon is not None
    lots = _cut_short(lots, ammunition.loaded(scene, move, weapon))
    losses = [-_FURTHER[mode] * index for index in range(len(lots))]
    blow = yield from exchange(scene, move, losses={move.target: losses})
    aim, threshold = blow.aims[0], scene.options.undefended_threshold
    struck = 0
    for index, rounds in enumerate(lots):
        lost = losses[index]
        if blow.outcome(aim, threshold, lost) == HIT:
            struck += min(rounds, levels_of(blow.reach(aim, lost)))
    landed = bullets(scene, blow, aim, weapon, struck)
    after = yield from aftermath.finish(scene, blow, (landed,))
    if mode == "auto":
        yield from nerves(scene, (move.target, *move.param("in_area", ())))
    extra = {**after.told}
    extra |= yield from ammunition.after(scene, move, blow.total.die, sum(lots), weapon, mode)
    aftermath.report(scene, blow, (landed,), after, extra, counted=True)


def _cut_short(lots: list[int], left: int | None) -> list[int]:
    """No more rounds than are left."""
    if left is None:
        return lots
    cut = []
    for rounds in lots:
        take = min(rounds, left)
        left -= take
        if take:
            cut.append(take)
    return cut


def bullets(scene: Scene, blow: Blow, aim: Aim, weapon: Weapon, struck: int) -> Landed:
    """Each bullet less armour, added up, then the multiplier; levels add nothing (UNI-C-BULLETS)."""
    victim = scene.state.combatants[aim.target]
    base = amount(weapon.base, scene.state.combatants[blow.move.actor])
    armor = armor_value(victim, weapon.type)
    raw = struck * max(0, base - armor)
    factor = multiplier(victim, weapon.type, scene.options.simple_damage)
    outcome = blow.outcome(aim, scene.options.undefended_threshold)
    guard = blow.guards[aim.target]
    levels = levels_of(blow.reach(aim))
    landed = Landed(aim, guard, outcome, struck, levels, base, armor, raw, factor, points(raw, factor), weapon.type)
    scene.record(
        f.Attacked(
            blow.move.actor, aim.target, blow.move.id, outcome, blow.reach(aim), blow.total.terms, guard.pick, guard.value,
            guard.total.terms, levels, base, armor, raw, str(factor), weapon.type, landed.damage, weapon.id, "", struck,
            {**blow.total.owed, **guard.total.owed},
        )
    )  # fmt: skip
    return landed


def nerves(scene: Scene, everyone: tuple[CombatantId, ...]) -> Script[None]:
    """Automatic fire makes all that are near hide, unless their nerve holds (UNI-C-PINNED)."""
    bonus: int | None = None
    for one in dict.fromkeys(everyone):
        who = scene.state.combatants[one]
        if is_thing(who) or is_out(who):
            continue
        if bonus is None:
            prompt = "Automatic fire: what do closeness and experience change for the nerve tests?"
            bonus = int(str((yield from ask(Ask("pinned_modifier", GM, prompt, 0, (), Number(-20, 20))))))
        total = traits_total(who, _NERVE, _BRAINS).plus([Term("gm", "Circumstances", bonus)])
        total = yield from add_die(scene, one, total, "pinned", needs=(9,))
        tested(scene, one, "pinned", total, total.value >= 9)
        if total.value < 9:
            gain(scene, one, "pinned", {"until": _until(scene, one)})


def _until(scene: Scene, who: CombatantId) -> int:
    """This Turn, or the next for whoever has acted in this one."""
    met = scene.state.encounter
    if met is None:
        return 0
    combatant = scene.state.combatants[who]
    acted = who in met.done or combatant.attacks_made > 0 or (who in up(met, scene.state) and combatant.full_action)
    return met.turn + (1 if acted else 0)


def suppress(scene: Scene, move: Move) -> Script[None]:
    """Fill a doorway with lead: who enters it is hit by as many bullets as there were levels (UNI-C-SUPPRESS)."""
    weapon = move.weapon
    assert weapon is not None
    actor = scene.state.combatants[move.actor]
    rounds = _cut_short([int(move.param("rounds", _LOT))], ammunition.loaded(scene, move, weapon))
    total = acting(scene, move, actor)
    take_action(scene, move)
    total = yield from add_die(scene, move.actor, total, "attack", "attack", heroic(move))
    fired = sum(rounds)
    turn = scene.state.encounter.turn if scene.state.encounter is not None else 0
    area = f.Area(
        move.actor, str(move.param("area", "area")), total.value, fired, amount(weapon.base, actor), weapon.type, weapon.id, turn
    )
    scene.record(f.AreaOpened(area))
    yield from nerves(scene, tuple(move.param("in_area", ())))
    extra = yield from ammunition.after(scene, move, total.die, fired, weapon, "auto")
    scene.result.update(
        outcome="success" if total.levels else "failure", total=total.value, modifier=total.modifier,
        success_levels=total.levels, **extra,
    )  # fmt: skip


def enter(scene: Scene, target: CombatantId, by: CombatantId) -> Script[dict[str, Any]]:
    """Walk into suppressive fire: no defence, and the nerve is tested (UNI-C-SUPPRESS)."""
    areas = [one for one in scene.state.areas if one.by == by]
    if not areas:
        refuse("requirement", "There is no suppressive fire of that shooter's.", "$.params.by")
    area = areas[-1]
    victim = scene.state.combatants[target]
    struck = min(area.rounds, levels_of(area.total))
    raw = struck * max(0, area.base - armor_value(victim, area.type))
    damage = points(raw, multiplier(victim, area.type, scene.options.simple_damage))
    if damage:
        yield from fallout.backlash(scene, target, damage, area.type, by)
    yield from fallout.heavy_blow(scene, target, raw, by)
    yield from nerves(scene, (target,))
    return {"outcome": HIT if struck else MISS, "hits": struck, "damage": damage, "raw_damage": raw}


# ── A gun in each hand ───────────────────────────────────────────────────────────────────────────────────────────────


def akimbo(scene: Scene, move: Move) -> Script[None]:
    """Two guns at one target strike twice; at several, each rolls for itself (UNI-M-GUNS-AKIMBO)."""
    actor = scene.state.combatants[move.actor]
    guns = _guns(scene, move, actor)
    if len(move.aims) > 1:
        yield from _each_at_its_own(scene, move, actor, guns)
        return
    penalty = -2 * (len(guns) - 1)
    if len(guns) == 2 and "ambidexterity" in actor.sheet.qualities:
        penalty = -1
    worst = max(guns, key=lambda gun: -range_penalty(move.yards, bands_of(replace(move, weapon=gun), actor)))
    fired = replace(move, weapon=worst)
    blow = yield from _with_penalty(scene, fired, penalty)
    aim = blow.aims[0]
    parts = [land(scene, replace(blow, move=replace(fired, weapon=gun)), aim) for gun in guns]
    landed = _together(parts)
    after = yield from aftermath.finish(scene, blow, (landed,))
    extra: dict[str, Any] = {**after.told}
    for gun in guns:
        extra |= yield from ammunition.after(scene, move, blow.total.die, 1, gun)
    aftermath.report(scene, blow, (landed,), after, extra, counted=True)


def _with_penalty(scene: Scene, move: Move, penalty: int) -> Script[Blow]:
    label = Modifier(label="Guns akimbo", value=penalty)
    blow = yield from exchange(scene, replace(move, act=replace(move.act, modifiers=(*move.act.modifiers, label))))
    return blow


def _together(parts: list[Landed]) -> Landed:
    """What several bullets do to one target: taken at once."""
    first = parts[0]
    return replace(
        first,
        hits=sum(one.hits for one in parts),
        raw=sum(one.raw for one in parts),
        damage=sum(one.damage for one in parts),
    )


def _each_at_its_own(scene: Scene, move: Move, actor: Combatant, guns: list[Weapon]) -> Script[None]:
    """One roll for each gun, at -2 for every gun beyond the first; every gun looks at its own die."""
    if len(guns) != len(move.aims):
        refuse("illegal-target", "As many targets as guns, in the order of the guns.", "$.targets")
    acts = [
        replace(move, weapon=gun, aims=(aim,), act=replace_targets(move.act, (aim.target,)), free=True)
        for gun, aim in zip(guns, move.aims, strict=True)
    ]
    made = [_total_of(scene, single, actor, -2 * (len(guns) - 1)) for single in acts]
    take_action(scene, move)
    guards = []
    for single in acts:
        guards.append((yield from defend(scene, single, single.aims[0])))
    for index in range(len(acts)):
        made[index] = yield from add_die(scene, move.actor, made[index], "attack", heroic=heroic(move) and index == 0)
    blows = []
    for single, total, guard in zip(acts, made, guards, strict=True):
        rolled = guard
        if guard.pick != "none":
            rolled = yield from roll_defense(scene, single, single.target, guard, (total.value,))
        blows.append(Blow(single, total, single.aims, {single.target: rolled}))
    landed = [land(scene, blow, blow.aims[0]) for blow in blows]
    attacker, extra = 0, dict[str, Any]()
    for blow, one in zip(blows, landed, strict=True):
        after = yield from aftermath.finish(scene, blow, (one,))
        attacker += after.attacker
        extra |= after.told
    for blow, gun in zip(blows, guns, strict=True):
        extra |= yield from ammunition.after(scene, move, blow.total.die, 1, gun)
    aftermath.settle(scene, move, tuple(landed))
    whole = Blow(move, made[0], move.aims, {one.target: one.guard for one in landed})
    extra["totals"] = {blow.move.target: blow.total.value for blow in blows}
    extra["success_levels"] = {blow.move.target: blow.total.levels for blow in blows}
    aftermath.report(scene, whole, tuple(landed), aftermath.Aftermath(attacker), extra)


def _total_of(scene: Scene, move: Move, actor: Combatant, penalty: int) -> Total:
    assert move.weapon is not None
    far = range_penalty(move.yards, bands_of(move, actor))
    return acting(scene, move, actor).plus([term("akimbo", penalty, "Guns akimbo"), term("range", far)])


def _guns(scene: Scene, move: Move, actor: Combatant) -> list[Weapon]:
    """The guns in firing order: in hand, one-handed, two at most without Omnidexterity."""
    hands = {one.id: one for one in ready(actor) if is_gun(one)}
    named = move.param("weapons") or list(hands)[:2]
    guns = []
    for one in named:
        gun = hands.get(one)
        if gun is None:
            refuse("requirement", f"`{one}` is no gun in hand.", "$.params.weapons")
        if gun.hands > 1:
            refuse("requirement", f"{weapon_title(gun)} takes both hands.", "$.params.weapons")
        if any(c.id == "jammed" and c.params.get("weapon") == one for c in actor.conditions):
            refuse("no-ammunition", f"{weapon_title(gun)} is empty or jammed.", "$.params.weapons")
        guns.append(gun)
    if len(guns) < 2:
        refuse("requirement", "It takes two guns.", "$.params.weapons")
    if len(guns) > 2 and "omnidexterity" not in actor.sheet.qualities:
        refuse("requirement", f"{actor.sheet.name} can fire two guns at once, no more.", "$.params.weapons")
    return guns


def exposed(scene: Scene, move: Move) -> None:
    """Who fires out of a vehicle may be attacked until the end of the next Turn (UNI-C-VQ-EXPOSED)."""
    actor = scene.state.combatants[move.actor]
    inside = any(one.sheet.kind == "vehicle" and rides_in(one, actor) for one in scene.state.combatants.values())
    if inside and move.row.ranged:
        met = scene.state.encounter
        gain(scene, move.actor, "exposed", {"until": met.turn + 1 if met is not None else 1})
