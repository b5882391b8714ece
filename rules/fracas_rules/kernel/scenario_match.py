"""Whether what came is what a scenario expects: partial tables, exact lists, and every difference with its path.

* a table matches when each key given in it matches; an empty one matches only an empty table
* a list matches in whole and in order; `conditions` in any order; `simultaneous` group by group, each in any order
* `""` matches only nothing: no such key, or an empty text
* numbers match by value, and a flag is no number; a value that is no table never matches a table
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import UNSET, Struct, UnsetType


class Problem(Struct, frozen=True, omit_defaults=True):
    """What is wrong with a scenario, and where. `expected` and `came` where two values differ; without `came` nothing came."""

    path: str
    message: str
    expected: Any | UnsetType = UNSET
    came: Any | UnsetType = UNSET


def differences(expected: Any, came: Any, path: str, key: str = "") -> Iterator[Problem]:
    """Every difference between what is expected and what came (plain data; UNSET for nothing). `key` is what both are called."""
    if expected == "" and isinstance(expected, str):
        if came not in (UNSET, None, ""):
            yield _problem("expected nothing", path, expected, came)
    elif came is UNSET:
        yield _problem("nothing came", path, expected, came)
    elif isinstance(expected, Mapping):
        yield from _tables(expected, came, path)
    elif isinstance(expected, list):
        yield from _lists(expected, came, path, key)
    elif not _same(expected, came):
        yield _problem("differs", path, expected, came)


def still_there(absent: tuple[str, ...], came: Mapping[str, Any], path: str) -> Iterator[Problem]:
    """A problem for each key that should be absent and is not."""
    for index, key in enumerate(absent):
        if came.get(key) is not None:
            yield _problem(f"there should be no `{key}`", f"{path}[{index}]", UNSET, came[key])


def _tables(expected: Mapping[str, Any], came: Any, path: str) -> Iterator[Problem]:
    if not isinstance(came, Mapping):
        yield _problem("expected a table", path, expected, came)
    elif not expected and came:
        yield _problem("expected an empty table", path, expected, came)
    else:
        for key, value in expected.items():
            yield from differences(value, came.get(key, UNSET), f"{path}.{key}", key)


def _lists(expected: list[Any], came: Any, path: str, key: str) -> Iterator[Problem]:
    if not isinstance(came, list):
        yield _problem("expected a list", path, expected, came)
    elif len(expected) != len(came):
        yield _problem(f"expected {len(expected)} in the list, {len(came)} came", path, expected, came)
    elif key == "conditions":
        if not _any_order(expected, came):
            yield _problem("differs (in any order)", path, expected, came)
    elif key == "simultaneous":
        for index, (group, other) in enumerate(zip(expected, came, strict=True)):
            both = isinstance(group, list) and isinstance(other, list)
            if not (_any_order(group, other) if both else _same(group, other)):
                yield _problem("differs (in any order)", f"{path}[{index}]", group, other)
    else:
        for index, (value, other) in enumerate(zip(expected, came, strict=True)):
            yield from differences(value, other, f"{path}[{index}]")


def _any_order(expected: list[Any], came: list[Any]) -> bool:
    left = list(came)
    for value in expected:
        at = next((at for at, other in enumerate(left) if not any(differences(value, other, ""))), None)
        if at is None:
            return False
        del left[at]
    return not left


def _same(expected: Any, came: Any) -> bool:
    return isinstance(expected, bool) == isinstance(came, bool) and bool(expected == came)


def _problem(message: str, path: str, expected: Any, came: Any) -> Problem:
    return Problem(path, message, expected, came)
