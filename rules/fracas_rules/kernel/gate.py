"""Gates around the rules: a result held until it is approved, and dice that people roll by hand and type in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..errors import refuse
from .requests import GM, TABLE, Ask, Option, Roll
from .ruleset import Names, Ruleset
from .scene import Scene
from .script import Script, ask_all, choose
from .state import TableState

#: What is asked about a result that is held: those concerned first, then the GM.
AGREE, CONFIRM = "agree", "confirm"
#: Why a held result was dropped: no secret, as other reasons may be.
REFUSED = "The GM does not let it stand."
_APPROVAL = (Option("approve", "Let it stand"), Option("refuse", "Refuse it"))
_VIEWS = (Option("agree", "That is right"), Option("object", "I object", "The game master decides"))


def held(ruleset: Ruleset, state: TableState, scene: Scene[Any, Any, Any], command: Any, whom: str) -> Script[None]:
    """Play a command, and hold what its dice came to until it is approved.

    `whom`: `gm`; or `all`, where first everybody concerned may object and then the GM decides. Only the GM can drop it:
    a player who could would have bad dice thrown again.
    """
    before, rolled = scene.state, False
    script, value = ruleset.play(scene, command), None
    while True:
        try:
            request = script.send(value)
        except StopIteration:
            break
        rolled = rolled or isinstance(request, Roll)
        value = yield request
    if not rolled:
        return
    names = Names({**ruleset.names(before), **ruleset.names(scene.state)}, scene.hidden)
    lines = ruleset.lines(scene.facts, before, scene.state, names, ())
    objections = ""
    if whom == "all":
        public = " ".join(line.all.text for line in lines if line.all is not None) or "Is that right?"
        owned = {one for seat in state.seats.values() if seat.role == "player" and not seat.revoked for one in seat.owns}
        concerned = [one for one in dict.fromkeys(one for one, _path in ruleset.mentions(command)) if one in owned]
        picks = yield from ask_all(tuple(Ask(AGREE, one, public, "agree", _VIEWS) for one in concerned))
        against = [names.gm(one) for one, pick in zip(concerned, picks, strict=True) if pick == "object"]
        objections = f" {', '.join(against)} {'object' if len(against) > 1 else 'objects'}." if against else ""
    told_gm = (" ".join(line.gm.text for line in lines) or "Let it stand?") + objections
    word = yield from choose(Ask(CONFIRM, GM, told_gm, "approve", _APPROVAL))
    if word == "refuse":
        refuse("forbidden", REFUSED)


def told(dice: Sequence[int]) -> str:
    """Dice in words: `3d10`, or `d6 and d20`."""
    sizes = dict.fromkeys(dice)
    return " and ".join(f"{n if (n := list(dice).count(size)) > 1 else ''}d{size}" for size in sizes)


def by_hand(ruleset: Ruleset, state: TableState, request: Roll) -> Ask:
    """The ask for dice that are rolled by hand: of whoever rolls, of the GM for dice that nobody owns."""
    who = GM if request.who == TABLE else request.who
    name = "The table" if request.who == TABLE else ruleset.names(state.game).get(request.who, request.who)
    prompt = f"{name} rolls {told(request.dice)} for {request.key.replace('_', ' ')}. What do the dice show?"
    return Ask(f"roll.{request.key}", who, prompt, "", faces=request.dice)

