"""Formulas of packs and sheets: text to a value, with its addends itemised.

Known are traits, whole numbers, `+ - * //` (`x` is read as `*`), `min(a, b)`, `max(a, b)`, brackets, and dice: `1d8`,
`2d6`, `2D` (six-sided). Nothing can be compared, defined or called beyond that: an "if" is a procedure's business.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from ..errors import FormulaError

Lookup = Mapping[str, int]
#: `throw(count, sides)` gives the sum of freshly rolled dice.
Throw = Callable[[int, int], int]

_TOKEN = re.compile(r"\s*(?:(?P<dice>\d+[dD]\d*)|(?P<number>\d+)|(?P<name>[A-Za-z_][\w.]*)|(?P<sign>//|[-+*(),]))")
_LONGEST = 200
_DEEPEST = 24


class Term(Struct, frozen=True):
    """One addend of a roll, for the card: a key, a label to print, and its value."""

    key: str
    label: str
    value: int


class _Node(NamedTuple):
    kind: str  # number | trait | dice | + | - | * | // | min | max | neg
    value: int = 0
    name: str = ""
    parts: tuple[_Node, ...] = ()


class Formula:
    """A parsed formula. Equal texts give the same object; `text` is what was written, `traits` and `dice` what it uses."""

    __slots__ = ("_evaluate", "_parts", "dice", "text", "traits")

    def __init__(self, text: str, root: _Node) -> None:
        self.text = text
        self._evaluate = _compile(root)
        self.dice = tuple(_all_dice(root))
        self.traits = tuple(dict.fromkeys(_traits(root)))
        addends = [(sign, _compile(node), _text(node)) for sign, node in _addends(root, 1)]
        self._parts = [(sign, part, key, key.replace("_", " ").title()) for sign, part, key in addends]

    def __repr__(self) -> str:
        return f"Formula({self.text!r})"

    def value(self, traits: Lookup, throw: Throw | None = None) -> int:
        """The formula's value. Raises `FormulaError` for a trait that `traits` lacks, or for dice without `throw`."""
        return self._evaluate(traits, throw)

    def terms(self, traits: Lookup, labels: Mapping[str, str] | None = None, throw: Throw | None = None) -> list[Term]:
        """The addends in order; they sum up to `value`. `labels` names traits for people."""
        names = labels or {}
        return [
            Term(key, names.get(key, label), sign * part(traits, throw)) for sign, part, key, label in self._parts
        ]


@lru_cache(maxsize=4096)
def parse(text: str) -> Formula:
    """Read a formula. Raises `FormulaError` that quotes the place and says what is allowed."""
    if len(text) > _LONGEST:
        raise FormulaError(f"A formula may have {_LONGEST} signs; this one has {len(text)}.")
    reader = _Reader(text)
    root = reader.sum(0)
    reader.end()
    return Formula(text, root)


