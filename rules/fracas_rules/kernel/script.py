"""The only ways in which a procedure waits: for dice, and for decisions.

A procedure is a generator that yields requests and returns a result. It never changes anything: it records facts on its
scene. Every call of these needs `yield from`; a test of the tree's shape finds calls that forgot it.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

from .requests import GM, Ask, Option, Pick, Request, Roll, Thrown, Together

T = TypeVar("T")
YES_NO = (Option("no", "No"), Option("yes", "Yes"))
Script = Generator[Request, Any, T]


def roll(request: Roll) -> Script[int]:
    """Wait for dice whose value is one number; it comes back."""
    thrown: Thrown = yield request
    assert isinstance(thrown.value, int)
    return thrown.value


def throw(request: Roll) -> Script[Thrown]:
    """Wait for dice; their value comes back, with the place of the faces for the card."""
    thrown: Thrown = yield request
    return thrown


def ask(request: Ask) -> Script[Pick]:
    """Wait for a decision; a legal pick comes back."""
    pick: Pick = yield request
    return pick


def choose(request: Ask) -> Script[str]:
    """Wait for a decision among listed options; the id of one comes back."""
    pick: str = yield request
    return pick


def gm_says(key: str, prompt: str, default: str = "no") -> Script[bool]:
    """Wait for a yes or no of the game master."""
    word = yield from choose(Ask(key, GM, prompt, default, YES_NO))
    return word == "yes"


def ask_all(asks: tuple[Ask, ...]) -> Script[tuple[Pick, ...]]:
    """Wait for decisions that are made at the same time; legal picks come back in the order of the asks."""
    picks: tuple[Pick, ...] = yield Together(asks)
    return picks
