"""What front ends need to draw forms: the options of a table with their values, defaults and explanations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


def options_of(options: type[Any], rules: Mapping[str, str]) -> list[dict[str, Any]]:
    """Every option of an options Struct: id, label, values (or `min` and `max`), default, and its help with the rule's id."""
    found = []
    info = msgspec.inspect.type_info(options)
    assert isinstance(info, msgspec.inspect.StructType)
    for one in info.fields:
        kind, told = one.type, ""
        if isinstance(kind, msgspec.inspect.Metadata):
            told, kind = str((kind.extra_json_schema or {}).get("description", "")), kind.type
        out: dict[str, Any] = {"id": one.name, "label": one.name.replace("_", " ").capitalize(), "default": one.default}
        if isinstance(kind, msgspec.inspect.BoolType):
            out["values"] = [True, False]
        elif isinstance(kind, msgspec.inspect.IntType):
            out.update(values=[], min=kind.ge, max=kind.le)
        else:
            out["values"] = list(getattr(kind, "values", ()))
        rule = rules.get(one.name)
        found.append({**out, "help": f"{told} ({rule})" if rule else told})
    return found
