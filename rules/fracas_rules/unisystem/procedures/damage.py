"""From totals to what a target loses: base, levels, armour, multipliers, aimed places (UNI-M-BASE-DAMAGE). Nothing waits here."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from .. import facts as f
from ..common import Scene, amount, is_thing
from ..harm import armor_value, levels_of, multiplier, points
from ..modifiers import height_bonus
from ..move import Aim, Move
from ..sheet import full_life_points
from ..state import Combatant
from ..vocabulary import ALL_LIMBS
from .exchange import HIT, Blow
from .offers import Guard


class Landed(Struct, frozen=True):
    """What came of an attack on one target.

    hits: blows, shots or bullets that struck. raw: points after armour, before the multiplier. limb: what is lost of it.
    killed: through the heart, at once. item: what a block cost the shield.
    """

    aim: Aim
    guard: Guard
    outcome: str
    hits: int = 0
    levels: int = 0
    base: int = 0
    armor: int = 0
    raw: int = 0
    factor: Fraction = Fraction(1)
    damage: int = 0
    kind: str = "bash"
    location: str = ""
    limb: str = ""
    killed: bool | None = None
    shield: bool = False
    item: int | None = None

    @property
    def target(self) -> str:
        """Whom it was aimed at."""
        return self.aim.target


def base_of(scene: Scene, move: Move, target: Combatant, base: int | None = None) -> int:
    """Base damage, by the row or the weapon, with the attacker's current Strength (UNI-C-DAMAGE-BASE)."""
    actor = scene.state.combatants[move.actor]
    if base is None:
        formula = move.weapon.base if move.weapon is not None and move.row.weapon else move.row.base
        base = amount(formula, actor, 1 if actor.mount and height_bonus(scene, move, actor, target) else 0)
    if move.act.spend.get("drama_points") and move.param("drama") == "heroic_damage":  # UNI-C-DRAMA-HEROIC
        base += 10
    return base


def land(scene: Scene, blow: Blow, aim: Aim, shots: tuple[int, ...] = (0,), base: int | None = None) -> Landed:
    """What came of it for one target; recorded for the log. `base`: base damage that neither row nor weapon gives."""
    move, guard = blow.move, blow.guards[aim.target]
    victim, threshold = scene.state.combatants[aim.target], scene.options.undefended_threshold
    if is_thing(victim):
        threshold = 9
    outcome = blow.outcome(aim, threshold, shots[0])
    kind = move.kind
    exposed = outcome == HIT and guard.exposes
    location = guard.exposes if exposed else move.act.location
    full_base = base_of(scene, move, victim, base) + blow.bonus + (guard.gives if exposed else 0)
    through = guard.only_shield(blow.reach(aim)) and guard.weapon is not None
    armor = armor_value(victim, kind) + (guard.weapon.av if through and guard.weapon is not None else 0)
    harmless = move.row.answers == "disarm" or (base is None and _no_base(move))
    raws = [
        0 if harmless else max(0, _before_armor(scene, move, full_base, blow.reach(aim, shot)) - armor)
        for shot in shots
        if blow.outcome(aim, threshold, shot) == HIT
    ]
    raw = sum(raws)
    levels = levels_of(blow.reach(aim, shots[0]))
    if raws:
        factor, damage, killed = _harm(scene, move, victim, kind, raws)
        damage, limb = _limb(scene, victim, kind, location if move.riders or exposed else "", damage)
        made = Landed(
            aim, guard, outcome, len(raws), levels, full_base, armor, raw, factor, damage, kind,
            location if exposed else "", limb, killed, through,
        )  # fmt: skip
    elif outcome == "blocked" and guard.weapon is not None and guard.weapon.class_ == "shield":
        item = max(0, full_base + levels - guard.weapon.av)  # UNI-M-BLOCK
        made = Landed(aim, guard, outcome, 0, levels, full_base, armor, 0, kind=kind, item=item)
    else:
        made = Landed(aim, guard, outcome, 0, levels, full_base, armor, 0, kind=kind)
    _record(scene, blow, made)
    return made


def _no_base(move: Move) -> bool:
    """Whether a maneuver does no damage by itself."""
    armed = move.weapon is not None and bool(move.row.weapon)
    return move.row.base is None and not armed and move.line is None


