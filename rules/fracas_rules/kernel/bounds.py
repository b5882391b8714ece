"""How much a command may hold: texts and lists of a seat's own making are bounded, and nothing in them hides from the eye."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from .params import LONGEST, MOST

#: Signs of a combatant's id, and combatants that a list may name.
NAME, CROWD = 48, 64
#: No control characters, line breaks, or signs that hide or turn the text around them.
SEEN = r"^[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]*\Z"

Who = Annotated[str, Meta(max_length=NAME)]
Whos = Annotated[tuple[Who, ...], Meta(max_length=CROWD)]
#: The id of a row, a weapon, a place …; empty where it may be left out.
Key = Annotated[str, Meta(max_length=LONGEST)]
Label = Annotated[str, Meta(min_length=1, max_length=LONGEST, pattern=SEEN)]
Text = Annotated[str, Meta(max_length=LONGEST, pattern=SEEN)]
Params = Annotated[dict[Key, Any], Meta(max_length=MOST)]
Spend = Annotated[dict[Key, Annotated[int, Meta(ge=0, le=100)]], Meta(max_length=MOST)]
Few = Meta(max_length=MOST)
Many = Meta(max_length=CROWD)
