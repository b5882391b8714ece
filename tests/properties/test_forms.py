"""What games offer to fill in is drawn alike: the same few kinds of fields, whatever the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fracas_rules import RULESETS
from fracas_rules.kernel.table import catalogue_of, options_of
from tabletop import Table

#: What every kind must say besides id and label.
KINDS = {
    "number": {"min", "max"},
    "flag": set(),
    "choice": {"options"},
    "list": {"options"},
    "who": set(),
    "whos": set(),
    "text": set(),
    "square": set(),
}


def offered(game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every parameter of an act of every template, and of every condition, check and hazard."""
    ruleset = RULESETS[game]
    rows, options = catalogue_of(ruleset, ()), options_of(ruleset, {})
    schemas = ruleset.schemas(rows)
    for what in ("conditions", "checks", "hazards"):
        for one in schemas[what]:
            yield from ((f"{what} {one['id']}", param) for param in one["params"])
    table = Table(ruleset)
    for template in ruleset.core.rows["template"]:
        table.ok("gm", do="add_combatant", id=template, template=template)
        for group in ruleset.legal(table.state.game, rows, options, {"actor": template}, lambda _command: None)["groups"]:
            for action in group["actions"]:
                yield from ((f"{template} {action['id']}", param) for param in action["params"])


@pytest.mark.parametrize("game", list(RULESETS))
def test_parameters_are_of_known_kinds(game: str) -> None:
    """Each has its id, a label that begins large, and what its kind needs; no table is left without any."""
    found = list(offered(game))
    assert {param["kind"] for _, param in found} >= {"number", "choice", "who"}
    for where, param in found:
        assert param["kind"] in KINDS, (where, param)
        assert {"id", "label"} | KINDS[param["kind"]] <= set(param), (where, param)
        assert param["label"][:1] == param["label"][:1].upper(), (where, param)
        if param["kind"] == "choice":
            assert param.get("default") in (None, "", *(one["id"] for one in param["options"])), (where, param)
