"""Running a script: from its start each time, against recorded replies."""

from __future__ import annotations

from typing import Any

import pytest
from duel import DUEL, Fight, Fighter, Hurt, Options
from fracas_rules.errors import BadAnswer, Refusal, ReplayMismatch
from fracas_rules.kernel.grid import Grid
from fracas_rules.kernel.requests import Answered, Ask, Noted, Option, Reply, Roll, Rolled
from fracas_rules.kernel.run import Done, Waiting, run
from fracas_rules.kernel.scene import Scene
from fracas_rules.kernel.script import Script, ask_all, choose


def scene(hp: int = 20) -> Scene[Any, Any, Any]:
    """A fresh scene with two fighters."""
    state = Fight({"a": Fighter("A"), "b": Fighter("B", hp=hp)})
    return Scene(state, DUEL.apply, Options(), {}, {}, Grid())


def act(maneuver: str) -> Any:
    """The script of `a` doing something to `b`."""
    command = DUEL.command.__args__[0]("a", maneuver, ("b",))

    def play(on: Scene[Any, Any, Any]) -> Script[None]:
        yield from DUEL.play(on, command)

    return play


def dice(*faces: int) -> Any:
    """Dice that fall like this."""
    left = list(faces)
    return lambda who, sides: left.pop(0)


BRACE = Answered("defense", "b", "brace", "gm")
POKE = Rolled("poke", "a", (10,), (7,))


def test_stops_at_an_ask() -> None:
    """A script stops where somebody is asked, with nothing recorded and nothing rolled."""
    came = run(act("poke"), scene(), dice=dice())
    assert isinstance(came, Waiting)
    assert isinstance(came.requests[0], Ask)
    assert (came.requests[0].key, came.requests[0].who, came.replies) == ("defense", "b", ())


def test_goes_on_from_its_start() -> None:
    """With one reply more it is played from its start again, to the end, and fresh dice join the replies."""
    came = run(act("poke"), scene(), (BRACE,), dice(7))
    assert came == Done((Hurt("b", 17),), {"outcome": "hit", "damage": 3}, (BRACE, POKE))


def test_replay_draws_nothing() -> None:
    """Recorded replies alone give the same end again: no die is drawn."""
    first = run(act("poke"), scene(), (BRACE,), dice(7))
    assert run(act("poke"), scene(), first.replies) == first


def test_dry_run() -> None:
    """Without dice a script stops at its first roll."""
    came = run(act("push"), scene())
    assert came == Waiting((Roll("push", "a", (6, 6)),), ())


def test_single_option() -> None:
    """An ask with one legal option is put to nobody and leaves no reply."""
    came = run(act("poke"), scene(hp=5), (), dice(4))
    assert came == Done((Hurt("b", 1),), {"outcome": "hit", "damage": 4}, (Rolled("poke", "a", (10,), (4,)),))


@pytest.mark.parametrize(
    ("replies", "told"),
    [
        ((POKE,), "The script asks defense of b; recorded is poke of a."),
        ((Answered("wall", "b", "brace", "gm"),), "The script asks defense of b; recorded is wall of b."),
        ((Answered("defense", "a", "brace", "gm"),), "The script asks defense of b; recorded is defense of a."),
        ((BRACE, BRACE), "The script rolls poke for a; recorded is defense for b."),
        ((BRACE, Rolled("poke", "a", (6,), (3,))), "The script rolls poke for a; recorded is poke for a."),
        ((BRACE, Rolled("poke", "b", (10,), (3,))), "The script rolls poke for a; recorded is poke for b."),
        ((BRACE, POKE, POKE), "The script ended, but a recorded reply to poke is left."),
    ],
)
def test_mismatch(replies: tuple[Reply, ...], told: str) -> None:
    """A recorded reply to another request, or to none, is found at once."""
    with pytest.raises(ReplayMismatch) as caught:
        run(act("poke"), scene(), replies, dice())
    assert str(caught.value) == told


def test_recorded_pick_is_checked() -> None:
    """A recorded pick that is not legal any more is a bad answer, not a way past the rules."""
    with pytest.raises(BadAnswer, match="`duck` is not a legal answer to defense"):
        run(act("poke"), scene(), (Answered("defense", "b", "duck", "gm"),), dice())


def test_refusal() -> None:
    """A script that refuses ends with the refusal, whatever was rolled before."""
    replies = (Rolled("push", "a", (6, 6), (6, 6)), Rolled("stand", "b", (6,), (1,)), Answered("wall", "gm", "no", "gm"))
    with pytest.raises(Refusal) as caught:
        run(act("push"), scene(), replies)
    assert caught.value.refused.code == "requirement"


def test_notes_are_worked_out_for_whoever_is_asked() -> None:
    """An ask that waits is a plain one with its notes; a run that knows the answer works none out."""
    reckoned: list[str] = []

    def notes() -> dict[str, str]:
        reckoned.append("dodge")
        return {"dodge": "12 + d10"}

    options = (Option("none", "None", "0"), Option("dodge", "Dodge"))
    plain = Ask("defense", "b", "How?", "none", (Option("none", "None", "0"), Option("dodge", "Dodge", "12 + d10")))

    def alone(on: Scene[Any, Any, Any]) -> Script[None]:
        on.result["pick"] = yield from choose(Noted("defense", "b", "How?", "none", options, notes=notes))

    def together(on: Scene[Any, Any, Any]) -> Script[None]:
        yield from ask_all((Noted("defense", "b", "How?", "none", options, notes=notes),))

    for script in (alone, together):
        came = run(script, scene())
        assert isinstance(came, Waiting)
        assert (came.requests, type(came.requests[0])) == ((plain,), Ask)
    assert reckoned == ["dodge", "dodge"]
    given = Answered("defense", "b", "dodge", "gm")
    assert run(alone, scene(), (given,)) == Done((), {"pick": "dodge"}, (given,))
    assert reckoned == ["dodge", "dodge"]
