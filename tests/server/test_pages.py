"""The HTTP side of the port: the page and nothing but the page, health, numbers."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path

import pytest
from fracas_server.pages import Pages
from fracas_server.testing import client, running
from toy import TOY
from toy_table import POKE, crypt_at


async def get(port: int, path: str, *headers: str, method: str = "GET") -> tuple[int, dict[str, str], bytes]:
    """One request, byte by byte as written: no library tidies the path up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = "".join(f"{line}\r\n" for line in (f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", *headers, ""))
    writer.write(lines.encode())
    async with asyncio.timeout(5):
        answer = await reader.read()
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *fields = head.decode().split("\r\n")
    return int(status.split()[1]), {name.lower(): value for name, _, value in (f.partition(": ") for f in fields)}, body


@pytest.fixture
def site(tmp_path: Path) -> Pages:
    folder = tmp_path / "page"
    (folder / "img").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Fracas</title>")
    (folder / "app.js").write_text("export const x = 1;\n" * 200)
    (folder / "img" / "icon.svg").write_text("<svg/>")
    (folder / "secret.py").write_text("x")
    (tmp_path / "outside.txt").write_text("out")
    return Pages(folder)


async def test_the_page_and_its_files(site: Pages) -> None:
    """Right types, a strict policy, validators, and gzip where it helps."""
    async with running({"toy": TOY}, site=site) as server:
        port = server.app.port
        for path in ("/", "/index.html", "/?wire=json"):
            status, headers, body = await get(port, path)
            assert (status, body) == (200, b"<!doctype html><title>Fracas</title>")
            assert headers["content-type"] == "text/html; charset=utf-8"
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "connect-src 'self' ws: wss:" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        status, headers, body = await get(port, "/app.js", "Accept-Encoding: gzip, br")
        assert headers["content-type"] == "text/javascript; charset=utf-8"
        assert headers["content-encoding"] == "gzip"
        assert gzip.decompress(body) == b"export const x = 1;\n" * 200
        status, again, body = await get(port, "/app.js", f"If-None-Match: {headers['etag']}")
        assert (status, body, again["cache-control"]) == (304, b"", "no-cache")
        assert (await get(port, "/img/icon.svg"))[1]["content-type"] == "image/svg+xml"


@pytest.mark.parametrize(
    "path",
    ["/../outside.txt", "/img/../../outside.txt", "/%2e%2e/outside.txt", "/secret.py", "/img", "/img/", "//etc/passwd", "/x"],
)
async def test_nothing_else_is_given_out(site: Pages, path: str) -> None:
    """No way leads out of the folder, and only known kinds of files in it exist."""
    async with running({"toy": TOY}, site=site) as server:
        assert (await get(server.app.port, path))[0] == 404


async def test_without_a_page_it_says_how_to_get_one(tmp_path: Path) -> None:
    """A server without the page still runs, and its root tells what to do."""
    async with running({"toy": TOY}, site=Pages(tmp_path / "none")) as server:
        status, _, body = await get(server.app.port, "/")
        assert status == 503
        assert b"make page" in body


async def test_health_and_numbers() -> None:
    """Both answer on the same port; commands, commits and connections are counted."""
    async with running({"toy": TOY}) as server:
        crypt = await crypt_at(server)
        async with client(server, crypt.gm) as gm:
            await gm.do(POKE)
            status, headers, body = await get(server.app.port, "/healthz")
            assert (status, headers["content-type"]) == (200, "application/json")
            assert json.loads(body) == {"status": "ok", "connections": 1, "server": server.app.name}
            status, headers, body = await get(server.app.port, "/metrics")
        assert headers["content-type"].startswith("text/plain; version=")
        for line in (b"fracas_connections 1.0", b'fracas_commands_total{answer="done"} 5.0', b"fracas_tables_live 1.0"):
            assert line in body
        assert b"fracas_commit_seconds_count 5.0" in body


async def test_a_plain_request_to_the_sockets_path() -> None:
    """It is told what the path is for."""
    async with running({"toy": TOY}) as server:
        status, _, body = await get(server.app.port, "/fracas")
        assert (status, body) == (426, b"/fracas is for WebSockets.\n")


async def test_other_methods(site: Pages) -> None:
    """HEAD is GET without its body; nothing else is answered."""
    async with running({"toy": TOY}, site=site) as server:
        status, headers, body = await get(server.app.port, "/", method="HEAD")
        assert (status, headers["content-length"], body) == (200, "36", b"")
        assert (await get(server.app.port, "/", method="DELETE"))[0] == 405


async def test_garbage_instead_of_http() -> None:
    """It costs only the connection that sent it."""
    async with running({"toy": TOY}) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.app.port)
        writer.write(b"\x16\x03\x01 hello\r\n\r\n")
        async with asyncio.timeout(5):
            await reader.read()
        writer.close()
        assert (await get(server.app.port, "/healthz"))[0] == 200
