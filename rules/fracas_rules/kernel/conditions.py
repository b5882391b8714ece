"""Conditions: what is on a combatant for a while, by id with parameters; how they are read from a command, and named.

What a condition does is the game's. The kernel knows what it carries, and sees to it that no value gets in that could
break the game later.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from msgspec import Struct

from ..errors import refuse
from . import params as p
from . import ranked
from .ids import CombatantId

#: A condition as a command gives it: its id, or a table of `id` and parameters.
Word = str | dict[str, Any]


class Kind(Struct, frozen=True):
    """A condition. Games derive theirs, with what runs it out and what it allows.

    params: what it carries; gives: what it has when nothing else is given; needs: what must be given. seen: it shows on the
    outside. many: instances of several causes stand side by side on one holder.
    """

    label: str
    params: dict[str, p.Param] = {}
    gives: dict[str, Any] = {}
    needs: tuple[str, ...] = ()
    seen: bool = True
    many: bool = False


Kinds = Mapping[str, Kind]


def listed(words: Word | list[Word] | None) -> list[Word]:
    """One condition, a list of them, or none: as a list."""
    if words is None:
        return []
    return words if isinstance(words, list) else [words]


def parse(word: Word, kinds: Kinds, path: str) -> tuple[str, dict[str, Any]]:
    """The id and the parameters as given. Refuses an id that is not known, and a parameter that does not fit."""
    table = {"id": word} if isinstance(word, str) else dict(word)
    one = table.pop("id", None)
    if not isinstance(one, str) or one not in kinds:
        refuse("unknown-id", f"There is no condition `{one}`; there are {', '.join(kinds)}.", f"{path}.id")
    p.check(table, kinds[one].params, path, f"The condition {one}")
    return one, table


def completed(kinds: Kinds, one: str, given: Mapping[str, Any], path: str) -> dict[str, Any]:
    """The parameters that a condition starts with. Refuses where one that it needs is missing."""
    kind = kinds[one]
    for name in kind.needs:
        if name not in given:
            refuse("malformed", f"The condition {one} needs `{name}`.", f"{path}.{name}")
    return {**kind.gives, **given}


def resolve(
    kinds: Kinds, one: str, params: Mapping[str, Any], known: Container[CombatantId], holder: CombatantId, path: str
) -> None:
    """Refuse a condition that names a combatant who is not there, or its holder itself."""
    for who, where in p.mentioned(params, kinds[one].params, path):
        ranked.known(who, known, where)
        if who == holder:
            refuse("illegal-target", f"`{who}` cannot be `{one}` by itself.", where)


def named_by(kinds: Kinds, one: str, params: Mapping[str, Any]) -> list[CombatantId]:
    """The combatants that a condition names."""
    return [who for who, _path in p.mentioned(params, kinds[one].params, "$")] if one in kinds else []