def _before_armor(scene: Scene, move: Move, base: int, total: int) -> int:
    """Base and Success Levels, or the printed damage of a quick line (UNI-C-QUICK-DAMAGE)."""
    levels = levels_of(total)
    if move.line is None:
        return base + levels
    if scene.options.quick_damage == "printed":
        return move.line.damage
    return move.line.damage - levels_of(move.line.score) + levels


def _harm(scene: Scene, move: Move, victim: Combatant, kind: str, raws: list[int]) -> tuple[Fraction, int, bool | None]:
    """The multiplier, the damage, and whether a heart was pierced for good."""
    simple, special = scene.options.simple_damage, move.row.times
    if move.id == "throat_slit" and (victim.sheet.body.vampire or victim.sheet.body.undead or victim.sheet.body.bloodless):
        special = 0  # UNI-M-THROAT-SLIT: only what bleeds
    for rider in move.riders:
        if rider.times and rider.rule != "UNI-M-THROUGH-HEART" and not victim.sheet.body.no_brain:
            special = rider.times.get(kind, 0)  # type: ignore[call-overload]
    bite = move.row.bite and not scene.options.bite_doubles
    factor = multiplier(victim, kind, simple, special, bite)
    if any(rider.rule == "UNI-M-THROUGH-HEART" for rider in move.riders) and not is_thing(victim):
        damage, factor, killed = _heart(scene, move, victim, kind, sum(raws), factor)
    else:
        damage, killed = sum(points(raw, factor) for raw in raws), None
    if move.row.halved:
        damage //= 2
    if any(rider.rule == "UNI-M-KNOCKOUT" for rider in move.riders):
        damage //= 2
    return factor, damage, killed


def _heart(
    scene: Scene, move: Move, victim: Combatant, kind: str, raw: int, usual: Fraction
) -> tuple[int, Fraction, bool | None]:
    """Four times through a mortal heart; five times, if that kills at once, with what a creature's heart fears.

    UNI-M-THROUGH-HEART; the first eight points may be ordinary (UNI-M-HEART-RIBCAGE).
    """
    body, simple = victim.sheet.body, scene.options.simple_damage
    first = min(8, raw) if scene.options.heart_ribcage else 0
    feared = move.weapon is not None and move.weapon.material in body.heart_vulnerable_to
    if feared and not body.no_heart:
        deep = multiplier(victim, kind, simple, 5)
        damage = points(first, usual) + points(raw - first, deep)
        kills = victim.life_points - damage <= scene.options.heart_kill_at
        return (damage, deep, True) if kills else (points(raw, usual), usual, False)
    if body.no_heart or body.vampire or body.heart_vulnerable_to:
        return points(raw, usual), usual, None
    deep = multiplier(victim, kind, simple, 4)
    return points(first, usual) + points(raw - first, deep), deep, None


def _limb(scene: Scene, victim: Combatant, kind: str, location: str, damage: int) -> tuple[int, str]:
    """A limb is lost over half of the maximum, or to an edge at zero; the rest of such a blow vanishes.

    UNI-M-TARGET-LIMB, UNI-C-DAMAGE-SEVER.
    """
    if location not in ALL_LIMBS or is_thing(victim) or not damage:
        return damage, ""
    full = full_life_points(victim.sheet)
    half = 2 * damage > full
    if half or (kind == "slash_stab" and victim.life_points - damage <= 0):
        return (full // 2 if half else damage), "severed" if kind == "slash_stab" else "crippled"
    return damage, ""


def _record(scene: Scene, blow: Blow, landed: Landed) -> None:
    move, guard, aim = blow.move, landed.guard, landed.aim
    scene.record(
        f.Attacked(
            move.actor, aim.target, move.id, landed.outcome, blow.reach(aim), (*blow.total.terms, *aim.terms), guard.pick,
            guard.value, guard.total.terms, landed.levels, landed.base, landed.armor, landed.raw, str(landed.factor),
            landed.kind, landed.damage, move.weapon.id if move.weapon and move.row.weapon else "",
            landed.location or move.act.location, landed.hits, {**blow.total.owed, **aim.owed, **guard.total.owed},
        )
    )  # fmt: skip
