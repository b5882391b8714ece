"""What front ends need to draw forms and palettes: options, parameters, templates; actions by group, and why one is barred."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from ..errors import Refused, refuse
from .conditions import Kinds
from .ids import CombatantId
from .packs import schema_hook
from .params import Table
from .ranked import known

W = TypeVar("W")


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


def shown(table: Table) -> list[dict[str, Any]]:
    """Parameters as front ends draw them, in the order of the table."""
    return [param.shown(name) for name, param in table.items()]


def forms_of(tables: Mapping[str, Table], label: Callable[[str], str]) -> list[dict[str, Any]]:
    """A form for each check or hazard: its id, its label, its parameters."""
    return [{"id": one, "label": label(one), "params": shown(table)} for one, table in tables.items()]


class _Template(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def group(self) -> str: ...

    @property
    def summary(self) -> str: ...


def schemas(
    sheet: type[Any],
    templates: Mapping[str, _Template],
    options: list[dict[str, Any]],
    conditions: Kinds,
    checks: list[dict[str, Any]],
    hazards: list[dict[str, Any]],
    fields: Iterable[str],
) -> dict[str, Any]:
    """The query `schemas`: the sheet's JSON Schema, templates, options, conditions, checks, hazards, settable fields."""
    return {
        "sheet": msgspec.json.schema(sheet, schema_hook=schema_hook),
        "templates": [
            {"id": one, "name": row.name, "group": row.group, "summary": row.summary} for one, row in templates.items()
        ],
        "options": options,
        "conditions": [{"id": one, "label": kind.label, "params": shown(kind.params)} for one, kind in conditions.items()],
        "checks": checks,
        "hazards": hazards,
        "fields": list(fields),
    }


def actor_of(params: Mapping[str, Any], there: Mapping[CombatantId, W]) -> W:
    """Whom the query `legal` is about. Refuses (`unknown-id`) where its `actor` is nobody."""
    actor = params.get("actor")
    if not isinstance(actor, str):
        refuse("unknown-id", f"There is no combatant `{actor}` here.", "$.params.actor")
    known(actor, there, "$.params.actor")
    return there[actor]


def grouped(groups: Mapping[str, str], actions: Iterable[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    """Actions, each given with its group, under the groups' labels; empty groups are left out."""
    found: dict[str, list[dict[str, Any]]] = {group: [] for group in groups}
    for group, action in actions:
        found[group].append(action)
    return [{"id": one, "label": groups[one], "actions": listed} for one, listed in found.items() if listed]


def judged(action: dict[str, Any], help: str, refused: Refused | None) -> dict[str, Any]:
    """An action with its help, if it has any, and why it may not be done now, if it may not."""
    if help:
        action["help"] = help
    if refused is not None:
        action.update(legal=False, code=refused.code, why=refused.message)
    return action
