"""What a seat sees of a table, by allow-list: a thing that no line here grants does not exist for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import is_
from typing import Any

import msgspec
from msgspec import Struct

from . import facts as f
from .fold import Timeline
from .gm import open_of
from .grid import Token, Wall
from .ids import SeatId
from .memory import Memory, Stood
from .packs import dec_hook
from .requests import GM, OpenAsk, Reply, Rolled
from .resolve import called, may_answer
from .ruleset import Look, Ruleset
from .state import Pending, TableState
from .table import catalogue_of, look_of
from .viewer import Viewer

#: So many commands that an undo would take back are listed.
_UNDO_SHOWN = 10


def view(
    ruleset: Ruleset, line: Timeline, viewer: Viewer, online: Sequence[SeatId] = (), memory: Memory | None = None
) -> dict[str, Any]:
    """The whole view of a seat: plain data without nulls, not to be changed. `online` are the seats that are connected."""
    state, pending = line.state, line.state.pending
    kept = Memory() if memory is None else memory
    viewer, here = kept.same("viewer", viewer), kept.same("online", tuple(online))
    look = kept.part("look", (viewer, state.options, state.hidden), look_of, ruleset, state, viewer)
    about = (look, here, state.game, state.packs, state.seats, state.grid, state.walls, state.title, state.dice.commitment)
    still = kept.part("still", about, _still, ruleset, state, look, here, kept)
    out = dict(still.shown)
    out["combatants"] = kept.part("combatants", (still, state.tokens, state.refs), _cards, state, still, look, kept)
    if state.paused:
        out["paused"] = True
    if pending is None:
        out["asks"] = _NOTHING
    else:
        if viewer.is_gm or not pending.secret:
            of: tuple[Any, ...]
            ours, of = (kept, (pending, still)) if state.hidden else (kept.common, (pending, state.game))
            out["pending"] = ours.part("pending", of, _pending, ruleset, state, pending, look, still.names)
        out["asks"] = kept.part("asks", (pending, still), _asks, pending, viewer, still.names)
    if viewer.is_gm:
        out["undo"] = [{"label": mark.label} for mark in reversed(line.marks[-_UNDO_SHOWN:])]
        out["redo"] = [{"label": mark.label} for mark in line.undone[:_UNDO_SHOWN]]
        amendable = open_of(line)
        replies = () if amendable is None else amendable.replies
        out["replies"] = kept.part("replies", (replies,), _replies, replies)
    return out


_NOTHING: dict[str, Any] = {}


class _Still(Struct, frozen=True):
    """What few commits touch: the view without tokens and questions; combatants as the game shows them, and to anyone."""

    shown: dict[str, Any]
    names: Mapping[str, str]
    cards: dict[str, Any]
    public: Mapping[str, Any]


def _still(ruleset: Ruleset, state: TableState, look: Look, online: tuple[SeatId, ...], kept: Memory) -> _Still:
    viewer, dice = look.viewer, state.dice
    place = state.seats.get(viewer.seat)
    names = kept.same("names", dict(ruleset.names(state.game)))
    shown = kept.part("own", (state.game, look, state.packs), _shown, ruleset, state, look)
    out: dict[str, Any] = {
        "table": kept.part("table", (state.title,), _table, ruleset, state),
        "you": kept.part("you", (viewer, place, names), _you, viewer, place, names),
        "map": kept.part("map", (state.grid, state.walls), _map, ruleset, state, kept),
        **shown,
    }
    if dice.commitment:  # how many were drawn is nobody's business: it would tell of secret rolls
        out["dice"] = kept.same("dice", {"commitment": dice.commitment, "epoch": dice.epoch})
    if not viewer.is_gm:
        return _Still(out, names, shown["combatants"], _NOTHING)
    out["options"] = kept.part("options", (state.options,), dict, state.options)
    out["seats"] = kept.part("seats", (state.seats, online), _seats, state, online)
    out["packs"] = kept.part("packs", (state.packs,), _packs, state)
    return _Still(out, names, shown["combatants"], _public(ruleset, state, kept))


def _shown(ruleset: Ruleset, state: TableState, look: Look) -> dict[str, Any]:
    """What the game shows of itself."""
    return ruleset.look(state.game, catalogue_of(ruleset, state.packs), look)


def _table(ruleset: Ruleset, state: TableState) -> dict[str, str]:
    return {"id": state.table, "title": state.title, "system": ruleset.id, "system_title": ruleset.title}


def _you(viewer: Viewer, place: f.Seat | None, names: Mapping[str, str]) -> dict[str, Any]:
    you = {"seat": viewer.seat, "role": viewer.role, "owns": [one for one in viewer.owns if one in names]}
    return you if place is None else {**you, "name": place.name}


def _cards(state: TableState, still: _Still, look: Look, kept: Memory) -> dict[str, Any]:
    """The combatants as the game shows them, each with what the table knows of it."""
    cards, tokens, about, last = still.cards, state.tokens, (still, state.refs), kept.stood
    if last.about and all(map(is_, last.about, about)):  # only tokens moved
        out = dict(last.cards)
        new = [one for one in cards if tokens.get(one) is not last.tokens.get(one)]
    else:
        out, new = {}, list(cards)
        kept.cards = {one: known for one, known in kept.cards.items() if one in cards}
    for one in new:
        parts = (cards[one], tokens.get(one), state.refs.get(one), still.public.get(one), look)
        known = kept.cards.get(one)
        if known is None or not all(map(is_, known[0], parts)):
            known = kept.cards[one] = parts, _card(one, *parts)
        out[one] = known[1]
    kept.stood = Stood(about, tokens, out)
    return out


def _card(one: str, card: dict[str, Any], token: Token | None, ref: str | None, seen: Any, look: Look) -> dict[str, Any]:
    made = dict(card)
    if seen is not None:
        made["seen"] = seen
    if ref is not None:
        made["ref"] = ref
    if token is not None:
        made["token"] = _token(token)
    if look.viewer.may_act_for(one):
        made["mine"] = True
    if look.viewer.is_gm and one in look.hidden:
        made["hidden"] = True
    return made


def _public(ruleset: Ruleset, state: TableState, kept: Memory) -> dict[str, Any]:
    """Combatants as an observer sees them: a game master's front end may write these where everybody can read."""
    look = kept.part("nobody", (state.options, state.hidden), look_of, ruleset, state, _ANYONE)
    shown = kept.part("public", (state.game, look, state.packs), _shown, ruleset, state, look)
    combatants: dict[str, Any] = shown["combatants"]
    return combatants


