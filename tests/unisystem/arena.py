"""A small table for these tests: `a` (Pat's), `b` (Bob's), and whoever else is brought in."""

from __future__ import annotations

from collections import deque
from typing import Any

from fracas_rules.errors import Refused
from fracas_rules.kernel.decide import create, decide, timeline
from fracas_rules.kernel.facts import Commit, Receipt, Seat, SeatSet
from fracas_rules.kernel.fold import Timeline
from fracas_rules.kernel.lines import lines
from fracas_rules.kernel.view import view
from fracas_rules.kernel.viewer import Viewer
from fracas_rules.unisystem import RULESET

SEATS = {
    "gm": Viewer("gm", "gm"),
    "pat": Viewer("pat", "player", ("a",)),
    "bob": Viewer("bob", "player", ("b",)),
    "eve": Viewer("eve", "observer"),
}
#: Dexterity 4, Kung Fu 3, Strength 3.
FIGHTER: dict[str, Any] = {
    "life_points": 40,
    "drama_points": 3,
    "attributes": {"strength": 3, "dexterity": 4, "constitution": 3},
    "skills": {"kung_fu": 3, "acrobatics": 2, "getting_medieval": 2, "gun_fu": 2},
}


class Arena:
    """Commands in, facts folded, and what each seat reads of them."""

    def __init__(self, **more: dict[str, Any]) -> None:
        self.line: Timeline = timeline(RULESET, create(RULESET, "t", "A yard", b"sixteen bytes or more"))
        self.sent = 0
        self.dice: deque[int] = deque()
        self.read: dict[str, list[dict[str, Any]]] = {seat: [] for seat in SEATS}
        seats = tuple(SeatSet(Seat(one.seat, one.seat, one.role, one.owns)) for one in SEATS.values())
        self._keep(Commit(1, "gm", "", 0, Receipt(""), seats))
        for one, sheet in {"a": {}, "b": {}, **more}.items():
            self.ok("gm", do="add_combatant", id=one, sheet={"name": one.upper(), **FIGHTER, **sheet})

    def _keep(self, commit: Commit[Any]) -> None:
        before = self.line.state
        self.line.fold(RULESET.decoder.decode(RULESET.encoder.encode(commit)))
        for line in lines(RULESET, before, commit, self.line.state):
            for seat, viewer in SEATS.items():
                entry = line.seen_by(viewer)
                if entry is not None:
                    self.read[seat].append(entry)

    def _die(self, _who: str, sides: int) -> int:
        return self.dice.popleft() if self.dice else (sides + 1) // 2

    def send(self, seat: str, dice: tuple[int, ...] = (), /, **command: Any) -> Commit[Any] | Refused:
        """Send a command; dice fall as given, then in the middle."""
        self.sent += 1
        self.dice.extend(dice)
        came = decide(RULESET, self.line, seat, command, f"c{self.sent}", self._die)
        assert isinstance(came, Commit | Refused)
        if isinstance(came, Commit):
            self._keep(came)
        return came

    def ok(self, seat: str, dice: tuple[int, ...] = (), /, picks: dict[str, Any] | None = None, **command: Any) -> None:
        """Send a command that goes through, and answer what is asked: by its key as in `picks`, else with the default."""
        came = self.send(seat, dice, **command)
        assert isinstance(came, Commit), came
        while self.line.state.pending is not None:
            ask = self.line.state.pending.asks[0]
            pick = (picks or {}).get(ask.ask.key, ask.ask.default)
            came = self.send("gm", do="answer", ask=ask.id, pick=pick)
            assert isinstance(came, Commit), came

    def asked(self) -> list[str]:
        """The keys of what is open."""
        pending = self.line.state.pending
        return [] if pending is None else [one.ask.key for one in pending.asks]

    def view(self, seat: str) -> dict[str, Any]:
        """What a seat sees."""
        return view(RULESET, self.line, SEATS[seat])

    def texts(self, seat: str, key: str = "") -> list[str]:
        """What a seat has read."""
        return [one["text"] for one in self.read[seat] if not key or one["key"] == key]
