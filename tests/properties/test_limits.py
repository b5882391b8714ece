"""Whatever a seat sends is bounded: no text, list or table of its own making has no end, in any game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest
from fracas_rules import RULESETS
from fracas_rules.errors import Refusal
from fracas_rules.kernel.resolve import read
from msgspec import inspect
from tabletop import Table

#: Read further by the rules, key by key: parameters (`kernel.params`) and what a GM sets.
FREE = (inspect.AnyType, inspect.BoolType, inspect.LiteralType, inspect.NoneType)


def unbounded(kind: inspect.Type, path: str) -> Iterator[str]:
    """Where a type lets through more than a bounded amount."""
    if isinstance(kind, inspect.Metadata):
        yield from unbounded(kind.type, path)
    elif isinstance(kind, inspect.StructType):
        for field in kind.fields:
            yield from unbounded(field.type, f"{path}.{field.name}")
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from unbounded(one, path)
    elif isinstance(kind, inspect.StrType):
        if kind.max_length is None and (kind.pattern is None or "{1,48}" not in kind.pattern):
            yield path
    elif isinstance(kind, inspect.IntType):
        if kind.ge is None or kind.le is None:
            yield path
    elif isinstance(kind, inspect.DictType):
        if kind.max_length is None:
            yield path
        yield from unbounded(kind.key_type, f"{path}.key")
        yield from unbounded(kind.value_type, f"{path}.*")
    elif isinstance(kind, inspect.CollectionType):
        if kind.max_length is None:
            yield path
        yield from unbounded(kind.item_type, f"{path}[]")
    elif not isinstance(kind, FREE):
        raise AssertionError((path, kind))


@pytest.mark.parametrize("game", list(RULESETS))
def test_everything_a_player_sends_has_an_end(game: str) -> None:
    """Of the commands that a player may give, every field down to the last."""
    for command in get_args(RULESETS[game].command):
        name = command.__struct_config__.tag
        if name != "adjust":
            assert list(unbounded(inspect.type_info(command), name)) == []


def wrong(game: str, **command: Any) -> str:
    """The path of what is malformed; empty where it can be read."""
    try:
        read(RULESETS[game], command)
    except Refusal as refusal:
        return refusal.refused.path or refusal.refused.code
    return ""


@pytest.mark.parametrize("game", list(RULESETS))
def test_how_much(game: str) -> None:
    """Two dozen entries and no more; labels of 1 to 80 signs that all can see; ids of 48 and 80 signs."""
    act: dict[str, Any] = {"do": "act", "actor": "a", "maneuver": "punch"}
    for label in ("x" * 80, "Ünten → oben"):
        assert wrong(game, **act, modifiers=[{"label": label, "value": 1}]) == ""
    for label in ("x" * 81, "", "a\nb", "end\n", "\u202eabc", "\x00"):
        assert wrong(game, **act, modifiers=[{"label": label, "value": 1}]) == "$.modifiers[0].label"
    one = {"label": "Rain", "value": 1}
    assert wrong(game, **act, modifiers=[one] * 24) == ""
    assert wrong(game, **act, modifiers=[one] * 25) == "$.modifiers"
    assert wrong(game, **{**act, "actor": "a" * 48}) == ""
    assert wrong(game, **{**act, "actor": "a" * 49}) == "$.actor"
    assert wrong(game, **act, targets=["b" * 49]) == "$.targets[0]"
    assert wrong(game, **act, targets=["b"] * 65) == "$.targets"
    for name in ("maneuver", "weapon", "location"):
        assert wrong(game, **{**act, name: "k" * 80}) == ""
        assert wrong(game, **{**act, name: "k" * 81}) == f"$.{name}"
    assert wrong(game, **act, params={f"p{at}": 1 for at in range(25)}) == "$.params"
    assert wrong(game, **act, spend={"points": 101}) == "$.spend[...]"
    plan: dict[str, Any] = {"do": "declare", "actor": "a"}
    assert wrong(game, **plan, intent=[{"maneuver": "punch"}] * 24) == ""
    assert wrong(game, **plan, intent=[{"maneuver": "punch"}] * 25) == "$.intent"
    assert wrong(game, **plan, intent=[{"maneuver": "punch", "modifiers": [one] * 25}]) == "$.intent[0].modifiers"


def test_declared_gear() -> None:
    """Vampire's declarations carry weapons too."""
    knife = {"id": "knife", "like": "knife"}
    declare: dict[str, Any] = {"do": "declare", "actor": "a"}
    assert wrong("vampire", **declare, weapons=[knife] * 24) == ""
    assert wrong("vampire", **declare, weapons=[knife] * 25) == "$.weapons"
    assert wrong("vampire", **declare, weapons=[{**knife, "name": "x" * 81}]) == "$.weapons[0].name"
    assert wrong("vampire", **declare, armor={"name": "coat\x00"}) == "$.armor.name"
    assert wrong("vampire", **declare, armor="k" * 81) == "$.armor"


@pytest.mark.parametrize("game", list(RULESETS))
def test_the_command_of_a_plan_reads_its_parameters(game: str) -> None:
    """What an entry of a plan carries besides is refused as in the act itself, not kept unread."""
    table = Table(RULESETS[game])
    template = next(iter(RULESETS[game].core.rows["template"]))
    table.ok("gm", do="add_combatant", id="x", template=template)
    table.ok("gm", do="start")
    entry = {"maneuver": "strike" if game == "groove" else "punch", "params": {"nonsense": "x" * 1000}}
    assert table.refused("gm", do="declare", actor="x", intent=[entry]) == ("malformed", "$.intent[0].params.nonsense")


def test_json() -> None:
    """The bounds stand in the schema that forms are drawn from."""
    made = msgspec.json.schema(RULESETS["vampire"].sheet)
    assert made["$defs"]["WeaponEntry"]["properties"]["like"]["maxLength"] == 80
