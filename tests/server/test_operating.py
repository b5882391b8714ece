"""Operating it: TLS, proxies, limits by address, metrics, the way of a command id through the log, settings from a file."""

from __future__ import annotations

import json
import shutil
import ssl
import subprocess
import urllib.request
from pathlib import Path

import pytest
from fracas_server import proxies
from fracas_server.config import ConfigError, load
from fracas_server.testing import client, dialled, running
from processes import toys
from toy import TOY
from toy_table import POKE, crypt_at
from websockets.exceptions import InvalidStatus

TOYS = {"toy": TOY}


def test_who_really_connects() -> None:
    """Forwarding headers count from the right, through trusted proxies only; a stranger's are not read at all."""
    trusted = proxies.networks(("127.0.0.1", "10.0.0.0/8", "::1"))

    def seen(address: str, *forwarded: str, host: str = "") -> tuple[str, str]:
        return proxies.peer_of(address, "in.example", forwarded, host, trusted)

    assert seen("203.0.113.9", "1.2.3.4", host="evil.example") == ("203.0.113.9", "in.example")
    assert seen("127.0.0.1", "198.51.100.7", host="fracas.example") == ("198.51.100.7", "fracas.example")
    assert seen("127.0.0.1", "6.6.6.6, 198.51.100.7, 10.1.2.3") == ("198.51.100.7", "in.example")
    assert seen("::ffff:127.0.0.1", "6.6.6.6", "198.51.100.7") == ("198.51.100.7", "in.example")
    assert seen("127.0.0.1", "nonsense") == ("127.0.0.1", "in.example")
    assert seen("127.0.0.1") == ("127.0.0.1", "in.example")


async def test_a_limit_by_address_behind_a_proxy() -> None:
    """Connections are counted by who is behind the proxy, and the page's origin is held against the host it asked for."""
    async with running(TOYS, trusted_proxies=("127.0.0.1",), max_per_address=1) as server:
        one, two = {"X-Forwarded-For": "198.51.100.7"}, {"X-Forwarded-For": "198.51.100.8"}
        async with dialled(server.url, additional_headers=one), dialled(server.url, additional_headers=two):
            with pytest.raises(InvalidStatus) as caught:
                async with dialled(server.url, additional_headers=one):
                    pass
            assert caught.value.response.status_code == 429
        outside = {"X-Forwarded-Host": "fracas.example"}
        async with dialled(server.url, additional_headers=outside, origin="https://fracas.example"):
            pass
    async with running(TOYS) as server:
        with pytest.raises(InvalidStatus) as caught:
            async with dialled(server.url, additional_headers=outside, origin="https://fracas.example"):
                pass
        assert caught.value.response.status_code == 403


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")
async def test_tls(tmp_path: Path) -> None:
    """With a certificate the server speaks wss and https, and plain clients get nothing."""
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"]
    subprocess.run(
        [*made, "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(cert)],
        check=True,
        capture_output=True,
    )
    trust = ssl.create_default_context(cafile=str(cert))
    async with running(TOYS, tls_cert=str(cert), tls_key=str(key)) as server:
        _, token = await server.app.tables.create("The crypt", "toy")
        url = server.url.replace("http:", "https:")
        assert server.app.url == url
        async with dialled(url, ssl=trust) as gm:
            await gm.hello(token)
            await gm.do({"do": "rename", "title": "The tomb"})
        with pytest.raises(Exception):  # noqa: B017, PT011 - whatever a client makes of it
            async with dialled(server.url):
                pass


async def test_metrics() -> None:
    """Commands and refusals by code, latency, open asks, live tables, what waits to be sent."""
    async with running(TOYS) as server:
        crypt = await crypt_at(server)
        async with client(server, crypt.gm) as gm, client(server, crypt.mara) as mara:
            await gm.do(POKE)
            for _ in range(2):
                with pytest.raises(Exception, match="Another action"):
                    await mara.do(POKE)
            text = server.app.metrics.text().decode()
    lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert lines['fracas_commands_total{answer="busy"}'] == "2.0"
    assert lines["fracas_asks_open"] == "1.0"
    assert lines["fracas_tables_live"] == "1.0"
    assert lines["fracas_connections"] == "2.0"
    assert float(lines["fracas_commit_seconds_count"]) == float(lines['fracas_commands_total{answer="done"}'])
    assert {"fracas_outbox_bytes", "fracas_outbox_fullest_bytes"} <= set(lines)


async def test_a_command_id_from_socket_to_disk(tmp_path: Path) -> None:
    """At level debug each step of a command's way is a line that has its id, with seat, table and entry number."""
    with toys(tmp_path, 1, "toy", {"log_level": "debug", "log": "json"}) as server:
        (tokens,) = server.tables.values()
        async with client(server.url, tokens["gm"]) as gm:
            await gm.do({"do": "rename", "title": "Followed"}, id="follow-me")
        server.process.end(15)
        lines = [json.loads(line) for line in server.process.errors if line.startswith("{") and '"follow-me"' in line]
    assert [line["event"] for line in lines] == ["received", "stored", "command"]
    assert {line["table"] for line in lines} == {tokens["table"]}
    assert len({line["seat"] for line in lines}) == 1
    assert lines[2]["seq"] == lines[1]["seq"]
    assert not any(token in line for token in tokens.values() if "." in token for line in server.process.errors)


def test_settings_from_a_file(tmp_path: Path) -> None:
    """A wrong key, a wrong type, a wrong network in the TOML file: the message names the key and the file."""
    file = tmp_path / "fracas.toml"
    for text, words in (
        ("prot = 1", r"no setting `prot` \(in .*fracas.toml\)"),
        ("port = 'x'", r"`port` in .*fracas.toml is 'x'"),
        ("grace_days = 0", r"`grace_days` in .*fracas.toml is 0"),
        ("trusted_proxies = ['10.0.0.1/8']", r"`trusted_proxies` in .*fracas.toml is .*takes addresses.*10\.0\.0\.1/8"),
        ("max_per_address = 0", r"`max_per_address`"),
        ("port =", r"fracas.toml is not TOML"),
    ):
        file.write_text(text)
        with pytest.raises(ConfigError, match=words):
            load({}, {}, file)
    file.write_text("trusted_proxies = ['10.0.0.0/8']\nport = 1")
    config = load({"port": None}, {"FRACAS_PORT": "2", "FRACAS_TRUSTED_PROXIES": "127.0.0.1, ::1"}, file)
    assert (config.port, config.trusted_proxies) == (2, ("127.0.0.1", "::1"))


async def test_health_says_what_it_is() -> None:
    """The health page names the release and counts connections."""
    async with running(TOYS) as server:
        import asyncio

        def get() -> dict[str, object]:
            with urllib.request.urlopen(f"{server.url}/healthz", timeout=5) as answer:
                return dict(json.load(answer))

        told = await asyncio.to_thread(get)
        assert told == {"status": "ok", "connections": 0, "server": "fracas 0.1.0"}
