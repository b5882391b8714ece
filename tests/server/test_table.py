"""A table over real sockets and a real SQLite file: one truth, each seat its part of it, every command one answer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from fracas_protocol.version import Encoding
from fracas_server.testing import Client, Goodbye, Refusal, Server, client, running
from toy import TOY
from toy_table import POKE, Crypt, crypt_at


def ask_of(one: Client) -> str:
    (ask,) = one.view["asks"]
    return str(ask)


@pytest.mark.parametrize("encoding", list(Encoding))
async def test_a_poke_from_hello_to_the_end(crypt: Crypt, encoding: Encoding) -> None:
    """Both encodings: the command opens a resolution, the other side is asked, the answer ends it, all see the outcome."""
    async with client(crypt.server, crypt.gm, encoding) as gm, client(crypt.server, crypt.mara, encoding) as mara:
        assert mara.welcome.seat.name == "Mara"
        assert mara.welcome.seat.owns == ("alecia",)
        assert mara.welcome.server == "fracas 0.1.0"
        assert mara.view["table"] == {"id": crypt.table, "title": "The crypt", "system": "toy", "system_title": "Game of Poking"}
        await mara.do(POKE)
        assert mara.view["pending"]["label"] == "Alecia: Poke → Vamp"
        assert mara.view["pending"]["waiting"] == ["Vamp"]
        assert mara.view["asks"] == {}
        await gm.settle()
        assert gm.view["asks"][ask_of(gm)]["options"][1] == {"id": "brace", "label": "Brace", "note": "half"}
        await gm.do({"do": "answer", "ask": ask_of(gm), "pick": "brace"})
        await mara.settle()
        assert "pending" not in mara.view
        face = mara.entries[-1]["rolls"][0]["total"]
        assert 1 <= face <= 10
        assert mara.entries[-1]["text"] == "Alecia pokes Vamp."
        assert gm.entries[-1]["text"] == f"Alecia pokes Vamp: {face}."
        assert gm.view["combatants"]["vamp"]["numbers"] == [{"key": "hp", "label": "HP", "value": 20 - face // 2}]
        assert "numbers" not in mara.view["combatants"]["vamp"]


async def test_done_names_the_resolution_and_comes_before_its_update(crypt: Crypt) -> None:
    """The answer carries the resolution's id, which the view and the entry then name too."""
    async with client(crypt.server, crypt.gm) as gm:
        start = len(gm.frames)
        await gm.do(POKE, id="x")
        kinds = ['"type":"done"', '"type":"update"', '"type":"pong"']
        assert [next(kind for kind in kinds if kind in str(frame)) for frame in gm.frames[start:]] == kinds
        resolution = gm.view["pending"]["id"]
        assert f'"id":"x","resolution":"{resolution}"' in str(gm.frames[start])
        await gm.do({"do": "answer", "ask": ask_of(gm), "pick": "none"})
        assert gm.entries[-1]["resolution"] == resolution


async def test_what_a_player_may_not_do_or_see(crypt: Crypt) -> None:
    """A player is refused what is the game master's; the hidden ghoul is as unknown as one that never was."""
    async with client(crypt.server, crypt.gm) as gm, client(crypt.server, crypt.mara) as mara:
        assert sorted(mara.view["combatants"]) == ["alecia", "vamp"]
        assert sorted(gm.view["combatants"]) == ["alecia", "ghoul", "vamp"]
        assert {"undo", "options", "seats", "packs"} & set(mara.view) == set()
        refused: dict[str, dict[str, Any]] = {
            "forbidden": {"do": "undo", "steps": 1},
            "forbidden ": {"do": "poke", "actor": "vamp", "targets": ["alecia"]},
            "unknown-id": {"do": "poke", "actor": "ghoul", "targets": ["alecia"]},
            "unknown-id ": {"do": "poke", "actor": "nobody", "targets": ["alecia"]},
            "unknown-id  ": {"do": "move_token", "id": "ghoul", "x": 1, "y": 1},
            "malformed": {"do": "dance"},
            "malformed ": {"do": "move_token", "id": "alecia", "x": "one", "y": 1},
        }
        told = {}
        for code, command in refused.items():
            with pytest.raises(Refusal) as caught:
                await mara.do(command)
            assert caught.value.code == code.strip()
            told[code] = str(caught.value), caught.value.path
        assert told["unknown-id"][0].replace("ghoul", "nobody") == told["unknown-id "][0]
        assert told["malformed "][1] == "$.x"
        await mara.do({"do": "move_token", "id": "alecia", "x": 7, "y": 2})
        await gm.settle()
        assert gm.view["combatants"]["alecia"]["token"] == {"x": 7, "y": 2, "size": 1}


