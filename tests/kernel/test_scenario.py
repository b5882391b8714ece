"""Scenarios are played by the code of the live table, and what they give must be used up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from duel import DUEL
from fracas_rules.kernel.scenario import Report, play, schema
from fracas_rules.kernel.scenario_hand import AskReport, DieReport
from msgspec import UNSET

HEAD = """
format = 1
system = "duel"
title = "T"
rules = ["X-1"]
source = "s"
why = "w"
"""
WHO = """
[combatants.a]
name = "A"
[combatants.b]
name = "B"
hp = 12
"""


def step(maneuver: str = "poke", more: str = "") -> str:
    """A step in which `a` does something to `b`."""
    return f'[[steps]]\ndo = "act"\nactor = "a"\nmaneuver = "{maneuver}"\ntargets = ["b"]\n{more}\n'


def played(*steps: str, options: str = "", who: str = WHO) -> Report:
    """Play these steps."""
    return play(HEAD + options + who + "".join(steps), {"duel": DUEL})


def brace(*picks: str) -> str:
    """Answers of `b`, one after the other."""
    return "answers = [" + ", ".join(f'{{ who = "b", ask = "defense", pick = "{pick}" }}' for pick in picks) + "]\n"


def problems(report: Report) -> list[tuple[str, str]]:
    """Paths and messages of what is wrong."""
    return [(problem.path, problem.message) for problem in report.problems]


def test_passes() -> None:
    """A scenario that comes out as expected is ok, and its report tells asks, dice, facts and the state at the end."""
    report = played(step("flurry", "dice = { a = [6, 3] }\n" + brace("brace") + "expect = { damage = 6, hits = [3, 3] }"))
    assert (report.ok, report.built, report.problems) == (True, True, ())
    assert (report.title, report.system, report.rules) == ("T", "duel", ("X-1",))
    (only,) = report.steps
    assert (only.index, only.do, only.refused) == (0, "act", None)
    assert only.result == {"outcome": "hit", "damage": 6, "hits": [3, 3], "by": {"b": {"damage": 3}}}
    assert only.asks == (AskReport("b", "defense", "brace", "scenario"), AskReport("b", "defense", "none", "rules"))
    assert only.dice == (DieReport("a", "poke", 10, 6), DieReport("a", "poke", 10, 3))
    assert only.facts == ({"fact": "hurt", "id": "b", "hp": 9}, {"fact": "hurt", "id": "b", "hp": 6})
    assert report.state["b"]["hp"] == 6
    assert report.state["encounter"] == {"round": 0}


def test_plain() -> None:
    """A report is plain data that fits its schema's keys; exact fractions are numbers in it."""
    report = played(step("push", "dice = { a = [1, 2], b = [3] }\nexpect = { multiplier = 1.5, flag = true, note = '' }"))
    assert report.ok
    data = msgspec.json.decode(msgspec.json.encode(report))
    assert set(data) == set(schema()["$defs"]["Report"]["properties"])
    assert data["steps"][0]["result"]["multiplier"] == 1.5


def test_default() -> None:
    """An ask without an answer takes its default."""
    report = played(step(more="dice = { a = [6] }"))
    assert report.steps[0].asks == (AskReport("b", "defense", "none", "default"),)
    assert report.state["b"]["hp"] == 6


def test_answers_in_order() -> None:
    """Several answers to the same ask are used in order; the order of different ones is free."""
    report = played(step("flurry", "dice = { a = [4, 5] }\n" + brace("brace", "none")))
    assert report.ok
    assert report.state["b"]["hp"] == 5


def test_missing_die() -> None:
    """A die that is rolled and was not given fails, with the roller and the roll, and nothing after it is played."""
    report = played(step("push", "dice = { a = [6] }"), step())
    assert problems(report) == [("$.steps[0].dice", "a rolls a d6 for push, but no die was given for it.")]
    assert [one.index for one in report.steps] == [0]
    assert report.steps[0].dice == (DieReport("a", "push", 6, 6),)


def test_left_over_die() -> None:
    """A die that is left over fails, and so do dice of somebody who never rolls."""
    report = played(step(more="dice = { a = [6, 2], table = [1] }"))
    assert problems(report) == [
        ("$.steps[0].dice", "a was given 2, which was not rolled."),
        ("$.steps[0].dice", "table was given 1, which was not rolled."),
    ]


