"""Parameters: what a free table such as an act's `params` may hold. Each is declared once; all checking derives from that.

A parameter with `claim` says something about the world: a player's needs the GM's ruling. Acts, checks, hazards, conditions
and the fields that a GM may set declare theirs of the same `Param`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeGuard

from msgspec import Struct

from ..errors import refuse
from .english import plainly
from .ids import CombatantId

#: What is wrong with a value, in words that follow the parameter's name; empty when nothing is.
Fits = Callable[[Any], str]
#: Signs of an id or a text, and entries of a list.
LONGEST = 80
MOST = 24


class Param(Struct, frozen=True):
    """A parameter.

    kind: `number` (from `min` to `max`), `flag`, `choice` (one of `choices`), `who` and `whos` (combatants), `id` and `ids`
        (of a weapon, a skill …), `text`, `square` (of the map, as `x` and `y`), `table` (read by its procedure); or a kind of
        the game's own, judged by `fits`.
    default: what it is when absent. needed: it may not be absent. name: what the wire calls it, if not its key.
    """

    kind: str
    label: str = ""
    min: int = 0
    max: int = 1000
    choices: tuple[str, ...] = ()
    default: Any = None
    needed: bool = False
    claim: bool = False
    name: str = ""
    fits: Fits | None = None

    def fault(self, value: Any) -> str:
        """What is wrong with a value, in words; empty when nothing is."""
        if self.fits is not None:
            return self.fits(value)
        return _FAULTS[self.kind](self, value)

    def shown(self, name: str) -> dict[str, Any]:
        """The parameter as front ends draw it, under its name on the wire; the label begins large."""
        kind = self.kind if self.kind in ("number", "flag", "choice", "who", "whos", "square") else "text"
        label = self.label or _words(name)
        out: dict[str, Any] = {"id": name, "label": label[:1].upper() + label[1:], "kind": kind}
        if self.kind == "number":
            out.update(min=self.min, max=self.max)
        if self.kind == "choice":
            out["options"] = [{"id": one, "label": _words(one)} for one in self.choices]
        if self.default is not None:
            out["default"] = self.default
        if self.needed:
            out["needed"] = True
        if self.claim:
            out["claim"] = True
        return out


Table = Mapping[str, Param]


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()


def is_whole(value: Any) -> TypeGuard[int]:
    """Whether a value is a whole number; a flag is none."""
    return isinstance(value, int) and not isinstance(value, bool)


def _number(param: Param, value: Any) -> str:
    fits = is_whole(value) and param.min <= value <= param.max
    return "" if fits else f"takes a whole number from {param.min} to {param.max}"


def _list(_param: Param, value: Any) -> str:
    fits = isinstance(value, list) and len(value) <= MOST and all(isinstance(one, str) for one in value)
    return "" if fits and len(set(value)) == len(value) else "takes a list of ids, each once"


def _text(param: Param, value: Any) -> str:
    least = 0 if param.default == "" else 1
    fits = isinstance(value, str) and least <= len(value) <= LONGEST
    return "" if fits else f"takes {'a text' if param.kind == 'text' else 'an id'} of {least} to {LONGEST} signs"


def _square(_param: Param, value: Any) -> str:
    fits = isinstance(value, dict) and value.keys() == {"x", "y"} and all(is_whole(one) for one in value.values())
    return "" if fits else "takes a square of the map, as whole numbers `x` and `y`, counted from 0"


_FAULTS: dict[str, Callable[[Param, Any], str]] = {
    "number": _number,
    "flag": lambda _param, value: "" if isinstance(value, bool) else "takes true or false",
    "choice": lambda param, value: (
        "" if isinstance(value, str) and value in param.choices else f"is one of {', '.join(param.choices)}"
    ),
    "who": _text,
    "id": _text,
    "text": _text,
    "whos": _list,
    "ids": _list,
    "square": _square,
    "table": lambda _param, value: "" if isinstance(value, dict) else "takes a table",
}


def flag(label: str = "", claim: bool = False, default: bool = False) -> Param:
    """A parameter that is true or false."""
    return Param("flag", label, default=default, claim=claim)


def square(label: str = "") -> Param:
    """A square of the map, as `x` and `y`; whether the map has it is for the scene to say."""
    return Param("square", label)


def number(
    low: int, high: int, label: str = "", default: int | None = None, claim: bool = False, needed: bool = False
) -> Param:
    """A whole number from `low` to `high`."""
    return Param("number", label, low, high, default=default, claim=claim, needed=needed)


def choice(
    *choices: str, label: str = "", default: str | None = None, claim: bool = False, needed: bool = False
) -> Param:
    """One of `choices`."""
    return Param("choice", label, choices=choices, default=default, claim=claim, needed=needed)


def check(given: Mapping[str, Any], table: Table, path: str, what: str) -> None:
    """Refuse (`malformed`) the first parameter that `table` does not know, whose value does not fit, or that is missing."""
    for name, value in given.items():
        param = table.get(name)
        if param is None:
            known = ", ".join(table) or "none"
            refuse("malformed", f"{what} takes no parameter `{name}`; known are {known}.", f"{path}.{name}")
        wrong = param.fault(value)
        if wrong:
            refuse("malformed", f"`{name}` {wrong}.", f"{path}.{name}")
    for name, param in table.items():
        if param.needed and name not in given:
            refuse("malformed", f"{what} needs `{name}`.", f"{path}.{name}")


def value_of(given: Mapping[str, Any], table: Table, name: str) -> Any:
    """A parameter, or its default."""
    return given.get(name, table[name].default)


def claimed(given: Mapping[str, Any], table: Table) -> list[tuple[str, str]]:
    """What parameters claim about the world: printed label and value; what equals the default claims nothing."""
    told = []
    for name, value in given.items():
        param = table.get(name)
        if param is not None and param.claim and value != param.default:
            told.append((param.label or _words(name), plainly(value)))
    return told


def without_claims(given: Mapping[str, Any], table: Table) -> dict[str, Any]:
    """The same parameters without those that claim something."""
    return {name: value for name, value in given.items() if name not in table or not table[name].claim}


def mentioned(given: Mapping[str, Any], table: Table, path: str) -> Iterator[tuple[CombatantId, str]]:
    """The combatants that parameters name, each with its path."""
    for name, value in given.items():
        kind = table[name].kind if name in table else ""
        if kind == "who" and isinstance(value, str):
            yield value, f"{path}.{name}"
        elif kind == "whos" and isinstance(value, list):
            yield from ((one, f"{path}.{name}[{at}]") for at, one in enumerate(value) if isinstance(one, str))
