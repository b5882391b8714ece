"""A game of poking: the smallest ruleset there is. It drives the server's tests and shows that a game is one record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fracas_rules.errors import refuse
from fracas_rules.kernel.packs import Pack, RowKind
from fracas_rules.kernel.requests import Ask, Option, Roll
from fracas_rules.kernel.ruleset import Finding, Look, Names, Ruleset, TryOut
from fracas_rules.kernel.scene import Scene
from fracas_rules.kernel.script import Script, choose, roll
from fracas_rules.kernel.viewer import Die, Entry, Line, RollCard
from msgspec import Struct
from msgspec.structs import replace


class Body(Struct, frozen=True):
    name: str
    side: str = ""
    hp: int = 20


class Bodies(Struct, frozen=True):
    of: dict[str, Body] = {}


class Joined(Struct, frozen=True, tag_field="fact", tag="joined"):
    id: str
    body: Body


class Left(Struct, frozen=True, tag_field="fact", tag="left"):
    id: str


class Poked(Struct, frozen=True, tag_field="fact", tag="poked"):
    actor: str
    target: str
    face: int
    hp: int


class Poke(Struct, frozen=True, tag_field="do", tag="poke", forbid_unknown_fields=True):
    actor: str
    targets: tuple[str]


class Row(Struct, frozen=True):
    name: str
    hp: int = 20


class Options(Struct, frozen=True):
    hard: bool = False


def play(scene: Scene[Bodies, Options, Any], poke: Poke) -> Script[None]:
    (target,) = poke.targets
    if target not in scene.state.of:
        refuse("unknown-id", f"There is no combatant `{target}` here.", "$.targets[0]")
    if scene.state.of[target].name == "Bug":
        raise ZeroDivisionError("the toy's bug")
    options = (Option("none", "Nothing"), Option("brace", "Brace", "half"))
    braced = yield from choose(Ask("defense", target, "You are poked.", "none", options))
    face = yield from roll(Roll("poke", poke.actor, (10,)))
    taken = face // 2 if braced == "brace" else face
    scene.record(Poked(poke.actor, target, face, scene.state.of[target].hp - taken))
    scene.result = {"outcome": "hit", "damage": taken}


def apply(state: Bodies, fact: Any) -> Bodies:
    of = dict(state.of)
    if isinstance(fact, Joined):
        of[fact.id] = fact.body
    elif isinstance(fact, Left):
        del of[fact.id]
    else:
        of[fact.target] = replace(of[fact.target], hp=fact.hp)
    return Bodies(of)


def look(state: Bodies, rows: Any, eyes: Look) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for one, body in state.of.items():
        if eyes.exists(one):
            out[one] = {"name": body.name, "side": body.side, "wound": {"id": "hurt" if body.hp < 20 else "fine"}}
            if eyes.knows(one):
                out[one]["numbers"] = [{"key": "hp", "label": "HP", "value": body.hp}]
    return {"combatants": out}


def lines(facts: Sequence[Any], before: Bodies, after: Bodies, names: Names, _rolled: Any) -> list[Line]:
    out = []
    for fact in facts:
        if isinstance(fact, Poked):
            who = names.gm(fact.actor)
            if names.gm(fact.target) == "Mime":
                raise ZeroDivisionError("the toy cannot put it into words")
            card = RollCard("Poke", fact.actor, who, fact.face, (Die(10, fact.face),))
            gm = Entry("poke", f"{who} pokes {names.gm(fact.target)}: {fact.face}.", {"face": fact.face}, (card,))
            out.append(Line(gm, replace(gm, text=f"{names.all(fact.actor)} pokes {names.all(fact.target)}.", data={})))
    return out


def legal(state: Bodies, rows: Any, _options: Any, params: Mapping[str, Any], try_out: TryOut) -> dict[str, Any]:
    no = try_out({"do": "poke", "actor": params["actor"], "targets": params.get("targets", ["nobody"])})
    action = {"id": "poke", "label": "Poke", "legal": no is None, **({"why": no.message, "code": no.code} if no else {})}
    return {"actor": params["actor"], "groups": [{"id": "all", "label": "All", "actions": [action]}]}


def template(rows: Any, wanted: str) -> dict[str, Any] | None:
    row = rows.get("template", {}).get(wanted)
    return None if row is None else {"name": row.name, "hp": row.hp}


def finding(before: Bodies, after: Bodies, poke: Poke, result: Mapping[str, Any]) -> Finding:
    return Finding({"hurt": int(result["damage"] > 0)}, {"damage": result["damage"]})


TOY = Ruleset(
    id="toy",
    title="Game of Poking",
    unit="steps",
    version="toy-1",
    state=Bodies,
    fact=Joined | Left | Poked,
    command=Poke,
    commands=("poke",),
    sheet=Body,
    options=Options,
    kinds={"template": RowKind(Row)},
    core=Pack("toy", "0", {"template": {"doll": Row("Doll"), "bug": Row("Bug")}}),
    new=Bodies,
    apply=apply,
    catalogue=lambda rows: rows,
    template=template,
    join=lambda state, one, sheet, rows: [Joined(one, sheet)],
    leave=lambda state, one: [Left(one)],
    play=play,
    label=lambda poke, state, called: f"{called(poke.actor)}: Poke → {called(poke.targets[0])}",
    player_may=lambda poke, state: poke.actor,
    mentions=lambda poke: [(poke.actor, "$.actor"), *((one, "$.targets[0]") for one in poke.targets)],
    claims=lambda poke, _state: [],
    unclaimed=lambda poke, _state: poke,
    names=lambda state: {one: body.name for one, body in state.of.items()},
    may_move=lambda state, one, _options: True,
    look=look,
    lines=lines,
    legal=legal,
    odds_about=lambda poke, state: poke.targets,
    finding=finding,
    odds_labels={"hurt": "to hurt", "damage": "average"},
    schemas=lambda rows: {
        "sheet": {},
        "templates": [{"id": one, "name": row.name} for one, row in rows.get("template", {}).items()],
    },
    describe=lambda state, one, _options: {"hp": state.of[one].hp},
    describe_encounter=lambda state: {},
)
