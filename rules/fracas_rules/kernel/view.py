"""What a seat sees of a table, by allow-list: a thing that no line here grants does not exist for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import is_
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

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

T = TypeVar("T")

#: So many commands that an undo would take back are listed.
_UNDO_SHOWN = 10


class Memory:
    """What a viewer was shown last. What has not changed since is shown as the same object, which costs nothing to compare.

    `common` is of all viewers at the table: for what looks the same to everybody.
    """

    __slots__ = ("_parts", "_values", "cards", "common", "stood")

    def __init__(self, common: Memory | None = None) -> None:
        self.common = self if common is None else common
        self.cards: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {}
        self.stood: tuple[tuple[Any, Any], Mapping[str, Token], dict[str, Any]] = ((None, None), {}, {})
        self._parts: dict[str, tuple[tuple[Any, ...], Any]] = {}
        self._values: dict[str, Any] = {}

    def part(self, name: str, about: tuple[Any, ...], make: Callable[..., T], *of: Any) -> T:
        """What was made for these very objects before, or `make(*of)` now; not to be changed."""
        known = self._parts.get(name)
        if known is not None and all(map(is_, known[0], about)):
            kept: T = known[1]
            return kept
        made = make(*of)
        self._parts[name] = (about, made)
        return made

    def same(self, name: str, value: T) -> T:
        """The value of before, if it is equal: so that it is the same object."""
        known: T | None = self._values.get(name)
        if known == value and known is not None:
            return known
        self._values[name] = value
        return value


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
            ours = kept if state.hidden else kept.common
            out["pending"] = ours.part("pending", (pending, state.game), _pending, ruleset, state, pending, look, still.names)
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
    cards, tokens, (about, stood, before) = still.cards, state.tokens, kept.stood
    if about[0] is still and about[1] is state.refs:  # only tokens moved
        out = dict(before)
        new = [one for one in cards if tokens.get(one) is not stood.get(one)]
    else:
        out, new = {}, list(cards)
    for one in new:
        parts = (cards[one], tokens.get(one), state.refs.get(one), still.public.get(one), look)
        known = kept.cards.get(one)
        if known is None or not all(map(is_, known[0], parts)):
            known = kept.cards[one] = parts, _card(one, *parts)
        out[one] = known[1]
    kept.stood = (still, state.refs), tokens, out
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
