"""The only two ways in which a procedure waits.

A procedure is a generator that yields requests and returns a result. It never changes anything: it records facts on its
scene. Every call of these two needs `yield from`; a test of the tree's shape finds calls that forgot it.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

from .requests import Ask, Pick, Request, Roll

T = TypeVar("T")
Script = Generator[Request, Any, T]


def roll(request: Roll) -> Script[int]:
    """Wait for dice; the derived value comes back."""
    value: int = yield request
    return value


def ask(request: Ask) -> Script[Pick]:
    """Wait for a decision; a legal pick comes back."""
    pick: Pick = yield request
    return pick


def choose(request: Ask) -> Script[str]:
    """Wait for a decision among listed options; the id of one comes back."""
    pick: str = yield request
    return pick
