"""A table's life: put away, deleted with a grace, taken out again, gone for ever; in the lobby and on the command line."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from fracas_server.store import file
from fracas_server.testing import Goodbye, Refusal, Server, client, running
from toy import TOY
from toy_table import POKE, crypt_at
from yard import GAMES, yard_at

TOYS = {"toy": TOY}


async def host_of(server: Server) -> str:
    async with client(server, await server.app.lobby.invite()) as host:
        token = host.welcome.token
        assert token is not None
        return token


@pytest.mark.parametrize(("command", "status"), [("archive_table", "archived"), ("delete_table", "deleted")])
async def test_put_away_and_taken_out(command: str, status: str, tmp_path: Path) -> None:
    """Everyone there is told goodbye and nobody comes in, over a restart too; restored, every link and the open ask is there."""
    async with running(TOYS, data=tmp_path) as server:
        crypt = await crypt_at(server)
        token = await host_of(server)
        async with client(server, token) as host, client(server, crypt.mara) as mara:
            await mara.do(POKE)
            await host.do({"do": command, "table": crypt.table})
            gone = await mara.goodbye()
            assert gone.bye is not None
            assert (gone.bye.code, gone.bye.message, gone.close) == ("table-closed", f"This table was {status}.", 1001)
            card = host.view["tables"][crypt.table]
            assert card["status"] == status
            assert ("until" in card) == (status == "deleted")
            with pytest.raises(Refusal, match="restore") as caught:
                await host.do({"do": "open_table", "table": crypt.table})
            assert (caught.value.code, caught.value.path) == ("requirement", "$.table")
            with pytest.raises(Refusal) as caught:
                await host.do({"do": command, "table": "nowhere"})
            assert (caught.value.code, caught.value.path) == ("unknown-id", "$.table")
    async with running(TOYS, data=tmp_path) as server, client(server, token) as host:
        with pytest.raises(Goodbye) as refused:
            async with client(server, crypt.mara):
                pass
        assert refused.value.bye is not None
        assert refused.value.bye.code == "table-closed"
        await host.do({"do": "restore_table", "table": crypt.table})
        assert "status" not in host.view["tables"][crypt.table]
        async with client(server, crypt.mara) as mara:
            assert "pending" in mara.view


async def test_restored_before_the_old_one_would_have_been_swept(tmp_path: Path) -> None:
    """A table that was put away and taken out again stays in memory while somebody is there: one table, one writer."""
    async with running(TOYS, data=tmp_path, idle_seconds=0.5) as server:
        crypt = await crypt_at(server)
        tables = server.app.tables
        old = await tables.get(crypt.table)
        await tables.mark(crypt.table, "archived")
        await tables.mark(crypt.table, "open")
        async with client(server, crypt.mara) as mara:
            new = await tables.get(crypt.table)
            assert new is not old
            await asyncio.sleep(1)
            assert await tables.get(crypt.table) is new
            await mara.do(POKE)


async def test_after_its_grace_it_is_gone(tmp_path: Path) -> None:
    """A deleted table is taken away for ever once its grace is over, with all that was kept of it; others stay."""
    async with running(TOYS, data=tmp_path) as server:
        crypt, other = await crypt_at(server), await crypt_at(server)
        await server.app.tables.mark(crypt.table, "deleted")
    path = tmp_path / file.NAME
    async with running(TOYS, data=tmp_path) as server:
        assert len(server.app.tables) == 2
    await asyncio.sleep(0.01)
    async with running(TOYS, data=tmp_path, grace_days=1e-8) as server:
        async with asyncio.timeout(5):
            while len(server.app.tables) == 2:
                await asyncio.sleep(0.01)
        async with client(server, other.mara):
            pass
        with pytest.raises(Goodbye) as refused:
            async with client(server, crypt.mara):
                pass
        assert refused.value.close == 4401
    assert (file.entries(path, crypt.table), file.seeds(path, crypt.table)) == ([], {})


async def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the server down; while it runs, the command says to use the lobby's way."""
    from fracas_server.cli import cli

    def run(*arguments: str) -> int:
        try:
            cli([*arguments, "--data", str(tmp_path)])
        except SystemExit as done:
            return int(done.code or 0)
        return 0

    async with running(GAMES, data=tmp_path) as server:
        yard = await yard_at(server)
        assert await asyncio.to_thread(run, "table", "archive", yard.table) == 2
        assert "is in use: another server" in capsys.readouterr().err
    for what, told in (("archive", "archived"), ("delete", "deleted"), ("restore", "open")):
        assert await asyncio.to_thread(run, "table", what, yard.table) == 0
        assert await asyncio.to_thread(run, "table", "list") == 0
        assert capsys.readouterr().out.splitlines()[-1].split()[:3] == [yard.table, "duel", told]
    assert await asyncio.to_thread(run, "table", "archive", "nowhere") == 2
    assert "There is no table nowhere" in capsys.readouterr().err


async def test_two_servers_on_one_folder(tmp_path: Path) -> None:
    """The second is told what is in the way, and the first goes on."""
    async with running(TOYS, data=tmp_path) as server:
        crypt = await crypt_at(server)
        with pytest.raises(Exception, match="is in use"):
            async with running(TOYS, data=tmp_path):
                pass
        async with client(server, crypt.gm) as gm:
            await gm.do(POKE)
