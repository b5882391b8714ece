"""What a seat sees of a table, by allow-list: a thing that no line here grants does not exist for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import is_
from typing import Any

import msgspec

from . import facts as f
from .english import counted
from .fold import Timeline
from .gm import open_of
from .grid import Token, Wall
from .ids import SeatId
from .packs import dec_hook
from .requests import GM, OpenAsk, Reply, Rolled
from .resolve import called, may_answer, rolled_in
from .ruleset import Look, Names, Ruleset
from .state import Pending, TableState
from .table import catalogue_of, house_of, look_of
from .viewer import Entry, Line, Viewer

#: So many commands that an undo would take back are listed.
_UNDO_SHOWN = 10


class Memory:
    """What a viewer was shown last. What has not changed since is shown as the same object, which costs nothing to compare."""

    __slots__ = ("_walls", "cards", "looks")

    def __init__(self) -> None:
        self.looks: dict[str, tuple[Viewer, tuple[Any, ...], dict[str, Any]]] = {}
        self.cards: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {}
        self._walls: tuple[tuple[Wall, ...], list[dict[str, Any]]] = ((), [])

    def look(self, name: str, ruleset: Ruleset, state: TableState, look: Look) -> dict[str, Any]:
        """What the game shows of itself; not to be changed."""
        about = (state.game, state.hidden, state.options, state.packs)
        viewer, known = look.viewer, self.looks.get(name)
        if known is not None and known[0] == viewer and all(map(is_, known[1], about)):
            return known[2]
        made: dict[str, Any] = ruleset.look(state.game, catalogue_of(ruleset, state.packs), look)
        self.looks[name] = (viewer, about, made)
        return made

    def walls(self, walls: tuple[Wall, ...]) -> list[dict[str, Any]]:
        """The walls of the map as everybody sees them."""
        if self._walls[0] is not walls:
            self._walls = (walls, [msgspec.structs.asdict(wall) for wall in walls])
        return self._walls[1]

    def card(self, one: str, *parts: Any) -> dict[str, Any] | None:
        """The card of a combatant that was made of the same parts."""
        known = self.cards.get(one)
        return known[1] if known is not None and all(map(is_, known[0], parts)) else None


def view(
    ruleset: Ruleset, line: Timeline, viewer: Viewer, online: Sequence[SeatId] = (), memory: Memory | None = None
) -> dict[str, Any]:
    """The whole view of a seat: plain data without nulls, not to be changed. `online` are the seats that are connected."""
    state = line.state
    memory = Memory() if memory is None else memory
    look = look_of(ruleset, state, viewer)
    names = ruleset.names(state.game)
    out: dict[str, Any] = {
        "table": {"id": state.table, "title": state.title, "system": ruleset.id, "system_title": ruleset.title},
        "you": {"seat": viewer.seat, "role": viewer.role, "owns": [one for one in viewer.owns if one in names]},
        "map": _map(ruleset, state, memory),
        **(shown := memory.look("own", ruleset, state, look)),
    }
    if viewer.seat in state.seats:
        out["you"]["name"] = state.seats[viewer.seat].name
    public = _public(ruleset, state, memory) if viewer.is_gm else {}
    out["combatants"] = {
        one: _card(state, viewer, one, card, public.get(one), memory) for one, card in shown["combatants"].items()
    }
    out["asks"] = {}
    if state.dice.commitment:  # how many were drawn is nobody's business: it would tell of secret rolls
        out["dice"] = {"commitment": state.dice.commitment, "epoch": state.dice.epoch}
    if state.paused:
        out["paused"] = True
    if state.pending is not None and (viewer.is_gm or not state.pending.secret):
        out["pending"] = _pending(ruleset, state, state.pending, look, names)
    if state.pending is not None:
        for one in state.pending.asks:
            if may_answer(viewer, one.ask):
                out["asks"][one.id] = _ask(one, viewer, names)
    if viewer.is_gm:
        out["undo"] = [{"label": mark.label} for mark in reversed(line.marks[-_UNDO_SHOWN:])]
        out["redo"] = [{"label": mark.label} for mark in line.undone[:_UNDO_SHOWN]]
        out["replies"] = [_reply(one) for one in amendable.replies] if (amendable := open_of(line)) is not None else []
        out["options"] = dict(state.options)
        out["seats"] = {seat.id: _seat(seat, seat.id in online) for seat in state.seats.values()}
        out["packs"] = [{"name": pack.name, "digest": pack.digest} for pack in state.packs]
    return out


def _card(
    state: TableState, viewer: Viewer, one: str, card: dict[str, Any], seen: Any, memory: Memory
) -> dict[str, Any]:
    """A combatant as the game shows it, with what the table knows of it."""
    token, ref = state.tokens.get(one), state.refs.get(one)
    mine, hidden = viewer.may_act_for(one), viewer.is_gm and one in state.hidden
    known = memory.card(one, card, seen, token, ref, mine, hidden)
    if known is not None:
        return known
    made = dict(card)
    if seen is not None:
        made["seen"] = seen
    if ref is not None:
        made["ref"] = ref
    if token is not None:
        made["token"] = _token(token)
    if mine:
        made["mine"] = True
    if hidden:
        made["hidden"] = True
    memory.cards[one] = ((card, seen, token, ref, mine, hidden), made)
    return made


def _public(ruleset: Ruleset, state: TableState, memory: Memory) -> dict[str, Any]:
    """Combatants as an observer sees them: a game master's front end may write these where everybody can read."""
    shown: dict[str, Any] = memory.look("public", ruleset, state, look_of(ruleset, state, _ANYONE))["combatants"]
    return shown


