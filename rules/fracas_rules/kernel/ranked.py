"""Which reason is given first where several forbid a command."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from ..errors import REFUSAL_CODES, Refusal, Refused, refuse
from .ids import CombatantId

#: A reason: its code, in words, and the path.
Problem = tuple[str, str, str]


def refuse_first(problems: Iterable[Problem], order: Sequence[str] = REFUSAL_CODES) -> None:
    """Refuse with the problem whose code stands first in `order`, the earliest of equals; do nothing without any."""
    found = list(problems)
    if found:
        code, message, path = min(found, key=lambda one: order.index(one[0]))
        raise Refusal(Refused(code, message, path))


def known(who: CombatantId, there: Container[CombatantId], path: str) -> None:
    """Refuse (`unknown-id`) a combatant who is not there."""
    if who not in there:
        refuse("unknown-id", f"There is no combatant `{who}` here.", path)