async def test_nothing_of_a_hidden_one_is_in_a_players_frames(crypt: Crypt) -> None:
    """What happens to the hidden ghoul sends a player no frame at all, and its name is in none."""
    async with client(crypt.server, crypt.gm) as gm, client(crypt.server, crypt.mara) as mara:
        await mara.settle()
        before = len(mara.frames)
        await gm.do({"do": "move_token", "id": "ghoul", "x": 3, "y": 3})
        await gm.do({"do": "poke", "actor": "ghoul", "targets": ["ghoul"]})
        await gm.do({"do": "void"})
        await mara.settle()
        assert not any("ghoul" in str(frame).lower() for frame in mara.frames)
        shown = [frame for frame in mara.frames[before:] if '"type":"pong"' not in str(frame)]
        assert all('"pending"' in str(frame) or "dropped" in str(frame) for frame in shown)
        await gm.do({"do": "set_hidden", "id": "ghoul", "hidden": False})
        await mara.settle()
        assert mara.view["combatants"]["ghoul"]["token"] == {"x": 3, "y": 3, "size": 1}


async def test_a_second_action_is_refused_while_one_is_open(crypt: Crypt) -> None:
    """`busy` names what is open; moves still go through; the game master may drop it."""
    async with client(crypt.server, crypt.gm) as gm, client(crypt.server, crypt.mara) as mara:
        await mara.do(POKE)
        with pytest.raises(Refusal, match="Alecia: Poke → Vamp") as caught:
            await mara.do(POKE)
        assert caught.value.code == "busy"
        await mara.do({"do": "move_token", "id": "alecia", "x": 2, "y": 2})
        await gm.do({"do": "void"})
        await mara.settle()
        assert "pending" not in mara.view
        assert mara.entries[-1]["text"] == "The open action was dropped."


async def test_a_late_answer_and_an_illegal_one(crypt: Crypt) -> None:
    """An illegal pick leaves the ask open and lists what is legal; an answer to a closed ask is stale."""
    async with client(crypt.server, crypt.gm) as gm, client(crypt.server, crypt.mara) as mara:
        await mara.do(POKE)
        await gm.settle()
        ask = ask_of(gm)
        with pytest.raises(Refusal, match="none, brace") as caught:
            await gm.do({"do": "answer", "ask": ask, "pick": "hide"})
        assert (caught.value.code, caught.value.path) == ("illegal-choice", "$.pick")
        with pytest.raises(Refusal) as caught:
            await mara.do({"do": "answer", "ask": ask, "pick": "none"})
        assert caught.value.code == "stale-answer"
        await gm.do({"do": "answer", "ask": ask, "pick": "none"})
        with pytest.raises(Refusal) as caught:
            await gm.do({"do": "answer", "ask": ask, "pick": "none"}, id="late")
        assert caught.value.code == "stale-answer"


async def test_an_id_sent_twice_has_one_effect(crypt: Crypt) -> None:
    """Over one connection, over another, and after a restart: the same answer; with other content: `conflict`."""
    command = {"do": "add_combatant", "template": "doll"}
    async with client(crypt.server, crypt.gm) as gm:
        assert await gm.do(command, id="twice") == {"id": "doll"}
        assert await gm.do(command, id="twice") == {"id": "doll"}
    async with client(crypt.server, crypt.gm) as gm:
        assert await gm.do(command, id="twice") == {"id": "doll"}
        assert sorted(gm.view["combatants"]) == ["alecia", "doll", "ghoul", "vamp"]
        with pytest.raises(Refusal) as caught:
            await gm.do({**command, "name": "Another"}, id="twice")
        assert caught.value.code == "conflict"