def _asks(pending: Pending, viewer: Viewer, names: Mapping[str, str]) -> dict[str, Any]:
    return {one.id: _ask(one, viewer, names) for one in pending.asks if may_answer(viewer, one.ask)}


def _seats(state: TableState, online: Sequence[SeatId]) -> dict[str, Any]:
    return {seat.id: _seat(seat, seat.id in online) for seat in state.seats.values()}


def _packs(state: TableState) -> list[dict[str, str]]:
    return [{"name": one.name, "digest": one.digest} for one in state.packs]


_ANYONE = Viewer("", "observer")


def _map(ruleset: Ruleset, state: TableState, kept: Memory) -> dict[str, Any]:
    grid = state.grid
    out: dict[str, Any] = {"width": grid.width, "height": grid.height}
    out |= {"unit": ruleset.unit, "unit_per_square": grid.unit_per_square}
    if grid.background:
        out["background"] = grid.background
    if state.walls:
        out["walls"] = kept.part("walls", (state.walls,), _walls, state.walls)
    return out


def _walls(walls: Sequence[Wall]) -> list[dict[str, Any]]:
    return [msgspec.structs.asdict(wall) for wall in walls]


def _token(token: Token) -> dict[str, int]:
    return {"x": token.x, "y": token.y, "size": token.size}


def _seat(seat: f.Seat, online: bool) -> dict[str, Any]:
    return {"name": seat.name, "role": seat.role, "owns": list(seat.owns), "online": online, "revoked": seat.revoked}


def _pending(ruleset: Ruleset, state: TableState, pending: Pending, look: Look, names: Mapping[str, str]) -> dict[str, Any]:
    command = msgspec.convert(pending.command, ruleset.command, dec_hook=dec_hook)
    out: dict[str, Any] = {
        "id": pending.resolution,
        "label": ruleset.label(command, state.game, called(ruleset, state, look.viewer)),
        "waiting": [],
    }
    if pending.actor and look.exists(pending.actor):
        out["actor"] = pending.actor
    for one in pending.asks:
        who = one.ask.who
        told = "the GM" if who == GM or not look.exists(who) else names.get(who, who)
        if told not in out["waiting"]:
            out["waiting"].append(told)
    return out


def _replies(replies: Sequence[Reply]) -> list[dict[str, Any]]:
    return [_reply(one) for one in replies]


def _reply(reply: Reply) -> dict[str, Any]:
    """A reply of the action that the GM may amend."""
    out: dict[str, Any] = {"who": reply.who, "key": reply.key}
    if isinstance(reply, Rolled):
        out["faces"] = list(reply.faces)
    else:
        out["pick"] = reply.pick
    return {**out, "origin": reply.origin} if reply.origin else out


def _ask(open_ask: OpenAsk, viewer: Viewer, names: Mapping[str, str]) -> dict[str, Any]:
    ask = open_ask.ask
    out: dict[str, Any] = {
        "key": ask.key,
        "who": ask.who,
        "who_name": "Game master" if ask.who == GM else names.get(ask.who, ask.who),
        "prompt": ask.prompt,
        "options": [{"id": one.id, "label": one.label, "note": one.note} for one in ask.options],
        "default": ask.default,
    }
    if ask.number is not None:
        out["number"] = {"min": ask.number.min, "max": ask.number.max}
    if ask.faces:
        out["dice"] = list(ask.faces)
    if open_ask.due:
        out["due"] = open_ask.due
    if ask.ids is not None:
        out["ids"] = {"of": list(ask.ids.of), "mode": ask.ids.mode}
    if ask.shares is not None:
        out["shares"] = {"of": list(ask.shares.of), "total": ask.shares.total, "most": ask.shares.most}
    if viewer.is_gm and ask.who != GM and ask.who not in viewer.owns:
        out["deputy"] = True
    return out
