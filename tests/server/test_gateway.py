"""What reaches the socket from outside: who is let in, what ends a connection, and that it costs nobody else anything."""

from __future__ import annotations

import asyncio
import json
import socket
from typing import Any

import pytest
from fracas_protocol import codec
from fracas_protocol.inbound import Do, Hello
from fracas_protocol.outbound import Bye, Refused
from fracas_server.testing import Client, Goodbye, Refusal, Server, client, dialled, running
from toy import TOY
from toy_table import POKE, Crypt, crypt_at
from websockets.exceptions import InvalidStatus


async def end_of(one: Client) -> tuple[str, int | None]:
    gone = await one.goodbye()
    assert gone.bye is not None
    return gone.bye.code, gone.close


async def test_a_token_that_opens_nothing(crypt: Crypt) -> None:
    """A wrong secret, a table that is not there, a token that is none: the same words, and 4401."""
    told = set()
    for token in (f"{crypt.table}.wrong", "0123456789.wrong", "host.wrong", "x"):
        with pytest.raises(Goodbye) as caught:
            async with client(crypt.server, token):
                pass
        assert caught.value.close == 4401
        assert caught.value.bye is not None
        assert caught.value.bye.code == "unknown-token"
        told.add(caught.value.bye.message)
    assert len(told) == 1


@pytest.mark.parametrize(
    ("frames", "ending"),
    [
        (["{"], ("malformed", 4402)),
        ([b"\x80"], ("malformed", 4402)),
        (['{"type":"ping","id":"1"}'], ("hello-first", 4402)),
        (['{"type":"hello","token":"x","version":9}'], ("version", 4400)),
        (['"' + "x" * 300_000 + '"'], ("too-large", 4402)),
        (["[" * 100_000], ("malformed", 4402)),
    ],
)
async def test_a_bad_first_frame_ends_that_connection_only(
    crypt: Crypt, frames: list[str | bytes], ending: tuple[str, int]
) -> None:
    """It gets a goodbye with its reason; a player next to it plays on."""
    async with client(crypt.server, crypt.gm) as gm:
        async with dialled(crypt.server.url) as bad:
            for frame in frames:
                await bad.send(frame)
            assert await end_of(bad) == ending
        await gm.do(POKE)


async def test_a_second_hello(crypt: Crypt) -> None:
    """A connection says hello once."""
    async with client(crypt.server, crypt.gm) as gm:
        await gm.send(Hello(token=crypt.gm, version=1))
        assert await end_of(gm) == ("hello-twice", 4402)


async def test_bad_frames_after_hello(crypt: Crypt) -> None:
    """The kind of frame of the other encoding, an unknown field, an integer no browser can hold."""
    for frame in (b"\x80", '{"type":"ping","id":"1","x":1}', '{"type":"do","id":"1","command":{"n":9007199254740993}}'):
        async with client(crypt.server, crypt.gm) as gm:
            await gm.send(frame)
            assert await end_of(gm) == ("malformed", 4402)


async def test_a_client_of_another_version(crypt: Crypt) -> None:
    """It is let in under its own subprotocol and told both numbers."""
    async with dialled(crypt.server.url, "fracas.v2+json") as other:
        assert other.socket.subprotocol == "fracas.v2+json"
        gone = await other.goodbye()
        assert gone.close == 4400
        assert gone.bye is not None
        assert (gone.bye.ours, gone.bye.yours) == (1, 2)


async def test_silence_instead_of_a_hello() -> None:
    """A connection that says nothing is ended."""
    async with running({"toy": TOY}, hello_seconds=0.2) as server, dialled(server.url) as silent:
        assert await end_of(silent) == ("hello-first", 4402)


async def test_a_revoked_seat_is_out_at_once(crypt: Crypt) -> None:
    """Its connections get `revoked` in the middle of whatever they do; its token opens nothing any more."""
    async with client(crypt.server, crypt.gm) as gm, client(crypt.server, crypt.mara) as mara:
        await gm.do({"do": "seat_revoke", "seat": crypt.mara_seat})
        assert await end_of(mara) == ("revoked", 4401)
        with pytest.raises(Goodbye):
            async with client(crypt.server, crypt.mara):
                pass
        await gm.until(lambda one: not one.view["seats"][crypt.mara_seat]["online"])
        assert gm.view["seats"][crypt.mara_seat]["revoked"] is True


