"""The server as a process: killed, stopped, starved of its disk, and the fight goes on."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from fracas_server.testing import Refusal, client
from processes import invited, process

PUNCH = {"do": "act", "actor": "alecia", "maneuver": "punch", "targets": ["vampire"]}


async def test_killed_in_the_middle_of_an_open_ask(tmp_path: Path) -> None:
    """kill -9 while a defender is asked: after the restart the ask is there, under the same links, and the fight goes on."""
    demo = ("demo", "--no-qr", "--data", str(tmp_path))
    with process(*demo) as first:
        address, tokens = invited(first.read_until("Ctrl+C"))
        assert sorted(tokens) == ["Game master", "Mara", "Tom"]
        async with client(address, tokens["Game master"]) as gm, client(address, tokens["Mara"]) as mara:
            assert (await mara.query("odds", command=PUNCH))["known"] is True
            await mara.do(PUNCH, id="punch")
            await gm.settle()
            (ask,) = gm.view["asks"].items()
            assert ask[1]["who"] == "vampire"
            before = gm.view
            assert first.end(signal.SIGKILL) == -signal.SIGKILL
    with process(*demo) as second:
        address, again = invited(second.read_until("Ctrl+C"))
        assert again == tokens
        async with client(address, tokens["Game master"]) as gm, client(address, tokens["Mara"], cursor=mara.cursor) as mara:
            assert gm.view["asks"] == before["asks"]
            assert gm.view["combatants"] == before["combatants"]
            await mara.do(PUNCH, id="punch")
            await gm.do({"do": "answer", "ask": ask[0], "pick": "none"})
            await mara.settle()
            assert "pending" not in mara.view
            assert any(entry["text"].startswith("Alecia: punch") for entry in mara.entries)
            await mara.do(PUNCH)
            assert "pending" in mara.view
        assert second.end(signal.SIGTERM) == 0
        assert "Traceback" not in "".join(second.errors)


async def test_a_host_takes_an_empty_server_over(tmp_path: Path) -> None:
    """The link on an empty folder works once and gives a token that lasts; tables are made and opened in the lobby."""
    with process("serve", "--data", str(tmp_path), "--log", "json") as first:
        address, tokens = invited(first.read_until("#join="))
        assert list(tokens) == ["Host"]
        async with client(address, tokens["Host"]) as host:
            token = host.welcome.token
            assert token is not None
            assert host.view["systems"][0] == {"id": "unisystem", "title": "Cinematic Unisystem"}
            made = await host.do({"do": "create_table", "title": "The crypt", "system": "unisystem"}, id="one")
            assert await host.do({"do": "create_table", "title": "The crypt", "system": "unisystem"}, id="one") == made
            assert host.view["tables"][made["table"]]["title"] == "The crypt"
            for command, code, path in (
                ({"do": "create_table", "title": "x", "system": "chess"}, "unknown-id", "$.system"),
                ({"do": "create_table", "title": "", "system": "unisystem"}, "malformed", "$.title"),
                ({"do": "open_table", "table": "nowhere"}, "unknown-id", "$.table"),
                ({"do": "dance"}, "malformed", "$.do"),
            ):
                with pytest.raises(Refusal) as caught:
                    await host.do(command)
                assert (caught.value.code, caught.value.path) == (code, path)
        with pytest.raises(Exception, match="unknown-token, closed with 4401"):
            async with client(address, tokens["Host"]):
                pass
        assert first.end(signal.SIGTERM) == 0
        events = [json.loads(line)["event"] for line in first.errors]
        assert events[0] == "listening"
        assert events[-2:] == ["stopping", "stopped"]
    with process("serve", "--data", str(tmp_path)) as second:
        told = second.read_until("Fracas is at ")
        address = told.split()[-1]
        async with client(address, token) as host:
            opened = await host.do({"do": "open_table", "table": made["table"]})
            async with client(address, opened["token"]) as gm, client(address, made["token"]) as first_gm:
                assert gm.view["you"]["role"] == "gm"
                await gm.do({"do": "rename", "title": "The tomb"})
                await first_gm.settle()
                assert first_gm.view["table"]["title"] == "The tomb"
        async with client(address, token) as host:
            assert host.view["tables"][made["table"]]["title"] == "The tomb"
        assert second.end(signal.SIGINT) == 0


async def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """When the log cannot grow, commands are refused as `unavailable` and nothing is shown; afterwards all goes on."""
    with process("demo", "--no-qr", "--data", str(tmp_path), "--log-level", "error") as server:
        address, tokens = invited(server.read_until("Ctrl+C"))
        move: dict[str, Any] = {"do": "move_token", "id": "alecia", "x": 5, "y": 5}
        async with client(address, tokens["Game master"]) as gm, client(address, tokens["Mara"]) as mara:
            was = resource.prlimit(server.popen.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.popen.pid, resource.RLIMIT_FSIZE, (1, was[1]))
            with pytest.raises(Refusal, match="could not be stored") as caught:
                await gm.do(move, id="move")
            assert caught.value.code == "unavailable"
            await mara.settle()
            assert mara.view["combatants"]["alecia"]["token"] == {"x": 4, "y": 4, "size": 1}
            resource.prlimit(server.popen.pid, resource.RLIMIT_FSIZE, was)
            await gm.do(move, id="move")
            await mara.settle()
            assert mara.view["combatants"]["alecia"]["token"] == {"x": 5, "y": 5, "size": 1}


async def test_a_store_that_is_gone(tmp_path: Path) -> None:
    """With its file moved away the server neither pretends to store nor ends; back again, it goes on."""
    with process("demo", "--no-qr", "--data", str(tmp_path), "--log-level", "error") as server:
        address, tokens = invited(server.read_until("Ctrl+C"))
        async with client(address, tokens["Game master"]) as gm:
            (tmp_path / "fracas.sqlite").rename(tmp_path / "elsewhere")
            for _ in range(2):
                with pytest.raises(Refusal) as caught:
                    await gm.do({"do": "rename", "title": "Lost"})
                assert caught.value.code == "unavailable"
            (tmp_path / "elsewhere").rename(tmp_path / "fracas.sqlite")
            await gm.do({"do": "rename", "title": "Found"})
            assert gm.view["table"]["title"] == "Found"


def test_what_keeps_it_from_starting(tmp_path: Path) -> None:
    """A port in use, a folder that is a file, a wrong setting: one line that says which, exit code 2."""
    (tmp_path / "file").write_text("")
    with process("serve", "--data", str(tmp_path / "a")) as running:
        port = running.read_until("Fracas is at ").strip().rpartition(":")[2].split()[0]
        for arguments, words in (
            (("serve", "--data", str(tmp_path / "b"), "--port", port), f"port {port}"),
            (("serve", "--data", str(tmp_path / "file")), "file"),
            (("serve", "--log", "loud"), "--log"),
            (("serve", "--data", str(tmp_path / "c"), "--tls-cert", "no.pem", "--tls-key", "no.key"), "no.pem"),
        ):
            command = [sys.executable, "-m", "fracas_server", *arguments]
            done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
            assert done.returncode == 2
            assert words in done.stderr
            assert "Traceback" not in done.stderr
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
            assert json.load(answer)["status"] == "ok"
