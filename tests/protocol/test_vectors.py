"""The committed vectors, replayed from their files."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from fracas_protocol import codec
from fracas_protocol.errors import CLOSE_CODES, ProtocolViolation
from fracas_protocol.inbound import Hello
from fracas_protocol.outbound import Bye
from fracas_protocol.session import Session, State
from fracas_protocol.version import JSON, MSGPACK, Chosen, Encoding

FOLDER = Path(__file__).parents[2] / "protocol/vectors"
MESSAGES: list[dict[str, Any]] = json.loads((FOLDER / "messages.json").read_text())
FAULTS: list[dict[str, Any]] = json.loads((FOLDER / "faults.json").read_text())
SESSIONS = sorted(FOLDER.glob("session-*.json"))


def decode(direction: str, frame: codec.Frame, encoding: Encoding) -> Any:
    return (codec.decode_client if direction == "client" else codec.decode_server)(frame, encoding)


@pytest.mark.parametrize("vector", MESSAGES, ids=lambda v: f"{v['dir']}-{v['name']}")
def test_message(vector: dict[str, Any]) -> None:
    """Both encodings decode, give back exactly their own bytes, and say the same."""
    packed = bytes.fromhex(vector["msgpack"])
    assert codec.encode(decode(vector["dir"], vector["json"], Encoding.JSON), Encoding.JSON) == vector["json"]
    assert codec.encode(decode(vector["dir"], packed, Encoding.MSGPACK), Encoding.MSGPACK) == packed
    assert json.loads(vector["json"]) == vector["message"]
    assert msgspec.msgpack.decode(packed) == vector["message"]


@pytest.mark.parametrize("vector", MESSAGES, ids=lambda v: f"{v['dir']}-{v['name']}")
def test_plain_data_encodes_to_the_same_bytes(vector: dict[str, Any]) -> None:
    """A client without our Structs, which encodes the message as it stands, sends the same bytes."""
    assert msgspec.msgpack.encode(vector["message"]).hex() == vector["msgpack"]
    assert json.dumps(vector["message"], separators=(",", ":"), ensure_ascii=False) == vector["json"]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda f: f"{f['encoding']}-{f['name']}")
def test_fault(fault: dict[str, Any]) -> None:
    """A bad frame is refused with its code, in words, and closes with 4402."""
    encoding = Encoding(fault["encoding"])
    frame = fault["frame"] if encoding is Encoding.JSON else bytes.fromhex(fault["frame"])
    with pytest.raises(ProtocolViolation) as caught:
        codec.decode_client(frame, encoding)
    assert (caught.value.code, caught.value.close) == (fault["code"], 4402)
    assert caught.value.message.startswith("Unreadable message: ")


def merged(target: Any, patch: Any) -> Any:
    """RFC 7386, section 2."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), value)
    return result


@pytest.mark.parametrize("chosen", [MSGPACK, JSON], ids=lambda c: c.name)
@pytest.mark.parametrize("path", SESSIONS, ids=lambda p: p.stem)
def test_session(path: Path, chosen: Chosen) -> None:
    """A conversation passes the session in both encodings, ends as the file says, and leaves the client with the file's view."""
    story = json.loads(path.read_text())
    session = Session(chosen)
    session.begin()
    view: Any = None
    close: int | None = None
    for step in story["steps"]:
        frame = _frame(step["message"], chosen.encoding)
        if step["dir"] == "client":
            try:
                received = session.receive(frame)
            except ProtocolViolation as fault:
                close = fault.close
            else:
                assert [codec.encode(message, chosen.encoding) for message in received] == [frame]
            continue
        message = codec.decode_server(frame, chosen.encoding)
        assert session.send(message) == frame
        if isinstance(message, Bye):
            close = CLOSE_CODES[message.code]
        view = merged(view, step["message"].get("view", step["message"].get("patch", {})))
    assert close == story["close"]
    assert session.state is (State.OPEN if close is None else State.CLOSED)
    if story["view"] is not None:
        assert view == story["view"]


def _frame(message: dict[str, Any], encoding: Encoding) -> codec.Frame:
    return msgspec.json.encode(message).decode() if encoding is Encoding.JSON else msgspec.msgpack.encode(message)


def test_three_sessions() -> None:
    """There are three conversations, and each starts with a hello."""
    stories = [json.loads(path.read_text()) for path in SESSIONS]
    assert [path.stem for path in SESSIONS] == ["session-fight", "session-resume", "session-version"]
    assert {story["steps"][0]["message"]["type"] for story in stories} == {str(Hello.__struct_config__.tag)}