async def test_a_new_link_ends_the_old_one(crypt: Crypt) -> None:
    """`seat_link` gives a token that works; the old one's connection is told."""
    async with client(crypt.server, crypt.gm) as gm, client(crypt.server, crypt.mara) as mara:
        made = await gm.do({"do": "seat_link", "seat": crypt.mara_seat}, id="link")
        assert await end_of(mara) == ("revoked", 4401)
        assert await gm.do({"do": "seat_link", "seat": crypt.mara_seat}, id="link") == made
        async with client(crypt.server, made["token"]) as again:
            assert again.welcome.seat.id == crypt.mara_seat


async def test_what_waits_of_a_dead_link_is_not_carried_out(crypt: Crypt) -> None:
    """A new link is made while commands of the old one wait: none of them is carried out any more."""
    async with client(crypt.server, crypt.gm) as gm, client(crypt.server, crypt.mara) as mara:
        table = crypt.server.app.tables._live[crypt.table].result()
        held = asyncio.Event()
        await table._put(held.wait)
        link = asyncio.create_task(gm.do({"do": "seat_link", "seat": crypt.mara_seat}))
        await asyncio.sleep(0.05)
        for at in range(20):
            command = codec.pack({"do": "move_token", "id": "alecia", "x": at, "y": 3}, mara.encoding)
            await mara.send(Do(id=f"late-{at}", command=command))
        async with asyncio.timeout(5):
            while table._mailbox.qsize() < 21:
                await asyncio.sleep(0.01)
        held.set()
        await link
        assert await end_of(mara) == ("revoked", 4401)
        await gm.settle()
        assert gm.view["combatants"]["alecia"].get("token", {}).get("y") != 3


async def test_slow_questions_wait_for_each_other(crypt: Crypt) -> None:
    """Of one seat one is worked out at a time and so many wait; more are refused, all others answered."""
    async with client(crypt.server, crypt.gm) as gm:
        asked = [asyncio.create_task(gm.query("odds", command=POKE)) for _ in range(60)]
        came = await asyncio.gather(*asked, return_exceptions=True)
        refused = [one for one in came if isinstance(one, Refusal)]
        assert {one.code for one in refused} == {"rate-limited"}
        assert 20 <= len(refused) < 30
        assert (await gm.query("odds", command=POKE))["known"] is True


async def test_a_token_is_shown_once(tmp_path: Any) -> None:
    """After a restart the same id cannot give the token again, and says what to do; nobody may bring a hash."""
    add = {"do": "seat_add", "name": "Tom", "role": "observer"}
    async with running({"toy": TOY}, data=tmp_path) as server:
        crypt = await crypt_at(server)
        async with client(server, crypt.gm) as gm:
            first = await gm.do(add, id="tom")
            with pytest.raises(Refusal) as caught:
                await gm.do({**add, "token_hash": "0" * 64})
            assert (caught.value.code, caught.value.path) == ("malformed", "$.token_hash")
    async with running({"toy": TOY}, data=tmp_path) as server, client(server, crypt.gm) as gm:
        with pytest.raises(Refusal, match="make a new link under a new id") as caught:
            await gm.do(add, id="tom")
        assert caught.value.code == "conflict"
        assert len(gm.view["seats"]) == 3
        async with client(server, first["token"]) as tom:
            assert tom.welcome.seat.role == "observer"
    assert first["token"].encode() not in (tmp_path / "fracas.sqlite").read_bytes()


