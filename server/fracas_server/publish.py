"""Who is listening at a table, what each seat was last shown, and the frames that bring it up to date.

A frame is made once for all who get the same in the same encoding, whatever the number of their connections. A seat to which
nothing changed gets no frame at all: neither its arrival nor a gap tells of what it may not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple, Protocol

from fracas_protocol import codec
from fracas_protocol.errors import ByeCode
from fracas_protocol.outbound import Seat as WireSeat
from fracas_protocol.outbound import ServerMessage, Welcome
from fracas_protocol.version import PROTOCOL, Encoding
from fracas_rules.errors import Refusal
from fracas_rules.kernel.facts import Seat
from fracas_rules.kernel.fold import Timeline
from fracas_rules.kernel.ids import opaque
from fracas_rules.kernel.memory import Memory
from fracas_rules.kernel.ruleset import Ruleset
from fracas_rules.kernel.state import TableState
from fracas_rules.kernel.table import house_of, viewer_of
from fracas_rules.kernel.view import Seen, Sight
from fracas_rules.kernel.viewer import Line, Share, Viewer

from . import dice

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


class _Place:
    """A seat where somebody is: its connections, its eyes and those of which table, and what it was shown last."""

    __slots__ = ("encodings", "eyes", "listeners", "memory", "seats", "shown")

    def __init__(self, eyes: Viewer, seats: Mapping[str, Seat], memory: Memory, shown: Seen) -> None:
        self.listeners: tuple[Listener, ...] = ()
        self.encodings: tuple[Encoding, ...] = ()
        self.eyes = eyes
        self.seats = seats
        self.memory = memory
        self.shown = shown

    def seat(self, *listeners: Listener) -> None:
        """Make these the connections."""
        self.listeners = listeners
        self.encodings = tuple({listener.encoding for listener in listeners})


class _Frame(NamedTuple):
    place: _Place
    seen: Seen
    made: list[tuple[Encoding, codec.Frame]]


class Audience:
    """The connections of one table."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._places: dict[str, _Place] = {}
        self._common = Memory()

    def __bool__(self) -> bool:
        return bool(self._places)

    @property
    def online(self) -> tuple[str, ...]:
        """The seats that are connected."""
        return tuple(self._places)

    def everyone(self) -> list[Listener]:
        """All connections."""
        return [one for place in self._places.values() for one in place.listeners]

    def prepare(self, line: Timeline, news: Sequence[Told] = ()) -> list[_Frame]:
        """The frames that bring every seat from what it was shown to `line`. Sends nothing; only what was drawn is remembered."""
        state = line.state
        frames: list[_Frame] = []
        sight = Sight(self._ruleset, line, self.online, self._common)
        mint = _Mint(self._ruleset, state, news)
        for seat, place in self._places.items():
            if place.seats is not state.seats:
                try:
                    place.eyes, place.seats = viewer_of(state, seat), state.seats
                except Refusal:  # revoked: its connections are about to be dismissed
                    continue
            seen = sight.seen(place.eyes, place.memory)
            frames.append(_Frame(place, seen, mint.frames(place, sight.patch(place.shown, seen))))
        return frames

    def send(self, frames: Iterable[_Frame]) -> None:
        """Send prepared frames; their views are then what each seat was shown."""
        for place, seen, made in frames:
            place.shown = seen
            for encoding, frame in made:
                for listener in place.listeners:
                    if listener.encoding is encoding:
                        listener.deliver(frame)

    def join(self, listener: Listener, line: Timeline, log: Sequence[Told], since: str | None, server: str) -> None:
        """Welcome a connection, with what it missed since its cursor."""
        state = line.state
        viewer = viewer_of(state, listener.seat)
        place = self._places.get(listener.seat)
        online = self.online if place is not None else (*self.online, listener.seat)
        memory = Memory(self._common) if place is None else place.memory
        seen = Sight(self._ruleset, line, online, self._common).seen(viewer, memory)
        known = None if since is None else seq_of(state, since)
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
                view=codec.pack(seen.view(), listener.encoding),
                entries=tuple(codec.pack(entry, listener.encoding) for entry in entries),
                cursor=cursor(state),
            )
        )
        if place is not None:
            place.seat(*place.listeners, listener)
            return
        place = self._places[seat.id] = _Place(viewer, state.seats, memory, seen)
        place.seat(listener)
        self.send(self.prepare(line))

    def leave(self, listener: Listener, line: Timeline) -> None:
        """Forget a connection; game masters see a seat go offline with its last one."""
        place = self._places.get(listener.seat)
        if place is None or listener not in place.listeners:
            return
        place.seat(*(one for one in place.listeners if one is not listener))
        if not place.listeners:
            del self._places[listener.seat]
            self.send(self.prepare(line))


