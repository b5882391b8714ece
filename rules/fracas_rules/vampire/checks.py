"""What may not be done, and which reason is given first.

A move is prepared once; then every check adds to a list, in any order, and the reason that stands first in `ORDER` is the
answer.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import refuse
from ..kernel import params
from ..kernel.english import counted
from ..kernel.ranked import Problem, refuse_first
from ..kernel.roster import distance
from . import params as p
from .commands import Act
from .common import Scene, up, weapon_of
from .modifiers import ability, blind, current, discipline, hampered, speed
from .move import Move, act_class, claws, fits, prepare, spikes
from .needs import SETUPS
from .sheet import Weapon, natural_weapons, title
from .state import Combatant, has
from .vocabulary import CONDITIONS, words

#: Which code wins where several apply (README, Refusals).
ORDER = (
    "malformed", "unknown-id", "forbidden", "not-your-turn", "incapacitated", "no-actions-left", "illegal-choice",
    "requirement", "illegal-target", "out-of-range", "no-ammunition", "resource",
)  # fmt: skip


def check(scene: Scene, act: Act) -> Move:
    """The move that an act is, or a `Refusal` with the reason that comes first."""
    fight = scene.state
    row = scene.catalogue.maneuvers.get(act.maneuver)
    first: list[Problem] = []
    if row is None:
        first.append(("unknown-id", f"There is no maneuver `{act.maneuver}`.", "$.maneuver"))
    if act.actor not in fight.combatants:
        first.append(("unknown-id", f"There is no combatant `{act.actor}` here.", "$.actor"))
    for at, one in enumerate(act.targets):
        if one not in fight.combatants:
            first.append(("unknown-id", f"There is no combatant `{one}` here.", f"$.targets[{at}]"))
    if row is not None and act.params:
        params.check(act.params, {name: p.ACT[name] for name in row.takes}, "$.params", row.name)
    for resource in act.spend:
        if resource != "willpower":
            first.append(("malformed", f"There is no resource `{resource}`: willpower is one.", f"$.spend.{resource}"))
    refuse_first(first, ORDER)
    assert row is not None
    who = fight.combatants[act.actor]
    move = prepare(scene, row, act)
    problems: list[Problem] = []
    for part in (_words, _turn, _condition, _economy, _weapon, _needs, _target, _range):
        problems += part(scene, who, move)
    if row.setup:
        problems += SETUPS[row.setup](scene, who, move)
    refuse_first(problems, ORDER)
    if move.spec is not None and not move.spec.dice:  # an action without dice cannot be taken (VTM-DICE-ROLL, VTM-C-MULTI)
        refuse("requirement", f"{who.sheet.name} has no dice left for it.", "$.maneuver")
    return move


# ── The checks ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _words(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    """Weapons and places that are none, or were not declared, or do not go with the maneuver (VTM-I-GEAR, VTM-T-LOCATION)."""
    act = move.act
    if act.weapon and weapon_of(who, act.weapon) is None:
        if act.weapon in scene.catalogue.weapons:
            yield "illegal-choice", f"{words(act.weapon)} was not declared before the fight.", "$.weapon"
        else:
            yield "unknown-id", f"There is no weapon `{act.weapon}`.", "$.weapon"
    if act.location and act.location not in scene.catalogue.places:
        yield "unknown-id", f"There is no place `{act.location}`.", "$.location"
    elif act.location and not move.row.aim:
        yield "illegal-choice", f"{move.row.name} cannot be aimed at a place.", "$.location"


def _turn(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    met, name = scene.state.encounter, who.sheet.name
    if move.act.spend.get("willpower"):
        yield "forbidden", "In combat Willpower buys no success.", "$.spend.willpower"  # VTM-R-WILLPOWER
    if met is None:
        return
    if met.phase == "gear":
        free_attack = move.row.attack and who.ambush is not None and move.act.targets == (who.ambush.target,)
        if move.id != "ambush" and not free_attack:
            yield "not-your-turn", "Before initiative there are only ambushes and their free attacks.", "$.maneuver"
    elif move.id == "ambush":
        yield "illegal-target", "Those who are fighting already cannot be ambushed.", "$.targets[0]"  # VTM-I-AMBUSH-ENGAGED
    if met.phase == "initiative":
        yield "not-your-turn", "Initiative is to be rolled first.", "$.do"
    elif met.phase == "actions" and move.actor not in up(met, scene.state):
        yield "not-your-turn", f"It is not {name}'s turn.", "$.actor"


def _condition(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    """What conditions and health take away is refused `incapacitated` (VTM-H-INCAPACITATED, VTM-X-STAKED, VTM-X-STUNNED)."""
    name, classes = who.sheet.name, act_class(move)
    if who.fate:
        yield "incapacitated", f"{name} can do nothing.", "$.actor"
    if who.full and not (who.sheet.kind == "vampire" and move.id == "heal"):
        yield "incapacitated", f"{name} is incapacitated.", "$.actor"
    for one in who.conditions:
        kind = CONDITIONS[one.id]
        if kind.allows is not None and not any(allowed in kind.allows for allowed in classes):
            yield "incapacitated", f"{name} is {kind.label.lower()}.", "$.actor"
    if move.power is not None and has(who, "staked") and move.power.mental and move.power.cost:
        yield "resource", f"{name} cannot spend blood with a stake in the heart.", "$.params.power"
    if blind(who) and (move.row.answers == "ranged" or move.row.procedure == "aim"):
        yield "incapacitated", f"{name} cannot see: nothing can be shot or thrown.", "$.maneuver"
    if move.id in ("move", "run") and has(who, "clinched"):
        yield "incapacitated", f"{name} is clinched and cannot move away.", "$.maneuver"
    if move.id == "run" and not speed(who)[0]:
        yield "incapacitated", f"{name} is too badly hurt to run.", "$.maneuver"


def _economy(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    met, row, name = scene.state.encounter, move.row, who.sheet.name
    power = move.power
    if power is not None and power.at_start and (who.acted or who.taken or who.extra_acted):
        yield "forbidden", f"{words(power.id)} is used at the start of the turn.", "$.params.power"  # VTM-A-POWER-START
    if move.extra and power is not None and power.kind == "roll":
        yield "requirement", "Celerity's extra actions are physical.", "$.params.power"
    if met is None or met.phase != "actions" or move.free:
        return
    if move.extra:
        if who.extra_acted:
            yield "no-actions-left", f"{name} has used this extra action.", "$.actor"
        return
    if who.plan:
        if move.place >= len(who.plan):
            yield "no-actions-left", f"{name} has done all that was declared.", "$.actor"
        elif who.plan[move.place] != move.id:
            due = words(who.plan[move.place])
            yield "illegal-choice", f"{name} declared {due} next.", "$.maneuver"
        if row.procedure == "aim":
            yield "requirement", "Nothing else may be done while aiming.", "$.maneuver"
    elif who.acted:
        yield "no-actions-left", f"{name} has used the action of this turn.", "$.actor"


def _weapon(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    row, weapon = move.row, move.weapon
    if not row.needs or row.needs in ("claws", "fangs") or (row.optional and weapon is None):
        return
    if weapon is None:
        if not move.act.weapon:
            yield "requirement", f"{row.name} needs a weapon.", "$.weapon"
        return
    if row.needs != "any" and weapon.id not in who.ready:
        yield "requirement", f"{title(weapon)} is not in hand.", "$.weapon"
    if not fits(row.needs, weapon):
        yield "requirement", f"{row.name} cannot be done with {title(weapon)}.", "$.weapon"
    if row.needs not in ("shooter", "automatic", "gun") or not row.attack:
        return
    yield from _shots(scene, who, move, weapon)


def _shots(scene: Scene, who: Combatant, move: Move, weapon: Weapon) -> Iterator[Problem]:
    """Rounds and rate (VTM-E-CAPACITY, VTM-E-RATE, VTM-M-AUTO-CLIP, VTM-E-ARCHERY, VTM-E-AUTO)."""
    row, left = move.row, who.ammo.get(weapon.id, 0)
    count = len(move.act.targets) if row.procedure == "volley" else 1
    if row.all:
        if not left or 2 * left < weapon.capacity:
            yield "no-ammunition", f"{title(weapon)} has less than half a clip.", "$.weapon"
        return
    loose = weapon.kind == "bow" and ability(who, weapon.ability) >= 3
    if not loose and left < (row.rounds or 1) * count:
        yield "no-ammunition", f"{title(weapon)} has not enough rounds.", "$.weapon"
    before = who.shots.get(weapon.id, 0) if scene.state.encounter is not None else 0
    if (before or count > 1) and before + count > weapon.rate:
        yield "requirement", f"{title(weapon)} fires {counted(weapon.rate, 'time')} a turn.", "$.weapon"


def _needs(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    row, name = move.row, who.sheet.name
    if ability(who, "brawl") < row.brawl:
        yield "requirement", f"{row.name} takes Brawl {row.brawl}.", "$.maneuver"  # VTM-M-DIRTY
    if row.needs == "claws":
        if not claws(who):
            yield "requirement", f"{name} has no claws.", "$.maneuver"
        elif move.natural not in claws(who):
            yield "requirement", f"{name} has no {words(move.natural)} to strike with.", "$.params.natural"
    if row.procedure == "crush" and move.natural and move.natural not in spikes(who):
        yield "requirement", f"{name} has no {words(move.natural)}.", "$.params.natural"
    if row.needs == "fangs" and "fangs" not in natural_weapons(who.sheet):
        yield "requirement", f"{name} has no fangs.", "$.maneuver"
    if row.procedure == "defense":
        yield "illegal-choice", f"{row.name} answers an attack, or is reserved with `declare`.", "$.maneuver"


def _target(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    row, targets = move.row, move.act.targets
    if len(targets) < row.least or len(targets) > row.against:
        what = counted(row.against, "target") if row.least == row.against else f"{row.least} to {row.against} targets"
        yield "illegal-target", f"{row.name} takes {what if row.against else 'no target'}.", "$.targets"
    if len(set(targets)) < len(targets):
        yield "illegal-target", "Each target is another one.", "$.targets"
    if move.actor in targets and row.procedure != "power":
        yield "illegal-target", "One cannot be one's own target.", "$.targets"
    for at, one in enumerate(targets):
        if row.attack and scene.state.combatants[one].fate in ("dead", "final_death"):
            yield "illegal-target", f"{scene.state.combatants[one].sheet.name} is dead.", f"$.targets[{at}]"


def _range(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    """Range of weapons and throws, and how far one moves (VTM-E-RANGE, VTM-M-THROW, VTM-F-MOVE, VTM-F-RUN)."""
    row, weapon = move.row, move.weapon
    if row.procedure == "move":
        yield from _movement(scene, who, move)
    elif row.effect == "throw":
        far = 5 * (current(who, "strength") + discipline(who, "potence"))
        if move.metres is not None and move.metres > far:
            yield "out-of-range", f"{who.sheet.name} throws {counted(far, 'metre')}.", "$.distance"
    elif row.answers == "ranged" and weapon is not None:
        for at, one in enumerate(move.act.targets):
            metres = distance(scene, move.actor, one, move.act.distance)
            if metres is not None and metres > 2 * weapon.range:
                yield "out-of-range", f"{title(weapon)} reaches {counted(2 * weapon.range, 'metre')}.", f"$.targets[{at}]"
    if row.procedure == "strafe" and move.param("area") > 3:
        yield "out-of-range", "Strafing covers 3 metres.", "$.params.area"


def _movement(scene: Scene, who: Combatant, move: Move) -> Iterator[Problem]:
    """How far: in metres, or to a square of the map, which the map measures."""
    run, free, most = speed(who)
    to, path = move.act.params.get("to"), "$.distance"
    if to is not None:
        path = "$.params.to"
        if move.act.distance or move.act.params.get("metres"):
            yield "malformed", "Say how far, or to which square: the map measures the way.", path
        barred = scene.no_way(move.actor, to)
        if barred is not None:
            yield *barred, path
    elif move.metres is None:
        yield "malformed", "Say how far: `distance`, in metres; or to which square of the map: `params.to`.", path
    if move.metres is None:
        return
    far = run if move.id == "run" else most if hampered(who) else free
    gone = who.moved if scene.state.encounter is not None else 0  # outside a fight no turn ends, and nobody stands still for ever
    left = max(0, far - gone)
    if move.metres > left:
        yield "out-of-range", f"{who.sheet.name} may go {counted(left, 'metre')} more.", path
