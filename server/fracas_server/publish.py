"""Who is listening at a table, what each seat was last shown, and the frames that bring it up to date.

A frame is made once for each seat and encoding, whatever the number of its connections. A seat to which nothing changed gets
no frame at all: neither its arrival nor a gap tells of what it may not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple, Protocol

from fracas_protocol import codec
from fracas_protocol.errors import ByeCode
from fracas_protocol.outbound import Seat as WireSeat
from fracas_protocol.outbound import ServerMessage, Update, Welcome
from fracas_protocol.version import PROTOCOL, Encoding
from fracas_rules.errors import Refusal
from fracas_rules.kernel import view as views
from fracas_rules.kernel.fold import Timeline
from fracas_rules.kernel.ids import opaque
from fracas_rules.kernel.memory import Memory
from fracas_rules.kernel.ruleset import Ruleset
from fracas_rules.kernel.state import TableState
from fracas_rules.kernel.table import house_of, viewer_of
from fracas_rules.kernel.viewer import Line, Viewer

from .patch import diff

#: Entries that a newcomer gets, and one whose cursor nobody knows.
RECENT = 200
#: Commits back to which a cursor is found again.
RESUMABLE = 2_000


class Listener(Protocol):
    """A connection, as a table sees it. None of these calls waits or raises.

    `token_hash` is of the token it came with; `new_token` is to be kept in place of one that could be used only once.
    `gone`: nobody is there any more.
    """

    seat: str
    token_hash: str
    encoding: Encoding
    new_token: str | None
    gone: bool

    def say(self, message: ServerMessage, more: bool = False) -> None:
        """Send a message that is for this connection alone. `more`: a frame may follow at once, and both go together."""

    def deliver(self, frame: codec.Frame) -> None:
        """Send a frame that others get too."""

    def dismiss(self, code: ByeCode, message: str) -> None:
        """Say goodbye and close."""


class Told(NamedTuple):
    """A line of the log: the commit that brought it, its place among that commit's, the resolution it belongs to."""

    seq: int
    place: int
    resolution: str | None
    line: Line


class _Frame(NamedTuple):
    seat: str
    view: dict[str, Any]
    by_encoding: dict[Encoding, codec.Frame]


