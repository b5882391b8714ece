"""Choosing a subprotocol."""

import pytest
from fracas_protocol.version import JSON, MSGPACK, SUBPROTOCOLS, Chosen, Encoding, choose


def test_our_names() -> None:
    """Version 1 goes by two names, MessagePack preferred."""
    assert SUBPROTOCOLS == ("fracas.v1+msgpack", "fracas.v1+json")


def test_the_client_prefers() -> None:
    """Of our two, the one that the client offers first is chosen."""
    assert choose(["fracas.v1+json", "fracas.v1+msgpack"]) == JSON
    assert choose(["fracas.v1+msgpack", "fracas.v1+json"]) == MSGPACK


def test_ours_before_another_version() -> None:
    """A client that speaks several versions gets ours, wherever it stands in the offer."""
    assert choose(["fracas.v2+msgpack", "chat", "fracas.v1+json"]) == JSON


def test_another_version_is_recognised() -> None:
    """A client that speaks only another version is let in under its own name, to be told."""
    chosen = choose(["chat", "fracas.v12+json", "fracas.v2+msgpack"])
    assert chosen == Chosen("fracas.v12+json", 12, Encoding.JSON)
    assert chosen is not None
    assert chosen.foreign
    assert not JSON.foreign


@pytest.mark.parametrize(
    "offered",
    [
        [],
        ["chat"],
        ["fracas.v1"],
        ["fracas.v0+json"],
        ["fracas.v01+json"],
        ["fracas.v2+cbor"],
        ["Fracas.v1+json"],
        ["fracas.v1+json "],
        ["fracas.v٢+json"],
        ["fracas.v9999999999+json"],
    ],
)
def test_nothing_of_ours(offered: list[str]) -> None:
    """Names that are not Fracas's choose nothing."""
    assert choose(offered) is None
