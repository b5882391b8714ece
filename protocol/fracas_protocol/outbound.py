"""What the server says: a closed union, told apart by the field `type`.

Every field is always written, an absent value as null; only a payload that does not exist is left out. A client skips fields it
does not know, so a field may be added without a new version.

Payloads are raw bytes *in the encoding of the connection they go out on*: JSON text on `fracas.v1+json`, MessagePack on
`fracas.v1+msgpack`. So an outbound message belongs to one encoding, and a server makes it once for each pair of viewer and
encoding (`codec.pack(value, encoding)` for each payload, `codec.encode(message, encoding)` for the frame).
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from fracas_protocol.errors import ByeCode, ProtocolViolation, RefusalCode

Role = Literal["gm", "player", "observer"]
ViewPayload = Annotated[
    Raw, Meta(description="Everything that this seat may see.", extra_json_schema={"x-shape": "View | LobbyView"})
]
PatchPayload = Annotated[
    Raw, Meta(description="An RFC 7386 merge patch of the view.", extra_json_schema={"x-shape": "MergePatch"})
]
EntryPayload = Annotated[
    Raw, Meta(description="One line of the log, as this seat may read it.", extra_json_schema={"x-shape": "Entry"})
]
ResultPayload = Annotated[
    Raw, Meta(description="What the command gave back.", extra_json_schema={"x-shape": "CommandResult"})
]
DataPayload = Annotated[
    Raw,
    Meta(
        description="The answer to the query.",
        extra_json_schema={"x-shape": "LegalReply | OddsReply | SchemasReply | HistoryReply"},
    ),
]


class Seat(Struct, frozen=True, kw_only=True):
    """The seat that a connection speaks for."""

    id: str
    name: str
    role: Role
    owns: tuple[str, ...] = ()


class Welcome(Struct, tag="welcome", frozen=True, kw_only=True):
    """Answers `hello`: the whole view, and the entries since the client's cursor.

    `token` is set when a one-time token was exchanged: the client keeps it in place of the one it sent.
    """

    version: int
    server: str
    table: str
    seat: Seat
    view: ViewPayload
    entries: tuple[EntryPayload, ...] = ()
    cursor: str
    token: str | None = None


class Done(Struct, tag="done", frozen=True, kw_only=True):
    """Answers `do`: the command is on disk. `resolution` names what it opened or closed."""

    id: str
    resolution: str | None = None
    result: ResultPayload | UnsetType = UNSET


class Refused(Struct, tag="refused", frozen=True, kw_only=True):
    """Answers `do` or `query`: nothing happened, and why. `path` points into the payload."""

    id: str
    code: RefusalCode
    message: str
    path: str | None = None


class Update(Struct, tag="update", frozen=True, kw_only=True):
    """What a commit changed for this seat: merge the patch into the view, append the entries, keep the cursor."""

    patch: PatchPayload
    entries: tuple[EntryPayload, ...] = ()
    cursor: str


class Reply(Struct, tag="reply", frozen=True, kw_only=True):
    """Answers `query`."""

    id: str
    data: DataPayload


class Pong(Struct, tag="pong", frozen=True, kw_only=True):
    """Answers `ping`."""

    id: str


class Bye(Struct, tag="bye", frozen=True, kw_only=True):
    """The last message. The socket closes with the close code that belongs to `code`."""

    code: ByeCode
    message: str
    ours: int | None = None
    yours: int | None = None

    @classmethod
    def of(cls, fault: ProtocolViolation) -> "Bye":
        """The goodbye that a violation calls for."""
        return cls(code=fault.code, message=fault.message, ours=fault.ours, yours=fault.yours)


ServerMessage = Welcome | Done | Refused | Update | Reply | Pong | Bye
SERVER_MESSAGES: tuple[
    type[Welcome] | type[Done] | type[Refused] | type[Update] | type[Reply] | type[Pong] | type[Bye], ...
] = (Welcome, Done, Refused, Update, Reply, Pong, Bye)
