"""The committed stream of dice: each face follows from a secret seed, what the seats added to it, and a counter.

The seed's hash is published before the first die and the seed after the last, so that anyone can draw every die again.
The counter only goes forward: neither undo nor a dropped action gives a die back.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

_WORD = 4  # bytes of the digest that one try uses
_TRIES = 32 // _WORD


def commitment(seed: bytes) -> str:
    """What is published of a seed beforehand: its SHA-256 in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def key_of(seed: bytes, entropy: Sequence[str] = ()) -> bytes:
    """The key of the stream: the seed, and what the seats have added so far, in their order."""
    return hmac.digest(seed, "\x1f".join(entropy).encode(), "sha256")


def face(key: bytes, counter: int, sides: int) -> int:
    """The die at `counter`: 1 to `sides` (2 to 1,000,000), each exactly as likely as the others, by rejection."""
    limit = (1 << (8 * _WORD)) // sides * sides
    attempt = 0
    while True:
        block = hmac.digest(key, f"{counter}.{attempt}".encode(), "sha256")
        for at in range(_TRIES):
            word = int.from_bytes(block[at * _WORD : (at + 1) * _WORD], "big")
            if word < limit:
                return word % sides + 1
        attempt += 1


class Stream:
    """Dice from a key, starting at a counter; `at` is the counter of the next die."""

    def __init__(self, key: bytes, at: int) -> None:
        self._key = key
        self.at = at

    def __call__(self, _who: str, sides: int) -> int:
        """The next face."""
        drawn = face(self._key, self.at, sides)
        self.at += 1
        return drawn