class _Mint:
    """The frames of one commit. Seats that get the same get the same bytes, made once."""

    def __init__(self, ruleset: Ruleset, state: TableState, news: Sequence[Told]) -> None:
        self._cursor = cursor(state)
        self._lines = _Lines(ruleset, state, news)
        self._made: list[tuple[dict[str, Any], list[dict[str, Any]], Encoding, codec.Frame]] = []

    def frames(self, place: _Place, patch: dict[str, Any]) -> list[tuple[Encoding, codec.Frame]]:
        """The frame of a seat for each encoding there; none where there is nothing to tell."""
        entries = self._lines.for_eyes(place.eyes)
        if not patch and not entries:
            return []
        return [(encoding, self._frame(patch, entries, encoding)) for encoding in place.encodings]

    def _frame(self, patch: dict[str, Any], entries: list[dict[str, Any]], encoding: Encoding) -> codec.Frame:
        for other, lines, by, frame in self._made:
            if by is encoding and lines == entries and other == patch:
                return frame
        frame = codec.update(patch, entries, self._cursor, encoding)
        self._made.append((patch, entries, encoding, frame))
        return frame


class _Lines:
    """Lines of the log for many viewers: what is the same for several is drawn once."""

    def __init__(self, ruleset: Ruleset, state: TableState, news: Iterable[Told]) -> None:
        self._open_rolls = house_of(ruleset, state.options).open_rolls
        self._secret = state.secret
        self._news: list[tuple[Told, dict[Share, dict[str, Any]]]] = [(told, {}) for told in news]

    def for_eyes(self, viewer: Viewer) -> list[dict[str, Any]]:
        """What a viewer may read of them, in their order. An entry has the same id for all who get it."""
        out = []
        for told, drawn in self._news:
            share = told.line.share(viewer, self._open_rolls)
            if share is not None:
                if share not in drawn:
                    drawn[share] = self._drawn(told, share)
                out.append(drawn[share])
        return out

    def _drawn(self, told: Told, share: Share) -> dict[str, Any]:
        entry = told.line.told(share)
        entry["id"] = _entry_id(self._secret, told.seq, told.place)
        if told.resolution is not None:
            entry["resolution"] = told.resolution
        return entry


def entries_for(ruleset: Ruleset, state: TableState, viewer: Viewer, news: Iterable[Told]) -> list[dict[str, Any]]:
    """What a viewer may read of these lines, in their order."""
    return _Lines(ruleset, state, news).for_eyes(viewer)


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


def cursor(state: TableState, salt: bytes | None = None, seq: int | None = None) -> str:
    """Where a seat has read up to. It tells nothing, not even whether another cursor stands for the same commit.

    Nobody without the table's secret can make one: whatever is changed in it stands for nothing.
    """
    salt = dice.nonce() if salt is None else salt
    about = salt + (state.seq if seq is None else seq).to_bytes(8, "big")
    return salt.hex() + blake2b(about, key=state.secret[:64], digest_size=8).hexdigest()  # one for each commit: the quickest


def seq_of(state: TableState, at: str) -> int | None:
    """The commit that a cursor stands for; None when it is no cursor of this table's, or too old."""
    try:
        salt = bytes.fromhex(at[:-16])
    except ValueError:
        return None
    numbers = range(state.seq, max(-1, state.seq - RESUMABLE), -1)
    return next((seq for seq in numbers if cursor(state, salt, seq) == at), None)
