"""Commands about the table itself: who and what is at it, its options, packs, map and seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from ..errors import PackError, located, refuse
from . import commands as c
from . import facts as f
from . import ranked
from .grid import Grid, Token, Wall
from .ids import CombatantId, is_combatant_id, opaque, plain
from .packs import dec_hook, load
from .ruleset import House, Ruleset
from .scene import beyond
from .state import PackText, TableState
from .table import catalogue_of, look_of, options_of
from .trial import trial
from .viewer import Viewer

Decided = tuple[list[Any], dict[str, Any]]
#: Under this key a decision says what an undo shall call it; it is no part of the answer.
LABEL = "\x00label"


def gm_only(viewer: Viewer) -> None:
    """Refuse everyone who is not a game master."""
    if not viewer.is_gm:
        refuse("forbidden", "Only a game master may do that.")


def decide(ruleset: Ruleset, state: TableState, viewer: Viewer, asked: Any) -> Decided:
    """The facts of an administrative command, and what to tell the one who sent it.

    Whether it is the GM's alone was checked before; who may move which token is checked here.
    """
    if isinstance(asked, c.MoveToken):
        return _move(ruleset, state, viewer, asked)
    return _HANDLERS[type(asked)](ruleset, state, asked)


def _known(ruleset: Ruleset, state: TableState, combatant: CombatantId, path: str) -> None:
    ranked.known(combatant, ruleset.names(state.game), path)


def _move(ruleset: Ruleset, state: TableState, viewer: Viewer, asked: c.MoveToken) -> Decided:
    if not viewer.may_act_for(asked.id):
        if asked.id in state.hidden:
            refuse("unknown-id", f"There is no combatant `{asked.id}` here.", "$.id")
        _known(ruleset, state, asked.id, "$.id")
        refuse("forbidden", "That token is not yours.", "$.id")
    _known(ruleset, state, asked.id, "$.id")
    if not viewer.is_gm and not ruleset.may_move(state.game, asked.id, options_of(ruleset, state.options)):
        refuse("not-your-turn", "A token moves in its own turn, or outside a fight.", "$.id")
    if not state.grid.has(asked.x, asked.y):
        refuse("illegal-target", beyond(state.grid), "$.x")
    size = state.tokens[asked.id].size if asked.id in state.tokens else 1
    return [f.TokenPlaced(asked.id, Token(asked.x, asked.y, size))], {}


def _add(ruleset: Ruleset, state: TableState, asked: c.AddCombatant) -> Decided:
    names = ruleset.names(state.game)
    if (asked.template is None) == (asked.sheet is None):
        refuse("malformed", "Give either a `template` or a `sheet`.", "$")
    catalogue = catalogue_of(ruleset, state.packs)
    raw = dict(asked.sheet or {})
    if asked.template is not None:
        made = ruleset.template(catalogue, asked.template)
        if made is None:
            refuse("unknown-id", f"There is no template `{asked.template}`.", "$.template")
        raw = made
    raw.update({key: value for key, value in (("name", asked.name), ("side", asked.side)) if value is not None})
    combatant = asked.id or _free(plain(str(raw.get("name", "combatant"))), (*names, *state.retired))
    if not is_combatant_id(combatant):
        refuse("malformed", f"`{combatant}` cannot be an id: a to z, 0 to 9 and _, and not a reserved word.", "$.id")
    if combatant in names or combatant in state.retired:
        refuse("conflict", f"The id `{combatant}` is or was another combatant's: choose a new one.", "$.id")
    if asked.id is None and asked.name is None and asked.template is not None:
        raw["name"] = _counted(str(raw["name"]), tuple(names.values()))
    facts = list(ruleset.join(state.game, combatant, read_sheet(ruleset, raw), catalogue))
    if asked.hidden:
        facts.append(f.HiddenSet(combatant, True))
    if asked.ref:
        _unreferred(state, combatant, asked.ref)
        facts.append(f.RefSet(combatant, asked.ref))
    if asked.x is not None and asked.y is not None:
        if not state.grid.has(asked.x, asked.y):
            refuse("illegal-target", beyond(state.grid), "$.x")
        facts.append(f.TokenPlaced(combatant, Token(asked.x, asked.y)))
    return facts, {"id": combatant, LABEL: f"{raw['name']} joins"}


def read_sheet(ruleset: Ruleset, raw: dict[str, Any]) -> Any:
    """A sheet of this game from plain data. Refuses (`malformed`) with the path of the first fault."""
    try:
        return msgspec.convert(raw, ruleset.sheet, dec_hook=dec_hook)
    except msgspec.ValidationError as error:
        message, path = located(error, "$.sheet")
        refuse("malformed", f"This is no sheet of {ruleset.title}: {message}", path)


def _free(wanted: CombatantId, names: Any) -> CombatantId:
    if wanted not in names:
        return wanted
    return next(f"{wanted}_{n}" for n in range(2, len(names) + 3) if f"{wanted}_{n}" not in names)


def _counted(name: str, names: tuple[str, ...]) -> str:
    if name not in names:
        return name
    return next(f"{name} {n}" for n in range(2, len(names) + 3) if f"{name} {n}" not in names)


def _remove(ruleset: Ruleset, state: TableState, asked: c.RemoveCombatant) -> Decided:
    _known(ruleset, state, asked.id, "$.id")
    facts = [f.Retired(asked.id), *ruleset.leave(state.game, asked.id)]
    if asked.id in state.tokens:
        facts.append(f.TokenRemoved(asked.id))
    if asked.id in state.hidden:
        facts.append(f.HiddenSet(asked.id, False))
    if asked.id in state.refs:
        facts.append(f.RefSet(asked.id, ""))
    return facts, {}


def _hide(ruleset: Ruleset, state: TableState, asked: c.SetHidden) -> Decided:
    _known(ruleset, state, asked.id, "$.id")
    return [f.HiddenSet(asked.id, asked.hidden)], {}


def _refer(ruleset: Ruleset, state: TableState, asked: c.SetRef) -> Decided:
    _known(ruleset, state, asked.id, "$.id")
    if asked.ref:
        _unreferred(state, asked.id, asked.ref)
    return [f.RefSet(asked.id, asked.ref)], {}


def _unreferred(state: TableState, combatant: CombatantId, ref: str) -> None:
    for one, taken in state.refs.items():
        if taken == ref and one != combatant:
            refuse("conflict", f"`{one}` already has this reference.", "$.ref")


def _options(ruleset: Ruleset, state: TableState, asked: c.SetOptions) -> Decided:
    house = {field.name for field in msgspec.structs.fields(House)}
    game = {field.name for field in msgspec.structs.fields(ruleset.options)}
    for key in asked.set:
        if key not in house | game:
            refuse("malformed", f"There is no option `{key}`; known are {', '.join(sorted(house | game))}.", f"$.set.{key}")
    for names, kind in ((house, House), (game, ruleset.options)):
        try:
            msgspec.convert({key: value for key, value in asked.set.items() if key in names}, kind, dec_hook=dec_hook)
        except msgspec.ValidationError as error:
            refuse("malformed", *located(error, "$.set"))
    return [f.OptionsSet(asked.set)], {}


def _between_fights(ruleset: Ruleset, state: TableState) -> None:
    look = look_of(ruleset, state, Viewer("", "gm"))
    if "encounter" in ruleset.look(state.game, catalogue_of(ruleset, state.packs), look):
        refuse("requirement", "House packs change between fights: end this one first.")


def _pack(ruleset: Ruleset, state: TableState, asked: c.InstallPack) -> Decided:
    _between_fights(ruleset, state)
    pack = load(asked.text, ruleset.kinds)
    if pack.name == ruleset.core.name:
        raise PackError(f"`{pack.name}` is the name of the core pack: choose another.", "$.name")
    installed = f.PackInstalled(pack.name, asked.text, pack.digest)
    others = tuple(one for one in state.packs if one.name != pack.name)
    catalogue_of(ruleset, (*others, PackText(pack.name, asked.text, pack.digest)))
    trial(ruleset, (ruleset.core, *(load(one.text, ruleset.kinds) for one in others)), pack)
    return [installed], {"name": pack.name, "digest": pack.digest}


def _unpack(ruleset: Ruleset, state: TableState, asked: c.RemovePack) -> Decided:
    _between_fights(ruleset, state)
    if all(pack.name != asked.name for pack in state.packs):
        refuse("unknown-id", f"There is no house pack `{asked.name}`.", "$.name")
    return [f.PackRemoved(asked.name)], {}


def _map(ruleset: Ruleset, state: TableState, asked: c.SetMap) -> Decided:
    return [f.MapSet(Grid(asked.width, asked.height, asked.unit_per_square, asked.background))], {}


def _walls(ruleset: Ruleset, state: TableState, asked: c.SetWalls) -> Decided:
    if not ruleset.covers:
        refuse("requirement", f"{ruleset.title} knows no cover: walls would mean nothing here.", "$.walls")
    for at, one in enumerate(asked.walls):
        if one.cover not in ruleset.covers:
            known = ", ".join(ruleset.covers)
            refuse("unknown-id", f"There is no cover `{one.cover}`; there are {known}.", f"$.walls[{at}].cover")
    return [f.WallsSet(tuple(Wall(one.ax, one.ay, one.bx, one.by, one.cover) for one in asked.walls))], {}


def _rename(ruleset: Ruleset, state: TableState, asked: c.Rename) -> Decided:
    return [f.Renamed(asked.title)], {}


def _owned(ruleset: Ruleset, state: TableState, owns: tuple[CombatantId, ...]) -> None:
    for at, combatant in enumerate(owns):
        _known(ruleset, state, combatant, f"$.owns[{at}]")


def _seat_add(ruleset: Ruleset, state: TableState, asked: c.SeatAdd) -> Decided:
    _owned(ruleset, state, asked.owns)
    seat = f.Seat(opaque(state.secret, "seat", state.seq + 1), asked.name, asked.role, asked.owns, asked.token_hash)
    return [f.SeatSet(seat)], {"seat": seat.id}


def _seat(state: TableState, seat: str) -> f.Seat:
    if seat not in state.seats:
        refuse("unknown-id", f"There is no seat `{seat}`.", "$.seat")
    return state.seats[seat]


def _last_gm(state: TableState, leaving: str) -> None:
    others = [s for s in state.seats.values() if s.id != leaving and s.role == "gm" and not s.revoked]
    if not others:
        refuse("requirement", "A table keeps at least one game master.", "$.seat")


def _seat_change(ruleset: Ruleset, state: TableState, asked: c.SeatChange) -> Decided:
    seat = _seat(state, asked.seat)
    if asked.owns is not None:
        _owned(ruleset, state, asked.owns)
    if seat.role == "gm" and asked.role not in (None, "gm"):
        _last_gm(state, seat.id)
    changed = replace(
        seat,
        name=seat.name if asked.name is None else asked.name,
        role=seat.role if asked.role is None else asked.role,
        owns=seat.owns if asked.owns is None else asked.owns,
    )
    return [f.SeatSet(changed)], {"seat": seat.id}


def _seat_link(ruleset: Ruleset, state: TableState, asked: c.SeatLink) -> Decided:
    seat = _seat(state, asked.seat)
    return [f.SeatSet(replace(seat, token_hash=asked.token_hash, revoked=False))], {"seat": seat.id}


def _seat_revoke(ruleset: Ruleset, state: TableState, asked: c.SeatRevoke) -> Decided:
    seat = _seat(state, asked.seat)
    if seat.role == "gm":
        _last_gm(state, seat.id)
    return [f.SeatSet(replace(seat, token_hash="", revoked=True))], {"seat": seat.id}


_HANDLERS: dict[type, Callable[[Ruleset, TableState, Any], Decided]] = {
    c.AddCombatant: _add,
    c.RemoveCombatant: _remove,
    c.SetHidden: _hide,
    c.SetRef: _refer,
    c.SetOptions: _options,
    c.InstallPack: _pack,
    c.RemovePack: _unpack,
    c.SetMap: _map,
    c.SetWalls: _walls,
    c.Rename: _rename,
    c.SeatAdd: _seat_add,
    c.SeatChange: _seat_change,
    c.SeatLink: _seat_link,
    c.SeatRevoke: _seat_revoke,
}
