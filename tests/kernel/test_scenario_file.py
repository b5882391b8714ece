"""Scenario files: what may stand in one, and where exactly it is wrong."""

from __future__ import annotations

import pytest
from fracas_rules.errors import ScenarioError
from fracas_rules.kernel.scenario_file import Choice, read

HEAD = 'format = 1\nsystem = "duel"\ntitle = "T"\nrules = ["X-1"]\nsource = "s"\nwhy = "w"\n'
WHO = '[combatants.a]\nname = "A"\n'
POKE = '[[steps]]\ndo = "act"\nactor = "a"\nmaneuver = "poke"\n'


def test_read() -> None:
    """A step's command is what the wire would carry; dice, answers and expectations stand beside it."""
    text = HEAD + 'options = { hard = true }\nnote = "n"\n' + WHO + '[combatants.b]\nname = "B"\n' + POKE + (
        'targets = ["b"]\nparams = { depth = 2, by = ["a"], where = "leg", calm = true, more = { x = [1] } }\n'
        'modifiers = [{ label = "fog", value = -2 }]\nspend = { drama = 1 }\ndistance = 3\nweapon = "w"\nlocation = "leg"\n'
        'dice = { a = [4, 5] }\nanswers = [{ who = "b", ask = "defense", pick = "none" }]\n'
        'expect = { damage = 4 }\nabsent = ["hits"]\nstate = { b = { hp = 16 } }\n'
    )  # fmt: skip
    scenario = read(text)
    assert (scenario.system, scenario.title, scenario.rules) == ("duel", "T", ("X-1",))
    assert (scenario.source, scenario.why, scenario.note, scenario.options) == ("s", "w", "n", {"hard": True})
    assert list(scenario.combatants.items()) == [("a", {"name": "A"}), ("b", {"name": "B"})]
    (step,) = scenario.steps
    assert step.command == {
        "do": "act", "actor": "a", "maneuver": "poke", "targets": ["b"], "weapon": "w", "location": "leg", "distance": 3,
        "params": {"depth": 2, "by": ["a"], "where": "leg", "calm": True, "more": {"x": [1]}},
        "modifiers": [{"label": "fog", "value": -2}], "spend": {"drama": 1},
    }  # fmt: skip
    assert (step.dice, step.answers) == ({"a": [4, 5]}, (Choice("b", "defense", "none"),))
    assert (step.expect, step.absent, step.state) == ({"damage": 4}, ("hits",), {"b": {"hp": 16}})


@pytest.mark.parametrize(
    "step",
    [
        'do = "start"\nsurprised = ["a"]\ndistances = { a = { b = 3 } }',
        'do = "declare"\nactor = "a"\nintent = [{ maneuver = "poke", targets = ["b"] }]\nmode = "full"',
        'do = "declare"\nactor = "a"\nweapons = ["w", { id = "x" }]\narmor = "mail"\ncelerity = 1',
        'do = "declare"\nactor = "a"\nactions = 2\nhalf_move = true\nuse = "gun"\nskill = "s"\nshift = 1\nignore_wounds = 1',
        'do = "initiative"',
        'do = "check"\nactor = "a"\ncheck = "survival"\nparams = { x = 1 }',
        'do = "hazard"\ntargets = ["a"]\nhazard = "fall"\nparams = { x = 1 }',
        'do = "end_turn"\nactor = "a"',
        'do = "next_round"',
        'do = "end_encounter"',
        'do = "adjust"\ntargets = ["a"]\nset = { hp = 3 }\nheal = 2\ndamage = { type = "bash", levels = 1 }',
        'do = "adjust"\ntargets = ["a"]\nremove_condition = "x"\nadd_condition = ["x", { id = "y" }]',
        'do = "set_map"\nwidth = 30\nunit_per_square = 2',
        'do = "set_walls"\nwalls = [{ ax = 1, ay = 2, bx = 3, by = 4, cover = "good" }]',
        'do = "move_token"\nid = "a"\nx = 1\ny = 2',
        'do = "undo"\nsteps = 2',
        'do = "next_round"\nrefused = "forbidden"',
        'do = "initiative"\nanswers = [{ who = "gm", ask = "order", pick = ["a"] }, { who = "gm", ask = "n", pick = 3 }]',
        'do = "initiative"\nanswers = [{ who = "gm", ask = "t", pick = { a = 1 } }]',
    ],
)  # fmt: skip
def test_steps(step: str) -> None:
    """Every kind of step is read with the fields that are its own."""
    assert read(f"{HEAD}{WHO}[[steps]]\n{step}\n").steps[0].command["do"] in step


