"""Packs: rows of TOML, a game's own and a GM's alike, read by one loader and layered by id.

A pack has a `name` and one table per kind of row: `[maneuver.punch]`, `[weapon.sword]`, `[template.thug]`. Each game says
which kinds there are, the Struct of each, and which traits its formulas may use. A later pack's row replaces the
earlier one of the same id as a whole.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from ..errors import FormulaError, PackError, located
from .bounds import SEEN
from .formula import Formula, check_formula, parse
from .ids import digest

T = TypeVar("T")
#: Rows by kind and id.
Rows = Mapping[str, Mapping[str, Any]]

#: The kind of the rows that an act names as its `maneuver`, and that of ready combatants.
PLAYED, READY = "maneuver", "template"

#: A pack may have this many signs.
LONGEST = 512 * 1024
#: Tables within tables that one key may name: every prefix of a key is kept when it is read.
_DEEP = 32
_NAME = 80
_PLAIN_NUMBER = re.compile(r"[-+]?[0-9]{1,7}(\.[0-9]{0,20}|/[0-9]{1,7})?")
_BETWEEN_KEYS = re.compile(r"[=,{}\[\]\n]")


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
        return _fraction(value)
    if kind is Formula:
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise ValueError("Expected a whole number or a formula")
        return parse(str(value))
    raise NotImplementedError(kind)


def _fraction(value: object) -> Fraction:
    """A number of up to seven digits before its point. Python would spend minutes on the digits of `1e10000000`."""
    plain = _PLAIN_NUMBER.fullmatch(value) is not None if isinstance(value, str) else not isinstance(value, bool)
    if plain and isinstance(value, int | float | str):
        with suppress(ValueError, ZeroDivisionError, OverflowError):
            found = Fraction(value)
            if abs(found) < 10**7:
                return found.limit_denominator(1000)
    raise ValueError("Expected a number or a fraction such as 1/2, below ten million")


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
    if max(part.count(".") for part in _BETWEEN_KEYS.split(text)) > _DEEP:
        raise PackError(f"No key, and no text between two commas, may have more than {_DEEP} dots.", "$")
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number with too many digits is no TOMLDecodeError
        raise PackError(f"This is not TOML: {error}", "$") from None
    name = tables.pop("name", None)
    if not isinstance(name, str) or not name.strip() or len(name) > _NAME or not re.match(SEEN, name):
        raise PackError(f"A pack needs a `name`: a text of 1 to {_NAME} signs that are all seen.", "$.name")
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


def differing(under: Rows, pack: Pack) -> list[tuple[str, str]]:
    """The rows, by kind and id, that a pack adds to those under it or changes."""
    return [(kind, one) for kind, rows in pack.rows.items() for one, row in rows.items() if under.get(kind, {}).get(one) != row]


def with_row(rows: Rows, kind: str, one: str, row: Any | None) -> Rows:
    """All rows, but this one in place of the row of its id; None for without it."""
    others = {key: other for key, other in rows.get(kind, {}).items() if key != one or row is not None}
    return {**rows, kind: others if row is None else {**others, one: row}}


def only(rows: Rows, kind: str, ids: Sequence[str]) -> Rows:
    """All rows, but of one kind only these."""
    wanted = frozenset(ids)
    return {**rows, kind: {one: row for one, row in rows.get(kind, {}).items() if one in wanted}}


def holding(row: Any, kind: str, thing: str) -> Iterator[Any]:
    """A template with a thing in hand, in every way in which one may be written."""
    for name in (f"{kind}s", kind):
        if isinstance(getattr(row, name, None), tuple):
            yield msgspec.structs.replace(row, **{name: (thing, *getattr(row, name))})
    if isinstance(getattr(row, "sheet", None), dict):
        has = row.sheet.get(f"{kind}s", [])
        if isinstance(has, list):
            yield msgspec.structs.replace(row, sheet={**row.sheet, f"{kind}s": [thing, *has]})
        yield msgspec.structs.replace(row, sheet={**row.sheet, kind: thing})


def sheet_fits(sheet: type[T]) -> Callable[[str, Any], T]:
    """Reads the sheet that a row holds beside its `name` as the game's `sheet`; raises `ValueError` where it is none."""

    def read(_row_id: str, row: Any) -> T:
        try:
            return msgspec.convert({"name": row.name, **row.sheet}, sheet, dec_hook=dec_hook)
        except msgspec.ValidationError as error:
            raise ValueError(f"Its sheet is wrong: {error}") from None

    return read
