"""A second toy game, for the kernel's own tests: it asks, rolls, refuses late and hides, in a handful of maneuvers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace as alter
from fractions import Fraction
from typing import Any

from fracas_rules.errors import refuse
from fracas_rules.kernel.formula import Formula, parse
from fracas_rules.kernel.packs import Pack, RowKind
from fracas_rules.kernel.requests import GM, TABLE, Ask, Ids, Number, Option, Roll
from fracas_rules.kernel.ruleset import Finding
from fracas_rules.kernel.scene import Scene
from fracas_rules.kernel.script import Script, ask, choose, roll
from msgspec import Struct
from msgspec.structs import replace
from toy import TOY

NOTHING = Option("none", "Nothing")
BRACE = Option("brace", "Brace", "half")
YES, NO = Option("yes", "Yes"), Option("no", "No")


class Fighter(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    side: str = ""
    hp: int = 20
    conditions: tuple[str, ...] = ()
    reach: Fraction = Fraction(1)


class Fight(Struct, frozen=True):
    of: dict[str, Fighter] = {}
    round: int = 0


class Joined(Struct, frozen=True, tag_field="fact", tag="joined"):
    id: str
    fighter: Fighter


class Left(Struct, frozen=True, tag_field="fact", tag="left"):
    id: str


class Hurt(Struct, frozen=True, tag_field="fact", tag="hurt"):
    id: str
    hp: int


class Fell(Struct, frozen=True, tag_field="fact", tag="fell"):
    id: str


class RoundBegan(Struct, frozen=True, tag_field="fact", tag="round_began"):
    round: int


class Modifier(Struct, frozen=True):
    label: str
    value: int


class Act(Struct, frozen=True, tag_field="do", tag="act", forbid_unknown_fields=True):
    actor: str
    maneuver: str
    targets: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    distance: int | None = None
    params: dict[str, int] = {}


class NextRound(Struct, frozen=True, tag_field="do", tag="next_round", forbid_unknown_fields=True):
    pass


class Options(Struct, frozen=True):
    hard: bool = False
    names: tuple[str, ...] = ()


class Stunt(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    roll: Formula = parse("strength")


def check_stunt(row_id: str, row: Stunt) -> None:
    if row.name == row_id:
        raise ValueError(f"`{row_id}` needs a name for people.")


def play(scene: Scene[Fight, Options, Any], command: Act | NextRound) -> Script[None]:
    if isinstance(command, NextRound):
        scene.record(RoundBegan(scene.state.round + 1))
        scene.result = {"simultaneous": [["a", "b"], ["c"]], "order": ["a", "b", "c"]}
        return
    for at, target in enumerate(command.targets):
        if target not in scene.state.of:
            refuse("unknown-id", f"There is no combatant `{target}` here.", f"$.targets[{at}]")
    yield from MANEUVERS[command.maneuver](scene, command)


def poke(scene: Scene[Fight, Options, Any], act: Act) -> Script[None]:
    """One d10, halved by a brace; whoever has less than half of 20 left can only stand there."""
    (target,) = act.targets
    taken = yield from jab(scene, act, target)
    scene.result = {"outcome": "hit", "damage": taken}


def jab(scene: Scene[Fight, Options, Any], act: Act, target: str) -> Script[int]:
    options = (NOTHING, BRACE) if scene.state.of[target].hp >= 10 else (NOTHING,)
    braced = yield from choose(Ask("defense", target, "You are poked.", "none", options))
    face = yield from roll(Roll("poke", act.actor, (10,)))
    face = max(0, face + sum(modifier.value for modifier in act.modifiers)) * (2 if scene.options.hard else 1)
    taken = face // 2 if braced == "brace" else face
    scene.record(Hurt(target, scene.state.of[target].hp - taken))
    return taken


def flurry(scene: Scene[Fight, Options, Any], act: Act) -> Script[None]:
    """Two pokes."""
    taken = []
    for target in (*act.targets, *act.targets)[:2]:
        taken.append((yield from jab(scene, act, target)))
    scene.result = {"outcome": "hit", "damage": sum(taken), "hits": taken, "by": {act.targets[0]: {"damage": taken[0]}}}


def push(scene: Scene[Fight, Options, Any], act: Act) -> Script[None]:
    """2d6 against d6; then the GM says whether there is a wall: without one the push may not be done after all."""
    (target,) = act.targets
    ours = yield from roll(Roll("push", act.actor, (6, 6)))
    theirs = yield from roll(Roll("stand", target, (6,)))
    wall = yield from choose(Ask("wall", GM, "Is there a wall?", "yes", (YES, NO)))
    if wall == "no":
        refuse("requirement", "There is no wall to push against.")
    if ours > theirs:
        scene.record(Fell(target))
    scene.result = {"outcome": "hit" if ours > theirs else "miss", "multiplier": Fraction(3, 2), "flag": True, "note": ""}


def share(scene: Scene[Fight, Options, Any], act: Act) -> Script[None]:
    """A number and two lists are asked for; the table's d4 is rolled."""
    number = yield from ask(Ask("number", act.actor, "How many?", 1, number=Number(1, 3)))
    order = yield from ask(Ask("order", act.actor, "In which order?", ["a", "b"], ids=Ids(("a", "b"))))
    some = yield from ask(Ask("some", act.actor, "Who?", [], ids=Ids(("a", "b"), "some")))
    luck = yield from roll(Roll("luck", TABLE, (4,)))
    scene.result = {"number": number, "order": order, "some": some, "luck": luck}


