"""Whose mistake it is, where the rules meet a bug in the trial of a pack: the row, and what it lacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from ..errors import PackError, Refusal
from .packs import PLAYED, Rows, enc_hook, with_row

#: Rows that may be blamed for a fault of another, and rows that one is held against.
_BLAMED, _EXAMPLES = 16, 4


class Fault(Exception):
    """Something else than a refusal came out of the rules for a row. `again(rows)` plays the same with other rows."""

    def __init__(self, kind: str, row: str, error: Exception, again: Callable[[Rows], object]) -> None:
        super().__init__(row)
        self.kind, self.row, self.error, self.again = kind, row, error, again

    def comes_to(self, rows: Rows) -> str:
        """What the same comes to with other rows: `played`, `refused` or `fault`."""
        try:
            self.again(rows)
        except Refusal:
            return "refused"
        except Exception:
            return "fault"
        return "played"


def blamed(fault: Fault, before: Rows, rows: Rows, new: Sequence[tuple[str, str]]) -> PackError | None:
    """The mistake of the row without which there is no fault, of those that are `new` since the rows of `before`.

    None where these had it too.
    """
    if fault.comes_to(before) == "fault":
        return None
    error, at = fault.error, f"{fault.kind} `{fault.row}`"
    met = type(error).__name__ + (f": {error}" if str(error) else "")
    for kind, one in [other for other in new if other != (fault.kind, fault.row)][:_BLAMED]:
        if fault.comes_to(with_row(rows, kind, one, before.get(kind, {}).get(one))) != "fault":
            return PackError(f"With this row the {at} meets a bug ({met}).", f"$.{kind}.{one}")
    if (fault.kind, fault.row) not in new:
        return PackError(f"With this pack the {at} meets a bug ({met}).", "$")
    path = f"$.{fault.kind}.{fault.row}"
    if fault.kind != PLAYED:
        return PackError(f"The {at} cannot come to a table ({met}).", path)
    hint = _hint(fault, before, rows)
    procedure = getattr(rows[PLAYED][fault.row], "procedure", "")
    return PackError(f"`{fault.row}` cannot be played by its procedure `{procedure}` ({met}){hint and ': ' + hint}.", path)


def _hint(fault: Fault, before: Rows, rows: Rows) -> str:
    """What a row lacks, as well as it can be told."""
    row = rows[PLAYED][fault.row]
    there = before.get(PLAYED, {})
    like = {one: other for one, other in there.items() if getattr(other, "procedure", "") == getattr(row, "procedure", None)}
    examples = dict(sorted(like.items(), key=lambda item: _differences(row, item[1]))[:_EXAMPLES])

    def works(other: Any) -> bool:
        return fault.comes_to(with_row(rows, PLAYED, fault.row, other)) != "fault"

    hint = _lacking(row, examples, works)
    if hint:
        return hint
    if like and fault.row not in like:
        return f"it may know none but {', '.join(f'`{one}`' for one in like)}, which a pack may change"
    return ""


def _lacking(row: Any, examples: Mapping[str, Any], works: Callable[[Any], bool]) -> str:
    """What a row is without that examples of its procedure have, in words; empty where no single field of theirs mends it.

    Where all of them have something else is tried first, and of that what the row leaves out.
    """
    fields = msgspec.structs.fields(type(row))

    def likely(field: msgspec.structs.FieldInfo) -> tuple[bool, bool]:
        mine = getattr(row, field.name)
        return any(getattr(example, field.name) == mine for example in examples.values()), mine != _usual(field)

    for field in sorted(fields, key=likely):
        mine = getattr(row, field.name)
        for one, example in examples.items():
            theirs = getattr(example, field.name)
            if mine != theirs and works(msgspec.structs.replace(row, **{field.name: theirs})):
                left_out = mine == _usual(field)
                has = f"it has no `{field.encode_name}`" if left_out else f"its `{field.encode_name}` is {_shown(mine)}"
                return f"{has}; that of `{one}` is {_shown(theirs)}"
    return ""


def _differences(row: Any, other: Any) -> int:
    return sum(getattr(row, field) != getattr(other, field) for field in row.__struct_fields__)


def _usual(field: msgspec.structs.FieldInfo) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def _shown(value: Any) -> str:
    told = msgspec.json.encode(value, enc_hook=enc_hook).decode()
    return told if len(told) <= 80 else f"{told[:79]}…"
