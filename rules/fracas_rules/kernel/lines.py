"""What a commit adds to the log, for every audience: by allow-list, as the view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import facts as f
from .english import assigned, counted
from .fold import apart
from .gate import REFUSED
from .resolve import named, rolled_in
from .ruleset import Names, Ruleset
from .state import Pending, TableState
from .table import house_of
from .viewer import Entry, Line


def lines(ruleset: Ruleset, before: TableState, commit: f.Commit[Any], after: TableState) -> list[Line]:
    """The lines that a commit adds to the log, each with what every audience gets of it."""
    facts, _ = apart(commit.facts)  # what happened beside an action was told then, and is not when it is amended
    game = [fact for fact in facts if type(fact) not in f.TABLE_FACTS]
    told = [fact for fact in facts if type(fact) in _WRITERS]
    if not game and not told:
        return []
    known = ruleset.names(after.game)
    if before.game is not after.game:
        known = {**ruleset.names(before.game), **known}
    open_numbers = house_of(ruleset, before.options).numbers == "all"
    names = Names(known, (*before.hidden, *after.hidden), open_numbers)
    out = [_WRITERS[type(fact)](fact, names) for fact in told]
    opened = next((fact for fact in facts if isinstance(fact, f.Opened)), None)
    action = before.pending if opened is None else opened
    if action is not None and told:
        of_it = (f.Amended, f.Voided) if opened is None else (f.Amended, f.Voided, f.Rewound)
        heard = _heard(ruleset, action, names)
        out = [heard(line) if isinstance(fact, of_it) else line for fact, line in zip(told, out, strict=True)]
    if game:
        found = ruleset.lines(game, before.game, after.game, names, rolled_in(before, facts))
        out += [Line(line.gm) for line in found] if action is not None and action.secret else found
    return out


def _heard(ruleset: Ruleset, action: f.Opened | Pending, names: Names) -> Callable[[Line], Line]:
    """Whom what becomes of an action is told: nobody of a secret one; of one of hidden combatants alone, their owners."""
    if action.secret:
        return lambda line: Line(line.gm)
    who = tuple(named(ruleset, action.command)) if names.hidden else ()
    if who and all(one in names.hidden for one in who):
        return lambda line: Line(line.gm, None, line.all, who)
    return lambda line: line


def _rewound(fact: f.Rewound, _names: Names) -> Line:
    entry = Entry("rewound", "The GM took back: " + "; ".join(fact.labels) + ".", {"steps": fact.steps})
    seen = fact.steps - fact.unseen
    return Line(entry, Entry("rewound", f"The GM took back {counted(seen, 'step')}.", {"steps": seen}) if seen else None)


def _redone(fact: f.Redone, _names: Names) -> Line:
    entry = Entry("redone", f"Done again: {fact.label}.")
    return Line(entry, None if fact.unseen else Entry(entry.key, "The GM did an action again."))


def _amended(fact: f.Amended, _names: Names) -> Line:
    entry = Entry("amended", f"The GM changed a reply: {fact.told}.", {"who": fact.who, "key": fact.key})
    return Line(entry, Entry(entry.key, "The GM changed a reply of the last action."))


def _voided(fact: f.Voided, _names: Names) -> Line:
    why = fact.message or fact.reason
    entry = Entry("voided", f"The open action was dropped: {why}", {"code": fact.code} if fact.code else {})
    return Line(entry, entry if fact.message == REFUSED else Entry("voided", "The open action was dropped."))


def _options(fact: f.OptionsSet, _names: Names) -> Line:
    return _for_all("options", f"Table options: {assigned(fact.set) or 'as they were'}.", dict(fact.set))


def _for_all(key: str, text: str, data: dict[str, Any] | None = None) -> Line:
    entry = Entry(key, text, data or {})
    return Line(entry, entry)


#: A fact of the table without a writer here is told to nobody.
_WRITERS: dict[type, Callable[[Any, Names], Line]] = {
    f.Rewound: _rewound,
    f.Redone: _redone,
    f.Amended: _amended,
    f.Voided: _voided,
    f.OptionsSet: _options,
    f.Paused: lambda fact, _names: _for_all("paused", "The table is paused." if fact.paused else "The table goes on."),
    f.DiceSealed: lambda fact, _names: _for_all(
        "dice_sealed", f"New dice, committed to by {fact.commitment}.", {"epoch": fact.epoch, "commitment": fact.commitment}
    ),
    f.DiceRevealed: lambda fact, _names: _for_all(
        "dice_revealed",
        f"The seed of the dice so far was {fact.seed or 'lost: nobody can draw them again'}.",
        {"epoch": fact.epoch, "seed": fact.seed},
    ),
    f.EntropyAdded: lambda fact, _names: _for_all("entropy", f"A seat added to the dice: {fact.text}", {"text": fact.text}),
    f.HiddenSet: lambda fact, names: Line(
        Entry("hidden", f"{names.gm(fact.id)} is now {'hidden' if fact.hidden else 'shown'}.")
    ),
    f.SeatSet: lambda fact, _names: Line(
        Entry("seat", f"Seat of {fact.seat.name}: {'revoked' if fact.seat.revoked else fact.seat.role}.")
    ),
    f.PackInstalled: lambda fact, _names: _for_all("pack", f"House pack {fact.name} is in play.", {"digest": fact.digest}),
    f.PackRemoved: lambda fact, _names: _for_all("pack", f"House pack {fact.name} was taken out."),
}