def test_impossible_face() -> None:
    """A die cannot show what it has not."""
    report = played(step("push", "dice = { a = [6, 7], b = [1] }"))
    assert problems(report) == [("$.steps[0].dice", "a rolls a d6 for push, which cannot show 7.")]


def test_never_asked() -> None:
    """An answer to something never asked fails."""
    more = 'dice = { a = [6] }\nanswers = [{ who = "a", ask = "defense", pick = "none" }]'
    assert problems(played(step(more=more))) == [
        ("$.steps[0].answers", "a was never asked defense, or not again: `none` is left over.")
    ]


def test_single_option() -> None:
    """What is put to nobody may be answered with its one legal option; another pick is refused before any die."""
    weak = WHO.replace("12", "5")
    assert played(step(more="dice = { a = [2] }\n" + brace("none")), who=weak).ok
    assert played(step(more=brace("brace") + 'refused = "illegal-choice"'), who=weak).ok


def test_illegal_pick() -> None:
    """A pick that is not offered refuses the step, and drops what was open; dice until then count."""
    assert played(step(more=brace("duck") + 'refused = "illegal-choice"'), step(more="dice = { a = [1] }")).ok
    second = "dice = { a = [2] }\n" + brace("brace", "duck") + 'refused = "illegal-choice"'
    report = played(step("flurry", second))
    assert report.ok
    assert report.steps[0].asks[-1] == AskReport("b", "defense", "duck", "scenario")
    assert report.state["b"]["hp"] == 12


def test_refused_late() -> None:
    """A refusal after a ruling counts like any, with the dice and answers until then."""
    wall = 'dice = { a = [6, 6], b = [1] }\nanswers = [{ who = "gm", ask = "wall", pick = "no" }]\n'
    report = played(step("push", wall + 'refused = "requirement"\nstate = { b = { conditions = [] } }'))
    assert report.ok
    assert (report.steps[0].refused, report.steps[0].facts, report.steps[0].result) == ("requirement", (), {})


def test_refused() -> None:
    """A refusal must be the one that was expected; where one comes unexpectedly, or fails to, the scenario ends."""
    unknown = step().replace('["b"]', '["zed"]')
    assert played(unknown + 'refused = "unknown-id"\n').ok
    report = played(unknown + 'refused = "requirement"\n')
    assert problems(report) == [("$.steps[0].refused", "There is no combatant `zed` here.")]
    assert (report.problems[0].expected, report.problems[0].came) == ("requirement", "unknown-id")
    report = played(unknown, step())
    assert problems(report) == [("$.steps[0]", "was refused as unknown-id: There is no combatant `zed` here.")]
    assert len(report.steps) == 1
    report = played(step(more='dice = { a = [3] }\nrefused = "requirement"'))
    assert problems(report) == [("$.steps[0].refused", "It was carried out.")]
    assert report.problems[0].came is UNSET


def test_differences() -> None:
    """What differs is told with its path, and the following steps are still played."""
    report = played(
        step(
            more="dice = { a = [3] }\nexpect = { damage = 4 }\nabsent = ['outcome']\nstate = { b = { hp = 8 }, zed = { hp = 1 } }"
        ),
        step(
            more="dice = { a = [3] }\nstate = { encounter = { round = 0 }, b = { hp = 6, params = { prone = { since = 0 } } } }"
        ),
    )
    told = [(problem.path, problem.expected, problem.came) for problem in report.problems]
    assert told == [
        ("$.steps[0].expect.damage", 4, 3),
        ("$.steps[0].absent[0]", UNSET, "hit"),
        ("$.steps[0].state.b.hp", 8, 9),
        ("$.steps[0].state.zed", {"hp": 1}, UNSET),
    ]
    assert len(report.steps) == 2


def test_empty_expectation() -> None:
    """`expect = {}` says that there is no result at all."""
    assert problems(played(step(more="dice = { a = [3] }\nexpect = {}"))) == [("$.steps[0].expect", "expected an empty table")]


def test_options() -> None:
    """The file's options hold at its table."""
    report = played(step(more="dice = { a = [3] }\nexpect = { damage = 6 }"), options="options = { hard = true }\n")
    assert report.ok


