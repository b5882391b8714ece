"""Attacks on several targets: one shot each from a divided pool, or one burst over an area. Each target is finished in turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from ...errors import refuse
from ...kernel.ids import CombatantId
from ...kernel.requests import Shares
from ...kernel.roster import distance
from ...kernel.script import Script
from .. import facts as f
from ..commands import Act
from ..common import Scene, cast, dice_of, difficulty_of, share_out
from ..move import Move, spec_of
from .act import take
from .defend import Defense, choose_defense
from .effects import plain
from .strike import BLOCKED, BOTCH, HIT, MISS, Blow, Landed, answer, fire, hurt, listed_type, note, spent, told_blow

#: Keys of a single attack's result that are told by target here.
_BY_TARGET = (
    "outcome", "pool", "successes", "defense", "defense_pool", "defense_difficulty", "defense_successes", "net_successes",
    "damage_pool", "damage_successes", "damage_type", "halved", "soak_pool", "soak_successes", "damage",
)  # fmt: skip


def _defenses(scene: Scene, move: Move) -> Script[dict[CombatantId, Defense]]:
    found: dict[CombatantId, Defense] = {}
    for target in move.act.targets:
        kind = listed_type(scene, move, scene.state.combatants[target])
        found[target] = yield from choose_defense(scene, move, target, kind)
    return found


def volley(scene: Scene, move: Move) -> Script[None]:
    """Several shots: the pool is divided among the targets, spare dice go to the first (VTM-M-MULTISHOT)."""
    spec, targets = move.roll(), move.act.targets
    each, spare = divmod(dice_of(spec.terms), len(targets))
    if not each:
        refuse("requirement", "Every shot needs a die.", "$.targets")
    defenses = yield from _defenses(scene, move)
    take(scene, move)
    fire(scene, move, len(targets))
    told: dict[CombatantId, dict[str, Any]] = {}
    for at, target in enumerate(targets):
        metres = distance(scene, move.actor, target, move.act.distance)
        before = (at, *_so_far(scene, told))
        shot = replace(move, act=_one(move, target), metres=metres, before=before, tally=_levels(told))
        who, victim = scene.state.combatants[move.actor], scene.state.combatants[target]
        against = spec_of(scene, who, shot, victim)
        assert against is not None
        blind = sum(one.value for one in against.terms if one.key == "blind_target")
        roll = yield from cast(
            "attack", move.actor, f"Shot {at + 1}", spec.terms, difficulty_of(against.against), tens=spec.tens,
            dice=each + (at < spare) + blind, after=before if at else None, tally=shot.tally,
            against=against.against,
        )  # fmt: skip
        blow = yield from answer(scene, shot, target, roll, roll.successes, defenses[target])
        landed = yield from plain(scene, shot, blow)
        note(scene, shot, landed)
        told[target] = told_blow(shot, landed)
    scene.result = {**_tables(told), "difficulty": next(iter(told.values()))["difficulty"], **spent(scene, move)}


def _levels(told: Mapping[CombatantId, Mapping[str, Any]]) -> int:
    """The levels that the targets before have taken."""
    return sum(int(one["damage"]) for one in told.values())


def _so_far(scene: Scene, told: Mapping[CombatantId, Mapping[str, Any]]) -> tuple[int, ...]:
    """What the targets before came to, as far as it matters to those after: any hit, anybody down."""
    hit = any(one["outcome"] == HIT for one in told.values())
    down = any(scene.state.combatants[one].full for one in told)
    return int(hit), int(down)


def _one(move: Move, target: CombatantId) -> Act:
    return replace(move.act, targets=(target,))


def _tables(told: Mapping[CombatantId, Mapping[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key in _BY_TARGET:
        table = {target: one[key] for target, one in told.items() if key in one}
        if table:
            found[key] = table
    return found


def strafe(scene: Scene, move: Move) -> Script[None]:
    """A whole clip over an area: one roll, its successes shared out (VTM-M-STRAFE)."""
    spec = move.roll()
    defenses = yield from _defenses(scene, move)
    take(scene, move)
    fire(scene, move, 1)
    roll = yield from cast(
        "attack", move.actor, "Strafe", spec.terms, spec.difficulty, tens=spec.tens, against=spec.against
    )  # fmt: skip
    assigned = yield from _share(scene, move, roll.successes)
    told: dict[CombatantId, dict[str, Any]] = {}
    for target in move.act.targets:
        rest = [share for one, share in assigned.items() if one not in told and one != target]
        before = (len(told), *rest, *_so_far(scene, told))
        burst = replace(move, before=before, tally=_levels(told))
        landed = yield from _spray(scene, burst, target, roll, assigned[target], defenses[target])
        told[target] = told_blow(move, landed)
    found = _tables(told)
    found.update(pool=roll.dice, difficulty=roll.difficulty, successes=roll.successes, assigned=assigned, **spent(scene, move))
    scene.result = found


def _share(scene: Scene, move: Move, successes: int) -> Script[dict[CombatantId, int]]:
    """Evenly over all targets; the rest as the shooter likes (VTM-M-STRAFE-DIVIDE, VTM-M-STRAFE-FEW, VTM-M-STRAFE-SINGLE)."""
    targets = move.act.targets
    if len(targets) == 1:
        return {targets[0]: successes // 2}
    each, rest = divmod(successes, len(targets))
    assigned = dict.fromkeys(targets, each)
    if rest:
        default = dict.fromkeys(targets[:rest], 1)
        shares = Shares(targets, rest, 0 if each else 1)
        what = f"{rest} successes are left over: on whom?" if each else f"{rest} successes for {len(targets)} targets: on whom?"
        more = yield from share_out(scene, "strafe_assign", move.actor, what, default, shares)
        assigned = {one: share + more[one] for one, share in assigned.items()}
    return assigned


def _spray(scene: Scene, move: Move, target: CombatantId, roll: f.Cast, share: int, defense: Defense) -> Script[Landed]:
    one = replace(move, act=_one(move, target))
    if not roll.successes or not share:
        word = BOTCH if roll.botch else MISS
        blow = Blow(target, roll, defense, 0, word)
        if defense.kind != "none":
            blow = (yield from answer(scene, one, target, roll, 0, defense))._replace(outcome=word)
        landed = Landed(blow)
    else:
        blow = yield from answer(scene, one, target, roll, share, defense)
        blow = blow._replace(outcome=HIT if blow.net else BLOCKED)
        # assigned successes all add to the damage, or by option those beyond the first
        more = 1 if scene.options.strafe_all_successes_add else 0
        landed = Landed(blow)
        if blow.net:
            landed = yield from hurt(scene, one, blow._replace(net=blow.net + more))
            landed = landed._replace(blow=blow)
    note(scene, one, landed)
    return landed