class Audience:
    """The connections of one table."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._seats: dict[str, list[Listener]] = {}
        self._shown: dict[str, dict[str, Any]] = {}
        self._memories: dict[str, Memory] = {}
        self._common = Memory()

    def __bool__(self) -> bool:
        return bool(self._seats)

    @property
    def online(self) -> tuple[str, ...]:
        """The seats that are connected."""
        return tuple(self._seats)

    def everyone(self) -> list[Listener]:
        """All connections."""
        return [one for listeners in self._seats.values() for one in listeners]

    def prepare(self, line: Timeline, news: Sequence[Told] = ()) -> list[_Frame]:
        """The frames that bring every seat from what it was shown to `line`. Sends nothing; only what was drawn is remembered."""
        frames, online = [], self.online
        for seat, listeners in self._seats.items():
            try:
                viewer = viewer_of(line.state, seat)
            except Refusal:  # revoked: its connections are about to be dismissed
                continue
            view = views.view(self._ruleset, line, viewer, online, self._memories[seat])
            patch = diff(self._shown[seat], view)
            entries = entries_for(self._ruleset, line.state, viewer, news) if news else []
            made: dict[Encoding, codec.Frame] = {}
            if patch or entries:
                for encoding in {listener.encoding for listener in listeners}:
                    made[encoding] = codec.encode(_update(patch, entries, cursor(line.state, seat), encoding), encoding)
            frames.append(_Frame(seat, view, made))
        return frames

    def send(self, frames: Iterable[_Frame]) -> None:
        """Send prepared frames; their views are then what each seat was shown."""
        for seat, view, made in frames:
            self._shown[seat] = view
            if made:
                for listener in self._seats[seat]:
                    listener.deliver(made[listener.encoding])

    def join(self, listener: Listener, line: Timeline, log: Sequence[Told], since: str | None, server: str) -> None:
        """Welcome a connection, with what it missed since its cursor."""
        state = line.state
        viewer = viewer_of(state, listener.seat)
        fresh = listener.seat not in self._seats
        online = (*self.online, listener.seat) if fresh else self.online
        view = views.view(self._ruleset, line, viewer, online)
        known = None if since is None else seq_of(state, listener.seat, since)
        if known is None:
            entries = recent(self._ruleset, state, viewer, log, RECENT)
        else:
            entries = entries_for(self._ruleset, state, viewer, [told for told in log if told.seq > known])
        seat = state.seats[listener.seat]
        listener.say(
            Welcome(
                version=PROTOCOL,
                server=server,
                table=state.table,
                seat=WireSeat(id=seat.id, name=seat.name, role=seat.role, owns=seat.owns),
                view=codec.pack(view, listener.encoding),
                entries=tuple(codec.pack(entry, listener.encoding) for entry in entries),
                cursor=cursor(state, seat.id),
            )
        )
        self._seats.setdefault(seat.id, []).append(listener)
        self._memories.setdefault(seat.id, Memory(self._common))
        self._shown.setdefault(seat.id, view)
        if fresh:
            self.send(self.prepare(line))

    def leave(self, listener: Listener, line: Timeline) -> None:
        """Forget a connection; game masters see a seat go offline with its last one."""
        listeners = self._seats.get(listener.seat, [])
        if listener not in listeners:
            return
        listeners.remove(listener)
        if not listeners:
            del self._seats[listener.seat], self._shown[listener.seat], self._memories[listener.seat]
            self.send(self.prepare(line))


def entries_for(ruleset: Ruleset, state: TableState, viewer: Viewer, news: Iterable[Told]) -> list[dict[str, Any]]:
    """What a viewer may read of these lines, in their order. An entry has the same id for all who get it."""
    open_rolls = house_of(ruleset, state.options).open_rolls
    out = []
    for told in news:
        entry = told.line.seen_by(viewer, open_rolls)
        if entry is not None:
            entry["id"] = _entry_id(state.secret, told.seq, told.place)
            out.append(entry if told.resolution is None else {**entry, "resolution": told.resolution})
    return out


@lru_cache(maxsize=64)
def _entry_id(secret: bytes, seq: int, place: int) -> str:
    """The id of a line, for everybody who gets it."""
    return opaque(secret, "entry", seq, place)


def recent(ruleset: Ruleset, state: TableState, viewer: Viewer, log: Sequence[Told], limit: int) -> list[dict[str, Any]]:
    """The last `limit` entries that a viewer may read, oldest first."""
    out: list[dict[str, Any]] = []
    for told in reversed(log):  # from the end: a log is long, and each line is drawn for this viewer
        out += entries_for(ruleset, state, viewer, (told,))
        if len(out) == limit:
            break
    return out[::-1]


def cursor(state: TableState, seat: str, seq: int | None = None) -> str:
    """Where a seat has read up to. It tells a seat nothing: not how many commits lie between two of them."""
    at = f"cursor\x1f{seat}\x1f{state.seq if seq is None else seq}"
    return blake2b(at.encode(), key=state.secret[:64], digest_size=8).hexdigest()  # one for each frame: the quickest


def seq_of(state: TableState, seat: str, at: str) -> int | None:
    """The commit that a cursor stands for; None when it is not one of the seat's, or too old."""
    numbers = range(state.seq, max(-1, state.seq - RESUMABLE), -1)
    return next((seq for seq in numbers if cursor(state, seat, seq) == at), None)


def _update(patch: dict[str, Any], entries: Iterable[Any], at: str, encoding: Encoding) -> Update:
    return Update(patch=codec.pack(patch, encoding), entries=tuple(codec.pack(entry, encoding) for entry in entries), cursor=at)
