"""One roll for the whole Turn, that strikes and defends.

UNI-M-DEFLECTING-KATA, UNI-M-WHIRLING-SWORD, UNI-M-CHAINSAW-BALLET, UNI-M-POWER-TOOL-DANCE, UNI-M-WALL-FLIP.
"""

from __future__ import annotations

from typing import Any

from ...kernel.requests import Ask, Option
from ...kernel.script import Script, choose
from .. import facts as f
from ..common import Scene, amount, gain, mark
from ..harm import armor_value, knock_down, multiplier, points
from ..modifiers import term
from ..move import Move, second_weapon
from . import aftermath, fallout, prelude
from .damage import Landed, land
from .exchange import Blow, acting, exchange, heroic, take_action
from .rolls import Total, add_die

#: What a wall flip adds to the defence, as Full Defense would.
_FLIPPING = 3


def whirl(scene: Scene, move: Move) -> Script[None]:
    """Strike at all that come near, and let the same total defend: kata, whirling sword, chainsaw ballet."""
    offense, defense = yield from _second_blade(scene, move)
    rolled = yield from _roll(scene, move)
    total = rolled.plus([term("second_blade", offense)])
    stands = rolled.value + defense
    _stand(scene, move, stands, total.value)
    targets, missed = _within_reach(move, total)
    blow = Blow(move, total, (), {})
    landed: tuple[Landed, ...] = ()
    after = aftermath.Aftermath()
    if targets:
        blow = yield from exchange(scene, move.aiming_at(targets), total)
        landed = tuple(land(scene, blow, aim) for aim in blow.aims)
        after = yield from aftermath.finish(scene, blow, landed)
        for one in targets:
            mark(scene, move.actor, f"countered:{one}")
    _report(scene, move, blow, landed, after, missed, stands)


def _report(
    scene: Scene,
    move: Move,
    blow: Blow,
    landed: tuple[Landed, ...],
    after: aftermath.Aftermath,
    missed: tuple[str, ...],
    stands: int,
) -> None:
    extra: dict[str, Any] = {"standing_total": stands, **after.told}
    if not move.aims:
        total = blow.total
        extra |= {"total": total.value, "modifier": total.modifier, "success_levels": total.levels, "outcome": "success"}
        if total.die is not None:
            extra["die"] = total.die
        scene.result.update(extra)
        return
    aftermath.report(scene, blow, landed, after, extra, many=True)
    for one in missed:
        scene.result["outcomes"][one] = "not_reached"
        for key in ("damage", "hits", "defense_total", "defense_modifier"):
            scene.result[key][one] = 0


def _roll(scene: Scene, move: Move) -> Script[Total]:
    """The one roll: it shares the attack die of the Turn."""
    actor = scene.state.combatants[move.actor]
    total = acting(scene, move, actor)
    take_action(scene, move)
    _tire(scene, move)
    total = yield from add_die(scene, move.actor, total, "attack", "attack", heroic(move))
    return total


def _tire(scene: Scene, move: Move) -> None:
    if move.row.tires:
        before = scene.state.combatants[move.actor].exertion.get(move.id, 0)
        scene.record(f.Tired(move.actor, {move.id: before + 1}))
        mark(scene, move.actor, f"tiring:{move.id}")


def _stand(scene: Scene, move: Move, total: int, attack: int) -> None:
    """The total stands for the rest of the Turn."""
    params: f.Params = {"maneuver": move.id, "total": total, "attack_total": attack}
    if move.weapon is not None:
        params["weapon"] = move.weapon.id
    gain(scene, move.actor, "standing_roll", params)


def _within_reach(move: Move, total: Total) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Whom a ballet reaches on its path: one foe and one more for every level; the others strike at all they are told of."""
    targets = move.act.targets
    if not move.row.halved:
        return targets, ()
    most = 1 + total.levels if total.value >= 9 else 0
    return targets[:most], targets[most:]


def _second_blade(scene: Scene, move: Move) -> Script[tuple[int, int]]:
    """A second weapon adds 1 to attack or defence, with Ambidexterity to both (UNI-M-WHIRLING-SWORD)."""
    actor = scene.state.combatants[move.actor]
    if move.id != "whirling_sword" or second_weapon(actor) is None:
        return 0, 0
    if "ambidexterity" in actor.sheet.qualities:
        return 1, 1
    options = (Option("defense", "The defense"), Option("offense", "The attack"))
    pick = yield from choose(Ask("whirl_bonus", move.actor, "Which side does the second blade serve?", "defense", options))
    return (1, 0) if pick == "offense" else (0, 1)


def dance(scene: Scene, move: Move) -> Script[None]:
    """Dance with a power tool: the total defends against all that is close, and cuts who walks in."""
    total = yield from _roll(scene, move)
    _stand(scene, move, total.value, total.value)
    _tell(scene, total, "success", standing_total=total.value)


def wall_flip(scene: Scene, move: Move) -> Script[None]:
    """Up the wall and over: with a level the total and 3 defends against everything; without, a fall (UNI-M-WALL-FLIP)."""
    yield from prelude.surface(scene)
    total = yield from _roll(scene, move)
    if total.levels:
        _stand(scene, move, total.value + _FLIPPING, total.value)
        _tell(scene, total, "success", standing_total=total.value + _FLIPPING)
        return
    actor = scene.state.combatants[move.actor]
    damage = points(max(0, amount(move.row.base, actor) - armor_value(actor, "bash")), multiplier(actor, "bash"))
    yield from fallout.backlash(scene, move.actor, damage, "bash", "")
    knock_down(scene, move.actor)
    _tell(scene, total, "failure", attacker_damage=damage)


def _tell(scene: Scene, total: Total, outcome: str, **extra: Any) -> None:
    scene.result.update(outcome=outcome, total=total.value, modifier=total.modifier, success_levels=total.levels, **extra)
    if total.die is not None:
        scene.result["die"] = total.die
