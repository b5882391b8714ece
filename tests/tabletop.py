"""A table without a server: commands in, facts folded, for the kernel's own tests."""

from __future__ import annotations

from typing import Any

from duel import DUEL
from fracas_rules.errors import Refused
from fracas_rules.kernel import facts as f
from fracas_rules.kernel.decide import Repeated, create, decide, timeline
from fracas_rules.kernel.ruleset import Ruleset
from fracas_rules.kernel.state import TableState

#: A game master, a player who owns `a`, one who owns `b`, and one who only watches.
SEATS = (
    f.Seat("gm", "Gwen", "gm"),
    f.Seat("pat", "Pat", "player", ("a",)),
    f.Seat("bob", "Bob", "player", ("b",)),
    f.Seat("eve", "Eve", "observer"),
)


class Table:
    """`a`, `b` and the GM's `c` stand ready; every command gets an id of its own."""

    def __init__(self, ruleset: Ruleset = DUEL, *names: str) -> None:
        self.ruleset = ruleset
        self.line = timeline(ruleset, create(ruleset, "t1", "A table", b"sixteen bytes or more"))
        self.log: list[f.Commit[Any]] = []
        self.count = 0
        self.now = 7
        self._fold(f.Commit(1, "gm", "", 0, f.Receipt(""), tuple(map(f.SeatSet, SEATS))))
        for one in names or ("a", "b", "c"):
            self.ok("gm", do="add_combatant", id=one, sheet={"name": one.upper()})
        self.line.marks.clear()

    def _fold(self, commit: f.Commit[Any]) -> None:
        self.log.append(commit)
        self.line.fold(commit)

    @property
    def state(self) -> TableState:
        return self.line.state

    def hp(self, one: str) -> int:
        """Health of a fighter."""
        hp: int = self.state.game.of[one].hp
        return hp

    def send(self, seat: str, dice: tuple[int, ...] = (), key: str = "", /, **command: Any) -> f.Commit[Any] | Refused | Repeated:
        """Send a command and fold what comes of it. Dice fall as given, whoever rolls; all of them must be used."""
        self.count += 1
        left = list(dice)
        came = decide(self.ruleset, self.line, seat, command, key or f"c{self.count}", lambda who, sides: left.pop(0), self.now)
        assert left == [], "dice are left over"
        if isinstance(came, f.Commit):
            self._fold(came)
        return came

    def ok(self, seat: str, dice: tuple[int, ...] = (), key: str = "", /, **command: Any) -> tuple[Any, ...]:
        """Send a command that goes through: its facts."""
        came = self.send(seat, dice, key, **command)
        assert isinstance(came, f.Commit), came
        return came.facts

    def refused(self, seat: str, dice: tuple[int, ...] = (), key: str = "", /, **command: Any) -> tuple[str, str | None]:
        """Send a command that does not: the code and the path. Nothing has changed."""
        before = self.state
        came = self.send(seat, dice, key, **command)
        assert isinstance(came, Refused), came
        assert self.state is before
        return came.code, came.path

    def poke(self, seat: str = "gm", **more: Any) -> tuple[Any, ...]:
        """`a` pokes `b`, which leaves the defense open."""
        return self.ok(seat, do="act", actor="a", maneuver="poke", targets=["b"], **more)

    def answer(self, seat: str, pick: Any, dice: tuple[int, ...] = ()) -> tuple[Any, ...]:
        """Answer what is open."""
        pending = self.state.pending
        assert pending is not None
        return self.ok(seat, dice, do="answer", ask=pending.asks[0].id, pick=pick)