async def test_a_table_goes_on_after_a_restart(tmp_path: Any) -> None:
    """An open ask, seats, ids and entries are there again; the fight goes on."""
    async with running({"toy": TOY}, data=tmp_path) as server:
        crypt = await crypt_at(server)
        async with client(server, crypt.mara) as mara:
            await mara.do(POKE, id="p1")
            pending, cursor = mara.view["pending"], mara.cursor
    async with (
        running({"toy": TOY}, data=tmp_path) as server,
        client(server, crypt.gm) as gm,
        client(server, crypt.mara, cursor=cursor) as mara,
    ):
        assert mara.view["pending"] == pending
        assert mara.entries == []
        await mara.do(POKE, id="p1")
        assert mara.view["pending"] == pending
        await gm.do({"do": "answer", "ask": ask_of(gm), "pick": "none"})
        await mara.settle()
        assert [entry["text"] for entry in mara.entries] == ["Alecia pokes Vamp."]


async def test_a_cursor_brings_what_was_missed(crypt: Crypt) -> None:
    """Entries since the cursor and no others; it stands for a moment, whoever was there. None at all brings the latest."""
    async with client(crypt.server, crypt.gm) as gm:
        await gm.do({"do": "set_options", "set": {"open_rolls": True}})
        async with client(crypt.server, crypt.mara) as mara:
            cursor = mara.cursor
            assert [entry["key"] for entry in mara.entries] == ["dice_sealed", "options"]
        await gm.do({"do": "set_options", "set": {"hard": True}})
        await gm.do({"do": "move_token", "id": "ghoul", "x": 5, "y": 5})
        async with client(crypt.server, crypt.mara, cursor=cursor) as mara:
            assert [entry["data"] for entry in mara.entries] == [{"hard": True}]
        async with client(crypt.server, crypt.mara, cursor="nonsense") as mara:
            assert [entry["data"] for entry in mara.entries][1:] == [{"open_rolls": True}, {"hard": True}]
        await gm.settle()
        async with client(crypt.server, crypt.mara, cursor=gm.cursor) as mara:
            assert mara.entries == []
        (last,) = (await mara_history(crypt, 1))["entries"]
        assert last == {"id": last["id"], "key": "options", "text": "Table options: hard = yes.", "data": {"hard": True}}
        async with client(crypt.server, crypt.gm) as gm:
            assert [entry["id"] for entry in gm.entries if entry["key"] == "options"][-1] == last["id"]


async def mara_history(crypt: Crypt, limit: int) -> Any:
    async with client(crypt.server, crypt.mara) as mara:
        return await mara.query("history", limit=limit)


async def test_presence_is_the_game_masters_to_see(crypt: Crypt) -> None:
    """A seat is online from its first connection to its last."""
    async with client(crypt.server, crypt.gm) as gm:
        assert gm.view["seats"][crypt.mara_seat]["online"] is False
        async with client(crypt.server, crypt.mara), client(crypt.server, crypt.mara):
            await gm.until(lambda one: one.view["seats"][crypt.mara_seat]["online"])
        await gm.until(lambda one: not one.view["seats"][crypt.mara_seat]["online"])


async def test_a_bug_in_the_rules_changes_nothing(crypt: Crypt) -> None:
    """The sender gets a number to look for; the table plays on."""
    async with client(crypt.server, crypt.gm) as gm:
        await gm.do({"do": "add_combatant", "template": "bug", "id": "bug"})
        view = gm.view
        with pytest.raises(Refusal, match=r"log has it under [0-9a-f]{10}\.$") as caught:
            await gm.do({"do": "poke", "actor": "alecia", "targets": ["bug"]})
        assert caught.value.code == "internal"
        await gm.settle()
        assert gm.view == view
        await gm.do(POKE)


async def test_a_bug_found_late_leaves_no_trace(crypt: Crypt) -> None:
    """A bug met after the facts are known: the id is not taken for answered, there is nothing to undo, the ask stays open."""
    async with client(crypt.server, crypt.gm) as gm:
        await gm.do({"do": "add_combatant", "template": "doll", "id": "mime", "name": "Mime"})
        await gm.do({**POKE, "targets": ["mime"]})
        view = gm.view
        for _ in range(2):
            with pytest.raises(Refusal) as caught:
                await gm.do({"do": "answer", "ask": ask_of(gm), "pick": "none"}, id="same")
            assert caught.value.code == "internal"
        await gm.settle()
        assert gm.view == view
        await gm.do({"do": "void"}, id="same")
        assert "pending" not in gm.view


