"""Coverage-guided fuzzing, where atheris installs: `python tests/fuzzing.py --seconds 10`. Not imported by any test.

Whatever bytes come in, what is raised is one of the errors that are promised. The first byte of an input says where it goes.
Ends with 0 when nothing was found; a find is printed and kept as a file in the folder that `--keep` names.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["fracas_protocol", "fracas_rules.kernel", "fracas_rules.errors"]):
    import msgspec
    from fracas_protocol import codec
    from fracas_protocol.errors import PayloadFault, ProtocolViolation
    from fracas_protocol.session import Session
    from fracas_protocol.version import Encoding, parse
    from fracas_rules.errors import FormulaError, PackError, ScenarioError
    from fracas_rules.kernel import formula, packs, scenario_file

HELLO = {
    Encoding.JSON: '{"type":"hello","token":"x","version":1}',
    Encoding.MSGPACK: msgspec.msgpack.encode({"type": "hello", "token": "x", "version": 1}),
}


def frame(data: bytes, encoding: Encoding) -> codec.Frame:
    return data.decode("utf-8", "replace") if encoding is Encoding.JSON else data


def first(data: bytes, encoding: Encoding) -> None:
    """A frame out of the blue."""
    try:
        message = codec.decode_client(frame(data, encoding), encoding)
        assert codec.decode_client(codec.encode(message, encoding), encoding) == message
    except ProtocolViolation:
        pass


def later(data: bytes, encoding: Encoding) -> None:
    """Frames behind a hello, parted by a rare byte; the payload of a command is read as the table reads it."""
    chosen = parse(f"fracas.v1+{encoding}")
    assert chosen is not None
    session = Session(chosen)
    session.begin()
    session.receive(HELLO[encoding])
    try:
        for part in data.split(b"\xc1"):
            for message in session.receive(frame(part, encoding)):
                if hasattr(message, "command"):
                    codec.unpack(message.command, encoding)
    except (ProtocolViolation, PayloadFault):
        pass


def trait(data: bytes) -> None:
    """A formula of a house pack: its addends sum up to its value."""
    with contextlib.suppress(FormulaError):
        made = formula.parse(data.decode("utf-8", "replace"))
        threes = dict.fromkeys(made.traits, 3)
        value = made.value(threes, lambda count, _sides: count)
        assert sum(term.value for term in made.terms(threes, None, lambda count, _sides: count)) == value


def pack(data: bytes) -> None:
    """A house pack."""
    with contextlib.suppress(PackError):
        packs.load(data.decode("utf-8", "replace"), {})


def scenario(data: bytes) -> None:
    """A scenario file."""
    with contextlib.suppress(ScenarioError):
        scenario_file.read(data.decode("utf-8", "replace"))


TARGETS = (
    lambda data: first(data, Encoding.JSON),
    lambda data: first(data, Encoding.MSGPACK),
    lambda data: later(data, Encoding.JSON),
    lambda data: later(data, Encoding.MSGPACK),
    trait,
    pack,
    scenario,
)
SEEDS = (
    b'{"type":"do","id":"1","command":{"do":"act","actor":"a","targets":["b"],"params":{"x":[1,-2,3.5,null,true]}}}',
    msgspec.msgpack.encode({"type": "query", "id": "1", "what": "odds", "params": {"command": {"do": "act"}}}),
    b"max(2 * (strength + 1), 12) - kung_fu / 2",
    b'name = "House"\n[weapon.sword]\nname = "Sword"\nbase = "4 * strength"\n',
)


def one(data: bytes) -> None:
    if data:
        TARGETS[data[0] % len(TARGETS)](data[1:])


def main() -> None:
    flags = argparse.ArgumentParser(description=__doc__)
    flags.add_argument("--seconds", type=int, default=10)
    flags.add_argument("--keep", default=".")
    chosen = flags.parse_args()
    with tempfile.TemporaryDirectory(prefix="fracas-fuzzing-") as folder:
        for number, seed in enumerate(SEEDS):
            for at in range(len(TARGETS)):
                (Path(folder) / f"{number}-{at}").write_bytes(bytes([at]) + seed)
        how = (f"-max_total_time={chosen.seconds}", "-timeout=10", "-rss_limit_mb=2048", "-max_len=4096")
        atheris.Setup([sys.argv[0], *how, f"-artifact_prefix={chosen.keep}/find-", folder], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
