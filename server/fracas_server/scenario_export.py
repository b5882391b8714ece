"""A live table's log told as a scenario file: the sheets, and every action that still counts, with its dice and answers.

What was undone or dropped is left out. What a scenario cannot say (a removed combatant, options changed between actions, a
roll whose value the GM gave) is named; then, to be sure, the scenario is played.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from json import dumps
from typing import Any, get_args

import msgspec
from fracas_rules.errors import Refusal
from fracas_rules.kernel import facts as f
from fracas_rules.kernel import scenario
from fracas_rules.kernel.decide import timeline
from fracas_rules.kernel.fold import Mark, Timeline, meanwhile
from fracas_rules.kernel.grid import distance
from fracas_rules.kernel.packs import enc_hook
from fracas_rules.kernel.requests import Answered
from fracas_rules.kernel.resolve import read
from fracas_rules.kernel.ruleset import House, Ruleset
from fracas_rules.kernel.state import Pending
from fracas_rules.kernel.table import options_of
from msgspec.structs import astuple

from .logfile import Log, LogError, created_of, decoded

_HOUSE = tuple(field.name for field in msgspec.structs.fields(House))
_FRACTION = re.compile(r"-?\d+/\d+\Z")
_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
#: Facts of the map: of a fight in which it gave nothing but distances, these are claimed instead.
_MAP = (f.TokenPlaced, f.MapSet, f.WallsSet)
#: Facts that change nothing in a fight; the last ones are of dropped actions.
_SILENT = (f.TokenRemoved, f.Renamed, f.HiddenSet, f.RefSet, f.Opened, f.Replied, f.Amended, f.Voided)


def scenario_of(log: Log, ruleset: Ruleset) -> tuple[str, list[str]]:
    """The scenario, and why playing it does not give what the log says; empty when it does.

    Raises `LogError` for a log that is damaged.
    """
    line = timeline(ruleset, created_of(log.row))
    counted: list[Mark] = []
    for entry in log.entries:
        commit = decoded(entry, ruleset)
        marks = list(line.marks)
        try:
            line.fold(commit)
        except Exception as error:  # whatever a damaged entry makes of it
            gap, due = entry.seq != line.state.seq + 1, line.state.seq + 1
            what = f"entry {due} is missing" if gap else f"entry {entry.seq} does not follow: {type(error).__name__}: {error}"
            raise LogError(f"The log is damaged: {what}. `verify` names all that is wrong.") from None
        _count(counted, marks, line, commit)
    told = _Told(ruleset, any(map(_on_the_map, counted)))
    for mark in counted:
        try:
            told.take(mark)
        except Refusal as refusal:
            told.problems.append(f"The rules of today do not know this ({mark.label}): {refusal.refused.message}")
    text = told.text(log, line)
    if not told.begun:
        return text, [*told.problems, "There is no action in this log that still counts."]
    report = scenario.play(text, {ruleset.id: ruleset})
    return text, [*told.problems, *(f"{one.path}: {one.message}" for one in report.problems)]


def _count(counted: list[Mark], marks: list[Mark], line: Timeline, commit: f.Commit[Any]) -> None:
    """Keep the marks of what still counts: more of them than a table keeps for its undo. `marks`: those before the commit."""
    for fact in commit.facts:
        if isinstance(fact, f.Rewound):
            back = marks[-fact.steps].before  # a mark that lies far back may stand for many moves
            del counted[next((at for at, mark in enumerate(counted) if mark.before is back), len(counted)) :]
    last = line.marks[-1] if line.marks else None
    dropped = any(isinstance(fact, f.Voided) for fact in commit.facts)
    if dropped and counted and (last is None or counted[-1].before is not last.before):
        counted.pop()
    if last is None:
        return
    if counted and counted[-1].before is last.before:
        counted[-1] = last
    else:
        counted.append(last)


def _on_the_map(mark: Mark) -> bool:
    """Whether what happened hangs on more of the map than distances: on walls, or on a token that an action moved."""
    kinds = (f.WallsSet,) if mark.pending is None else (f.WallsSet, f.TokenPlaced)
    return any(isinstance(fact, kinds) for fact in mark.facts)


def _meanwhile(mark: Mark) -> list[Any]:
    """What happened to the map while an action was open."""
    return [fact for fact in meanwhile(mark.facts) if isinstance(fact, _MAP)]


def _map_step(fact: Any) -> dict[str, Any]:
    """The step that puts the map into the state that a fact left it in."""
    if isinstance(fact, f.TokenPlaced):
        return {"do": "move_token", "id": fact.id, "x": fact.token.x, "y": fact.token.y}
    if isinstance(fact, f.WallsSet):
        return {"do": "set_walls", "walls": [_plain(wall) for wall in fact.walls]}
    grid = fact.grid
    return {"do": "set_map", "width": grid.width, "height": grid.height, "unit_per_square": grid.unit_per_square}


class _Told:
    """The scenario as it grows, mark by mark."""

    def __init__(self, ruleset: Ruleset, mapped: bool) -> None:
        self.ruleset = ruleset
        self.problems: list[str] = []
        self.options: dict[str, Any] = {}
        self.combatants: dict[str, Any] = {}
        self.steps: list[dict[str, Any]] = []
        self.mapped = mapped
        self.begun = False
        self._sheets = get_args(ruleset.sheet) or (ruleset.sheet,)

    def take(self, mark: Mark) -> None:
        if mark.pending is not None:
            closed = next(fact for fact in mark.facts if isinstance(fact, f.Closed))
            self.steps.append(self._step(mark.pending, closed))
            self.begun = True
            self.steps += map(_map_step, _meanwhile(mark) if self.mapped else ())
            return
        for fact in mark.facts:
            sheet = next((one for one in astuple(fact) if isinstance(one, self._sheets)), None)
            if sheet is not None:
                self.combatants[fact.id] = _plain(sheet)
                if self.begun:
                    self.problems.append(f"`{fact.id}` came in between actions; the scenario has it from the start.")
            elif isinstance(fact, f.OptionsSet):
                chosen = {key: value for key, value in fact.set.items() if key not in _HOUSE}
                if chosen and self.begun:
                    self.problems.append(f"Options were changed between actions: {', '.join(chosen)}.")
                self.options |= chosen
            elif isinstance(fact, _MAP):
                self.steps += [_map_step(fact)] if self.mapped else []
            elif not isinstance(fact, _SILENT):
                self.problems.append(f"A scenario cannot say this: {mark.label}.")
                break

    def _step(self, pending: Pending, closed: f.Closed) -> dict[str, Any]:
        command = {key: value for key, value in pending.command.items() if value is not None}
        dice: dict[str, list[int]] = {}
        answers = []
        for reply in pending.replies:
            if isinstance(reply, Answered):
                if reply.key == "ruling" and reply.pick == "without":
                    command = _plain(self.ruleset.unclaimed(read(self.ruleset, pending.command), pending.base.game))
                elif reply.key not in ("ruling", "confirm"):
                    answers.append({"who": reply.who, "ask": reply.key, "pick": reply.pick})
                continue
            dice.setdefault(reply.who, []).extend(reply.faces)
            if reply.forced is not None:
                self.problems.append(f"The GM gave the value of {reply.key} of {reply.who}; a scenario has only faces.")
        spread = self._distance(pending, command)
        step = {**command, **({} if spread is None else {"distance": spread})}
        return {**step, **({"dice": dice} if dice else {}), **({"answers": answers} if answers else {}), **_expected(closed)}

    def _distance(self, pending: Pending, command: Mapping[str, Any]) -> int | None:
        """The distance that the map gave, which a scenario has to claim."""
        tokens, targets = pending.base.tokens, command.get("targets") or ()
        if self.mapped or command.get("do") != "act" or pending.actor not in tokens or not targets or targets[0] not in tokens:
            return None
        return distance(tokens[pending.actor], tokens[targets[0]], pending.base.grid.unit_per_square)

    def text(self, log: Log, line: Timeline) -> str:
        game, options = line.state.game, options_of(self.ruleset, line.state.options)
        if self.steps:
            state = {one: dict(self.ruleset.describe(game, one, options)) for one in self.ruleset.names(game)}
            for one, token in line.state.tokens.items() if self.mapped else ():
                state[one]["token"] = {"x": token.x, "y": token.y}
            self.steps[-1]["state"] = _plain({**state, "encounter": self.ruleset.describe_encounter(game)})
        head = {
            "format": 1,
            "system": self.ruleset.id,
            "title": log.row.title,
            "rules": [],
            "source": "live log",
            "why": f"Exported from the log of a table, entries 1 to {line.state.seq}.",
            **({"options": self.options} if self.options else {}),
        }
        lines = [f"{_key(key)} = {_toml(value)}" for key, value in head.items()]
        for one, sheet in self.combatants.items():
            lines += ["", f"[combatants.{one}]", *(f"{_key(key)} = {_toml(value)}" for key, value in sheet.items())]
        for step in self.steps:
            lines += ["", "[[steps]]", *(f"{_key(key)} = {_toml(value)}" for key, value in step.items())]
        return "\n".join(lines) + "\n"


def _expected(closed: f.Closed) -> dict[str, Any]:
    expect = _numbers(_plain(closed.result))
    return {"expect": expect} if expect else {}


def _numbers(value: Any) -> Any:
    """Fractions, which a log has as text, as the numbers that a scenario compares."""
    if isinstance(value, dict):
        return {key: _numbers(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_numbers(one) for one in value]
    return _hook(Fraction(value)) if isinstance(value, str) and _FRACTION.match(value) else value


def _plain(value: Any) -> Any:
    return _without_null(msgspec.to_builtins(value, enc_hook=_hook, str_keys=True))


def _hook(value: object) -> object:
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return enc_hook(value)


def _without_null(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_null(one) for key, one in value.items() if one is not None}
    return [_without_null(one) for one in value if one is not None] if isinstance(value, list | tuple) else value


def _key(key: str) -> str:
    return key if _BARE.match(key) else dumps(key)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_toml(one)}" for key, one in value.items()) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f") if isinstance(value, str) else repr(value)
