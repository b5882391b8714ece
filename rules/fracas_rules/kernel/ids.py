"""Ids: strings everywhere, and opaque ones that tell nothing of what came between them."""

from __future__ import annotations

import hashlib
import hmac
import re

CombatantId = str
SeatId = str
TableId = str
CommandId = str
AskId = str
ResolutionId = str

#: Ids that scenario files and commands may not give to a combatant.
RESERVED = ("gm", "table", "none", "rules", "scene", "encounter")
_PLAIN = re.compile(r"[a-z0-9_]{1,48}\Z")


def is_combatant_id(text: str) -> bool:
    """Whether `text` may name a combatant: `[a-z0-9_]`, 1 to 48 signs, not reserved."""
    return bool(_PLAIN.match(text)) and text not in RESERVED


def plain(name: str) -> str:
    """The nearest combatant id to a display name: `"Officer Ray"` -> `"officer_ray"`; never empty."""
    text = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:40]
    return text if text and text not in RESERVED else "combatant"


def opaque(secret: bytes, *parts: object) -> str:
    """A short id from the table's secret: equal parts give equal ids, and no id tells of another."""
    message = "\x1f".join(map(str, parts)).encode()
    return hmac.digest(secret, message, "sha256").hex()[:16]


def digest(data: bytes | str) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()
