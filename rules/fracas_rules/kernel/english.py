"""English for logs and refusals: so many of a thing, and how a condition begins and ends."""

from __future__ import annotations

from collections.abc import Mapping

#: How a condition begins and ends, in words that follow a name, where "is now …" and "is no longer …" would be no English.
Phrases = Mapping[str, tuple[str, str]]


def counted(number: int, one: str, many: str = "") -> str:
    """`1 yard`, `2 yards`; `many` where it is not `one` and an s."""
    return f"{number} {one if abs(number) == 1 else many or one + 's'}"


def in_feet(number: int) -> str:
    """`1 foot`, `2 feet`."""
    return counted(number, "foot", "feet")


def turned(condition: str, label: str, begins: bool, phrases: Phrases, part: str = "") -> str:
    """What follows the name of somebody whose condition begins or ends; `part`: where on the body."""
    if condition in phrases:
        return phrases[condition][0 if begins else 1] + part
    return f"is {'now' if begins else 'no longer'} {label[:1].lower() + label[1:]}{part}"