@pytest.mark.parametrize(
    ("text", "path", "told"),
    [
        ("format =", "$", "This is not TOML"),
        ("a = " + "[" * 5000, "$", "This is not TOML"),
        (HEAD.replace("= 1", "= 2") + WHO + POKE, "$.format", "This reads scenarios of format 1; the file says 2."),
        (HEAD.replace("format = 1\n", "") + WHO + POKE, "$", "Object missing required field `format`."),
        (HEAD.replace('title = "T"', 'title = ""') + WHO + POKE, "$.title", "Expected `str` of length >= 1."),
        (HEAD + 'titel = "T"\n' + WHO + POKE, "$.titel", "There is no key `titel` here."),
        (HEAD + WHO, "$", "Object missing required field `steps`."),
        (HEAD + "steps = []\n" + WHO, "$.steps", "Expected `array` of length >= 1."),
        (HEAD + "[combatants.gm]\n" + POKE, "$.combatants.gm", "`gm` cannot be a combatant's id"),
        (HEAD + '[combatants."A b"]\n' + POKE, "$.combatants.A b", "`A b` cannot be a combatant's id"),
        (HEAD + WHO + '[[steps]]\ndo = "dance"\n', "$.steps[0].do", "Invalid value 'dance'."),
        (HEAD + WHO + '[[steps]]\nactor = "a"\n', "$.steps[0]", "Object missing required field `do`."),
        (HEAD + WHO + POKE + "luck = 3\n", "$.steps[0].luck", "There is no key `luck` here."),
        (HEAD + WHO + POKE + '[[steps]]\ndo = "end_turn"\nactor = "a"\ntargets = []', "$.steps[1].targets", "There is no key"),
        (HEAD + WHO + '[[steps]]\ndo = "act"\nactor = "a"\n', "$.steps[0]", "Object missing required field `maneuver`."),
        (HEAD + WHO + POKE + "distance = 1.5\n", "$.steps[0].distance", "Expected `int`, got `float`."),
        (HEAD + WHO + POKE + "params = { x = 1.5 }\n", "$.steps[0].params[...]", "Expected `"),
        (HEAD + WHO + POKE + 'modifiers = [{ label = "x", value = 1, why = "" }]\n', "$.steps[0].modifiers[0].why", "There is"),
        (HEAD + WHO + POKE + "dice = { a = [0] }\n", "$.steps[0].dice[...][0]", "Expected `int` >= 1."),
        (HEAD + WHO + POKE + 'answers = [{ who = "a", ask = "x" }]\n', "$.steps[0].answers[0]", "Object missing required"),
        (HEAD + WHO + POKE + 'answers = [{ who = "a", ask = "x", pick = true }]\n', "$.steps[0].answers[0].pick", "Expected"),
        (HEAD + WHO + POKE + 'refused = "no"\n', "$.steps[0].refused", "Nothing is refused as `no`; codes are malformed,"),
        (HEAD + WHO + POKE + 'refused = "forbidden"\nexpect = {}\n', "$.steps[0].expect", "A step that must be refused has no"),
        (HEAD + WHO + POKE + 'refused = "forbidden"\nabsent = []\n', "$.steps[0].absent", "A step that must be refused has no"),
        (HEAD + WHO + POKE + "state = { a = 3 }\n", "$.steps[0].state[...]", "Expected `object`, got `int`."),
    ],
    ids=lambda value: value if value.startswith("$") else "",
)
def test_mistakes(text: str, path: str, told: str) -> None:
    """A file with a mistake is none: what is wrong, and its path."""
    with pytest.raises(ScenarioError) as caught:
        read(text)
    assert (caught.value.path, caught.value.message[: len(told)]) == (path, told)
    assert str(caught.value).endswith(f" - at `{path}`")
