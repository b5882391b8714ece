"""Packs: rows of TOML, a game's own and a GM's alike, read by one loader and layered by id.

A pack has a `name` and one table per kind of row: `[maneuver.punch]`, `[weapon.sword]`, `[template.thug]`. Each game says
which kinds there are, the Struct of each, and which traits its formulas may use. A later pack's row replaces the
earlier one of the same id as a whole.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from ..errors import FormulaError, PackError, located
from .formula import Formula, check_formula, parse
from .ids import digest

T = TypeVar("T")

#: A pack may have this many signs.
LONGEST = 512 * 1024


class Pack(Struct, frozen=True):
    """A pack that was read: its name, its digest (SHA-256 of the text) and its rows by kind and id."""

    name: str
    digest: str
    rows: dict[str, dict[str, Any]]


class RowKind(Struct, frozen=True):
    """How rows of one kind are read: their Struct, what their formulas may use, and a check of the whole row.

    `check(id, row)` raises `ValueError` in words.
    """

    row: type[Any]
    traits: tuple[str, ...] = ()
    check: Callable[[str, Any], object] | None = None
    dice: bool = False


def dec_hook(kind: type, value: object) -> object:
    """Read what msgspec does not know: a `Formula` from its text or a whole number; a `Fraction` from 2, 0.5 or "1/2"."""
    if kind is Fraction:
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise ValueError("Expected a number or a fraction such as 1/2")
        try:
            return Fraction(value).limit_denominator(1000)
        except (ValueError, ZeroDivisionError, OverflowError):
            raise ValueError("Expected a number or a fraction such as 1/2") from None
    if kind is Formula:
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise ValueError("Expected a whole number or a formula")
        return parse(str(value))
    raise NotImplementedError(kind)


def enc_hook(value: object) -> object:
    """Write a formula as its text, a fraction as `1/2`."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Formula):
        return value.text
    raise NotImplementedError(type(value))


def schema_hook(kind: type) -> dict[str, Any]:
    """The JSON Schema of a formula or a fraction."""
    if kind is Fraction:
        return {"type": ["number", "string"], "title": "Fraction", "examples": [0.5, "1/2", 2]}
    if kind is Formula:
        return {"type": ["string", "integer"], "title": "Formula", "examples": ["2 * (strength + 1)", 12]}
    raise NotImplementedError(kind)


def load(text: str, kinds: Mapping[str, RowKind]) -> Pack:
    """Read a pack.

    Raises `PackError` with the key path for anything that is not TOML, not a known kind, not a row of it, or a formula
    with a mistake.
    """
    if len(text) > LONGEST:
        raise PackError(f"A pack may have {LONGEST} signs; this one has {len(text)}.", "$")
    try:
        tables = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise PackError(f"This is not TOML: {error}", "$") from None
    name = tables.pop("name", None)
    if not isinstance(name, str) or not name.strip():
        raise PackError("A pack needs a `name`, a text that is not empty.", "$.name")
    rows: dict[str, dict[str, Any]] = {}
    for kind, entries in tables.items():
        if kind not in kinds:
            raise PackError(f"There is no kind of row `{kind}`; known are {', '.join(kinds)}.", f"$.{kind}")
        if not isinstance(entries, dict):
            raise PackError(f"`{kind}` holds rows by id, as in [{kind}.example].", f"$.{kind}")
        rows[kind] = {row_id: _row(kind, row_id, row, kinds[kind]) for row_id, row in entries.items()}
    return Pack(name.strip(), digest(text), rows)


def _row(kind: str, row_id: str, row: object, how: RowKind) -> Any:
    path = f"$.{kind}.{row_id}"
    try:
        made = msgspec.convert(row, how.row, dec_hook=dec_hook)
    except msgspec.ValidationError as error:
        raise PackError(*located(error, path)) from None
    for field in _fields(how.row):  # type: ignore[arg-type]
        value = getattr(made, field.name)
        if isinstance(value, Formula):
            try:
                check_formula(value, how.traits, how.dice)
            except FormulaError as error:
                raise PackError(str(error), f"{path}.{field.encode_name}") from None
    if how.check is not None:
        try:
            how.check(row_id, made)
        except ValueError as error:
            raise PackError(str(error), path) from None
    return made


@cache
def _fields(row: Any) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a kind of row, whose annotations are read once: a core pack has hundreds of rows."""
    return msgspec.structs.fields(row)


def layer(packs: tuple[Pack, ...]) -> dict[str, dict[str, Any]]:
    """All rows by kind and id; a later pack's row stands in place of an earlier one's."""
    rows: dict[str, dict[str, Any]] = {}
    for pack in packs:
        for kind, entries in pack.rows.items():
            rows.setdefault(kind, {}).update(entries)
    return rows


def sheet_fits(sheet: type[T]) -> Callable[[str, Any], T]:
    """Reads the sheet that a row holds beside its `name` as the game's `sheet`; raises `ValueError` where it is none."""

    def read(_row_id: str, row: Any) -> T:
        try:
            return msgspec.convert({"name": row.name, **row.sheet}, sheet, dec_hook=dec_hook)
        except msgspec.ValidationError as error:
            raise ValueError(f"Its sheet is wrong: {error}") from None

    return read
