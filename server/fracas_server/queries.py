"""Questions that change nothing, answered from what the seat that asks may know."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated, Any, get_args, get_type_hints

import msgspec
from fracas_rules.errors import Refusal, Refused, located, refuse
from fracas_rules.kernel import odds
from fracas_rules.kernel.resolve import permit, read, try_out
from fracas_rules.kernel.ruleset import House, Ruleset
from fracas_rules.kernel.state import TableState
from fracas_rules.kernel.table import catalogue_of, look_of, options_of
from fracas_rules.kernel.viewer import Viewer
from msgspec import Meta, Struct

from . import dice, logs
from .publish import Told, recent

#: Queries that may take so long that no other should wait for them.
SLOW = ("odds",)


class Aside:
    """Where questions are worked out: in threads beside the tables, so many at a time. Long ones keep no short one waiting."""

    def __init__(self) -> None:
        self._long = asyncio.Semaphore(2)
        self._short = asyncio.Semaphore(1)

    async def work(self, long: bool, answer: Callable[[], Any]) -> Any:
        """What `answer` gives; it runs as soon as there is room."""
        async with self._long if long else self._short:
            return await asyncio.to_thread(answer)


class _Legal(Struct, frozen=True, forbid_unknown_fields=True):
    actor: str
    targets: tuple[str, ...] = ()
    weapon: str | None = None
    location: str | None = None


class _Odds(Struct, frozen=True, forbid_unknown_fields=True):
    command: dict[str, Any]


class _History(Struct, frozen=True, forbid_unknown_fields=True):
    limit: Annotated[int, Meta(ge=1, le=500)] = 100


class _Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    pass


def answer(
    ruleset: Ruleset, state: TableState, viewer: Viewer, what: str, params: Any, log: Sequence[Told]
) -> dict[str, Any] | Refused:
    """The data of a reply, or why there is none. Reads nothing but its arguments, so it may run in a thread."""
    how = _ANSWERS.get(what)
    if how is None:
        return Refused("malformed", f"There is no query `{what}`; known are {', '.join(WHATS)}.", "$.what")
    kind, reply = how
    try:
        asked = msgspec.convert({} if params is None else params, kind)
        return reply(ruleset, state, viewer, asked, params, log)
    except msgspec.ValidationError as error:
        return Refused("malformed", *located(error))
    except Refusal as refusal:
        return refusal.refused


def _legal(ruleset: Ruleset, state: TableState, viewer: Viewer, asked: _Legal, params: Any, _log: Any) -> dict[str, Any]:
    names = ruleset.names(state.game)
    look = look_of(ruleset, state, viewer)
    for one, path in ((asked.actor, "$.actor"), *((id, f"$.targets[{at}]") for at, id in enumerate(asked.targets))):
        if one not in names or not look.exists(one):
            refuse("unknown-id", f"There is no combatant `{one}` here.", path)
    if not viewer.may_act_for(asked.actor):
        refuse("forbidden", f"{names[asked.actor]} is not yours.", "$.actor")

    def tried(command: Any) -> Refused | None:
        try:
            return try_out(ruleset, state, viewer, command)
        except Exception as error:  # one row that meets a bug takes no other with it
            incident = logs.incident(logs.get(table=state.table), "legal", error, content=command)
            return Refused("internal", f"That meets a bug. The server's log has it under {incident}.")

    options = options_of(ruleset, state.options)
    return ruleset.legal(state.game, catalogue_of(ruleset, state.packs), options, params, tried)


def _odds(ruleset: Ruleset, state: TableState, viewer: Viewer, asked: _Odds, _params: Any, _log: Any) -> dict[str, Any]:
    if asked.command.get("do") not in ruleset.commands:
        refuse("malformed", f"Odds are reckoned for game commands: {', '.join(ruleset.commands)}.", "$.command.do")
    try:
        command = read(ruleset, asked.command)
        permit(ruleset, state, viewer, command)
        return odds.query(ruleset, state, viewer, command, dice.sampler())
    except Refusal as refusal:
        path = (refusal.refused.path or "$").replace("$", "$.command", 1)
        raise Refusal(Refused(refusal.refused.code, refusal.refused.message, path)) from None


def _schemas(ruleset: Ruleset, state: TableState, _viewer: Any, _asked: Any, _params: Any, _log: Any) -> dict[str, Any]:
    game = ruleset.schemas(catalogue_of(ruleset, state.packs))
    return {**game, "options": [*house_cards(), *game.get("options", ())]}


@cache
def house_cards() -> tuple[dict[str, Any], ...]:
    """The options that every table has, each with what it does."""
    told = dict(re.findall(r"^\s+(\w+): (.+)$", House.__doc__ or "", re.MULTILINE))
    hints = get_type_hints(House)
    cards = []
    for field in msgspec.inspect.type_info(House).fields:  # type: ignore[attr-defined]
        kind = field.type
        card: dict[str, Any] = {"id": field.name, "label": field.name.replace("_", " ").capitalize(), "values": []}
        if isinstance(kind, msgspec.inspect.BoolType):
            card["values"] = [False, True]
        elif isinstance(kind, msgspec.inspect.LiteralType):
            card["values"] = list(get_args(hints[field.name]))  # in the order in which they are written
        else:
            card |= {"min": kind.ge, "max": kind.le}
        cards.append({**card, "default": field.default, "help": told[field.name][:1].upper() + told[field.name][1:]})
    return tuple(cards)


def _history(
    ruleset: Ruleset, state: TableState, viewer: Viewer, asked: _History, _params: Any, log: Sequence[Told]
) -> dict[str, Any]:
    return {"entries": recent(ruleset, state, viewer, log, asked.limit)}


_ANSWERS: dict[str, tuple[type[Any], Callable[..., dict[str, Any]]]] = {
    "legal": (_Legal, _legal),
    "odds": (_Odds, _odds),
    "schemas": (_Nothing, _schemas),
    "history": (_History, _history),
}
WHATS = tuple(_ANSWERS)
