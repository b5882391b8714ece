"""The hand of a scenario: its dice and answers for one step, dealt out as the rules want them."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Any

from msgspec import Struct

from ..errors import refuse
from .requests import Ask, Pick, Roll, Together
from .ruleset import Ruleset
from .scenario_file import Step
from .scene import Scene
from .script import Script


class AskReport(Struct, frozen=True):
    """A decision that was made. `by`: the `scenario`, the `default`, or the `rules` where only one pick was legal."""

    who: str
    ask: str
    pick: Pick
    by: str


class DieReport(Struct, frozen=True):
    """A die that was thrown: whose, for which roll."""

    who: str
    roll: str
    sides: int
    face: int


class WrongDice(Exception):
    """The rules want a die that the scenario does not give."""


class Hand:
    """Dice and answers of the step that was taken up last, and what has become of them."""

    def __init__(self) -> None:
        self.asks: list[AskReport] = []
        self.thrown: list[DieReport] = []
        self._step = Step({})
        self._dice: dict[str, deque[int]] = {}
        self._answers: dict[tuple[str, str], deque[Pick]] = {}
        self._rolling = ""

    def take(self, step: Step) -> None:
        """Take up the dice and answers of the next step."""
        self._step = step
        self.thrown = []
        self._dice = {who: deque(faces) for who, faces in step.dice.items()}
        self._sort()

    def _sort(self) -> None:
        self.asks = []
        self._answers = {}
        for choice in self._step.answers:
            self._answers.setdefault((choice.who, choice.ask), deque()).append(choice.pick)

    def listening(self, ruleset: Ruleset) -> Ruleset:
        """The same rules, with this hand hearing what their scripts request."""

        def play(scene: Scene[Any, Any, Any], command: Any) -> Script[None]:
            self._sort()  # a script plays from its start each time, and the answers with it
            script = ruleset.play(scene, command)
            value: Any = None
            while True:
                try:
                    request = script.send(value)
                except StopIteration:
                    return
                if isinstance(request, Roll):
                    self._rolling = request.key
                for ask in (request,) if isinstance(request, Ask) else request.asks if isinstance(request, Together) else ():
                    self._hear(ask)
                value = yield request

        return replace(ruleset, play=play)

    def _hear(self, ask: Ask) -> None:
        given = self._answers.get((ask.who, ask.key))
        single = ask.only()
        if given:
            pick = given.popleft()
            self.asks.append(AskReport(ask.who, ask.key, pick, "scenario" if single is None else "rules"))
            if single is not None and pick != single:
                refuse("illegal-choice", f"`{pick}` is not a legal answer to {ask.key}: only {single} is.")
        else:
            pick = ask.default if single is None else single
            self.asks.append(AskReport(ask.who, ask.key, pick, "default" if single is None else "rules"))

    def answer(self, ask: Ask) -> Pick:
        """The answer to an ask that was heard."""
        return next(one.pick for one in reversed(self.asks) if (one.who, one.ask) == (ask.who, ask.key))

    def die(self, who: str, sides: int) -> int:
        """The next face of a roller. Raises `WrongDice` that names the roller and the roll."""
        queue = self._dice.get(who)
        if not queue:
            raise WrongDice(f"{who} rolls a d{sides} for {self._rolling}, but no die was given for it.")
        face = queue.popleft()
        self.thrown.append(DieReport(who, self._rolling, sides, face))
        if face > sides:
            raise WrongDice(f"{who} rolls a d{sides} for {self._rolling}, which cannot show {face}.")
        return face

    def left_over(self) -> list[tuple[str, str]]:
        """What was given and not used: the key of the step, and a sentence, for each roller and each decision."""
        dice = [
            ("dice", f"{who} was given {', '.join(map(str, faces))}, which was not rolled.")
            for who, faces in self._dice.items()
            if faces
        ]
        answers = [
            ("answers", f"{who} was never asked {ask}, or not again: `{pick}` is left over.")
            for (who, ask), picks in self._answers.items()
            for pick in picks
        ]
        return dice + answers
