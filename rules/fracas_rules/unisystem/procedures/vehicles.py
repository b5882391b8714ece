"""Driving into things, off the road, and after each other."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...errors import refuse
from ...kernel.formula import Term, parse
from ...kernel.ids import CombatantId
from ...kernel.script import Script
from .. import facts as f
from ..common import Scene, is_thing
from ..harm import armor_value, levels_of
from ..modifiers import several, stated, term
from ..move import Move
from ..state import Combatant, current
from . import aftermath, fallout
from .damage import Landed
from .exchange import HIT, MISS, Blow, exchange, heroic, take_action
from .rolls import Total, add_die, traits_total
from .things import wear

_QUICK = parse("dexterity + driving")
_COMBAT = parse("combat")
#: Pounds from which a vehicle does more damage (UNI-C-VF-CRASH).
_HEAVY, _HUGE = 4_000, 20_000


def driver_of(scene: Scene, who: CombatantId) -> Combatant:
    """The vehicle that somebody drives."""
    return scene.state.combatants[scene.state.combatants[who].sheet.vehicle]


def driving(scene: Scene, who: Combatant, full: bool = True) -> Total:
    """Dexterity + Driving; by the full rules the lower of Dexterity and Handling counts (UNI-C-VF-HANDLING)."""
    total = traits_total(who, _QUICK, _COMBAT)
    vehicle = scene.state.combatants.get(who.sheet.vehicle)
    if vehicle is None or not full:
        return total
    clumsy = min(0, vehicle.sheet.handling - current(who, "dexterity"))
    if not clumsy:
        return total
    worse = Term("handling", "Handling", clumsy)
    return Total((*total.terms, worse), total.value + clumsy, total.base + clumsy, owed=total.owed)


def speed_penalty(speed: int) -> int:
    """-1 for every full 10 mph over 50 (UNI-C-VF-MANEUVER)."""
    return -max(0, (speed - 50) // 10)


def ram(scene: Scene, move: Move) -> Script[None]:
    """Drive into somebody or something (UNI-C-VQ-COLLISION, UNI-C-VQ-COLLISION-SELF, UNI-C-VF-CRASH, UNI-C-VF-CRASH-SELF)."""
    driver, vehicle = scene.state.combatants[move.actor], driver_of(scene, move.actor)
    quick = scene.options.vehicle_rules == "quick"
    total = driving(scene, driver, not quick).plus([*several(scene, driver), *stated(move.act.modifiers)])
    take_action(scene, move)
    blow = yield from exchange(scene, replace(move, free=True), total, rolls_die=True)
    target = scene.state.combatants[move.target]
    outcome = blow.outcome(blow.aims[0], 9 if is_thing(target) else scene.options.undefended_threshold)
    speed = int(move.param("relative_speed", move.param("speed", vehicle.sheet.speed_cruise))) // 10
    full = 0
    if outcome == HIT:
        full = (speed + levels_of(blow.total.value)) * vehicle.sheet.size_value if quick else speed * _class(vehicle, target)
    dealt, own = _shares(scene, vehicle, target, full, quick)
    landed = _landed(scene, blow, outcome, full, dealt)
    if outcome == HIT:
        if is_thing(target):
            yield from wear(scene, move.target, dealt, move.actor)
        elif dealt:
            yield from fallout.backlash(scene, move.target, dealt, "bash", move.actor)
        yield from wear(scene, vehicle.id, own, move.target)
        extra: dict[str, Any] = {"self_damage": own}
        if not quick:
            shaken = yield from _shaken(scene, vehicle, target, full)
            extra |= {"passenger_damage": shaken} if shaken else {}
        fell = yield from fallout.heavy_blow(scene, move.target, landed.raw, move.actor)
        aftermath.report(scene, blow, (landed,), aftermath.Aftermath(knockdown=fell), extra)
        return
    aftermath.failed(scene, move)
    aftermath.report(scene, blow, (landed,), aftermath.Aftermath(), {})


def _shaken(scene: Scene, vehicle: Combatant, target: Combatant, full: int) -> Script[dict[str, int]]:
    """Passengers of whichever vehicle the impact stops: the lighter one, both of equals, and any at something fixed."""
    riders: dict[str, int] = {}
    ours, theirs = weight(vehicle), weight(target)
    if target.sheet.kind == "vehicle" and theirs <= ours:
        riders |= yield from _passengers(scene, target, full)
    if is_thing(target) and ours <= theirs:
        riders |= yield from _passengers(scene, vehicle, full)
    return riders


def _landed(scene: Scene, blow: Blow, outcome: str, full: int, dealt: int) -> Landed:
    aim = blow.aims[0]
    guard, levels = blow.guards[aim.target], levels_of(blow.total.value)
    landed = Landed(aim, guard, outcome, int(outcome == HIT), levels, full, 0, dealt, damage=dealt)
    scene.record(
        f.Attacked(
            blow.move.actor, aim.target, blow.move.id, outcome, blow.total.value, blow.total.terms, guard.pick, guard.value,
            guard.total.terms, levels, full, 0, dealt, "1", "bash", dealt,
        )
    )  # fmt: skip
    return landed


def weight(who: Combatant) -> int:
    """Pounds; people and animals are always lighter than a vehicle, fixed things always heavier."""
    if who.sheet.kind == "vehicle":
        return who.sheet.weight_lb
    return who.sheet.weight_lb or 10**9 if who.sheet.kind == "object" else 0


def _class(one: Combatant, other: Combatant | None = None) -> int:
    """Damage for every 10 mph, by the heavier of two vehicles (UNI-C-VF-CRASH)."""
    pounds = one.sheet.weight_lb
    if other is not None and other.sheet.kind == "vehicle":
        pounds = max(pounds, other.sheet.weight_lb)
    return 10 if pounds < _HEAVY else 20 if pounds <= _HUGE else 30


def _shares(scene: Scene, vehicle: Combatant, target: Combatant, full: int, quick: bool) -> tuple[int, int]:
    """What the target takes, and what the vehicle does, each after its armour."""
    armor = armor_value(target, "bash")
    lighter = weight(target) < weight(vehicle)
    dealt = full
    if not quick and target.sheet.kind == "vehicle" and weight(target) > weight(vehicle):
        dealt = full // 2
    dealt = max(0, dealt - armor)
    if scene.options.smackdown and target.sheet.body.vampire:
        dealt //= 2
    if quick or target.sheet.kind == "vehicle":
        own = full // 2 if lighter else full
    elif target.sheet.kind == "object":
        own = full // 3 if lighter else full
    else:
        own = full // 3
    return dealt, max(0, own - vehicle.sheet.av)


def run_off_road(scene: Scene, move: Move) -> Script[None]:
    """Push another driver off the road (UNI-C-VF-ROADRAGE)."""
    actor, other = scene.state.combatants[move.actor], scene.state.combatants[move.target]
    if other.sheet.vehicle not in scene.state.combatants:
        refuse("illegal-target", f"{other.sheet.name} drives nothing.", "$.targets[0]")
    speed = int(move.param("speed", 0))
    theirs = int(move.param("target_speed", speed))
    total = driving(scene, actor).plus([*several(scene, actor), term("speed", speed_penalty(speed)), *stated(move.act.modifiers)])
    swerve = driving(scene, other).plus([term("speed", speed_penalty(theirs))])
    take_action(scene, move)
    total = yield from add_die(scene, move.actor, total, "attack", "attack", heroic(move))
    swerve = yield from add_die(scene, move.target, swerve, "driving", needs=(total.value,))
    pushed = total.value >= 9 and total.value > swerve.value
    outcome = HIT if pushed else MISS
    scene.record(
        f.Contested(
            move.actor, move.target, move.id, "success" if pushed else "failure", total.value, total.terms, swerve.value,
            swerve.terms,
        )
    )  # fmt: skip
    if not pushed:
        aftermath.failed(scene, move)
    scene.result.update(
        outcome=outcome, total=total.value, modifier=total.modifier, defense_total=swerve.value,
        success_levels=levels_of(total.value), damage=0,
    )  # fmt: skip


# ── Crashes and chases ───────────────────────────────────────────────────────────────────────────────────────────────


def crash(scene: Scene, targets: tuple[CombatantId, ...], params: dict[str, Any]) -> Script[None]:
    """A vehicle runs into something, or two into each other; passengers with them (UNI-C-VF-CRASH-SELF, UNI-C-VF-PASSENGERS)."""
    for one in targets:
        if scene.state.combatants[one].sheet.kind != "vehicle":
            refuse("illegal-target", f"{scene.state.combatants[one].sheet.name} is no vehicle.", "$.targets")
    if not 1 <= len(targets) <= 2:
        refuse("illegal-target", "One vehicle crashes, or two.", "$.targets")
    speed = int(params.get("relative_speed", params.get("speed", 0))) // 10
    full = _pair_damage(scene, targets, speed) if len(targets) == 2 else _alone(scene, targets[0], speed, params)
    damage: dict[str, int] = {}
    riders: dict[str, int] = {}
    lightest = min((weight(scene.state.combatants[one]) for one in targets), default=0)
    for one in targets:
        vehicle = scene.state.combatants[one]
        damage[one] = max(0, full[one] - vehicle.sheet.av)
    for one in targets:
        yield from wear(scene, one, damage[one])
    for one in targets:
        vehicle = scene.state.combatants[one]
        alone = len(targets) == 1
        stopped = params.get("into") == "solid" if alone else weight(vehicle) == lightest
        if params.get("stops", stopped):
            riders |= yield from _passengers(scene, vehicle, full[one])
    scene.result.update(outcome=HIT, damage=damage)
    if riders:
        scene.result["passenger_damage"] = riders


def _pair_damage(scene: Scene, targets: tuple[CombatantId, ...], speed: int) -> dict[str, int]:
    one, other = (scene.state.combatants[target] for target in targets)
    full = speed * _class(one, other)
    if weight(one) == weight(other):
        return {one.id: full, other.id: full}
    heavier = max((one, other), key=weight).id
    return {target: full // 2 if target == heavier else full for target in targets}


def _alone(scene: Scene, vehicle: CombatantId, speed: int, params: dict[str, Any]) -> dict[str, int]:
    full = speed * _class(scene.state.combatants[vehicle])
    into = params.get("into", "solid")
    return {vehicle: 0 if into == "small" else full // 3 if into in ("human", "large_animal") else full}


def _passengers(scene: Scene, vehicle: Combatant, damage: int) -> Script[dict[str, int]]:
    """Half of it without a belt, a fifth with one, 20 less with an air bag (UNI-C-VF-PASSENGERS)."""
    taken: dict[str, int] = {}
    drivers = [one for one, who in scene.state.combatants.items() if who.sheet.vehicle == vehicle.id]
    for one in dict.fromkeys((*vehicle.sheet.occupants, *drivers)):
        rider = scene.state.combatants.get(one)
        if rider is None:
            continue
        belted = rider.sheet.belted and vehicle.sheet.size_value != 4
        points = damage // 5 if belted else damage // 2
        points = max(0, points - 20) if rider.sheet.airbag else points
        points = max(0, points - armor_value(rider, "bash", worn=False))
        taken[one] = points
        if points:
            yield from fallout.backlash(scene, one, points, "bash", "")
    return taken


def chase(scene: Scene, params: dict[str, Any]) -> Script[None]:
    """One Turn of a chase, by the rules of the table (UNI-C-VQ-CHASE, UNI-C-VF-CHASE)."""
    pursuer, quarry = (scene.state.combatants[str(params[key])] for key in ("pursuer", "quarry"))
    quick = scene.options.vehicle_rules == "quick"
    totals = {}
    difference = 0 if quick else int(params.get("pursuer_speed", 0)) - int(params.get("quarry_speed", 0))
    for who, ahead, bonus in (
        (pursuer, difference, params.get("pursuer_bonus", 0)),
        (quarry, -difference, params.get("quarry_bonus", 0)),
    ):
        faster = max(0, ahead) // 10
        total = driving(scene, who, not quick).plus([term("speed", faster), Term("gm", "Circumstances", int(bonus))])
        totals[who.id] = yield from add_die(scene, who.id, total, "chase")
        scene.record(f.Tested(who.id, "chase", totals[who.id].value, totals[who.id].terms, totals[who.id].value >= 9))
    scene.result["totals"] = {one: total.value for one, total in totals.items()}
    if quick:
        _contest(scene, pursuer.id, quarry.id, totals)
    else:
        _lead(scene, pursuer, quarry, totals, int(params.get("head_start", 0)))


def _contest(scene: Scene, pursuer: CombatantId, quarry: CombatantId, totals: dict[str, Total]) -> None:
    mine, theirs = totals[pursuer].value, totals[quarry].value
    if max(mine, theirs) < 9:
        scene.result["outcome"] = "tie"
        return
    winner = pursuer if mine > theirs else quarry
    scene.result.update(outcome="success" if winner == pursuer else "failure", winner=winner)


def _lead(scene: Scene, pursuer: Combatant, quarry: Combatant, totals: dict[str, Total], head_start: int) -> None:
    """Levels add up; five ahead wins; the head start counts once."""
    levels = {
        pursuer.id: pursuer.chase_levels + levels_of(totals[pursuer.id].value),
        quarry.id: quarry.chase_levels + levels_of(totals[quarry.id].value) + head_start // 2,
    }
    for one, gathered in levels.items():
        scene.record(f.Chased(one, gathered))
    lead = abs(levels[pursuer.id] - levels[quarry.id])
    scene.result.update(outcome="tie" if lead < 5 else "success", lead=lead)
    if lead >= 5:
        scene.result["winner"] = max(levels, key=lambda one: levels[one])