async def test_undo_takes_back_and_says_so(crypt: Crypt) -> None:
    """The last command is taken back; seats are not."""
    async with client(crypt.server, crypt.gm) as gm:
        await gm.do({"do": "move_token", "id": "vamp", "x": 9, "y": 9})
        await gm.do({"do": "undo", "steps": 1})
        assert gm.view["combatants"]["vamp"]["token"]["x"] == 1
        assert gm.entries[-1]["text"] == "The GM took back: Token moved."
        assert crypt.mara_seat in gm.view["seats"]


async def test_queries(crypt: Crypt) -> None:
    """Legal actions, odds, schemas; only from what the seat may know, with code and path where not."""
    async with client(crypt.server, crypt.mara) as mara:
        legal = await mara.query("legal", actor="alecia", targets=["vamp"])
        assert legal["groups"][0]["actions"] == [{"id": "poke", "label": "Poke", "legal": True}]
        schemas = await mara.query("schemas")
        assert schemas["templates"] == [{"id": "doll", "name": "Doll"}, {"id": "bug", "name": "Bug"}]
        assert (await mara.query("odds", command=POKE))["known"] is False
        for what, params, code, path in (
            ("legal", {"actor": "vamp"}, "forbidden", "$.actor"),
            ("legal", {"actor": "ghoul"}, "unknown-id", "$.actor"),
            ("legal", {"actor": "alecia", "targets": ["vamp", "ghoul"]}, "unknown-id", "$.targets[1]"),
            ("legal", {"actor": 7}, "malformed", "$.actor"),
            ("odds", {"command": {"do": "undo"}}, "malformed", "$.command.do"),
            ("odds", {"command": {**POKE, "actor": "vamp"}}, "forbidden", "$.command.actor"),
            ("odds", {"command": {**POKE, "targets": "vamp"}}, "malformed", "$.command.targets"),
            ("weather", {}, "malformed", "$.what"),
            ("history", {"limit": 501}, "malformed", "$.limit"),
        ):
            with pytest.raises(Refusal) as caught:
                await mara.query(what, **params)
            assert (caught.value.code, caught.value.path) == (code, path)
    async with client(crypt.server, crypt.gm) as gm:
        odds = await gm.query("odds", command=POKE)
        assert odds["text"] == "100 % to hurt · average 5.5"
        assert odds["options"] == [
            {"pick": "none", "label": "Nothing", "text": "100 % to hurt · average 5.5"},
            {"pick": "brace", "label": "Brace", "text": "90 % to hurt · average 2.5"},
        ]


async def test_a_table_that_nobody_visits_is_put_away(server: Server) -> None:
    """It leaves memory, and is there again for the next who comes."""
    async with running({"toy": TOY}, idle_seconds=0.05) as quick:
        crypt = await crypt_at(quick)
        first = await quick.app.tables.get(crypt.table)
        async with client(quick, crypt.gm) as gm:
            await gm.do({"do": "rename", "title": "The tomb"})
        async with asyncio.timeout(5):
            while await quick.app.tables.get(crypt.table) is first:
                await asyncio.sleep(0.02)
        assert [row.title for row in quick.app.tables.rows()] == ["The tomb"]
        async with client(quick, crypt.gm) as gm:
            assert gm.view["table"]["title"] == "The tomb"


async def test_the_server_says_that_it_stops(tmp_path: Any) -> None:
    """`bye` with `stopping`, then close code 1001."""
    async with running({"toy": TOY}, data=tmp_path) as server:
        crypt = await crypt_at(server)
        gm = client(server, crypt.gm)
        one = await gm.__aenter__()
    gone = await one.goodbye()
    assert gone.bye is not None
    assert (gone.bye.code, gone.close) == ("stopping", 1001)
    with pytest.raises(Goodbye):
        await one.do(POKE)
    await gm.__aexit__(None, None, None)
