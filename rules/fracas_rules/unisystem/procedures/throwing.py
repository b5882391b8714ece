"""Throwing what was not made for it, and slamming people into walls: what can be lifted, and what it does."""

from __future__ import annotations

from ...errors import refuse
from ...kernel.english import counted
from ...kernel.script import Script, gm_says
from ..common import Scene
from ..move import Move
from ..state import Combatant, current
from . import aftermath, prelude
from .damage import land
from .exchange import exchange

#: Base damage by the pounds thrown.
_BY_WEIGHT = ((5, 2), (20, 5), (50, 10), (100, 15), (250, 20), (500, 30), (1_000, 40), (2_000, 60))


def lift(strength: int) -> int:
    """Pounds that can be lifted without effort."""
    if strength <= 5:
        return 50 * max(0, strength)
    if strength <= 10:
        return 250 + 200 * (strength - 5)
    if strength <= 15:
        return 1_500 + 500 * (strength - 10)
    return 5_000 + 1_000 * (strength - 15)


def needed(pounds: int) -> int:
    """The least Strength that lifts so much."""
    return next((strength for strength in range(1, 51) if lift(strength) >= pounds), 51)


def base_of(pounds: int) -> int:
    """Base damage of what is thrown: by its weight, and 20 more for each doubling beyond a ton."""
    for most, damage in _BY_WEIGHT:
        if pounds <= most:
            return damage
    damage, most = 60, 2_000
    while pounds > most:
        most *= 2
        damage += 20
    return damage


def throw_object(scene: Scene, move: Move) -> Script[None]:
    """Heave something at somebody (UNI-C-THROW-OBJECT)."""
    who = scene.state.combatants[move.actor]
    pounds = int(move.param("weight_lb", 5))
    helpers = _helpers(scene, move, who)
    alone = lift(current(who, "strength"))
    if pounds > alone and not helpers:
        refuse("requirement", f"{pounds} lb are too heavy; {alone} lb can be lifted.", "$.params.weight_lb")
    spare = max(0, current(who, "strength") - needed(pounds))
    if move.yards is not None and move.yards > 2 + 2 * spare:
        refuse("out-of-range", f"{counted(move.yards, 'yard')} is beyond the {2 + 2 * spare} of that throw.", "$.targets[0]")
    yield from _together(scene, pounds, alone, helpers)
    blow = yield from exchange(scene, move)
    landed = land(scene, blow, blow.aims[0], base=base_of(pounds))
    after = yield from aftermath.finish(scene, blow, (landed,))
    aftermath.report(scene, blow, (landed,), after, dict(after.told))


def _helpers(scene: Scene, move: Move, who: Combatant) -> list[Combatant]:
    """Those who lift as well: of the thrower's side, and neither himself nor whom it is thrown at."""
    found = [scene.state.combatants[one] for one in move.param("helpers", ())]
    for at, one in enumerate(found):
        path = f"$.params.helpers[{at}]"
        if one.id == move.actor or one.id in move.act.targets:
            refuse("illegal-choice", f"{one.sheet.name} is in it already, and helps nobody to throw.", path)
        if one.sheet.side != who.sheet.side:
            refuse("illegal-choice", f"{one.sheet.name} is not on {who.sheet.name}'s side.", path)
    return found


def _together(scene: Scene, pounds: int, alone: int, helpers: list[Combatant]) -> Script[None]:
    """Refuse what is too heavy for all of them.

    The GM hears of it first: an outright refusal would let a player find out, pound by pound, how strong the helpers are.
    """
    able = alone + sum(lift(current(one, "strength")) for one in helpers)
    if pounds <= able:
        return
    prompt = f"{pounds} lb are too heavy: together they lift {able} lb. Do they throw it all the same?"
    if not (yield from gm_says("too_heavy", prompt)):
        refuse("requirement", f"{pounds} lb are too heavy for them together.", "$.params.weight_lb")


def wall_slam(scene: Scene, move: Move) -> Script[None]:
    """Slam the one who is held into a wall (UNI-M-WALL-SLAM)."""
    who, victim = scene.state.combatants[move.actor], scene.state.combatants[move.target]
    if not _can_lift(who, victim):
        refuse("requirement", f"{victim.sheet.name} is too heavy for {who.sheet.name}.", "$.targets[0]")
    yield from prelude.surface(scene)
    blow = yield from exchange(scene, move)
    landed = land(scene, blow, blow.aims[0])
    after = yield from aftermath.finish(scene, blow, (landed,))
    aftermath.report(scene, blow, (landed,), after, dict(after.told))


def _can_lift(who: Combatant, victim: Combatant) -> bool:
    return victim.sheet.weight <= lift(current(who, "strength"))
