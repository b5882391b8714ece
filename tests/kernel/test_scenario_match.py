"""What a scenario expects against what came: the matching, value by value."""

from __future__ import annotations

from typing import Any

import pytest
from fracas_rules.kernel.scenario_match import Problem, differences, still_there
from msgspec import UNSET

CAME = {
    "outcome": "hit",
    "damage": 8,
    "half": 1.5,
    "flag": True,
    "zero": 0,
    "none": None,
    "empty": {},
    "text": "",
    "list": [],
    "order": ["a", "b"],
    "hits": [{"n": 1, "by": "a"}, {"n": 2, "by": "b"}],
    "by": {"vamp": {"damage": 8, "conditions": ["prone", "stunned"]}},
    "conditions": ["prone", "grabbed", "prone"],
    "simultaneous": [["a", "b"], ["c", "d"]],
}


@pytest.mark.parametrize(
    "expected",
    [
        {"outcome": "hit"},
        {"damage": 8, "zero": 0},
        {"damage": 8.0, "half": 1.5},
        {"flag": True},
        {"empty": {}},
        {"text": "", "missing": "", "none": ""},
        {"list": [], "order": ["a", "b"]},
        {"hits": [{"n": 1}, {"by": "b"}]},
        {"by": {"vamp": {"damage": 8}}},
        {"by": {"vamp": {"conditions": ["stunned", "prone"]}}},
        {"conditions": ["grabbed", "prone", "prone"]},
        {"simultaneous": [["b", "a"], ["c", "d"]]},
    ],
    ids=str,
)
def test_matches(expected: dict[str, Any]) -> None:
    """Partial tables at any depth, exact lists, numbers by value, conditions and simultaneous groups in any order."""
    assert list(differences(expected, CAME, "$")) == []


@pytest.mark.parametrize(
    ("expected", "path", "told", "wanted", "came"),
    [
        ({"outcome": "miss"}, "$.outcome", "differs", "miss", "hit"),
        ({"damage": 9}, "$.damage", "differs", 9, 8),
        ({"damage": "8"}, "$.damage", "differs", "8", 8),
        ({"flag": 1}, "$.flag", "differs", 1, True),
        ({"zero": False}, "$.zero", "differs", False, 0),
        ({"missing": 0}, "$.missing", "nothing came", 0, UNSET),
        ({"missing": {}}, "$.missing", "nothing came", {}, UNSET),
        ({"missing": []}, "$.missing", "nothing came", [], UNSET),
        ({"none": 0}, "$.none", "differs", 0, None),
        ({"zero": ""}, "$.zero", "expected nothing", "", 0),
        ({"empty": ""}, "$.empty", "expected nothing", "", {}),
        ({"list": ""}, "$.list", "expected nothing", "", []),
        ({"by": {}}, "$.by", "expected an empty table", {}, CAME["by"]),
        ({"by": 8}, "$.by", "differs", 8, CAME["by"]),
        ({"damage": {"vamp": 8}}, "$.damage", "expected a table", {"vamp": 8}, 8),
        ({"list": {}}, "$.list", "expected a table", {}, []),
        ({"by": {"vamp": {"damage": 7}}}, "$.by.vamp.damage", "differs", 7, 8),
        ({"by": {"ogre": {"damage": 7}}}, "$.by.ogre", "nothing came", {"damage": 7}, UNSET),
        ({"order": ["b", "a"]}, "$.order[0]", "differs", "b", "a"),
        ({"order": ["a"]}, "$.order", "expected 1 in the list, 2 came", ["a"], ["a", "b"]),
        ({"order": "a"}, "$.order", "differs", "a", ["a", "b"]),
        ({"outcome": ["hit"]}, "$.outcome", "expected a list", ["hit"], "hit"),
        ({"hits": [{"n": 1}, {"n": 3}]}, "$.hits[1].n", "differs", 3, 2),
        ({"conditions": ["prone", "grabbed"]}, "$.conditions", "expected 2 in the list, 3 came", ["prone", "grabbed"], None),
        (
            {"conditions": ["prone", "grabbed", "grabbed"]}, "$.conditions", "differs (in any order)",
            ["prone", "grabbed", "grabbed"], CAME["conditions"],
        ),
        ({"simultaneous": [["c", "d"], ["a", "b"]]}, "$.simultaneous[0]", "differs (in any order)", ["c", "d"], ["a", "b"]),
        ({"simultaneous": [["a", "b"]]}, "$.simultaneous", "expected 1 in the list, 2 came", [["a", "b"]], None),
        ({"simultaneous": ["a", "b"]}, "$.simultaneous[0]", "differs (in any order)", "a", ["a", "b"]),
    ],
    ids=str,
)  # fmt: skip
def test_differs(expected: dict[str, Any], path: str, told: str, wanted: Any, came: Any) -> None:
    """Every difference is told with its path, what was expected and what came; without a value nothing came."""
    first = next(iter(differences(expected, CAME, "$")))
    assert (first.path, first.message, first.expected) == (path, told, wanted)
    assert type(first.expected) is type(wanted)
    if came is not None or path == "$.none":
        assert first.came == came


def test_all_differences() -> None:
    """All differences are told, not only the first."""
    came = differences({"damage": 9, "outcome": "miss", "order": ["b", "a"]}, CAME, "$")
    assert [problem.path for problem in came] == ["$.damage", "$.outcome", "$.order[0]", "$.order[1]"]


def test_absent() -> None:
    """A key that should be absent may be there only without a value."""
    assert list(still_there(("missing", "none"), CAME, "$.absent")) == []
    (problem,) = still_there(("missing", "zero"), CAME, "$.absent")
    assert problem == Problem("$.absent[1]", "there should be no `zero`", UNSET, 0)
