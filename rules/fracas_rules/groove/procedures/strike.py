"""Attacks that do damage: to hit, location, penetration, damage, stun roll, in this order (GRV-ATTACK-ORDER)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from ...kernel.formula import Formula, Term
from ...kernel.requests import Ask, Option, Roll
from ...kernel.script import Script, choose, throw
from .. import facts as f
from ..common import Scene, terms, total
from ..dice import Sorted, d20
from ..harm import Figures, Stun, armor_on, damage_of, figures, hurt, lay
from ..modifiers import funk, level
from ..move import Move
from ..rows import Catalogue
from ..sheet import LOCATIONS, Weapon, Worn
from ..vocabulary import place
from .exchange import Exchange, exchange


class Armor(NamedTuple):
    """How the armour at the struck place held (GRV-ARMOR-PEN)."""

    total: int
    needed: int
    penetrated: bool
    divider: int
    card: f.Dice


class Blow(NamedTuple):
    """What a blow that hit did."""

    location: str = ""
    armor: Armor | None = None
    rolled: int | None = None
    damage: int = 0
    stun: Stun = Stun("none")

    def result(self) -> dict[str, Any]:
        """The keys of the result."""
        out: dict[str, Any] = {"damage": self.damage}
        if self.location:
            out.update(location=self.location, **self.stun.result())
        if self.armor is not None:
            out.update(penetration_total=self.armor.total, penetration_needed=self.armor.needed)
            out.update(penetrated=self.armor.penetrated)
            if self.armor.penetrated:
                out["divider"] = self.armor.divider
        if self.rolled is not None:
            out["weapon_roll"] = self.rolled
        return out


def strike(scene: Scene, move: Move) -> Script[None]:
    """A plain blow, a shot, a thrust (GRV-M-STRIKE, GRV-M-SHOOT, GRV-M-THRUST, GRV-OTHER-RANGED, GRV-RANGE-GUN)."""
    came = yield from exchange(scene, move, blow=True)
    blow = yield from deliver(scene, move, came, move.row.multiplier)
    if move.row.off_guard:
        lay(scene, move.actor, "off_guard", {"penalty": move.row.off_guard})
    scene.result = {**came.result(), **blow.result()}


def great_blow(scene: Scene, move: Move) -> Script[None]:
    """Two actions: wind up, then strike for double damage, without any Dodge until the next action (GRV-M-GREAT-BLOW)."""
    if not move.blow:
        lay(scene, move.actor, "exposed")
        lay(scene, move.actor, "winding_up", {"target": move.target})
        scene.record(f.Noted(move.actor, "wind_up", "{who} winds up for a great blow."))
        scene.result = {"outcome": "success", "stage": "wind_up"}
        return
    came = yield from exchange(scene, move, blow=True)
    blow = yield from deliver(scene, move, came, move.row.multiplier)
    lay(scene, move.actor, "exposed")
    stage = {} if scene.state.encounter is None else {"stage": "blow"}
    scene.result = {**came.result(), **blow.result(), **stage}


def rush(scene: Scene, move: Move) -> Script[None]:
    """A lunge or charge: close in and strike harder, unless the target sidesteps (GRV-M-LUNGE, GRV-M-CHARGE, GRV-M-SIDESTEP)."""
    row = move.row
    if move.feet is not None and move.after is not None and move.after != move.feet:
        scene.record(f.Spaced(move.actor, move.target, move.after))
        scene.record(f.Moved(move.actor, move.id, move.feet - move.after, move.target))
    came = yield from exchange(scene, move, blow=True)
    spoiled = came.defense.kind == "sidestep" and came.defense.worked
    plus = row.to_hit if row.procedure == "charge" and scene.options.charge_bonus == "damage" and not spoiled else 0
    blow = yield from deliver(scene, move, came, Fraction(1) if spoiled else row.multiplier, plus)
    open_by = row.off_guard + (row.dodge_cut if scene.options.lunge_dodge == "attacker" else 0)
    if open_by:
        lay(scene, move.actor, "off_guard", {"penalty": open_by})
    scene.result = {**came.result(), **blow.result()}


def deliver(scene: Scene, move: Move, came: Exchange, multiplier: Fraction, plus: int = 0) -> Script[Blow]:
    """Location, penetration, damage and stun roll of an attack that hit; nothing for one that missed."""
    if not came.hit:
        scene.record(_attacked(move, came, Blow(), ()))
        return Blow()
    weapon = move.weapon
    assert weapon is not None
    kind = move.row.class_ or weapon.class_
    cards = []
    less = came.defense.effect or 0 if came.outcome == "blocked" else 0
    if less:  # more than all of it takes no more off, and the odds know these as one
        most = weapon.damage.value({}, lambda count, sides: count * sides * (2 if came.critical else 1)) * multiplier + plus
        less = min(less, int(most) + 1)
    so_far = (int(came.critical), less, *multiplier.as_integer_ratio(), plus)  # all of before that still matters
    if came.outcome == "blocked":
        location = yield from _offer_location(scene, move)
    else:
        location, card = yield from locate(scene, move, kind, so_far)
        cards.append(card)
    armor = yield from penetrate(scene, move, came, location, kind, so_far)
    if armor is not None:
        cards.append(armor.card)
    if armor is not None and not armor.penetrated:
        blow = Blow(location, armor)
        scene.record(_attacked(move, came, blow, tuple(cards)))
        return blow
    by = figures(multiplier, plus, less, armor.divider if armor is not None else 1, scene.catalogue.multipliers[location])
    rolled, card = yield from weapon_roll(scene, move, weapon, came.critical, by)
    damage = damage_of(rolled, by)
    blow = Blow(location, armor, rolled, damage)
    scene.record(_attacked(move, came, blow, (*cards, card)))
    stun = yield from hurt(scene, move.target, damage, "subdual" in weapon.tags, location, move.target in move.later)
    return blow._replace(stun=stun)


def _attacked(move: Move, came: Exchange, blow: Blow, cards: tuple[f.Dice, ...]) -> f.Attacked:
    return f.Attacked(
        move.actor, move.target, move.id, came.outcome, came.total, came.dodge, came.defense.kind, came.defense.effect,
        move.weapon_id, blow.location, None if blow.armor is None else blow.armor.penetrated, blow.damage,
        move.weapon is not None and "subdual" in move.weapon.tags, "", (*came.rolls, *cards),
    )  # fmt: skip


def _offer_location(scene: Scene, move: Move) -> Script[str]:
    """A blocking defender takes the blow where he wants (GRV-M-BLOCK)."""
    options = tuple(Option(one, place(one).capitalize()) for one in LOCATIONS)
    location = yield from choose(Ask("block_location", move.target, "Where does the blow land?", "left_arm", options))
    return location


@lru_cache(maxsize=1024)
def _alike(rows: Catalogue, armor: tuple[Worn, ...], kind: str) -> tuple[int, ...]:
    """For every face of the location die the first that strikes a place of the same multiplier and armour."""
    first: dict[object, int] = {}
    return tuple(
        first.setdefault((rows.multipliers[one], armor_on(rows, armor, one, kind)), face) for face, one in enumerate(rows.faces)
    )


def locate(scene: Scene, move: Move, kind: str, after: tuple[int | str, ...]) -> Script[tuple[str, f.Dice]]:
    """Roll the location (GRV-LOCATION). Places of the same multiplier and armour are one to the odds. `after`: as in `Roll`."""
    rows = scene.catalogue
    groups = _alike(rows, scene.state.combatants[move.target].sheet.armor, kind)
    thrown = yield from throw(Sorted("location", move.actor, (10,), (), after, groups=groups))
    assert isinstance(thrown.value, int)
    location = rows.faces[thrown.value - 1]
    return location, f.Dice(move.actor, "Location", thrown.at, thrown.value, (Term("die", "Die", thrown.value),))


def penetrate(
    scene: Scene, move: Move, came: Exchange, location: str, kind: str, before: tuple[int | str, ...]
) -> Script[Armor | None]:
    """Does the blow pierce the armour there, and how well? None without armour (GRV-ARMOR-PEN, GRV-ARMOR-DIVIDER, GRV-MCL)."""
    who, target = scene.state.combatants[move.actor], scene.state.combatants[move.target]
    chart = armor_on(scene.catalogue, target.sheet.armor, location, kind)
    weapon = move.weapon
    if chart is None or weapon is None:
        return None
    needed, divider = chart
    duel = move.duel if weapon.kind == "hth" else ""
    own = terms(("score", "Score", came.score), ("pen", "Weapon", weapon.pen), ("funk", "Funk", -funk(who)))
    their = Term("mcl", "Their MCL", -level(target, duel))
    sum_up = total(own) + their.value
    steps = tuple(needed - sum_up + 5 * step for step in range(divider))
    rolled = yield from d20(scene, move.actor, "penetration", steps, False, (*before, location))
    came_to = rolled.face + sum_up
    card = f.Dice(move.actor, "Penetration", rolled.at, came_to, (Term("die", "Die", rolled.face), *own, their), 1)
    if came_to < needed:
        return Armor(came_to, needed, False, divider, card)
    return Armor(came_to, needed, True, max(1, divider - (came_to - needed) // 5), card)


@lru_cache(maxsize=4096)
def _rungs(dice: tuple[int, ...], flat: int, by: Figures) -> tuple[int, ...]:
    """The sums of the dice from which on the damage is higher."""
    found = [damage_of(max(0, faces + flat), by) for faces in range(len(dice), sum(dice) + 1)]
    return tuple(len(dice) + at for at in range(1, len(found)) if found[at] != found[at - 1])


@lru_cache(maxsize=1024)
def _split(damage: Formula, twice: bool) -> tuple[tuple[int, ...], int]:
    """The dice of a damage formula, doubled or not, and what is added to them."""
    dice = tuple(sides for count, sides in damage.dice for _ in range(count))
    return dice * (2 if twice else 1), damage.value({}, lambda _count, _sides: 0)


def weapon_roll(scene: Scene, move: Move, weapon: Weapon, critical: bool, by: Figures) -> Script[tuple[int, f.Dice]]:
    """Roll the weapon: twice the dice for a critical hit, 1 less in a funk (GRV-DAMAGE, GRV-CRIT, GRV-WEAPONS)."""
    dice, flat = _split(weapon.damage, critical and scene.options.critical_damage)
    worse = funk(scene.state.combatants[move.actor]) if scene.options.funk_damage else 0
    thrown = yield from throw(Roll("damage", move.actor, dice, _rungs(dice, flat - worse, by), (flat, *by)))
    assert isinstance(thrown.value, int)
    rolled = max(0, thrown.value + flat - worse)
    addends = terms(("die", "Dice", thrown.value), ("flat", "Weapon", flat), ("funk", "Funk", -worse))
    return rolled, f.Dice(move.actor, "Damage", thrown.at, rolled, tuple(addends))