def check_formula(formula: Formula, known: Iterable[str], dice: bool = False) -> None:
    """Raise `FormulaError` for a trait that is not `known`, naming those that are, and for dice where none are allowed."""
    if formula.dice and not dice:
        raise FormulaError(f"Dice are not allowed in `{formula.text}`.")
    names = list(known)
    for trait in formula.traits:
        if trait not in names:
            raise FormulaError(f"Unknown trait `{trait}` in `{formula.text}`; known are {', '.join(sorted(names))}.")


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, str, int]] = []
        at, end = 0, len(text.rstrip())
        while at < end:
            match = _TOKEN.match(text, at)
            if match is None:
                raise self._wrong(at + len(text[at:]) - len(text[at:].lstrip()), "is no sign of a formula")
            kind = match.lastgroup or ""
            self.tokens.append((kind, match.group(kind), match.start(kind)))
            at = match.end()
        self.tokens.append(("end", "", end))
        self.at = 0

    def _wrong(self, at: int, why: str) -> FormulaError:
        found = self.text[at : at + 12] or "the end"
        return FormulaError(
            f"In `{self.text}`, at sign {at + 1}: `{found}` {why}. Allowed are traits, whole numbers, + - * //, min, max, "
            "brackets and dice (1d8, 2D)."
        )

    def _take(self, *wanted: str) -> str | None:
        kind, text, _ = self.tokens[self.at]
        if kind == "name" and text == "x":
            text = "*"
        elif kind != "sign":
            return None
        if text in wanted:
            self.at += 1
            return text
        return None

    def _need(self, sign: str) -> None:
        if self._take(sign) is None:
            raise self._wrong(self.tokens[self.at][2], f"stands where `{sign}` is needed")

    def end(self) -> None:
        if self.tokens[self.at][0] != "end":
            raise self._wrong(self.tokens[self.at][2], "is one sign too many")

    def sum(self, depth: int) -> _Node:
        node = self._product(depth)
        while (sign := self._take("+", "-")) is not None:
            node = _Node(sign, parts=(node, self._product(depth)))
        return node

    def _product(self, depth: int) -> _Node:
        node = self._atom(depth)
        while (sign := self._take("*", "//")) is not None:
            node = _Node(sign, parts=(node, self._atom(depth)))
        return node

    def _atom(self, depth: int) -> _Node:
        if depth > _DEEPEST:
            raise FormulaError(f"`{self.text}` is nested more than {_DEEPEST} deep.")
        if self._take("-") is not None:
            return _Node("neg", parts=(self._atom(depth + 1),))
        if self._take("(") is not None:
            node = self.sum(depth + 1)
            self._need(")")
            return node
        kind, text, at = self.tokens[self.at]
        if kind == "number":
            self.at += 1
            return _Node("number", int(text))
        if kind == "dice":
            self.at += 1
            count, sides = re.split("[dD]", text)
            if (not sides and "D" not in text) or int(count) > 100 or (sides and not 2 <= int(sides) <= 1000):
                raise self._wrong(at, "are no dice: write 1d8 or 2D, at most 100 of 2 to 1000 sides")
            return _Node("dice", int(count), sides or "6")
        if kind == "name" and text in ("min", "max"):
            self.at += 1
            self._need("(")
            first = self.sum(depth + 1)
            self._need(",")
            second = self.sum(depth + 1)
            self._need(")")
            return _Node(text, parts=(first, second))
        if kind == "name" and text != "x":
            self.at += 1
            return _Node("trait", name=text)
        raise self._wrong(at, "stands where a value is needed")


Evaluate = Callable[[Lookup, Throw | None], int]


def _compile(node: _Node) -> Evaluate:
    """The node as one closure: a formula is parsed once and evaluated often."""
    kind = node.kind
    if kind == "number":
        number = node.value
        return lambda _traits, _throw: number
    if kind == "trait":
        return _trait(node.name)
    if kind == "dice":
        return _dice(node.value, int(node.name))
    first = _compile(node.parts[0])
    if kind == "neg":
        return lambda traits, throw: -first(traits, throw)
    second, join = _compile(node.parts[1]), _JOIN[kind]
    return lambda traits, throw: join(first(traits, throw), second(traits, throw))


def _trait(name: str) -> Evaluate:
    def look_up(traits: Lookup, _throw: Throw | None) -> int:
        try:
            return traits[name]
        except KeyError:
            raise FormulaError(f"There is no trait `{name}` here.") from None

    return look_up


def _dice(count: int, sides: int) -> Evaluate:
    def thrown(_traits: Lookup, throw: Throw | None) -> int:
        if throw is None:
            raise FormulaError("Dice are not allowed in this formula.")
        return throw(count, sides)

    return thrown


def _divide(a: int, b: int) -> int:
    if b == 0:
        raise FormulaError("Division by zero.")
    return a // b


_JOIN: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": _divide,
    "min": min,
    "max": max,
}


def _addends(node: _Node, sign: int) -> list[tuple[int, _Node]]:
    if node.kind in "+-":
        return _addends(node.parts[0], sign) + _addends(node.parts[1], sign if node.kind == "+" else -sign)
    return [(sign, node)]


def _all_dice(node: _Node) -> list[tuple[int, int]]:
    own = [(node.value, int(node.name))] if node.kind == "dice" else []
    return own + [dice for part in node.parts for dice in _all_dice(part)]


def _traits(node: _Node) -> list[str]:
    own = [node.name] if node.kind == "trait" else []
    return own + [name for part in node.parts for name in _traits(part)]


def _text(node: _Node) -> str:
    if node.kind in ("number", "trait"):
        return node.name or str(node.value)
    if node.kind == "dice":
        return f"{node.value}d{node.name}"
    inner = [_text(part) for part in node.parts]
    if node.kind == "neg":
        return f"-{inner[0]}"
    if node.kind in ("min", "max"):
        return f"{node.kind}({inner[0]}, {inner[1]})"
    return f"({inner[0]} {node.kind} {inner[1]})"
