"""What a seat sees of a table, by allow-list: a thing that no line here grants does not exist for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import is_
from typing import Any, NamedTuple

from msgspec import Struct

from . import shown as parts
from .fold import Timeline
from .gm import open_of
from .grid import Token
from .ids import CombatantId, SeatId
from .memory import Memory
from .patch import diff
from .resolve import concerns
from .ruleset import Look, Ruleset
from .state import TableState
from .table import catalogue_of, look_of
from .viewer import Viewer

#: So many commands that an undo would take back are listed.
_UNDO_SHOWN = 10
_ANYONE = Viewer("", "observer")
_NOTHING: dict[str, Any] = {}

Part = dict[str, Any]


def view(
    ruleset: Ruleset, line: Timeline, viewer: Viewer, online: Sequence[SeatId] = (), memory: Memory | None = None
) -> dict[str, Any]:
    """The whole view of a seat: plain data without nulls, not to be changed. `online` are the seats that are connected."""
    kept = Memory() if memory is None else memory
    return Sight(ruleset, line, tuple(online), kept.common).seen(viewer, kept).view()


class Frame(Struct, frozen=True):
    """What few commits touch: the view without what the game shows, tokens and questions. `own`: where its game part is kept."""

    look: Look
    own: Memory
    shown: Part


class Fight(Struct, frozen=True):
    """What the game shows, besides the combatants; and these, with what the table knows of them but for their tokens."""

    frame: Frame
    around: Part
    cards: Part


class Seen(NamedTuple):
    """A view in parts, none of them to be changed: the fight, what is open, and the tokens of whoever is in it or not."""

    fight: Fight
    open: Part
    tokens: Mapping[CombatantId, Token]

    def view(self) -> dict[str, Any]:
        """The whole of it."""
        frame, around, cards = self.fight.frame, self.fight.around, self.fight.cards
        standing = {one: _standing(card, self.tokens.get(one)) for one, card in cards.items()}
        return {**frame.shown, **around, "combatants": standing, **self.open}


class Sight:
    """A table after a commit, for all who look at it: what is the same for several of them is worked out once.

    `common` is kept from commit to commit, as is the `Memory` of each viewer. Combatants who are not a player's own are drawn
    as they are for everybody, once: a game's card reads of the eyes only whom they know, and who exists for them.
    """

    def __init__(self, ruleset: Ruleset, line: Timeline, online: tuple[SeatId, ...], common: Memory) -> None:
        state = self._state = line.state
        self._ruleset = ruleset
        self._online = common.same("online", online)
        self._common = common
        self._names = common.same("names", ruleset.names(state.game))
        self._public = common.part("public", (state.options, state.hidden), look_of, ruleset, state, _ANYONE)
        setting = (
            state.options, state.hidden, state.packs, state.seats, state.grid, state.walls, state.title,
            state.dice.commitment, self._online, self._names,
        )  # fmt: skip
        self._setting = common.part("setting", setting, tuple, setting)
        amendable = open_of(line)
        replies = () if amendable is None else amendable.replies
        self._word = (
            parts.labels("undo", line.marks[: -_UNDO_SHOWN - 1 : -1], common),
            parts.labels("redo", line.undone[:_UNDO_SHOWN], common),
            common.part("replies", (replies,), parts.replies, replies),
        )
        self._made: dict[tuple[CombatantId, int, int, bool, bool], Part] = {}
        self._changed: dict[tuple[int, int], Part] = {}

    def seen(self, viewer: Viewer, kept: Memory) -> Seen:
        """What a viewer sees now. A part that is as it was before is the same object."""
        state, viewer = self._state, kept.same("viewer", viewer)
        fight = kept.part("fight", (self._setting, viewer, state.game, state.refs), self._fight, viewer, kept)
        asked = kept.part("open", (fight, state.pending, state.paused, *self._word), self._open, viewer, fight.frame, kept)
        return Seen(fight, asked, state.tokens)

    def patch(self, before: Seen, now: Seen) -> dict[str, Any]:
        """The merge patch from what a viewer saw before to what it sees now; not to be changed."""
        was, fight = before.fight, now.fight
        patch: Part = {}
        if was.frame is not fight.frame:
            patch |= diff(was.frame.shown, fight.frame.shown)
        if was is not fight:
            patch |= diff(was.around, fight.around)
        if before.open is not now.open:
            patch |= diff(before.open, now.open)
        moves = self._common.part("moves", (before.tokens, now.tokens), _moves, before.tokens, now.tokens)
        only = was is fight and moves.keys() <= fight.cards.keys()
        cards = moves if only else self._cards_patch(was.cards, now, moves)
        return {**patch, "combatants": cards} if cards else patch

    def _cards_patch(self, known: Part, now: Seen, moves: Part) -> Part:
        cards = now.fight.cards
        patch: Part = {one: None for one in known if one not in cards}
        for one, card in cards.items():
            was = known.get(one)
            if was is None:
                patch[one] = _standing(card, now.tokens.get(one))
                continue
            how = _NOTHING if was is card else self._difference(was, card)
            if one in moves:
                how = {**how, **moves[one]}
            if how:
                patch[one] = how
        return patch

    def _frame(self, viewer: Viewer, kept: Memory) -> Frame:
        ruleset, state, dice = self._ruleset, self._state, self._state.dice
        place = state.seats.get(viewer.seat)
        out: Part = {
            "table": parts.table(ruleset, state),
            "you": parts.you(viewer, place, self._names),
            "map": self._common.part("map", (state.grid, state.walls), parts.map, ruleset, state, self._common),
        }
        if dice.commitment:  # how many were drawn is nobody's business: it would tell of secret rolls
            out["dice"] = kept.same("dice", {"commitment": dice.commitment, "epoch": dice.epoch})
        if viewer.is_gm:
            out["options"] = dict(state.options)
            out["seats"] = parts.seats(state, self._online)
            out["packs"] = parts.packs(state)
        if viewer.role == "observer" and not viewer.owns:
            return Frame(self._public, self._common, out)
        others = None if viewer.is_gm or any(one in state.hidden for one in viewer.owns) else self._public
        look = kept.part("look", (viewer, state.options, state.hidden, others), look_of, ruleset, state, viewer, others)
        return Frame(look, kept, out)

    def _shown(self, look: Look, kept: Memory) -> Part:
        """What the game shows of itself."""
        return kept.part("shown", (self._state.game, look, self._state.packs), _look, self._ruleset, self._state, look)

    def _open(self, viewer: Viewer, frame: Frame, kept: Memory) -> Part:
        """What is open, and who waits for it; for a game master also what may be taken back or amended."""
        state, pending = self._state, self._state.pending
        out: Part = {"asks": _NOTHING}
        if pending is not None:
            out["asks"] = kept.part("asks", (pending, frame), parts.asks, pending, viewer, self._names)
            if concerns(self._ruleset, frame.look, pending):
                of: tuple[Any, ...]
                ours, of = (kept, (pending, frame, state.game)) if state.hidden else (self._common, (pending, state.game))
                out["pending"] = ours.part("pending", of, parts.pending, self._ruleset, state, pending, frame.look, self._names)
        if state.paused:
            out["paused"] = True
        if viewer.is_gm:
            out["undo"], out["redo"], out["replies"] = self._word
        return out

    def _fight(self, viewer: Viewer, kept: Memory) -> Fight:
        """The combatants as the game shows them, each with what the table knows of it, and what is around them."""
        state = self._state
        frame = kept.part("frame", (self._setting, viewer), self._frame, viewer, kept)
        shown = dict(self._shown(frame.look, frame.own))
        seen = self._shown(self._public, self._common)["combatants"] if viewer.is_gm else _NOTHING
        known, kept.drawn, cards = kept.drawn, {}, {}
        for one, card in shown.pop("combatants").items():
            drawn, about = known.get(one), (card, seen.get(one), state.refs, frame)
            if drawn is None or not all(map(is_, drawn[0], about)):
                hidden = viewer.is_gm and one in state.hidden
                drawn = about, self._card(one, card, about[1], state.refs.get(one), viewer.may_act_for(one), hidden)
            kept.drawn[one] = drawn
            cards[one] = drawn[1]
        return Fight(frame, shown, cards)

    def _card(self, one: CombatantId, card: Part, seen: Part | None, ref: str | None, mine: bool, hidden: bool) -> Part:
        key = one, id(card), id(seen), mine, hidden
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = dict(card)
            if seen is not None:  # a game master's front end may write that where everybody can read
                made["seen"] = seen
            if ref is not None:
                made["ref"] = ref
            if mine:
                made["mine"] = True
            if hidden:
                made["hidden"] = True
        return made

    def _difference(self, before: Part, after: Part) -> Part:
        key = id(before), id(after)
        if key not in self._changed:
            self._changed[key] = diff(before, after)
        return self._changed[key]


def _moves(before: Mapping[CombatantId, Token], after: Mapping[CombatantId, Token]) -> Part:
    """The merge patches of combatants whose tokens stand elsewhere than before, or nowhere now."""
    out: Part = {}
    for one in after if before.keys() <= after.keys() else {**before, **after}:
        old, new = before.get(one), after.get(one)
        if old is not new and old != new:
            now = None if new is None else _token(new)
            out[one] = {"token": now if old is None or now is None else diff(_token(old), now)}
    return out


def _standing(card: Part, token: Token | None) -> Part:
    return card if token is None else {**card, "token": _token(token)}


def _token(token: Token) -> Part:
    return {"x": token.x, "y": token.y, "size": token.size}


def _look(ruleset: Ruleset, state: TableState, look: Look) -> Part:
    return ruleset.look(state.game, catalogue_of(ruleset, state.packs), look)
