"""The log helps whoever runs the server, and gives away nothing that opens or foretells anything."""

from __future__ import annotations

import io
import json

import pytest
from fracas_server import logs
from fracas_server.testing import Goodbye, Refusal, client, running
from toy import TOY
from toy_table import crypt_at


@pytest.fixture(params=["json", "console"])
def written(request: pytest.FixtureRequest) -> tuple[str, io.StringIO]:
    out = io.StringIO()
    logs.set_up(request.param, "debug", out)
    return request.param, out


async def test_an_incident_is_logged_with_its_command_and_without_secrets(written: tuple[str, io.StringIO]) -> None:
    """The number that the sender got, the command and the traceback are there; tokens and the table's secret are not."""
    how, out = written
    async with running({"toy": TOY}) as server:
        crypt = await crypt_at(server)
        table = await server.app.tables.get(crypt.table)
        assert table is not None
        async with client(server, crypt.gm) as gm:
            await gm.do({"do": "add_combatant", "template": "bug", "id": "bug"})
            with pytest.raises(Refusal) as caught:
                await gm.do({"do": "poke", "actor": "alecia", "targets": ["bug"]})
        with pytest.raises(Goodbye):
            async with client(server, f"{crypt.table}.guessed"):
                pass
        secret = table.state.secret
    text = out.getvalue()
    incident = str(caught.value).rstrip(".").rpartition(" ")[2]
    assert incident in text
    assert "ZeroDivisionError: the toy's bug" in text
    for hidden in (crypt.gm, crypt.mara, "guessed", secret.hex(), repr(secret), str(secret)):
        assert hidden not in text
    if how == "json":
        lines = [json.loads(line) for line in text.splitlines()]
        (found,) = [line for line in lines if line["event"] == "incident"]
        assert found["content"] == {"do": "poke", "actor": "alecia", "targets": ["bug"]}
        assert (found["incident"], found["table"], found["during"]) == (incident, crypt.table, "command")
        assert "toy.py" in found["exception"]
