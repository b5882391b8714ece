"""Scenarios: a piece of combat with fixed dice and decisions, played by the same code as a live table.

A scenario sits at the table as its game master. What it gives must be used up: a die or an answer too many or too few
means that the rule was read differently.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct

from ..errors import Refused, ScenarioError
from . import facts as f
from .decide import create, decide, timeline
from .fold import Timeline
from .packs import enc_hook
from .ruleset import Ruleset
from .scenario_file import Scenario, Step, read
from .scenario_hand import AskReport, DieReport, Hand, WrongDice
from .scenario_match import Problem, differences, still_there
from .table import options_of

_SECRET = b"a scenario has no secrets"
_SEAT = "gm"
#: A step that asks more often than this never ends.
_MOST_ASKS = 500


class StepReport(Struct, frozen=True):
    """What one step came to: `refused` is the code, with its `message`; `facts` are those of the game, as the log has them."""

    index: int
    do: str
    refused: str | None = None
    message: str = ""
    result: dict[str, Any] = {}
    asks: tuple[AskReport, ...] = ()
    dice: tuple[DieReport, ...] = ()
    facts: tuple[dict[str, Any], ...] = ()


class Report(Struct, frozen=True):
    """What a scenario came to. `ok`: nothing is wrong. `built`: false where there are no rules for its system.

    `state` is that of each combatant by id, and of the `encounter`, after the last step that was played.
    `file` is the name of the file it came from, if it came from one.
    """

    title: str
    system: str
    rules: tuple[str, ...]
    ok: bool
    built: bool
    problems: tuple[Problem, ...]
    steps: tuple[StepReport, ...] = ()
    state: dict[str, dict[str, Any]] = {}
    file: str = ""


def play(text: str, rulesets: Mapping[str, Ruleset]) -> Report:
    """Play a scenario file. Whatever is wrong with it, or with what came of it, stands in the report's `problems`."""
    try:
        scenario = read(text)
    except ScenarioError as error:
        return Report("", "", (), False, True, (Problem(error.path, error.message),))
    ruleset = rulesets.get(scenario.system)
    if ruleset is None:
        problem = Problem("$.system", f"There are no rules for `{scenario.system}` yet.")
        return Report(scenario.title, scenario.system, scenario.rules, False, False, (problem,))
    game = _Play(ruleset, scenario)
    game.run()
    try:
        state = game.state()
    except Exception as error:
        state = {}
        game.problems.append(_crash("$", error))
    problems = tuple(game.problems)
    return Report(scenario.title, scenario.system, scenario.rules, not problems, True, problems, tuple(game.steps), state)


def schema() -> dict[str, Any]:
    """The JSON Schema of a report."""
    return msgspec.json.schema(Report)


