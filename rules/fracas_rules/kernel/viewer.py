"""Who looks: and what is hidden unless a rule shows it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from .formula import Term
from .ids import CombatantId, SeatId

Role = Literal["gm", "player", "observer"]


class Viewer(Struct, frozen=True):
    """A seat's eyes: its role, and the combatants it owns."""

    seat: SeatId
    role: Role
    owns: tuple[CombatantId, ...] = ()

    @property
    def is_gm(self) -> bool:
        """Game masters see everything."""
        return self.role == "gm"

    def may_act_for(self, combatant: CombatantId) -> bool:
        """Whether this seat may act for, and know the numbers of, a combatant."""
        return self.role == "gm" or (self.role == "player" and combatant in self.owns)


class Die(Struct, frozen=True):
    """A die on a card."""

    sides: int
    face: int


class RollCard(Struct, frozen=True, omit_defaults=True):
    """A roll, itemised: for those who may act for `who`, unless the table rolls in the open."""

    label: str
    who: CombatantId
    who_name: str
    total: int
    dice: tuple[Die, ...] = ()
    terms: tuple[Term, ...] = ()


class Entry(Struct, frozen=True, omit_defaults=True):
    """One line of the log: a key and data for those who render it themselves, and a ready English text."""

    key: str
    text: str
    data: dict[str, Any] = {}
    rolls: tuple[RollCard, ...] = ()


class Share(NamedTuple):
    """What of a line somebody gets: what owners are told or all, with which rolls itemised; `rolls` None is the GM's."""

    own: bool
    rolls: tuple[int, ...] | None


_ALL_OF_IT = Share(False, None)


class Line(Struct, frozen=True, omit_defaults=True):
    """An entry for each audience. What is None does not exist for it: an entry is the GM's unless more is granted.

    `owners` see `own` (or else `all`); whoever may act for a roll's combatant sees that roll itemised.
    """

    gm: Entry
    all: Entry | None = None
    own: Entry | None = None
    owners: tuple[CombatantId, ...] = ()

    def share(self, viewer: Viewer, open_rolls: bool = False) -> Share | None:
        """Which part of the line this viewer gets; None for nothing. Viewers with equal shares get the same."""
        if viewer.is_gm:
            return _ALL_OF_IT
        own = self.own is not None and any(viewer.may_act_for(owner) for owner in self.owners)
        entry = self.own if own else self.all
        if entry is None:
            return None
        return Share(own, tuple(at for at, roll in enumerate(entry.rolls) if open_rolls or viewer.may_act_for(roll.who)))

    def told(self, share: Share) -> dict[str, Any]:
        """The entry of a share. For a GM, `told` is the text that everybody got, where it is another."""
        if share.rolls is None:
            out = _entry(self.gm, self.gm.rolls, self.all is None)
            return out if self.all is None or self.all.text == self.gm.text else {**out, "told": self.all.text}
        entry = self.own if share.own else self.all
        assert entry is not None
        return _entry(entry, [entry.rolls[at] for at in share.rolls], False)

    def seen_by(self, viewer: Viewer, open_rolls: bool = False) -> dict[str, Any] | None:
        """The entry as this viewer gets it, or None."""
        share = self.share(viewer, open_rolls)
        return None if share is None else self.told(share)


def _entry(entry: Entry, rolls: Iterable[RollCard], gm_only: bool) -> dict[str, Any]:
    out: dict[str, Any] = {"key": entry.key, "text": entry.text, "data": entry.data}
    cards = [
        {
            "label": card.label,
            "who": card.who,
            "who_name": card.who_name,
            "total": card.total,
            "dice": [{"sides": die.sides, "face": die.face} for die in card.dice],
            "terms": [{"key": term.key, "label": term.label, "value": term.value} for term in card.terms],
        }
        for card in rolls
    ]
    if cards:
        out["rolls"] = cards
    if gm_only:
        out["gm"] = True
    return out