def test_undo() -> None:
    """An undo takes back accepted commands of any kind, refused ones do not count, and not what came before step one."""
    steps = (
        step(more="dice = { a = [3] }"),
        '[[steps]]\ndo = "next_round"\nstate = { encounter = { round = 1 } }\n',
        step().replace('["b"]', '["zed"]') + 'refused = "unknown-id"\n',
        '[[steps]]\ndo = "undo"\nsteps = 2\nstate = { b = { hp = 12 }, encounter = { round = 0 } }\n',
        '[[steps]]\ndo = "undo"\nsteps = 1\nrefused = "illegal-choice"\n',
    )
    report = played(*steps, options="options = { hard = true }\n")
    assert problems(report) == []
    assert report.steps[3].facts[0]["fact"] == "rewound"


@pytest.mark.parametrize(
    ("who", "options", "path", "told"),
    [
        (WHO.replace("12", '"much"'), "", "$.combatants.b.hp", "This is no sheet of Game of Poking: Expected `int`, got `str`"),
        (WHO + "luck = 3\n", "", "$.combatants.b", "This is no sheet of Game of Poking: Object contains unknown field `luck`"),
        (WHO, "options = { harder = true }\n", "$.options.harder", "There is no option `harder`; known are ask_seconds,"),
        (WHO, "options = { hard = 3 }\n", "$.options.hard", "Expected `bool`, got `int`"),
        (WHO.replace("combatants.a", "combatants.gm"), "", "$.combatants.gm", "`gm` cannot be a combatant's id"),
    ],
)
def test_invalid(who: str, options: str, path: str, told: str) -> None:
    """A wrong sheet or option makes the file invalid, with its path, and no step is played."""
    report = played(step(), options=options, who=who)
    assert (report.ok, report.steps) == (False, ())
    assert [(problem.path, problem.message[: len(told)]) for problem in report.problems] == [(path, told)]


def test_not_toml() -> None:
    """Whatever the text, there is a report."""
    report = play("nonsense", {"duel": DUEL})
    assert (report.ok, report.built, report.problems[0].path) == (False, True, "$")


def test_not_built() -> None:
    """A system without rules is not built: that is said and nothing is played."""
    report = play(HEAD + WHO + step(), {})
    assert (report.ok, report.built) == (False, False)
    assert problems(report) == [("$.system", "There are no rules for `duel` yet.")]


def test_bug() -> None:
    """A bug of the rules fails the scenario with the place of the bug."""
    report = played(step("crash", "dice = { a = [3] }"), step())
    (problem,) = report.problems
    assert problem.path == "$.steps[0]"
    assert problem.message.startswith("The rules failed: ZeroDivisionError: the duel's bug (duel, line ")
    assert len(report.steps) == 1


def test_never_ends() -> None:
    """Rules that ask for ever are stopped."""
    (problem,) = played(step("forever")).problems
    assert problem.message.startswith("The rules failed: RuntimeError: This asked 500 times and came to no end.")


def test_fault_in_description() -> None:
    """Rules that cannot describe their own state fail the scenario, not the one who runs it."""

    def broken(state: Any, one: str, _options: Any) -> dict[str, Any]:
        raise KeyError(one)

    report = play(HEAD + WHO + step(more="dice = { a = [3] }"), {"duel": replace(DUEL, describe=broken)})
    assert (report.ok, report.state) == (False, {})
    assert report.problems[0].message.startswith("The rules failed: KeyError: 'a'")


def test_change_behind_a_refusal() -> None:
    """Rules that change something although they refuse are found out."""
    marks: list[str] = []

    def sly(state: Any) -> dict[str, str]:
        return {one: fighter.name for one, fighter in state.of.items()}

    def play_sly(scene: Any, command: Any) -> Any:
        scene.state.of["a"] = msgspec.structs.replace(scene.state.of["a"], hp=1)
        marks.append("changed")
        yield from DUEL.play(scene, command)

    rules = replace(DUEL, play=play_sly, names=sly)
    report = play(HEAD + WHO + step().replace('["b"]', '["zed"]') + 'refused = "unknown-id"\n', {"duel": rules})
    assert problems(report) == [("$.steps[0]", "The step was refused, but something has changed.")]
    assert marks == ["changed"]
