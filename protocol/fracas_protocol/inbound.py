"""What a client may say: a closed union, told apart by the field `type`.

A field that is not listed is refused, so that a misspelt one is noticed. New fields come with a default, and a field never
changes its type. Payloads (`command`, `params`) pass as raw bytes in the encoding of the connection they came on; see codec.py.
"""

from typing import Annotated

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

Id = Annotated[str, Meta(min_length=1, max_length=64, description="Made by the client; unique among what it sent.")]
Token = Annotated[str, Meta(min_length=1, max_length=200, description="The secret of a seat.")]
Cursor = Annotated[str, Meta(min_length=1, max_length=200, description="Where a client stopped reading; opaque.")]
What = Annotated[str, Meta(min_length=1, max_length=64, description="Which question: legal, odds, schemas, history.")]
CommandPayload = Annotated[
    Raw, Meta(description="The command, told apart by its field `do`.", extra_json_schema={"x-shape": "Command"})
]
ParamsPayload = Annotated[Raw, Meta(description="What it is about.", extra_json_schema={"x-shape": "QueryParams"})]


class Hello(Struct, tag="hello", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first message, and never a later one: who is speaking, and since when."""

    token: Token
    version: int
    cursor: Cursor | None = None
    client: Annotated[str, Meta(max_length=200, description="Name and version of the front end, for the server's log.")] = ""


class Do(Struct, tag="do", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command. Gets exactly one `done` or `refused`; the same id sent again has one effect and the same answer."""

    id: Id
    command: CommandPayload


class Query(Struct, tag="query", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question that changes nothing. Gets exactly one `reply` or `refused`."""

    id: Id
    what: What
    params: ParamsPayload | UnsetType = UNSET


class Ping(Struct, tag="ping", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sign of life that asks for another. Gets one `pong`."""

    id: Id


ClientMessage = Hello | Do | Query | Ping
CLIENT_MESSAGES: tuple[type[Hello] | type[Do] | type[Query] | type[Ping], ...] = (Hello, Do, Query, Ping)
