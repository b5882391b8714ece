"""What a table's options, packs and seats come to, read from its state; each worked out once."""

from __future__ import annotations

from typing import Any

import msgspec

from ..errors import Refusal, Refused
from .ids import SeatId
from .packs import dec_hook, layer, load
from .ruleset import House, Look, Ruleset
from .state import PackText, TableState
from .viewer import Viewer

_USUAL = House()
_HOUSE = tuple(field.name for field in msgspec.structs.fields(House))
_MOST = 256
_made: dict[tuple[Any, ...], Any] = {}


def _once(key: tuple[Any, ...], make: Any) -> Any:
    found = _made.get(key)
    if found is None:
        found = make()
        if len(_made) >= _MOST:
            _made.clear()
        _made[key] = found
    return found


def house_of(ruleset: Ruleset, options: dict[str, Any]) -> House:
    """The options that every table has."""
    if not options:
        return _USUAL
    chosen = {key: value for key, value in options.items() if key in _HOUSE}
    made: House = _once(("house", msgspec.msgpack.encode(chosen)), lambda: msgspec.convert(chosen, House))
    return made


def options_of(ruleset: Ruleset, options: dict[str, Any]) -> Any:
    """The game's options, as its own Struct."""
    if not options:
        return _once((ruleset.options, "options", b""), ruleset.options)
    chosen = {key: value for key, value in options.items() if key not in _HOUSE}
    made = (ruleset.options, "options", msgspec.msgpack.encode(chosen))
    return _once(made, lambda: msgspec.convert(chosen, ruleset.options, dec_hook=dec_hook))


def catalogue_of(ruleset: Ruleset, packs: tuple[PackText, ...]) -> Any:
    """The game's rows: the core pack with the table's house packs over it."""
    key = (ruleset.catalogue, ruleset.core.name, ruleset.core.digest, "rows", *[pack.digest for pack in packs])
    return _once(key, lambda: ruleset.catalogue(layer((ruleset.core, *(load(pack.text, ruleset.kinds) for pack in packs)))))


def viewer_of(state: TableState, seat: SeatId) -> Viewer:
    """A seat's eyes. Raises `Refusal` (`forbidden`) for a seat that is revoked or was never made."""
    place = state.seats.get(seat)
    if place is None or place.revoked:
        raise Refusal(Refused("forbidden", "This seat has been revoked."))
    return Viewer(place.id, place.role, place.owns)


def look_of(ruleset: Ruleset, state: TableState, viewer: Viewer, others: Look | None = None) -> Look:
    """The viewer's eyes on this table; `others` see whoever is not the viewer's own as they do."""
    return Look(viewer, house_of(ruleset, state.options), state.hidden, options_of(ruleset, state.options), others=others)
