"""Attacks: one roll against the Defense total, and what a hit does. Every maneuver that strikes is put together from these.

The defender chooses before the attacker's dice exist; the base damage is rolled after a hit (the queue order of the README).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...kernel.conditions import completed
from ...kernel.formula import Formula, Term
from ...kernel.ids import CombatantId
from ...kernel.requests import TABLE, Ask, Number
from ...kernel.roster import distance, told
from ...kernel.script import Script, ask
from .. import facts as f
from ..common import Scene, rounds_left, weapon_of
from ..harm import crash, felling, lose, reduce
from ..modifiers import defense_terms, difficulty_terms, is_out, range_step, term
from ..move import Move, base_damage, strike_bonus
from ..rolls import Count, Damage, conditions, crossing, lost_dice, roll_bdv, roll_pool, weighed
from ..sheet import bdv_parts, code
from ..state import params_of
from ..vocabulary import CONDITIONS, LOCATIONS
from .defend import react

HIT, MISS, BLOCKED = "hit", "miss", "blocked"
_NAMES = {"bdv": "Base damage", "effect": "Effect Value", "pl": "P/L bonus", "location": "Called shot", "charge": "Charge"}


@dataclass(frozen=True)
class Blow:
    """One attack at one target, as far as it has come."""

    target: CombatantId
    outcome: str
    count: Count
    terms: tuple[Term, ...]
    total: int
    effect: int = 0
    location: str = ""
    bdv: Damage | None = None
    pl: int | None = None
    damage_total: int = 0
    reduction: int = 0
    damage: int = 0
    parry_damage: int | None = None

    @property
    def hit(self) -> bool:
        """Whether it struck."""
        return self.outcome == HIT

    def told(self) -> dict[str, Any]:
        """The blow by the result keys of the README."""
        out: dict[str, Any] = {
            "outcome": self.outcome,
            "successes": self.count.successes,
            "pool": self.count.pool,
            "defense_total": self.total,
            "damage": self.damage,
        }
        if self.location:
            out["location"] = self.location
        if self.hit:
            out.update(effect_value=self.effect, damage_total=self.damage_total)
            if self.bdv is not None:
                out["bdv_roll"] = self.bdv.value
            if self.pl is not None:
                out["pl_bonus"] = self.pl
            if self.reduction:
                out["cp_reduction"] = self.reduction
        elif self.parry_damage is not None:
            out["parry_damage"] = self.parry_damage
        return out


@dataclass(frozen=True)
class Past:
    """What the blows of an act have come to so far, for the odds: how many, whether any hit, what they did, whether any felled.

    ahead: those who are still to be struck.
    """

    blows: int = 0
    hit: bool = False
    damage: int = 0
    felled: bool = False
    ahead: tuple[CombatantId, ...] = ()

    def told(self, more: int = 0) -> tuple[int, ...]:
        """As numbers, `more` damage being sure already."""
        return self.blows, self.hit, self.damage + more, self.felled


FIRST = Past()


def strike(scene: Scene, move: Move) -> Script[None]:
    """One attack at one target: the row says what it adds and brings (D6-C-ATTACK, D6-C-DAMAGE)."""
    blow = yield from attack(scene, move, move.target)
    settle(scene, blow)


def attack(
    scene: Scene, move: Move, target: CombatantId, charge: int = 0, pl: int | None = None, past: Past = FIRST
) -> Script[Blow]:
    """Attack and damage, with all that the row brings. `past`: the blows of this act so far."""
    blow = yield from exchange(scene, move, target, past)
    if not blow.hit:
        return blow
    return (yield from land(scene, move, blow, formula_of(scene, move), charge, pl, past=past))


def settle(scene: Scene, blow: Blow, more: Mapping[str, Any] | None = None) -> None:
    """The result of an act with one blow."""
    scene.result.update(blow.told(), critical_failure=blow.count.critical, **(more or {}))


def settle_all(scene: Scene, blows: Mapping[CombatantId, Blow], more: Mapping[str, Any] | None = None) -> None:
    """The result of an act with a blow at each of several targets."""
    told_all = {one: blow.told() for one, blow in blows.items()}
    first = next(iter(blows.values()))
    scene.result.update(
        outcome=_best(blows.values()),
        damage={one: blow.damage for one, blow in blows.items()},
        results=told_all,
        pool=first.count.pool,
        critical_failure=first.count.critical,
        **(more or {}),
    )


def _best(blows: Any) -> str:
    words = [blow.outcome for blow in blows]
    return HIT if HIT in words else words[0]


def formula_of(scene: Scene, move: Move) -> Formula | None:
    """What adds up to the damage total; nothing for knock-downs without the option, and for nets."""
    formula = move.row.damage
    if formula is None and scene.options.knockdown_damage:
        formula = move.row.knockdown_damage
    if formula is not None and move.weapon is not None and move.weapon.bdv is None and move.row.bdv is None:
        return None
    return formula


def exchange(scene: Scene, move: Move, target: CombatantId, past: Past = FIRST) -> Script[Blow]:
    """The attack roll against the Defense total, up to the word for it (D6-C-ATTACK, D6-C-EV, D6-C-PDV, D6-C-RANGE)."""
    reacted = yield from react(scene, move, target)
    after = crossing(scene, move.actor, target, *past.ahead, past=past.told()) if past.blows or reacted else None
    actor, victim = scene.state.combatants[move.actor], scene.state.combatants[target]
    _shoot(scene, move)
    feet = distance(scene, move.actor, target, move.act.distance)
    step = 1 if move.close else range_step(feet, move.weapon) or 0
    location = move.act.location if move.row.called else ""
    base = defense_terms(victim, move.close, step, _difficulty(move), location)
    terms = difficulty_terms(actor, base, move.act.modifiers, scene.options)
    total = sum(one.value for one in terms)
    count = yield from roll_pool(
        scene, move.actor, "attack", move.skill,
        several=lost_dice(scene, move.actor, move.cost), wounds=weighed(scene), bonus=(term("aim", move.aim),),
        needs=total, beyond=True, after=after,
    )  # fmt: skip
    blow = Blow(target, HIT, count, terms, total, count.successes - total, location)
    if count.successes >= total:
        return blow
    parried = move.close and victim.parry is not None and not is_out(victim)
    if parried and count.successes < max(0, total - base[0].value + (victim.parry or 0)):
        return (yield from _parried(scene, move, replace(blow, outcome=BLOCKED, effect=0)))
    _tell(scene, move, blow := replace(blow, outcome=MISS, effect=0))
    return blow


def _difficulty(move: Move) -> int:
    """A whole pin is as hard as a tackle (D6-M-PIN-WHOLE)."""
    whole = move.row.procedure == "pin" and move.param("what") == "whole"
    return move.row.difficulty + (1 if whole else 0)


def _shoot(scene: Scene, move: Move) -> None:
    """A shot uses a round; a thrown weapon leaves the hand (D6-O-SHOOT, D6-O-THROW-WEAPON)."""
    if move.weapon is None or move.close:
        return
    left = rounds_left(scene.state.combatants[move.actor], move.weapon_id, move.weapon)
    if left:
        scene.record(f.AmmoSet(move.actor, move.weapon_id, left - 1))
    if move.row.weapon == "thrown" and scene.state.encounter is not None:
        scene.record(f.WeaponReadied(move.actor, ""))


def _parried(scene: Scene, move: Move, blow: Blow) -> Script[Blow]:
    """An edge hurts the bare limb that strikes it, or that it strikes (D6-M-PARRY-SHARP, D6-W-PARRY)."""
    _tell(scene, move, blow)
    victim = scene.state.combatants[blow.target]
    if victim.parry_safe:
        return blow
    edge = weapon_of(scene, victim, victim.parry_held)
    bare = move.weapon is None and not move.power
    if edge is not None and "edge" in edge.tags and edge.bdv is not None and bare:
        touched = yield from crash(scene, move.actor, "edge", *bdv_parts(edge.bdv), by=blow.target)
    elif victim.parry_held == "body" and move.weapon is not None and "edge" in move.weapon.tags and move.weapon.bdv is not None:
        touched = yield from crash(scene, blow.target, "edge", *bdv_parts(move.weapon.bdv), by=move.actor)
    else:
        return blow
    return replace(blow, parry_damage=touched.lost)


def land(
    scene: Scene, move: Move, blow: Blow, formula: Formula | None, charge: int = 0, pl: int | None = None, pull: bool = False,
    past: Past = FIRST,
) -> Script[Blow]:  # fmt: skip
    """What a hit does: the damage total, armour, halving, Character Points, wounds; then what the row brings.

    pl: in place of the usual P/L bonus. pull: the striker says how much of it lands (D6-C-DAMAGE, D6-C-ARMOR, D6-M-PULL-PUNCH).
    """
    if formula is None:
        _tell(scene, move, blow)
        mark(scene, move, blow)
        return blow
    actor = scene.state.combatants[move.actor]
    bonus = strike_bonus(move, actor) if pl is None else pl
    if pull and not move.power:
        bonus = yield from _pull(scene, move, bonus)
    traits = {
        "bdv": 0, "effect": blow.effect, "pl": bonus, "charge": charge,
        "location": LOCATIONS[blow.location][1] if blow.location else 0,
    }  # fmt: skip
    bdv: Damage | None = None
    if "bdv" in formula.traits:
        by, dice, points = _base(scene, move)
        traits["bdv"] = points
        after = _after(scene, move, blow, past, None if pull or move.row.half else formula.value(traits), dice)
        bdv = yield from roll_bdv(scene, "damage", by, dice, points, after)
        traits["bdv"] = bdv.value
    terms = tuple(one for one in formula.terms(traits, _NAMES) if one.value)
    raw = formula.value(traits)
    if pull and move.power:
        raw = yield from _pull(scene, move, max(0, raw))
    total = max(0, raw - scene.state.combatants[blow.target].sheet.armor)
    if move.row.half:
        total //= 2
    reduction = yield from reduce(scene, blow.target, total)
    lost = max(0, total - reduction)
    blow = replace(blow, bdv=bdv, pl=bonus, damage_total=total, reduction=reduction, damage=lost)
    _tell(scene, move, blow, terms)
    yield from lose(scene, blow.target, lost)
    mark(scene, move, blow)
    return blow


def _pull(scene: Scene, move: Move, most: int) -> Script[int]:
    what = "of its damage" if move.power else "of the P/L bonus"
    prompt = f"{told(scene, move.actor, move.actor)} hits. How much {what} shall land?"
    pick = yield from ask(Ask("pull", move.actor, prompt, 0, (), Number(0, most)))
    assert isinstance(pick, int)
    return pick


def _after(scene: Scene, move: Move, blow: Blow, past: Past, sure: int | None, dice: int) -> tuple[int | str, ...]:
    """What matters from the base damage on, for the odds.

    Where `sure` damage gets through whatever the dice say, and nothing but the sum can change it, blows that come to the
    same sum are alike. Of somebody who is not struck again matters only how many dice would put him out.
    """
    victim = scene.state.combatants[blow.target]
    ahead = tuple(one for one in past.ahead[1:] if one != blow.target)
    through = sure - victim.sheet.armor if sure is not None else -1
    if through < 0 or victim.character_points or victim.relief:
        return crossing(scene, move.actor, blow.target, *ahead, past=(*past.told(), blow.effect, 0))
    so_far = (*past.told(blow.effect), 1)
    if past.ahead and blow.target not in past.ahead[1:]:
        left = 0 if is_out(victim) else max(0, min(dice + 1, felling(scene, victim) - through))
        return crossing(scene, move.actor, *ahead, past=(*so_far, left))
    numbers = (victim.body_points - blow.effect, victim.round_damage + blow.effect, victim.dying)
    return crossing(scene, move.actor, *ahead, past=(*so_far, *numbers, *conditions(victim)))


def _base(scene: Scene, move: Move) -> tuple[CombatantId, int, int]:
    """Whose base damage it is, its dice and points; the table's for what somebody is slammed into (D6-C-BDV, D6-M-SLAM)."""
    actor = scene.state.combatants[move.actor]
    if move.row.procedure == "slam":
        return TABLE, *bdv_parts(move.param("bdv"))
    if move.power:
        return move.actor, code(actor.sheet, move.power), 0
    return move.actor, *bdv_parts(base_damage(move, actor) or 0)


