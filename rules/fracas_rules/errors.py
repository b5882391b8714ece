"""Everything that can go wrong, and whose fault it is.

* `Refused` is an answer: the command was understood and may not be done. Nothing was changed.
* `Refusal` carries a `Refused` out of a script; only the readers of scripts catch it.
* `BadAnswer`: a pick that the open ask does not offer; the ask stays open.
* `ReplayMismatch`: the rules asked for something else than the recorded replies answer.
* `PackError`: a pack cannot be read; the message names the key path.
* `ScenarioError`: a scenario file is not one; the message names the key path.

Any other exception out of this package is a bug of the package.
"""

from __future__ import annotations

import re
from typing import NoReturn

from msgspec import Struct

#: Codes of a refusal by the rules, in the order in which they win when several apply.
REFUSAL_CODES = (
    "malformed",
    "unknown-id",
    "not-your-turn",
    "no-actions-left",
    "requirement",
    "illegal-target",
    "illegal-choice",
    "out-of-range",
    "no-ammunition",
    "resource",
    "incapacitated",
    "forbidden",
)

#: Codes that the table adds: an open resolution, a late answer, a reused id.
TABLE_CODES = ("busy", "stale-answer", "conflict")


class Refused(Struct, frozen=True):
    """A command that was not carried out: why (`code`), in words, and where (`path`, e.g. `$.targets[0]`)."""

    code: str
    message: str
    path: str | None = None


class Refusal(Exception):
    """Ends a script: what it recorded is dropped and `refused` is the answer."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.message)
        self.refused = refused


def refuse(code: str, message: str, path: str | None = None) -> NoReturn:
    """Refuse the command being played. `code` is one of `REFUSAL_CODES` or `TABLE_CODES`."""
    raise Refusal(Refused(code, message, path))


_PLACE = re.compile(r" - at (?:`key` in )?`\$(.*)`", re.DOTALL)


def located(error: Exception, at: str = "$") -> tuple[str, str]:
    """A decoder's complaint in its words, and the path that it names below `at`."""
    message = str(error)
    place = _PLACE.search(message)
    return (message, at) if place is None else (message[: place.start()], at + place[1])


class BadAnswer(Exception):
    """The pick is not among what the ask offers; the message says what is."""


class ReplayMismatch(Exception):
    """A recorded reply does not answer what the script now requests."""


class PackError(Exception):
    """A pack that cannot be used; `path` is the key path inside it, e.g. `$.maneuver.punch.roll`."""

    def __init__(self, message: str, path: str) -> None:
        super().__init__(f"{message} - at `{path}`")
        self.path = path


class ScenarioError(Exception):
    """A scenario file that cannot be read; `path` is the key path inside it, e.g. `$.steps[2].dice`."""

    def __init__(self, message: str, path: str) -> None:
        super().__init__(f"{message} - at `{path}`")
        self.message = message
        self.path = path


class FormulaError(ValueError):
    """A formula with a mistake; the message quotes it and says what is allowed."""
