"""How long odds may take: fifty milliseconds on a core at rest, more on one that is slower or busy at the moment."""

from __future__ import annotations

import time
from collections.abc import Callable

#: What the loop below takes on one core at rest, in seconds of processor time.
_AT_REST = 0.0045
LIMIT = 0.05


def _loop() -> float:
    start, total = time.process_time(), 0
    for number in range(200_000):
        total += number
    return time.process_time() - start


def quick(reckon: Callable[[], object], tries: int = 3) -> str:
    """Empty when the quickest of a few tries is within the limit, measured beside a loop; else how long it took."""
    best = 0.0
    for _ in range(tries):
        pace = max(1.0, _loop() / _AT_REST)
        start = time.process_time()
        reckon()
        took = (time.process_time() - start) / pace
        if took <= LIMIT:
            return ""
        best = min(best or took, took)
    return f"{1000 * best:.0f} ms"