async def test_a_flood_is_told_and_then_cut() -> None:
    """Beyond the burst: `rate-limited` answers; beyond another burst of those: goodbye with 4429. Others play on."""
    async with running({"toy": TOY}, rate=1.0, burst=20) as server:
        crypt = await crypt_at(server)
        async with client(server, crypt.gm) as gm, dialled(server.url) as flood:
            await flood.send(Hello(token=crypt.mara, version=1))
            await flood.receive()
            for n in range(45):
                await flood.send(json.dumps({"type": "query", "id": f"q{n}", "what": "history"}))
            seen = []
            while not isinstance(message := await flood.receive(), Bye):
                seen.append(message)
            limited = [message for message in seen if isinstance(message, Refused)]
            assert {message.code for message in limited} == {"rate-limited"}
            assert 20 <= len(limited) <= 21
            assert (message.code, (await flood.goodbye()).close) == ("rate-limited", 4429)
            await gm.do(POKE)


async def test_a_slow_reader_is_cut_and_holds_up_nobody() -> None:
    """A connection that asks and does not read fills its queue and is ended; the others play on."""
    async with running({"toy": TOY}, outbox_bytes=65536, close_seconds=0.5, burst=1000) as server:
        crypt = await crypt_at(server)
        rows = "".join(f"[template.row{n}]\nname = '{'x' * 1000}'\n" for n in range(100))
        async with client(server, crypt.gm) as gm:
            await gm.do({"do": "install_pack", "text": f"name = 'long'\n{rows}"})
            sock = socket.socket()
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            sock.connect(("127.0.0.1", server.app.port))
            async with dialled(server.url, sock=sock, max_queue=1, close_timeout=0.2) as slow:
                await slow.send(Hello(token=crypt.mara, version=1))
                for n in range(100):
                    await slow.send(json.dumps({"type": "query", "id": f"q{n}", "what": "schemas"}))
                await gm.until(lambda one: one.view["seats"][crypt.mara_seat]["online"])
                await gm.do(POKE)
                await gm.until(lambda one: not one.view["seats"][crypt.mara_seat]["online"])
        assert b'fracas_byes_total{code="too-slow"} 1.0' in server.app.metrics.text()


async def test_origins(crypt: Crypt) -> None:
    """The server's own pages may connect, and no page at all; others only when the owner lists them."""
    own = crypt.server.url
    async with dialled(own, origin=own):
        pass
    for other in ("https://evil.example", "null", "file://", "data:", "about:blank"):
        with pytest.raises(InvalidStatus) as caught:
            async with dialled(own, origin=other):
                pass
        assert caught.value.response.status_code == 403
    async with (
        running({"toy": TOY}, origins=("https://vtt.example",), public_url="https://fracas.example/") as server,
        dialled(server.url, origin=server.url),
        dialled(server.url, origin="https://fracas.example"),
        dialled(server.url, origin="https://vtt.example"),
    ):
        pass


async def test_a_client_without_our_subprotocol(server: Server) -> None:
    """The handshake is refused with the names to offer."""
    with pytest.raises(InvalidStatus) as caught:
        async with dialled(server.url, "chat"):
            pass
    assert caught.value.response.status_code == 400
    assert b"fracas.v1+msgpack" in caught.value.response.body


async def test_too_many_connections() -> None:
    """Beyond the limit a handshake is turned away."""
    async with running({"toy": TOY}, max_connections=1) as server, dialled(server.url):
        with pytest.raises(InvalidStatus) as caught:
            async with dialled(server.url):
                pass
        assert caught.value.response.status_code == 503


async def test_one_connection_of_two_leaves(crypt: Crypt) -> None:
    """A seat with two connections stays; both get the same frame."""
    async with client(crypt.server, crypt.gm) as gm, client(crypt.server, crypt.mara) as one:
        async with client(crypt.server, crypt.mara) as two:
            await gm.do({"do": "move_token", "id": "vamp", "x": 4, "y": 4})
            await asyncio.gather(one.settle(), two.settle())
            assert one.view == two.view
            updates = [[f for f in c.frames if '"type":"update"' in str(f)] for c in (one, two)]
            assert updates[0] == updates[1]
        await gm.settle()
        assert gm.view["seats"][crypt.mara_seat]["online"] is True
