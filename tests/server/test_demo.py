"""The demonstration: what it prints opens what it says, and every part of a front end's conversation works there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fracas_rules import RULESETS
from fracas_server import demo, links
from fracas_server.config import Config
from fracas_server.testing import client, running


async def test_each_invitation_opens_its_seat(tmp_path: Path) -> None:
    """A game master and two players who own their heroes, everyone on the map; odds are shown to players."""
    async with running(data=tmp_path) as server:
        made = await demo.prepare(server.app, tmp_path)
        assert [one.name for one in made] == ["Game master", "Mara", "Tom"] * len(RULESETS)
        assert [one.title for one in made][:4] == ["Behind the old cinema"] * 3 + ["Last call at the Blue Hour"]
        assert await demo.prepare(server.app, tmp_path) == made
        async with client(server, made[0].token) as gm, client(server, made[1].token) as mara:
            assert gm.view["options"] == {"odds": "all"}
            assert (gm.view["map"]["width"], gm.view["map"]["height"]) == (20, 12)
            shown = {one: what["token"] for one, what in mara.view["combatants"].items()}
            assert shown == {
                "alecia": {"x": 4, "y": 4, "size": 1},
                "ben": {"x": 4, "y": 7, "size": 1},
                "vampire": {"x": 6, "y": 4, "size": 1},
                "fledgling": {"x": 7, "y": 7, "size": 1},
                "thug": {"x": 13, "y": 6, "size": 1},
            }
            assert [one for one, what in mara.view["combatants"].items() if "mine" in what] == ["alecia"]
            odds = await mara.query("odds", command={"do": "act", "actor": "alecia", "maneuver": "punch", "targets": ["vampire"]})
            assert odds["text"].split(" · ")[0].endswith("% to hit")
            legal = await mara.query("legal", actor="alecia", targets=["vampire"])
            assert "punch" in [action["id"] for group in legal["groups"] for action in group["actions"]]
            assert "hunter" in [template["id"] for template in (await gm.query("schemas"))["templates"]]
    kept = tmp_path / demo.LINKS
    assert kept.stat().st_mode & 0o077 == 0
    assert json.loads(kept.read_text())[1]["token"] == made[1].token


@pytest.mark.parametrize(
    ("config", "begins"),
    [
        (Config(), "http://127.0.0.1:8480"),
        (Config(host="::1"), "http://[::1]:8480"),
        (Config(tls_cert="c", tls_key="k"), "https://127.0.0.1:8480"),
        (Config(public_url="https://fracas.example/"), "https://fracas.example"),
    ],
)
def test_where_links_lead(config: Config, begins: str) -> None:
    """To the address that people can open."""
    assert links.join(links.base_url(config, 8480), "t.x") == f"{begins}/#join=t.x"


def test_a_server_for_every_network_names_a_reachable_address() -> None:
    """0.0.0.0 is for listening only."""
    assert "0.0.0.0" not in links.base_url(Config(host="0.0.0.0"), 8480)
    assert [links.local(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "10.0.0.1", "example.org")] == [
        True, True, True, False, False, False,
    ]  # fmt: skip


def test_a_link_as_a_qr_code() -> None:
    """It is drawn with blocks, as many lines as a terminal has room for."""
    drawn = links.qr("http://127.0.0.1:8480/#join=078bc8f0dc.R-s83v7FhGqMfzHS6aFe8yAjjz54DwIB")
    assert 10 < len(drawn.splitlines()) < 30
    assert "█" in drawn
