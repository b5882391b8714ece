"""What a commit adds to the log, for every audience: by allow-list, as the view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import facts as f
from .english import counted
from .gate import REFUSED
from .resolve import rolled_in
from .ruleset import Names, Ruleset
from .state import TableState
from .table import house_of
from .viewer import Entry, Line


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
        if fact.message == REFUSED:
            return Line(entry, entry)
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
