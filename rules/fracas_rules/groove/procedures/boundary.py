"""`next_round`: who falls strikes the ground, what is counted in rounds runs down, the bleeding bleed; then the new round."""

from __future__ import annotations

from ...kernel.ids import CombatantId
from ...kernel.requests import TABLE, Roll
from ...kernel.script import Script, throw
from .. import facts as f
from ..common import Scene, terms
from ..harm import hurt, settle, wound
from ..rows import Catalogue, FallRow
from ..state import has
from ..vocabulary import CONDITIONS

#: Rounds in a minute (GRV-ROUND).
MINUTE = 60


def next_round(scene: Scene) -> Script[None]:
    """One boundary for all, each step for everyone in the order in which they joined (GRV-ROUND)."""
    met = scene.state.encounter
    here = met.round if met is not None else 0
    falls: dict[CombatantId, dict[str, object]] = {}
    everyone = list(scene.state.combatants)
    for who in everyone:
        settle(scene, who)
        while any(fall.lands <= here for fall in scene.state.combatants[who].falls[:1]):
            falls[who] = yield from land(scene, who)
    for who in everyone:
        _count_down(scene, who)
    lost: dict[CombatantId, int] = {}
    for who in everyone:
        amount = yield from _bleed(scene, who)
        if amount:
            lost[who] = amount
    scene.record(f.RoundBegan(here + 1))
    scene.result = {"outcome": "success", "round": here + 1 if met is not None else 0}
    if falls:
        scene.result["falls"] = falls
    if lost:
        scene.result["bled"] = lost


def _count_down(scene: Scene, who: CombatantId) -> None:
    """A condition of n rounds goes when it stands at 0, else it stands one lower; surprise is over (GRV-AWARE)."""
    for one in scene.state.combatants[who].conditions:
        if one.id == "unaware":
            scene.record(f.ConditionLost(who, one.id))
        elif CONDITIONS[one.id].counted:
            rounds = int(one.params.get("rounds", 0))
            if rounds <= 0:
                scene.record(f.ConditionLost(who, one.id))
            else:
                scene.record(f.ConditionGained(who, one.id, {**one.params, "rounds": rounds - 1}))


def _bleed(scene: Scene, who: CombatantId) -> Script[int]:
    """A point a minute, counted for each victim (GRV-SEVERE-BLEED)."""
    victim = scene.state.combatants[who]
    if not has(victim, "bleeding") or wound(victim, scene.options) == "dead":
        return 0
    rounds = victim.bled + 1
    scene.record(f.Bled(who, rounds % MINUTE))
    if rounds < MINUTE:
        return 0
    yield from hurt(scene, who, 1, False, stuns=False)
    return 1


def row_of(rows: Catalogue, feet: int) -> FallRow | None:
    """The last row of the fall table that a distance reaches; None below the first (GRV-H-FALL)."""
    return next((row for row in reversed(rows.falls) if row.feet <= feet), None)


def land(scene: Scene, who: CombatantId) -> Script[dict[str, object]]:
    """Strike the ground at the end of one's first fall."""
    feet = scene.state.combatants[who].falls[0].feet
    scene.record(f.Landed(who))
    came = yield from strike_ground(scene, who, feet)
    return came


def strike_ground(scene: Scene, who: CombatantId, feet: int) -> Script[dict[str, object]]:
    """The damage of a fall: lethal, without location or armour, with a stun roll (GRV-H-FALL)."""
    row = row_of(scene.catalogue, feet)
    if row is None:
        return {"fall_dice": 0, "damage": 0, "stun": "none"}
    thrown = yield from throw(Roll("fall", TABLE, (6,) * row.dice))
    assert isinstance(thrown.value, int)
    damage = thrown.value
    card = f.Dice(who, "Fall", thrown.at, damage, tuple(terms(("die", "Dice", damage))))
    scene.record(f.Tested(who, "fall", "hit", (card,)))
    stun = yield from hurt(scene, who, damage, False)
    return {"fall_dice": row.dice, "damage": damage, **stun.result()}
