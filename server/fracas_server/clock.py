"""The only time: commits are dated with it, rates are measured with it. No rule reads it."""

from __future__ import annotations

import time


def now() -> int:
    """Milliseconds since 1970, for people who read the log."""
    return time.time_ns() // 1_000_000


def tick() -> float:
    """Seconds of a clock that only goes forward, from an arbitrary start."""
    return time.monotonic()
