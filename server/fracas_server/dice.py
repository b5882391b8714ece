"""The only randomness: dice, the draws behind sampled odds, and the texts that nobody must guess."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable


def die(_who: str, sides: int) -> int:
    """A face from 1 to `sides`, each equally likely."""
    return secrets.randbelow(sides) + 1


def sampler() -> Callable[[int], int]:
    """A fast source for sampling odds: `draw(n)` gives 0 to n - 1. No die at a table comes from it."""
    return random.Random(secrets.randbits(64)).randrange


def token() -> str:
    """A secret of 192 bits that is safe in an address."""
    return secrets.token_urlsafe(24)


def key() -> bytes:
    """32 random bytes."""
    return secrets.token_bytes(32)


def nonce() -> bytes:
    """Six random bytes."""
    return secrets.token_bytes(6)


def short_id() -> str:
    """A short id that does not repeat by accident: ten hexadecimal digits."""
    return secrets.token_hex(5)
