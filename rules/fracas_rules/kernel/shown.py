"""The parts of a view that are no combatants: each as plain data, by allow-list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from . import facts as f
from .fold import Mark
from .grid import Wall
from .ids import SeatId
from .memory import Memory
from .packs import dec_hook
from .requests import GM, OpenAsk, Reply, Rolled
from .resolve import called, may_answer
from .ruleset import Look, Ruleset
from .state import Pending, TableState
from .viewer import Viewer


def table(ruleset: Ruleset, state: TableState) -> dict[str, str]:
    """The table itself."""
    return {"id": state.table, "title": state.title, "system": ruleset.id, "system_title": ruleset.title}


def you(viewer: Viewer, place: f.Seat | None, names: Mapping[str, str]) -> dict[str, Any]:
    """The seat that looks."""
    you = {"seat": viewer.seat, "role": viewer.role, "owns": [one for one in viewer.owns if one in names]}
    return you if place is None else {**you, "name": place.name}


def labels(name: str, marks: Sequence[Mark], kept: Memory) -> list[dict[str, str]]:
    """What an undo or a redo would do, next first."""
    labels = kept.same(name, [mark.label for mark in marks])
    return kept.part(f"{name} of", (labels,), _labelled, labels)


def _labelled(labels: Sequence[str]) -> list[dict[str, str]]:
    return [{"label": label} for label in labels]


def asks(pending: Pending, viewer: Viewer, names: Mapping[str, str]) -> dict[str, Any]:
    """The open questions that this seat may answer."""
    return {one.id: _ask(one, viewer, names) for one in pending.asks if may_answer(viewer, pending, one.ask)}


def seats(state: TableState, online: Sequence[SeatId]) -> dict[str, Any]:
    """All seats, and who is there."""
    return {seat.id: _seat(seat, seat.id in online) for seat in state.seats.values()}


def packs(state: TableState) -> list[dict[str, str]]:
    """House packs."""
    return [{"name": one.name, "digest": one.digest} for one in state.packs]


def map(ruleset: Ruleset, state: TableState, kept: Memory) -> dict[str, Any]:
    """The map, without tokens."""
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


def _seat(seat: f.Seat, online: bool) -> dict[str, Any]:
    return {"name": seat.name, "role": seat.role, "owns": list(seat.owns), "online": online, "revoked": seat.revoked}


def pending(ruleset: Ruleset, state: TableState, pending: Pending, look: Look, names: Mapping[str, str]) -> dict[str, Any]:
    """The open action, as far as this seat may know it."""
    label = pending.label
    if state.hidden and not look.viewer.is_gm:  # it names everybody
        command = msgspec.convert(pending.command, ruleset.command, dec_hook=dec_hook)
        label = ruleset.label(command, state.game, called(ruleset, state, look.viewer))
    out: dict[str, Any] = {"id": pending.resolution, "label": label, "waiting": []}
    if pending.actor and look.exists(pending.actor):
        out["actor"] = pending.actor
    for one in pending.asks:
        who = one.ask.who
        told = "the GM" if who == GM or not look.exists(who) else names.get(who, who)
        if told not in out["waiting"]:
            out["waiting"].append(told)
    return out


def replies(replies: Sequence[Reply]) -> list[dict[str, Any]]:
    """The replies of the action that the GM may amend."""
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
