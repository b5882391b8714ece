"""Commands and questions of any shape, to any game: an answer with a code, never a bug, and refusals change nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from fracas_protocol.outbound import Refused
from fracas_rules.kernel.commands import TableCommand
from fracas_server import logs
from hypothesis import given
from hypothesis import strategies as st
from watched import BOUNDED, DEMOS, Watched, finish

pytestmark = pytest.mark.timeout(120)

ids = st.sampled_from(("HERO", "OTHER", "FOE", "nobody", "gm", "", "table", "é"))
scalar = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.integers(-3, 12) | ids | st.text(max_size=6)
value = st.recursive(
    scalar,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ids | st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
draws = st.lists(st.tuples(st.integers(0, 10_000), st.lists(value, min_size=6, max_size=6)), min_size=30, max_size=30)


@pytest.fixture(autouse=True)
def _quiet() -> None:
    logs.set_up("console", "error")


def forms(one: Watched) -> list[tuple[str, dict[str, Any]]]:
    """Every command there is, with its fields."""
    kinds = [*TableCommand.__args__, *getattr(one.ruleset.command, "__args__", (one.ruleset.command,))]
    return [(str(kind.__struct_config__.tag), {f.encode_name: f for f in msgspec.structs.fields(kind)}) for kind in kinds]


def named(raw: Any, one: Watched) -> Any:
    """A value with its placeholders replaced by who is at the table."""
    real = {"HERO": one.own["mara"], "OTHER": one.own["tom"], "FOE": one.public[2]}
    if isinstance(raw, dict):
        return {real.get(key, key): named(inner, one) for key, inner in raw.items()}
    return [named(inner, one) for inner in raw] if isinstance(raw, list) else real.get(raw, raw) if isinstance(raw, str) else raw


def command_of(one: Watched, number: int, values: list[Any]) -> dict[str, Any]:
    """A command that is right in most places and drawn in some."""
    known = forms(one)
    do, fields = known[number % len(known)]
    command: dict[str, Any] = {"do": do}
    rows = [row for kind in one.ruleset.core.rows.values() for row in kind]
    right = {
        "actor": one.own["mara"], "targets": [one.public[2]], "id": one.public[number % len(one.public)], "x": 3, "y": 3,
        "maneuver": rows[number % len(rows)], "check": rows[number % len(rows)], "hazard": "fall", "template": rows[0],
        "sheet": {"name": "X"}, "name": "X", "title": "X", "text": "name = 'x'", "set": {}, "seat": "eve", "pick": "none",
        "steps": 1, "who": one.own["mara"], "key": "attack",
    }  # fmt: skip
    for at, field in enumerate(fields):
        if (number >> at) % 3 == 0:
            command[field] = named(values[at % len(values)], one)
        elif field in right and (fields[field].required or (number >> at) % 2):
            command[field] = right[field]
    return command


@pytest.mark.parametrize("system", list(DEMOS))
@BOUNDED
@given(drawn=draws)
def test_commands_of_any_shape(system: str, drawn: list[tuple[int, list[Any]]]) -> None:
    """From a player and from a game master: done or refused, never `internal`; a refusal leaves the table to the bit."""

    async def all_of_them() -> None:
        one = Watched(system)
        await one.open()
        for at, (number, values) in enumerate(drawn):
            for seat in ("mara", "gm"):
                command = command_of(one, number, values)
                if command["do"] in ("seat_link", "seat_revoke", "seat_change", "seat_add"):
                    continue  # they would show the others out
                before = one.table.state.fingerprint()
                answer = await one.do(seat, command, f"{seat}{at}")
                if isinstance(answer, Refused):
                    assert answer.code != "internal", command
                    assert one.table.state.fingerprint() == before, command
                await finish(one, number)
            params = {"actor": one.own["mara"], "targets": named(values[0], one), "weapon": named(values[1], one)}
            for what, asked in (
                ("legal", params),
                ("odds", {"command": command_of(one, number, values)}),
                ("history", {"limit": values[2]}),
            ):
                await one.query("mara", what, f"q{at}{what}", **asked)
                last = one.eyes["mara"].last
                assert not (isinstance(last, Refused) and last.code == "internal"), (what, asked)
        await one.close()

    asyncio.run(all_of_them())