def storm(scene: Scene[Fight, Options, Any], act: Act) -> Script[None]:
    """Five dice one after the other: too many outcomes to walk."""
    faces = []
    for _ in range(5):
        faces.append((yield from roll(Roll("storm", act.actor, (10,)))))
    scene.result = {"outcome": "hit" if faces[0] > 5 else "miss", "damage": sum(faces)}


def hail(scene: Scene[Fight, Options, Any], act: Act) -> Script[None]:
    """Five pokes at one: too many outcomes to walk, and a defense against each."""
    taken = []
    for _ in range(5):
        taken.append((yield from jab(scene, act, act.targets[0])))
    scene.result = {"outcome": "hit", "damage": sum(taken)}


def crash(scene: Scene[Fight, Options, Any], act: Act) -> Script[None]:
    """A bug."""
    yield from roll(Roll("bug", act.actor, (6,)))
    raise ZeroDivisionError("the duel's bug")


def forever(scene: Scene[Fight, Options, Any], act: Act) -> Script[None]:
    """Another one."""
    while True:
        yield from choose(Ask("again", act.actor, "Again?", "yes", (YES, NO)))


MANEUVERS = {
    "poke": poke,
    "flurry": flurry,
    "push": push,
    "share": share,
    "storm": storm,
    "hail": hail,
    "crash": crash,
    "forever": forever,
}


def apply(state: Fight, fact: Any) -> Fight:
    of = dict(state.of)
    if isinstance(fact, Joined):
        of[fact.id] = fact.fighter
    elif isinstance(fact, Left):
        del of[fact.id]
    elif isinstance(fact, Hurt):
        of[fact.id] = replace(of[fact.id], hp=fact.hp)
    elif isinstance(fact, Fell):
        of[fact.id] = replace(of[fact.id], conditions=(*of[fact.id].conditions, "prone"))
    else:
        return replace(state, round=fact.round)
    return replace(state, of=of)


def describe(state: Fight, one: str, _options: Any) -> dict[str, Any]:
    fighter = state.of[one]
    return {"hp": fighter.hp, "conditions": list(fighter.conditions), "params": {"prone": {"since": state.round}}}


def finding(before: Fight, after: Fight, command: Any, result: Mapping[str, Any]) -> Finding:
    return Finding({"hit": int(result["outcome"] == "hit")}, {"damage": result.get("damage", 0)})


DUEL = alter(
    TOY,
    id="duel",
    version="duel-1",
    state=Fight,
    fact=Joined | Left | Hurt | Fell | RoundBegan,
    command=Act | NextRound,
    commands=("act", "next_round"),
    sheet=Fighter,
    options=Options,
    kinds={"stunt": RowKind(Stunt, ("strength", "speed"), check_stunt)},
    core=Pack("duel", "0", {"stunt": {"leap": Stunt("Leap")}}),
    new=Fight,
    apply=apply,
    template=lambda rows, wanted: None,
    join=lambda state, one, sheet, rows: [Joined(one, sheet)],
    leave=lambda state, one: [Left(one)],
    play=play,
    label=lambda command, state, called: (
        "Next round"
        if isinstance(command, NextRound)
        else f"{called(command.actor)}: {command.maneuver} → {', '.join(map(called, command.targets))}"
    ),
    player_may=lambda command, state: command.actor if isinstance(command, Act) else None,
    mentions=lambda command: (
        [(command.actor, "$.actor"), *((one, "$.targets[0]") for one in command.targets)] if isinstance(command, Act) else []
    ),
    claims=lambda command, _state: (
        [(one.label, f"{one.value:+}") for one in command.modifiers] if isinstance(command, Act) else []
    ),
    unclaimed=lambda command, _state: replace(command, modifiers=()),
    odds_about=lambda command, state: command.targets,
    finding=finding,
    odds_labels={"hit": "to hit", "damage": "average"},
    describe=describe,
    describe_encounter=lambda state: {"round": state.round},
)  # fmt: skip