def mark(scene: Scene, move: Move, blow: Blow) -> None:
    """The conditions that a hit brings (D6-M-CLOTHESLINE, D6-M-TRIP, D6-M-FLIP, D6-M-LEG-SWEEP, D6-M-GRAB, D6-M-DISARM)."""
    for brought in move.row.brings:
        one = str(brought["id"])
        params = completed(CONDITIONS, one, {key: value for key, value in brought.items() if key != "id"}, "$")
        if one == "prone" and (params_of(scene.state.combatants[blow.target], "prone") or {}).get("rise") == "round":
            continue  # getting up takes the whole round already
        if one == "entangled" and move.weapon is not None:
            params = {"defense_total": move.weapon.defense_total}
        scene.record(f.ConditionGained(blow.target, one, params))
        if one == "disarmed":
            scene.record(f.WeaponReadied(blow.target, ""))
    if move.row.hold:
        seize(scene, move, blow.target, move.row.hold)


def seize(scene: Scene, move: Move, target: CombatantId, hold: str) -> None:
    """Take hold of somebody."""
    params: dict[str, Any] = {"by": move.actor}
    if hold == "grabbed":
        params["where"] = move.param("where")
    scene.record(f.ConditionGained(target, hold, params, True))
    scene.record(f.HoldKept(move.actor, target))


def _tell(scene: Scene, move: Move, blow: Blow, damage_terms: tuple[Term, ...] = ()) -> None:
    bdv = blow.bdv
    scene.record(
        f.Attacked(
            move.actor, blow.target, move.id, blow.outcome, blow.count.successes, blow.count.terms, blow.count.at, blow.total,
            blow.terms, blow.effect, damage_terms, blow.damage_total, blow.damage,
            bdv.at if bdv is not None else -1, bdv.by if bdv is not None else "",
            move.weapon_id if move.row.weapon and not move.power else "", blow.location,
        )
    )  # fmt: skip
