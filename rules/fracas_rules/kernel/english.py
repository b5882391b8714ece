"""English for logs and refusals: so many of a thing, what was set, how a condition begins and ends, what a command is called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

#: How a condition begins and ends, in words that follow a name, where "is now …" and "is no longer …" would be no English.
Phrases = Mapping[str, tuple[str, str]]


def spaced(one: str) -> str:
    """An id in words: `full_auto` is `full auto`."""
    return one.replace("_", " ")


def counted(number: int, one: str, many: str = "") -> str:
    """`1 yard`, `2 yards`; `many` where it is not `one` and an s."""
    return f"{number} {one if abs(number) == 1 else many or one + 's'}"


def in_feet(number: int) -> str:
    """`1 foot`, `2 feet`."""
    return counted(number, "foot", "feet")


def listed(names: Iterable[str]) -> str:
    """Names one after the other; `nobody` where there is none."""
    return ", ".join(names) or "nobody"


def plainly(value: Any) -> str:
    """A value in words: yes or no, and lists and tables without the signs that programs put around them."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{spaced(str(key))} {plainly(one)}" for key, one in value.items()) or "nothing"
    if isinstance(value, list | tuple):
        return ", ".join(map(plainly, value)) or "nothing"
    return "nothing" if value in (None, "") else spaced(str(value))


def assigned(fields: Mapping[str, Any]) -> str:
    """`life points = 5, ammo = pistol 3`: what fields were set to."""
    return ", ".join(f"{spaced(name)} = {plainly(value)}" for name, value in fields.items())


def turned(condition: str, label: str, begins: bool, phrases: Phrases, part: str = "") -> str:
    """What follows the name of somebody whose condition begins or ends; `part`: where on the body."""
    if condition in phrases:
        return phrases[condition][0 if begins else 1] + part
    return f"is {'now' if begins else 'no longer'} {label[:1].lower() + label[1:]}{part}"


def sentence(text: str) -> str:
    """The text with a large first letter; the rest stays as it is, names above all."""
    return text[:1].upper() + text[1:]


#: What commands are called, by `do`. `{what}`: the maneuver, check or hazard (`{What}`: with a large first letter);
#: `{at}`: an arrow and the targets, if any.
_LABELS = {
    "act": "{actor}: {what}{at}",
    "check": "{actor}: {what}",
    "declare": "{actor} declares",
    "end_turn": "{actor} is done",
    "hazard": "{what}: {targets}",
    "adjust": "GM adjusts {targets}",
    "start": "The fight begins",
    "end_encounter": "The fight ends",
    "initiative": "Initiative",
    "next_round": "Next round",
}


def labels(words: Callable[[str], str] = spaced, **own: str) -> Callable[[Any, Any, Callable[[str], str]], str]:
    """What a game calls its commands: `words` turns an id of a maneuver, check or hazard, `own` stands before the usual."""
    phrases = {**_LABELS, **own}

    def label(command: Any, _state: Any, called: Callable[[str], str]) -> str:
        actor = getattr(command, "actor", None)
        targets = ", ".join(called(one) for one in getattr(command, "targets", ()))
        what = words(next((getattr(command, one) for one in ("maneuver", "check", "hazard") if hasattr(command, one)), ""))
        return phrases[command.__struct_config__.tag].format(
            actor="" if actor is None else called(actor),
            targets=targets,
            what=what,
            What=sentence(what),
            at=f" → {targets}" if targets else "",
        )

    return label
