"""What is committed or written by hand agrees with the Structs."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from fracas_protocol import codec, errors, replies, schema, shapes
from fracas_protocol.inbound import CLIENT_MESSAGES, ClientMessage
from fracas_protocol.outbound import SERVER_MESSAGES, Pong, ServerMessage
from fracas_protocol.samples import HIT, LEGAL, LOBBY, ODDS, VIEW
from fracas_protocol.typescript import declarations
from fracas_protocol.version import Encoding

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "protocol/PROTOCOL.md").read_text()
EXAMPLES = re.findall(r"^```json\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
GENERATED = schema.documents()
CLIENT_TYPES = {str(cls.__struct_config__.tag) for cls in CLIENT_MESSAGES}
SERVER_TYPES = {str(cls.__struct_config__.tag) for cls in SERVER_MESSAGES}


@pytest.mark.parametrize("path", sorted(GENERATED))
def test_committed_documents_are_what_the_structs_say(path: str) -> None:
    """A generated file in the repository is byte for byte what the generator writes now (else run `fracas schema`)."""
    assert (ROOT / path).read_text() == GENERATED[path]


def test_generated_folders_hold_nothing_else() -> None:
    """No file of schema/ or vectors/ is left over from an earlier generator."""
    found = {str(p.relative_to(ROOT)) for folder in ("schema", "vectors") for p in (ROOT / "protocol" / folder).glob("*.json")}
    assert found == {path for path in GENERATED if path.startswith("protocol/")}


def decode(text: str) -> Any:
    kind = json.loads(text)["type"]
    read = codec.decode_client if kind in CLIENT_TYPES else codec.decode_server
    return read(text, Encoding.JSON)


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_of_the_page_is_a_message(text: str) -> None:
    """Each JSON block of PROTOCOL.md decodes, and encoding it again loses nothing that it shows."""
    message = decode(text)
    again = json.loads(codec.encode(message, Encoding.JSON))
    shown = json.loads(text)
    assert {key: again[key] for key in shown} == shown


def test_the_page_shows_every_message() -> None:
    """PROTOCOL.md has an example of each of the eleven messages."""
    assert {json.loads(text)["type"] for text in EXAMPLES} == CLIENT_TYPES | SERVER_TYPES
    assert len(CLIENT_TYPES | SERVER_TYPES) == 11


def test_the_examples_carry_payloads_of_the_documented_shape() -> None:
    """The view, the entries and the asks shown on the page are what shapes.py says."""
    asks = 0
    for example in map(json.loads, EXAMPLES):
        for entry in example.get("entries", []):
            msgspec.convert(entry, shapes.Entry)
        if "view" in example:
            msgspec.convert(example["view"], shapes.LobbyView if "lobby" in example["view"] else shapes.View)
        for ask in example.get("patch", {}).get("asks", {}).values():
            if ask is not None:
                asks += msgspec.convert(ask, shapes.Ask).key == "defense"
    assert asks == 1


@pytest.mark.parametrize(
    ("sample", "shape"),
    [
        (VIEW, shapes.View),
        (LOBBY, shapes.LobbyView),
        (HIT, shapes.Entry),
        (LEGAL, replies.LegalReply),
        (ODDS, replies.OddsReply),
    ],
)
def test_samples_have_the_documented_shape(sample: dict[str, Any], shape: Any) -> None:
    """The payloads in the vectors are what shapes.py and replies.py say, and hold no field besides."""
    assert msgspec.to_builtins(msgspec.convert(sample, shape)) == sample


def test_the_page_lists_every_code() -> None:
    """Each bye code stands in the page's table with its close code, each refusal code in the other."""
    rows = re.findall(r"^\| (`[^|]*`) \| (\d{4}) \|", PAGE, re.MULTILINE)
    listed = {code: int(close) for codes, close in rows for code in re.findall(r"`([a-z-]+)`", codes)}
    assert listed == dict(errors.CLOSE_CODES)
    table = PAGE[PAGE.index("| code | the command |") : PAGE.index("### update")]
    refusals = {code for row in re.findall(r"^\| (`[^|]*`) \|", table, re.MULTILINE) for code in re.findall(r"`([a-z-]+)`", row)}
    assert refusals == set(errors.REFUSAL_CODES)


def test_server_fields_are_required_and_client_defaults_optional() -> None:
    """In the generated types what the server always writes is never optional; what a client may leave out is."""
    types = GENERATED["vtt-module/src/types/protocol.d.ts"]
    assert "  token: string | null;" in types
    assert "  entries: Entry[];" in types
    assert "  result?: CommandResult;" in types
    assert "  cursor?: string | null;" in types
    outbound = json.loads(GENERATED["protocol/schema/outbound.json"])["$defs"]
    assert outbound["Done"]["required"] == ["type", "id", "resolution"]
    assert outbound["Welcome"]["required"][-3:] == ["entries", "cursor", "token"]
    inbound = json.loads(GENERATED["protocol/schema/inbound.json"])["$defs"]
    assert inbound["Hello"]["required"] == ["type", "token", "version"]
    assert inbound["Hello"]["additionalProperties"] is False


def test_the_types_name_the_unions() -> None:
    """A `switch` over `type` has a discriminated union to narrow."""
    types = GENERATED["vtt-module/src/types/protocol.d.ts"]
    assert "export type ClientMessage = Hello | Do | Query | Ping;" in types
    assert "export type ServerMessage = Welcome | Done | Refused | Update | Reply | Pong | Bye;" in types
    assert "export type Track = BarTrack | LadderTrack | BoxesTrack | FigureTrack;" in types
    assert "  track: Track[];" in types


def test_no_type_hides_a_global_of_the_browser() -> None:
    """A Struct called like a global is refused by the generator."""
    trap = msgspec.defstruct("Event", [("id", str)], tag="event")
    with pytest.raises(ValueError, match="Event would hide a global"):
        declarations((trap,), (), ())


def test_the_readme_runs() -> None:
    """The client in ten lines works as it stands."""
    (block,) = re.findall(r"^```python\n(.*?)^```$", (ROOT / "protocol/README.md").read_text(), re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {}
    exec(block, names)
    assert names["frame"] == '{"type":"do","id":"m-1","command":{"do":"end_turn","actor":"alecia"}}'
    assert names["message"] == Pong(id="p-1")


def test_the_unions_list_every_message() -> None:
    """The tuples that generators and tests walk are the unions that the codec reads."""
    assert set(get_args(ClientMessage)) == set(CLIENT_MESSAGES)
    assert set(get_args(ServerMessage)) == set(SERVER_MESSAGES)