_ANYONE = Viewer("", "observer")


def _map(ruleset: Ruleset, state: TableState, memory: Memory) -> dict[str, Any]:
    grid = state.grid
    out: dict[str, Any] = {"width": grid.width, "height": grid.height}
    out |= {"unit": ruleset.unit, "unit_per_square": grid.unit_per_square}
    if grid.background:
        out["background"] = grid.background
    if state.walls:
        out["walls"] = memory.walls(state.walls)
    return out


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


def lines(ruleset: Ruleset, before: TableState, commit: f.Commit[Any], after: TableState) -> list[Line]:
    """The lines that a commit adds to the log, each with what every audience gets of it."""
    known = {**ruleset.names(before.game), **ruleset.names(after.game)}
    open_numbers = house_of(ruleset, before.options).numbers == "all"
    names = Names(known, (*before.hidden, *after.hidden), open_numbers)
    out = [line for fact in commit.facts if (line := _table_line(fact, names)) is not None]
    game = [fact for fact in commit.facts if not isinstance(fact, f.TableFact)]
    if game:
        out += ruleset.lines(game, before.game, after.game, names, rolled_in(before, commit.facts))
    if _in_secret(before, commit.facts):
        return [Line(line.gm) for line in out]
    return out


def _in_secret(before: TableState, facts: Sequence[Any]) -> bool:
    opened = next((fact for fact in facts if isinstance(fact, f.Opened)), None)
    return opened.secret if opened is not None else before.pending is not None and before.pending.secret


def _table_line(fact: Any, names: Names) -> Line | None:
    if isinstance(fact, f.Rewound):
        entry = Entry("rewound", "The GM took back: " + "; ".join(fact.labels) + ".", {"steps": fact.steps})
        seen = fact.steps - fact.unseen
        told = f"The GM took back {counted(seen, 'step')}."
        return Line(entry, Entry("rewound", told, {"steps": seen}) if seen else None)
    if isinstance(fact, f.Redone):
        entry = Entry("redone", f"Done again: {fact.label}.")
        return Line(entry, None if fact.unseen else Entry(entry.key, "The GM did an action again."))
    if isinstance(fact, f.Amended):
        entry = Entry("amended", f"The GM changed a reply: {fact.told}.", {"who": fact.who, "key": fact.key})
        return Line(entry, Entry("amended", "The GM changed a reply of the last action."))
    if isinstance(fact, f.Paused):
        return Line(entry := Entry("paused", "The table is paused." if fact.paused else "The table goes on."), entry)
    if isinstance(fact, f.DiceSealed):
        told = f"New dice, committed to by {fact.commitment}."
        return Line(entry := Entry("dice_sealed", told, {"epoch": fact.epoch, "commitment": fact.commitment}), entry)
    if isinstance(fact, f.DiceRevealed):
        told = f"The seed of the dice so far was {fact.seed}."
        return Line(entry := Entry("dice_revealed", told, {"epoch": fact.epoch, "seed": fact.seed}), entry)
    if isinstance(fact, f.EntropyAdded):
        return Line(entry := Entry("entropy", f"A seat added to the dice: {fact.text}", {"text": fact.text}), entry)
    if isinstance(fact, f.Voided):
        why = fact.message or fact.reason
        entry = Entry("voided", f"The open action was dropped: {why}", {"code": fact.code} if fact.code else {})
        return Line(entry, Entry("voided", "The open action was dropped."))
    if isinstance(fact, f.HiddenSet):
        return Line(Entry("hidden", f"{names.gm(fact.id)} is now {'hidden' if fact.hidden else 'shown'}."))
    if isinstance(fact, f.OptionsSet):
        told = ", ".join(f"{key} = {value}" for key, value in fact.set.items())
        return Line(entry := Entry("options", f"Table options: {told}.", dict(fact.set)), entry)
    if isinstance(fact, f.SeatSet):
        return Line(Entry("seat", f"Seat of {fact.seat.name}: {'revoked' if fact.seat.revoked else fact.seat.role}."))
    if isinstance(fact, f.PackInstalled):
        return Line(entry := Entry("pack", f"House pack {fact.name} is in play.", {"digest": fact.digest}), entry)
    if isinstance(fact, f.PackRemoved):
        return Line(entry := Entry("pack", f"House pack {fact.name} was taken out."), entry)
    return None
