"""The documents that are generated from the Structs: JSON Schema of the wire, TypeScript types, and with them the vectors.

`documents()` gives them by path from the root of the repository; they are committed, and a test fails when they drift.
Everything the server writes is `required`, whatever its default in Python; only a field that can be left out altogether is
optional.
"""

import json
from typing import Any

import msgspec

from fracas_protocol import replies, shapes, typescript, vectors
from fracas_protocol.inbound import CLIENT_MESSAGES
from fracas_protocol.outbound import SERVER_MESSAGES
from fracas_protocol.version import PROTOCOL

PAYLOADS: tuple[Any, ...] = (
    shapes.View,
    shapes.LobbyView,
    shapes.Entry,
    shapes.CommandResult,
    replies.LegalReply,
    replies.OddsReply,
    replies.SchemasReply,
    replies.HistoryReply,
)
"""The roots from which every payload shape is reached."""

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def documents() -> dict[str, str]:
    """Every generated document: path from the root of the repository -> text."""
    return {
        "protocol/schema/inbound.json": _text(_union("ClientMessage", CLIENT_MESSAGES, written=False)),
        "protocol/schema/outbound.json": _text(_union("ServerMessage", SERVER_MESSAGES, written=True)),
        "protocol/schema/payloads.json": _text(_payloads()),
        "vtt-module/src/types/protocol.d.ts": typescript.declarations(CLIENT_MESSAGES, SERVER_MESSAGES, PAYLOADS),
        **vectors.documents(),
    }


def _union(title: str, messages: tuple[Any, ...], *, written: bool) -> dict[str, Any]:
    refs, components = msgspec.json.schema_components(messages, ref_template="#/$defs/{name}")
    return {
        "$schema": _DIALECT,
        "title": title,
        "description": f"Version {PROTOCOL} of the protocol; a field with `x-shape` passes through unread, see payloads.json.",
        "oneOf": list(refs),
        "discriminator": {
            "propertyName": "type",
            "mapping": {message.__struct_config__.tag: ref["$ref"] for message, ref in zip(messages, refs, strict=True)},
        },
        "$defs": _required(components) if written else components,
    }


def _payloads() -> dict[str, Any]:
    _, components = msgspec.json.schema_components(PAYLOADS, ref_template="#/$defs/{name}")
    return {"$schema": _DIALECT, "title": "Payloads", "$defs": _required(components)}


def _required(components: dict[str, Any]) -> dict[str, Any]:
    """Make every field required that is written whatever its value; a default then says nothing to a reader."""
    for component in components.values():
        optional = {name for name, field in component.get("properties", {}).items() if _can_be_absent(component, name, field)}
        component["required"] = [name for name in component["properties"] if name not in optional]
        for field in component["properties"].values():
            field.pop("default", None)
    return components


def _can_be_absent(component: dict[str, Any], name: str, field: dict[str, Any]) -> bool:
    return name not in component.get("required", ()) and "default" not in field


def _text(document: dict[str, Any]) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