class _Play:
    def __init__(self, ruleset: Ruleset, scenario: Scenario) -> None:
        self.scenario = scenario
        self.hand = Hand()
        self.ruleset = self.hand.listening(ruleset)
        self.line: Timeline = timeline(self.ruleset, create(self.ruleset, "scenario", scenario.title, _SECRET))
        self.problems: list[Problem] = []
        self.steps: list[StepReport] = []
        self.sent = 0

    def run(self) -> None:
        try:
            ready = self._set_up()
        except Exception as error:
            self.problems.append(_crash("$.combatants", error))
            return
        for index, step in enumerate(self.scenario.steps if ready else ()):
            if not self._play(index, step):
                return

    def state(self, only: Mapping[str, Any] | None = None) -> dict[str, dict[str, Any]]:
        game = self.line.state.game
        options = options_of(self.ruleset, self.line.state.options)
        asked = [one for one in self.ruleset.names(game) if only is None or one in only]
        about = {one: {**self.ruleset.describe(game, one, options), **self._token(one)} for one in asked}
        about["encounter"] = self.ruleset.describe_encounter(game)
        made: dict[str, dict[str, Any]] = _plain(about)
        return made

    def _token(self, one: str) -> dict[str, Any]:
        token = self.line.state.tokens.get(one)
        return {} if token is None else {"token": {"x": token.x, "y": token.y}}

    def _set_up(self) -> bool:
        seat = f.SeatSet(f.Seat(_SEAT, "GM", "gm"))
        self.line.fold(f.Commit(1, _SEAT, "", 0, f.Receipt(""), (seat,)))
        wanted: list[tuple[str, str, dict[str, Any]]] = [
            (f"$.combatants.{one}", "$.sheet", {"do": "add_combatant", "id": one, "sheet": sheet})
            for one, sheet in self.scenario.combatants.items()
        ]
        if self.scenario.options:
            wanted.insert(0, ("$.options", "$.set", {"do": "set_options", "set": self.scenario.options}))
        for path, inside, command in wanted:
            refused = self._send(command)
            if isinstance(refused, Refused):
                self.problems.append(Problem(path + (refused.path or "").removeprefix(inside).removeprefix("$"), refused.message))
                return False
        self.line.marks.clear()
        return True

    def _send(self, command: Mapping[str, Any]) -> Refused | tuple[Any, ...]:
        self.sent += 1
        decided = decide(self.ruleset, self.line, _SEAT, command, str(self.sent), self.hand.die)
        if isinstance(decided, Refused):
            return decided
        assert isinstance(decided, f.Commit), "every command id is new"
        self.line.fold(decided)
        return decided.facts

    def _play(self, index: int, step: Step) -> bool:
        """Play a step and compare. False when it makes no sense to go on."""
        path = f"$.steps[{index}]"
        before = self.line.state.fingerprint() if step.refused else ""
        self.hand.take(step)
        facts: list[Any] = []
        try:
            refused = self._resolve(step.command, facts)
            found = list(self._compare(step, path, refused, _result(facts)))
        except WrongDice as missing:
            self.problems.append(Problem(f"{path}.dice", str(missing)))
            refused, found = None, None
        except Exception as error:
            self.problems.append(_crash(path, error))
            refused, found = None, None
        told = refused or Refused("", "")
        events = tuple(_plain([fact for fact in facts if not isinstance(fact, _TOLD_OTHERWISE)]))
        self.steps.append(
            StepReport(
                index, str(step.command["do"]), told.code or None, told.message, _result(facts),
                tuple(self.hand.asks), tuple(self.hand.thrown), events,
            )
        )  # fmt: skip
        if found is None:
            return False
        as_wanted = (refused is None) == (step.refused is None)
        if refused is not None and step.refused and before != self.line.state.fingerprint():
            found.append(Problem(path, "The step was refused, but something has changed."))
        if as_wanted:
            found += [Problem(f"{path}.{key}", message) for key, message in self.hand.left_over()]
        self.problems += found
        return as_wanted

    def _resolve(self, command: Mapping[str, Any], facts: list[Any]) -> Refused | None:
        """Play a command to its end, answering what is asked. `facts` is filled with what happened, unless it is refused."""
        came = self._send(command)
        for _ in range(_MOST_ASKS):
            if isinstance(came, Refused):
                facts.clear()
                return came
            for fact in came:
                if isinstance(fact, f.Voided) and fact.code:
                    facts.clear()
                    return Refused(fact.code, fact.message)
            facts += came
            pending = self.line.state.pending
            if pending is None:
                return None
            open_ask = pending.asks[0]
            came = self._send({"do": "answer", "ask": open_ask.id, "pick": self.hand.answer(open_ask.ask)})
            if isinstance(came, Refused):
                self._send({"do": "void"})
        raise RuntimeError(f"This asked {_MOST_ASKS} times and came to no end.")

    def _compare(self, step: Step, path: str, refused: Refused | None, result: dict[str, Any]) -> list[Problem]:
        if refused is not None and step.refused is None:
            return [Problem(path, f"was refused as {refused.code}: {refused.message}")]
        if step.refused is not None and (refused is None or refused.code != step.refused):
            why = refused.message if refused is not None else "It was carried out."
            came: Any = refused.code if refused is not None else msgspec.UNSET
            return [Problem(f"{path}.refused", why, step.refused, came)]
        problems: list[Problem] = []
        if step.expect is not None:
            problems += differences(step.expect, result, f"{path}.expect")
        problems += still_there(step.absent, result, f"{path}.absent")
        if step.state:
            problems += differences(step.state, self.state(step.state), f"{path}.state")
        return problems


#: Facts that a report tells in other words, and those of the table.
_TOLD_OTHERWISE = (f.Opened, f.Replied, f.Closed)


def _result(facts: list[Any]) -> dict[str, Any]:
    made: dict[str, Any] = _plain(next((fact.result for fact in facts if isinstance(fact, f.Closed)), {}))
    return made


def _crash(path: str, error: Exception) -> Problem:
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = f" ({at.tb_frame.f_globals.get('__name__')}, line {at.tb_lineno})" if at is not None else ""
    return Problem(path, f"The rules failed: {type(error).__name__}: {error}{where}")


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value, enc_hook=_hook, str_keys=True)


def _hook(value: object) -> object:
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return enc_hook(value)
